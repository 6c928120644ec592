"""The bot that looks ahead, at five levels."""

from collections.abc import Callable

from turnwise.bots.bot import Budget, Thought
from turnwise.kit.position import Position


class Search:
    """Looks ahead as its level allows."""

    def __init__(self, level: int) -> None:
        self.level = level
        self.name = f"search:{level}"

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
