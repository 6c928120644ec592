"""What a host has forgotten after a while, and what is never forgotten."""

from functools import partial

from tests.house.parlour import Parlour, looked
from tests.house.town import live, refused
from turnwise.house.people.entrance import NOTHING_SHOWN
from turnwise.house.people.sessions import DAY, GUEST_LIFE
from turnwise.house.services.account_deletion import delete_account
from turnwise.house.services.pairing import Pairing
from turnwise.house.services.ratings import Ratings
from turnwise.house.services.retention import PAGE, Keeping, Retention
from turnwise.house.tables import stills
from turnwise.house.tables.items import Terms
from turnwise.house.tables.stills import keep_all

FOUR = Terms("connect_four", 2)


def retention(parlour: Parlour, keeping: Keeping) -> Retention:
    house = parlour.house
    leave = partial(
        delete_account, house, shown=NOTHING_SHOWN, ratings=parlour.with_(Ratings(house)), pairing=Pairing(house)
    )
    return Retention(house, keeping, leave)


@live
async def test_tables_are_erased_so_many_days_after_they_were_over() -> None:
    async with Parlour() as parlour:
        ann, ben = await parlour.guests("Ann", "Ben")
        keeping = retention(parlour, Keeping(tables=30))
        over, running = [await parlour.table(FOUR, ann, ben) for _ in range(2)]
        await parlour.resign(over, 0)
        parlour.at += 20 * DAY
        late = await parlour.table(FOUR, ann, ben)
        await parlour.resign(late, 0)
        await keep_all(parlour.house)
        assert await keeping.look() == 0
        parlour.at += 10 * DAY + 1
        assert await keeping.look() == 1
        await refused("no_such_table", looked(parlour.house, over, ann))
        assert await parlour.log(over) == [] and await parlour.store.get(stills.KIND, over) is None
        assert (await looked(parlour.house, running, ann))["table"]["status"] == "running"
        assert (await looked(parlour.house, late, ann))["table"]["status"] == "over"


@live
async def test_a_long_match_is_counted_from_its_end() -> None:
    async with Parlour() as parlour:
        ann, ben = await parlour.guests("Ann", "Ben")
        keeping = retention(parlour, Keeping(tables=30))
        slow = await parlour.table(FOUR, ann, ben)
        parlour.at += 100 * DAY
        await parlour.resign(slow, 0)
        assert await keeping.look() == 0
        parlour.at += 30 * DAY + 1
        assert [await keeping.look() for _ in range(2)].count(1) == 1


@live
async def test_every_old_table_has_its_turn_in_the_end() -> None:
    async with Parlour() as parlour:
        ann, ben = await parlour.guests("Ann", "Ben")
        keeping = retention(parlour, Keeping(tables=1))
        tables = []
        for _ in range(PAGE + 3):
            parlour.at += 60_000
            tables.append(await parlour.table(FOUR, ann, ben))
            await parlour.resign(tables[-1], 0)
        parlour.at += DAY + 1
        assert [await keeping.look() for _ in range(2)] == [PAGE, 3]


@live
async def test_a_guest_is_forgotten_when_he_can_not_come_back() -> None:
    async with Parlour() as parlour:
        ann, ben, eve = await parlour.guests("Ann", "Ben", "Eve")
        house, keeping = parlour.house, retention(parlour, Keeping(guests=30))
        over = await parlour.table(FOUR, ann, ben)
        await parlour.resign(over, 0)
        await parlour.table(FOUR, ben, eve)
        parlour.at += 31 * DAY
        assert await keeping.look() == 0, "their tokens are good for longer"
        parlour.at += GUEST_LIFE
        await house.people.sweep()
        assert await keeping.look() == 1
        assert await house.people.get(ann) is None, "she plays nowhere"
        assert await house.people.get(ben) and await house.people.get(eve), "they do"
        names = [seat["name"] for seat in (await looked(house, over, ben))["table"]["seats"]]
        assert names == ["someone who left", "Ben"]


@live
async def test_no_token_lasts_longer_than_the_host_wants() -> None:
    async with Parlour() as parlour:
        retention(parlour, Keeping(sessions=7))
        _, token = await parlour.house.people.guest("Ann", "192.0.2.1")
        parlour.at += 6 * DAY
        assert await parlour.house.people.by_token(token)
        parlour.at += 6 * DAY
        assert await parlour.house.people.by_token(token), "it was used meanwhile"
        parlour.at += 8 * DAY
        assert await parlour.house.people.by_token(token) is None
