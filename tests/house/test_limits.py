"""How often something may be asked for, with a clock that the test winds."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from turnwise.house.work.limits import MOMENT, RATES, SECOND, Limits, Rate, TooMany, network
from turnwise.kit.errors import TurnwiseError
from turnwise.kit.words import said


class Hand:
    """A clock that stands still until it is moved."""

    def __init__(self) -> None:
        self.at = 1_700_000_000_000

    def __call__(self) -> int:
        return self.at


FEW = {"few": Rate(3, 10 * SECOND, said("That was a lot"), open=2), "other": Rate(1, SECOND, said("That was too much"))}


def allowed(limits: Limits, what: str, who: str) -> bool:
    try:
        limits.allow(what, who)
    except TooMany:
        return False
    return True


def test_a_burst_is_allowed_and_then_one_at_a_time() -> None:
    now = Hand()
    limits = Limits(now, FEW)
    assert [allowed(limits, "few", "ann") for _ in range(5)] == [True, True, True, False, False]
    now.at += 10 * SECOND
    assert [allowed(limits, "few", "ann") for _ in range(2)] == [True, False]
    now.at += 1000 * SECOND
    assert [allowed(limits, "few", "ann") for _ in range(4)] == [True, True, True, False]


def test_nobody_pays_for_somebody_else_or_for_something_else() -> None:
    limits = Limits(Hand(), FEW)
    for _ in range(3):
        limits.allow("few", "ann")
    limits.allow("few", "bob")
    limits.allow("other", "ann")


def test_a_refusal_says_when_to_try_again_and_is_right() -> None:
    now = Hand()
    limits = Limits(now, FEW)
    for _ in range(3):
        limits.allow("few", "ann")
    now.at += 2500
    with pytest.raises(TurnwiseError, match="That was a lot; try again in 8 seconds.") as refused:
        limits.allow("few", "ann")
    assert isinstance(refused.value, TooMany)
    assert (refused.value.code, refused.value.retry_after) == ("too_many", 8)
    now.at += 7499
    assert not allowed(limits, "few", "ann")
    now.at += 1
    assert allowed(limits, "few", "ann")


@pytest.mark.parametrize(
    ("seconds", "words"), [(1, "a second"), (2, "2 seconds"), (90, "90 seconds"), (91, "2 minutes"), (180, "3 minutes")]
)
def test_times_are_told_in_words(seconds: int, words: str) -> None:
    assert str(TooMany(said("Stop"), seconds)) == f"Stop; try again in {words}."


@given(st.lists(st.integers(0, 30_000), max_size=60))
def test_never_more_than_a_burst_and_what_has_filled_up_since(waits: list[int]) -> None:
    now = Hand()
    limits, allowed_at = Limits(now, FEW), []
    for wait in waits:
        now.at += wait
        try:
            limits.allow("few", "ann")
            allowed_at.append(now.at)
        except TooMany as refused:
            assert 0 < refused.retry_after <= 10
    for first, begin in enumerate(allowed_at):
        for last, end in enumerate(allowed_at[first:], first):
            assert last - first + 1 <= 3 + (end - begin) / (10 * SECOND)


def test_memory_is_bounded_and_whoever_came_longest_ago_is_forgotten() -> None:
    limits = Limits(Hand(), FEW, most_buckets=100)
    limits.allow("other", "ann")
    limits.allow("few", "ann")
    for number in range(99):
        limits.allow("few", f"passer-by {number}")
    for _ in range(2):
        limits.allow("few", "ann")
    for number in range(99):
        limits.allow("few", f"another {number}")
    assert not allowed(limits, "few", "ann")
    limits.allow("few", "one more")
    assert allowed(limits, "few", "ann")
    assert not allowed(limits, "other", "ann")


def test_so_many_may_be_held_at_once() -> None:
    limits = Limits(Hand(), FEW | {"few": FEW["few"]._replace(burst=100)})
    with limits.hold("few", "ann"):
        with limits.hold("few", "ann"):
            with pytest.raises(TooMany) as refused, limits.hold("few", "ann"):
                pass
            assert refused.value.retry_after == MOMENT
            with limits.hold("few", "bob"):
                pass
        with limits.hold("few", "ann"):
            pass
    with pytest.raises(ZeroDivisionError), limits.hold("few", "ann"):
        raise ZeroDivisionError
    with limits.hold("few", "ann"), limits.hold("few", "ann"):
        pass


def test_what_is_held_is_counted_as_asked_for_too() -> None:
    limits = Limits(Hand(), FEW)
    for _ in range(3):
        with limits.hold("few", "ann"):
            pass
    with pytest.raises(TooMany), limits.hold("few", "ann"):
        pass


def test_every_limit_can_be_met_and_refuses_with_a_sentence() -> None:
    limits = Limits(Hand())
    for what, rate in RATES.items():
        for _ in range(rate.burst):
            limits.allow(what, "ann")
        with pytest.raises(TooMany, match=r"^[A-Z].*; try again in .*\.$"):
            limits.allow(what, "ann")


@pytest.mark.parametrize(
    ("address", "counted"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff::", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("testclient", "testclient"),
    ],
)
def test_addresses_that_one_host_may_choose_from_count_as_one(address: str, counted: str) -> None:
    assert network(address) == counted


def test_what_is_slow_is_counted_over_all_workers_and_what_is_quick_by_each() -> None:
    """Five wrong passwords for a name are five, wherever they were typed; moves are counted where they are made."""
    ours, theirs = Limits(lambda: 0, RATES), Limits(lambda: 0, RATES)
    for turn in range(5):
        here, there = (ours, theirs) if turn % 2 else (theirs, ours)
        told = here.spent = Counter[tuple[str, str]]()
        here.allow("wrong passwords for a name", "ann")
        here.allow("actions", "ann")
        there.heard([(what, who, by) for (what, who), by in told.items()])
    ours.spent, theirs.spent = Counter(), Counter()
    for one in (ours, theirs):
        with pytest.raises(TooMany):
            one.allow("wrong passwords for a name", "ann")
    assert not ours.spent and not theirs.spent, "what was refused, or heard, is told to nobody"
    theirs.heard([("a limit of a newer worker", "ann", 1)])
