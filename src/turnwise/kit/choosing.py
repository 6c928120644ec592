"""How a computer player may choose, where its game's hints need not say more: `taste = by_appeal`."""

from typing import Any


def by_appeal(s: Any, beside: Any, seat: Any, moves: Any, n: Any) -> int:
    """For `classic`, `taste` or `rival` in `hints.py`: what `appeal` likes best, the first of equals. Written for each game."""
    raise NotImplementedError
