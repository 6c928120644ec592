"""Sets of more than 64 things, for interpreted rules."""

from collections.abc import Iterable

from turnwise.kit.bits import signed


class Wide(tuple[int, ...]):
    """A set in words of 64 members, each a signed number; compiled rules use a tuple instead."""

    __slots__ = ()

    def __and__(self, other: Iterable[int]) -> "Wide":
        return Wide(a & b for a, b in zip(self, other, strict=True))

    def __or__(self, other: Iterable[int]) -> "Wide":
        return Wide(a | b for a, b in zip(self, other, strict=True))

    def __xor__(self, other: Iterable[int]) -> "Wide":
        return Wide(a ^ b for a, b in zip(self, other, strict=True))

    def __invert__(self) -> "Wide":
        return Wide(~word for word in self)

    def __bool__(self) -> bool:
        raise TypeError("compiled, a set of more than 64 things is never False; ask some(…) whether it has members")


def in_words(bits: int, words: int) -> Wide:
    """A set from the bits of one large number."""
    return Wide(signed(bits >> 64 * word) for word in range(words))


def as_bits(words: Iterable[int]) -> int:
    """A set as the bits of one large number."""
    return sum((word & (1 << 64) - 1) << 64 * at for at, word in enumerate(words))
