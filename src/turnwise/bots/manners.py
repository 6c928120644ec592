"""How bots behave at a table, apart from choosing actions: the same in the terminal, in the arena and in the house."""

from turnwise.bots.bot import Thought
from turnwise.bots.names import SECONDS, STRONGEST, Named
from turnwise.bots.search import level_of
from turnwise.kit.game import Game

CONTENT_WITH_A_DRAW = 0.4
"""A bot that expects less than this accepts a draw."""
INTERJECTION = 2.0
"""Seconds before a bot acts out of turn, so that people can be first."""
QUICK = 0.5
"""The longest seconds of a bot that is not limited by time: the levels below the highest stop by then."""
SIMPLE, LOOKS_AHEAD = 0.01, 0.025
"""Seconds of processor time for a bot that is not limited by time: one that does not look ahead needs a tenth of it,
and the levels below the highest usually finish within it."""
INTERPRETED = 0.05
"""The same for a bot that does not look ahead while the rules are interpreted; the others get their full time."""


def takes_a_draw(thought: Thought) -> bool:
    """Whether a bot with this thought accepts a draw."""
    return bool(thought.considered) and thought.considered[0].value < CONTENT_WITH_A_DRAW


def goes_by_time(name: str) -> bool:
    """Whether a bot uses all the time it is given."""
    return Named.of(name).level == STRONGEST


def seconds_of(name: str) -> float:
    """A bot's time if it is given none. The name of a person's own agent may say that it needs more."""
    named = Named.of(name)
    if goes_by_time(name):
        return min(named.seconds or SECONDS, SECONDS)
    return min(named.seconds or QUICK, SECONDS) if named.own else QUICK


def cost_of(name: str, compiled: bool) -> float:
    """Seconds of processor time reserved for a thought, whatever the position."""
    named = Named.of(name)
    if named.own or goes_by_time(name):
        return seconds_of(name)
    if named.level or name == "greedy":
        return LOOKS_AHEAD if compiled else QUICK
    return SIMPLE if compiled else INTERPRETED


def plies_of(name: str, game: Game) -> int:
    """How many plies ahead a bot looks in a game, if that is fixed however long it takes; else 0."""
    level = Named.of(name).level
    return level_of(game, level).plies if level else 0
