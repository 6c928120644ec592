"""The words of the kit mean the same to interpreted and to compiled rules."""

from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numba import njit

from turnwise.kit import plain, record, small
from turnwise.kit.sets import members_of, set_of

seeds = st.integers(-(1 << 63), (1 << 63) - 1)
sets = seeds
"""Of up to 64 members; one that has the last of them is a negative number."""
members = st.integers(0, 63)


def listed(mask: int) -> list[int]:
    return [member for member in range(64) if mask >> member & 1]


@given(mask=sets)
def test_count(native: Any, mask: int) -> None:
    assert plain.count(mask) == native.count(mask) == len(listed(mask))


@given(mask=sets.filter(bool))
def test_first(native: Any, mask: int) -> None:
    assert plain.first(mask) == native.first(mask) == listed(mask)[0]


@given(mask=sets.filter(bool))
def test_others(native: Any, mask: int) -> None:
    assert plain.others(mask) == native.others(mask)
    assert listed(plain.others(mask)) == listed(mask)[1:]


@given(member=members)
def test_one(native: Any, member: int) -> None:
    assert plain.one(member) == native.one(member) == set_of([member])
    assert listed(plain.one(member)) == members_of(plain.one(member)) == [member]


@given(mask=sets, by=members)
def test_up_and_down(native: Any, mask: int, by: int) -> None:
    assert plain.up(mask, by) == native.up(mask, by)
    assert listed(plain.up(mask, by)) == [member + by for member in listed(mask) if member + by < 64]
    assert plain.down(mask, by) == native.down(mask, by)
    assert listed(plain.down(mask, by)) == [member - by for member in listed(mask) if member >= by]


@given(word=sets, size=st.integers(1, 64))
def test_spread(native: Any, word: int, size: int) -> None:
    ours, theirs = np.full(70, 9, np.int8), np.full(70, 9, np.int8)
    plain.spread(ours, 3, word, size)
    native.spread(theirs, 3, word, size)
    assert ours.tolist() == theirs.tolist(), "and nothing before or behind it"
    assert ours.tolist() == [9] * 3 + [word >> bit & 1 for bit in range(size)] + [9] * (67 - size)


@pytest.mark.parametrize("size", [5, 42])
def test_spreading(native: Any, size: int) -> None:
    order = Random(size).sample(range(64), size)
    write = njit(native.spreading(order).py_func)
    for word in (0, -1, 0x5A5A0FF0123489, set_of([order[0], order[-1]])):
        ours, theirs = np.full(70, 9, np.int8), np.full(70, 9, np.int8)
        plain.spreading(order)(ours, 3, word)
        write(theirs, 3, word)
        assert ours.tolist() == theirs.tolist() == [9] * 3 + [word >> bit & 1 for bit in order] + [9] * (67 - size)


def test_room(native: Any) -> None:
    """What is written into one room is in no other, and not where it was copied from."""
    layout = record(cells=small(3))

    def sums(words: Any, states: Any) -> int:
        room = words.room_for(layout)

        @words.entry
        def tried(states):  # type: ignore[no-untyped-def]
            one, other = room(), room()
            one[0] = states[0]
            other[0] = states[0]
            one[0].cells[1] = 7
            return one[0].cells[1] + 10 * other[0].cells[1] + 100 * states[0].cells[1]

        return int(tried(states))

    assert sums(plain, layout.room()) == sums(native, np.zeros(1, layout.dtype)) == 7


@given(seed=seeds)
def test_chance(native: Any, seed: int) -> None:
    assert plain.advance(seed) == native.advance(seed)
    assert plain.scramble(seed) == native.scramble(seed)
    assert 0 <= plain.scramble(seed) < 1 << 48


@given(hash=seeds, number=seeds)
def test_mix(native: Any, hash: int, number: int) -> None:
    assert plain.mix(hash, number) == native.mix(hash, number)
    assert plain.mix(hash, number) != plain.mix(hash, number ^ 1)


def test_tables_and_scratch(native: Any) -> None:
    rows = [[1, 2, 3], [4, 5, 6]]
    assert [[plain.table(rows)[i, j] for j in range(3)] for i in range(2)] == native.table(rows).tolist() == rows
    assert list(plain.table([7, 8])) == native.table([7, 8]).tolist()
    assert list(plain.scratch(3)) == native.scratch(3).tolist() == [0, 0, 0]


def test_both_offer_the_same_words(native: Any) -> None:
    words = {"rule", "table", "scratch", "count", "first", "one", "others", "up", "down", "advance", "scramble", "mix"}
    assert all(hasattr(module, word) for word in words for module in (plain, native))
