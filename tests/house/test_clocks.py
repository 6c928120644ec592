"""Time runs out: for whom, when, and what the table's policy does then."""

from collections.abc import Sequence

import msgspec
import pytest

from tests.house.heads import Head, quiet, until, with_head
from tests.house.parlour import Parlour
from tests.house.town import live, refused
from turnwise.games import game
from turnwise.house.tables import items, playing, seating
from turnwise.house.tables.clock import DAY, GRACE, Clock, Control, fault
from turnwise.house.tables.items import AnyItem, Terms
from turnwise.house.tables.table import Table

MOVE, GAME, DAYS = Control("move", 30), Control("game", 60, 5), Control("days", 2 * DAY)
SECOND = 1000


def four(clock: Control, absence: items.Absence = "move") -> Terms:
    return Terms("connect_four", 2, clock=clock, absence=absence)


# The clock itself.


def test_a_turn_has_its_seconds_and_the_next_begins_anew() -> None:
    clock = Clock(MOVE, 2)
    assert clock.due is None and clock.remaining(0, 5_000) == 30_000
    clock.pressed(0, 0, 1)
    assert clock.due == 30_000 and clock.remaining(0, 12_000) == 18_000 and clock.remaining(1, 12_000) == 30_000
    clock.pressed(12_000, 0, 1)  # an action within the same turn
    assert clock.due == 30_000
    clock.pressed(20_000, 1, 2)
    assert clock.due == 50_000 and clock.remaining(0, 25_000) == 30_000
    clock.pressed(25_000, None, 2)
    assert clock.due is None


def test_the_time_of_a_whole_game_is_spent_and_an_increment_comes_after_each_turn() -> None:
    clock = Clock(GAME, 2)
    clock.pressed(0, 0, 1)
    clock.pressed(20_000, 1, 2)
    assert clock.left == [45_000, 60_000] and clock.due == 80_000
    clock.pressed(21_000, 0, 3)
    assert clock.left == [45_000, 64_000] and clock.due == 66_000
    clock.pressed(90_000, 1, 4)
    assert clock.left[0] == 5_000, "what is over is over; the increment comes on top"
    clock.forgiven(0)
    assert clock.left[0] == GRACE * SECOND


def test_a_decision_may_have_time_of_its_own_while_the_clock_stands_still() -> None:
    for control in (MOVE, GAME):
        clock = Clock(control, 2)
        clock.pressed(0, 0, 1)
        clock.pressed(12_000, 0, 1, limit=15_000)
        assert (clock.due, clock.remaining(0, 20_000)) == (27_000, 7_000)
        clock.pressed(16_000, 0, 1, limit=15_000)  # something else happened meanwhile
        assert clock.due == 27_000
        clock.pressed(20_000, 0, 1)
        assert clock.remaining(0, 20_000) == (control.seconds - 12) * SECOND
        assert clock.due == 20_000 + (control.seconds - 12) * SECOND
        clock.pressed(23_000, 1, 2)
        assert clock.left[0] == (30_000 if control is MOVE else 60_000 - 15_000 + 5_000)
    alone = Clock(Control(), 2)
    alone.pressed(0, 0, 1, limit=15_000)
    assert (alone.running, alone.due, alone.shown) == (0, 15_000, True) and alone.stood_still(1)
    alone.resumed(60_000)
    assert alone.due == 75_000
    alone.pressed(61_000, 1, 2)
    assert alone.running is None and alone.due is None and not alone.shown


def test_a_turns_time_begins_when_its_lock_is_over() -> None:
    clock = Clock(MOVE, 2)
    clock.pressed(0, 0, 1, lock=4_000)
    assert clock.due == 34_000 and clock.remaining(0, 3_000) == 30_000 and not clock.ahead(1_000)
    clock.pressed(6_000, 1, 2)
    assert clock.due == 36_000


def test_without_a_clock_nothing_is_ever_due() -> None:
    clock = Clock(Control(), 2)
    clock.pressed(0, 0, 1)
    assert clock.due is None and not clock.stood_still(99)


def test_whoever_comes_back_late_gets_a_moment_but_once_in_a_turn() -> None:
    for control in (MOVE, GAME):
        clock = Clock(control, 2)
        clock.pressed(0, 0, 1)
        clock.returned(1_000, 0)
        assert clock.remaining(0, 1_000) == control.seconds * SECOND - 1_000, "with time left, nothing is given"
        clock.returned(100_000, 0)
        assert clock.remaining(0, 100_000) == GRACE * SECOND
        clock.returned(109_000, 0)
        assert clock.remaining(0, 109_000) == 1_000, "no second gift in one turn"
        clock.pressed(109_000, 1, 2)
        clock.returned(109_000, 0)
        assert clock.running == 1 and clock.due is not None


