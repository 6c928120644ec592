"""Play now: people who wait meet, once each, and nobody waits for ever."""

import asyncio
from collections import Counter
from typing import Any

import pytest

from tests.house.kept_store import KeptStore
from tests.house.parlour import Parlour
from tests.house.town import live, refused
from turnwise.house.house import House
from turnwise.house.services.pairing import AWAY, NOTE, PATIENCE, Pairing
from turnwise.house.tables.table import Table
from turnwise.kit.errors import UnknownGame

FOUR = "connect_four"


async def table_of(house: House, told: dict[str, Any]) -> Table:
    return (await house.find(told["table"], None)).table


@live
async def test_two_who_wait_for_the_same_game_meet_at_a_table_that_has_started() -> None:
    async with Parlour() as parlour:
        pairing = Pairing(parlour.house)
        ann, ben, eve = await parlour.guests("Ann", "Ben", "Eve")
        told = await pairing.play_now(ann, FOUR)
        assert told == {
            "waiting": {"game": FOUR, "seats": 2, "since": parlour.at, "others": 0},
            "again": 2000,
        }
        assert "waiting" in await pairing.play_now(eve, "caesar"), "another game"
        parlour.at += 1
        met = await pairing.play_now(ben, FOUR)
        table = await table_of(parlour.house, met)
        assert table.status == "running" and sorted(table.people) == sorted([ann, ben]) and table.host == ann
        assert table.terms.access == "link" and table.terms.clock.kind == "game"
        assert await pairing.play_now(ann, FOUR) == met, "she learns of it when she asks again"
        assert await pairing.play_now(ben, FOUR) == met, "an answer may be lost"


@live
async def test_seats_are_shuffled() -> None:
    async with Parlour() as parlour:
        pairing = Pairing(parlour.house)
        first: Counter[bool] = Counter()
        for _ in range(20):
            ann, ben = await parlour.guests("Ann", "Ben")
            await pairing.play_now(ann, FOUR)
            first[(await table_of(parlour.house, await pairing.play_now(ben, FOUR))).sitters[0] == ann] += 1
        assert len(first) == 2


@live
async def test_who_has_played_can_wait_again() -> None:
    async with Parlour() as parlour:
        pairing = Pairing(parlour.house)
        ann, ben = await parlour.guests("Ann", "Ben")
        await pairing.play_now(ann, FOUR)
        met = await pairing.play_now(ben, FOUR)
        await parlour.resign(met["table"], 0)
        assert "waiting" in await pairing.play_now(ann, FOUR), "the match is over"
        again = await pairing.play_now(ben, FOUR)
        assert again["table"] != met["table"]
        parlour.at += NOTE
        assert "waiting" in await pairing.play_now(ann, FOUR), "she has had a minute to find her table"


@live
async def test_who_went_away_is_not_waited_for() -> None:
    async with Parlour() as parlour:
        pairing = Pairing(parlour.house)
        ann, ben, eve = await parlour.guests("Ann", "Ben", "Eve")
        await pairing.play_now(ann, FOUR)
        parlour.at += AWAY
        assert (await pairing.play_now(ben, FOUR))["waiting"]["others"] == 0
        assert not await parlour.store.get("waiting", ann), "and is no longer in the line"
        since = parlour.at
        for _ in range(9):  # Ben keeps asking
            parlour.at += AWAY // 3
            assert (await pairing.play_now(ben, FOUR))["waiting"]["since"] == since
        assert "table" in await pairing.play_now(eve, FOUR)


@live
async def test_who_stops_waiting_or_waits_for_something_else_is_not_met() -> None:
    async with Parlour() as parlour:
        pairing = Pairing(parlour.house)
        ann, ben, eve = await parlour.guests("Ann", "Ben", "Eve")
        await pairing.play_now(ann, FOUR)
        await pairing.stop(ann)
        await pairing.stop(ann)
        await pairing.play_now(eve, FOUR)
        await pairing.play_now(eve, "differo")
        assert (await pairing.play_now(ben, FOUR))["waiting"]["others"] == 0
        await pairing.play_now(ben, "whot", 2)
        await parlour.house.people.delete(ben)
        assert (await pairing.play_now(ann, "whot", 2))["waiting"]["others"] == 0


