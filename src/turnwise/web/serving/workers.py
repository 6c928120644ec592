"""`turnwise serve --workers N`: a parent that opens the port once and keeps N processes of the same command serving on
it.

A worker that dies is replaced. SIGHUP replaces one after the other, each when its successor is open, so that a new
version goes into service without an interruption. Each worker has a socket to its parent: it reports there that it is
open, and closes when the parent is gone.
"""

import asyncio
import json
import logging
import os
import signal
import socket as sockets
import sys
import time
from asyncio.subprocess import Process
from collections.abc import Mapping
from contextlib import suppress
from typing import NamedTuple

from turnwise.house.work.background import BackgroundTasks
from turnwise.kit.errors import TurnwiseError
from turnwise.web.http.metrics import set_up_logs
from turnwise.web.serving.listening import EVERYWHERE, LOOPBACK, address_of, greet, listener_on

log = logging.getLogger("turnwise")

POST = "TURNWISE_POST"
"""The variable that tells a worker its number, and the descriptors of the port and of the socket to its parent."""
PAUSES = (0.0, 1.0, 2.0, 5.0, 10.0)
"""Seconds before a worker that died is replaced; the last is repeated."""
SETTLED = 60.0
"""Seconds of life after which a worker that dies is replaced at once again."""


class Post(NamedTuple):
    """What a worker gets from its parent."""

    number: int
    listener: sockets.socket
    line: sockets.socket

    def is_open(self) -> None:
        """Tell the parent; called in the event loop. From now on, the worker ends when the parent is gone."""
        self.line.setblocking(False)
        self.line.send(b"\n")
        asyncio.get_running_loop().add_reader(self.line, self._parent_is_gone)

    def _parent_is_gone(self) -> None:
        asyncio.get_running_loop().remove_reader(self.line)
        signal.raise_signal(signal.SIGTERM)


def own_post() -> Post | None:
    """The post of this process, if it is a worker; its own children do not inherit it."""
    told = os.environ.pop(POST, "")
    if not told:
        return None
    number, listener, line = json.loads(told)
    for inherited in (listener, line):
        os.set_inheritable(inherited, False)
    return Post(number, sockets.socket(fileno=listener), sockets.socket(fileno=line))


class Worker(NamedTuple):
    """A process that serves, and since when."""

    process: Process
    began: float


def keep_serving(workers: int, port: int, *, lan: bool, store: object, environment: Mapping[str, str]) -> int:
    """Serve with so many processes until they are told to close; returns the exit code."""
    if not store:
        raise TurnwiseError(
            "Several workers need records that they can share, and a file has one: move the house into a database with "
            "turnwise migrate FOLDER postgresql://USER@HOST/DATABASE, and name it with --store.",
            "bad_workers",
        )
    set_up_logs()
    with listener_on(EVERYWHERE if lan else LOOPBACK, port) as listener:
        return asyncio.run(_Parent(workers, listener, environment).run(lan, store))


class _Parent:
    """Starts workers, waits for them, and replaces them."""

    def __init__(self, workers: int, listener: sockets.socket, environment: Mapping[str, str]) -> None:
        self._listener, self._environment = listener, environment
        self._serving: dict[int, Worker] = {}
        self._locks = {number: asyncio.Lock() for number in range(1, workers + 1)}
        """Held while a post is being filled."""
        self._processes = set[Process]()
        self._closing = asyncio.Event()
        self._background = BackgroundTasks()
        self._rolling = False
        self._code = 0

    async def run(self, lan: bool, store: object) -> int:
        loop = asyncio.get_running_loop()
        for way in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(way, self._close)
        loop.add_signal_handler(signal.SIGHUP, lambda: self._background.start(self._roll()))
        if not (first := await self._open(1)):  # the worker itself has said why it can't open
            return self._code
        self._serving[1] = first
        self._background.start(self._keep(1))
        for number in list(self._locks)[1:]:
            self._background.start(self._keep(number))
        await asyncio.gather(*(self._filled(number) for number in self._locks))
        if not self._closing.is_set():
            greet(address_of(self._listener, lan), lan, store)
        await self._closing.wait()
        await self._background.settle()
        print("Turnwise is closed.", flush=True)
        return 0

    def _close(self) -> None:
        """Let all workers close; the second time, at once."""
        for process in list(self._processes):
            process.kill() if self._closing.is_set() else process.terminate()
        self._closing.set()

    async def _open(self, number: int) -> Worker | None:
        """Start a worker and wait until it is open; None if it ends before that."""
        line, theirs = sockets.socketpair()
        line.setblocking(False)
        with theirs:
            given = self._listener.fileno(), theirs.fileno()
            process = await asyncio.create_subprocess_exec(
                *(sys.executable, *sys.orig_argv[1:]),
                env={**self._environment, POST: json.dumps((number, *given))},
                pass_fds=given,
                start_new_session=True,  # Ctrl-C is for the parent, which passes it on
            )
        self._processes.add(process)
        self._background.start(self._gone(process, line))
        if self._closing.is_set():
            process.terminate()
        if not await asyncio.get_running_loop().sock_recv(line, 1):
            self._code = await process.wait()
            return None
        return Worker(process, time.monotonic())

    async def _gone(self, process: Process, line: sockets.socket) -> None:
        """Forget a process when it has ended; until then its socket stays open."""
        with line:
            await process.wait()
            self._processes.discard(process)

    async def _filled(self, number: int) -> None:
        while number not in self._serving and not self._closing.is_set():
            await asyncio.sleep(0.01)

    async def _keep(self, number: int) -> None:
        """Keep a worker at a post, replacing those that die."""
        tries = 0
        while not self._closing.is_set():
            async with self._locks[number]:
                worker = self._serving.get(number) or await self._open(number)
                if worker:
                    self._serving[number] = worker
            if worker:
                code = await worker.process.wait()
                if self._serving[number] is not worker:
                    continue  # it has been replaced already
                del self._serving[number]
                if self._closing.is_set():
                    return
                log.error("a worker has died", extra={"facts": {"worker": number, "code": code}})
                if time.monotonic() - worker.began > SETTLED:
                    tries = 0
            with suppress(TimeoutError):
                async with asyncio.timeout(PAUSES[tries]):
                    await self._closing.wait()
            tries = min(tries + 1, len(PAUSES) - 1)

    async def _roll(self) -> None:
        """Replace every worker, one after the other, each when its successor is open."""
        if self._rolling:
            return
        self._rolling = True
        try:
            for number, lock in self._locks.items():
                async with lock:
                    old, new = self._serving.get(number), await self._open(number)
                    if not new:
                        if not self._closing.is_set():
                            log.error("a new worker does not open; those that are there stay")
                        return
                    self._serving[number] = new
                if old and old.process.returncode is None:
                    old.process.terminate()
                    await old.process.wait()
            log.info("all workers are new")
        finally:
            self._rolling = False
