"""Somebody else's deal as draws of ours: each card by its place among those that are left."""

from collections.abc import Iterable, Sequence


def draws(left: Iterable[int], dealt: Sequence[int]) -> list[int]:
    """What a tape must say so that these cards are drawn one after the other out of those that are left."""
    rest, found = sorted(left), list[int]()
    for card in dealt:
        found.append(rest.index(card))
        rest.remove(card)
    return found
