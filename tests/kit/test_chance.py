from collections import Counter
from itertools import pairwise
from types import SimpleNamespace

from hypothesis import given
from hypothesis import strategies as st

from turnwise.kit.chance import any_of, below, fork, nth, roll, some_of
from turnwise.kit.sets import members_of, set_of


def chance(seed: int = 1) -> SimpleNamespace:
    return SimpleNamespace(seed=seed)


@given(seed=st.integers(-(1 << 63), (1 << 63) - 1), n=st.integers(1, 32767))
def test_a_draw_stays_below_its_bound_and_always_moves_the_seed(seed: int, n: int) -> None:
    s = chance(seed)
    assert 0 <= below(s, n) < n
    assert s.seed != seed


def test_a_die_is_fair() -> None:
    """Chi-square with 5 degrees of freedom: 20.5 is passed once in a thousand by a fair die."""
    s = chance()
    faces = Counter(roll(s) for _ in range(60_000))
    assert set(faces) == {1, 2, 3, 4, 5, 6}
    assert sum((n - 10_000) ** 2 / 10_000 for n in faces.values()) < 20.5


def test_neighbouring_draws_are_independent() -> None:
    """Chi-square with 35 degrees of freedom: 66.6 is passed once in a thousand."""
    s = chance(5)
    pairs = Counter((roll(s), roll(s)) for _ in range(72_000))
    assert len(pairs) == 36
    assert sum((n - 2000) ** 2 / 2000 for n in pairs.values()) < 66.6


def test_forked_seeds_give_other_streams() -> None:
    s = chance()
    first, second = chance(fork(s)), chance(fork(s))
    streams = [[below(x, 1000) for _ in range(50)] for x in (s, first, second)]
    assert all(len(set(a) & set(b)) < 15 for a, b in pairwise(streams))


@given(members=st.sets(st.integers(0, 61), min_size=1))
def test_the_nth_member_counts_from_below(members: set[int]) -> None:
    mask = set_of(members)
    assert [nth(mask, k) for k in range(len(members))] == sorted(members) == members_of(mask)
    assert any_of(chance(), mask) in members
    half = len(members) // 2
    chosen = some_of(chance(), mask, half)
    assert len(members_of(chosen)) == half and chosen & ~mask == 0
