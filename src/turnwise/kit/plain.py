"""The words that compiled and interpreted rules share, as plain Python.

`native.py` has the same names for compiled rules; `bind` exchanges them. A test checks that they agree.
"""

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from turnwise.kit.bits import WORD, signed
from turnwise.kit.block import Block
from turnwise.kit.tape import tape_of
from turnwise.kit.wide import Wide, as_bits, in_words

Function = TypeVar("Function", bound=Callable[..., Any])

LAST = -(1 << 63)
"""The set with only member 63, as a signed number."""
STRIDE = 0x9E3779B97F4A7C15


def rule(function: Function) -> Function:
    """Mark a word of the kit, or a part of an algorithm, to be compiled when a game is bound; otherwise it runs as it
    is.

    The functions of a game need no mark: what the contract calls is compiled, with everything that those call."""
    return function


def entry(function: Function) -> Function:
    """Mark a rule of an algorithm that Python calls; all others are called by compiled rules only."""
    return function


def inlined(function: Function) -> Function:
    """Mark a part of a long compiled loop that is a function only for readability: compiled, it is inlined.

    Every array passed to a compiled function costs a reference count, which is expensive in a search."""
    return function


def table(rows: Sequence[Any]) -> Any:
    """A constant look-up table of whole numbers: `T[i]` in one dimension, `T[i, j]` in more."""
    shape: list[int] = []
    level: Any = rows
    while isinstance(level, Sequence):
        shape.append(len(level))
        level = level[0]
    cells: list[Any] = list(rows)
    for _ in shape[1:]:
        cells = [cell for row in cells for cell in row]
    numbers = [int(cell) for cell in cells]
    return Block(numbers, tuple(shape)) if len(shape) > 1 else tuple(numbers)


def scratch(n: int) -> Any:
    """Room for n whole numbers, all 0, for the length of one call."""
    return [0] * n


def room_for(record: Any) -> Callable[[], Any]:
    """A function for rules that try something: `room()` returns an array of one uninitialised record."""
    room: Callable[[], Any] = record.room
    return room


Set = int | Wide
"""The members of a set as the bits of one number, or of several for more than 64."""
SetType = TypeVar("SetType", int, Wide)


def wide(words: Sequence[int]) -> Wide:
    """A set of more than 64 things, from its words."""
    return Wide(words)


def set_table(sets: Sequence[Set]) -> Any:
    """A constant look-up table of sets, read with `at(SETS, i)`."""
    return tuple(sets)


def at(where: Any, index: int | None = None) -> Any:
    """A set from a field or a table of sets: `at(s.stones, seat)`; from a field with a single wide set,
    `at(s.stones)`."""
    if index is None:
        return Wide(where)
    if isinstance(where, Block):
        words = where.shape[-1]
        return Wide(where[index, word] for word in range(words))
    return where[index]


def put(where: Any, index: Any, value: Any = None) -> None:
    """Write a set into a field: `put(s.stones, seat, stones)`; into a field with a single wide set, `put(s.stones,
    stones)`."""
    if value is None:
        where[:] = index
    elif isinstance(where, Block):
        for word, bits in enumerate(value):
            where[index, word] = bits
    else:
        where[index] = value


def some(mask: Set) -> bool:
    """Whether a set has members."""
    return any(mask) if isinstance(mask, Wide) else mask != 0


def count(mask: Set) -> int:
    """How many members a set has."""
    return sum(map(count, mask)) if isinstance(mask, Wide) else (int(mask) & WORD).bit_count()


def first(mask: Set) -> int:
    """The lowest member of a set that is not empty."""
    bits = as_bits(mask) if isinstance(mask, Wide) else mask
    return int(bits & -bits).bit_length() - 1


def one(member: int) -> int:
    """The set with only this member."""
    return 1 << int(member) if member < 63 else LAST


def others(mask: SetType) -> SetType:
    """The set without its lowest member."""
    if isinstance(mask, Wide):
        bits = as_bits(mask)
        return in_words(bits & (bits - 1), len(mask))
    return mask & (mask - 1) if mask != LAST else 0


def word_of(mask: Set, member: int) -> int:
    """The word of a set in which a member would be, as bit `member & 63`."""
    return mask[member >> 6] if isinstance(mask, Wide) else mask


def plus(mask: SetType, member: int) -> SetType:
    """The set with one more member."""
    if isinstance(mask, Wide):
        return Wide(word | (one(member & 63) if at == member >> 6 else 0) for at, word in enumerate(mask))
    return mask | one(member)


def minus(mask: SetType, member: int) -> SetType:
    """The set without a member."""
    if isinstance(mask, Wide):
        return Wide(word & ~(one(member & 63) if at == member >> 6 else 0) for at, word in enumerate(mask))
    return mask & ~one(member)


def narrowed(mask: Set, k: int) -> tuple[int, int, int]:
    """The word with the member that has k lower members, the number of its first bit, and how many lower members are in
    it."""
    start = 0
    if not isinstance(mask, Wide):
        return mask, start, k
    while k >= count(mask[start]):
        k -= count(mask[start])
        start += 1
    return mask[start], 64 * start, k


def up(mask: SetType, by: int) -> SetType:
    """The set with every member this much higher; those beyond the last are dropped."""
    if isinstance(mask, Wide):
        return in_words(as_bits(mask) << by, len(mask))
    return signed(mask << by)


def down(mask: SetType, by: int) -> SetType:
    """The set with every member this much lower; those below 0 are dropped."""
    if isinstance(mask, Wide):
        return in_words(as_bits(mask) >> by, len(mask))
    return signed((mask & WORD) >> by)


def spread(into: Any, start: int, word: int, size: int) -> None:
    """Write the first bits of a word into cells from `start` on, each a 0 or a 1."""
    for bit in range(size):
        into[start + bit] = word >> bit & 1


def spreading(order: Sequence[int]) -> Callable[[Any, int, int], None]:
    """A word `write(into, start, word)` that writes bits of a word into cells from `start` on: the first cell has bit order[0]."""

    def write(into: Any, start: int, word: int) -> None:
        for cell, bit in enumerate(order, start):
            into[cell] = word >> bit & 1

    return write


def advance(seed: int) -> int:
    """The next seed, as a signed 64-bit number; a tape advances by itself."""
    return signed(seed + STRIDE) if tape_of(seed) is None else seed


def drawn(seed: int, n: int) -> int:
    """A number from 0 to n - 1 derived from a seed, or the next on its tape."""
    tape = tape_of(seed)
    return (scramble(seed) * n) >> 48 if tape is None else tape.draw(n)


def mix(hash: int, number: int) -> int:
    """A hash with one more number mixed in, as a signed 64-bit number."""
    z = (int(hash ^ number) * 0xBF58476D1CE4E5B9) & WORD
    return signed(z ^ z >> 29)


def scramble(seed: int) -> int:
    """48 random bits made of a seed (the finaliser of SplitMix64)."""
    z = seed & WORD
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & WORD
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & WORD
    return (z ^ (z >> 31)) >> 16
