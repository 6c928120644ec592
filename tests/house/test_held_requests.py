"""What a table holds until it is due, tables that begin by themselves, players and their seats, and answers given again."""

from collections.abc import Sequence
from typing import Any

import pytest

from tests.house.parlour import Parlour, looked
from tests.house.town import live
from turnwise.games import game
from turnwise.house.house import House
from turnwise.house.tables import held_requests, items, playing, seating
from turnwise.house.tables.answers import KEPT_ANSWERS, Answer, Answers
from turnwise.house.tables.items import AnyItem, Begins, Terms
from turnwise.house.tables.table import Table
from turnwise.kit.errors import Refused
from turnwise.play.entry import Special

KINDS, GROUPS = "12345", ("PRAETOR", "AEDILE", "QUAESTOR", "CONSUL", "CENSOR")
PLACEMENT = [{"do": "place", "kind": kind, "group": group} for kind, group in zip(KINDS, GROUPS, strict=True)]
CAESAR = Terms("caesar", 2, access="link")


async def opened(parlour: Parlour, host: str, begins: Begins, terms: Terms = CAESAR) -> str:
    return await parlour.house.begin(
        [seating.opened(terms, host, parlour.at, begins=begins), items.Sat(parlour.at, host, 0, host)]
    )


async def sit(parlour: Parlour, id: str, who: str) -> None:
    await parlour.house.change(id, who, lambda table: seating.sit(table, who, None, parlour.at))


async def hold(parlour: Parlour, id: str, who: str, key: str = "", actions: Any = PLACEMENT) -> None:
    def verb(table: Table) -> Sequence[AnyItem]:
        return held_requests.hold(table, who, playing.seat_for(table, who), actions, key, parlour.at)

    await parlour.house.change(id, who, verb)


async def table_in(house: House, id: str) -> Table:
    return (await house.find(id, None)).table


@live
async def test_what_is_held_is_played_when_it_is_due_by_whatever_way() -> None:
    """The other player acts through the house as anybody does; the held request follows in the same commit."""
    async with Parlour() as parlour:
        ann, ben = await parlour.guests("Ann", "Ben")
        id = await parlour.table(CAESAR, ann, ben)
        await hold(parlour, id, ben)
        table = await table_in(parlour.house, id)
        assert (table.version, table.turn, list(table.held)) == (0, 0, [1])
        done = await parlour.house.act(id, ann, PLACEMENT, 0, "k")
        assert (done.version, table.version, table.held) == (10, 10, {})
        assert (await parlour.house.act(id, ann, PLACEMENT, 0, "k")) == (10, True)
        *_, hers, his = await parlour.log(id)
        assert isinstance(hers, items.Acted) and isinstance(his, items.Acted)
        assert [(one.by, one.seat, one.version, one.held) for one in (hers, his)] == [
            (ann, 0, 5, False), (ben, 1, 10, True),
        ]  # fmt: skip
        again = await table_in(parlour.elsewhere(), id)
        assert again.match and table.match and again.match.save() == table.match.save() and not again.held


@live
async def test_what_is_held_outlives_the_house_and_is_held_once() -> None:
    async with Parlour() as parlour:
        ann, ben = await parlour.guests("Ann", "Ben")
        id = await parlour.table(CAESAR, ann, ben)
        await hold(parlour, id, ben)
        with pytest.raises(Refused, match="waits already"):
            await hold(parlour, id, ben)
        other = parlour.elsewhere()
        assert list((await table_in(other, id)).held) == [1]
        await other.act(id, ann, PLACEMENT, 0, "")
        assert (await table_in(other, id)).version == 10


@live
async def test_what_can_not_be_played_any_more_is_forgotten() -> None:
    async with Parlour() as parlour:
        ann, ben = await parlour.guests("Ann", "Ben")
        id = await parlour.table(CAESAR, ann, ben)
        await hold(parlour, id, ben, actions=[{"do": "bust"}])
        await parlour.house.act(id, ann, PLACEMENT, 0, "")
        table = await table_in(parlour.house, id)
        assert (table.version, table.held) == (5, {})
        await parlour.house.act(id, ben, PLACEMENT, 5, "")
        assert (await table_in(parlour.elsewhere(), id)).version == 10


@live
async def test_who_leaves_or_gets_up_takes_what_was_held_along() -> None:
    async with Parlour() as parlour:
        ann, ben = await parlour.guests("Ann", "Ben")
        id = await parlour.table(CAESAR, ann, ben)
        await hold(parlour, id, ben)
        loaded = await parlour.resign(id, 1)
        assert not loaded.table.held and loaded.table.match and loaded.table.match.log[-1].action == Special.LEAVE
        id = await opened(parlour, ann, "early")
        await hold(parlour, id, ann)
        loaded = await parlour.house.change(id, ann, lambda table: seating.get_up(table, ann, 0, parlour.at))
        assert not loaded.table.held


@pytest.mark.parametrize("begins", ["host", "full", "early"])
@live
async def test_when_a_match_begins(begins: Begins) -> None:
    async with Parlour() as parlour:
        ann, ben = await parlour.guests("Ann", "Ben")
        id = await opened(parlour, ann, begins)
        table = await table_in(parlour.house, id)
        await sit(parlour, id, ben)
        assert (table.status == "running") is (begins == "full")
        await hold(parlour, id, ben)
        assert (table.status == "running") is (begins != "host")
        if begins == "host":
            await parlour.house.change(id, ann, lambda table: seating.start(table, ann, parlour.at))
        assert (table.status, table.version, table.turn, list(table.held)) == ("running", 0, 0, [1])


