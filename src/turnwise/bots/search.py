"""The bot that looks ahead, at five levels: alpha-beta where two play with open cards and no dice, else information-set
tree search. What a game knows to win for certain is for the highest level alone."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from math import exp

from turnwise.bots import deepening, sampling
from turnwise.bots.bot import Budget, Considered, Thought, asked
from turnwise.bots.clock import Clock
from turnwise.bots.ready import engine_for
from turnwise.kit.chance import below
from turnwise.kit.game import Game
from turnwise.kit.position import Position

FINEST = 1 << 20
FEW = 3


@dataclass(frozen=True)
class Level:
    """How far a level looks: plies of alpha-beta, or walks of tree search (None: as long as there is time).

    `blur` is the difference in winning chances that it can just about tell; `seconds` its time if it is given none."""

    plies: int | None
    plies_blur: float
    walks: int | None
    walks_blur: float
    seconds: float


LEVELS = {
    1: Level(1, 0.1, 16, 0.5, 0.5),
    2: Level(2, 0.08, 60, 0.16, 0.5),
    3: Level(4, 0.04, 200, 0.1, 0.7),
    4: Level(6, 0.0, 600, 0.065, 1.0),
    5: Level(None, 0.0, None, 0.0, 2.0),
}


def looks_deep(game: Game) -> bool:
    """Whether a game is for alpha-beta: for two, everything open, nothing random."""
    return game.seats == (2, 2) and not game.hidden and not game.chance


def sure_win(position: Position, seat: int) -> int:
    """Of a redacted position: what the game's hints know to win, else -1."""
    known = getattr(position.engine.game.module("hints"), "sure_win", None)
    return int(known(position.plain(), seat)) if known else -1


class Search:
    """Looks ahead as its level allows."""

    def __init__(self, level: int, *, cores: int = 1) -> None:
        self.level = level
        self.name = f"search:{level}"
        self.cores = cores

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
        level = LEVELS[self.level]
        position = Position(engine_for(known.engine), *known.pack())
        legal = position.legal(seat)
        if position.turn != seat:  # an interjection is taken or left as the rule sheet's player would
            return Thought(position.advice(seat, seed))
        if len(legal) == 1:
            return Thought(legal[0], (Considered(legal[0], 0.5, 1.0),), "there was no choice")
        clock = Clock(budget or Budget(level.seconds), stop)
        if level.plies is None and (sure := sure_win(position, seat)) in legal:
            return Thought(sure, (Considered(sure, 1.0, 1.0, (sure,)),), "a table of moves that are proved to win")
        if looks_deep(position.engine.game):
            thought = deepening.think(position, legal, level.plies, clock, exact=level.plies_blur > 0, mood=seed)
            return _blurred(thought, level.plies_blur, position, seed, doubt=0)
        thought = sampling.think(position, seat, legal, level.walks, clock, seed, self.cores)
        return _blurred(thought, level.walks_blur, position, seed, doubt=FEW)


def _blurred(thought: Thought, blur: float, position: Position, seed: int, *, doubt: int) -> Thought:
    """The choice of somebody who does not see small differences: the better an action looks the likelier it is.

    What no more than `doubt` walks have told is drawn to what the best known action promises. Without doubt, what is won
    or lost for certain is seen for what it is."""
    if not blur or not thought.considered or not doubt and thought.considered[0].value in (0, 1):
        return thought
    sure = thought.considered[0].value
    walks = [max(one.share * thought.iterations, 1) for one in thought.considered]
    values = [sure + (one.value - sure) * n / (n + doubt) for one, n in zip(thought.considered, walks, strict=True)]
    best = max(values)
    weights = [int(FINEST * exp((value - best) / blur)) if doubt or value else 0 for value in values]
    dice = position.plain()
    dice.seed = seed
    lot = sum(below(dice, 1 << 14) << (14 * i) for i in range(3)) % sum(weights)
    for one, weight in zip(thought.considered, weights, strict=True):
        lot -= weight
        if lot < 0:
            return replace(thought, action=one.action)
    return thought
