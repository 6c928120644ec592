"""Load for a running house: matches of Connect Four, two sockets at each, moves as fast as both players have seen the last one.

    python -m bench.load --url http://127.0.0.1:8000 --pid PID --matches 50 --moves 20000

A round is one match at each table, to move 40 at most, and no longer than the moves that are asked for; only they are measured,
not the opening of tables. A move's latency is from sending it to its sender's receipt of the new state; the next is sent when both
players have it.
"""

import argparse
import asyncio
import json
import random
import sys
import time
from http.client import HTTPConnection
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import msgspec
import uvloop

from bench.wire import Wire, connect

COLUMNS = "a" * 6 + "b" * 6 + "c" * 6 + "g" + "d" * 6 + "e" * 6 + "f" * 6 + "g" * 5
"""A game of Connect Four that nobody wins, so that only moves are measured."""
LONGEST = 40


class Told(msgspec.Struct):
    """The little that the load reads of a message."""

    type: str
    version: int = 0
    turn: int | None = None
    message: str = ""


read = msgspec.json.Decoder(Told).decode


class Rest:
    """Calls to the house's REST API over one connection."""

    def __init__(self, url: str) -> None:
        parts = urlsplit(url)
        self._connection = HTTPConnection(parts.hostname or "", parts.port, timeout=60)

    def post(self, path: str, body: Any, token: str = "") -> Any:
        headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
        self._connection.request("POST", path, json.dumps(body), headers)
        answer = self._connection.getresponse()
        text = answer.read()
        if answer.status >= 300:
            raise SystemExit(f"{path}: {answer.status} {text.decode()}")
        return json.loads(text)


class Game:
    """One match with both its players."""

    def __init__(self, load: "Load", id: str, longest: int) -> None:
        self.load, self.id = load, id
        self.wires: list[Wire] = []
        self.version, self.seen = 0, [0, 0]
        self.sent = 0.0
        self.mover = 0
        self.last = [Told("")] * 2
        self.done = asyncio.Event()
        self.longest = longest

    async def join(self, url: str, tokens: list[str], query: str) -> None:
        for seat, token in enumerate(tokens):
            self.wires.append(
                await connect(
                    f"{url}/api/tables/{self.id}/socket{query}",
                    {"Authorization": f"Bearer {token}"},
                    lambda body, seat=seat: self.heard(seat, body),  # type: ignore[misc]
                )
            )
        while any(not told.type for told in self.last):
            await asyncio.sleep(0.001)

    def heard(self, seat: int, body: bytes) -> None:
        told = read(body)
        if told.type == "presence":
            return
        if told.type == "picture":
            self.load.pictures += 1
            return
        if told.type == "refused":
            raise SystemExit(told.message)
        self.last[seat] = told
        if told.version <= self.version:
            return
        self.seen[seat] = told.version
        if seat == self.mover:
            self.load.latencies.append(time.perf_counter() - self.sent)
        if self.seen[0] == self.seen[1]:
            self.version = told.version
            self.load.moves += 1
            self.go_on()

    def go_on(self) -> None:
        turn = self.last[0].turn
        if turn is None or self.version >= self.longest:
            self.done.set()
        elif self.load.think:
            asyncio.get_running_loop().call_later(self.load.think * (0.5 + random.random()), self.move)
        else:
            self.move()

    def move(self) -> None:
        turn = self.last[0].turn
        assert turn is not None
        self.mover, self.sent = turn, time.perf_counter()
        action = f"drop {COLUMNS[self.version]}"
        text = f'{{"type":"act","actions":["{action}"],"version":{self.version},"key":"{self.load.moves:x}{random.random()}"}}'
        self.wires[turn].send(text.encode())


