"""The bot that looks ahead, at five levels: alpha-beta for two seats with open cards and no dice, else information-set
tree search. Only the highest level uses a game's knowledge of certain wins."""

from collections.abc import Callable
from dataclasses import replace
from math import exp

from turnwise.bots.bot import Budget, Considered, Effort, Thought, asked
from turnwise.bots.clock import Clock
from turnwise.bots.names import SECONDS, STRONGEST
from turnwise.bots.ready import engine_for
from turnwise.kit.chance import below
from turnwise.kit.game import Game
from turnwise.kit.levels import Level
from turnwise.kit.position import Position

PLIES = {1: Level(plies=1, blur=0.5), 2: Level(plies=2, blur=0.2), 3: Level(plies=4, blur=0.1), 4: Level(plies=6)}
WALKS = {
    1: Level(walks=30, blur=0.3),
    2: Level(walks=100, blur=0.15),
    3: Level(walks=300, blur=0.05),
    4: Level(walks=2000),
}
"""The levels below the highest of a game that has no `levels.py`."""
FULL = Level()
"""The highest level: as far as its time allows."""
PATIENCE = 0.7
"""Seconds after which the other levels stop while the rules are interpreted. Compiled they finish on any machine."""

FINEST = 1 << 20
FEW = 3
"""The result of an action with so few walks counts half."""


def looks_deep(game: Game) -> bool:
    """Whether a game suits alpha-beta: for two, everything open, nothing random."""
    return game.seats == (2, 2) and not game.hidden and not game.chance


def level_of(game: Game, number: int) -> Level:
    """How a level plays a game."""
    if number == STRONGEST:
        return FULL
    own = game.module("levels").LEVELS if game.has("levels") else PLIES if looks_deep(game) else WALKS
    level: Level = own[number]
    return level


def sure_win(position: Position, seat: int) -> int:
    """In a redacted position: an action that the game's hints know to win, else -1."""
    known = getattr(position.engine.game.hints, "sure_win", None)
    return int(known(position.plain(), seat)) if known else -1


class Search:
    """Looks ahead as its level allows."""

    game: Game | None = None

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
        from turnwise.bots import deepening, sampling  # large, and needed only to look ahead

        position = Position(engine_for(known.engine), *known.pack())
        game = position.engine.game
        legal, level = position.legal(seat), level_of(game, self.level)
        if (due := position.duty(seat)) >= 0:
            return Thought(due)
        if position.turn != seat:  # an interjection is decided by the rule sheet's player
            return Thought(position.advice(seat, seed))
        if len(legal) == 1:
            return Thought(legal[0], forced=True)
        if level is FULL and (sure := sure_win(position, seat)) in legal:
            return Thought(sure, (Considered(sure, 1.0, 1.0, (sure,)),), Effort("proof"))
        clock = Clock(budget or _usual(level, position.engine.compiled), stop)
        if looks_deep(game):
            thought = deepening.think(position, legal, level.plies or None, clock, exact=level.blur > 0, mood=seed)
            return _blurred(thought, level.blur, position, seed, doubt=0)
        thought = sampling.think(position, seat, legal, level.walks or None, clock, seed, self.cores)
        return _blurred(thought, level.blur, position, seed, doubt=FEW)


def _usual(level: Level, compiled: bool) -> Budget:
    if level is FULL:
        return Budget(seconds=SECONDS)
    return Budget() if compiled else Budget(seconds=PATIENCE)


def _blurred(thought: Thought, blur: float, position: Position, seed: int, *, doubt: int) -> Thought:
    """A choice that overlooks small differences: the better an action looks, the likelier it is chosen.

    With `doubt`, actions with few walks are drawn towards the value of the best. Without doubt, a certain win is always
    taken."""
    if not blur or not thought.considered or not doubt and thought.considered[0].value == 1:
        return thought
    sure = thought.considered[0].value
    walks = [max(one.share * thought.iterations, 1) if doubt else 1 for one in thought.considered]
    values = [sure + (one.value - sure) * n / (n + doubt) for one, n in zip(thought.considered, walks, strict=True)]
    best = max(values)
    weights = [int(FINEST * exp((value - best) / blur)) for value in values]
    dice = position.plain()
    dice.seed = seed
    lot = sum(below(dice, 1 << 14) << (14 * i) for i in range(3)) % sum(weights)
    for one, weight in zip(thought.considered, weights, strict=True):
        lot -= weight
        if lot < 0:
            return replace(thought, action=one.action, gentle=True)
    return replace(thought, gentle=True)
