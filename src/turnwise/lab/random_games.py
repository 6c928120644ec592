"""Uniformly random whole games from Python, in one compiled call."""

from typing import Any

from turnwise.kit.bind import bind
from turnwise.kit.events import buffer
from turnwise.kit.game import Game
from turnwise.kit.position import Engine, rows_of


class RandomGames:
    """Plays random games of one kind; `play(n)` returns how many actions they took."""

    def __init__(
        self, game: Game, *, seats: int | None = None, seed: int = 1, compiled: bool = True, **options: Any
    ) -> None:
        engine = Engine(game, compiled=compiled)
        self._bound = bind("turnwise.lab.rollouts", game.package, compiled=engine.compiled)
        self._states, self._besides = rows_of(engine.blank(game.frame(seats, options), seed), 3)
        self._pad, self._silence = engine.pad(), buffer(False, compiled=engine.compiled)

    def play(self, games: int) -> int:
        return int(self._bound.rollouts(self._states, self._besides, self._pad, self._silence, games))
