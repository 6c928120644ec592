"""Several workers serve one house: real processes on one database, of which some die, stand still, or are replaced."""

import asyncio
import os
import signal
import time
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import suppress
from functools import partial
from http.client import HTTPException
from pathlib import Path
from random import Random
from threading import Event, Thread
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from tests.house.postgres_server import Cluster, emptied, home
from tests.web.server import Client, Refused, Server, started
from tests.web.storm import Game, until
from tests.web.test_kill import GAMES, check_game
from tests.web.test_socket import Socket, watch
from turnwise.cli import main
from turnwise.house.store.choice import DATABASE
from turnwise.web.http.websocket_protocol import BANNED, SIGNED_OUT

pytestmark = pytest.mark.about_a_process  # each has a database of its own

LEASE = 2
SOON = 20.0
"""Seconds in which something must have happened that takes a lease's time, on a machine with much to do."""
MATCHES, MOVES = 10, 150
FOUR: dict[str, Any] = {"game": "connect_four", "clock": {"kind": "none"}}


class Workers:
    """Two processes with a port each, and the database that they share. One that was killed is started again."""

    def __init__(self, folder: Path) -> None:
        self.cluster = Cluster(home(), fsync="off", full_page_writes="off")
        self.cluster.start()
        self.database = emptied(self.cluster.folder, "house")
        self._folder = folder
        self._servers: list[Server | None] = [None, None]

    @property
    def both(self) -> tuple[Server, Server]:
        for n, one in enumerate(self._servers):
            if not one or one.process.poll() is not None:
                # The second has a folder of its own, as on another machine; the first shares its with whoever comes.
                self._servers[n] = self.one(f"folder {n}")
        first, second = self._servers
        assert first and second
        return first, second

    def one(self, folder: str, *more: str) -> Server:
        return Server(self._folder / folder, "--no-limits", "--store", self.database, "--lease", str(LEASE), *more)

    def close(self) -> None:
        for one in self._servers:
            if one:
                one.process.send_signal(signal.SIGCONT)
                one.__exit__()
        self.cluster.close()


@pytest.fixture(scope="module")
def workers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workers]:
    found = Workers(tmp_path_factory.mktemp("workers"))
    try:
        yield found
    finally:
        found.close()


def at(server: Server, who: Client) -> Client:
    """The same person at another worker."""
    found = server.client(who.token)
    found.person = who.person
    return found


def soon(is_so: Callable[[], bool], seconds: float = SOON) -> None:
    until = time.monotonic() + seconds
    while not is_so():
        assert time.monotonic() < until
        time.sleep(0.05)


def level(servers: Sequence[Server], game: Game) -> None:
    """Wait until all workers are at the same version of a match: another's move is heard of a moment later."""
    token = game.players[0].token
    soon(lambda: len({one.client(token).get(f"/api/tables/{game.id}")["version"] for one in servers}) == 1)


def shows(player: Client, id: str, lines: Collection[int]) -> bool:
    """Whether a log has one of these numbers of lines, at the worker that answers."""
    return len(words(player, id)) in lines


def acted(player: Client, id: str) -> int:
    """Make the first move that is allowed, once his worker has heard that it is his turn; the version after it."""
    soon(lambda: bool(player.get(f"/api/tables/{id}/legal")["legal"]))
    look = player.get(f"/api/tables/{id}")
    request = {"actions": look["legal"][:1], "version": look["version"], "key": f"{id} {look['version']}"}
    return int(player.post(f"/api/tables/{id}/actions", request)["version"])


def words(player: Client, id: str) -> list[str]:
    return [line["words"] for line in player.get(f"/api/tables/{id}")["lines"]]


def versions(wire: Socket, last: int) -> list[int]:
    """The versions that somebody is shown from now on, until the last."""
    seen: list[int] = []
    while not seen or seen[-1] < last:
        told = wire.hear("delta")
        if "lines" in told:
            seen.append(told["version"])
    return seen


def play(games: list[Game], workers: Workers, enough: Callable[[], bool]) -> None:
    """Matches of two whose players are at different workers, until that is enough."""

    async def main() -> None:
        for game in games:
            await game.join(*(server.url for server in workers.both))
        await until(enough)
        for wire in [wire for game in games for wire in game.wires]:
            wire.close()
            await until(lambda wire=wire: wire.lost)  # type: ignore[misc]

    asyncio.run(asyncio.wait_for(main(), 60))


def test_players_at_different_workers_see_every_move_once(workers: Workers) -> None:
    first, second = workers.both
    ann, bob = first.guest("Ann"), second.guest("Bob")
    id = started([ann, bob], **FOUR)
    soon(lambda: bob.get(f"/api/tables/{id}")["table"]["status"] == "running")
    with watch(ann, id) as hers, watch(bob, id) as his:
        assert hers.hear("snapshot")["version"] == his.hear("snapshot")["version"] == 0
        for move in range(6):
            assert acted((ann, bob)[move % 2], id) == move + 1
        assert versions(hers, 6) == versions(his, 6) == [1, 2, 3, 4, 5, 6]
    assert words(ann, id) == words(bob, id)


