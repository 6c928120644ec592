"""Bots take their seats: in time, with what they may know, and never in anybody's way."""

import asyncio
from collections.abc import Sequence
from typing import Any

import pytest

from tests.house.heads import Head, quiet, until, with_head
from tests.house.parlour import Parlour, looked
from tests.house.test_resume import Onlooker
from tests.house.town import live, refused
from tests.house.warp import unwaited
from turnwise.bots import Considered, Thought
from turnwise.bots.manners import seconds_of
from turnwise.house.tables import items, playing, seated_bots, seating
from turnwise.house.tables.clock import Control
from turnwise.house.tables.items import Terms
from turnwise.house.work import slots
from turnwise.kit.position import Position
from turnwise.play.entry import Special

FOUR = Terms("connect_four", 2)
HINTS = Terms("connect_four", 2, hints=True)


def acted(log: Sequence[items.AnyItem]) -> list[items.Acted]:
    return [item for item in log if isinstance(item, items.Acted)]


@pytest.mark.parametrize(
    "terms",
    [FOUR, Terms("whot", 3, {"last_card_call": True}), Terms("caesar", 2), Terms("rally", 2)],
    ids=lambda terms: terms.game,
)
@live
async def test_bots_play_a_match_to_its_end_while_nobody_looks(terms: Terms) -> None:
    parlour = Parlour()
    with_head(parlour.house, Head())
    now = parlour.at
    happened: list[items.AnyItem] = [seating.opened(terms, "ann", now)]
    for seat, name in enumerate(["random", "classic", "random"][: terms.seats]):
        happened.append(items.Sat(now, "ann", seat, items.BOT + name))
    id = await parlour.house.begin(happened)
    await parlour.house.change(id, "ann", lambda table: seating.start(table, "ann", now))
    await until(lambda: parlour.house.loaded[id].table.status == "over")
    await until(lambda: not parlour.house.seated_bots.busy(id))
    table = parlour.house.loaded[id].table
    assert table.match and table.match.outcome
    assert {item.by for item in acted(await parlour.log(id))} == {""}


@live
async def test_a_bot_is_told_what_its_seat_may_know() -> None:
    parlour = Parlour()
    head = with_head(parlour.house, Head())
    head.free.clear()
    ann, *_ = await parlour.guests("Ann")
    id = await parlour.table(Terms("whot", 2), "bot:classic", ann)
    match = parlour.house.loaded[id].table.match
    assert match
    await until(lambda: bool(head.asked))
    (task,) = head.asked
    assert (task.state, task.beside) == match.position.redacted(0).pack()
    state = match.game.records[0].unpack(task.state)
    assert state.hand[1] < 0 < state.hand[0] and state.pile < 0
    truth = match.position.plain()
    assert state.seed != truth.seed and task.seed != truth.seed
    await parlour.house.close()


@live
async def test_a_bot_sits_at_private_and_hidden_tables_too() -> None:
    parlour = Parlour()
    head = with_head(parlour.house, Head())
    ann, *_ = await parlour.guests("Ann")
    id = await parlour.table(Terms("connect_four", 2, access="private"), ann, "bot:classic")
    await parlour.house.change(id, None, lambda table: [items.Hid(parlour.at, "")])
    await parlour.act(id, 0, "drop d")
    await until(lambda: parlour.house.loaded[id].table.version == 2)
    assert len(head.asked) == 1 and not parlour.house.seated_bots.busy(id)


@live
async def test_talk_does_not_disturb_a_bot_and_a_change_does() -> None:
    parlour = Parlour()
    head = with_head(parlour.house, Head())
    head.free.clear()
    ann, *_ = await parlour.guests("Ann")
    id = await parlour.table(FOUR, ann, "bot:classic")
    await parlour.act(id, 0, "drop d")
    await until(lambda: len(head.asked) == 1)
    await parlour.house.change(id, ann, lambda table: playing.talk(table, ann, "players", "hm", parlour.at))
    await quiet()
    assert (len(head.asked), head.cancelled) == (1, 0)
    await parlour.resign(id, 0)
    await quiet()
    assert head.cancelled == 1 and not parlour.house.seated_bots.busy(id)


