"""Many matches at once over real sockets, each moving as soon as both players have seen the last move."""

import asyncio
import json
from collections.abc import Callable
from random import Random
from typing import Any

from bench.wire import Wire, connect
from tests.web.server import Client


class Game:
    """One match: what was sent last, and every line that anybody was shown."""

    def __init__(self, id: str, players: list[Client], chance: Random) -> None:
        self.id, self.players, self.chance = id, players, chance
        self.wires: list[Wire] = []
        self.seen = [-1] * len(players)
        self.legal: list[list[str]] = [[] for _ in players]
        self.turn: int | None = None
        self.shown: dict[int, str] = {}
        """The words of every entry that a player was shown, by its version; veiled ones differ between seats and are left out."""
        self.sent: tuple[int, dict[str, Any]] | None = None
        """Who sent which request that nobody has seen the result of."""
        self.accepted = 0
        self.errors: list[Any] = []
        self.moved: Callable[[], None] = lambda: None

    async def join(self, *urls: str) -> None:
        """All by one worker, or the seats by several in turn."""
        for seat, player in enumerate(self.players):
            url = urls[seat % len(urls)]

            def heard(body: bytes, seat: int = seat) -> None:
                self.heard(seat, json.loads(body))

            headers = {"Authorization": f"Bearer {player.token}"}
            self.wires.append(await connect(f"{url}/api/tables/{self.id}/socket", headers, heard))

    def heard(self, seat: int, told: dict[str, Any]) -> None:
        if told["type"] == "refused":
            self.errors.append(told)
        if told["type"] not in ("snapshot", "delta") or "lines" not in told:
            return
        first = told["version"] - len(told["lines"]) + 1
        for version, line in enumerate(told["lines"], first):
            if line["seat"] == seat:
                self.shown[version] = line["words"]
        self.seen[seat], self.legal[seat] = told["version"], told["legal"]
        self.turn = told["turn"]
        if len(set(self.seen)) == 1:
            if self.sent:
                self.accepted += 1
            self.sent = None
            self.moved()
            self.move()

    def move(self) -> None:
        if self.turn is None:
            return
        version = self.seen[0]
        request = {
            "actions": [self.chance.choice(self.legal[self.turn])],
            "version": version,
            "key": f"{self.id} {version}",
        }
        self.sent = self.turn, request
        self.wires[self.turn].send(json.dumps({"type": "act", **request}).encode())

    @property
    def over(self) -> bool:
        return self.turn is None and self.seen[0] > 0


async def until(condition: Callable[[], bool]) -> None:
    """Let the loop run until something is so; a test's own time limit ends it otherwise."""
    while not condition():
        await asyncio.sleep(0.001)
