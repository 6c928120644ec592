"""Every card that was dealt in Oh Hell lies in one zone: a hand, the trick, an earlier trick, or turned up."""

from typing import Any


def pieces(s: Any) -> bool:
    """Whether none lies twice and none is lost."""
    sets = [*s.hand[: s.seats], *s.trick[: s.seats], s.last, s.gone, s.upcard]
    sizes = sum(int(cards).bit_count() for cards in sets)
    together = 0
    for cards in sets:
        together |= cards
    return bool(sizes == int(together).bit_count() == s.seats * s.each + 1)
