"""The words of the kit mean the same to interpreted and to compiled rules."""

from typing import Any

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

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
