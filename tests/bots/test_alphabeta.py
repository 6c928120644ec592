"""Alpha-beta gives the values of plain minimax, and its moves: with everything that makes it fast."""

from random import Random

import pytest

from tests.bots.boards import CONNECT_FOUR, DIFFERO, few_pieces, random_discs
from tests.bots.minimax import WIN, chance, values
from tests.bots.moments import case_of
from turnwise.bots import Budget, Thought, deepening
from turnwise.bots.bot import Effort
from turnwise.bots.clock import Clock
from turnwise.kit.position import Position
from turnwise.proofs.cases import walk

SLACK = 1e-12


def looked(position: Position, depth: int | None, *, exact: bool = False) -> Thought:
    return deepening.think(position, position.legal(position.turn), depth, Clock(Budget(), lambda: False), exact=exact)


def assert_as_minimax(position: Position, depth: int) -> None:
    """The same value, one of the best moves; and asked for every move, the value of each."""
    game, true = position.engine.game, values(position, depth)
    best = max(true.values())
    thought = looked(position, depth)
    assert thought.considered[0].value == pytest.approx(chance(best, game), abs=SLACK)
    assert true[thought.action] == best
    every = looked(position, depth, exact=True)
    assert true[every.action] == best
    if best < WIN - depth:  # a win that is found sooner is not looked at any deeper, and the others with it
        told = {one.action: one.value for one in every.considered}
        assert told == pytest.approx({action: chance(worth, game) for action, worth in true.items()}, abs=SLACK)


@pytest.mark.parametrize(("depth", "boards"), [(1, 60), (2, 60), (3, 70), (4, 15)])
def test_values_and_moves_are_those_of_minimax_in_connect_four(depth: int, boards: int) -> None:
    for position in random_discs(10 * depth + 1, boards, 4, 34):
        assert_as_minimax(position, depth)


@pytest.mark.parametrize("depth", [1, 2])
def test_values_and_moves_are_those_of_minimax_in_differo(depth: int) -> None:
    for seed in range(4):
        for ply in walk(case_of(DIFFERO), seed, compiled=True, plies=30):
            if ply.legal and ply.position.turns % (5 if depth == 1 else 13) == 0:
                assert_as_minimax(ply.position.copy(), depth)


@pytest.mark.parametrize(("depth", "boards"), [(2, 20), (3, 12), (4, 3)])
def test_values_and_moves_are_those_of_minimax_on_an_emptier_board(depth: int, boards: int) -> None:
    chance_of_board = Random(depth)
    for _ in range(boards):
        position = few_pieces(chance_of_board)
        if not position.over:
            assert_as_minimax(position, depth)


def test_a_mood_shifts_values_by_three_at_most_and_hides_no_win() -> None:
    """It is there to break ties, with another seed otherwise."""
    choices = set()
    for position in random_discs(7, 30, 0, 24):
        best = max(values(position, 2).values())
        for mood in (1, -7, 2**62):
            legal, clock = position.legal(position.turn), Clock(Budget(), lambda: False)
            thought = deepening.think(position, legal, 2, clock, mood=mood)
            low, high = (chance(best + shift, CONNECT_FOUR) for shift in (-3, 3))
            assert low - SLACK <= thought.considered[0].value <= high + SLACK
            choices.add((position.save(), thought.action))
    assert len(choices) > 30, "some choices hang on the mood"


def solved(position: Position, known: dict[bytes, int]) -> int:
    """What a position is worth if both see everything: WIN less the plies to the end, 0, or the same below 0."""
    key = position.save()
    if key not in known:
        if position.over:
            known[key] = WIN if position.scores(2)[2] else 0  # who has just moved is on turn
        else:
            known[key] = max(solved_after(position, action, known) for action in position.legal(position.turn))
    return known[key]


def solved_after(position: Position, action: int, known: dict[bytes, int]) -> int:
    ahead, seat = position.copy(), position.turn
    ahead.play(seat, action)
    worth = solved(ahead, known) if ahead.turn == seat else -solved(ahead, known)
    return worth - (worth > 0) + (worth < 0)


@pytest.mark.parametrize("depth", [42, None], ids=["every line", "late moves less deep"])
def test_the_end_of_connect_four_is_played_perfectly(depth: int | None) -> None:
    """A win in the fewest moves, a loss in the most. Looking less deep at late moves loses no win that is in reach."""
    seen = set()
    for position in random_discs(9, 16, 30, 34):
        known: dict[bytes, int] = {}
        true = {action: solved_after(position, action, known) for action in position.legal(position.turn)}
        thought = looked(position, depth)
        best = max(true.values())
        seen.add((best > 0) - (best < 0))
        assert thought.considered[0].value == 0.5 + (best > 0) / 2 - (best < 0) / 2
        assert true[thought.action] == best
    assert seen == {-1, 0, 1}


def test_a_win_is_played_out_in_as_many_plies_as_were_looked_ahead() -> None:
    """Looking deeper ends with the depth at which a win is certain: that is its distance, and no defence is longer."""
    wins = set()
    for position in random_discs(10, 120, 12, 30):
        thought = looked(position, 9)
        if thought.considered[0].value < 1:
            continue
        plies, winner, ahead = 0, position.turn, position.copy()
        while not ahead.over:
            ahead.play(ahead.turn, looked(ahead, 10).action)
            plies += 1
        assert ahead.scores(2)[2] == [winner]
        assert thought.effort == Effort("plies", plies, thought.iterations)
        wins.add(plies)
    assert wins >= {1, 3, 5, 7}
