"""What the pages' own forms send, and the pieces of pages that they are answered with."""

import json
from pathlib import Path
from typing import Any

from tests.web.hall import SITE, Hall, Somebody, in_hall, refusal
from turnwise.bots.names import USUAL
from turnwise.games import game

BOARD = json.loads((Path(game("rally").rules.__file__ or "").parent / "demo_21.json").read_text())


async def set_up(somebody: Somebody, game: str, **form: str) -> tuple[Any, list[Any]]:
    """A table as the form says: what is told of it, and those at the same screen."""
    made = await somebody.did(f"/games/{game}/tables", {name.replace("__", "-"): said for name, said in form.items()})
    return (await somebody.got(f"/api/tables/{made['id']}"))["table"], made["here"]


@in_hall
async def test_without_a_word_one_plays_the_usual_bots_at_once(hall: Hall) -> None:
    ann = await hall.guest("Ann")
    table, here = await set_up(ann, "whot")
    assert (table["status"], table["access"], table["seating"], here) == ("running", "link", "shuffled", [])
    assert sorted(seat.get("bot", "") for seat in table["seats"]) == ["", *[USUAL] * (len(table["seats"]) - 1)]


@in_hall
async def test_everybody_sits_where_the_form_says_and_a_friend_is_waited_for(hall: Hall) -> None:
    ann = await hall.guest("Ann")
    who = {"count": "4", "who0": "friend", "who1": "classic", "who2": "me", "who3": "here", "name3": "Cleo"}
    more = {"seating": "chosen", "clock": "game 300 3", "title": "Family", "option__cards_each": "4", "hints": "on"}
    table, here = await set_up(ann, "whot", **who, **more)
    assert [seat.get("name") or seat.get("bot") for seat in table["seats"]] == [None, "classic", "Ann", "Cleo"]
    assert (table["status"], table["title"], table["options"]["cards_each"]) == ("lobby", "Family", 4)
    assert table["hints"] and not table["rated"], "though several people play"
    assert table["clock"] == {"kind": "game", "seconds": 300, "increment": 3}
    cleo = Somebody(hall, here[0]["person"], here[0]["token"])
    assert (await cleo.got(f"/api/tables/{table['id']}"))["seat"] == 3, "the page plays for her with this token"


@in_hall
async def test_a_board_is_ones_own_or_one_that_the_house_keeps(hall: Hall) -> None:
    ann = await hall.guest("Ann")
    own, _ = await set_up(ann, "rally", option__board="own", own__board=json.dumps(BOARD | {"name": "Mine"}))
    kept = await ann.did("/api/boards", {"game": "rally", "document": BOARD | {"name": "Kept"}})
    chosen, _ = await set_up(ann, "rally", option__board=kept["id"])
    assert [table["options"]["board"]["name"] for table in (own, chosen)] == ["Mine", "Kept"]
    refused = await ann.post("/games/rally/tables", {"option-board": "no-such-board"})
    refusal(refused, 404, "no_such_board")


@in_hall
async def test_what_is_wrong_with_a_form_is_said_in_the_readers_language_and_nothing_is_opened(hall: Hall) -> None:
    ann = await hall.guest("Ann")
    wrong: dict[str, tuple[dict[str, str], str]] = {
        "not_json": ({"option-board": "own", "own-board": "no board"}, "Das ist kein JSON."),
        "bad_option": ({"access": "private", "count": "2", "who1": "here", "name1": "Ben"}, "privat"),
        "bad_request": ({"access": "anybody"}, ""),
        "bad_seats": ({"count": str(10**9)}, ""),
        "bad_name": ({"count": "2", "who1": "here"}, ""),
    }
    for code, (form, words) in wrong.items():
        answer = await ann.post("/games/rally/tables", form, headers={"Accept-Language": "de"})
        assert answer.json()["error"] == code and words in answer.json()["message"]
    assert (await ann.got("/api/me/tables"))["tables"] == []


@in_hall
async def test_nobody_and_no_other_site_sends_a_form(hall: Hall) -> None:
    for path in ("/games/whot/tables", "/me/handover"):
        refusal(await hall.nobody.post(path, {}), 401, "no_token")
        ann = await hall.nobody.post("/api/guests", {"name": "Ann", "cookie": True}, headers={"Origin": SITE})
        cookie = {"Cookie": ann.headers["set-cookie"].partition(";")[0]}
        refused = await hall.nobody.post(path, {}, headers=cookie | {"Origin": "http://elsewhere.test"})
        refusal(refused, 403, "cross_site")
        assert (await hall.nobody.post(path, {}, headers=cookie | {"Origin": SITE})).status_code in (200, 201)
        hall.client.cookies.clear()


@in_hall
async def test_the_end_is_told_in_the_readers_language_to_whoever_may_look(hall: Hall) -> None:
    ann, ben, table = await hall.match()
    page = table.removeprefix("/api") + "/end"
    assert (await hall.client.get(page)).status_code == 409, "it is not over"
    await ben.did(f"{table}/resign")
    told = {}
    for who, language in ((ann, "en"), (ben, "de"), (hall.nobody, "en")):
        headers = {"Accept-Language": language} | ({"Authorization": f"Bearer {who.token}"} if who.token else {})
        told[who] = (await hall.client.get(page, headers=headers)).text
    assert "You win!" in told[ann] and "Ben resigned" in told[ann]
    assert "Ann gewinnt" in told[ben] and "Punkt" in told[ben] and "Playing time" not in told[ben]
    assert "Ann wins" in told[hall.nobody]