@live
async def test_whoever_comes_back_takes_the_seat_from_the_bot_that_still_thinks() -> None:
    parlour = Parlour()
    head = with_head(parlour.house, Head())
    head.free.clear()
    ann, ben = await parlour.guests("Ann", "Ben")
    id = await parlour.table(Terms("connect_four", 2, absence="bot", stand_in="search:1"), ann, ben)
    await parlour.house.change(id, ann, lambda table: playing.walk_away(table, ann, 0, parlour.at))
    await until(lambda: bool(head.asked))
    assert [task.bot for task in head.asked] == ["search:1"]
    await parlour.house.change(id, ann, lambda table: playing.come_back(table, ann, 0, parlour.at))
    head.free.set()
    await quiet()
    assert parlour.house.loaded[id].table.version == 0 and not parlour.house.seated_bots.busy(id)
    await parlour.house.change(id, ann, lambda table: playing.walk_away(table, ann, 0, parlour.at))
    await until(lambda: parlour.house.loaded[id].table.version == 1)
    assert parlour.house.loaded[id].table.away == {0: "search:1"}


@live
async def test_a_thought_that_comes_too_late_does_nothing() -> None:
    parlour = Parlour()
    ann, *_ = await parlour.guests("Ann")
    id = await parlour.table(FOUR, ann, "bot:classic")
    await parlour.act(id, 0, "drop d")
    table = parlour.house.loaded[id].table
    late = [
        seated_bots.Chance(0, 1, "classic"),  # of an older version
        seated_bots.Chance(1, 1, "random"),  # of a bot that sits there no longer
    ]
    for chance in late:
        assert parlour.house.seated_bots._settled(table, chance, Thought(0)) == []
    assert table.version == 1


@pytest.mark.parametrize(("value", "taken"), [(0.1, True), (0.6, False)])
def test_a_bot_that_stands_badly_takes_a_draw(value: float, taken: bool) -> None:
    @live
    async def play() -> None:
        parlour = Parlour()
        with_head(parlour.house, Head(lambda task: Thought(2, (Considered(2, value, 1.0),))))
        ann, *_ = await parlour.guests("Ann")
        id = await parlour.table(FOUR, ann, "bot:search:1")
        offer = lambda table: playing.special(table, ann, 0, Special.OFFER_DRAW, parlour.at)  # noqa: E731
        await parlour.house.change(id, ann, offer)
        await parlour.act(id, 0, "drop d")
        await until(lambda: parlour.house.loaded[id].table.version == 3)
        match = parlour.house.loaded[id].table.match
        assert match and (match.outcome is not None and match.outcome.reason == "draw_agreed") is taken
        assert match.draw_offer is None

    play()


@live
async def test_a_table_goes_on_if_nobody_can_think() -> None:
    parlour = Parlour()
    with_head(parlour.house, Head(lambda task: None))
    ann, *_ = await parlour.guests("Ann")
    id = await parlour.table(FOUR, ann, "bot:search:5")
    await parlour.act(id, 0, "drop d")
    await until(lambda: parlour.house.loaded[id].table.version == 2)


@live
async def test_a_bot_tries_again_when_the_disk_was_full() -> None:
    parlour = Parlour()
    with_head(parlour.house, Head())
    ann, *_ = await parlour.guests("Ann")
    id = await parlour.table(FOUR, ann, "bot:classic")
    store: Any = parlour.store
    store.refuses = lambda changes: any(b'"by":""' in change.item for change in changes if hasattr(change, "item"))
    await parlour.act(id, 0, "drop d")
    await until(lambda: id in parlour.house.timers.due)
    await quiet()
    assert id not in parlour.house.loaded and len(acted(await parlour.log(id))) == 1
    store.refuses = lambda changes: False
    parlour.at += 5_000
    await parlour.house.timers.ring()
    await until(lambda: parlour.house.loaded[id].table.version == 2)
    await looked(parlour.house, id, ann)  # when it is kept
    assert len(acted(await parlour.log(id))) == 2


