"""The words of `plain.py` for compiled rules. Only bound modules import this; it needs Numba."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from llvmlite import ir
from numba import carray, njit, types  # type: ignore[attr-defined]
from numba.extending import intrinsic

from turnwise.kit.tape import HEAD, ROOM

BOUNDSCHECK = False  # `bind` writes True here in the copies that look for reads and writes past the end
TAPED = False  # and here in those whose chance comes from a tape

rule = njit(cache=True, nogil=True, boundscheck=BOUNDSCHECK)

inlined = njit(cache=True, nogil=True, boundscheck=BOUNDSCHECK, inline="always")

STRIDE = np.uint64(0x9E3779B97F4A7C15)
FIRST_FACTOR = np.uint64(0xBF58476D1CE4E5B9)
SECOND_FACTOR = np.uint64(0x94D049BB133111EB)


def table(rows: Sequence[Any]) -> Any:
    return np.array(rows, dtype=np.int64)


@rule
def scratch(n):
    return np.zeros(n, np.int64)


def _bit_instruction(name: str, *flags: bool) -> Any:
    """A whole number → whole number instruction of the processor (`ctpop`, `cttz`)."""

    def typed(typing_context: Any, mask: Any) -> Any:
        def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            word = ir.IntType(64)
            bits = context.cast(builder, arguments[0], signature.args[0], types.int64)
            extra = [ir.Constant(ir.IntType(1), flag) for flag in flags]
            kind = ir.FunctionType(word, [word, *(e.type for e in extra)])
            function = builder.module.declare_intrinsic(f"llvm.{name}.i64", fnty=kind)
            return builder.call(function, [bits, *extra])

        return types.int64(mask), build

    return intrinsic(typed)


_ones = _bit_instruction("ctpop")
_lowest = _bit_instruction("cttz", False)


@intrinsic
def _pointer(typing_context: Any, address: Any) -> Any:
    """A number as the place in memory that it stands for."""

    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.inttoptr(arguments[0], ir.IntType(8).as_pointer())

    return types.voidptr(types.int64), build


@rule
def count(mask):
    return _ones(np.int64(mask))


@rule
def first(mask):
    return _lowest(np.int64(mask))


@rule
def one(member):
    return 1 << member


@rule
def others(mask):
    return mask & (mask - 1)


@rule
def up(mask, by):
    return mask << by


@rule
def down(mask, by):
    return np.int64(np.uint64(mask) >> np.uint64(by))


@rule
def scramble(seed):
    z = np.uint64(seed)
    z = (z ^ (z >> np.uint64(30))) * FIRST_FACTOR
    z = (z ^ (z >> np.uint64(27))) * SECOND_FACTOR
    return np.int64((z ^ (z >> np.uint64(31))) >> np.uint64(16))


if not TAPED:

    @rule
    def advance(seed):
        return np.int64(np.uint64(seed) + STRIDE)

    @rule
    def drawn(seed, n):
        return (scramble(seed) * n) >> 48

else:

    @rule
    def advance(seed):
        return seed

    @rule
    def drawn(seed, n):
        tape = carray(_pointer(seed), (HEAD + 2 * ROOM,), np.int64)  # type: ignore[call-arg]
        at = tape[0]
        tape[0] = at + 1
        if at >= ROOM:
            return 0
        tape[HEAD + ROOM + at] = n
        return tape[HEAD + at]


@rule
def mix(hash, number):
    z = (np.uint64(hash) ^ np.uint64(np.int64(number))) * FIRST_FACTOR
    return np.int64(z ^ (z >> np.uint64(29)))
