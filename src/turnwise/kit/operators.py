"""`&`, `|`, `^` and `~` of sets that are tuples of words, for compiled rules.

An operator is shared by all games of a process, and Numba's caches store the name of the module that defines it. So
compiled games share this module: otherwise a game that was compiled beside another would need that game's copy in every
process.
"""

import operator
from typing import Any

from numba import types
from numba.extending import overload


def words_in(mask: Any) -> int:
    """How many words a set has; 0 if it is a single number."""
    return mask.count if isinstance(mask, types.UniTuple) else 0


def _word_by_word(sign: Any, *spellings: Any) -> None:
    """`&`, `|` and `^` of two sets of the same length, also as in `a |= b`."""

    def of_two(a: Any, b: Any) -> Any:
        if words_in(a) == 0 or words_in(a) != words_in(b):
            return None
        if words_in(a) == 1:
            return lambda a, b: (sign(a[0], b[0]),)
        return lambda a, b: (sign(a[0], b[0]), *sign(a[1:], b[1:]))

    for spelling in (sign, *spellings):
        overload(spelling, strict=False)(of_two)


_word_by_word(operator.and_, operator.iand)
_word_by_word(operator.or_, operator.ior)
_word_by_word(operator.xor, operator.ixor)


@overload(operator.invert, strict=False)
def _inverted(a: Any) -> Any:
    if words_in(a) == 0:
        return None
    if words_in(a) == 1:
        return lambda a: (~a[0],)
    return lambda a: (~a[0], *~a[1:])
