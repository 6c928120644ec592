"""Delete me: every seat is left as its table wants it, and no name stays behind."""

import json
from typing import Any

from tests.house.parlour import Parlour, looked
from tests.house.town import live, refused
from turnwise.house.people.entrance import NOTHING_SHOWN
from turnwise.house.people.people import SOMEONE
from turnwise.house.services.account_deletion import delete_account
from turnwise.house.services.pairing import Pairing
from turnwise.house.services.ratings import Ratings
from turnwise.house.tables import counting, items, playing, seating
from turnwise.house.tables.items import Absence, Terms
from turnwise.house.tables.table import Table


class Eyes:
    viewer = -1
    person = ""

    def __init__(self) -> None:
        self.seen: list[dict[str, Any]] = []

    def push(self, message: bytes) -> None:
        self.seen.append(json.loads(message))

    def lost(self) -> None:
        pass


async def table_of(parlour: Parlour, id: str) -> Table:
    return (await parlour.house.find(id, None)).table


@live
async def test_running_seats_are_left_by_the_tables_policy() -> None:
    async with Parlour() as parlour:
        ann, ben = await parlour.guests("Ann", "Ben")
        ratings, pairing = parlour.with_(Ratings(parlour.house)), Pairing(parlour.house)
        policies: list[Absence] = ["forfeit", "bot", "move"]
        tables = [
            await parlour.table(Terms("connect_four", 2, absence=absence, rated=True, stand_in="random"), ben, ann)
            for absence in policies
        ]
        for at, column in enumerate("abab"):
            await parlour.act(tables[0], at % 2, f"drop {column}")
        parlour.at += counting.SHORTEST
        before = await parlour.table(Terms("connect_four", 2), ben, ann)
        await parlour.resign(before, 1)
        away = await parlour.table(Terms("connect_four", 2, absence="bot"), ben, ann)
        await parlour.house.change(away, ann, lambda table: playing.walk_away(table, ann, 1, parlour.at))
        await delete_account(parlour.house, ann, NOTHING_SHOWN, ratings, pairing)
        await ratings.settle()
        forfeit, bot, move = [await table_of(parlour, id) for id in tables]
        assert forfeit.match and forfeit.match.outcome and forfeit.match.outcome.winners == (0,)
        assert bot.away == {1: "random"} and move.away == {1: ""}
        assert (await table_of(parlour, away)).away == {1: "search:2"}
        assert await parlour.house.people.get(ann) is None
        assert [line["name"] for line in await ratings.listed("connect_four")] == ["Ben"]
        await refused("unknown_person", delete_account(parlour.house, ann, NOTHING_SHOWN, ratings, pairing))


@live
async def test_seats_in_a_lobby_are_free_again() -> None:
    async with Parlour() as parlour:
        ann, ben = await parlour.guests("Ann", "Ben")
        house = parlour.house
        alone, shared, guest, unseated = [
            await house.open(host, Terms("connect_four", 2)) for host in (ann, ann, ben, ann)
        ]
        for id, people in ((alone, [ann]), (shared, [ann, ben]), (guest, [ann])):
            for who in people:
                await house.change(id, who, lambda table, who=who: seating.sit(table, who, None, 0))  # type: ignore[misc]
        await Pairing(house).play_now(ann, "differo")
        await delete_account(house, ann, NOTHING_SHOWN, parlour.with_(Ratings(house)), Pairing(house))
        assert (await table_of(parlour, alone)).closed == "its host has left"
        assert (await table_of(parlour, shared)).sitters == ["", ben] and (await table_of(parlour, shared)).closed
        assert (await table_of(parlour, guest)).sitters == ["", ""]
        assert (await table_of(parlour, unseated)).closed == "its host has left"
        assert not await parlour.store.get("waiting", ann)


@live
async def test_no_name_stays_behind() -> None:
    async with Parlour() as parlour:
        ann, ben = await parlour.guests("Ann", "Ben")
        house = parlour.house
        id = await parlour.table(Terms("connect_four", 2), ann, ben)
        await house.change(id, ann, lambda table: playing.talk(table, ann, "players", "Hello", parlour.at))
        await parlour.resign(id, 0)
        eyes = Eyes()
        await house.watch(id, "", lambda seat: eyes)
        assert "Ann" in json.dumps(eyes.seen)
        eyes.seen.clear()
        await delete_account(house, ann, NOTHING_SHOWN, parlour.with_(Ratings(house)), Pairing(house))
        (told,) = [message for message in eyes.seen if message["type"] == "delta"]
        assert [seat["name"] for seat in told["table"]["seats"]] == [SOMEONE, "Ben"]
        whole = await looked(house, id, ben)
        assert whole["talk"][0]["name"] == SOMEONE and "Ann" not in repr(whole)
        again = await looked(parlour.elsewhere(), id, ben)
        assert "Ann" not in repr(again)
        assert not any("Ann" in items.encode(item).decode() for item in await parlour.log(id))
