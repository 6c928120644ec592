"""Sets for compiled rules: one number, or a tuple of words for more than 64 members.

Words of `native.py` are made of these. A function of a tuple handles its first word and calls itself with the others:
Numba compiles one version for each length, and LLVM unrolls them.
"""

from functools import partial
from importlib import import_module
from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic, overload

words_in = import_module(".".join(("turnwise", "kit", "operators"))).words_in  # by its name, so that no game copies it
typed = partial(
    overload, strict=False
)  # the types of what is typed here stand in annotations, which Numba would compare


def _bit_instruction(name: str, *flags: bool) -> Any:
    """A processor instruction from a whole number to a whole number (`ctpop`, `cttz`)."""

    def build_of(typing_context: Any, mask: Any) -> Any:
        def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            word = ir.IntType(64)
            bits = context.cast(builder, arguments[0], signature.args[0], types.int64)
            extra = [ir.Constant(ir.IntType(1), flag) for flag in flags]
            kind = ir.FunctionType(word, [word, *(e.type for e in extra)])
            function = builder.module.declare_intrinsic(f"llvm.{name}.i64", fnty=kind)
            return builder.call(function, [bits, *extra])

        return types.int64(mask), build

    return intrinsic(build_of)


ones = _bit_instruction("ctpop")
lowest = _bit_instruction("cttz", False)


def some_in(mask: Any) -> Any: ...


@typed(some_in)
def _some_in(mask: Any) -> Any:
    if words_in(mask) == 0:
        return lambda mask: mask != 0
    if words_in(mask) == 1:
        return lambda mask: mask[0] != 0
    return lambda mask: mask[0] != 0 or some_in(mask[1:])


def count_of(mask: Any) -> Any: ...


@typed(count_of)
def _count_of(mask: Any) -> Any:
    if words_in(mask) == 0:
        return lambda mask: ones(np.int64(mask))
    if words_in(mask) == 1:
        return lambda mask: ones(mask[0])
    return lambda mask: ones(mask[0]) + count_of(mask[1:])


def first_of(mask: Any) -> Any: ...


@typed(first_of)
def _first_of(mask: Any) -> Any:
    if words_in(mask) == 0:
        return lambda mask: lowest(np.int64(mask))
    if words_in(mask) == 1:
        return lambda mask: lowest(mask[0])
    return lambda mask: lowest(mask[0]) if mask[0] else 64 + first_of(mask[1:])


def others_of(mask: Any) -> Any: ...


@typed(others_of)
def _others_of(mask: Any) -> Any:
    if words_in(mask) == 0:
        return lambda mask: mask & (mask - 1)
    if words_in(mask) == 1:
        return lambda mask: (mask[0] & (mask[0] - 1),)

    def others(mask: Any) -> Any:
        if mask[0]:
            return (mask[0] & (mask[0] - 1), *mask[1:])
        return (mask[0], *others_of(mask[1:]))

    return others


def word_with(mask: Any, member: Any) -> Any: ...


@typed(word_with)
def _word_with(mask: Any, member: Any) -> Any:
    if words_in(mask) == 0:
        return lambda mask, member: mask
    if words_in(mask) == 1:
        return lambda mask, member: mask[0]
    return lambda mask, member: mask[0] if member < 64 else word_with(mask[1:], member - 64)


def only(like: Any, member: Any) -> Any:
    """The set with only this member, in as many words as another."""


@typed(only)
def _only(like: Any, member: Any) -> Any:
    if words_in(like) == 0:
        return lambda like, member: 1 << member
    if words_in(like) == 1:
        return lambda like, member: ((1 << member) if 0 <= member < 64 else 0,)

    def all_of(like: Any, member: Any) -> Any:
        word = (1 << member) if 0 <= member < 64 else 0
        return (word, *only(like[1:], member - 64))

    return all_of


def narrowed_to(mask: Any, k: Any) -> Any: ...


@typed(narrowed_to)
def _narrowed_to(mask: Any, k: Any) -> Any:
    if words_in(mask) == 0:
        return lambda mask, k: (mask, 0, k)
    if words_in(mask) == 1:
        return lambda mask, k: (mask[0], 0, k)

    def narrowed(mask: Any, k: Any) -> Any:
        lower = ones(mask[0])
        if k < lower:
            return mask[0], 0, k
        word, start, rest = narrowed_to(mask[1:], k - lower)
        return word, start + 64, rest

    return narrowed


def raised(mask: Any, by: Any, carry: Any) -> Any: ...


@typed(raised)
def _raised(mask: Any, by: Any, carry: Any) -> Any:
    if words_in(mask) == 0:
        return lambda mask, by, carry: mask << by
    if words_in(mask) == 1:
        return lambda mask, by, carry: (mask[0] << by | carry,)

    def all_of(mask: Any, by: Any, carry: Any) -> Any:
        over = lowered(mask[0], 64 - by) if by else 0
        return (mask[0] << by | carry, *raised(mask[1:], by, over))

    return all_of


def lowered(mask: Any, by: Any) -> Any: ...


@typed(lowered)
def _lowered(mask: Any, by: Any) -> Any:
    if words_in(mask) == 0:
        return lambda mask, by: np.int64(np.uint64(mask) >> np.uint64(by))
    if words_in(mask) == 1:
        return lambda mask, by: (lowered(mask[0], by),)

    def all_of(mask: Any, by: Any) -> Any:
        over = mask[1] << (64 - by) if by else 0
        return (lowered(mask[0], by) | over, *lowered(mask[1:], by))

    return all_of


def words_from(where: Any, like: Any, start: Any) -> Any:
    """As many words of an array as another set has."""


@typed(words_from)
def _words_from(where: Any, like: Any, start: Any) -> Any:
    if words_in(like) == 1:
        return lambda where, like, start: (where[start],)
    return lambda where, like, start: (where[start], *words_from(where, like[1:], start + 1))


def read(where: Any, index: Any) -> Any: ...


@typed(read)
def _read(where: Any, index: Any) -> Any:
    if isinstance(index, types.NoneType | types.Omitted):
        like = (0,) * where.shape[0]
        return lambda where, index: words_from(where, like, 0)
    if isinstance(where.dtype, types.Record):
        like = (0,) * where.dtype.typeof("words").shape[0]  # type: ignore[attr-defined]
        return lambda where, index: words_from(where[index].words, like, 0)
    if where.ndim == 2:
        like = (0,) * where.shape[1]
        return lambda where, index: words_from(where[index], like, 0)
    return lambda where, index: where[index]


def write(where: Any, index: Any, value: Any) -> Any: ...


@typed(write)
def _write(where: Any, index: Any, value: Any) -> Any:
    if isinstance(value, types.NoneType | types.Omitted):
        return lambda where, index, value: write_words(where, index, 0)
    if where.ndim == 2:
        return lambda where, index, value: write_words(where[index], value, 0)

    def narrow(where: Any, index: Any, value: Any) -> None:
        where[index] = value

    return narrow


def write_words(where: Any, words: Any, start: Any) -> Any: ...


@typed(write_words)
def _write_words(where: Any, words: Any, start: Any) -> Any:
    if words_in(words) == 1:

        def last(where: Any, words: Any, start: Any) -> None:
            where[start] = words[0]

        return last

    def all_of(where: Any, words: Any, start: Any) -> None:
        where[start] = words[0]
        write_words(where, words[1:], start + 1)

    return all_of
