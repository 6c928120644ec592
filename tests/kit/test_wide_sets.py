"""Sets of more than 64 things: the same algebra as of a Python set, interpreted and compiled."""

import importlib
import os
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from turnwise.kit import HIDDEN, NOBODY, OWNER, mask, plain, record
from turnwise.kit.block import Block
from turnwise.kit.chance import any_of, nth, some_of
from turnwise.kit.gate import redaction
from turnwise.kit.grid import OFF, Grid, rhombus, square
from turnwise.kit.notation import Notation
from turnwise.kit.plain import at, count, put, rule, some
from turnwise.kit.record import NOTHING_BESIDE
from turnwise.kit.sets import has, listed, members_of, set_of, stepped
from turnwise.kit.wide import Wide

SIZE = 150
"""Things that these sets are made of: three words."""
sets = st.frozensets(st.integers(0, SIZE - 1))
members = st.integers(0, SIZE - 1)


@pytest.fixture(scope="module")
def signs(native: Any) -> Any:
    @native.entry
    def signs(a, b):  # type: ignore[no-untyped-def]
        both, either, one = a, a, a
        both &= b
        either |= b
        one ^= b
        return a & b, a | b, a ^ b, ~a, both, either, one

    return signs


def wide(of: frozenset[int] | set[int]) -> Wide:
    return set_of(of, SIZE)  # type: ignore[no-any-return]


@given(a=sets)
def test_a_set_is_its_members(native: Any, a: frozenset[int]) -> None:
    assert members_of(wide(a)) == sorted(a) and len(wide(a)) == 3
    for words, held in ((plain, wide(a)), (native, tuple(wide(a)))):
        assert words.count(held) == len(a) and words.some(held) == bool(a)
        if a:
            assert words.first(held) == min(a)
            assert members_of(words.others(held)) == sorted(a)[1:]


@given(a=sets, b=sets)
def test_what_two_sets_have_in_common(signs: Any, a: frozenset[int], b: frozenset[int]) -> None:
    x, y = wide(a), wide(b)
    assert [members_of(one) for one in (x & y, x | y, x ^ y, x & ~y)] == [
        sorted(one) for one in (a & b, a | b, a ^ b, a - b)
    ]
    assert signs(tuple(x), tuple(y)) == (x & y, x | y, x ^ y, ~x, x & y, x | y, x ^ y)


@given(a=sets, member=members)
def test_one_more_and_one_less(native: Any, a: frozenset[int], member: int) -> None:
    for words, held in ((plain, wide(a)), (native, tuple(wide(a)))):
        assert members_of(words.plus(held, member)) == sorted(a | {member})
        assert members_of(words.minus(held, member)) == sorted(a - {member})
        assert words.word_of(held, member) >> (member & 63) & 1 == (member in a)
    assert has(wide(a), member) == (member in a)


@given(a=sets, by=st.integers(0, 63))
def test_every_member_moves_up_or_down(native: Any, a: frozenset[int], by: int) -> None:
    for words, held in ((plain, wide(a)), (native, tuple(wide(a)))):
        assert members_of(words.up(held, by)) == [member + by for member in sorted(a) if member + by < 192]
        assert members_of(words.down(held, by)) == [member - by for member in sorted(a) if member >= by]


@given(a=sets.filter(bool), seed=st.integers(0, 2**40))
def test_any_member_of_a_set(native: Any, a: frozenset[int], seed: int) -> None:
    k = seed % len(a)
    assert nth(wide(a), k) == sorted(a)[k]
    assert native.narrowed(tuple(wide(a)), k) == plain.narrowed(wide(a), k)
    s, numbers = record().blank(), [0] * SIZE
    s.seed = seed
    assert any_of(s, wide(a)) in a
    chosen = members_of(some_of(s, wide(a), k))
    assert len(chosen) == k and set(chosen) <= a
    assert listed(wide(a), numbers) == len(a) and numbers[: len(a)] == sorted(a)


def test_a_set_of_up_to_64_knows_the_same_words() -> None:
    assert (plain.plus(1, 63), plain.minus(-1, 0)) == (1 - 2**63, -2) and some(2) and not some(0)
    assert plain.narrowed(6, 1) == (6, 0, 1) and plain.word_of(6, 2) == 6


def test_whether_it_is_empty_is_never_asked_by_accident() -> None:
    with pytest.raises(TypeError, match=r"ask some\(…\)"):
        bool(wide({100}))


