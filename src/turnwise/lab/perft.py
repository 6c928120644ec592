"""Count the lines of play from the start of a game."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from turnwise.kit.bind import bind
from turnwise.kit.events import buffer
from turnwise.kit.game import Game
from turnwise.kit.position import Engine, Position, rows_of
from turnwise.play.secret import Dice, small


def divide(
    game: Game, depth: int, *, seats: int | None = None, seed: int = 0, compiled: bool = True, **options: Any
) -> Iterator[tuple[int, int]]:
    """For each first action, the number of lines of `depth` actions that begin with it."""
    engine = Engine(game, compiled=compiled)
    start, _ = engine.position(game.frame(seats, options), Dice(small(seed), ()).seed(0))
    for action in start.legal(start.turn):
        branch = start.copy()
        branch.play(branch.turn, action)
        yield action, lines(branch, depth - 1)


def lines(position: Position, depth: int) -> int:
    """The number of lines of exactly `depth` actions from a position."""
    engine = position.engine
    bound = bind("turnwise.lab.count", engine.game.package, compiled=engine.compiled)
    states, besides = rows_of(position, depth + 1)
    pads, cursor = engine.pad(max(depth, 1)), np.zeros((max(depth, 1), 2), np.int64)
    return int(bound.count_lines(states, besides, pads, cursor, buffer(False, compiled=engine.compiled), depth))


def perft(
    game: Game, depth: int, *, seats: int | None = None, seed: int = 0, compiled: bool = True, **options: Any
) -> int:
    """The number of lines of exactly `depth` actions from the start, with the chance of the seed."""
    if depth == 0:
        return 1
    return sum(n for _, n in divide(game, depth, seats=seats, seed=seed, compiled=compiled, **options))
