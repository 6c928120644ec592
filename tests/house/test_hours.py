"""No clock runs while the house is closed, however long that was, or seems to have been."""

import pytest

from tests.house.heads import quiet
from tests.house.parlour import Parlour
from tests.house.test_resume import HOUR, four, kinds, resumed
from tests.house.town import live
from turnwise.house.tables.clock import DAY, Control

DAYS = Control("days", 3 * DAY)


async def by_days(parlour: Parlour, used: int) -> str:
    """A table at which somebody has used so much of his days when the house closes."""
    ann, ben = await parlour.guests("Ann", "Ben")
    id = await parlour.table(four(DAYS, absence="forfeit"), ann, ben)
    await resumed(parlour)
    parlour.at += used
    await parlour.house.close()
    return id


async def left_after(parlour: Parlour, id: str, closed: int) -> int:
    """What whoever is on turn has left when the house opens again."""
    parlour.at += closed
    parlour.house = parlour.elsewhere()
    await resumed(parlour)
    await quiet()
    table = (await parlour.house.find(id, None)).table
    assert table.status == "running"
    return table.clock.remaining(0, parlour.at)


@live
@pytest.mark.parametrize(
    ("used", "closed", "left"),
    [
        (50, 12, 22),  # what was used before stays used
        (50, 24 * 365, 24),  # a clock that was a year ahead, or a house that was closed for a year: a day to hear of it
        (71, 5, 5),  # as long as it was closed
        (50, -24 * 365, 72),  # the clock was ahead before: who knows what was used
        (50, -24 * 365 * 53, 72),  # it is 1970
    ],
)
async def test_nobodys_days_run_while_the_house_is_closed_however_long_it_seems(
    used: int, closed: int, left: int
) -> None:
    parlour = Parlour()
    id = await by_days(parlour, used * HOUR)
    assert await left_after(parlour, id, closed * HOUR) == left * HOUR
    await parlour.house.close()
    again = await left_after(parlour, id, 2 * HOUR)
    assert again == left * HOUR, "the closed hours are counted once, and the next ones again"
    parlour.at += left * HOUR
    await parlour.house.timers.ring()
    assert parlour.house.loaded[id].table.status == "over", "his time does run out while the house is open"


@live
async def test_a_clock_that_was_wrong_at_one_boot_forfeits_nothing_at_the_next() -> None:
    """In 2038, and back; in 1970, and back."""
    for wrong in (12 * 365 * 24 * HOUR, -53 * 365 * 24 * HOUR):
        parlour = Parlour()
        id = await by_days(parlour, 10 * HOUR)
        assert await left_after(parlour, id, wrong) >= 62 * HOUR
        await parlour.act(id, 0, 3)
        await parlour.act(id, 1, 3)
        await parlour.house.close()
        assert await left_after(parlour, id, HOUR - wrong) == 72 * HOUR
        ann = parlour.house.loaded[id].table.sitters[0]
        assert (await parlour.house.act(id, ann, [3], 2, "k")).version == 3, "what happened in the future locks nothing"


@live
async def test_a_restart_that_takes_a_moment_leaves_no_trace_at_tables_that_count_in_days() -> None:
    parlour = Parlour()
    id = await by_days(parlour, HOUR)
    assert await left_after(parlour, id, 20_000) == 71 * HOUR - 20_000
    assert "Resumed" not in kinds(await parlour.log(id))


@live
async def test_nothing_is_forgotten_for_its_age_soon_after_a_leap() -> None:
    parlour = Parlour()
    await by_days(parlour, HOUR)
    for leap, sure in ((6 * 24 * HOUR, True), (8 * 24 * HOUR, False), (-HOUR, False)):
        parlour.at += leap
        house = parlour.elsewhere()
        assert await house.hours.sure() is sure
        parlour.at += 25 * HOUR
        assert await house.hours.sure(), "then somebody has had time to look at the clock"
        parlour.at -= 25 * HOUR + leap
