"""Worlds that a seat cannot tell from the real one."""

from turnwise.kit.errors import BadOption
from turnwise.kit.position import SPECTATOR, Position
from turnwise.kit.words import said
from turnwise.play.secret import bad_seed
from turnwise.play.view import View


def imagine(known: View | Position, seed: int) -> Position:
    """A complete position that a seat can't tell from the real one, from its view or its position: equal when redacted.

    Its future chance comes from `seed`, not from the match."""
    if isinstance(known, View):
        position, viewer = known.position, SPECTATOR if known.seat is None else known.seat
    elif isinstance(known, Position) and known.viewer is not None:
        position, viewer = known, known.viewer
    else:
        raise BadOption(
            said("Only what a seat may know can be imagined from: give a view, as in imagine(match.view(0), 1).")
        )
    if isinstance(seed, bool) or not isinstance(seed, int) or not -(1 << 63) <= seed < 1 << 63:
        raise bad_seed(seed)
    return position.imagined(viewer, seed)
