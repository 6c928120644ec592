"""An honest table that moves about 25 times a second, in a process of its own: how long each move took to be seen by both players.

It is told where the house is, plays until its standard input ends, and writes its times to standard output.
"""

import asyncio
import json
import os
import subprocess
import sys
from pathlib import Path
from statistics import quantiles
from typing import Any, NamedTuple

from bench.wire import Wire, connect
from tests.house.proving import proof
from tests.web.server import Client, Refused, started

PAUSE = 0.04
"""Seconds between two moves."""
ADDRESS = "127.0.0.2"
"""Where the bystander comes from; attackers come from others."""
TABLES = 8
"""Tables that one guest opens before another does: the house asks whoever opens more to wait."""


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


class Bystander:
    """The process, as whoever besieges the house sees it."""

    def __init__(self, url: str, *, pause: float = PAUSE) -> None:
        root = Path(__file__).resolve().parents[3]
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(root), os.environ.get("PYTHONPATH", "")])}
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.web.siege.bystander", url, str(pause)],
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

    def times(self) -> Times:
        """End the table, and tell what it saw since the latest mark."""
        told, _ = self._process.communicate("", timeout=60)
        return Times(**json.loads(told))


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
    """What has been measured since the latest mark."""

    def __init__(self) -> None:
        self.moves: list[float] = []
        self._latest = asyncio.get_running_loop().time()
        self.gap = 0.0

    def moved(self, milliseconds: float) -> None:
        self.moves.append(milliseconds)
        self.look()
        self._latest = asyncio.get_running_loop().time()

    def look(self) -> None:
        self.gap = max(self.gap, 1000 * (asyncio.get_running_loop().time() - self._latest))


async def play(url: str, pause: float) -> None:
    loop, table, score = asyncio.get_running_loop(), Table(url), Score()
    await table.open()
    print("playing", flush=True)
    lines = asyncio.StreamReader()
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(lines), sys.stdin)

    async def moves() -> None:
        while True:
            if table.over:
                await table.open()
                score.moved(0.0)  # a new table is no move; the gap begins anew
                score.moves.pop()
            began = loop.time()
            await table.move()
            score.moved(1000 * (loop.time() - began))
            await asyncio.sleep(pause)

    playing = asyncio.create_task(moves())
    while await lines.readline():
        score = Score()
    score.look()
    if playing.done():
        playing.result()
    playing.cancel()
    print(json.dumps({"moves": score.moves, "gap": score.gap}))


if __name__ == "__main__":
    asyncio.run(play(sys.argv[1], float(sys.argv[2])))
