"""How bots behave at a table, beside what they think: the same in the terminal, in the arena and in the house."""

from turnwise.bots.bot import Thought
from turnwise.kit.game import Game

CONTENT_WITH_A_DRAW = 0.4
"""A bot that expects less than this accepts a draw."""
INTERJECTION = 2.0
"""Seconds before a bot acts out of turn: people may be quicker."""
QUICK = 0.5
"""Seconds that a bot which does not look ahead takes, as the gentlest that does."""


def lets_pass(name: str, seed: int) -> bool:
    """Whether a bot lets a chance to act out of turn pass: a random one takes every second."""
    return name == "random" and not seed & 1


def takes_a_draw(thought: Thought) -> bool:
    """Whether a bot that thinks so accepts a draw."""
    return bool(thought.considered) and thought.considered[0].value < CONTENT_WITH_A_DRAW


def seconds_of(name: str) -> float:
    """The time that a bot takes if it is given none."""
    from turnwise.bots.search import LEVELS

    kind, _, level = name.partition(":")
    return LEVELS[int(level)].seconds if kind == "search" else QUICK


def plies_of(name: str, game: Game) -> int:
    """How many plies ahead a bot looks in a game, if it is so many however long that takes; else 0."""
    from turnwise.bots.search import LEVELS, looks_deep

    kind, _, level = name.partition(":")
    return (LEVELS[int(level)].plies or 0) if kind == "search" and looks_deep(game) else 0
