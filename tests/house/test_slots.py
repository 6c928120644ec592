"""When an answer is shown does not depend on what is hidden, whatever the load: twin worlds that differ in nothing else.

Time here is a loop's that nobody waits for, and the process is a stand-in that takes as long as the test says: so both worlds are
measured exactly. `tests/games/caesar/test_timing.py` asks the same of real processes.
"""

import asyncio
from collections.abc import Callable
from random import Random
from typing import NamedTuple

import pytest

from tests.house.leaks import p_value
from tests.house.warp import unwaited
from turnwise.bots import Thought
from turnwise.bots.thinker import Task
from turnwise.house.work import slots
from turnwise.house.work.slots import STEP, Slots, Want
from turnwise.house.work.thinkers import Enough, NoThought, Thinkers

HOLDS, NOTHING = 0, 1
"""Two kinds of hands: with a choice, and without one."""
NEVER = 1e6


class Process(Thinkers):
    """Thinks about one task after the other, each as long as `takes` says; stopped by what is enough, if it `heeds`."""

    def __init__(self, takes: Callable[[Task], float], *, heeds: bool = True, most: int = 1) -> None:
        super().__init__(most)
        self._takes, self._heeds = takes, heeds
        self._free = asyncio.Semaphore(most)

    async def start(self) -> None:
        """It is always there."""

    async def think(self, task: Task, enough: Enough) -> Thought:
        async with self._free:
            seconds = self._takes(task)
            if seconds < 0:
                raise NoThought
            thinking = asyncio.ensure_future(asyncio.sleep(min(seconds, task.seconds) if self._heeds else seconds))
            await asyncio.wait([thinking, enough] if self._heeds else [thinking], return_when="FIRST_COMPLETED")
            thinking.cancel()
        return Thought(1)


class Seen(NamedTuple):
    """What everybody sees of a wish: when its answer came, and how many steps of the grid later than in a calm house."""

    number: int
    at: float
    steps: float


def wish(number: int, whose: tuple[str, str, bool], by_time: bool, soonest: float, *, fixed: bool = True) -> Want:
    task = Task("any", 0, "any", number, 0.0, b"", b"")
    return Want(task, whose, 2.0 if by_time else 0.025, by_time=by_time, fixed=fixed, soonest=soonest)


def evening(
    takes: Callable[[Task], float], *, heeds: bool = True, open_too: bool = True, most: int = 1, date: int = 0
) -> list[Seen]:
    """An evening with many tables: who comes when, from where, to which bot, and who goes away, is the same in every world."""

    async def play() -> list[Seen]:
        loop, public, seen = asyncio.get_running_loop(), Random(date), list[Seen]()
        slots = Slots(Process(takes, heeds=heeds, most=most))

        async def table(number: int, pause: float, want: dict[str, bool], gone: float | None, address: str) -> None:
            await asyncio.sleep(pause)
            one = wish(
                number, (address, f"{address} {number % 2}", want["watched"]), want["by_time"], 0, fixed=want["fixed"]
            )
            one.soonest = loop.time() + (2.4 if want["by_time"] else 0.9)
            slots.put(one)
            try:
                async with asyncio.timeout(gone):
                    if one.fixed:
                        await one.on_time()
                    else:
                        await one.thought
                        await asyncio.sleep(one.soonest - loop.time())
                seen.append(Seen(number, loop.time(), (loop.time() - one.soonest) / STEP))
            except TimeoutError:
                one.cancel()  # the match goes on without it

        tables = []
        for number in range(80):
            kind = {
                "by_time": public.random() < 0.4,
                "watched": public.random() < 0.8,
                "fixed": not open_too or number % 4 > 0,
            }
            gone = public.choice([None, None, None, 0.3, 1.5])
            tables.append(table(number, public.random() * 6, kind, gone, public.choice("abc")))
        await asyncio.gather(*tables)
        await slots.close()
        return sorted(seen)

    return unwaited(play())


def hands(seed: int, *costs: float) -> Callable[[Task], float]:
    """A world: how much each hidden hand gives to think about. Every fourth table is open, and the same in all worlds."""
    return lambda task: Random(f"{seed} {task.seed}").choice(costs) if task.seed % 4 else (task.seed % 7) / 20


@pytest.mark.parametrize("date", range(4))
@pytest.mark.parametrize("most", [1, 2])
def test_answers_come_at_the_same_moments_in_every_world(most: int, date: int) -> None:
    worlds = [evening(hands(seed, 0.0, 0.01, 5.0, -1), most=most, date=date) for seed in (1, 2)]
    worlds.append(evening(hands(3, 0.0), most=most, date=date))
    worlds.append(evening(hands(4, NEVER), most=most, date=date))
    assert len(worlds[0]) > 40 and max(one.at for one in worlds[0]) > 7
    assert worlds[0] == worlds[1] == worlds[2] == worlds[3]


def test_a_process_that_hangs_or_dies_changes_no_moment_at_a_table_where_something_is_hidden() -> None:
    worlds = [
        evening(hands(seed, *costs), heeds=False, open_too=False) for seed, costs in ((1, (0, 3)), (2, (-1, NEVER)))
    ]
    assert worlds[0] == worlds[1]


def test_this_can_fail(monkeypatch: pytest.MonkeyPatch) -> None:
    """Slots that end with their thoughts tell the hands apart, even where the answers keep to the grid."""
    monkeypatch.setattr(slots.Want, "settle", as_soon_as_done)
    assert evening(hands(1, 0.0, 5.0)) != evening(hands(2, 0.0, 5.0))


