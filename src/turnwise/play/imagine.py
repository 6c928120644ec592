"""Worlds that a seat cannot tell from the real one."""

from turnwise.kit.position import SPECTATOR, Position
from turnwise.play.view import View


def imagine(view: View, seed: int) -> Position:
    """A complete position with the same redacted records as the view's. Its own coming chance is `seed`'s, not the match's."""
    return view.position.imagined(SPECTATOR if view.seat is None else view.seat, seed)
