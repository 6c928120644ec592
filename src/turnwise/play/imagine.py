"""Worlds that a seat cannot tell from the real one."""

from turnwise.kit.errors import BadOption, quoted
from turnwise.kit.position import SPECTATOR, Position
from turnwise.play.view import View


def imagine(view: View, seed: int) -> Position:
    """A complete position with the same redacted records as the view's. Its own coming chance is `seed`'s, not the match's."""
    if not isinstance(view, View):
        raise BadOption("Only what a seat may know can be imagined from: give a view, as in imagine(match.view(0), 1).")
    if isinstance(seed, bool) or not isinstance(seed, int) or not -(1 << 63) <= seed < 1 << 63:
        raise BadOption(f"A seed is a whole number of up to 18 digits, not {quoted(seed)}.")
    return view.position.imagined(SPECTATOR if view.seat is None else view.seat, seed)
