"""What everybody adds to the dice: in which order, how long it is waited for, and that nobody can fit his part to the others'."""

from collections.abc import Callable, Sequence

import pytest

from tests.house.bare_table import BareTable
from tests.house.heads import until
from tests.house.parlour import Parlour, looked
from tests.house.town import live, refused
from turnwise.house.services.pairing import Pairing
from turnwise.house.tables import dice, items, seating
from turnwise.house.tables.items import AnyItem, Terms
from turnwise.house.tables.table import Table
from turnwise.kit.errors import TurnwiseError
from turnwise.play.secret import sealed

CARDS, NO_CHANCE = Terms("whot", 2), Terms("connect_four", 2)
LUCK = {"ann": "the luck of Ann alone", "ben": "the luck of Ben alone", "cat": "the luck of Cat alone"}
FULL = dice.MOMENT


def called(terms: Terms = CARDS) -> BareTable:
    """A table of Ann and Ben that waits for what they add."""
    bare = BareTable(terms, moment=FULL)
    for who in ("ann", "ben"):
        bare.keep(seating.sit(bare.table, who, None, 0))
    bare.keep(seating.start(bare.table, "ann", 0))
    return bare


def seal(bare: BareTable, who: str) -> None:
    bare.keep(dice.seal(bare.table, who, sealed(LUCK[who]), bare.table.seal, bare.now))


def give(bare: BareTable, who: str) -> None:
    bare.keep(dice.give(bare.table, who, LUCK[who], bare.table.seal, bare.now))


def no(bare: BareTable, verb: Callable[[], Sequence[AnyItem]]) -> str:
    """The code of a refusal, which changes nothing."""
    before = len(bare.log)
    with pytest.raises(TurnwiseError) as error:
        verb()
    assert len(bare.log) == before
    return error.value.code


def test_nonces_are_shown_when_all_are_sealed_and_then_the_match_begins_at_once() -> None:
    bare = called()
    table = bare.table
    seal(bare, "ann")
    assert (table.status, table.unsealed) == ("beginning", False)
    assert no(bare, lambda: dice.seal(table, "ann", sealed(LUCK["ann"]), table.seal, 0)) == "sealed"
    assert no(bare, lambda: dice.give(table, "ann", LUCK["ben"], table.seal, 0)) == "wrong_nonce"
    seal(bare, "ben")
    assert table.unsealed
    give(bare, "ben")
    assert table.status == "beginning"
    assert no(bare, lambda: dice.give(table, "ben", LUCK["ben"], table.seal, 0)) == "given"
    give(bare, "ann")
    assert table.match and table.match.nonces == (LUCK["ann"], LUCK["ben"]) and table.gave == [True, True]
    assert table.seal == sealed(table.match.secret), "what was sealed before anybody added is what is played with"
    assert no(bare, lambda: dice.give(table, "ann", LUCK["ann"], table.seal, 0)) == "table_running"
    assert bare.read().nonces == table.nonces and bare.read().gave == table.gave


def test_another_secret_than_the_sealed_one_is_refused_by_whoever_adds() -> None:
    """A house that changes its secret shows another seal than the one that a front has noted and sends along."""
    bare = called()
    seen = bare.table.seal
    bare.table.secret = "ab" * 32
    assert no(bare, lambda: dice.give(bare.table, "ann", LUCK["ann"], seen, 0)) == "wrong_seal"


def test_who_has_sealed_nothing_is_too_late_when_others_show_theirs() -> None:
    """Else somebody who knows the house's secret could try nonces until he likes the dice."""
    bare = called()
    seal(bare, "ann")
    bare.now = FULL
    bare.keep(dice.follows(bare.table, bare.now, FULL))
    assert bare.table.unsealed
    for verb in (
        lambda: dice.seal(bare.table, "ben", sealed(LUCK["ben"]), bare.table.seal, FULL),
        lambda: dice.give(bare.table, "ben", LUCK["ben"], bare.table.seal, FULL),
    ):
        assert no(bare, verb) == "too_late"
    give(bare, "ann")
    assert bare.table.match and bare.table.match.nonces == (LUCK["ann"],) and bare.table.gave == [True, False]
    assert dice.missing(bare.table) == [1]


