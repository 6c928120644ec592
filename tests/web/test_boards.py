"""Boards that people make, over HTTP."""

import json
from typing import Any

import pytest

from tests.web.hall import SITE, Hall, good, in_hall, refusal
from turnwise.games.rally.workshop import blank, samples
from turnwise.house.people.ledger import PIECE
from turnwise.house.services.boards import MOST
from turnwise.house.services.judging import Judging
from turnwise.house.work.documents import packed
from turnwise.house.work.limits import RATES
from turnwise.house.work.permits import Asker
from turnwise.kit.errors import TurnwiseError

WORKSHOP = "/api/games/rally/workshop"
SHORT = blank() | {"name": "Short", "connections": [["A", "Z"]]}
HARBOUR = samples()["Old Harbour"]


@in_hall
async def test_a_draft_is_looked_at_and_said_in_the_reader_s_language(hall: Hall) -> None:
    ann = await hall.guest("Ann")
    told = await ann.did(f"{WORKSHOP}/check", {"document": blank()})
    assert not told["good"] and told["remarks"][0] == {
        "where": [0],
        "sentence": "Position 'A' has no connection.",
        "severe": True,
    }
    german = await ann.did(f"{WORKSHOP}/check", {"document": blank()}, headers={"Accept-Language": "de"})
    assert german["remarks"][0]["sentence"] == "Der Ort „A“ hat keine Verbindung."
    assert (await ann.did(f"{WORKSHOP}/check", {"document": SHORT}))["options"] == {"win": "race"}
    told = await ann.did(f"{WORKSHOP}/check", {"document": HARBOUR})
    assert told["good"] and told["option"] == "board" and told["remarks"] == [] and len(told["sites"]) == 15


@in_hall
async def test_a_good_board_opens_a_table_with_what_the_house_says(hall: Hall) -> None:
    ann = await hall.guest("Ann")
    for document in (SHORT, HARBOUR):
        told = await ann.did(f"{WORKSHOP}/check", {"document": document})
        table = await ann.opened("rally", 1, options={told["option"]: document, **told["options"]})
        await ann.did(f"{table}/start")
        shown = (await ann.got(table))["table"]["options"]["board"]
        assert shown["name"] == document["name"] and "questions" not in str(shown), "no answer leaves a running match"


@in_hall
async def test_arranging_answers_a_draft_that_is_no_board_too(hall: Hall) -> None:
    ann = await hall.guest("Ann")
    told = await ann.did(f"{WORKSHOP}/arrange", {"document": blank() | {"far": 10**40}})
    assert told["document"]["far"] == 10**40
    many = {"format": "rally-board-1", "positions": [{"id": f"N{i}"} for i in range(200)]}
    refusal(await ann.post(f"{WORKSHOP}/arrange", {"document": many}), 400, "bad_board")


@in_hall
async def test_a_board_is_kept_found_changed_and_deleted_by_its_owner(hall: Hall) -> None:
    ann, ben = await hall.two()
    kept = good(await ann.post("/api/boards", {"game": "rally", "document": HARBOUR}))
    assert (kept["title"], kept["revision"], kept["mine"]) == ("Old Harbour", 1, True)
    path = f"/api/boards/{kept['id']}"
    shared = await ben.got(path)
    assert shared["document"] == HARBOUR and not shared["mine"]
    assert (await hall.nobody.got(path))["document"] == HARBOUR
    assert [one["id"] for one in await ann.got("/api/boards?game=rally")] == [kept["id"]]
    assert await ben.got("/api/boards") == [] and "document" not in (await ann.got("/api/boards"))[0]

    hall.at += 1000
    changed = good(await ann.ask("PATCH", path, {"document": SHORT, "revision": 1}))
    assert (changed["title"], changed["revision"], changed["changed"] - changed["made"]) == ("Short", 2, 1000)
    refusal(await ann.ask("PATCH", path, {"document": HARBOUR, "revision": 1}), 409, "board_changed")
    refusal(await ben.ask("PATCH", path, {"document": HARBOUR, "revision": 2}), 409, "not_your_board")
    refusal(await ben.delete(path), 409, "not_your_board")
    assert (await ann.got(path))["document"]["name"] == "Short"
    good(await ann.delete(path))
    refusal(await ann.get(path), 404, "no_such_board")
    assert await ann.got("/api/boards") == []


