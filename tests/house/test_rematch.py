"""The rematch: everybody agrees, everybody moves one seat on, and both tables know of each other in one commit."""

import asyncio
from typing import Any

import pytest

from tests.house.heads import Head, quiet, until, with_head
from tests.house.parlour import Parlour, looked
from tests.house.town import live, refused
from turnwise.house.tables import items, playing
from turnwise.house.tables.clock import Control
from turnwise.house.tables.items import Asking, Terms

FOUR = Terms("connect_four", 2)


async def ask(parlour: Parlour, id: str, person: str, what: Asking = "rematch") -> None:
    verb = lambda table: playing.ask(table, person, table.seat_of(person), what, parlour.at)  # noqa: E731
    await parlour.house.change(id, person, verb)


async def answer(parlour: Parlour, id: str, person: str, yes: bool) -> None:
    verb = lambda table: playing.answer(table, person, table.seat_of(person), "rematch", yes, parlour.at)  # noqa: E731
    await parlour.house.change(id, person, verb)


async def followed(parlour: Parlour, id: str) -> str:
    """The rematch, once it is there."""
    await until(lambda: bool(parlour.house.loaded[id].table.followed))
    return parlour.house.loaded[id].table.followed


async def finished(parlour: Parlour, terms: Terms, *sitters: str, loser: int = 0) -> str:
    id = await parlour.table(terms, *sitters)
    await parlour.resign(id, loser)
    return id


@live
async def test_whoever_has_resigned_is_asked_too_and_the_other_begins() -> None:
    parlour = Parlour()
    ann, ben = await parlour.guests("Ann", "Ben")
    terms = Terms(
        "connect_four", 2, title="Again", access="link", clock=Control("move", 30), absence="forfeit", rated=True
    )
    id = await finished(parlour, terms, ann, ben)
    await ask(parlour, id, ben)
    await quiet()
    assert not parlour.house.loaded[id].table.followed and parlour.house.loaded[id].table.waiting_for == [0]
    await answer(parlour, id, ann, True)
    table = parlour.house.loaded[await followed(parlour, id)].table
    before = parlour.house.loaded[id].table
    assert (table.sitters, table.status, table.host, table.follows) == ([ben, ann], "running", ann, id)
    assert table.terms == before.terms and table.terms.rated and table.secret != before.secret
    assert parlour.house.timers.due == {table.id: parlour.at + 30_000}
    await refused("followed", ask(parlour, id, ann))
    seen = await looked(parlour.house, id, ann)
    assert seen["table"]["followed"] == table.id and "asking" not in seen["table"]


@live
async def test_everybody_may_ask_instead_of_answering() -> None:
    parlour = Parlour()
    people = await parlour.guests("Ann", "Ben", "Cat")
    id = await finished(parlour, Terms("whot", 3), *people)
    await parlour.resign(id, 1)
    for who in people:
        assert not parlour.house.loaded[id].table.followed
        await ask(parlour, id, who)
    table = parlour.house.loaded[await followed(parlour, id)].table
    assert table.sitters == [*people[1:], people[0]]


@live
async def test_who_says_no_ends_the_asking_and_it_may_begin_anew() -> None:
    parlour = Parlour()
    ann, ben = await parlour.guests("Ann", "Ben")
    id = await finished(parlour, FOUR, ann, ben)
    await ask(parlour, id, ann)
    await answer(parlour, id, ben, False)
    await refused("not_asked", answer(parlour, id, ben, True))
    await quiet()
    assert not parlour.house.loaded[id].table.followed
    await ask(parlour, id, ben)
    await ask(parlour, id, ann)
    await followed(parlour, id)


@live
async def test_bots_agree_at_once_and_play_on() -> None:
    parlour = Parlour()
    with_head(parlour.house, Head())
    ann, *_ = await parlour.guests("Ann")
    id = await finished(parlour, FOUR, ann, "bot:classic")
    await ask(parlour, id, ann)
    new = await followed(parlour, id)
    await until(lambda: parlour.house.loaded[new].table.version == 1)
    assert parlour.house.loaded[new].table.sitters == ["bot:classic", ann]


