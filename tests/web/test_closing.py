"""The house is asked to close while everybody plays: what was answered is kept, all are told to come back, and it ends soon and well."""

import asyncio
import os
import signal
import sqlite3
import time
from contextlib import closing, suppress
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from random import Random
from threading import Thread
from urllib.parse import urlsplit

import pytest
from websockets.exceptions import ConnectionClosed

from tests.web.raw import connection, host
from tests.web.server import Client, Refused, Server, started
from tests.web.storm import Game, until
from tests.web.test_kill import check
from tests.web.test_socket import watch
from turnwise.games import all_games

pytestmark = pytest.mark.about_a_process

MATCHES = 20
SOON = 10.0
"""Seconds, of which callers have three; a house that waited for them would stay open for half a minute."""


def test_a_house_that_is_asked_to_close_under_load_closes_soon_and_keeps_what_it_answered(tmp_path: Path) -> None:
    with Server(tmp_path, "--no-limits") as server:
        players = [server.guest(name) for name in ("Ann", "Bob")]
        ids = [started(players, game="connect_four") for _ in range(MATCHES)]
        games = [Game(id, players, Random(id)) for id in ids]
        talker = server.guest("Carl")
        said: list[int] = []
        talking = Thread(target=talk, args=(talker, ids[0], said))
        stream = events(server, ids[0])
        with watch(talker, ids[0]) as watcher:
            talking.start()
            asyncio.run(storm(server, games, 300))
            began = time.monotonic()
            assert server.process.wait(30) == 0
            took = time.monotonic() - began
            code = 0
            while not code:
                try:
                    watcher.wire.recv(30)
                except ConnectionClosed as closed:
                    code = closed.rcvd.code if closed.rcvd else -1
        talking.join(30)
        ended = stream.getresponse().read()
        stream.close()
        assert code == 4012 and ended.startswith(b"event: snapshot")
        assert took < SOON
        assert said
        assert not any('"level": "error"' in line for line in server.log), "nobody had to be broken off"
    with closing(sqlite3.connect(tmp_path / "house.sqlite")) as file:
        kept = {id for (id,) in file.execute("SELECT id FROM doc WHERE kind = 'still'")}
    assert kept == set(ids), "how each match looked, should its rules ever change"
    with Server(tmp_path, "--no-limits") as server:
        check(server, games)
        texts = [line["text"] for line in server.client(talker.token).get(f"/api/tables/{ids[0]}")["talk"]]
        assert texts[: len(said)] == [f"word {n}" for n in said] and len(texts) <= len(said) + 1


async def storm(server: Server, games: list[Game], close_after: int) -> None:
    """Play at all tables, and ask the house to close in the moment in which so many moves have been seen."""
    moves = 0

    def moved() -> None:
        nonlocal moves
        moves += 1
        if moves == close_after:
            os.kill(server.pid, signal.SIGTERM)

    for game in games:
        game.moved = moved
    for game in games:
        await game.join(server.url)
    await until(lambda: all(wire.lost for game in games for wire in game.wires))
    assert moves >= close_after


def talk(client: Client, id: str, said: list[int]) -> None:
    """Say one thing after the other over REST until the house is gone, and remember what was answered with yes."""
    with suppress(OSError):
        for n in range(190):
            client.post(f"/api/tables/{id}/chat", {"room": "watchers", "text": f"word {n}"})
            said.append(n)


def events(server: Server, id: str) -> HTTPConnection:
    """Somebody who watches by an event stream."""
    parts = urlsplit(server.url)
    wire = HTTPConnection(parts.hostname or "", parts.port, timeout=30)
    wire.request("GET", f"/api/tables/{id}/events")
    return wire


def test_whoever_never_comes_to_the_end_of_what_he_wants_does_not_keep_the_house_open(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        ann = server.guest("Ann")
        with connection(server.url) as wire:
            head = f"Authorization: Bearer {ann.token}\r\nContent-Type: application/json\r\nContent-Length: 1000"
            wire.sendall(
                f"POST /api/tables HTTP/1.1\r\n{host(server.url)}Expect: 100-continue\r\n{head}\r\n\r\n".encode()
            )
            assert b"100 Continue" in wire.recv(1000), "it waits for the rest"
            began = time.monotonic()
            assert server.stop() == 0
            assert time.monotonic() - began < SOON


def test_what_is_worked_on_for_somebody_ends_with_the_house(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        ann = server.guest("Ann")
        workshop = next(game for game in all_games() if game.has("workshop"))
        board = next(iter(workshop.module("workshop").samples().values()))
        judging = Thread(target=ask_and_lose, args=(ann, f"/api/games/{workshop.name}/workshop/judge", board))
        judging.start()
        while not (workers := server.children("turnwise.house.work.worker")):
            assert judging.is_alive()
        began = time.monotonic()
        assert server.stop() == 0
        assert time.monotonic() - began < SOON
        judging.join(30)
    assert not any(Path(f"/proc/{worker}").exists() for worker in workers)


def ask_and_lose(who: Client, path: str, board: object) -> None:
    """Ask for something, and hear that the house closes or nothing at all."""
    with suppress(OSError, HTTPException, Refused):
        while True:
            who.post(path, {"document": board})
