"""When the disk is full, the file is locked, a process dies or the system's clock jumps: a real house goes on, or says that it can't."""

import json
import os
import resource
import signal
import sqlite3
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from tests.web.server import Client, Refused, Server, started
from tests.web.test_socket import Socket, watch

pytestmark = pytest.mark.about_a_process

PATIENCE = 30
HOUR = 3_600_000
FOUR: dict[str, Any] = {"game": "connect_four"}


def opened(folder: Path, shift: str = "") -> Server:
    """A house in a moment: nothing here is worth a compiler."""
    program = ("tests.web.shifted_house", shift) if shift else ("turnwise",)
    return Server(folder, "--no-limits", program=program)


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    with opened(tmp_path) as server:
        yield server


def act(client: Client, id: str, version: int, action: str = "drop d", key: str = "") -> Any:
    request = {"actions": [action], "version": version, "key": key or f"{version}"}
    return client.post(f"/api/tables/{id}/actions", request)


def refused(ask: Callable[[], Any]) -> Refused:
    with pytest.raises(Refused) as told:
        ask()
    return told.value


def until(condition: Callable[[], Any]) -> Any:
    """What a question to the house is answered as soon as that is something."""
    end = time.monotonic() + PATIENCE
    while not (found := condition()):
        assert time.monotonic() < end, "it never came to that"
    return found


def closed(socket: Socket) -> int:
    """The code with which the house closes a socket."""
    with pytest.raises(ConnectionClosed) as told:
        socket.hear("nothing")
    assert told.value.rcvd
    return told.value.rcvd.code


# The disk.


@contextmanager
def full_disk(server: Server) -> Iterator[None]:
    """No file of the house may be longer than a few bytes, as if there were no room for more."""
    _, most = resource.prlimit(server.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (100, most))
    try:
        yield
    finally:
        resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (most, most))


