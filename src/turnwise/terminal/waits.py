"""How long a table in the terminal waits: by its game's settings, times the chosen pace. Clocks do not depend on the
pace."""

from turnwise.bots.manners import INTERJECTION
from turnwise.play import timing
from turnwise.play.match import Match

PACE = 0.8
"""Seconds before each action of a bot; other waits scale with it."""


def lock(match: Match, pace: float) -> float:
    """Seconds in which nobody may act, so that people can read what has just happened."""
    return timing.lock(match) * (pace / PACE)


def pauses(match: Match, pace: float, *, out_of_turn: bool) -> tuple[float, float]:
    """Seconds before the opening of a bot's turn is shown, and again before it acts."""
    if out_of_turn:
        return 0, INTERJECTION * (pace / PACE)
    own = timing.pauses(match)
    return (pace, pace) if own is None else (own[0] * (pace / PACE), own[1] * (pace / PACE))