@live
async def test_a_seat_that_is_taken_last_begins_what_was_held() -> None:
    async with Parlour() as parlour:
        ann, ben = await parlour.guests("Ann", "Ben")
        id = await opened(parlour, ann, "early")
        await hold(parlour, id, ann, "k")
        await sit(parlour, id, ben)
        table = await table_in(parlour.house, id)
        assert (table.status, table.version, table.turn) == ("running", 5, 1)
        assert table.answers.get(ann, "k") == Answer(0, 0), "nothing had been played when she was answered"
        assert (await looked(parlour.house, id, ben))["table"]["seats"][1]["name"] == "Ben"


@live
async def test_players_keep_their_number_wherever_they_sit() -> None:
    async with Parlour() as parlour:
        ann, ben, cat = await parlour.guests("Ann", "Ben", "Cat")
        id = await opened(parlour, ann, "early", Terms("caesar", 2, seating="shuffled"))
        table = await table_in(parlour.house, id)

        async def swap(who: str, seat: int) -> None:
            await parlour.house.change(id, who, lambda table: seating.change_seats(table, who, seat, "", parlour.at))

        await swap(ann, 1)
        assert (table.sitters, table.players) == (["", ann], [1, 0])
        await sit(parlour, id, ben)
        assert (table.sitters, table.players) == ([ben, ann], [1, 0])
        await swap(ben, 1)
        assert (table.sitters, table.players) == ([ann, ben], [0, 1])
        await swap(ben, 1)
        assert (table.sitters, table.players) == ([ann, ben], [0, 1])
        await parlour.house.change(id, ann, lambda table: seating.get_up(table, ann, 0, parlour.at))
        await sit(parlour, id, cat)
        await swap(cat, 1)
        assert [table.sitters[seat] for seat in table.players] == [cat, ben]
        await hold(parlour, id, ben)
        with pytest.raises(Refused, match="settled"):
            await swap(cat, 0)
        assert table.status == "running" and [table.sitters[seat] for seat in table.players] == [cat, ben]
        assert table.version == 5 or table.sitters[table.players[1]] == ben and table.players[1] in table.held
        again = await table_in(parlour.elsewhere(), id)
        assert (again.players, again.sitters) == (table.players, table.sitters)


def test_what_is_held_moves_with_its_people_when_seats_are_shuffled() -> None:
    table = Table("t")
    for item in (
        seating.opened(CAESAR, "a", 0),
        items.Sat(0, "a", 0, "a"),
        items.Sat(0, "b", 1, "b"),
        items.Held(0, "b", 1, PLACEMENT),
        items.Started(0, "a", [1, 0], game("caesar").version),
    ):
        table.fold(item)
    assert (table.sitters, table.players, list(table.held)) == (["b", "a"], [1, 0], [0])
    assert table.held[0].by == "b"


@live
async def test_where_a_host_says_who_sits_where_nobody_changes_seats() -> None:
    async with Parlour() as parlour:
        ann, ben = await parlour.guests("Ann", "Ben")
        id = await opened(parlour, ann, "host")
        with pytest.raises(Refused, match="settled"):
            await parlour.house.change(id, ann, lambda table: seating.change_seats(table, ann, 1, "", parlour.at))
        id = await opened(parlour, ann, "early")
        for who, seat in ((ann, 2), (ann, -1), (ben, 0)):
            with pytest.raises(Refused):
                await parlour.house.change(
                    id,
                    who,
                    lambda table, who=who, seat=seat: seating.change_seats(table, who, seat, "", parlour.at),  # type: ignore[misc]
                )


def test_answers_are_those_that_were_given() -> None:
    """With what followed at once, and without what came later."""

    def acted(by: str, version: int, key: str = "", held: bool = False) -> items.Acted:
        return items.Acted(0, by, 0, [1], version, key, held)

    answers = Answers()
    for item in (
        items.Held(0, "a", 0, [{}], "first"),
        items.Sat(0, "b", 1, "b"),
        items.Started(0, "", [0, 1], 1),
        acted("a", 5, held=True),
        acted("b", 7, "second"),
        acted("a", 9, held=True),
        items.Said(0, "b", "players", "hm"),
        acted("b", 10, held=True),
        items.Held(0, "b", 0, [{}], "third"),
        items.Started(0, "host", [0, 1], 1),
        acted("b", 12, held=True),
        items.Swapped(0, "b", 0, 1, "fourth"),
    ):
        answers.follow(item)
    found = [answers.get(who, key) for who, key in (("a", "first"), ("b", "second"), ("b", "third"), ("b", "fourth"))]
    assert found == [(0, 0), (5, 9), (10, 10), (12, 12)]
    assert answers.get("a", "second") is answers.get("a", "") is answers.get("b", "") is None


def test_of_many_answers_the_latest_are_at_hand_and_all_are_found() -> None:
    answers = Answers()
    for version in range(1, 5 * KEPT_ANSWERS):
        answers.follow(items.Acted(0, "a", 0, [1], version, str(version)))
    oldest = 4 * KEPT_ANSWERS
    assert [answers.get("a", str(version)) for version in (oldest - 1, oldest)] == [None, (oldest - 1, oldest)]
    assert all(answers.ever("a", str(n)) == (n - 1, n) for n in range(1, 5 * KEPT_ANSWERS))
    assert answers.ever("b", "1") is answers.ever("a", "") is answers.ever("a", "0") is None