def test_only_clocks_of_people_who_sit_together_stand_still_with_the_house() -> None:
    for control, stands in ((MOVE, True), (GAME, True), (DAYS, False)):
        clock = Clock(control, 2)
        assert not clock.stood_still(50)
        clock.pressed(10, 0, 1)
        assert clock.stood_still(50) is stands and not clock.stood_still(10)
        clock.resumed(70)
        assert clock.due == 70 + control.seconds * SECOND and not clock.stood_still(50)


@pytest.mark.parametrize(
    "control",
    [
        Control("move", 4),
        Control("game", 9),
        Control("days", DAY - 1),
        Control("days", DAY + 1),
        Control("move", 30, 5),
        Control(seconds=5),
    ],
    ids=str,
)
def test_a_clock_that_makes_no_sense_is_refused_with_a_sentence(control: Control) -> None:
    assert str(fault(control) or "").endswith(".")
    assert [fault(good) for good in (MOVE, GAME, DAYS, Control())] == [None] * 4


# At a table.


def kinds(log: Sequence[AnyItem]) -> list[str]:
    return [type(item).__name__ for item in log]


@live
async def test_the_policy_move_makes_the_move_and_only_when_time_is_up() -> None:
    parlour = Parlour()
    ann, ben = await parlour.guests("Ann", "Ben")
    id = await parlour.table(four(MOVE), ann, ben)
    assert parlour.house.timers.due == {id: parlour.at + 30_000}
    parlour.at += 29_999
    await parlour.house.timers.ring()
    assert parlour.house.loaded[id].table.version == 0
    parlour.at += 1
    await parlour.house.timers.ring()
    table = parlour.house.loaded[id].table
    assert (table.version, table.turn, table.away) == (1, 1, {})
    last = (await parlour.log(id))[-1]
    assert isinstance(last, items.Acted) and (last.by, last.seat) == ("", 0)
    assert parlour.house.timers.due == {id: parlour.at + 30_000}


@live
async def test_a_move_in_time_moves_the_alarm() -> None:
    parlour = Parlour()
    ann, ben = await parlour.guests("Ann", "Ben")
    id = await parlour.table(four(MOVE), ann, ben)
    parlour.at += 20_000
    await parlour.act(id, 0, 3)
    parlour.at += 20_000  # the first alarm would be over
    await parlour.house.timers.ring()
    assert parlour.house.loaded[id].table.version == 1
    parlour.at += 10_000
    await parlour.house.timers.ring()
    assert parlour.house.loaded[id].table.version == 2
    await parlour.resign(id, 0)
    assert parlour.house.timers.due == {}
    await refused("over", parlour.house.act(id, ann, [3], 3, "k"))


@live
async def test_the_policy_bot_takes_the_seat_until_its_person_comes_back() -> None:
    parlour = Parlour()
    head = with_head(parlour.house, Head())
    ann, ben = await parlour.guests("Ann", "Ben")
    id = await parlour.table(four(GAME, "bot"), ann, ben)
    parlour.at += 60_000
    await parlour.house.timers.ring()
    table = parlour.house.loaded[id].table
    await until(lambda: table.version == 1)
    assert table.away == {0: "search:2"} and [task.bot for task in head.asked] == ["search:2"]
    await parlour.act(id, 1, 0)
    await until(lambda: table.version == 3)
    accepted = await parlour.house.act(id, ben, [0], 3, "k")
    assert accepted.version == 4
    await until(lambda: table.version == 5)
    head.free.clear()
    await parlour.act(id, 1, 1)
    await quiet()
    assert (await parlour.house.act(id, ann, [6], 6, "k")).version == 7, "an action brings its person back"
    assert table.away == {} and kinds(await parlour.log(id))[-2:] == ["Back", "Acted"]


@live
async def test_the_policy_forfeit_gives_the_seat_up() -> None:
    parlour = Parlour()
    ann, ben = await parlour.guests("Ann", "Ben")
    id = await parlour.table(four(DAYS, "forfeit"), ann, ben)
    parlour.at += 2 * DAY * SECOND
    await parlour.house.timers.ring()
    match = parlour.house.loaded[id].table.match
    assert match and match.outcome and (match.outcome.winners, match.outcome.reason) == ((1,), "resigned")


@live
async def test_the_clock_of_a_table_that_has_left_memory_runs_on() -> None:
    parlour = Parlour()
    ann, ben = await parlour.guests("Ann", "Ben")
    id = await parlour.table(four(MOVE), ann, ben)
    del parlour.house.loaded[id]
    parlour.at += 30_000
    await parlour.house.timers.ring()
    assert parlour.house.loaded[id].table.version == 1
    assert "Resumed" not in kinds(await parlour.log(id))


