"""Who is drawn for, and what they are told."""

import asyncio
import json
from typing import Any

import pytest

from tests.house.parlour import Parlour
from tests.house.town import live
from turnwise.draw.plan import stage
from turnwise.games import game
from turnwise.house.tables import playing
from turnwise.house.tables.items import Terms
from turnwise.kit.position import SPECTATOR
from turnwise.kit.shapes import Picture
from turnwise.play.view import View
from turnwise.web.pictures.easel import GESTURE, ROLL, Easel


class Looker:
    """An open page that keeps what it is told."""

    def __init__(self, viewer: int) -> None:
        self.viewer = viewer
        self.heard: list[dict[str, Any]] = []
        self.raw: list[bytes] = []
        self._news = asyncio.Event()

    def push(self, message: bytes) -> None:
        self.raw.append(message)
        self.heard.append(json.loads(message))
        self._news.set()

    async def hears(self, messages: int) -> dict[str, Any]:
        """The latest of so many messages or more."""
        while len(self.heard) < messages:
            self._news.clear()
            await asyncio.wait_for(self._news.wait(), 30)
        return self.heard[-1]

    async def sees(self, version: int) -> dict[str, Any]:
        """The picture of a version or a later one."""
        while not self.heard or self.heard[-1]["version"] < version:
            self._news.clear()
            await asyncio.wait_for(self._news.wait(), 30)
        return self.heard[-1]


def said(message: dict[str, Any]) -> list[str]:
    """The sentences of the log that come with a picture."""
    return [text for line in message["log"] for text, _, _ in line["said"]]


async def begun(parlour: Parlour, game: str = "connect_four") -> tuple[str, list[str], Easel]:
    people = await parlour.guests("Ann", "Ben")
    easel = Easel(parlour.house)
    return await parlour.table(Terms(game, 2), *people), people, easel


@live
async def test_a_page_has_the_whole_picture_first_and_then_what_is_different() -> None:
    async with Parlour() as parlour:
        id, people, easel = await begun(parlour)
        ann = Looker(0)
        easel.add(id, ann)
        first = await ann.sees(0)
        assert first["palette"] and first["things"]["frame"]["parts"] and len(first["moves"]) == 7
        await parlour.house.act(id, people[0], ["drop d"], 0, "1")
        then = await ann.sees(1)
        assert "palette" not in then and "frame" not in then["things"] and then["moves"] == []
        assert then["things"]["disc:d1"]["over"] and "Ann" in then["things"]["disc:d1"]["words"]


@live
async def test_the_same_eyes_get_the_same_bytes_and_who_comes_late_the_whole() -> None:
    async with Parlour() as parlour:
        id, people, easel = await begun(parlour)
        one, two, late = Looker(0), Looker(0), Looker(0)
        easel.add(id, one)
        easel.add(id, two)
        await one.sees(0)
        await two.sees(0)
        await parlour.house.act(id, people[0], ["drop d"], 0, "1")
        await one.sees(1)
        await two.sees(1)
        assert one.raw == two.raw
        easel.add(id, late)
        assert (await late.sees(1))["things"]["frame"]
        await parlour.house.act(id, people[1], ["drop d"], 1, "2")
        assert (await late.sees(2)) == (await one.sees(2)) and "frame" not in late.heard[-1]["things"]


@live
async def test_the_log_comes_with_the_picture_whole_first_and_then_what_is_new() -> None:
    async with Parlour() as parlour:
        id, people, easel = await begun(parlour)
        ann, late, german = Looker(0), Looker(0), Looker(1)
        easel.add(id, ann)
        easel.add(id, german, "de")
        assert (await ann.sees(0))["earlier"] == 0 and said(ann.heard[0]) == []
        await parlour.house.act(id, people[0], ["drop d"], 0, "1")
        assert (await ann.sees(1))["log"] == [{"said": [["Ann drops a disc into column d.", 0, "dropped"]]}]
        assert "earlier" not in ann.heard[-1]
        assert said(await german.sees(1)) == ["Ann wirft eine Scheibe in Spalte d."]
        await parlour.resign(id, 1)
        assert said(await ann.sees(2)) == ["Ben resigns."], "no event tells it"
        easel.add(id, late)
        assert said(await late.sees(2)) == ["Ann drops a disc into column d.", "Ben resigns."]
        assert late.heard[-1]["earlier"] == 0


