"""The laws of Example: every rule of RULES.md, proved at a board that was set up by hand.

Rules are plain functions: `move(s, seat, point, goal, tell)` changes a state, which is a plain object with the fields of `State`.
"""

from typing import Any

import pytest

import turnwise as tw
from turnwise.authors.templates.network.rules import (
    EDGES,
    HARE,
    HOUNDS,
    MOST_MOVES,
    POINTS,
    End,
    Reason,
    State,
    check_move,
    move,
)
from turnwise.kit import set_of
from turnwise.kit.events import buffer


def at(hounds: str, hare: str, turns: int = 1) -> Any:
    """A state with the hounds and the hare on these points."""
    s = State.blank()
    s.seats, s.turns = 2, turns
    s.stands[HOUNDS], s.stands[HARE] = set_of(map(POINTS.index, hounds.split())), set_of([POINTS.index(hare)])
    return s


def going(s: Any, seat: int, way: str) -> Any:
    """The state after somebody has gone from point to point."""
    point, goal = map(POINTS.index, way.split())
    assert check_move(s, seat, point, goal) == 0
    move(s, seat, point, goal, buffer(compiled=False)[0])
    return s


def refused(s: Any, seat: int, way: str) -> Any:
    point, goal = map(POINTS.index, way.split())
    return Reason(check_move(s, seat, point, goal))


# [X1]
def test_eleven_points_and_paths_that_meet_in_the_middle() -> None:
    assert len(POINTS) == 11 and len(EDGES) == 22
    near = {name: sum(POINTS.index(name) in edge for edge in EDGES) for name in POINTS}
    assert near["c2"] == 8 and near["a2"] == near["e2"] == 3 and near["b2"] == near["d2"] == 4


# [X2]
def test_the_hounds_begin_on_the_left() -> None:
    match = tw.Match("example")
    assert match.turn == 0 and match.view(None).state["stands"] == [["a2", "b1", "b3"], ["e2"]]
    match.play("move a2 b2")
    assert match.turn == 1 and [action.words for action in match.legal] == ["move e2 d1", "move e2 d2", "move e2 d3"]
    with pytest.raises(tw.TurnwiseError, match="Nobody of yours"):
        match.play("move b2 c2")


# [X2]
def test_along_paths_to_empty_points() -> None:
    s = at("a2 b1 b3", "e2")
    assert refused(s, HOUNDS, "b1 b3") == Reason.TAKEN and refused(s, HOUNDS, "b1 c3") == Reason.NO_PATH


# [X3]
def test_hounds_never_go_back_and_the_hare_does() -> None:
    s = at("b2 c1 c3", "d2")
    assert refused(s, HOUNDS, "c1 b1") == Reason.NEVER_BACK
    assert going(s, HOUNDS, "c1 c2").over == 0
    assert going(at("a2 b1 b3", "e2"), HARE, "e2 d2").over == 0


# [X4]
def test_a_hare_that_cannot_move_is_caught() -> None:
    s = going(at("d1 c2 d3", "e2"), HOUNDS, "c2 d2")
    assert (s.over, s.winner) == (End.CAUGHT, HOUNDS)


# [X5]
def test_a_hare_that_is_as_far_left_as_the_last_hound_has_won() -> None:
    s = going(at("c1 c3 d2", "d3"), HARE, "d3 c2")
    assert (s.over, s.winner) == (End.ESCAPED, HARE)


# [X6]
def test_after_forty_moves_the_hare_has_got_away() -> None:
    s = going(at("a2 b1 b2", "e2", turns=MOST_MOVES - 1), HOUNDS, "b1 c1")
    assert s.over == 0
    s = going(s, HARE, "e2 d2")
    assert (MOST_MOVES, s.over, s.winner) == (40, End.AWAY, HARE)


# [X7]
def test_a_move_is_taken_back_if_the_other_agrees() -> None:
    match = tw.Match("example")
    start = match.view(None).state
    match.play(match.legal[0])
    with pytest.raises(tw.TurnwiseError, match="consent"):
        match.undo()
    match.undo(consent=True)
    assert match.view(None).state == start
