"""What a table of Whot sets: the time for a symbol, and its usual clock."""

import asyncio
from typing import Any

import pytest

from tests.house.heads import Head, with_head
from tests.house.parlour import Parlour
from tests.house.town import live
from tests.house.warp import unwaited
from tests.law import law
from tests.web.hall import Hall, in_hall
from turnwise.games import game
from turnwise.house.tables.clock import Control
from turnwise.house.tables.items import Absence, Acted, Resumed, Terms
from turnwise.kit.position import Position
from turnwise.play import secret
from turnwise.terminal.sitters import sitters
from turnwise.terminal.table import new_table

SECOND = 1000
WHOT = "play whot_1"
"""What the starter may play with this seed."""


@pytest.fixture(autouse=True)
def one_deal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(secret, "fresh", lambda: secret.small(0))


def terms(clock: Control | None = None, absence: Absence = "move", **settings: float) -> Terms:
    return Terms("whot", 2, clock=clock or Control(), absence=absence, settings=settings)


@law("setting symbol_seconds")
@pytest.mark.parametrize("clock", [Control(), Control("move", 30), Control("game", 60, 5)], ids=lambda one: one.kind)
@pytest.mark.parametrize("absence", ["move", "bot", "forfeit"])
def test_a_symbol_that_nobody_names_in_time_is_drawn_by_lot(clock: Control, absence: Absence) -> None:
    @live
    async def play() -> None:
        parlour = Parlour()
        ann, ben = await parlour.guests("Ann", "Ben")
        id = await parlour.table(terms(clock, absence), ann, ben)
        table, timers = parlour.house.loaded[id].table, parlour.house.timers
        if clock.seconds:
            parlour.at += 5 * SECOND
        await parlour.act(id, 0, WHOT)
        assert timers.due == {id: parlour.at + 15 * SECOND}
        parlour.at += 15 * SECOND - 1
        await timers.ring()
        assert table.version == 1
        parlour.at += 1
        await timers.ring()
        last = (await parlour.log(id))[-1]
        assert isinstance(last, Acted) and (last.by, last.seat, table.version, table.turn) == ("", 0, 2, 1)
        assert table.match and str(table.match.language.action(last.actions[0])).startswith("name ")
        assert table.away == {} and table.match.left == ()
        if clock.kind == "game":
            assert table.clock.left[0] == 60 * SECOND, (
                "five seconds were spent, and five came back; the symbol was free"
            )
        assert timers.due == ({id: parlour.at + clock.seconds * SECOND} if clock.seconds else {})

    play()


@live
async def test_a_symbol_with_its_play_needs_no_time_and_none_is_set_where_none_is_wished() -> None:
    parlour = Parlour()
    ann, ben = await parlour.guests("Ann", "Ben")
    at_once = await parlour.table(terms(), ann, ben)
    await parlour.act(at_once, 0, f"{WHOT} star")
    slowly = await parlour.table(terms(symbol_seconds=0), ann, ben)
    await parlour.act(slowly, 0, WHOT)
    assert parlour.house.timers.due == {}


@live
async def test_a_symbols_time_runs_again_when_the_house_is_opened_again() -> None:
    parlour = Parlour()
    ann, ben = await parlour.guests("Ann", "Ben")
    id = await parlour.table(terms(symbol_seconds=20), ann, ben)
    await parlour.act(id, 0, WHOT)
    parlour.at += 60 * SECOND
    house = parlour.elsewhere()
    assert await house.resume() == 1
    assert house.timers.due == {id: parlour.at + 20 * SECOND}
    assert isinstance((await parlour.log(id))[-1], Resumed)


@in_hall
async def test_a_table_for_which_no_clock_is_named_has_half_a_minute_a_turn(hall: Hall) -> None:
    ann, ben = await hall.guest("Ann"), await hall.guest("Ben")
    usual = {"kind": "move", "seconds": 30}
    for given, clock in (({}, usual), ({"clock": {"kind": "usual"}}, usual), ({"clock": {"kind": "none"}}, {})):
        opened = await ann.did("/api/tables", {"game": "whot", "seats": 2, **given})
        assert opened["table"]["clock"] == clock and opened["table"]["settings"] == {"symbol_seconds": 15}
    assert (
        await hall.house.find((await ann.did("/api/play-now", WITH_A_BOT))["table"], None)
    ).table.terms.clock == HALF
    await (await hall.guest("Cat")).did("/api/play-now", {"game": "whot", "seats": 2})
    met = await ben.did("/api/play-now", {"game": "whot", "seats": 2})
    assert (await hall.house.find(met["table"], None)).table.terms.clock == HALF


WITH_A_BOT, HALF = {"game": "whot", "seats": 2, "bot": "classic"}, Control("move", 30)


@in_hall
async def test_nobody_is_hurried_at_one_shared_screen(hall: Hall) -> None:
    ann = await hall.guest("Ann")
    page = (await ann.get("/games/whot")).text
    assert '<option value="move 30 0" selected>30 seconds a turn</option>' in page
    found: dict[str, Any] = {}
    for who, name in (("classic", ""), ("here", "Ben")):
        made = await ann.did("/games/whot/tables", {"count": "2", "who1": who, "name1": name})
        found[who] = (await hall.house.find(made["id"], None)).table.terms
    assert (found["classic"].clock, found["classic"].settings) == (HALF, {"symbol_seconds": 15})
    assert (found["here"].clock, found["here"].settings) == (Control(), {"symbol_seconds": 0})


def test_nor_at_a_terminal_unless_that_is_wished(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TURNWISE_HOME", str(tmp_path))
    for given, seconds in (({}, 0), ({"symbol_seconds": "20"}, 20)):
        one = new_table("whot", sitters(game("whot"), ["me", "me"]), seed=0, seconds=None, options=dict(given))
        assert one.match.settings == {"symbol_seconds": seconds}
        one.close()


@law("W51")
@pytest.mark.parametrize("bot", ["classic", "search:5"])
def test_a_computer_catches_after_two_seconds(bot: str) -> None:
    async def play() -> float:
        async with Parlour(pace=1) as parlour:
            with_head(parlour.house, Head(), pace=1)
            ann, *_ = await parlour.guests("Ann")
            id = await parlour.table(Terms("whot", 2, {"last_card_call": True}), ann, f"bot:{bot}")
            loaded = parlour.house.loaded[id]
            match, caught, loop = loaded.table.match, asyncio.Event(), asyncio.get_running_loop()
            assert match
            state = match.position.plain()
            state.catchable = 0  # Ann is on turn again, with a call missing
            match.position = Position(
                match.position.engine, match.game.records[0].pack(state), match.position.pack()[1]
            )
            match._changed()
            parlour.house.after.append(lambda loaded, _: caught.set())
            began = loop.time()
            parlour.house.seated_bots.stir(loaded)
            await caught.wait()
            assert match.lines_for(0)[-1].words == "catch"
            return loop.time() - began

    assert unwaited(play()) == pytest.approx(2)
