"""How long a table in the terminal waits: by its game's settings, at the pace that was asked for. Clocks do not go by the pace."""

from turnwise.bots.manners import INTERJECTION
from turnwise.play import timing
from turnwise.play.match import Match

PACE = 0.8
"""Seconds before each action of a bot; other waits are longer or shorter with it."""


def lock(match: Match, pace: float) -> float:
    """Seconds in which nobody may act, so that what has just happened can be read."""
    return timing.lock(match) * (pace / PACE)


def pauses(match: Match, pace: float, *, out_of_turn: bool) -> tuple[float, float]:
    """Seconds before what a bot's turn opens with is told, and again before it acts."""
    if out_of_turn:
        return 0, INTERJECTION * (pace / PACE)
    own = timing.pauses(match)
    return (pace, pace) if own is None else (own[0] * (pace / PACE), own[1] * (pace / PACE))
