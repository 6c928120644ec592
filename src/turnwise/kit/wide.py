"""Sets of more than 64 things, for interpreted rules."""

from collections.abc import Sequence
from operator import and_, inv, or_, xor

from turnwise.kit.bits import WORD

LAST = 1 << 63
"""Added and taken away again, it makes the 64 bits of a word a signed number."""


class Wide(tuple[int, ...]):
    """A set in words of 64 members, each a signed number; compiled rules use a tuple instead."""

    __slots__ = ()

    def __and__(self, other: Sequence[int]) -> "Wide":
        return Wide(map(and_, self, self._as_long(other)))

    def __or__(self, other: Sequence[int]) -> "Wide":
        return Wide(map(or_, self, self._as_long(other)))

    def __xor__(self, other: Sequence[int]) -> "Wide":
        return Wide(map(xor, self, self._as_long(other)))

    def __invert__(self) -> "Wide":
        return Wide(map(inv, self))

    def _as_long(self, other: Sequence[int]) -> Sequence[int]:
        if len(other) != len(self):
            raise ValueError(f"a set of {len(self)} words meets one of {len(other)}")
        return other

    def __bool__(self) -> bool:
        raise TypeError("compiled, a set of more than 64 things is never False; ask some(…) whether it has members")


def in_words(bits: int, words: int) -> Wide:
    """A set from the bits of one large number."""
    return Wide([((bits >> shift) + LAST & WORD) - LAST for shift in range(0, 64 * words, 64)])


def as_bits(words: Sequence[int]) -> int:
    """A set as the bits of one large number."""
    bits = 0
    for word in reversed(words):
        bits = bits << 64 | word & WORD
    return bits