@contextmanager
def locked_file(server: Server) -> Iterator[None]:
    """Another program writes to the file of the house, and takes its time."""
    with closing(sqlite3.connect(server.folder / "house.sqlite", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        try:
            yield
        finally:
            other.execute("ROLLBACK")


@pytest.mark.parametrize("trouble", [full_disk, locked_file])
def test_what_cannot_be_kept_is_not_shown_and_the_table_goes_on_afterwards(server: Server, trouble: Any) -> None:
    ann, bob = server.guest("Ann"), server.guest("Bob")
    id = started([ann, bob], **FOUR)
    act(ann, id, 0)
    with watch(ann, id) as mine, watch(bob, id) as his:
        seen = his.hear("snapshot")["n"]
        mine.hear("snapshot")
        with trouble(server):
            told = refused(lambda: act(bob, id, 1, key="k"))
            assert (told.status, told.body["error"]) == (503, "unavailable") and told.body["message"].endswith(".")
            assert (told.body["version"], len(told.body["legal"])) == (1, 7)
            assert (closed(mine), closed(his)) == (4012, 4012), "they are to come back, and were shown nothing"
            with watch(bob, id, f"?since={seen}") as again:
                assert again.hear("delta")["version"] == 1
                again.send(type="act", actions=["drop d"], version=1, key="k2")
                assert again.hear("refused")["error"] == "unavailable"
                assert closed(again) == 4012
            assert refused(lambda: server.guest("Carl")).body["error"] == "unavailable"
            assert refused(lambda: ann.post("/api/tables", {**FOUR, "seats": 2})).status == 503
            assert ann.get(f"/api/tables/{id}")["version"] == 1
            told = refused(lambda: ann.get("/healthz"))
            assert (told.status, told.body["status"]) == (503, "unavailable") and told.body["records"] != "ok"
        with watch(ann, id) as mine:
            assert mine.hear("snapshot")["version"] == 1
            assert act(bob, id, 1, key="k") == {"version": 2, "repeated": False}, "the very request that was refused"
            assert mine.hear("delta")["version"] == 2
    server.kill()
    events = [json.loads(line)["event"] for line in server.log]
    trouble_told, over = [event for event in events if "kept" in event][-2:]
    assert trouble_told.startswith("nothing can be kept: house.sqlite: ") and over == "all is kept again"
    with opened(server.folder) as again_open:
        assert again_open.client(ann.token).get(f"/api/tables/{id}")["version"] == 2


def test_whoever_has_to_wait_for_the_file_a_moment_gets_what_he_wants(server: Server) -> None:
    ann, bob = server.guest("Ann"), server.guest("Bob")
    id = started([ann, bob], **FOUR)
    with ThreadPoolExecutor() as pool, watch(bob, id) as his:
        his.hear("snapshot")
        with locked_file(server):
            acting = pool.submit(act, ann, id, 0)
            assert server.client().get("/healthz")["status"] == "ok", "nobody else waits"
        assert acting.result(PATIENCE)["version"] == 1
        assert his.hear("delta")["version"] == 1


# Clocks.


def clock_of(client: Client, id: str) -> dict[str, Any]:
    return dict(client.get(f"/api/tables/{id}")["clock"])


def test_clocks_do_not_follow_the_jumps_of_the_systems_clock(tmp_path: Path) -> None:
    with opened(tmp_path, "jumping") as server:
        ann, bob = server.guest("Ann"), server.guest("Bob")
        for kind, seconds in (("game", 600), ("move", 600), ("days", 86400)):
            id = started([ann, bob], **FOUR, clock={"kind": kind, "seconds": seconds}, absence="forfeit")
            full = seconds * 1000
            for version in range(4):
                act((ann, bob)[version % 2], id, version, f"drop {'abcd'[version]}")
            told = ann.get(f"/api/tables/{id}")
            assert told["table"]["status"] == "running"
            assert all(full - 60_000 < left <= full for left in told["clock"]["left"]), told["clock"]


def test_no_clock_is_charged_for_the_time_in_which_the_house_was_closed(tmp_path: Path) -> None:
    """Two hours pass; then a day and a half; then the system's clock turns out to have been ahead."""
    with opened(tmp_path) as server:
        ann, bob = server.guest("Ann"), server.guest("Bob")
        live = started([ann, bob], **FOUR, clock={"kind": "game", "seconds": 60}, absence="forfeit")
        days = started([ann, bob], **FOUR, clock={"kind": "days", "seconds": 86400}, absence="forfeit")
        act(ann, live, 0)
        act(ann, days, 0)
        server.kill()
    with opened(tmp_path, "2") as server:
        ann, bob = server.client(ann.token), server.client(bob.token)
        clock = clock_of(ann, live)
        assert clock["running"] == 1 and 40_000 < clock["left"][1] <= 60_000
        assert 23 * HOUR < clock_of(ann, days)["left"][1] <= 24 * HOUR
        act(bob, live, 1)
        server.kill()
    with opened(tmp_path, "36") as server:
        ann = server.client(ann.token)
        assert 23 * HOUR < clock_of(ann, days)["left"][1] <= 24 * HOUR, "nothing is forfeited"
        assert ann.get(f"/api/tables/{live}")["table"]["status"] == "running"
        act(ann, live, 2)
        server.kill()
    with opened(tmp_path) as server:
        clock = clock_of(server.client(ann.token), live)
        assert clock["running"] == 1 and 40_000 < clock["left"][1] <= 60_000
        assert 23 * HOUR < clock_of(server.client(ann.token), days)["left"][1] <= 24 * HOUR


# Bots and ratings.


def thinkers(server: Server) -> list[int]:
    """The processes in which the house's bots think."""
    return server.children("turnwise.bots.thinker")


def test_a_bot_plays_on_after_a_restart_and_after_its_process_was_killed(tmp_path: Path) -> None:
    with opened(tmp_path) as server:
        ann = server.guest("Ann")
        id = ann.post("/api/tables", {**FOUR, "seats": 2, "bots": ["search:2"]})["id"]
        ann.post(f"/api/tables/{id}/start")
        act(ann, id, 0)
        until(lambda: thinkers(server))
        server.kill()
    with opened(tmp_path) as server:
        ann = server.client(ann.token)
        with watch(ann, id) as socket:
            version = socket.hear("snapshot")["version"]
            while version < 2:
                version = socket.hear("delta").get("version", version)
            killed = set()

            def kill() -> None:
                (one,) = until(lambda: [pid for pid in thinkers(server) if pid not in killed])
                os.kill(one, signal.SIGKILL)
                killed.add(one)

            for kills in range(3):
                if kills:
                    kill()
                act(ann, id, version, "drop a")
                if kills == 2:
                    kill()  # also the one that was started in its place
                while socket.hear("delta")["version"] < version + 2:
                    pass
                version += 2


def test_a_rated_match_that_ended_as_the_house_died_is_counted_once(tmp_path: Path) -> None:
    with opened(tmp_path) as server:
        ann, bob = server.guest("Ann", "127.0.0.2"), server.guest("Bob", "127.0.0.3")
        ids = [started([ann, bob], **FOUR, rated=True) for _ in range(2)]
        for id in ids:
            for ply, column in enumerate("abab"):
                (ann, bob)[ply % 2].post(f"/api/tables/{id}/actions", {"actions": f"drop {column}", "version": ply})
        with watch(ann, ids[0]) as socket:
            socket.hear("snapshot")
            for id in reversed(ids):
                bob.post(f"/api/tables/{id}/resign")
            while "outcome" not in socket.hear("delta"):
                pass
            server.kill()
    for _ in range(2):  # and the second time nothing is left to count
        with opened(tmp_path) as server:
            counted(server.client(ann.token), ids, 2)
            assert server.stop() == 0


def counted(client: Client, ids: list[str], matches: int) -> None:
    assert until(lambda: all(client.get(f"/api/tables/{id}")["table"].get("ratings") for id in ids))
    (rating,) = client.get(f"/api/people/{client.get('/api/me')['id']}")["ratings"]
    assert rating["matches"] == matches
