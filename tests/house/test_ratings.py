"""Ratings are counted once, with the match they come from."""

import asyncio

import pytest

from tests.house.kept_store import KeptStore
from tests.house.parlour import Parlour, looked
from tests.house.town import live, refused
from turnwise.house.house import House
from turnwise.house.people.sessions import DAY
from turnwise.house.services.ratings import Ratings
from turnwise.house.tables import counting, items, playing, seating
from turnwise.house.tables.items import Terms
from turnwise.kit.errors import BadOption
from turnwise.play.rating import Rating, rated

RATED = Terms("connect_four", 2, rated=True)


MOVES = ("a", "b") * counting.MOVES


async def given_up(parlour: Parlour, id: str, seat: int) -> None:
    """Play for as long as a match must last to count, and resign."""
    for at, column in enumerate(MOVES):
        await parlour.act(id, at % 2, f"drop {column}")
    parlour.at += counting.SHORTEST
    await parlour.resign(id, seat)


def valued(log: list[items.AnyItem]) -> list[items.Valued]:
    return [item for item in log if isinstance(item, items.Valued)]


def test_the_model_is_open_skills_and_takes_the_mean_of_several_seats() -> None:
    after = rated({"a": Rating(), "b": Rating()}, ["a", "b"], [1, 2])
    assert after["a"].mu == pytest.approx(27.635, abs=0.001) and after["b"].mu == pytest.approx(22.365, abs=0.001)
    assert after["a"].sigma == pytest.approx(after["b"].sigma) and after["a"].sigma < Rating().sigma
    even = rated({"a": Rating(), "b": Rating()}, ["a", "b"], [1, 1])
    assert even["a"].mu == pytest.approx(25) and even["b"].mu == pytest.approx(25)
    three = rated({who: Rating() for who in "abc"}, "abc", [1, 2, 3])
    twice = rated({who: Rating() for who in "ab"}, "aba", [1, 2, 3])
    assert twice["b"] == three["b"] and twice["a"].mu == pytest.approx((three["a"].mu + three["c"].mu) / 2)


@live
async def test_the_winner_of_a_rated_match_stands_above_the_loser() -> None:
    async with Parlour() as parlour:
        ratings = parlour.with_(Ratings(parlour.house))
        ann, ben = await parlour.guests("Ann", "Ben")
        id = await parlour.table(RATED, ann, ben)
        await given_up(parlour, id, 0)
        await ratings.settle()
        (item,) = valued(await parlour.log(id))
        assert item.before == [0, 0] and item.after[0] < 0 < item.after[1]
        lines = await ratings.listed("connect_four")
        assert [(line["name"], line["matches"]) for line in lines] == [("Ben", 1), ("Ann", 1)]
        assert await ratings.of(ann) == lines[1:]
        assert await ratings.listed("whot") == []
        told = await looked(parlour.house, id, ann)
        assert told["table"]["ratings"] == {"before": item.before, "after": item.after}
        assert not await parlour.store.find("table", "due", "ratings")


@live
async def test_what_is_not_rated_counts_nothing() -> None:
    async with Parlour() as parlour:
        ratings = parlour.with_(Ratings(parlour.house))
        ann, ben = await parlour.guests("Ann", "Ben")
        id = await parlour.table(Terms("connect_four", 2), ann, ben)
        await given_up(parlour, id, 0)
        closed = await parlour.table(RATED, ann, ben)
        await parlour.house.change(closed, None, lambda table: [items.Closed(parlour.at, "", "")])
        await ratings.settle()
        assert not valued(await parlour.log(id)) and not valued(await parlour.log(closed))
        assert await ratings.listed("connect_four") == []


@live
async def test_bots_are_in_the_same_list() -> None:
    async with Parlour() as parlour:
        ratings = parlour.with_(Ratings(parlour.house))
        (ann,) = await parlour.guests("Ann")
        id = await parlour.table(RATED, ann, "bot:random")
        await given_up(parlour, id, 0)
        await ratings.settle()
        lines = await ratings.listed("connect_four")
        assert [(line.get("name"), line.get("bot")) for line in lines] == [(None, "random"), ("Ann", None)]


