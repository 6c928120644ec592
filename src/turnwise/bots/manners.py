"""How bots behave at a table, beside what they think: the same in the terminal, in the arena and in the house."""

from turnwise.bots.bot import Thought
from turnwise.bots.names import SECONDS, STRONGEST, Named
from turnwise.bots.search import level_of
from turnwise.kit.game import Game

CONTENT_WITH_A_DRAW = 0.4
"""A bot that expects less than this accepts a draw."""
INTERJECTION = 2.0
"""Seconds before a bot acts out of turn: people may be quicker."""
QUICK = 0.5
"""Seconds that a bot takes which does not go by time: the levels below the highest look ahead no longer than that."""
SIMPLE, LOOKS_AHEAD = 0.01, 0.025
"""Seconds of a process's time for a bot that does not go by time: what does not look ahead is done in a tenth of it, and the levels
below the highest usually within it."""
INTERPRETED = 0.05
"""The same for one that does not look ahead, while the rules are interpreted; the others need what they may take."""


def takes_a_draw(thought: Thought) -> bool:
    """Whether a bot that thinks so accepts a draw."""
    return bool(thought.considered) and thought.considered[0].value < CONTENT_WITH_A_DRAW


def goes_by_time(name: str) -> bool:
    """Whether a bot thinks as long as it may."""
    return Named.of(name).level == STRONGEST


def seconds_of(name: str) -> float:
    """The time that a bot takes if it is given none. Somebody's own agent says with its name if it needs more than others."""
    named = Named.of(name)
    if goes_by_time(name):
        return min(named.seconds or SECONDS, SECONDS)
    return min(named.seconds or QUICK, SECONDS) if named.own else QUICK


def cost_of(name: str, compiled: bool) -> float:
    """Seconds of a process's time that are set aside for a thought, whatever there is to think about."""
    named = Named.of(name)
    if named.own or goes_by_time(name):
        return seconds_of(name)
    if named.level or name == "greedy":
        return LOOKS_AHEAD if compiled else QUICK
    return SIMPLE if compiled else INTERPRETED


def plies_of(name: str, game: Game) -> int:
    """How many plies ahead a bot looks in a game, if it is so many however long that takes; else 0."""
    level = Named.of(name).level
    return level_of(game, level).plies if level else 0
