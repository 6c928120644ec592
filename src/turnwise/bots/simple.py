"""Bots that do not look ahead."""

from collections.abc import Callable

from turnwise.bots.bot import Budget, Thought, asked
from turnwise.bots.names import checked, players
from turnwise.bots.ready import engine_for
from turnwise.kit.chance import below, fork
from turnwise.kit.game import Game
from turnwise.kit.position import Position

CLASSIC = "classic"
DECIDED = 1_000_000
"""The value of a win, above any evaluation."""


class Random:
    """Any legal action, except where every bot of the game has a duty."""

    game: Game | None = None
    name = "random"

    @asked
    def think(
        self,
        known: Position,
        seat: int,
        *,
        seed: int,
        budget: Budget | None = None,
        stop: Callable[[], bool] = lambda: False,
    ) -> Thought:
        if (due := known.duty(seat)) >= 0:
            return Thought(due)
        legal = known.legal(seat)
        dice = known.plain()
        dice.seed = seed
        return Thought(legal[below(dice, len(legal))])


class Player:
    """A computer player of the game's rule sheet: `classic`, or a further one by its name."""

    game: Game | None = None

    def __init__(self, name: str) -> None:
        self.name = name

    @asked
    def think(
        self,
        known: Position,
        seat: int,
        *,
        seed: int,
        budget: Budget | None = None,
        stop: Callable[[], bool] = lambda: False,
    ) -> Thought:
        game = known.engine.game
        number = [CLASSIC, *players(game)].index(checked(self.name, game))
        return Thought(known.advice(seat, seed, number))


class Greedy:
    """The action after which the game's own evaluation is best, averaged over a few worlds that the seat cannot rule
    out."""

    game: Game | None = None
    name = "greedy"
    worlds = 8

    @asked
    def think(
        self,
        known: Position,
        seat: int,
        *,
        seed: int,
        budget: Budget | None = None,
        stop: Callable[[], bool] = lambda: False,
    ) -> Thought:
        position = Position(engine_for(known.engine), *known.pack())
        if (due := position.duty(seat)) >= 0:
            return Thought(due)
        legal = position.legal(seat)
        dice = position.plain()
        dice.seed = seed
        worths = dict.fromkeys(legal, 0)
        for _ in range(self.worlds):
            world = position.imagined(seat, fork(dice))
            for action in legal:
                worths[action] += _worth_after(world.copy(), seat, action)
        best = max(worths.values())
        equals = [action for action in legal if worths[action] == best]
        return Thought(equals[below(dice, len(equals))])


def _worth_after(world: Position, seat: int, action: int) -> int:
    world.play(seat, action)
    if not world.over:
        return world.worth(seat)
    winners = world.scores(int(world.state.seats))[2]
    return 0 if not winners else DECIDED if seat in winners else -DECIDED
