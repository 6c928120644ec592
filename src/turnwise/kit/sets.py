"""Sets (of cards, points, cells) as the bits of one whole number, or of several words of 64 where there may be more
members.

How many words a set has follows from what it is made of: `mask(2, of=BOARD)`, `set_of(members, BOARD)`. The same
functions work for both, with two differences: a set of one word is read and written like any number, a wider one by
`at(s.stones, seat)` and `put(s.stones, seat, …)`; and `some(…)` says whether a wide set has members.

    while some(rest):
        point, rest = first(rest), others(rest)
"""

from collections.abc import Iterable, Sequence, Sized
from functools import reduce
from itertools import compress
from operator import or_
from typing import Any, SupportsInt

from turnwise.kit.bits import WORD, signed
from turnwise.kit.plain import down, first, others, rule, some, spread, table, up, wide, word_of

BYTES = [[byte >> bit & 1 for bit in range(8)] for byte in range(256)]


@rule
def has(mask, member):
    """1 if the set has the member, else 0."""
    return (word_of(mask, member) >> (member & 63)) & 1


@rule
def listed(mask, numbers, n=0, start=0):
    """Write the members of a set, ascending and counted from `start` on, after the first n numbers; returns how many there are
    then."""
    while some(mask):
        numbers[n], mask = start + first(mask), others(mask)
        n += 1
    return n


@rule
def spread_all(into, start, mask, size):
    """Write a set into cells from `start` on: a 1 for each member and a 0 for each of the other things."""
    at = 0
    while at < size:
        spread(into, start + at, word_of(mask, at), min(64, size - at))
        at += 64


@rule
def total(values, members):
    """The sum of the members' values, from a table of values."""
    found = 0
    while members:
        found += values[first(members)]
        members = others(members)
    return found


@rule
def stepped(points, by, leaving):
    """A set of points one step further in a direction, all at once: `by` and `leaving` are in a board's `shifts`."""
    there = points & leaving
    return up(there, by) if by > 0 else down(there, -by)


@rule
def gathered(unions, mask):
    """The union of the sets of all members, from a table made by `unions`."""
    found, part = 0, 0
    while mask:
        found |= unions[part, mask & 255]
        mask, part = down(mask, 8), part + 1
    return found


def unions(sets: Sequence[int]) -> Any:
    """A table for `gathered`, from the set of each member: the unions for all members of one byte at once."""
    parts = range(-(-len(sets) // 8))
    return table([[reduce(or_, compress(sets[8 * part :], bits), 0) for bits in BYTES] for part in parts])


def size_of(of: Any) -> int:
    """How many members a set of these can have: a board, a deck, names, or a number of them."""
    if isinstance(of, int):
        return of
    named = getattr(of, "names_of_all", of)
    return len(named) if isinstance(named, Sized) else 0


def words_of(of: Any) -> int:
    """In how many words a set of these is written."""
    return max(1, -(-size_of(of) // 64))


def set_of(members: Iterable[SupportsInt], of: Any = None) -> Any:
    """The set of these members, in as many words as what it is made `of` needs; for tables, outside the law."""
    mask = 0
    for member in members:
        mask |= 1 << int(member)
    words = words_of(of)
    return signed(mask) if words == 1 else wide([signed(mask >> 64 * word) for word in range(words)])


def members_of(mask: Any) -> list[int]:
    """The members of a set as an ascending list; for notation and pictures, outside the law."""
    found, start = list[int](), 0
    for word in mask if isinstance(mask, tuple) else (mask,):
        bits = int(word) & WORD
        while bits:
            lowest = bits & -bits
            found.append(start + lowest.bit_length() - 1)
            bits ^= lowest
        start += 64
    return found
