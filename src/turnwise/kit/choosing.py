"""Standard choices of a computer player for a game's hints: `taste = by_appeal`."""

from typing import Any


def by_appeal(s: Any, beside: Any, seat: Any, moves: Any, n: Any) -> int:
    """For `classic`, `taste` or `rival` in `hints.py`: the action with the highest `appeal`, the first of equals.
    Generated."""
    raise NotImplementedError