@live
async def test_counting_is_taken_up_again_and_done_once() -> None:
    async with Parlour() as parlour:
        ann, ben = await parlour.guests("Ann", "Ben")
        id = await parlour.table(RATED, ann, ben)
        await given_up(parlour, id, 0)  # nobody counts: the house dies in this moment
        houses = [parlour.elsewhere() for _ in range(2)]
        first, second = (parlour.with_(Ratings(house)) for house in houses)
        await asyncio.gather(first.resume(), second.resume())
        assert len(valued(await parlour.log(id))) == 1
        assert [line["matches"] for line in await first.listed("connect_four")] == [1, 1]
        await first.resume()
        assert len(valued(await parlour.log(id))) == 1


@live
async def test_many_matches_of_the_same_people_end_in_one_moment() -> None:
    async with Parlour() as parlour:
        houses: list[House] = [parlour.elsewhere() for _ in range(2)]
        counting = [parlour.with_(Ratings(house)) for house in houses]
        ann, ben = await parlour.guests("Ann", "Ben")
        tables = [await parlour.table(RATED, ann, ben) for _ in range(6)]
        for at, id in enumerate(tables):
            parlour.house = houses[at % 2]
            await given_up(parlour, id, at % 2)
        await asyncio.gather(*(ratings.settle() for ratings in counting))
        assert [len(valued(await parlour.log(id))) for id in tables] == [1] * 6
        assert [line["matches"] for line in await counting[0].listed("connect_four")] == [6, 6]


@live
async def test_a_full_disk_only_delays_it() -> None:
    store = KeptStore()
    async with Parlour(store) as parlour:
        ratings = parlour.with_(Ratings(parlour.house))
        ann, ben = await parlour.guests("Ann", "Ben")
        id = await parlour.table(RATED, ann, ben)
        await given_up(parlour, id, 0)
        store.broken = True
        for _ in range(20):
            await asyncio.sleep(0)
        assert not valued(await parlour.log(id))
        store.broken = False
        await ratings.settle()
        assert len(valued(await parlour.log(id))) == 1


@live
async def test_who_is_gone_stands_in_no_list() -> None:
    async with Parlour() as parlour:
        ratings = parlour.with_(Ratings(parlour.house))
        ann, ben, eve = await parlour.guests("Ann", "Ben", "Eve")
        for loser in (ben, eve):
            await given_up(parlour, await parlour.table(RATED, ann, loser), 1)
        await ratings.settle()
        last = await parlour.table(RATED, ann, eve)
        await parlour.house.people.delete(eve)
        await given_up(parlour, last, 1)
        await ratings.settle()
        assert [line["name"] for line in await ratings.listed("connect_four")] == ["Ann", "Ben"]
        await ratings.forget(eve)
        assert not await parlour.store.find("rating", "who", eve)
        assert await parlour.store.find("rating", "who", ben)


@live
async def test_terms_that_make_no_sense_are_refused() -> None:
    async with Parlour() as parlour:
        house = parlour.house
        (ann,) = await parlour.guests("Ann")
        await refused("not_rated", house.open(ann, Terms("rally", 1, rated=True)))
        await house.open(ann, Terms("rally", 2, rated=True))
        id = await house.open(ann, RATED)
        for _ in range(2):
            await house.change(id, ann, lambda table: seating.add_bot(table, ann, None, "random", parlour.at))
        await refused("not_rated", house.change(id, ann, lambda table: seating.start(table, ann, parlour.at)))


def test_nobody_is_rated_on_a_board_that_he_wrote() -> None:
    board = seating.opened(Terms("rally", 2), "ann", 0).terms.options["board"]
    own = board | {"name": "Mine"}
    seating.opened(Terms("rally", 2, {"board": own}), "ann", 0)
    with pytest.raises(BadOption, match="one's own board"):
        seating.opened(Terms("rally", 2, {"board": own}, rated=True), "ann", 0)


