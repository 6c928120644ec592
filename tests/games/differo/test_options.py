"""The options of Differo, worked out by hand from the sheet."""

from typing import Any

import pytest

from tests.games.differo.picture import board, opening
from tests.law import law
from turnwise.games.differo.rules import End, Reason
from turnwise.kit.takeback import BY_CONSENT, FREELY, NEVER

THERE_AND_BACK = ("(5,1)-(5,7)", "(1,7)-(1,3)", "(5,7)-(5,1)", "(1,3)-(1,7)")

# Black's only moves after (3,1)-(4,0) are those on the line i+j = 8: row 4 and j = 4 have the difference 0
CORNERED: dict[str, Any] = {"white": ((3, 1), (1, 4)), "black": ((4, 4),), "ply": 10}
UP, DOWN = (((4, 0), (1, 4)), ((3, 5),)), (((4, 0), (1, 4)), ((5, 3),))


@law("option repetition")
def test_deviate_forbids_the_move_to_a_third_occurrence() -> None:
    table = opening(repetition="deviate")
    table.play(*THERE_AND_BACK, *THERE_AND_BACK[:3])
    others = opening()
    others.play(*THERE_AND_BACK, *THERE_AND_BACK[:3])
    assert others.moves() - table.moves() == {"(1,3)-(1,7)"} and table.moves() < others.moves()
    assert table.refused("(1,3)-(1,7)")[0] == Reason.THIRD_TIME
    assert table.end is None


@law("option repetition")
def test_deviate_draws_when_only_repeating_moves_are_left() -> None:
    table = board(**CORNERED, past={2: UP, 4: UP, 6: DOWN, 8: DOWN}, repetition="deviate")
    table.play("(3,1)-(4,0)")
    assert table.end == End.REPETITION
    assert table.position.scores(2) == ([1, 1], [0.5, 0.5], [])


@law("option repetition")
def test_deviate_goes_on_while_one_move_is_open() -> None:
    table = board(**CORNERED, past={2: UP, 4: UP, 6: DOWN}, repetition="deviate")
    table.play("(3,1)-(4,0)")
    assert table.end is None and table.moves() == {"(4,4)-(5,3)"}
    table = board(**CORNERED, past={2: UP, 4: UP, 6: DOWN, 8: DOWN}, repetition="draw")
    table.play("(3,1)-(4,0)")
    assert table.end is None and table.moves() == {"(4,4)-(3,5)", "(4,4)-(5,3)"}
    table.play("(4,4)-(3,5)")
    assert table.end == End.REPETITION


@law("option repetition")
def test_under_deviate_no_move_at_all_still_loses() -> None:
    table = board(white=((4, 4),), black=((3, 1), (1, 4), (5, 3)), ply=1, repetition="deviate")
    table.play("(3,1)-(4,0)")
    assert table.end == End.NO_MOVE


@law("option swap")
def test_the_second_player_may_take_over_white_once() -> None:
    table = opening(swap=True)
    assert "swap" not in table.moves() and table.refused("swap")[0] == Reason.NO_SWAP
    table.play("(5,2)-(6,2)")
    assert "swap" in table.moves()
    table.play("swap")
    assert (table.state.white_seat, table.state.turn, table.state.ply) == (1, 0, 1)
    assert table.refused("swap")[0] == Reason.NO_SWAP
    table.play("(3,5)-(4,5)")
    assert (table.state.turn, table.state.ply) == (1, 2)
    table.play("(5,3)-(3,5)", "(1,7)-(1,3)", "(3,5)-(0,8)")
    assert table.end == End.GOAL and table.state.ply == 5
    assert table.position.scores(2) == ([2, 1], [0.0, 1.0], [1])


@law("option swap")
def test_a_black_move_lets_the_swap_lapse() -> None:
    table = opening(swap=True)
    table.play("(5,2)-(6,2)", "(3,5)-(4,5)")
    assert "swap" not in table.moves()
    table.play("(5,3)-(3,5)")
    assert "swap" not in table.moves() and table.refused("swap")[0] == Reason.NO_SWAP


@law("option swap")
def test_a_swap_is_no_ply_and_no_new_occurrence() -> None:
    table = opening(swap=True)
    table.play(THERE_AND_BACK[0], "swap", *THERE_AND_BACK[1:], *THERE_AND_BACK[:3])
    assert table.end is None and table.state.ply == 7
    table.play(THERE_AND_BACK[3])
    assert table.end == End.REPETITION and table.state.ply == 8


@law("option swap")
def test_without_the_option_nobody_swaps() -> None:
    table = opening()
    table.play("(5,2)-(6,2)")
    assert "swap" not in table.moves() and table.refused("swap")[0] == Reason.NO_SWAP


@law("option undo")
@pytest.mark.parametrize(("undo", "answer"), [("off", NEVER), ("agree", BY_CONSENT), ("free", FREELY)])
def test_taking_back(undo: str, answer: int) -> None:
    table = opening(undo=undo)
    assert [table.position.takeback(seat) for seat in (0, 1)] == [NEVER, NEVER]  # nothing to take back yet
    table.play("(5,2)-(6,2)")
    assert [table.position.takeback(seat) for seat in (0, 1)] == [answer, NEVER]
    table.play("(3,5)-(4,5)")
    assert [table.position.takeback(seat) for seat in (0, 1)] == [answer, answer]
    table.play("(5,3)-(3,5)", "(1,7)-(1,3)", "(3,5)-(0,8)")
    assert [table.position.takeback(seat) for seat in (0, 1)] == [NEVER, NEVER]  # not after the end


@law("option undo")
def test_consent_is_the_default() -> None:
    table = opening()
    table.play("(5,2)-(6,2)")
    assert table.position.takeback(0) == BY_CONSENT


@law("option undo", "option swap")
def test_neither_the_swap_nor_the_move_before_it_is_taken_back() -> None:
    table = opening(undo="free", swap=True)
    table.play("(5,2)-(6,2)")
    assert table.position.takeback(0) == FREELY
    table.play("swap")
    assert [table.position.takeback(seat) for seat in (0, 1)] == [NEVER, NEVER]
    table.play("(3,5)-(4,5)")
    assert [table.position.takeback(seat) for seat in (0, 1)] == [FREELY, NEVER]
    table.play("(5,3)-(3,5)")
    assert [table.position.takeback(seat) for seat in (0, 1)] == [FREELY, FREELY]


@law("option undo", "D24")
def test_repetition_goes_back_with_the_state() -> None:
    table = opening()
    table.play(*THERE_AND_BACK)
    before = table.state.copy()
    table.play(*THERE_AND_BACK[:3])
    table.position.states[0] = before  # the trail beside it still holds what was taken back
    table.play("(5,6)-(5,0)", "(1,7)-(1,3)", "(5,0)-(5,6)")
    assert table.end is None
    table.play("(1,3)-(1,7)")
    assert table.end == End.REPETITION and table.state.ply == 8
