"""What a durable answer costs here without a game: a server with no rules at all, which syncs 4 kB before it echoes.

    python -m bench.floor [--matches 200] [--think 1] [--seconds 15]

Two threads sync, so that hardly anybody waits for the write of another. What it takes stands beside the figures of the house, so
that the disk's share in them can be told.
"""

import argparse
import asyncio
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from typing import Any

import uvloop

from bench.serving import LOAD_CORE, SERVER_CORE

PAGE, PAGES = 4096, 2000
ANSWER = bytes(300)
SYNCING = 2


class Echo(asyncio.Protocol):
    """Answers when a page is on the disk."""

    waiting: SimpleQueue[asyncio.WriteTransport] = SimpleQueue()

    def connection_made(self, transport: Any) -> None:
        self._transport = transport

    def data_received(self, data: bytes) -> None:
        self.waiting.put(self._transport)


def keep_writing(file: int, first: int, loop: asyncio.AbstractEventLoop) -> None:
    page = first
    while True:
        transport = Echo.waiting.get()
        page = (page + SYNCING) % PAGES
        os.pwrite(file, bytes(PAGE), page * PAGE)
        os.fdatasync(file)
        loop.call_soon_threadsafe(transport.write, ANSWER)


async def serve(path: Path) -> None:
    file = os.open(path, os.O_CREAT | os.O_RDWR)
    os.write(file, bytes(PAGE * PAGES))
    os.fsync(file)
    loop = asyncio.get_running_loop()
    for first in range(SYNCING):
        Thread(target=keep_writing, args=(file, first, loop), daemon=True).start()
    server = await loop.create_server(Echo, "127.0.0.1", 0)
    print(server.sockets[0].getsockname()[1], flush=True)
    await server.serve_forever()


class Client(asyncio.Protocol):
    def __init__(self, think: float, waits: list[float]) -> None:
        self._think, self._waits = think, waits

    def connection_made(self, transport: Any) -> None:
        self._transport = transport
        asyncio.get_running_loop().call_later(random.random() * self._think, self._ask)

    def _ask(self) -> None:
        self._asked = time.perf_counter()
        self._transport.write(bytes(100))

    def data_received(self, data: bytes) -> None:
        self._waits.append(time.perf_counter() - self._asked)
        asyncio.get_running_loop().call_later(self._think * (0.5 + random.random()), self._ask)


async def load(port: int, matches: int, think: float, seconds: float) -> list[float]:
    waits: list[float] = []
    loop = asyncio.get_running_loop()
    wires = [await loop.create_connection(lambda: Client(think, waits), "127.0.0.1", port) for _ in range(matches)]
    await asyncio.sleep(seconds)
    for transport, _ in wires:
        transport.abort()
    return sorted(waits)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--matches", type=int, default=200)
    parser.add_argument("--think", type=float, default=1.0, help="seconds between the messages of a match")
    parser.add_argument("--seconds", type=float, default=15.0)
    parser.add_argument("--serve", type=Path, help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    if chosen.serve:
        os.sched_setaffinity(0, {int(SERVER_CORE)})
        uvloop.run(serve(chosen.serve))
        return
    os.sched_setaffinity(0, {int(LOAD_CORE)})
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "bench.floor", "--serve", f"{folder}/pages"]
        server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        try:
            assert server.stdout
            port = int(server.stdout.readline())
            waits = uvloop.run(load(port, chosen.matches, chosen.think, chosen.seconds))
        finally:
            server.kill()
            server.wait()
    print(json.dumps({"p50_ms": 1000 * waits[len(waits) // 2], "p99_ms": 1000 * waits[len(waits) * 99 // 100]}))


if __name__ == "__main__":
    main()
