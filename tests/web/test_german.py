"""A browser that asks for German is shown a German table, and everybody else the same as ever."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from websockets.sync.client import connect

from tests.house.parlour import Parlour
from tests.house.town import live
from tests.web.hall import Hall, in_hall
from tests.web.server import Client, Server, started
from tests.web.test_easel import Looker
from turnwise.house.tables.items import Terms
from turnwise.house.work.limits import RATES, TooMany
from turnwise.kit.catalogues import speaker
from turnwise.web.pictures.easel import Easel

pytestmark = pytest.mark.about_a_process

GERMAN = {"Accept-Language": "de-DE,de;q=0.9,en;q=0.5"}
CHOSEN = {"Cookie": "language=de"}


@in_hall
async def test_pictures_of_now_and_then_speak_the_language_of_the_browser(hall: Hall) -> None:
    ann, _, table = await hall.match()
    await ann.did(f"{table}/actions", {"actions": "drop d", "version": 0, "key": "1"})
    for path in ("picture.svg", "moment.svg?ply=1", "drawing?ply=1"):
        plain, asked, chosen = [
            (await ann.get(f"{table}/{path}", headers=headers)).text for headers in ({}, GERMAN, CHOSEN)
        ]
        assert "Ben is to move." in plain and "Ben ist am Zug." not in plain
        assert asked == chosen and "Ben ist am Zug." in asked and "is to move" not in asked
        assert "Scheibe von Ann auf d1" in asked


@in_hall
async def test_the_shelf_shows_german_pictures(hall: Hall) -> None:
    for game, english, german in (("deerportal", "Summer", "Sommer"), ("whot", "Draw", "Ziehen")):
        plain, asked = [
            (await hall.nobody.get(f"/games/{game}/picture.svg", headers=headers)).text for headers in ({}, GERMAN)
        ]
        assert f">{english}<" in plain and f">{german}<" in asked and f">{english}<" not in asked


@live
async def test_the_same_eyes_in_two_languages_get_two_pictures() -> None:
    async with Parlour() as parlour:
        people = await parlour.guests("Ann", "Ben")
        id, easel = await parlour.table(Terms("connect_four", 2), *people), Easel(parlour.house)
        english, german = Looker(0), Looker(0)
        easel.add(id, english)
        easel.add(id, german, "de")
        assert (await english.sees(0))["moves"][0][1] == "Drop a disc into column a"
        assert (await german.sees(0))["moves"][0][1] == "Wirf eine Scheibe in Spalte a"
        await parlour.house.act(id, people[0], ["drop d"], 0, "1")
        assert "dropped last" in (await english.sees(1))["things"]["disc:d1"]["words"]
        assert (await german.sees(1))["things"]["disc:d1"]["words"] == "Scheibe von Ann auf d1, zuletzt eingeworfen"
        assert "board" not in german.heard[-1]["things"]


@live
async def test_a_bot_has_a_german_name_in_a_german_picture() -> None:
    async with Parlour() as parlour:
        [ann] = await parlour.guests("Ann")
        id, easel = await parlour.table(Terms("connect_four", 2), ann, "bot:search:5"), Easel(parlour.house)
        german = Looker(0)
        easel.add(id, german, "de")
        await parlour.house.act(id, ann, ["drop d"], 0, "1")
        assert "Grimmiger Bot" in (await german.sees(1))["words"]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("house"), "--no-limits") as server:
        yield server


def heard(who: Client, id: str, kind: str, query: str, **headers: str) -> dict[str, Any]:
    """What somebody is told by the socket of a table who acts there at once."""
    url = who.url.replace("http", "ws") + f"/api/tables/{id}/socket{query}"
    with connect(url, additional_headers={"Authorization": f"Bearer {who.token}", **headers}) as wire:
        wire.send(json.dumps({"type": "act", "actions": "drop a", "version": 0, "key": "1"}))
        told: dict[str, Any] = {}
        while told.get("type") != kind:
            told = json.loads(wire.recv(30))
        return told


def test_a_page_is_told_in_its_language_and_a_program_in_english(server: Server) -> None:
    ann, bob = server.guest("Ann"), server.guest("Bob")
    id = started([ann, bob], game="connect_four")
    refused = [
        heard(bob, id, "refused", query, **headers)["message"]
        for query, headers in (("?drawn=640x640", GERMAN), ("?drawn=1", {}), ("", GERMAN))
    ]
    assert refused == ["Der andere ist am Zug.", *["It is the other player's turn."] * 2]
    assert heard(bob, id, "picture", "?drawn=640x640", **CHOSEN)["words"] == "Vier gewinnt. Ann ist am Zug."


@in_hall
async def test_a_hint_is_german(hall: Hall) -> None:
    ann, _, table = await hall.match(hints=True)
    shown = await ann.post(f"{table.removeprefix('/api')}/hint", headers=GERMAN)
    assert shown.status_code == 200, shown.text
    assert (
        "Ein grimmiger Bot würde „Wirf eine Scheibe in Spalte" in shown.text
        and "Dass das gewinnt, ist bewiesen." in shown.text
    )
    told = await ann.did(f"{table}/hint")
    assert told["hint"][0].startswith("A fierce player would choose “Drop a disc into column"), "a program's is English"


@in_hall
async def test_earlier_lines_and_those_of_a_replay_are_said_in_the_language_of_the_page(hall: Hall) -> None:
    ann, ben, table = await hall.match()
    await ann.did(f"{table}/actions", {"actions": "drop d", "version": 0, "key": "1"})
    for path in ("lines", "view?ply=1"):
        plain, asked = [
            (await ben.get(f"{table}/{path}", headers=headers)).json()["lines"][1] for headers in ({}, GERMAN)
        ]
        assert plain.pop("told") == ["Ann drops a disc into column d."]
        assert asked.pop("told") == ["Ann wirft eine Scheibe in Spalte d."]
        assert plain == asked, "what programs read is the same in every language"
        assert plain["words"] == "drop d" and plain["events"][0]["text"] == "Seat 0 drops a disc into column d."
    moves = await ben.get(f"{table.removeprefix('/api')}/moves", headers=GERMAN)
    assert "1. Ann wirft eine Scheibe in Spalte d." in moves.text


@in_hall
async def test_how_it_ended_is_said_in_german_with_names(hall: Hall) -> None:
    ann, ben, table = await hall.match()
    await ann.did(f"{table}/resign")
    page = f"{table.removeprefix('/api')}/end"
    shown = (await ben.get(page, headers=GERMAN)).text
    assert "Du gewinnst!" in shown and "Ann hat aufgegeben" in shown and "1 Punkt<" in shown and "0 Punkte" in shown
    assert "Ben wins" in (await ann.get(page)).text


def test_every_limit_is_told_in_german() -> None:
    """A page shows the sentence as it comes; half of it in English would be worse than all of it."""
    german = speaker(None, "de")
    for what, rate in RATES.items():
        for seconds, span in ((1, "einer Sekunde"), (41, "41 Sekunden"), (600, "10 Minuten")):
            told = german(TooMany(rate.why, seconds).sentence)
            assert told.endswith(f"Bitte versuche es in {span} noch einmal."), what
            assert str(rate.why) not in told


@in_hall
async def test_a_page_brings_along_what_its_scripts_say_and_an_english_one_nothing(hall: Hall) -> None:
    _, _, table = await hall.match()
    path = table.removeprefix("/api")
    assert 'id="words"' not in (await hall.nobody.get(path)).text
    page = (await hall.nobody.get(path, headers=GERMAN)).text
    words = json.loads(page.partition('id="words">')[2].partition("</script>")[0])
    assert words["It is your turn."] == "Du bist dran."
    assert words["One person is watching."] == {"one": "Eine Person schaut zu.", "other": "{number} Leute schauen zu."}
    assert "Saved." not in words, "the workshop says it"


@in_hall
async def test_a_refusal_is_told_in_the_language_of_the_page(hall: Hall) -> None:
    account = {"name": "Annegret", "password": "a long walk by the sea"}
    assert (await hall.nobody.post("/api/accounts", account)).status_code == 201
    wrong = account | {"password": "not hers"}
    plain, asked, chosen = [
        (await hall.nobody.post("/api/sessions", wrong, headers=headers)).json() for headers in ({}, GERMAN, CHOSEN)
    ]
    assert plain == {"error": "wrong_password", "message": "The name or the password is not right."}
    assert asked == chosen == {"error": "wrong_password", "message": "Der Name oder das Passwort stimmt nicht."}
