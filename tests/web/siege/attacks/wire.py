"""The wire: frames, heads and bodies that never end, connections that say nothing, and answers that nobody reads."""

import asyncio
import json
import select
import socket as sockets
import time
from contextlib import ExitStack, suppress
from itertools import cycle

from bench.wire import connect
from tests.web.raw import CONTINUED, LAST, PING, PONG, TEXT, code_in, connection, frame, host, raw_socket
from tests.web.server import Client
from tests.web.siege.attack import ADDRESS, Siege, attack

FLOODING = 4029
SOON = 1.0
"""Seconds after which whoever floods the house is closed."""
BLOCK = 32 * 1024
RATE = 3_000_000
"""Bytes a second that a flood sends: what a good line uploads."""
HELD = 600
"""Connections that one address may hold."""
PINGS = 450
"""A second that a socket may just send."""
FLOODS = {
    "pings": (b"", frame(LAST | PING)),
    "long pongs": (b"", frame(LAST | PONG, b"x" * 125)),
    "empty pieces": (frame(TEXT, b"a"), frame(CONTINUED)),
    "tiny texts": (b"", frame(LAST | TEXT, b"{}")),
}


def table(guest: Client) -> str:
    told: dict[str, str] = guest.post("/api/tables", {"game": "connect_four", "seats": 2, "access": "link"})
    return told["id"]


