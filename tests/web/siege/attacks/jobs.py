"""Long work: arranging and judging boards, films. Others' pictures come all the same, and it ends when whoever wanted it hangs up."""

import json
import socket as sockets
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import combinations, count, cycle
from pathlib import Path
from threading import Event, Thread
from typing import Any
from urllib.parse import urlsplit

from websockets.sync.client import connect

from tests.web.server import Client, started
from tests.web.siege.attack import Siege, attack, processor_of
from turnwise.games import all_games

SOON = 1.0
"""Seconds in which a picture of another table comes."""
CALMED = 2.0
"""Seconds after which nothing is left of what somebody wanted who has hung up."""
SPENT = 0.4
"""Seconds of processor time that a process may still use for somebody who has hung up; however busy the machine is."""
IDLE = 0.8
"""Of a core: what the house may use when only the bystander is left."""
LOOK = 0.5
"""Seconds without work after which there is none."""
NEVER = 30.0
"""Seconds after which a picture is not waited for any more."""
PAINTERS = "127.0.0.3"
MOVES = [{"actions": f"drop {'abc'[n % 3]}", "version": n, "key": str(n)} for n in range(18)]
"""Into three columns, so that nobody wins."""
WORKSHOP = next(game for game in all_games() if game.has("workshop"))
"""A game for which boards are made."""


class Gallery:
    """Another table that somebody looks at: how long each of its pictures took."""

    def __init__(self, siege: Siege) -> None:
        self._players = [siege.server.guest(name, PAINTERS) for name in ("Ann", "Bob")]
        self._url = siege.url
        self._over = Event()
        self.slowest = 0.0
        self._began = 0.0
        self._thread = Thread(target=self._look)
        self._thread.start()

    def _look(self) -> None:
        while not self._over.is_set():
            id = started(self._players, game="connect_four", access="link")
            url = f"{self._url.replace('http', 'ws')}/api/tables/{id}/socket?drawn=640x640"
            headers = {"Authorization": f"Bearer {self._players[0].token}"}
            self._began = time.monotonic()
            with connect(url, additional_headers=headers, compression=None, max_size=1 << 24) as wire:
                self._hear(wire, 0)
                for version, act in enumerate(MOVES):
                    if self._over.is_set():
                        break
                    self._began = time.monotonic()
                    self._players[version % 2].post(f"/api/tables/{id}/actions", act)
                    self._hear(wire, version + 1)
                    time.sleep(0.2)  # the pace of a quick table

    def _hear(self, wire: Any, version: int) -> None:
        try:
            while (told := json.loads(wire.recv(timeout=NEVER)))["type"] != "picture" or told["version"] < version:
                pass
        except TimeoutError:
            self._over.set()
        self.slowest = max(self.slowest, time.monotonic() - self._began)
        self._began = 0.0

    def close(self) -> None:
        """The picture that never came counts too."""
        if self._began:
            self.slowest = max(self.slowest, time.monotonic() - self._began)
        self._over.set()
        self._thread.join(2 * NEVER)


@contextmanager
def watched(siege: Siege) -> Iterator[None]:
    """While something is done to the house, another table is drawn; afterwards the house is calm soon."""
    gallery, faults = Gallery(siege), []
    try:
        yield
        hung_up = worked = time.monotonic()
        before = _spent(siege)
        while worked + LOOK > time.monotonic() < hung_up + siege.within(CALMED):
            used = siege.processor
            time.sleep(LOOK / 10)  # not a wait for something: over this span is measured
            if _at_work(siege) or siege.processor - used > LOOK / 10 * IDLE:
                worked = time.monotonic()
        if worked + LOOK > time.monotonic():
            faults.append(f"it was still at work {worked - hung_up:.1f} s after all had hung up")
        after = _spent(siege)
        if (spent := max((after[child] - before[child] for child in after.keys() & before), default=0.0)) > SPENT:
            faults.append(f"a process worked on for {spent:.1f} s after all had hung up")
    finally:
        gallery.close()
    if gallery.slowest > siege.within(SOON):
        faults.append(f"a picture of another table took {gallery.slowest:.1f} s")
    assert not faults, ", ".join(faults)


def _at_work(siege: Siege) -> bool:
    """Whether a process that works for the house has something to do, be it that the machine does not let it."""
    for child in siege.server.children("turnwise.house.work.worker"):
        try:
            if Path(f"/proc/{child}/stat").read_text().rpartition(")")[2].split()[0] == "R":
                return True
        except OSError:
            continue  # it has ended meanwhile
    return False