@live
async def test_people_who_do_not_want_to_meet_do_not() -> None:
    async with Parlour() as parlour:
        pairing = Pairing(parlour.house)
        ann, ben, eve = await parlour.guests("Ann", "Ben", "Eve")
        await parlour.house.people.block(ann, ben)
        await pairing.play_now(ann, FOUR)
        parlour.at += 1
        assert (await pairing.play_now(ben, FOUR))["waiting"]["others"] == 1
        table = await table_of(parlour.house, await pairing.play_now(eve, FOUR))
        assert sorted(table.people) == sorted([ann, eve]), "the one who waited longest"
        assert "waiting" in await pairing.play_now(ben, FOUR)


@live
async def test_a_table_for_three_waits_for_three() -> None:
    async with Parlour() as parlour:
        pairing = Pairing(parlour.house)
        ann, ben, eve, joe = await parlour.guests("Ann", "Ben", "Eve", "Joe")
        await pairing.play_now(joe, "whot", 2)
        for person in (ann, ben):
            assert "waiting" in await pairing.play_now(person, "whot", 3)
        table = await table_of(parlour.house, await pairing.play_now(eve, "whot", 3))
        assert sorted(table.people) == sorted([ann, ben, eve])
        assert table.terms.clock.kind == "move" and table.terms.absence == "bot"


@live
async def test_who_has_just_begun_one_game_is_not_sent_back_to_it_when_asking_for_another() -> None:
    async with Parlour() as parlour:
        (ann,) = await parlour.guests("Ann")
        pairing = Pairing(parlour.house)
        first = (await pairing.play_now(ann, "whot", 2, "classic"))["table"]
        assert (await pairing.play_now(ann, "whot", 2, "classic"))["table"] == first, "the answer may have been lost"
        other = (await pairing.play_now(ann, "connect_four", None, "classic"))["table"]
        table = (await parlour.house.find(other, ann)).table
        assert table.game.name == "connect_four" and table.terms.clock.kind == "none", "no bot is kept waiting"


@pytest.mark.parametrize("pace", [1, 0])
@live
async def test_who_waits_long_is_offered_a_bot(pace: float) -> None:
    async with Parlour() as parlour:
        pairing = Pairing(parlour.house, pace=pace)
        (ann,) = await parlour.guests("Ann")
        assert ("offer" in await pairing.play_now(ann, FOUR)) == (pace == 0)
        for _ in range(4):
            parlour.at += PATIENCE // 4
            told = await pairing.play_now(ann, FOUR)
        assert told["offer"] == "bot" and told["waiting"]["since"] == parlour.at - PATIENCE
        table = await table_of(parlour.house, await pairing.play_now(ann, FOUR, bot="random"))
        assert sorted(table.sitters) == sorted([ann, "bot:random"]) and table.status == "running"
        (ben,) = await parlour.guests("Ben")
        assert (await pairing.play_now(ben, FOUR))["waiting"]["others"] == 0, "Ann plays already"


@live
async def test_what_can_not_be_waited_for() -> None:
    async with Parlour() as parlour:
        pairing = Pairing(parlour.house)
        (ann,) = await parlour.guests("Ann")
        with pytest.raises(UnknownGame):
            await pairing.play_now(ann, "chess")
        await refused("bad_seats", pairing.play_now(ann, FOUR, 3))
        await refused("bad_seats", pairing.play_now(ann, "rally", 1))
        await refused("bad_bot", pairing.play_now(ann, FOUR, bot="nobody"))


@live
async def test_in_a_crowd_everybody_gets_one_seat() -> None:
    async with Parlour() as parlour:
        crowd = await parlour.guests(*(f"P{number}" for number in range(40)))
        pairings = [Pairing(parlour.elsewhere()) for _ in range(3)]
        tables: dict[str, str] = {}
        while len(tables) < len(crowd):
            asking = [who for who in crowd if who not in tables]
            told = await asyncio.gather(*(pairings[at % 3].play_now(who, FOUR) for at, who in enumerate(asking)))
            tables |= {who: one["table"] for who, one in zip(asking, told, strict=True) if "table" in one}
        assert set(Counter(tables.values()).values()) == {2}
        for who, id in tables.items():
            assert who in (await parlour.house.find(id, who)).table.people
            assert len(await parlour.store.find("table", "person", who)) == 1


@live
async def test_a_full_disk_is_said() -> None:
    store = KeptStore()
    async with Parlour(store) as parlour:
        pairing = Pairing(parlour.house)
        ann, ben = await parlour.guests("Ann", "Ben")
        await pairing.play_now(ann, FOUR)
        store.broken = True
        await refused("unavailable", pairing.play_now(ben, FOUR))
        await refused("unavailable", pairing.stop(ann))
        store.broken = False
        assert "table" in await pairing.play_now(ben, FOUR)