def flooded(wire: sockets.socket, first: bytes, pattern: bytes, seconds: float) -> tuple[int, float]:
    """Send a pattern until the house closes: with which code (0 if it only hung up, -1 if it did not), and after how long."""
    block = pattern * (BLOCK // len(pattern))
    began, sent, told, waiting = time.monotonic(), 0, b"", first + block
    wire.setblocking(False)
    while (now := time.monotonic() - began) < seconds:
        may = sent < RATE * now + BLOCK
        readable, writable, _ = select.select([wire], [wire] if may else [], [], 0.01)
        try:
            if readable:
                if not (read := wire.recv(1 << 16)):
                    return 0, now
                told = (told + read)[-4096:]
                with suppress(ValueError):
                    if (code := code_in(told)) >= 1000 and code < 5000:
                        return code, now
            if writable:
                done = wire.send(waiting)
                sent, waiting = sent + done, waiting[done:] or block
        except OSError:
            return 0, now
    return -1, seconds


@attack("control frames", "whoever sends pings, pongs, empty pieces or tiny texts without end is closed")
def control_frames(siege: Siege) -> None:
    until, soon, guest = time.monotonic() + siege.seconds, siege.within(SOON), siege.guest()
    id, seen = table(guest), dict[str, tuple[int, float]]()
    for name in cycle(FLOODS):
        if time.monotonic() > until and len(seen) == len(FLOODS):
            break
        try:
            wire = raw_socket(guest, id, address=ADDRESS)
        except ConnectionRefusedError:  # he has come too often
            time.sleep(0.1)
            continue
        with wire:
            code, after = flooded(wire, *FLOODS[name], seconds=max(soon, siege.seconds / len(FLOODS)))
        assert code >= 0 and after < soon, f"{name}: still open after {after:.1f} s"
        seen.setdefault(name, (code, after))
    wrong = {name: code for name, (code, _) in seen.items() if code != FLOODING}
    assert not wrong, f"closed without a word: {wrong}"


@attack("twenty sockets", "many sockets of one address, each just under what one may send, keep nobody waiting")
def twenty_sockets(siege: Siege) -> None:
    guest = siege.guest()
    id, ping, lost = table(guest), frame(LAST | PING), 0
    with ExitStack() as opened:
        wires = [opened.enter_context(raw_socket(guest, id, address=ADDRESS)) for _ in range(20)]
        began, sent = time.monotonic(), 0
        while (now := time.monotonic()) < began + siege.seconds:
            time.sleep(max(0.0, 0.1 - (now - began - sent / PINGS)))
            due = int(PINGS * (time.monotonic() - began)) - sent
            sent += due
            for wire in list(wires):
                try:
                    wire.sendall(ping * due)
                    wire.recv(1 << 16)
                except OSError:
                    wires.remove(wire)
                    lost += 1
    assert lost, "all of them together may send twenty times as much as one"


ENDLESS = {
    "header": (b"GET / HTTP/1.1\r\nX: ", b"x" * BLOCK),
    "header list": (b"GET / HTTP/1.1\r\n", b"a:b\r\n" * (BLOCK // 5)),
    "URL": (b"GET /", b"x" * BLOCK),
    "headers after a body": (
        b"POST /api/guests HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n",
        b"a:b\r\n" * (BLOCK // 5),
    ),
}


@attack(
    "endless heads", "heads and addresses without end, and silent connections, take neither memory nor all connections"
)
def endless_heads(siege: Siege) -> None:
    before, began, most = siege.memory, time.monotonic(), 0.0
    with ExitStack() as opened:
        wires: list[tuple[sockets.socket, bytes]] = []
        for _, (first, more) in zip(range(int(20 * siege.seconds)), cycle(ENDLESS.values()), strict=False):
            wires.append((opened.enter_context(connection(siege.url, ADDRESS)), more))
            wires[-1][0].sendall(first)
            wires[-1][0].setblocking(False)
        silent = [opened.enter_context(connection(siege.url, ADDRESS)) for _ in range(int(450 * siege.seconds))]
        ends = began + siege.seconds
        while time.monotonic() < ends or wires and time.monotonic() < ends + siege.within(SOON):
            time.sleep(0.01)
            most = max(most, siege.memory - before)
            for wire, more in list(wires):
                with suppress(BlockingIOError):
                    try:
                        wire.send(more)
                    except ConnectionError:
                        wires.remove((wire, more))
        while (held := sum(map(is_open, silent))) > HELD and time.monotonic() < ends + siege.within(SOON):
            time.sleep(0.05)
    assert most < 40, f"{most:.0f} MB more"
    assert not wires, f"{len(wires)} heads without end are still listened to"
    assert held <= HELD, f"{held} connections are held from one address"


def is_open(wire: sockets.socket) -> bool:
    """Whether the house has neither answered nor hung up."""
    wire.setblocking(False)
    try:
        wire.recv(1, sockets.MSG_PEEK)
    except BlockingIOError:
        return True
    except ConnectionError:
        pass
    return False


@attack(
    "crooked requests", "requests in a row, answers that nobody reads and bodies in crumbs take neither memory nor time"
)
def crooked_requests(siege: Siege) -> None:
    before, until, most = siege.memory, time.monotonic() + siege.seconds, 0.0
    unread = f"GET /openapi.json HTTP/1.1\r\n{host(siege.url)}\r\n".encode() * 6
    tiny = f"GET /healthz HTTP/1.1\r\n{host(siege.url)}\r\n".encode() * 1000
    crumbs = f"POST /api/guests HTTP/1.1\r\n{host(siege.url)}Transfer-Encoding: chunked\r\n\r\n".encode()
    crumbs += b"1\r\n \r\n" * (BLOCK // 6)
    with ExitStack() as opened:
        for sent in cycle((*[unread] * 8, tiny, crumbs)):
            most = max(most, siege.memory - before)
            if time.monotonic() > until:
                break
            wire = opened.enter_context(connection(siege.url, ADDRESS, receives=4096))
            wire.setblocking(False)
            with suppress(OSError):
                wire.send(sent)
            time.sleep(0.002)
    assert most < 64 + 50, f"{most:.0f} MB more"


WORDS = 200
LOUD = "\U0001f3b2" * 500


@attack("who never reads", "sockets that nobody reads hold no more than the house allows", arguments=("--no-limits",))
def never_read(siege: Siege) -> None:
    guest, nobody = siege.guest(), siege.nobody()
    id = table(guest)
    asyncio.run(talk(guest, id))
    before, until, most = siege.memory, time.monotonic() + siege.seconds, 0.0
    with ExitStack() as opened:
        while time.monotonic() < until:
            opened.enter_context(raw_socket(nobody, id, receives=4096, address=ADDRESS))
            most = max(most, siege.memory - before)
            time.sleep(0.01)
    assert most < 64 + 40, f"{most:.0f} MB more"


async def talk(guest: Client, id: str) -> None:
    """Fill what everybody is told who comes to a table."""
    heard = asyncio.Semaphore(0)
    headers = {"Authorization": f"Bearer {guest.token}"}
    wire = await connect(f"{guest.url}/api/tables/{id}/socket", headers, lambda told: heard.release(), ADDRESS)
    await heard.acquire()
    for _ in range(WORDS):
        said = {"type": "chat", "room": "players", "text": LOUD}
        wire.send(json.dumps(said, ensure_ascii=False).encode())
        await heard.acquire()
    wire.close()
