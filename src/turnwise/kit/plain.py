"""The words that compiled and interpreted rules share, as plain Python.

`native.py` offers the same names for compiled rules; `bind` puts the one in place of the other. A test holds them equal.
"""

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from turnwise.kit.bits import WORD, signed
from turnwise.kit.block import Block
from turnwise.kit.tape import tape_of

Function = TypeVar("Function", bound=Callable[..., Any])

LAST = -(1 << 63)
"""The set of member 63 alone, as a signed number."""
STRIDE = 0x9E3779B97F4A7C15


def rule(function: Function) -> Function:
    """Mark a function as part of the law: it is compiled when a game is bound, and runs as it stands otherwise."""
    return function


def inlined(function: Function) -> Function:
    """Mark a part of a long compiled loop that is written apart only to be read: compiled, it becomes lines of its caller.

    Every array that a compiled function is handed costs a count of its references, which is dear in a search."""
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


def count(mask: int) -> int:
    """How many members a set has."""
    return (int(mask) & WORD).bit_count()


def first(mask: int) -> int:
    """The lowest member of a set that is not empty."""
    return int(mask & -mask).bit_length() - 1


def one(member: int) -> int:
    """The set with this one member."""
    return 1 << int(member) if member < 63 else LAST


def others(mask: int) -> int:
    """The set without its lowest member."""
    return mask & (mask - 1) if mask != LAST else 0


def up(mask: int, by: int) -> int:
    """The set with every member so much higher; those above 63 are gone."""
    return signed(mask << by)


def down(mask: int, by: int) -> int:
    """The set with every member so much lower; those below 0 are gone."""
    return signed((mask & WORD) >> by)


def advance(seed: int) -> int:
    """The next seed, as a signed 64-bit number; a tape goes on by itself."""
    return signed(seed + STRIDE) if tape_of(seed) is None else seed


def drawn(seed: int, n: int) -> int:
    """A number from 0 to n - 1 that a seed stands for, or the next that stands on its tape."""
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
