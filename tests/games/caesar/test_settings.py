"""What a table of Caesar and Cleopatra sets: the time for "Veto?", which computers take in full whatever they hold."""

import asyncio

import pytest

from tests.house.heads import Head, with_head
from tests.house.parlour import Parlour
from tests.house.town import live
from tests.house.warp import unwaited
from tests.law import law
from tests.web.hall import Hall, in_hall, refusal
from turnwise.house.tables.items import Terms
from turnwise.play import secret
from turnwise.play.match import Match
from turnwise.terminal.waits import PACE, pauses

SECOND = 1000
NO_VETO = ["no veto"]


def asked(match: Match | None) -> bool:
    return match is not None and match.turn is not None and "no veto" in map(str, match.legal)


async def to_a_veto(parlour: Parlour, id: str, seat: int, holds_one: bool) -> None:
    """Both play as computers do until this seat is asked, with a Veto in hand or without."""
    table = parlour.house.loaded[id].table
    match = table.match
    assert match
    while not (asked(match) and match.turn == seat and (list(map(str, match.legal)) != NO_VETO) == holds_one):
        assert match.turn is not None, "the seed has no such question"
        action = match.position.redacted(match.turn).advice(match.turn, match.version)
        await parlour.act(id, match.turn, action)


@law("C33")
@pytest.mark.parametrize("holds_one", [True, False], ids=["with a Veto", "without"])
@pytest.mark.parametrize("bot", ["classic", "search:5"])
def test_a_computer_answers_veto_after_three_seconds_in_either_case(
    bot: str, holds_one: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(secret, "fresh", lambda: secret.small(1))

    async def play() -> float:
        async with Parlour(pace=1) as parlour:
            head = with_head(parlour.house, Head(), pace=1)
            head.free.clear()
            ann, *_ = await parlour.guests("Ann")
            id = await parlour.table(Terms("caesar", 2), ann, f"bot:{bot}")
            await to_a_veto(parlour, id, 1, holds_one)
            answered, loop = asyncio.Event(), asyncio.get_running_loop()
            table, version = parlour.house.loaded[id].table, parlour.house.loaded[id].table.version
            parlour.house.after.append(lambda loaded, _: answered.set() if loaded.table.version > version else None)
            began = loop.time()
            loop.call_later(1.7 if holds_one else 0.1, head.free.set)
            await answered.wait()
            assert table.match and not asked(table.match)
            return loop.time() - began

    assert unwaited(play()) == pytest.approx(3)


@law("C33")
def test_at_the_terminal_it_takes_three_seconds_too() -> None:
    match, found = Match("caesar", seed=1, compiled=False), set[tuple[bool, tuple[float, float]]]()
    while match.turn is not None and match.version < 130:
        if asked(match):
            found.add((list(map(str, match.legal)) == NO_VETO, pauses(match, PACE, out_of_turn=False)))
        else:
            assert pauses(match, PACE, out_of_turn=False) == (PACE, PACE)
        match.play(match.position.redacted(match.turn).advice(match.turn, match.version))
    assert found == {(True, (0, 3)), (False, (0, 3))}


@law("C33", "setting veto_seconds")
@pytest.mark.parametrize("holds_one", [True, False], ids=["with a Veto", "without"])
def test_who_does_not_answer_in_time_does_not_veto(holds_one: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(secret, "fresh", lambda: secret.small(1))

    @live
    async def play() -> None:
        parlour = Parlour()
        ann, ben = await parlour.guests("Ann", "Ben")
        id = await parlour.table(Terms("caesar", 2, settings={"veto_seconds": 5}, absence="forfeit"), ann, ben)
        await to_a_veto(parlour, id, 1, holds_one)
        table, timers = parlour.house.loaded[id].table, parlour.house.timers
        assert table.match and timers.due == {id: parlour.at + 5 * SECOND}, "the same time, whatever he holds"
        version = table.version
        parlour.at += 5 * SECOND
        await timers.ring()
        entry = table.match.log[version]
        assert (entry.seat, str(table.match.language.action(entry.action))) == (1, "no veto")
        assert table.status == "running"

    play()


@in_hall
async def test_over_its_own_contract_a_table_may_limit_the_veto_too(hall: Hall) -> None:
    opened = (await hall.nobody.post("/api/game", {"veto_seconds": 30})).json()
    assert (await hall.house.find(opened["game"], None)).table.terms.settings == {"veto_seconds": 30}
    refusal(await hall.nobody.post("/api/game", {"veto_seconds": 2}), 400, "bad_request")