def test_a_storm_over_two_workers(workers: Workers) -> None:
    first, second = workers.both
    players = [first.guest("Ann"), second.guest("Bob")]
    games = [Game(started(players, **GAMES[n % len(GAMES)]), players, Random(n)) for n in range(MATCHES)]

    play(games, workers, lambda: all(game.over or game.accepted >= 20 for game in games))
    assert not any(game.errors for game in games)
    for game in games:
        for server in (first, second):
            level((first, second), game)
            check_game(server, game)


def test_what_the_host_orders_reaches_all_workers(workers: Workers, capsys: pytest.CaptureFixture[str]) -> None:
    first, second = workers.both
    ann, bob = first.guest("Ann"), second.guest("Bob")
    id = started([ann, bob], **FOUR)
    with watch(at(second, ann), id) as elsewhere:
        elsewhere.hear("snapshot")
        main(["admin", "--data", str(first.folder), "ban", "person", ann.person, "--why", "enough"])
        with pytest.raises(ConnectionClosed) as closed:
            elsewhere.hear("nothing")
    assert closed.value.rcvd and closed.value.rcvd.code == BANNED
    with pytest.raises(Refused, match="banned"):
        at(second, ann).get("/api/me")
    # Where no worker has its folder, the order is carried out by the command itself, and the workers hear of it.
    with watch(bob, id) as his:
        his.hear("snapshot")
        nobody = first.folder.parent / "nobody"
        main(["admin", "--data", str(nobody), "--store", workers.database, "ban", "person", bob.person])
        with pytest.raises(ConnectionClosed) as closed:
            his.hear("nothing")
    assert closed.value.rcvd and closed.value.rcvd.code == BANNED
    assert not capsys.readouterr().err


def test_a_new_name_and_a_sign_out_are_known_at_the_other_worker(workers: Workers) -> None:
    first, second = workers.both
    ann, bob = first.guest("Ann"), second.guest("Bob")
    id = started([ann, bob], **FOUR)
    with watch(at(second, ann), id) as hers:
        hers.hear("snapshot")
        ann.ask("PATCH", "/api/me", {"name": "Anna"})
        soon(lambda: bob.get(f"/api/tables/{id}")["table"]["seats"][0]["name"].startswith("Anna"))
        ann.delete("/api/sessions/current")
        with pytest.raises(ConnectionClosed) as closed:
            hers.hear("nothing")
    assert closed.value.rcvd and closed.value.rcvd.code == SIGNED_OUT


def test_what_a_dead_worker_looked_after_goes_on(workers: Workers, capsys: pytest.CaptureFixture[str]) -> None:
    first, second = workers.both
    ann, bob = first.guest("Ann"), second.guest("Bob")
    unseen = started([ann, first.guest("Carl")], **FOUR | {"clock": {"kind": "move", "seconds": 5}}, absence="forfeit")
    with_bot = started([ann], **FOUR | {"seats": 2, "bots": ["random"]})
    timed = started([ann, bob], **FOUR | {"clock": {"kind": "move", "seconds": 5}}, absence="forfeit")
    here = at(second, ann)
    acted(ann, with_bot)
    soon(lambda: here.get(f"/api/tables/{with_bot}")["version"] == 2)
    first.kill()
    began = time.monotonic()
    with watch(bob, timed) as his:
        assert acted(here, with_bot) == 3
        soon(lambda: here.get(f"/api/tables/{with_bot}")["version"] == 4)
        while "outcome" not in his.hear("delta"):
            pass
        assert time.monotonic() - began < SOON
    assert bob.get(f"/api/tables/{timed}")["table"]["status"] == "over"
    assert len(words(here, with_bot)) == 5, "the bot has moved once for each move"

    def over() -> str:
        main(["admin", "--data", str(second.folder), "tables", "over"])
        return capsys.readouterr().out

    soon(lambda: unseen in over())  # nobody has asked the second worker for this table


def test_a_worker_that_stood_still_does_nothing_twice(workers: Workers) -> None:
    first, second = workers.both
    ann = first.guest("Ann")
    ids = [started([ann], **FOUR | {"seats": 2, "bots": ["random"]}) for _ in range(3)]
    here = at(second, ann)
    for id in ids:
        acted(ann, id)
        soon(lambda id=id: here.get(f"/api/tables/{id}")["version"] == 2)  # type: ignore[misc]
    os.kill(first.pid, signal.SIGSTOP)
    stopped = time.monotonic()
    for id in ids:
        assert acted(here, id) == 3
        soon(lambda id=id: here.get(f"/api/tables/{id}")["version"] == 4)  # type: ignore[misc]
    while time.monotonic() - stopped < 2 * LEASE:
        time.sleep(0.05)
    os.kill(first.pid, signal.SIGCONT)
    for id in ids:
        soon(lambda id=id: ann.get(f"/api/tables/{id}")["version"] == 4)  # type: ignore[misc]  # it finds out what it has missed
        assert acted(ann, id) == 5
        for one in (ann, here):
            soon(lambda id=id, one=one: one.get(f"/api/tables/{id}")["version"] == 6)  # type: ignore[misc]
        assert words(ann, id) == words(here, id)


