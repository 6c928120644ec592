"""An honest table that moves about 25 times a second, in a process of its own: how long each move took to be seen by both players.

It is told where the house is, plays until its standard input ends, and writes its times to standard output. It measures twice: by the
clock, and by one that stands still while the machine has no core for the house or for the bystander itself (`Starving`). What other
programs of this machine do moves the first, but not the second; a house that is busy with somebody else moves both.
"""

import asyncio
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from statistics import quantiles
from typing import Any, NamedTuple

from bench.wire import Wire, connect
from tests.house.proving import proof
from tests.web.server import Client, Refused, Server, started

PAUSE = 0.04
"""Seconds between two moves."""
ADDRESS = "127.0.0.2"
"""Where the bystander comes from; attackers come from others."""
TABLES = 8
"""Tables that one guest opens before another does: the house asks whoever opens more to wait."""


class Starving:
    """For how long the machine has let a house and this process wait, though they had something to do.

    Linux tells how long a thread has waited for a core, and a virtual machine how long its host had none for it. Of the house it is
    the thread of its event loop that counts: all others of its threads and processes step back by themselves, or should."""

    def __init__(self, house: int) -> None:
        self._waits = [Path(f"/proc/{process}/schedstat") for process in (house, os.getpid())]

    @property
    def seconds(self) -> float:
        waited = sum(int(path.read_text().split()[1]) for path in self._waits) / 1e9
        return waited + int(Path("/proc/stat").read_text().split(maxsplit=9)[8]) / os.sysconf("SC_CLK_TCK")


class Times(NamedTuple):
    """What the bystander saw: the time of each move in milliseconds, and the longest time without one."""

    moves: list[float]
    gap: float

    def percentile(self, hundredth: int) -> float:
        """A table at which nobody could move is as slow as its longest gap."""
        if len(self.moves) < 2:
            return self.gap
        return max(quantiles(self.moves, n=100, method="inclusive")[hundredth - 1], self.gap if self.stuck else 0)

    @property
    def stuck(self) -> bool:
        """Whether the gap says more than the moves: the one that never came is not among them."""
        return self.gap > max(self.moves) + 1000


class Seen(NamedTuple):
    """By the clock, and without the time in which the machine had no core for the house or its bystander."""

    all: Times
    own: Times


class Bystander:
    """The process, as whoever besieges the house sees it."""

    def __init__(self, server: Server, *, pause: float = PAUSE) -> None:
        root = Path(__file__).resolve().parents[3]
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(root), os.environ.get("PYTHONPATH", "")])}
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.web.siege.bystander", server.url, str(server.pid), str(pause)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=environment,
        )
        assert self._process.stdout
        assert self._process.stdout.readline() == "playing\n", "the bystander can't play"

    def mark(self) -> None:
        """Count from now on only."""
        assert self._process.stdin
        self._process.stdin.write("mark\n")
        self._process.stdin.flush()

    def times(self) -> Seen:
        """End the table, and tell what it saw since the latest mark."""
        told, _ = self._process.communicate("", timeout=60)
        return Seen(*(Times(**one) for one in json.loads(told)))


