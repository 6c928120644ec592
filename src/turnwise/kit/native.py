"""The words of `plain.py` for compiled rules. Only bound modules import this; it needs Numba."""

from collections.abc import Sequence
from importlib import import_module
from typing import Any

import numpy as np
from llvmlite import ir
from numba import carray, njit, types  # type: ignore[attr-defined]
from numba.extending import intrinsic

from turnwise.kit.native_sets import (
    count_of,
    first_of,
    lowered,
    narrowed_to,
    only,
    others_of,
    raised,
    read,
    some_in,
    word_with,
    write,
)
from turnwise.kit.tape import HEAD, ROOM

BOUNDSCHECK = False  # `bind` writes True here in the copies that check array bounds
TAPED = False  # and here in those whose chance comes from a tape

compiler = import_module(".".join(("turnwise", "kit", "linked")))  # by its name: no game has a copy of it

rule = compiler.linked(boundscheck=BOUNDSCHECK)

entry = compiler.entered(cache=True, nogil=True, boundscheck=BOUNDSCHECK)

inlined = njit(cache=True, boundscheck=BOUNDSCHECK, inline="always")

STRIDE = np.uint64(0x9E3779B97F4A7C15)
FIRST_FACTOR = np.uint64(0xBF58476D1CE4E5B9)
SECOND_FACTOR = np.uint64(0x94D049BB133111EB)


def table(rows: Sequence[Any]) -> Any:
    return np.array(rows, dtype=np.int64)


@rule
def scratch(n):
    return np.zeros(n, np.int64)


def room_for(record: Any) -> Any:
    dtype = record.dtype

    @rule
    def room():
        return np.empty(1, dtype)

    return room


@intrinsic
def _pointer(typing_context: Any, address: Any) -> Any:
    """A number as a pointer."""

    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.inttoptr(arguments[0], ir.IntType(8).as_pointer())

    return types.voidptr(types.int64), build


def _storing(width: int) -> Any:
    """Writes the first bits of a word into as many one-byte cells, each a 0 or a 1."""

    @intrinsic
    def store(typing_context: Any, cells: Any, index: Any, word: Any) -> Any:
        def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            array = context.make_array(signature.args[0])(context, builder, arguments[0])
            place = builder.gep(builder.bitcast(array.data, ir.IntType(8).as_pointer()), [arguments[1]])
            bits = builder.bitcast(builder.trunc(arguments[2], ir.IntType(width)), ir.VectorType(ir.IntType(1), width))
            spread_out = builder.zext(bits, ir.VectorType(ir.IntType(8), width))
            builder.store(spread_out, builder.bitcast(place, spread_out.type.as_pointer()), align=1)
            return context.get_dummy_value()

        return types.void(cells, types.int64, types.uint64), build

    return store


_store_4, _store_8, _store_16, _store_32 = (_storing(width) for width in (4, 8, 16, 32))


@rule
def spread(into, start, word, size):
    """Writes whole stores; the last one overlaps the one before it."""
    bits = np.uint64(word)
    if size >= 32:
        _store_32(into, start, bits)
        _store_32(into, start + size - 32, bits >> np.uint64(size - 32))
    elif size >= 16:
        _store_16(into, start, bits)
        _store_16(into, start + size - 16, bits >> np.uint64(size - 16))
    elif size >= 8:
        _store_8(into, start, bits)
        _store_8(into, start + size - 8, bits >> np.uint64(size - 8))
    elif size >= 4:
        _store_4(into, start, bits)
        _store_4(into, start + size - 4, bits >> np.uint64(size - 4))
    else:
        for bit in range(size):
            into[start + bit] = (word >> bit) & 1


def _storing_in(order: Sequence[int]) -> Any:
    """Writes these bits of a word over as many cells of a byte each: its bytes are laid out, and of each one bit is asked for."""
    size, byte = len(order), ir.IntType(8)
    cells = ir.VectorType(byte, size)
    bytes_ = ir.Constant(ir.VectorType(ir.IntType(32), size), [bit >> 3 for bit in order])
    asked = ir.Constant(cells, [1 << (bit & 7) for bit in order])

    @intrinsic
    def store(typing_context: Any, cells_: Any, index: Any, word: Any) -> Any:
        def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            array = context.make_array(signature.args[0])(context, builder, arguments[0])
            place = builder.gep(builder.bitcast(array.data, byte.as_pointer()), [arguments[1]])
            parts = builder.bitcast(arguments[2], ir.VectorType(byte, 8))
            found = builder.and_(builder.shuffle_vector(parts, parts, bytes_), asked)
            there = builder.zext(builder.icmp_unsigned("!=", found, ir.Constant(cells, None)), cells)
            builder.store(there, builder.bitcast(place, cells.as_pointer()), align=1)
            return context.get_dummy_value()

        return types.void(cells_, types.int64, types.uint64), build

    return store


def spreading(order: Sequence[int]) -> Any:
    last = max(len(order) - 32, 0)
    store_first, store_last = _storing_in(order[:32]), _storing_in(order[last:])

    @rule
    def write(into, start, word):
        store_first(into, start, np.uint64(word))
        store_last(into, start + last, np.uint64(word))

    return write


def wide(words: Sequence[int]) -> Any:
    return tuple(words)


def set_table(sets: Sequence[Any]) -> Any:
    if not isinstance(sets[0], tuple):
        return table(sets)
    found: Any = np.zeros(len(sets), np.dtype([("words", np.int64, (len(sets[0]),))]))
    found["words"] = sets
    return found


@rule
def at(where, index=None):
    return read(where, index)


@rule
def put(where, index, value=None):
    write(where, index, value)


@rule
def some(mask):
    return some_in(mask)


@rule
def count(mask):
    return count_of(mask)


@rule
def first(mask):
    return first_of(mask)


@rule
def one(member):
    return 1 << member


@rule
def others(mask):
    return others_of(mask)


@rule
def word_of(mask, member):
    return word_with(mask, member)


@rule
def plus(mask, member):
    return mask | only(mask, member)


@rule
def minus(mask, member):
    return mask & ~only(mask, member)


@rule
def narrowed(mask, k):
    return narrowed_to(mask, k)


@rule
def up(mask, by):
    return raised(mask, by, 0)


@rule
def down(mask, by):
    return lowered(mask, by)


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