@live
async def test_a_long_log_is_told_by_its_latest_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("turnwise.web.pictures.easel.LINES", 3)
    async with Parlour() as parlour:
        id, people, easel = await begun(parlour)
        ann, late = Looker(0), Looker(0)
        for ply, column in enumerate("abcd"):
            await parlour.house.act(id, people[ply % 2], [f"drop {column}"], ply, str(ply))
        easel.add(id, ann)
        first = await ann.sees(4)
        assert [text[-2] for text in said(first)] == ["b", "c", "d"] and first["earlier"] == 2, "with the set-up"
        await parlour.house.act(id, people[0], ["drop e"], 4, "4")
        assert [text[-2] for text in said(await ann.sees(5))] == ["e"]
        easel.add(id, late)
        assert [text[-2] for text in said(await late.sees(5))] == ["c", "d", "e"] and late.heard[-1]["earlier"] == 3


@live
async def test_a_hint_is_told_to_all_between_the_moves_and_whoever_is_called_otherwise_has_that_name_everywhere() -> (
    None
):
    async with Parlour() as parlour:
        people = await parlour.guests("Ann", "Ben")
        id, easel = await parlour.table(Terms("connect_four", 2, hints=True), *people), Easel(parlour.house)
        ben = Looker(1)
        easel.add(id, ben)
        await ben.sees(0)
        await parlour.house.change(id, people[0], lambda table: playing.ask_for_hint(table, people[0], parlour.at))
        assert said(await ben.hears(2)) == ["Ann has asked for a hint."]
        await parlour.house.act(id, people[0], ["drop d"], 0, "1")
        assert said(await ben.sees(1)) == ["Ann drops a disc into column d."]
        await parlour.house.people.rename(people[0], "Anna")
        await parlour.house.act(id, people[1], ["drop d"], 1, "2")
        then = await ben.sees(2)
        assert then["earlier"] == 0 and then["whole"]
        assert said(then) == [
            "Anna has asked for a hint.",
            "Anna drops a disc into column d.",
            "Ben drops a disc into column d.",
        ]