@live
async def test_every_bot_takes_a_chance_to_interject() -> None:
    """Two bots may catch the person who has forgotten to call; the first of them does, also if it is a random one."""
    parlour = Parlour()
    head = with_head(parlour.house, Head())
    head.free.clear()
    ann, *_ = await parlour.guests("Ann")
    id = await parlour.table(Terms("whot", 3, {"last_card_call": True}), ann, "bot:random", "bot:classic")
    table = parlour.house.loaded[id].table
    assert table.match
    table.match.position = _caught_in_the_act(table.match.position)
    table.match._changed()
    parlour.house.seated_bots.stir(parlour.house.loaded[id])
    await until(lambda: bool(head.asked))
    assert [(task.seat, task.bot) for task in head.asked] == [(1, "random")]
    head.free.set()
    match = table.match
    await until(lambda: len(match.log) > 0)
    assert [line.words for line in match.lines_for(2)[1:2]] == ["catch"]


def _caught_in_the_act(position: Position) -> Position:
    """As it is, but seat 0 is on turn again with a call missing."""
    state = position.plain()
    state.turn, state.catchable = 0, 0
    return Position(position.engine, position.engine.game.records[0].pack(state), position.pack()[1])


@pytest.mark.parametrize("name", ["classic", "search:1", "search:5"])
def test_an_answer_comes_at_a_fixed_time_however_long_the_thought_took(name: str) -> None:
    async def play(thinking: float) -> float:
        parlour, loop = Parlour(), asyncio.get_running_loop()
        head = with_head(parlour.house, Head(lambda task: Thought(3)), pace=1)
        head.free.clear()
        ann, *_ = await parlour.guests("Ann")
        id = await parlour.table(FOUR, ann, f"bot:{name}")
        done = asyncio.Event()
        parlour.house.after.append(lambda loaded, happened: done.set() if loaded.table.version == 2 else None)
        began = loop.time()
        await parlour.act(id, 0, "drop d")
        loop.call_later(thinking, head.free.set)
        await done.wait()
        return loop.time() - began

    took = [unwaited(play(thinking)) for thinking in (0.01, 0.4)]
    wanted = seconds_of(name) + slots.BEAT
    assert took == pytest.approx([wanted, wanted], abs=0.1)


def test_every_bot_has_its_time() -> None:
    """Whoever does not go by time answers after the same time, and may think until then."""
    quick = ["random", "classic", "walker", *(f"search:{level}" for level in range(1, 5))]
    assert {seconds_of(name) for name in quick} == {0.5} and seconds_of("search:5") == 2
    assert {seated_bots.longest(name) for name in quick} == {0.5 + slots.BEAT} and seated_bots.longest("search:5") == 2


@live
async def test_a_hint_is_for_who_is_to_act_and_not_in_a_rated_match() -> None:
    parlour = Parlour()
    head = with_head(parlour.house, Head())
    ann, ben, eve = await parlour.guests("Ann", "Ben", "Eve")
    id = await parlour.table(HINTS, ann, ben)
    advice = await parlour.house.hint(id, ann)
    column = "abcdefg"[advice.action]
    assert str(advice.told[0]).startswith(f"A fierce player would choose “Drop a disc into column {column}”")
    assert advice.version == 0
    assert [(task.bot, task.seat, task.seconds) for task in head.asked] == [("search:5", 0, 1.0)]
    await refused("nothing_to_do", parlour.house.hint(id, ben))
    await refused("not_seated", parlour.house.hint(id, eve))
    rated = await parlour.table(Terms("connect_four", 2, rated=True, hints=True), ann, ben)
    await refused("rated", parlour.house.hint(rated, ann))
    private = await parlour.table(Terms("connect_four", 2, access="private"), ann, ben)
    await refused("no_such_table", parlour.house.hint(private, eve))
    assert len(head.asked) == 1
    await parlour.resign(id, 0)
    await refused("nothing_to_do", parlour.house.hint(id, ann))


@live
async def test_whoever_asks_twice_at_once_costs_one_thought() -> None:
    parlour = Parlour()
    head = with_head(parlour.house, Head())
    ann, ben = await parlour.guests("Ann", "Ben")
    id = await parlour.table(HINTS, ann, ben)
    first, second = await asyncio.gather(parlour.house.hint(id, ann), parlour.house.hint(id, ann))
    assert first == second and len(head.asked) == 1
    head.free.clear()
    waiting = asyncio.create_task(parlour.house.hint(id, ann))
    await until(lambda: len(head.asked) == 2)
    await parlour.house.close()
    with pytest.raises(asyncio.CancelledError):
        await waiting