def _spent(siege: Siege) -> dict[int, float]:
    """Seconds of processor time that each process which works for the house has used."""
    found = {}
    for child in siege.server.children("turnwise.house.work.worker"):
        with suppress(OSError):  # it has ended meanwhile
            found[child] = processor_of(child)
    return found


class Caller:
    """Somebody who asks and hangs up before there is an answer, or stays."""

    def __init__(self, who: Client, address: str) -> None:
        parts = urlsplit(who.url)
        self._who, self._host, self._address = who, (parts.hostname or "", parts.port or 80), address
        self._wire: sockets.socket | None = None

    def call(self, method: str, path: str, body: Any = None) -> None:
        self.hang_up()
        text = b"" if body is None else json.dumps(body).encode()
        head = [f"{method} {path} HTTP/1.1", "Host: 127.0.0.1", f"Authorization: Bearer {self._who.token}"]
        head += ["Content-Type: application/json", f"Content-Length: {len(text)}"] if text else []
        self._wire = sockets.create_connection(self._host, source_address=(self._address, 0))
        self._wire.sendall("\r\n".join([*head, "\r\n"]).encode() + text)

    def hang_up(self) -> None:
        if self._wire:
            self._wire.close()
            self._wire = None


def _for(siege: Siege, callers: list[Caller], path: str, bodies: Iterator[Any], pause: float = 0.1) -> None:
    """Let them ask in turn, each again as soon as it is his turn, without waiting for an answer."""
    until = time.monotonic() + siege.seconds
    for caller in cycle(callers):
        if time.monotonic() > until:
            break
        caller.call("POST", path, {"document": next(bodies)})
        time.sleep(pause)
    for caller in callers:
        caller.hang_up()


def _callers(siege: Siege, count: int) -> list[Caller]:
    addresses = [f"127.0.0.{66 + number % 3}" for number in range(count)]
    return [Caller(siege.guest(address), address) for address in addresses]


def _network(name: str, every: int) -> dict[str, Any]:
    """A board of 128 positions, each connected with those up to so far after it."""
    workshop = WORKSHOP.module("workshop")
    blank, sides = workshop.blank(), range(128)
    kinds = {0: blank["positions"][0]["kind"], 1: blank["positions"][1]["kind"]}
    plain = next(kind.name for kind in workshop.kinds() if kind.name not in kinds.values())
    positions = [{"id": str(i), "x": 2 * (i % 16), "y": 2 * (i // 16), "kind": kinds.get(i, plain)} for i in sides]
    joined = [[str(a), str(b)] for a, b in combinations(sides, 2) if b - a <= every]
    return {**blank, "name": name, "positions": positions, "connections": joined}


@attack("arranging large boards", "beyond its bounds it is refused at once; within, no picture waits for it")
def arranged(siege: Siege) -> None:
    """8,128 connections, and the most that a board may have."""
    boards = cycle([_network("Crowd", 128), _network("Large", 4)])
    with watched(siege):
        _for(siege, _callers(siege, 6), f"/api/games/{WORKSHOP.name}/workshop/arrange", boards)


@attack("judging many boards", "bots play on one at a time, and no longer than somebody asks")
def judged(siege: Siege) -> None:
    sample = next(iter(WORKSHOP.module("workshop").samples().values()))
    boards = ({**sample, "name": f"Board {number}"} for number in count())
    with watched(siege):
        _for(siege, _callers(siege, 6), f"/api/games/{WORKSHOP.name}/workshop/judge", boards)


@attack("ten films", "they are made beside the house one frame after the other, and given up with their callers")
def films(siege: Siege) -> None:
    callers, id = _callers(siege, 10), _match(siege)
    with watched(siege):
        until = time.monotonic() + siege.seconds
        for number, caller in enumerate(callers):
            caller.call("GET", f"/api/tables/{id}/film.gif?until={len(MOVES) - number}")  # so each is another
        time.sleep(max(0.0, until - time.monotonic()))
        for caller in callers:
            caller.hang_up()


def _match(siege: Siege) -> str:
    """A match that has gone on for a while."""
    players = [siege.guest(), siege.guest()]
    id = started(players, game="connect_four", access="link")
    for version, act in enumerate(MOVES):
        players[version % 2].post(f"/api/tables/{id}/actions", act)
    return id
