"""A house that is open reads nothing more of its own program: when no file can be opened any more, matches still come to their end."""

import os
import resource
from pathlib import Path

import pytest

from tests.web.server import Client, Server, started
from tests.web.test_faults import until
from turnwise.games import game as game_named
from turnwise.games import ours

pytestmark = pytest.mark.about_a_process

MOVES = 4
FIRST = next(iter(ours()))


def play(people: list[Client], game: str) -> None:
    """Some of a match, which then ends, and everything that is shown of it."""
    ann, *_ = people = people[: max(2, game_named(game).seats[0])]
    id = started(people, game=game)
    shown(ann, id)
    for _ in range(MOVES):
        for who in people:
            move(who, id)
    ann.post(f"/api/tables/{id}/chat", {"text": "Well played."})
    ann.call("POST", f"/api/tables/{id}/undo", {})
    for who in people:
        who.call("POST", f"/api/tables/{id}/resign", {})
    shown(ann, id)
    for path in (f"/tables/{id}/end", f"/tables/{id}/replay", f"/api/tables/{id}/result"):
        assert ann.call("GET", path)[0] == 200, path
    status, text = ann.call("GET", f"/api/tables/{id}/transcript")
    assert status == 200
    assert ann.call("POST", "/api/verifications", {"transcript": text.decode()})[0] == 200


def move(who: Client, id: str) -> bool:
    """Whether it was somebody's turn, who then did the first thing that was possible."""
    now = who.get(f"/api/tables/{id}/legal")
    if now["legal"]:
        who.post(f"/api/tables/{id}/actions", {"actions": [now["legal"][0]["words"]], "version": now["version"]})
    return bool(now["legal"])


def with_a_bot(ann: Client) -> None:
    id = ann.post(
        "/api/tables", {"game": FIRST, "seats": 2, "bots": ["search:1"], "clock": {"kind": "none"}, "sit": True}
    )["id"]
    ann.post(f"/api/tables/{id}/start")
    until(lambda: ann.get(f"/api/tables/{id}/legal")["legal"])
    assert ann.call("POST", f"/tables/{id}/hint", {})[0] == 200
    ann.post(f"/api/tables/{id}/resign")


def shown(ann: Client, id: str) -> None:
    for path in ("", "/moves"):
        assert ann.call("GET", f"/tables/{id}{path}")[0] == 200, path
    for path in ("", "/picture.svg", "/picture.txt", "/drawing?ply=0", "/moment.svg?ply=0"):
        status, body = ann.call("GET", f"/api/tables/{id}{path}")
        assert status == 200, (path, body)


def test_nothing_is_loaded_once_the_house_is_open(tmp_path: Path) -> None:
    noted = tmp_path / "noted"
    program = ("tests.web.frozen_house", str(noted))
    with Server(tmp_path / "house", "--no-limits", program=program) as server:
        ann, ben, *_ = people = [server.guest(name) for name in ("Ann", "Ben", "Cat", "Dan", "Eve", "Fay")]
        for game in ours():
            play(people, game)
        with_a_bot(ann)
        rated = started([ann, ben], game=FIRST, rated=True)
        ben.post(f"/api/tables/{rated}/resign")
        for path in ("/", f"/games/{FIRST}", f"/games/{FIRST}/rules", f"/api/games/{FIRST}/rules"):
            assert server.client().call("GET", path)[0] == 200, path
    assert noted.read_text() == ""


def test_a_house_without_files_lets_matches_end(tmp_path: Path) -> None:
    """All files that it may open are taken."""
    with Server(tmp_path, "--no-limits") as server:
        ann, ben = server.guest("Ann"), server.guest("Ben")
        id = started([ann, ben], game=FIRST)
        used = len(os.listdir(f"/proc/{server.pid}/fd"))
        _, most = resource.prlimit(server.pid, resource.RLIMIT_NOFILE)
        resource.prlimit(server.pid, resource.RLIMIT_NOFILE, (used - 1, most))
        assert any(move(who, id) for who in (ann, ben))  # whose turn it is may be drawn by lot
        ben.post(f"/api/tables/{id}/resign")
        for path in (f"/tables/{id}/end", f"/tables/{id}/replay", f"/api/tables/{id}/result"):
            assert ann.call("GET", path)[0] == 200, path
        assert ann.get("/healthz")["records"] == "ok"
        resource.prlimit(server.pid, resource.RLIMIT_NOFILE, (most, most))
    assert not [line for line in server.log if '"error"' in line]