def test_fields_and_tables_of_sets() -> None:
    state = record(stones=mask(2, of=SIZE), spare=mask(of=SIZE), small=mask(2, of=60))
    s = state.blank()
    put(s.stones, 1, wide({3, 149}))
    put(s.spare, wide({64}))
    put(s.small, 1, 5)
    again = state.unpack(state.pack(s))
    assert isinstance(again.stones, Block) and at(again.stones, 1) == wide({3, 149}) and at(again.spare) == wide({64})
    assert at(again.small, 1) == 5 and not some(at(again.stones, 0))

    native: Any = importlib.import_module("turnwise.kit.native")

    @native.entry
    def swapped(states):  # type: ignore[no-untyped-def]
        s = states[0]
        stones = native.at(s.stones, 1)
        native.put(s.stones, 1, native.at(s.spare))
        native.put(s.spare, stones)
        native.put(s.small, 0, native.at(s.small, 1))

    import numpy as np

    rows = np.frombuffer(state.pack(s), state.dtype).copy()
    swapped(rows)
    after = state.unpack(rows.tobytes())
    assert (at(after.stones, 1), at(after.spare)) == (wide({64}), wide({3, 149})) and after.small == [5, 5]


@pytest.mark.parametrize("grid", [rhombus(11), square(10, 12), square(3, 5)])
def test_a_set_of_points_steps_as_each_of_them_does(grid: Grid) -> None:
    for way, (by, leaving) in enumerate(grid.shifts):
        for point in grid.points:
            there = grid.step(point, way)
            assert members_of(stepped(set_of([point], grid), by, leaving)) == ([there] if there != OFF else [])
        everywhere = set_of(grid.points, grid)
        assert members_of(stepped(everywhere, by, leaving)) == sorted({around[way] for around in grid.next} - {OFF})


def test_who_may_not_know_a_wide_set_knows_how_many_it_has() -> None:
    state = record(hand=mask(2, of=SIZE, see=OWNER), pile=mask(of=SIZE, see=NOBODY))
    s = state.blank()
    put(s.hand, 0, wide({1, 63, 100}))
    put(s.hand, 1, wide({2, 64}))
    put(s.pile, wide({149}))
    scope: dict[str, Any] = {"rule": rule, "count": count, "HIDDEN": HIDDEN}
    exec(redaction(state, NOTHING_BESIDE), scope)
    scope["redact"](s, NOTHING_BESIDE.blank(), 0)
    assert at(s.hand, 0) == wide({1, 63, 100}) and at(s.hand, 1) == (HIDDEN, HIDDEN, ~2) and at(s.pile)[-1] == ~1
    shown = Notation(ModuleType("rules"), state, None).show(s, None)
    assert shown == {"turn": 0, "hand": [[1, 63, 100], 2], "pile": 1}


@pytest.mark.parametrize("size", [63, 64, 128, 191])
def test_a_hidden_set_needs_its_last_bits(size: int) -> None:
    record(hand=mask(2, of=size))
    with pytest.raises(ValueError, match="the last two bits"):
        record(hand=mask(2, of=size, see=OWNER))


def test_wide_sets_stand_in_one_row() -> None:
    with pytest.raises(ValueError, match="stand alone or in one row"):
        record(hands=mask(2, 3, of=SIZE))


def test_a_wide_board_is_shown_in_letters() -> None:
    grid = rhombus(9)
    state = record(stones=mask(2, of=grid))
    s = state.blank()
    put(s.stones, 0, set_of([0, 80], grid))
    put(s.stones, 1, set_of([64], grid))
    shown = Notation(ModuleType("rules"), state, None).show(s, None)["stones"]
    assert shown == ["x........", *["." * 9] * 6, ".o.......", "........x"]


WIDE_GAME = """
from turnwise.kit import act, actions, at, ends, mask, put, record, small
from turnwise.kit.grid import square
from turnwise.kit.sets import has

VERSION, SEATS, CHANCE = 1, (2, 2), False
BOARD = square(9, 9)
Do = actions(place=act("Place on {point}", point=BOARD))
End = ends(FULL="the board is full")
State = record(men=mask(2, of=BOARD), winner=small())


def longest(seats, options):
    return 81


def check_place(s, point):
    return 3 if has(at(s.men, 0) | at(s.men, 1), point) else 0


def place(s, seat, point):
    put(s.men, seat, at(s.men, seat) | ~at(s.men, seat) & ~at(s.men, 1 - seat))
    s.over = End.FULL
"""


def test_what_was_compiled_beside_another_game_is_loaded_without_it(tmp_path: Path) -> None:
    """Operators are one for all games of a process; a game's cache may not name another game's copy of them."""
    compiling = """
import sys
from turnwise.kit.game import Game
from turnwise.kit.position import Engine
for name in sys.argv[1:]:
    game = Game(name)
    position, _ = Engine(game, compiled=True).position(game.frame(None, {}), 1)
    position.play(position.turn, position.legal(position.turn)[0])
"""
    for name in ("first_rows", "second_rows"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "__init__.py").write_text('"""Rows: place on a wide board."""\n')
        (tmp_path / name / "rules.py").write_text(f"# {name}\n{WIDE_GAME}")
    surroundings = os.environ | {"PYTHONPATH": str(tmp_path), "TURNWISE_CACHE": str(tmp_path / "cache")}
    for games in (["first_rows", "second_rows"], ["second_rows"]):
        done = subprocess.run(
            [sys.executable, "-c", compiling, *games], env=surroundings, capture_output=True, text=True
        )
        assert done.returncode == 0, done.stderr