@in_hall
async def test_somebody_is_let_in_by_the_name_of_his_account(hall: Hall) -> None:
    ann, ben, eve = [await hall.guest(name) for name in ("Ann", "Ben", "Eve")]
    kept = await ben.did("/api/accounts", {"name": "Benedikt", "password": "a long enough one"})
    ben = Somebody(hall, ben.id, kept["token"])
    id = (await ann.opened(access="private")).rpartition("/")[2]
    for person in (ben, eve):
        refusal(await person.get(f"/api/tables/{id}"), 404, "no_such_table")
        refusal(await person.post(f"/tables/{id}/invitations", {"name": "Benedikt"}), 404, "no_such_table")
    refused = await ann.post(f"/tables/{id}/invitations", {"name": "Ben"})
    assert "Ben" in refusal(refused, 404, "unknown_person")["message"], "a guest has no name to be found by"
    answer = await ann.post(f"/tables/{id}/invitations", {"name": "benedikt"})
    assert answer.status_code == 200 and answer.text.startswith("Benedikt ")
    assert f"/tables/{id}" in (await ben.get("/")).text, "he finds it on the first page"
    assert id not in (await eve.get("/")).text
    await ben.did(f"/api/tables/{id}/seats", {})
    refusal(await eve.get(f"/api/tables/{id}"), 404, "no_such_table")


@in_hall
async def test_who_is_a_nuisance_is_muted_blocked_and_reported_where_he_is_heard(hall: Hall) -> None:
    ann, ben, address = await hall.match()
    id = address.rpartition("/")[2]
    eve = await hall.guest("Eve")
    await eve.did(f"/api/tables/{id}/chat", {"room": "watchers", "text": "move, you snail"})
    seen = (await ann.post(f"/tables/{id}/people", {})).text
    assert "Ben" in seen and "Eve" not in seen, "players do not hear their watchers, nor of them"
    assert "Eve" not in (await eve.post(f"/tables/{id}/people", {})).text
    muted = (await ann.post(f"/tables/{id}/people", {"mute": ben.id})).text
    refusal(await ben.post(f"/api/tables/{id}/chat", {"room": "players", "text": "hm"}), 409, "muted")
    assert "Let speak again" in muted and "Let speak again" not in seen
    await ann.post(f"/tables/{id}/people", {"unmute": ben.id})
    await ben.did(f"/api/tables/{id}/chat", {"room": "players", "text": "hm"})
    refusal(await ben.post(f"/tables/{id}/people", {"mute": ann.id}), 409, "not_host")
    await ben.post(f"/tables/{id}/people", {"block": ann.id})
    assert (await ben.got("/api/me"))["blocks"] == [ann.id]
    thanks = await ben.post(f"/tables/{id}/people", {"about": ann.id, "text": "mutes me"})
    assert "Thank you" in thanks.text
    (report,) = await hall.house.reports.listed()
    assert (report.by, report.about, report.table, report.text) == (ben.id, ann.id, id, "mutes me")


@in_hall
async def test_whoever_is_invited_sits_down_by_the_name_he_gives(hall: Hall) -> None:
    ann = await hall.guest("Ann")
    id = (await ann.opened()).rpartition("/")[2]
    join, site = f"/tables/{id}/join", {"Origin": SITE}
    refusal(await hall.nobody.post(join, {"name": " "}, headers=site), 400, "bad_name")
    sat = await hall.nobody.post(join, {"name": "Ben"}, headers=site)
    assert sat.json()["person"]["name"] == "Ben" and "turnwise=" in sat.headers["set-cookie"]
    assert [seat["name"] for seat in (await ann.got(f"/api/tables/{id}"))["table"]["seats"]] == ["Ann", "Ben"]
    hall.client.cookies.clear()
    people = len(hall.store.docs)
    refusal(await hall.nobody.post(join, {"name": "Cy"}, headers=site), 409, "full")
    assert len(hall.store.docs) == people, "nobody was made for nothing"


@in_hall
async def test_a_guest_may_take_another_name_with_the_seat_and_an_account_keeps_its_own(hall: Hall) -> None:
    ann, guest, known = await hall.guest("Ann"), await hall.guest("Guest 412"), await hall.guest("Dora")
    await known.did("/api/accounts", {"name": "Dora", "password": "correct horse"})
    id = (await ann.opened("whot", 3, hints=True)).rpartition("/")[2]
    page = (await guest.get(f"/tables/{id}")).text
    assert "Ann invites you to a game of Whot." in page and 'value="Guest 412"' in page
    await guest.did(f"/tables/{id}/join", {"name": "Ben"})
    seats = (await ann.got(f"/api/tables/{id}"))["table"]["seats"]
    assert [seat.get("name") for seat in seats] == ["Ann", "Ben", None]
    assert "everybody is told who does" in page, "what was agreed on about hints"