def as_soon_as_done(want: Want, thought: Thought | None) -> None:
    if not want.thought.done():
        want.thought.set_result(thought)
    want.end()


def increments(kinds: list[int], broken: bool) -> tuple[list[float], list[float]]:
    """How long after the one before it each of many bots answers that were asked at once, by what they hold."""

    async def play() -> list[float]:
        loop = asyncio.get_running_loop()
        slots = Slots(Process(lambda task: 0.0 if kinds[task.seed] == NOTHING else NEVER))
        wants = [wish(number, ("", "", True), True, 0.0, fixed=not broken) for number in range(len(kinds))]
        times = dict[int, float]()

        async def wait(number: int) -> None:
            await (wants[number].thought if broken else wants[number].on_time())
            times[number] = loop.time()

        for want in wants:
            slots.put(want)
        await asyncio.gather(*map(wait, range(len(kinds))))
        await slots.close()
        return [times[number] for number in range(len(kinds))]

    times = unwaited(play())
    steps = [now - before for before, now in zip([0.0, *times], times, strict=False)]
    return tuple([step for step, kind in zip(steps, kinds, strict=True) if kind == one] for one in (HOLDS, NOTHING))  # type: ignore[return-value]


def test_the_statistics_find_a_house_that_answers_when_a_thought_is_ready() -> None:
    kinds = [HOLDS, NOTHING] * 10
    Random(1).shuffle(kinds)
    assert p_value(*increments(kinds, broken=False)) > 0.05
    assert p_value(*increments(kinds, broken=True)) < 0.001


def test_an_answer_that_is_late_keeps_to_the_grid_of_its_turn() -> None:
    steps = [one.steps for one in evening(hands(1, 0.0, 5.0), open_too=False)]
    assert max(steps) > 5 and min(steps) == 0, "some are late, and some are not"
    assert steps == pytest.approx([round(one) for one in steps], abs=1e-6)


CROWD = 400


def test_a_crowd_from_one_address_keeps_nobody_else_waiting() -> None:
    """A bot answers within twice its calm time, and a hint comes in a moment."""

    async def play() -> tuple[list[float], float]:
        loop, slots = asyncio.get_running_loop(), Slots(Process(lambda task: NEVER))
        crowd = [wish(number, ("crowd", f"guest {number % 40}", True), True, 0.0) for number in range(CROWD)]
        for want in crowd:
            slots.put(want)
        await asyncio.sleep(3)
        waits = []
        for by_time, calm in ((False, 0.9), (True, 2.4)):
            since = loop.time()
            slots.put(want := wish(0, ("home", "ann", True), by_time, since + calm))
            assert await want.on_time()
            waits.append((loop.time() - since) / calm)
        since = loop.time()
        slots.put(hint := wish(0, ("home", "ann", True), True, 0.0))
        await hint.thought
        took = loop.time() - since
        assert slots.waiting > CROWD / 2 and slots.served > 20 and slots.waited > slots.served
        for want in crowd:
            want.cancel()
        await slots.close()
        return waits, took

    waits, hint = unwaited(play())
    assert max(waits) < 1.2 and hint < 1.5


def order_of(people: str, comes: str = "") -> str:
    """The order in which people get their slots. Nobody watches the tables of those in capitals, until one of them `comes`."""

    async def play() -> str:
        slots, order = Slots(Process(lambda task: 0.0)), list[str]()
        wants = [wish(number, (who, who, who.islower()), False, 0.0) for number, who in enumerate(people)]
        for want in wants:
            want.due.add_done_callback(lambda _, who=want.person: order.append(who))  # type: ignore[misc]
            slots.put(want)
        for want in wants:
            if want.person == comes:
                slots.watched(want)
        await asyncio.gather(*(want.due for want in wants))
        await asyncio.sleep(0)
        await slots.close()
        return "".join(order)

    return unwaited(play())


def test_tables_that_nobody_watches_wait_for_the_others_but_not_for_ever() -> None:
    assert order_of("XYabcdef") == "abcdefXY"
    assert order_of("XYabcdef", comes="Y") == "abcdefYX"
    many = order_of("XY" + 30 * "a")
    assert (many.index("X"), many.index("Y"), len(many)) == (slots.UNWATCHED, 2 * slots.UNWATCHED + 1, 32)


def test_a_queue_that_is_full_refuses_and_its_bot_plays_without_a_thought(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(slots, "MOST", 3)

    async def play() -> None:
        loop, slots = asyncio.get_running_loop(), Slots(Process(lambda task: 0.0))
        wants = [wish(number, ("", "", True), False, 0.9) for number in range(5)]
        for want in wants:
            slots.put(want)
        assert (slots.waiting, slots.refused) == (3, 2)
        assert await wants[4].on_time() is None and loop.time() == 0.9, "as soon as in a calm house"
        assert [await want.on_time() is not None for want in wants[:3]] == [True] * 3
        await slots.close()

    unwaited(play())


def test_a_long_thought_about_an_open_game_makes_room_for_somebody_from_elsewhere() -> None:
    async def play() -> float:
        loop, slots = asyncio.get_running_loop(), Slots(Process(lambda task: NEVER if task.seed else 0.0))
        long = wish(1, ("crowd", "eve", True), False, 0.0, fixed=False)
        long.slot = 60.0
        slots.put(long)
        await asyncio.sleep(5)
        slots.put(quick := wish(0, ("home", "ann", True), False, loop.time() + 0.9))
        await quick.on_time()
        assert long.thought.done(), "with the best so far"
        await slots.close()
        return loop.time()

    assert unwaited(play()) == pytest.approx(5.9)
