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
    """`n = stepper.reset()`; then `n = stepper.step(stepper.moves[k])` until n is 0. All chance is from the seed,
    across resets."""

    step: Callable[[int], int]
    """Take an action for the seat on turn; returns how many the next one has, 0 when the game is over."""

    def __init__(self, game: Game, *, seats: int | None = None, seed: int = 1, **options: Any) -> None:
        engine = Engine(game, compiled=True)
        if not engine.compiled:
            raise RuntimeError("A stepper is compiled; unset TURNWISE_INTERPRET, or use a Position.")
        bound = bind("turnwise.lab.block", game.package)
        position, _ = engine.position(game.frame(seats, options), seed)
        self._count = len(position.legal(position.turn))
        parts = (buffer(False).tobytes(), *position.pack(), engine.moves.tobytes())
        self._block = np.concatenate([np.frombuffer(part, np.int64) for part in parts])
        self._game = self._block[bound.GAME :]
        self._start = self._game.copy()
        self.moves = memoryview(self._block.data)[bound.MOVES :]  # reads as Python integers
        self.step = partial(bound.step, self._block)

    def reset(self) -> int:
        """Back to the start; returns the number of actions there."""
        self._game[:] = self._start
        return self._count
