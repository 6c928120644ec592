"""Looking ahead as a textbook has it: every line to its end, nothing cut off, nothing remembered. The measure for alpha-beta."""

from math import exp
from typing import Any

from turnwise.kit.position import Position
from turnwise.proofs.hints import Hints

WIN, FAR = 1_000_000, 10_000_000


def value(position: Position, depth: int, at: int = 0) -> int:
    """What a position is worth to the seat on turn, `at` plies from where the question was asked."""
    if position.over:
        winners = position.scores(2)[2]
        return 0 if not winners else WIN - at if position.turn in winners else at - WIN
    if depth > 0:
        return max(after(position, action, depth, at) for action in position.legal(position.turn))
    hints, seat = Hints(position), position.turn
    moves, forced = hints.urgent(seat)
    stand = hints.worth(seat) if not forced else -FAR
    return max([stand, *(after(position, action, 0, at) for action in moves)])


def after(position: Position, action: int, depth: int, at: int = 0) -> int:
    """What an action is worth to the seat on turn."""
    ahead, seat = position.copy(), position.turn
    ahead.play(seat, action)
    worth = value(ahead, depth - 1, at + 1)
    return worth if ahead.turn == seat else -worth


def values(position: Position, depth: int) -> dict[int, int]:
    return {action: after(position, action, depth) for action in position.legal(position.turn)}


def chance(worth: int, game: Any) -> float:
    """A value as a bot tells it: between 0, lost, and 1, won."""
    if abs(worth) > WIN // 2:
        return float(worth > 0)
    return 1 / (1 + exp(-2 * worth / getattr(game.module("hints"), "SCALE", 100.0)))