@live
async def test_many_alarms_ring_each_for_its_own_table() -> None:
    parlour = Parlour()
    ann, ben = await parlour.guests("Ann", "Ben")
    ids = []
    for seconds in (50, 10, 30, 20):
        ids.append(await parlour.table(four(Control("move", seconds)), ann, ben))
    for passed, moved in ((10, [0, 1, 0, 0]), (20, [0, 2, 0, 1]), (30, [0, 3, 1, 1])):
        parlour.at = 1_700_000_000_000 + passed * SECOND
        await parlour.house.timers.ring()
        assert [parlour.house.loaded[id].table.version for id in ids] == moved


@live
async def test_the_alarm_rings_by_itself() -> None:
    parlour = Parlour()
    ann, ben = await parlour.guests("Ann", "Ben")
    id = await parlour.table(four(MOVE), ann, ben)
    later = await parlour.table(four(MOVE), ann, ben)
    parlour.at += 30_000
    await parlour.act(later, 0, 3)
    parlour.house.timers.set_alarm()  # the loop's own clock knows nothing of the one that the test winds
    await until(lambda: parlour.house.loaded[id].table.version == 1)
    assert parlour.house.loaded[later].table.version == 1


@live
async def test_whoever_is_away_under_the_policy_move_is_not_waited_for() -> None:
    parlour = Parlour()
    ann, ben = await parlour.guests("Ann", "Ben")
    id = await parlour.table(four(Control()), ann, ben)
    away = lambda table: playing.walk_away(table, ben, 1, parlour.at)  # noqa: E731
    await parlour.house.change(id, ben, away)
    await quiet()
    assert parlour.house.loaded[id].table.version == 0, "it is not his turn"
    await refused("away", parlour.house.change(id, ben, away))
    await parlour.act(id, 0, 3)
    await until(lambda: parlour.house.loaded[id].table.version == 2)
    await parlour.house.change(id, ben, lambda table: playing.come_back(table, ben, 1, parlour.at))
    await parlour.act(id, 0, 3)
    await quiet()
    assert parlour.house.loaded[id].table.version == 3, "he is waited for again"


@live
async def test_a_match_that_everybody_walked_away_from_comes_to_its_end() -> None:
    parlour = Parlour()
    people = await parlour.guests("Ann", "Ben", "Cat")
    id = await parlour.table(Terms("whot", 3), *people)
    for seat, who in enumerate(people):
        verb = lambda table, who=who, seat=seat: playing.walk_away(table, who, seat, parlour.at)  # noqa: E731
        await parlour.house.change(id, who, verb)
    await until(lambda: parlour.house.loaded[id].table.status == "over")
    assert parlour.house.loaded[id].table.away == {}


@live
async def test_what_the_disk_did_not_take_is_tried_again() -> None:
    parlour = Parlour()
    ann, ben = await parlour.guests("Ann", "Ben")
    id = await parlour.table(four(MOVE), ann, ben)
    parlour.at += 30_000
    parlour.store.broken = True
    await parlour.house.timers.ring()
    assert id not in parlour.house.loaded and parlour.house.timers.due[id] == parlour.at + 5_000
    parlour.store.broken = False
    parlour.at += 5_000
    await parlour.house.timers.ring()
    assert parlour.house.loaded[id].table.version == 1


@live
async def test_time_over_at_a_table_that_is_gone_disturbs_nobody() -> None:
    parlour = Parlour()
    ann, ben = await parlour.guests("Ann", "Ben")
    id = await parlour.table(four(MOVE), ann, ben)
    parlour.house.timers._put("gone", parlour.at)
    parlour.at += 30_000
    await parlour.house.timers.ring()
    assert parlour.house.loaded[id].table.version == 1 and "gone" not in parlour.house.timers.due


def test_an_overdue_turn_of_several_actions_is_played_to_its_end() -> None:
    """In Rally one throws, moves and ends one's turn: once the time is up, there is none for the rest of it."""
    table = Table("t")
    opened = seating.opened(Terms("rally", 2, clock=Control("game", 60)), "ann", 0)
    opened = msgspec.structs.replace(opened, secret="seed 3")  # the first throw is no 1
    begun = items.Started(0, "ann", [0, 1], game("rally").version)
    for item in (opened, items.Sat(0, "ann", 0, "ann"), items.Sat(0, "ben", 1, "ben"), begun):
        table.fold(item)
    seat, actions = table.turn, 0
    assert seat is not None and table.match
    while table.match.position.turns == 1:
        for acted in playing.time_over(table, 60_000):
            table.fold(acted)
            actions += 1
    assert actions > 1 and table.clock.left[seat] == GRACE * SECOND
