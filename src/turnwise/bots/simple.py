"""Two bots that do not look ahead."""

from collections.abc import Callable

from turnwise.bots.bot import Budget, Thought
from turnwise.kit.chance import below
from turnwise.kit.position import Position


class Random:
    """Any legal action."""

    name = "random"

    def think(
        self,
        known: Position,
        seat: int,
        *,
        seed: int,
        budget: Budget | None = None,
        stop: Callable[[], bool] = lambda: False,
    ) -> Thought:
        legal = known.legal(seat)
        dice = known.plain()
        dice.seed = seed
        return Thought(legal[below(dice, len(legal))])


class Classic:
    """The computer player of the game's own rule sheet."""

    name = "classic"

    def think(
        self,
        known: Position,
        seat: int,
        *,
        seed: int,
        budget: Budget | None = None,
        stop: Callable[[], bool] = lambda: False,
    ) -> Thought:
        return Thought(known.advice(seat, seed))