@live
async def test_who_has_deleted_himself_is_not_waited_for() -> None:
    parlour = Parlour()
    ann, ben = await parlour.guests("Ann", "Ben")
    id = await finished(parlour, FOUR, ann, ben)
    await parlour.house.people.delete(ann)
    await ask(parlour, id, ben)
    table = parlour.house.loaded[await followed(parlour, id)].table
    assert (table.sitters, table.host) == ([ben, "bot:search:2"], ben)


@live
async def test_a_private_table_keeps_its_guests_and_its_quiet() -> None:
    parlour = Parlour()
    ann, ben, eve, mal = await parlour.guests("Ann", "Ben", "Eve", "Mal")
    id = await parlour.house.begin(
        [
            items.Opened(parlour.at, ann, Terms("connect_four", 2, access="private"), "s"),
            *(items.Invited(parlour.at, ann, guest) for guest in (ben, eve)),
            items.Sat(parlour.at, ann, 0, ann),
            items.Sat(parlour.at, ben, 1, ben),
            items.Muted(parlour.at, ann, eve),
            items.Started(parlour.at, ann, [0, 1], 1),
        ]
    )
    await parlour.resign(id, 0)
    await ask(parlour, id, ann)
    await ask(parlour, id, ben)
    new = await followed(parlour, id)
    assert parlour.house.loaded[new].table.muted == {eve}
    await looked(parlour.house, new, eve)
    await refused("no_such_table", looked(parlour.house, new, mal))


@live
async def test_both_tables_stand_in_one_commit_or_neither() -> None:
    parlour = Parlour()
    ann, ben = await parlour.guests("Ann", "Ben")
    id = await finished(parlour, FOUR, ann, ben)
    store: Any = parlour.store
    store.refuses = lambda changes: len({change.log for change in changes if hasattr(change, "log")}) > 1
    await ask(parlour, id, ann)
    await ask(parlour, id, ben)
    await quiet()
    assert not parlour.house.loaded[id].table.followed and len(store.logs) == 1
    store.refuses = lambda changes: False
    await ask(parlour, id, ben)
    new = await followed(parlour, id)
    last = (await parlour.log(id))[-1]
    assert isinstance(last, items.Followed) and last.table == new
    parlour.house = parlour.elsewhere()
    looks = [await looked(parlour.house, one, ann) for one in (id, new)]
    assert [look["table"].get("followed", look["table"].get("follows")) for look in looks] == [new, id]


@live
async def test_two_who_agree_in_the_same_moment_get_one_rematch() -> None:
    parlour = Parlour()
    ann, ben = await parlour.guests("Ann", "Ben")
    id = await finished(parlour, FOUR, ann, ben)
    await asyncio.gather(*(ask(parlour, id, who) for who in (ann, ben)), return_exceptions=True)
    new = await followed(parlour, id)
    await quiet()
    assert set(parlour.house.loaded) == {id, new}
    assert [type(item).__name__ for item in await parlour.log(id)].count("Followed") == 1


@pytest.mark.parametrize("terms", [Terms("rally", 2), Terms("caesar", 2), Terms("deerportal", 4)], ids=lambda t: t.game)
@live
async def test_options_are_carried_over_as_they_were_resolved(terms: Terms) -> None:
    parlour = Parlour()
    people = await parlour.guests("Ann", "Ben", "Cat", "Dan")
    id = await parlour.table(terms, *people[: terms.seats])
    for seat in range(terms.seats):
        if parlour.house.loaded[id].table.status == "running":
            await parlour.resign(id, seat)
    for who in people[: terms.seats]:
        await ask(parlour, id, who)
    table = parlour.house.loaded[await followed(parlour, id)].table
    assert table.terms.options == parlour.house.loaded[id].table.terms.options and table.match


@live
async def test_there_is_no_rematch_of_what_runs_or_never_began() -> None:
    parlour = Parlour()
    ann, ben = await parlour.guests("Ann", "Ben")
    id = await parlour.table(FOUR, ann, ben)
    await refused("running", ask(parlour, id, ann))
    await refused("not_asked", answer(parlour, id, ben, True))
