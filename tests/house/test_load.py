"""What the house refuses when it has too much to do."""

import pytest

from turnwise.house.work.load import LATEST, LOOKS, Load, Overloaded


def late(*seconds: float) -> Load:
    load = Load()
    for one in seconds:
        load.was_late(one)
    return load


def test_nothing_is_refused_in_the_first_moment() -> None:
    assert not late(*[5.0] * (LOOKS - 2)).refuses("jobs"), "a house that loads its code is late, and has no queue"


def test_one_long_wait_is_no_overload() -> None:
    load = late(*[0.0] * LOOKS, 10.0)
    load.allow("jobs")
    load.allow("reads")


def test_a_single_moment_without_a_queue_ends_an_overload() -> None:
    load = late(*[10.0] * LOOKS)
    assert load.refuses("reads")
    load.was_late(0.0)
    load.allow("reads")


def test_jobs_are_refused_before_reads() -> None:
    load = late(*[(LATEST["jobs"] + LATEST["reads"]) / 2] * LOOKS)
    load.allow("reads")
    with pytest.raises(Overloaded, match="Matches go on"):
        load.allow("jobs")
