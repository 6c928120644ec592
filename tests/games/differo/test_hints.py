"""The classic bot and the evaluation of Differo, worked out by hand from the sheet."""

import pytest

from tests.games.differo.picture import Table, board, opening
from tests.law import law
from turnwise.games import game
from turnwise.games.differo.hints import evaluate, landing_rate


def _greedy(table: Table) -> str:
    seat = table.state.turn
    return str(game("differo").notation.words(table.position.redacted(seat).advice(seat, 1), table.frame))


@law("D31", "example 11")
def test_a_landing_is_rated_by_its_row() -> None:
    state = opening().state
    assert landing_rate(state, 0, opening().action("(1,5)-(0,5)")) == 9
    assert landing_rate(state, 1, opening().action("(5,2)-(6,2)")) == 7
    assert landing_rate(state, 0, opening().action("(7,1)-(8,1)")) == 1


@law("D31")
def test_the_smart_computer_lands_as_far_up_as_it_can() -> None:
    assert _greedy(opening()) == "G2-D2"  # (6,1)-(3,1) and (6,5)-(3,8) reach row 3; the smaller start


@law("D31")
@pytest.mark.parametrize(("ply", "move"), [(0, "E5-D5"), (1, "E5-F4")])
def test_equal_landings_of_a_piece_go_by_the_smaller_target(ply: int, move: str) -> None:
    white, black = (((4, 4),), ((2, 8),)) if ply == 0 else (((2, 8),), ((4, 4),))
    assert _greedy(board(white=white, black=black, ply=ply)) == move  # alone on its lines: one step any way


@law("D31", "option swap")
def test_the_smart_computer_never_swaps() -> None:
    table = opening(swap=True)
    table.play("(6,1)-(3,1)")
    assert _greedy(table) != "swap"


@law("D33")
def test_the_start_is_even() -> None:
    assert evaluate(opening().state, 0) == evaluate(opening().state, 1) == 0


@law("D33")
def test_rows_advanced_count_squared_and_diagonals_to_the_goal_by_their_difference() -> None:
    # White: 4² + 2², j = 4: +2, i+j = 8: +1; (6,4)'s i+j = 10 does not reach row 0
    # Black: 1²; j = 6 and i+j = 7 do not reach row 8
    state = board(white=((4, 4), (6, 4)), black=((1, 6),)).state
    assert evaluate(state, 0) == 16 + 4 + 2 + 1 - 1
    assert evaluate(state, 1) == -22


@law("D33", "option swap")
def test_a_swapped_seat_values_its_own_side() -> None:
    table = board(white=((4, 4), (6, 4)), black=((1, 6),))
    table.state.white_seat = 1
    assert evaluate(table.state, 1) == 22


@law("D33")
def test_the_goal_row_itself_is_no_diagonal() -> None:
    # White: 8², j = 5: +1, i+j = 5: +1. Black: 1², i+j = 9 reaches row 8: +1
    assert evaluate(board(white=((0, 5),), black=((1, 8),)).state, 0) == 66 - 2
