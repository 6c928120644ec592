"""How bots behave at a table, beside what they think: the same in the terminal, in the arena and in the house."""

from turnwise.bots.bot import Thought
from turnwise.bots.names import STRONGEST
from turnwise.bots.search import SECONDS, level_of
from turnwise.kit.game import Game

CONTENT_WITH_A_DRAW = 0.4
"""A bot that expects less than this accepts a draw."""
INTERJECTION = 2.0
"""Seconds before a bot acts out of turn: people may be quicker."""
QUICK = 0.5
"""Seconds that a bot takes which does not go by time: the levels below the highest look ahead no longer than that."""


def takes_a_draw(thought: Thought) -> bool:
    """Whether a bot that thinks so accepts a draw."""
    return bool(thought.considered) and thought.considered[0].value < CONTENT_WITH_A_DRAW


def goes_by_time(name: str) -> bool:
    """Whether a bot thinks as long as it may."""
    return name == f"search:{STRONGEST}"


def seconds_of(name: str) -> float:
    """The time that a bot takes if it is given none."""
    return SECONDS if goes_by_time(name) else QUICK


def plies_of(name: str, game: Game) -> int:
    """How many plies ahead a bot looks in a game, if it is so many however long that takes; else 0."""
    kind, _, level = name.partition(":")
    return level_of(game, int(level)).plies if kind == "search" else 0