@live
async def test_a_hint_tells_nothing_that_the_seat_does_not_know() -> None:
    parlour = Parlour()
    head = with_head(parlour.house, Head())
    ann, ben = await parlour.guests("Ann", "Ben")
    id = await parlour.table(Terms("whot", 2, hints=True), ann, ben)
    await parlour.house.hint(id, ann)
    match = parlour.house.loaded[id].table.match
    assert match and (head.asked[0].state, head.asked[0].beside) == match.position.redacted(0).pack()


@live
async def test_among_people_hints_are_agreed_on_and_told_to_everybody() -> None:
    async with Parlour() as parlour:
        head = with_head(parlour.house, Head())
        ann, ben, eve = await parlour.guests("Ann", "Ben", "Eve")
        silent = await parlour.table(FOUR, ann, ben)
        await refused("no_hints", parlour.house.hint(silent, ann))
        assert not (await looked(parlour.house, silent, ann))["table"]["hints"] and not head.asked
        alone = await parlour.table(FOUR, ann, "bot:random")
        assert await parlour.house.hint(alone, ann)
        assert "hints" not in await looked(parlour.house, alone, eve), "nobody else plays there"
        told = await parlour.table(HINTS, ann, ben)
        await parlour.act(told, 0, "drop d")
        for _ in range(2):
            await parlour.house.hint(told, ben)
        await parlour.act(told, 1, "drop d")
        await parlour.house.hint(told, ann)
        for person in (ann, ben, eve):
            hints = (await looked(parlour.house, told, person))["hints"]
            assert [(hint["at"], hint["seat"]) for hint in hints] == [(2, 1), (4, 0)]
        elsewhere = await looked(parlour.elsewhere(), told, eve)
        assert elsewhere["hints"] == hints, "it is kept like everything else"


@pytest.mark.parametrize(("comes", "first"), [("by socket", 1), ("by request", 1), ("before", 1), ("long before", 0)])
@live
async def test_a_bot_that_nobody_watches_waits_for_those_that_are_watched(comes: str, first: int) -> None:
    parlour = Parlour()
    head = with_head(parlour.house, Head())
    head.most = 1
    ann, *_ = await parlour.guests("Ann")
    busy, *two = [await parlour.table(FOUR, ann, "bot:classic") for _ in range(3)]
    answered = list[str]()
    parlour.house.after.append(
        lambda loaded, _: answered.append(loaded.table.id) if loaded.table.version == 2 else None
    )
    parlour.at += seated_bots.LATELY
    if comes == "long before":
        await looked(parlour.house, two[1], ann)
    parlour.at += seated_bots.LATELY
    if comes == "before":
        await looked(parlour.house, two[1], ann)
    head.free.clear()
    for id in (busy, *two):
        await parlour.act(id, 0, "drop d")
    if comes == "by socket":
        await parlour.house.watch(two[1], ann, lambda viewer: Onlooker(ann))
    elif comes == "by request":
        await looked(parlour.house, two[1], ann)
    head.free.set()
    await until(lambda: len(answered) == 3)
    assert answered[1] == two[first]
    await parlour.house.close()


@live
async def test_a_clock_does_not_run_out_for_a_bot() -> None:
    parlour = Parlour()
    head = with_head(parlour.house, Head())
    head.free.clear()
    ann, *_ = await parlour.guests("Ann")
    terms = Terms("connect_four", 2, clock=Control("move", 30), absence="forfeit")
    id = await parlour.table(terms, "bot:classic", ann)
    parlour.at += 60_000
    await parlour.house.timers.ring()
    table = parlour.house.loaded[id].table
    assert table.status == "running" and id not in parlour.house.timers.due
    head.free.set()
    await until(lambda: parlour.house.timers.due.get(id) == parlour.at + 30_000)
    assert (table.version, table.turn) == (1, 1)
