"""The laws of Example: every rule of RULES.md, proved at a board that was set up by hand.

Rules are plain functions: `place(s, seat, point, tell)` changes a state, which is a plain object with the fields of `State`.
"""

from typing import Any

import pytest

import turnwise as tw
from turnwise.authors.templates.hexagon.rules import BOARD, End, State, place
from turnwise.kit import set_of
from turnwise.kit.events import buffer
from turnwise.kit.scoring import NOBODY_WON

ROW = max(BOARD.lines, key=len)
"""The longest row of the board."""


def after(own: list[int], point: int, other: list[int] | None = None) -> Any:
    """The state after seat 0 has placed a man, where these men stood before."""
    s = State.blank()
    s.seats, s.men[0], s.men[1] = 2, set_of(own), set_of(other or [])
    place(s, 0, point, buffer(compiled=False)[0])
    return s


# [X1, X2]
def test_the_board_is_empty_and_the_seats_take_turns() -> None:
    match = tw.Match("example")
    assert match.turn == 0 and len(match.legal) == len(BOARD.places)
    match.play(match.legal[0])
    assert match.turn == 1 and len(match.legal) == len(BOARD.places) - 1


# [X2]
def test_no_two_men_on_one_point() -> None:
    match = tw.Match("example")
    first = match.legal[0]
    match.play(first)
    with pytest.raises(tw.TurnwiseError, match="a man on that point already") as refused:
        match.play(first)
    assert refused.value.code == "taken"


# [X3]
def test_four_in_a_row_win() -> None:
    s = after([ROW[0], ROW[1], ROW[3]], ROW[2])
    assert (s.over, s.winner) == (End.FOUR, 0)


# [X4]
@pytest.mark.parametrize("gap", [0, 1, 2])
def test_three_in_a_row_lose(gap: int) -> None:
    s = after([ROW[at] for at in range(3) if at != gap], ROW[gap])
    assert (s.over, s.winner) == (End.THREE, 1)


# [X3, X4]
def test_two_and_one_apart_are_no_row() -> None:
    s = after([ROW[0], ROW[1]], ROW[3])
    assert (s.over, s.turn, s.turns) == (0, 1, 1)


# [X5]
def test_a_full_board_is_a_draw() -> None:
    s = after([], ROW[0], [point for point in BOARD.points if point != ROW[0]])
    assert (s.over, s.winner) == (End.FULL, NOBODY_WON)


# [X6]
def test_a_move_is_taken_back_if_the_other_agrees() -> None:
    match = tw.Match("example")
    match.play(match.legal[0])
    with pytest.raises(tw.TurnwiseError, match="consent"):
        match.undo()
    match.undo(consent=True)
    assert len(match.legal) == len(BOARD.places)