class Table:
    """Two players who move in turn, on a new table whenever a match is over."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._pairs = 0
        self._players: list[Client] = []
        self._ready: list[list[Client]] = []
        self._wires: list[Wire] = []
        self._seen = [-1, -1]
        self._state: dict[str, Any] = {}
        self._both: asyncio.Future[None] | None = None
        self._id = ""

    async def open(self) -> None:
        for wire in self._wires:
            wire.close()
        if self._pairs % TABLES == 0:
            self._players = await asyncio.to_thread(self._guests)
        self._pairs += 1
        self._id = await asyncio.to_thread(started, self._players, game="connect_four", access="link")
        self._seen = [-1, -1]
        self._both = asyncio.get_running_loop().create_future()
        self._wires = [await self._connect(seat) for seat in range(2)]
        await self._both

    def _guests(self) -> list[Client]:
        """Two people. Where newcomers compute for a proof, the next two are made at once too, and nobody waits for them later."""
        if self._ready:
            return self._ready.pop()
        made, proved = self._new_guests(self._pairs)
        if proved:
            self._ready.append(self._new_guests(self._pairs + TABLES)[0])
        return made

    def _new_guests(self, number: int) -> tuple[list[Client], bool]:
        made, proved = [], False
        for name in ("Ann", "Bob"):
            sent = {"name": f"{name} {number}"}
            try:
                told = Client(self._url, "", ADDRESS).post("/api/guests", sent)
            except Refused as refused:  # in a house that asks newcomers for a proof
                proved = True
                told = Client(self._url, "", ADDRESS).post("/api/guests", sent | {"proof": proof(refused.body)})
            made.append(Client(self._url, told["token"], ADDRESS))
        return made, proved

    async def _connect(self, seat: int) -> Wire:
        headers = {"Authorization": f"Bearer {self._players[seat].token}"}
        url = f"{self._url}/api/tables/{self._id}/socket"
        return await connect(url, headers, lambda body: self._heard(seat, json.loads(body)), ADDRESS)

    def _heard(self, seat: int, told: dict[str, Any]) -> None:
        if told["type"] == "refused":
            raise AssertionError(told)
        if told["type"] not in ("snapshot", "delta") or "legal" not in told:
            return
        self._seen[seat] = told["version"]
        if told["legal"]:
            self._state = told
        elif told["turn"] is None:
            self._state = {"turn": None}
        if self._seen[0] == self._seen[1] and self._both and not self._both.done():
            self._both.set_result(None)

    async def move(self) -> None:
        """One move, seen by both."""
        version, turn = self._seen[0], self._state["turn"]
        self._both = asyncio.get_running_loop().create_future()
        action = self._state["legal"][version % len(self._state["legal"])]
        act = {"type": "act", "actions": [action], "version": version, "key": f"{self._id} {version}"}
        self._wires[turn].send(json.dumps(act).encode())
        await self._both

    @property
    def over(self) -> bool:
        return self._state["turn"] is None


class Score:
    """What has been measured by one clock since the latest mark."""

    def __init__(self, now: Callable[[], float]) -> None:
        """`now` in seconds."""
        self._now = now
        self._latest = self._began = now()
        self.moves: list[float] = []
        self.gap = 0.0

    def begin(self) -> None:
        """A move begins."""
        self._began = self._now()

    def moved(self) -> None:
        self.moves.append(max(0.0, 1000 * (self._now() - self._began)))
        self.look()
        self.rest()

    def look(self) -> None:
        self.gap = max(self.gap, 1000 * (self._now() - self._latest))

    def rest(self) -> None:
        """Whoever waits, waits from now on."""
        self._latest = self._now()


async def play(url: str, house: int, pause: float) -> None:
    loop, table, starving = asyncio.get_running_loop(), Table(url), Starving(house)
    clocks = (loop.time, lambda: loop.time() - starving.seconds)
    scores = [Score(clock) for clock in clocks]
    await table.open()
    print("playing", flush=True)
    lines = asyncio.StreamReader()
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(lines), sys.stdin)

    async def moves() -> None:
        while True:
            if table.over:
                await table.open()
                for score in scores:
                    score.look()
                    score.rest()  # a new table is no move; the gap begins anew
            for score in scores:
                score.begin()
            await table.move()
            for score in scores:
                score.moved()
            await asyncio.sleep(pause)

    playing = asyncio.create_task(moves())
    while await lines.readline():
        scores = [Score(clock) for clock in clocks]
    for score in scores:
        score.look()
    if playing.done():
        playing.result()
    playing.cancel()
    print(json.dumps([{"moves": score.moves, "gap": score.gap} for score in scores]))


if __name__ == "__main__":
    asyncio.run(play(sys.argv[1], int(sys.argv[2]), float(sys.argv[3])))
