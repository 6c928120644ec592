"""Sets of up to 64 things (cards, points, cells) as the bits of one whole number.

Walk a set with  `while rest: card, rest = first(rest), others(rest)`.
"""

from collections.abc import Iterable
from typing import SupportsInt

from turnwise.kit.bits import WORD, signed
from turnwise.kit.plain import down, rule, up


@rule
def has(mask, member):
    """1 if the set has the member, else 0."""
    return (mask >> member) & 1


@rule
def stepped(points, by, leaving):
    """A set of points one step along a direction, all at once: `by` and `leaving` stand in a board's `shifts`."""
    there = points & leaving
    return up(there, by) if by > 0 else down(there, -by)


def set_of(members: Iterable[SupportsInt]) -> int:
    """The set of these members; for tables, outside the law."""
    mask = 0
    for member in members:
        mask |= 1 << int(member)
    return signed(mask)


def members_of(mask: int) -> list[int]:
    """The members of a set as an ascending list; for notation and pictures, outside the law."""
    bits = int(mask) & WORD
    return [i for i in range(bits.bit_length()) if bits >> i & 1]