async def uncounted(parlour: Parlour, id: str) -> str:
    (item,) = valued(await parlour.log(id))
    assert bool(item.why) == (item.before == item.after)
    return item.why


@live
async def test_what_was_hardly_played_moves_nobody_not_even_a_bot() -> None:
    async with Parlour() as parlour:
        ratings = parlour.with_(Ratings(parlour.house))
        ann, ben = await parlour.guests("Ann", "Ben")
        at_once = await parlour.table(RATED, ann, ben)
        await parlour.resign(at_once, 1)
        bot = await parlour.table(RATED, ann, "bot:random")
        parlour.at += counting.SHORTEST
        await parlour.act(bot, 0, "drop a")
        await parlour.resign(bot, 0)
        quick = await parlour.table(RATED, ann, ben)
        for at, column in enumerate("ababababa"[:7]):
            await parlour.act(quick, at % 2, f"drop {column}")
        await ratings.settle()
        assert [await uncounted(parlour, id) for id in (at_once, bot, quick)] == ["short"] * 3
        assert await ratings.listed("connect_four") == []
        told = await looked(parlour.house, quick, ann)
        assert told["table"]["ratings"] == {"before": [0, 0], "after": [0, 0], "uncounted": "short"}


@live
async def test_moves_that_the_house_made_for_somebody_are_not_his() -> None:
    async with Parlour() as parlour:
        ratings = parlour.with_(Ratings(parlour.house))
        ann, ben = await parlour.guests("Ann", "Ben")
        id = await parlour.table(RATED, ann, ben)
        for at, column in enumerate("ababab"):
            who = ann if at % 2 == 0 else ""
            await parlour.house.change(
                id,
                None,
                lambda table, at=at, who=who, column=column: playing.act(  # type: ignore[misc]
                    table, who, at % 2, [f"drop {column}"], None, "", parlour.at
                ),
            )
        parlour.at += counting.SHORTEST
        await parlour.resign(id, 1)
        await ratings.settle()
        assert await uncounted(parlour, id) == "short"


@live
async def test_ones_own_guests_do_not_count_and_a_household_counts_a_few_times_a_day() -> None:
    async with Parlour() as parlour:
        ratings = parlour.with_(Ratings(parlour.house))
        house = parlour.house
        ann, ben = await parlour.guests("Ann", "Ben")
        for addresses, devices in (
            (("192.0.2.7", "192.0.2.8"), ("one", "one")),
            (("192.0.2.7", "192.0.2.7"), ("", "")),
        ):
            for who, address, device in zip((ann, ben), addresses, devices, strict=True):
                house.whereabouts.saw(who, address, device)
            id = await parlour.table(RATED, ann, ben)
            await given_up(parlour, id, 1)
            await ratings.settle()
            assert await uncounted(parlour, id) == "alike"
        for who, name in ((ann, "Ann"), (ben, "Ben")):
            await house.entrance.register(who, name, "violet tandem brook", "192.0.2.7")
        tables = [await parlour.table(RATED, ann, ben) for _ in range(counting.A_DAY_AT_HOME + 1)]
        for id in tables:
            await given_up(parlour, id, 1)
            await ratings.settle()
        assert [await uncounted(parlour, id) for id in tables] == [""] * counting.A_DAY_AT_HOME + ["often"]


@live
async def test_the_same_two_count_so_often_in_a_day_and_again_on_the_next() -> None:
    async with Parlour() as parlour:
        ratings = parlour.with_(Ratings(parlour.house))
        (ann,) = await parlour.guests("Ann")
        found = []
        for wait in [0] * (counting.A_DAY + 1) + [DAY]:
            parlour.at += wait
            id = await parlour.table(RATED, "bot:random", ann)
            await given_up(parlour, id, 1)
            await ratings.settle()
            found.append(await uncounted(parlour, id))
        assert found == [""] * counting.A_DAY + ["often", ""]
        assert [line["matches"] for line in await ratings.of(ann)] == [counting.A_DAY + 1]
