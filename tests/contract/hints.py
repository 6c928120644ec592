"""What a game's hints say about a position, from Python."""

from typing import Any

import numpy as np

from turnwise.kit.bind import bind
from turnwise.kit.position import Position

ALGORITHM = "tests.contract.asked"


class Hints:
    """The hints for one position, by the law that its engine runs."""

    def __init__(self, position: Position) -> None:
        engine = position.engine
        self._position = position
        self._bound: Any = bind(ALGORITHM, engine.game.package, compiled=engine.compiled)
        self._moves = np.zeros(engine.game.actions + 1, np.int64)

    def worth(self, seat: int) -> int:
        return int(self._bound.worth(self._position.states, self._position.besides, seat))

    def urgent(self, seat: int) -> tuple[list[int], bool]:
        """The moves that cannot wait, and whether one of them must be taken."""
        n = int(self._bound.pressing(self._position.states, self._position.besides, seat, self._moves))
        return [int(action) for action in self._moves[: abs(n)]], n < 0

    def appeal(self, seat: int, action: int) -> int:
        return int(self._bound.charm(self._position.states, self._position.besides, seat, action))

    def taste(self, seat: int, seed: int) -> int:
        thinking = self._position.copy()
        thinking.reseed(seed)
        return int(self._bound.tasted(thinking.states, thinking.besides, seat, self._moves))

    def rival(self, seat: int, seed: int) -> int:
        thinking = self._position.copy()
        thinking.reseed(seed)
        return int(self._bound.expected(thinking.states, thinking.besides, seat, self._moves))

    @property
    def identity(self) -> int:
        return int(self._bound.name(self._position.states))

    @property
    def interruptible(self) -> bool:
        return bool(self._bound.open_to_others(self._position.states))