@live
async def test_a_coach_that_fails_leaves_the_rest(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(game("connect_four").module("coach"), "coach", None)
    async with Parlour() as parlour:
        id, _, easel = await begun(parlour)
        ann = Looker(0)
        easel.add(id, ann)
        first = await ann.sees(0)
        assert first["coach"] == [] and len(first["moves"]) == 7 and "undrawn" not in first


@live
async def test_each_seat_has_its_own_picture_of_hidden_hands() -> None:
    async with Parlour() as parlour:
        id, _, easel = await begun(parlour, "whot")
        lookers = [Looker(0), Looker(1), Looker(SPECTATOR)]
        for looker in lookers:
            easel.add(id, looker)
        hands = []
        for looker in lookers:
            things = (await looker.sees(0))["things"]
            hands.append({key for key, thing in things.items() if key.startswith("card:") and "hand" in thing["words"]})
        assert len(hands[0]) == len(hands[1]) > 3 and not hands[0] & hands[1] and not hands[2]


def cards(message: dict[str, Any]) -> set[str]:
    """The cards of the own hand that a message tells of."""
    return {
        key for key, thing in message["things"].items() if key.startswith("card:") and "hand" in thing.get("words", "")
    }


@live
async def test_a_hand_that_is_too_large_is_rolled_and_shows_what_is_new() -> None:
    phone = stage(320, 480)
    async with Parlour() as parlour:
        id, _, easel = await begun(parlour, "whot")
        loaded = await parlour.house.find(id, None)
        match = loaded.table.match
        assert match
        while len(match.view(0).state["hands"][0]) < 23:
            await parlour.act(id, match.turn or 0, "draw")
        ann = Looker(0)
        easel.add(id, ann, on=phone)
        first = await ann.hears(1)
        [(number, words, [key])] = [move for move in first["moves"] if move[0] < GESTURE]
        shown, hand = cards(first), [f"card:{card}" for card in match.view(0).state["hands"][0]]
        assert key == "hand:on" and shown == set(hand[: ROLL - number]) and len(shown) < len(hand)
        assert words == f"{len(hand) - len(shown)} more cards after these, of {len(hand)}"
        easel.resize(id, ann, phone._replace(first=ROLL - number))
        rolled = await ann.hears(2)
        shown = shown - set(rolled["lost"]) | cards(rolled)
        assert shown == set(hand[-len(shown) :]) and "whole" not in rolled and not rolled["sounds"]
        assert not any("comes" in thing for key, thing in rolled["things"].items() if key in hand), "none is dealt anew"
        while match.turn is not None and "draw" in [action.words for action in match.legal]:
            before, who = {f"card:{card}" for card in match.view(0).state["hands"][0]}, match.turn
            await parlour.act(id, who, "draw")
            told = await ann.sees(match.version)
            shown = shown - set(told.get("lost", ())) | cards(told)
            fresh = {f"card:{card}" for card in match.view(0).state["hands"][0]} - before
            assert fresh <= shown and len(fresh) == (who == 0)
            assert {key for key, one in told["things"].items() if key in before | fresh and "comes" in one} <= fresh
        easel.remove(id, ann)
        again = Looker(0)
        easel.add(id, again, on=phone._replace(first=told["first"]))
        assert cards(await again.hears(1)) == shown, "whoever comes again sees what was in sight"
        ann = again
        easel.resize(id, ann, stage(1600, 900))
        assert len(cards(await ann.hears(len(ann.heard) + 1))) == len(match.view(0).state["hands"][0])


@live
async def test_whoever_changes_the_seat_gets_the_whole_picture_of_the_new_one() -> None:
    async with Parlour() as parlour:
        id, people, easel = await begun(parlour)
        looker = Looker(SPECTATOR)
        easel.add(id, looker)
        await looker.sees(0)
        looker.viewer = 1
        await parlour.house.act(id, people[0], ["drop a"], 0, "1")
        assert (await looker.sees(1))["palette"] and len(looker.heard[-1]["moves"]) == 7


@live
async def test_what_goes_wrong_in_a_picture_is_logged_without_what_a_viewer_knows(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async with Parlour() as parlour:
        id, _, easel = await begun(parlour, "whot")
        held = "_".join(("star", "5"))  # the frames tell the line, but not what it raised

        def spilled(table: object, on: object) -> None:
            raise KeyError(held)

        monkeypatch.setattr("turnwise.web.pictures.easel.laid", spilled)
        easel.add(id, Looker(0))
        painting = easel._canvases[id].painting
        assert painting
        await painting
        assert "KeyError" in caplog.text and held not in caplog.text


@live
async def test_without_a_picture_each_page_has_moves_log_and_coach_and_the_next_picture_is_whole(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    look = game("connect_four").module("look")
    drawn = look.look

    def failing(view: View) -> Picture:
        if view.version == 1 and view.seat == 1:
            raise ZeroDivisionError
        made: Picture = drawn(view)
        return made

    async with Parlour() as parlour:
        id, people, easel = await begun(parlour)
        ann, ben = Looker(0), Looker(1)
        for page in (ann, ben):
            easel.add(id, page)
            await page.sees(0)
        monkeypatch.setattr(look, "look", failing)
        await parlour.house.act(id, people[0], ["drop d"], 0, "1")
        blank = await ben.sees(1)
        assert blank["undrawn"] and blank["things"] == {} and blank["moves"][3][1] == "Drop a disc into column d"
        assert said(blank) == ["Ann drops a disc into column d."] and blank["coach"][0].startswith("Touch a column")
        assert "undrawn" not in await ann.sees(1), "one viewer's picture is not another's"
        await parlour.house.act(id, people[1], [blank["moves"][3][0]], 1, "2")
        then = await ben.sees(2)
        assert "undrawn" not in then and then["things"]["frame"] and "frame" not in (await ann.sees(2))["things"]


@live
async def test_a_page_is_told_whether_something_can_be_taken_back() -> None:
    async with Parlour() as parlour:
        id, people, easel = await begun(parlour)
        ann, ben = Looker(0), Looker(1)
        easel.add(id, ann)
        easel.add(id, ben)
        assert (await ann.sees(0))["undo"] is (await ben.sees(0))["undo"] is False
        await parlour.house.act(id, people[0], ["drop d"], 0, "1")
        assert (await ann.sees(1))["undo"] is True and (await ben.sees(1))["undo"] is False


@live
async def test_nothing_is_drawn_for_nobody() -> None:
    async with Parlour() as parlour:
        id, people, easel = await begun(parlour)
        gone, here = Looker(0), Looker(1)
        easel.add(id, gone)
        easel.add(id, here)
        await gone.sees(0)
        easel.remove(id, gone)
        await parlour.house.act(id, people[0], ["drop a"], 0, "1")
        await here.sees(1)
        assert len(gone.heard) == 1
        easel.remove(id, here)
        assert not easel._canvases
