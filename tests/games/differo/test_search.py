"""The levels that look ahead, of Differo's menu."""

from functools import cache
from random import Random

import pytest

from tests.law import law
from tests.setting import game_named
from turnwise.bots import Budget, bot
from turnwise.bots.bot import Effort
from turnwise.kit.position import Position
from turnwise.proofs.cases import Case, walk

CASE = Case(game_named("differo"), 2, {}, 0)
LOOKING_AHEAD = ["search:2", "search:3", "search:4"]


def wins_of(position: Position) -> list[int]:
    """The moves that win at once."""
    return [action for action in position.legal(position.turn) if wins(position, action)]


def wins(position: Position, action: int) -> bool:
    ahead, seat = position.copy(), position.turn
    ahead.play(seat, action)
    return bool(ahead.over) and ahead.scores(2)[2] == [seat]


def safe_moves(position: Position) -> list[int]:
    """The moves after which the other side has no win in one."""
    safe = []
    for action in position.legal(position.turn):
        ahead = position.copy()
        ahead.play(ahead.turn, action)
        if ahead.over or not wins_of(ahead):
            safe.append(action)
    return safe


@cache
def positions(wanted: int, *, winning: bool) -> list[Position]:
    """From random games: a win in one, or none but a danger of one that can be avoided and can be overlooked."""
    found: list[Position] = []
    for seed in range(500):
        for ply in walk(CASE, seed, compiled=True, plies=Random(seed).randint(10, 60)):
            position = ply.position
        if position.over or bool(wins_of(position)) != winning:
            continue
        if winning or 0 < len(safe_moves(position)) < len(position.legal(position.turn)):
            found.append(position.copy())
        if len(found) == wanted:
            break
    return found


def choice(name: str, position: Position, seed: int) -> int:
    seat = position.turn
    return bot(name).think(position.redacted(seat), seat, seed=seed, budget=Budget(iterations=30_000)).action


@law("D32")
@pytest.mark.parametrize(("name", "plies"), [("search:2", 2), ("search:3", 4), ("search:4", 6)])
def test_the_levels_look_two_four_and_six_plies_ahead(name: str, plies: int) -> None:
    """And no further, however much time they have."""
    start = next(walk(CASE, 1, compiled=True)).position
    thought = bot(name).think(start.redacted(0), 0, seed=1, budget=Budget(iterations=10_000_000))
    assert thought.effort == Effort("plies", plies, thought.iterations)


def choices(name: str, position: Position) -> set[int]:
    """What a level does: the second, which does not see small differences, at one time this and at another that."""
    return {choice(name, position, seed) for seed in (range(6) if name == "search:2" else range(1))}


@law("D32")
@pytest.mark.parametrize("name", LOOKING_AHEAD)
def test_a_win_in_one_move_is_taken(name: str) -> None:
    found = positions(40, winning=True)
    assert len(found) == 40
    for position in found:
        assert choices(name, position) <= set(wins_of(position))


@law("D32")
@pytest.mark.parametrize("name", LOOKING_AHEAD)
def test_a_win_in_one_is_never_allowed_if_that_can_be_helped(name: str) -> None:
    found = positions(30, winning=False)
    assert len(found) == 30
    for position in found:
        assert choices(name, position) <= set(safe_moves(position))
