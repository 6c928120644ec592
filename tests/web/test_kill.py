"""What was acknowledged is kept: a real server, killed at random instants under load."""

import asyncio
import os
import signal
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.web.server import Server, started
from tests.web.storm import Game, until

pytestmark = pytest.mark.about_the_file

ROUNDS, MATCHES = 6, 50
UNHURRIED = {"game": "whot", "settings": {"symbol_seconds": 0}}
GAMES: list[dict[str, Any]] = [{"game": "connect_four"}, {"game": "differo"}, UNHURRIED]


def test_nothing_acknowledged_is_lost_and_nothing_is_applied_twice(tmp_path: Path) -> None:
    """300 matches, six kills; whoever opens the house again finds everything and plays on."""
    chance, games = Random(4), list[Game]()
    for round_ in range(ROUNDS):
        with Server(tmp_path, "--no-limits", compiled=True) as server:
            check(server, games)
            players = [server.guest(name) for name in ("Ann", "Bob")]
            ids = [started(players, **GAMES[n % len(GAMES)]) for n in range(MATCHES)]
            games = [Game(id, players, Random(f"{round_} {id}")) for id in ids]
            asyncio.run(storm(server, games, kill_after=chance.randint(200, 1500)))
            server.kill()
        assert not any(game.errors for game in games)
        assert sum(game.accepted for game in games) >= 100
    with Server(tmp_path, "--no-limits", compiled=True) as server:
        check(server, games)


async def storm(server: Server, games: list[Game], kill_after: int) -> None:
    """Play at all tables, and kill the server in the very moment in which so many moves have been seen."""
    moves = 0

    def moved() -> None:
        nonlocal moves
        moves += 1
        if moves == kill_after:
            os.kill(server.pid, signal.SIGKILL)

    for game in games:
        game.moved = moved
    with suppress(ConnectionError):  # it may be killed while some are still on their way in
        for game in games:
            await game.join(server.url)
    await until(lambda: all(wire.lost for game in games for wire in game.wires))


def check(server: Server, games: list[Game]) -> None:
    for game in games:
        check_game(server, game)


def check_game(server: Server, game: Game) -> None:
    """Every entry that anybody was shown is in its place; the request in flight happened once or not at all, and can be repeated."""
    players = [server.client(player.token) for player in game.players]
    looks = [player.get(f"/api/tables/{game.id}") for player in players]
    version = looks[0]["version"]
    for at, words in game.shown.items():
        lines = [look["lines"][at] for look in looks]
        assert words in [line["words"] for line in lines], f"version {at} was shown and is not there"
    assert max(game.shown, default=0) <= version
    if game.sent:
        seat, request = game.sent
        first = players[seat].post(f"/api/tables/{game.id}/actions", request)
        again = players[seat].post(f"/api/tables/{game.id}/actions", request)
        after = players[seat].get(f"/api/tables/{game.id}")
        assert first["version"] == again["version"] == after["version"] == request["version"] + 1
        assert version in (request["version"], request["version"] + 1)
