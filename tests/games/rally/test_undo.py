"""R17 when somebody else leaves meanwhile: the mover may still take back, and who has left stays away."""

import msgspec
import pytest

import turnwise as tw
from tests.house.parlour import Parlour
from tests.house.town import live
from tests.law import law
from turnwise.house.tables import items, playing, seating
from turnwise.house.tables.items import Terms
from turnwise.kit.errors import Refused
from turnwise.play.entry import Special


@law("R17", "R31")
def test_a_move_is_taken_back_after_another_player_has_left() -> None:
    match = tw.Match("rally", seats=3, seed=4)
    opening = match.view(0).state
    match.play("move P4")
    match.leave(2)
    match.undo(0)
    back = match.view(0).state
    assert back == opening | {"at": ["P1", "P1", None], "left": [2]} and match.left == (2,)
    assert tw.Match.load(match.save()).fingerprint() == match.fingerprint()
    with pytest.raises(Refused, match="nothing to take back"):
        match.undo(0)


@law("R17", "R31")
def test_moves_are_taken_back_one_by_one_on_both_sides_of_a_leaving() -> None:
    seed = next(seed for seed in range(50) if tw.Match("rally", seats=4, seed=seed).view(0).state["die"] >= 3)
    match, quiet = (tw.Match("rally", seats=4, seed=seed) for _ in range(2))
    match.play("move P4")
    match.leave(3)
    match.play("move P5")
    match.leave(2)
    quiet.leave(3)
    quiet.leave(2)
    opening = quiet.view(1).state
    quiet.play("move P4")
    match.undo(0)
    assert match.view(1).state == quiet.view(1).state
    match.undo(0)
    assert match.view(1).state == opening
    assert tw.Match.load(match.save()).fingerprint() == match.fingerprint()


@law("R17", "R31")
def test_at_a_table_the_movers_undo_outlives_somebody_elses_leaving() -> None:
    leave_and_take_back()


@live
async def leave_and_take_back() -> None:
    async with Parlour() as parlour:
        people = await parlour.guests("Ann", "Ben", "Cat")
        ann, at = people[0], parlour.at
        opened = msgspec.structs.replace(seating.opened(Terms("rally", 3), ann, at), secret="seed 4")
        id = await parlour.house.begin([opened, *(items.Sat(at, who, seat, who) for seat, who in enumerate(people))])
        await parlour.house.change(id, ann, lambda table: seating.start(table, ann, at))
        await parlour.act(id, 0, "move P4")
        await parlour.resign(id, 2)
        await parlour.house.change(id, ann, lambda table: playing.ask(table, ann, 0, "undo", at))
        again = await parlour.elsewhere().find(id, ann)  # another process, which reads the log
        for table in (parlour.house.loaded[id].table, again.table):
            assert table.match and table.match.left == (2,) and table.turn == 0
            assert table.match.view(0).state["at"] == ["P1", "P1", None]
        undone = (await parlour.log(id))[-1]
        assert isinstance(undone, items.Acted) and undone.actions == [Special.UNDO]
