"""One game at a time, stepped from Python as fast as Python allows."""

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from turnwise.kit.bind import bind
from turnwise.kit.events import buffer
from turnwise.kit.game import Game
from turnwise.kit.position import Engine


class Stepper:
    """`n = stepper.reset()`; then `n = stepper.step(stepper.moves[k])` until n is 0. Chance is the seed's, from reset to reset."""

    step: Callable[[int], int]
    """Let the seat on turn take an action; returns how many the next one has, 0 when the game is over."""

    def __init__(self, game: Game, *, seats: int | None = None, seed: int = 1, **options: Any) -> None:
        engine = Engine(game, compiled=True)
        if not engine.compiled:
            raise RuntimeError("A stepper is compiled; unset TURNWISE_INTERPRET, or use a Position.")
        bound = bind("turnwise.lab.desk", game.package)
        position, _ = engine.position(game.frame(seats, options), seed)
        self._count = len(position.legal(position.turn))
        words = [np.frombuffer(data, np.int64) for data in (*position.pack(), engine.moves.tobytes())]
        self._start = np.concatenate(words)
        self._desk = self._start.copy()
        self.moves = memoryview(self._desk.data)[bound.MOVES :]  # reads as whole numbers of Python
        self.step = partial(bound.step, self._desk, buffer(0))

    def reset(self) -> int:
        """Back to the start; returns the number of actions there."""
        self._desk[:] = self._start
        return self._count