class Insisting:
    """Two who play match after match through whatever comes, as pages do: what is not answered is asked again with the same key. And
    one who looks on, and comes back when he is told to."""

    def __init__(self, server: Server, players: list[Client], watched: str) -> None:
        self._server, self._players, self._watched = server, players, watched
        self.matches: dict[str, int] = {}
        """How many moves were accepted at each table."""
        self.faults: list[object] = []
        self.came_in = 0
        self._over = Event()
        self._threads = [Thread(target=self._play), Thread(target=self._look_on)]

    @property
    def moves(self) -> int:
        return sum(self.matches.values())

    def __enter__(self) -> "Insisting":
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        for thread in self._threads:
            thread.join(SOON)

    def _play(self) -> None:
        while not self._over.is_set():
            with suppress(OSError, HTTPException, Refused):
                id = started([self._server.client(player.token) for player in self._players], **FOUR)
                for n in range(18):  # six in each column: nobody has four in a row before the next
                    request = {"actions": [f"drop {'abc'[n // 6]}"], "version": n, "key": f"{id} {n}"}
                    while not self._over.is_set() and not self._is_accepted(n % 2, id, request):
                        pass

    def _is_accepted(self, seat: int, id: str, request: dict[str, Any]) -> bool:
        client = self._server.client(self._players[seat].token)
        try:
            after = client.post(f"/api/tables/{id}/actions", request)["version"]
        except Refused as refused:
            if refused.status != 503:
                self.faults.append(refused)
                self._over.set()
            return False
        except (OSError, HTTPException):
            return False
        finally:
            client.close()
        assert after == request["version"] + 1
        self.matches[id] = after
        self._over.wait(0.05)
        return True

    def _look_on(self) -> None:
        while not self._over.is_set():
            with suppress(OSError, ConnectionClosed), watch(self._players[0], self._watched) as wire:
                self.came_in += 1
                while not self._over.is_set():
                    with suppress(TimeoutError):
                        wire.wire.recv(0.2)


def test_a_parent_keeps_workers_and_replaces_them_one_by_one(workers: Workers) -> None:
    with workers.one("shared", "--workers", "2") as server:
        players = [server.guest("Ann"), server.guest("Bob")]
        figures = server.client().call("GET", "/metrics")[1].decode()
        assert 'turnwise_sockets{worker="1"}' in figures and 'turnwise_sockets{worker="2"}' in figures
        assert figures.count("# TYPE turnwise_sockets gauge") == 1
        assert server.client().get("/readyz") == {"status": "ready"}
        old = server.children("serve")
        assert len(old) == 2
        with Insisting(server, players, started(players, **FOUR)) as played:
            soon(lambda: played.moves > 5)
            os.kill(server.pid, signal.SIGHUP)
            soon(lambda: not set(old) & set(server.children("serve")), 4 * SOON)
            so_far = played.moves
            soon(lambda: played.moves > so_far + 5)
            new = server.children("serve")
            os.kill(new[0], signal.SIGKILL)
            soon(lambda: new[0] not in (found := server.children("serve")) and len(found) == 2)
        assert not played.faults
        for id, moves in played.matches.items():
            soon(partial(shows, server.client(players[0].token), id, (moves + 1, moves + 2)))  # one may be unanswered
        assert played.came_in >= 2, "he was sent away, and let in by another worker"
        left = server.children("serve")
        server.kill()
    soon(lambda: not any(Path(f"/proc/{pid}").exists() for pid in left))


def test_a_file_has_one_worker(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["serve", "--data", str(tmp_path), "--port", "0", "--workers", "2"]) == 2
    assert "turnwise migrate" in capsys.readouterr().err
    assert not (tmp_path / DATABASE).exists()


def test_acknowledged_moves_are_there_when_the_database_was_killed(workers: Workers) -> None:
    both = workers.both
    players = [both[0].guest("Ann"), both[1].guest("Bob")]
    games = [Game(started(players, **GAMES[n % len(GAMES)]), players, Random(n)) for n in range(MATCHES)]
    moves = 0

    def moved() -> None:
        nonlocal moves
        moves += 1
        if moves == MOVES:
            workers.cluster.kill()

    for game in games:
        game.moved = moved
    play(games, workers, lambda: moves >= MOVES)
    workers.cluster.start_again()
    for server in both:
        soon(lambda server=server: server.client().call("GET", "/readyz")[0] == 200)  # type: ignore[misc]
    assert sum(game.accepted for game in games) >= MOVES - 2 * MATCHES
    for game in games:
        for server in both:
            level(both, game)  # hints were lost with the database: what was missed is found by comparing
            check_game(server, game)