def test_when_somebody_gets_up_what_was_shown_does_not_count_for_who_comes_instead() -> None:
    bare = called()
    seal(bare, "ann")
    seal(bare, "ben")
    give(bare, "ann")
    bare.keep(seating.get_up(bare.table, "ben", 1, 0))
    assert (bare.table.status, bare.table.seals, bare.table.gave, bare.table.nonces) == (
        "lobby", ["", ""], [False, False], ["", ""],
    )  # fmt: skip
    bare.keep(seating.sit(bare.table, "cat", None, 0))
    bare.keep(seating.start(bare.table, "ann", 0))
    for step in (seal, give):
        for who in ("ann", "cat"):
            step(bare, who)
    assert bare.table.match and bare.table.match.nonces == (LUCK["ann"], LUCK["cat"])


def test_seats_are_drawn_before_anything_is_shown_and_then_stay() -> None:
    bare = called(Terms("whot", 2, seating="shuffled"))
    drawn = list(bare.table.sitters)
    for step in (seal, give):
        for who in ("ann", "ben"):
            step(bare, who)
    assert bare.table.status == "running" and bare.table.sitters == drawn
    assert bare.table.nonces == [LUCK[who] for who in drawn]


def test_a_game_without_chance_waits_for_nobody() -> None:
    assert called(NO_CHANCE).table.status == "running"


def test_while_it_begins_nobody_sits_down_and_it_is_not_started_twice() -> None:
    bare = called()
    assert no(bare, lambda: seating.start(bare.table, "ann", 0)) == "table_beginning"
    assert no(bare, lambda: seating.sit(bare.table, "cat", None, 0)) == "table_beginning"


@live
async def test_after_a_moment_it_begins_without_those_who_add_nothing_also_after_a_restart() -> None:
    async with Parlour(pace=1) as parlour:
        ann, ben = await parlour.guests("Ann", "Ben")
        id = await parlour.table(CARDS, ann, ben, waits=True)
        assert parlour.house.timers.due == {id: parlour.at + FULL}
        parlour.at += FULL - 1
        await parlour.house.timers.ring()
        assert parlour.house.loaded[id].table.status == "beginning"
        again = parlour.elsewhere()  # as after a crash: nothing but the store is known
        assert await again.resume() == 1
        parlour.at += 1
        await again.timers.ring()
        table = (await again.find(id, None)).table
        assert table.status == "running" and table.started_at == parlour.at and dice.missing(table) == [0, 1]
        assert [type(item).__name__ for item in await parlour.log(id)][-2:] == ["Called", "Started"]


@live
async def test_play_now_and_a_rematch_wait_for_what_people_add() -> None:
    async with Parlour(pace=1) as parlour:
        ann, ben = await parlour.guests("Ann", "Ben")
        pairing = Pairing(parlour.house)
        await pairing.play_now(ann, "whot", 2)
        id = (await pairing.play_now(ben, "whot", 2))["table"]
        assert (await pairing.play_now(ann, "whot", 2))["table"] == id
        await _all_add(parlour, id, ann, ben)
        await parlour.resign(id, 0)
        table = parlour.house.loaded[id].table
        for who in (ann, ben):
            asked = items.Asked(parlour.at, who, table.sitters.index(who), "rematch")
            await parlour.house.change(id, who, lambda _, asked=asked: [asked])  # type: ignore[misc]
        await until(lambda: bool(table.followed))
        await _all_add(parlour, table.followed, ann, ben)


async def _all_add(parlour: Parlour, id: str, *people: str) -> None:
    """Everybody does his part, and the match begins."""
    house, nonces = parlour.house, {who: f"what {who} has chosen" for who in people}
    seal = (await looked(house, id, people[0]))["table"]["seal"]

    async def let(who: str, verb: Callable[[Table], Sequence[AnyItem]]) -> Table:
        return (await house.change(id, who, verb)).table

    for who, nonce in nonces.items():
        table = await let(who, lambda table: dice.seal(table, who, sealed(nonce), seal, parlour.at))  # noqa: B023
        assert table.status == "beginning"
    told = await looked(house, id, people[0])
    assert told["table"]["dice"] == "nonce" and not any(nonce in str(told) for nonce in nonces.values())
    for who, nonce in nonces.items():
        table = await let(who, lambda table: dice.give(table, who, nonce, seal, parlour.at))  # noqa: B023
    assert table.status == "running" and all(table.gave)


@live
async def test_only_who_sits_there_adds() -> None:
    async with Parlour(pace=1) as parlour:
        ann, ben, cat = await parlour.guests("Ann", "Ben", "Cat")
        id = await parlour.table(CARDS, ann, ben, waits=True)
        seal = parlour.house.loaded[id].table.seal
        await refused(
            "not_seated", parlour.house.change(id, cat, lambda table: dice.give(table, cat, LUCK["cat"], seal, 0))
        )