class Load:
    def __init__(self, url: str, matches: int, think: float, query: str) -> None:
        self.url, self.matches, self.think, self.query = url, matches, think, query
        self.rest = Rest(url)
        self.moves, self.pictures, self.latencies = 0, 0, list[float]()
        self.tokens = [self.rest.post("/api/guests", {"name": name})["token"] for name in ("Ann", "Bob")]

    def table(self) -> str:
        ann, bob = self.tokens
        id = self.rest.post("/api/tables", {"game": "connect_four", "seats": 2, "sit": True}, ann)["id"]
        self.rest.post(f"/api/tables/{id}/seats", {}, bob)
        self.rest.post(f"/api/tables/{id}/start", {}, ann)
        return str(id)

    async def round(self, longest: int) -> list[Game]:
        games = [Game(self, self.table(), longest) for _ in range(self.matches)]
        for game in games:
            await game.join(self.url, self.tokens, self.query)
        return games

    async def run(self, wanted: int, pid: int, database: int = 0) -> dict[str, Any]:
        spent, beside, wall = 0.0, 0.0, 0.0
        while self.moves < wanted:
            games = await self.round(min(LONGEST, -(-(wanted - self.moves) // self.matches)))
            before, database_before = processor_time(pid), time_of_all(database)
            began = time.perf_counter()
            for game in games:
                game.go_on() if not self.think else asyncio.get_running_loop().call_later(
                    random.random() * self.think, game.go_on
                )
            for game in games:
                await game.done.wait()
            wall += time.perf_counter() - began
            spent += processor_time(pid) - before
            beside += time_of_all(database) - database_before
            for game in games:
                for wire in game.wires:
                    wire.close()
            print(f"{self.moves:,} of {wanted:,} moves", file=sys.stderr)
        latencies = sorted(self.latencies)
        return {
            "matches": self.matches,
            "think": self.think,
            "moves": self.moves,
            "pictures_per_move": self.pictures / self.moves,
            "moves_per_s": self.moves / wall,
            "moves_per_server_cpu_s": self.moves / spent,
            "moves_per_cpu_s_with_database": self.moves / (spent + beside),
            "p50_ms": 1000 * latencies[len(latencies) // 2],
            "p99_ms": 1000 * latencies[int(len(latencies) * 0.99)],
            "server_cpu_share": spent / wall,
        }

    async def memory(self, wanted: int, pid: int) -> dict[str, Any]:
        """What so many matches with two sockets each and nine moves played take, as the system sees it."""
        self.matches = min(wanted, 50)
        await self.play(await self.round(9))  # what is loaded once does not count
        before, games = resident(pid), list[Game]()
        self.matches = 50
        while len(games) < wanted:
            some = await self.round(9)
            await self.play(some)
            games += some
        after = resident(pid)
        return {"matches": wanted, "mb": (after - before) * 1000 / wanted}

    async def play(self, games: list[Game]) -> None:
        for game in games:
            game.go_on()
        for game in games:
            await game.done.wait()


def resident(pid: int) -> float:
    """Megabytes of memory."""
    (line,) = (row for row in Path(f"/proc/{pid}/status").read_text().splitlines() if row.startswith("VmRSS"))
    return int(line.split()[1]) / 1024


def processor_time(pid: int) -> float:
    """Seconds of processor time that a process and all its threads have used."""
    return sum(nanoseconds(task) for task in Path(f"/proc/{pid}/task").iterdir()) / 1e9


def time_of_all(pid: int) -> float:
    """The same of a database server with all processes that it has started; nothing without one."""
    if not pid:
        return 0.0
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return sum(processor_time(one) for one in (pid, *map(int, children)))


def nanoseconds(task: Path) -> int:
    return int((task / "schedstat").read_text().split()[0])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--url", default="http://127.0.0.1:8000")
    parser.add_argument("--pid", type=int, required=True, help="of the server")
    parser.add_argument("--database-pid", type=int, default=0, help="of the database server that it has its records in")
    parser.add_argument("--matches", type=int, default=50)
    parser.add_argument("--moves", type=int, default=20_000)
    parser.add_argument("--think", type=float, default=0.0, help="seconds between the moves of a match")
    parser.add_argument("--query", default="", help="of the sockets")
    parser.add_argument("--memory", type=int, help="measure what so many matches take instead")
    chosen = parser.parse_args()

    async def run() -> dict[str, Any]:
        load = Load(chosen.url, chosen.matches, chosen.think, chosen.query)
        if chosen.memory:
            return await load.memory(chosen.memory, chosen.pid)
        return await load.run(chosen.moves, chosen.pid, chosen.database_pid)

    print(json.dumps(uvloop.run(run())))


if __name__ == "__main__":
    main()