@in_hall
async def test_a_board_with_a_message_is_not_kept(hall: Hall) -> None:
    ann = await hall.guest("Ann")
    response = await ann.post("/api/boards", {"game": "rally", "document": blank()})
    refusal(response, 400, "bad_board")
    assert "Position 'A' has no connection." in response.json()["message"]
    refusal(await ann.post("/api/boards", {"game": "rally", "document": {"format": "x" * 300_000}}), 400, "bad_board")
    refusal(await ann.post("/api/boards", {"game": "whot", "document": SHORT}), 404, "no_such_workshop")
    refusal(await ann.post("/api/boards", {"game": "rally", "document": "/etc/passwd"}), 400, "bad_request")
    refusal(await hall.nobody.post("/api/boards", {"game": "rally", "document": SHORT}), 401, "no_token")
    assert await ann.got("/api/boards") == []


@in_hall
async def test_somebody_keeps_so_many_boards_and_takes_them_along(hall: Hall) -> None:
    ann = await hall.guest("Ann")
    hall.at += 1000
    for _ in range(MOST):
        hall.at += 5000
        last = await ann.did("/api/boards", {"game": "rally", "document": SHORT})
    hall.at += 5000
    refusal(await ann.post("/api/boards", {"game": "rally", "document": SHORT}), 409, "too_many_boards")
    assert len(await ann.got("/api/boards")) == MOST
    good(await ann.delete("/api/me"))
    refusal(await hall.nobody.get(f"/api/boards/{last['id']}"), 404, "no_such_board")


@in_hall
async def test_bots_play_on_a_board_and_say_what_they_found(hall: Hall) -> None:
    ann = await hall.guest("Ann")
    hall.services.judging = Judging(hall.services.jobs, games=3, seconds=30)
    seen = []
    while True:
        told = await ann.did(f"{WORKSHOP}/judge", {"document": HARBOUR}, headers={"Accept-Language": "de"})
        seen.append(told["done"])
        hall.at += 1000
        if told["remarks"] is not None:
            break
        assert told["of"] == 3
    assert seen == sorted(seen) and seen[-1] == 3
    assert told["remarks"][0]["sentence"].startswith("Von 3 Partien")
    again = await ann.did(f"{WORKSHOP}/judge", {"document": HARBOUR})
    assert again["remarks"][0]["sentence"].startswith("Of 3 games"), "what was found is kept"
    refusal(await ann.post(f"{WORKSHOP}/judge", {"document": blank()}), 400, "bad_board")


@in_hall
async def test_a_trial_that_fails_is_said_and_tried_again(hall: Hall) -> None:
    judging, ann = Judging(hall.services.jobs, games=2, seconds=30), Asker("ann", "")
    with pytest.MonkeyPatch.context() as patch, pytest.raises(TurnwiseError) as failed:
        patch.setattr("turnwise.house.work.children.sys.executable", "/bin/false")
        while True:
            await judging.judge("rally", packed(HARBOUR), ann)
    assert failed.value.code == "busy"
    found: Any = None
    while not found:
        found = (await judging.judge("rally", packed(HARBOUR), ann)).findings
    await judging.close()


@in_hall
async def test_the_pages_are_there_and_a_cut_off_link_helps(hall: Hall) -> None:
    ann = await hall.guest("Ann")
    kept = await ann.did("/api/boards", {"game": "rally", "document": HARBOUR})
    for path in ("/games/rally/workshop", f"/boards/{kept['id']}"):
        page = await hall.client.get(f"{SITE}{path}")
        assert page.status_code == 200 and "Old Harbour" in page.text and "nonce" not in page.text
    for path in ("/games/whot/workshop", "/boards/none"):
        assert (await hall.client.get(f"{SITE}{path}", headers={"Accept": "text/html"})).status_code == 404


@in_hall
async def test_what_somebody_has_kept_in_a_time_is_bounded_by_its_bytes(hall: Hall) -> None:
    """Boards are the largest that people keep; all else that is kept of them counts with it."""
    ann, rate, kept = await hall.guest("Ann"), RATES["records"], 0
    asked = [{"text": f"{n:0300}", "answers": ["a", "b", "c"], "right": 0, "note": "n" * 600} for n in range(200)]
    large = HARBOUR | {"packs": HARBOUR["packs"] | {"sea": {"title": "Sea", "questions": asked}}}
    size = len(json.dumps(large))
    for n in range(MOST):
        answer = await ann.post("/api/boards", {"game": "rally", "document": large, "key": str(n)})
        if answer.status_code != 201:
            break
        kept += size
    assert "keep very much" in refusal(answer, 429, "too_many")["message"]
    assert abs(kept - PIECE * rate.burst) < 2 * size
    refusal(await ann.post("/api/tables", {"game": "connect_four", "seats": 2}), 429, "too_many")
    hall.at += 1000 * int(answer.headers["Retry-After"])
    first = await ann.did("/api/boards", {"game": "rally", "document": SHORT, "key": "one"})
    assert await ann.did("/api/boards", {"game": "rally", "document": SHORT, "key": "one"}) == first
