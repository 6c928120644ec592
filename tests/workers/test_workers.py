"""Four workers under load and faults; `python -m tests.workers` is the same with three hundred matches, and with many more faults."""

import asyncio
from collections.abc import Iterator

import pytest

from tests.workers.fleet import Fleet
from tests.workers.people import race
from tests.workers.run import SHORT, WORKERS, play

CROWD = 200
SEED = 17
"""Of a schedule in which each fault comes once: the same in every run of the tests."""


@pytest.fixture(scope="module")
def fleet() -> Iterator[Fleet]:
    found = Fleet(WORKERS, SHORT.lease, redis=True)
    try:
        yield found
    finally:
        found.close()


def test_of_two_hundred_who_want_one_seat_at_four_workers_one_gets_it(fleet: Fleet) -> None:
    told = asyncio.run(race(fleet.urls, CROWD))
    assert sorted(told) == ["1"] + ["full"] * (CROWD - 1)


def test_nothing_acknowledged_is_lost_or_doubled_whatever_befalls_four_workers(fleet: Fleet) -> None:
    result = play(fleet, SEED, SHORT)
    assert result.wrong == []
    assert result.tables >= SHORT.matches and result.acknowledged > SHORT.matches, result
    assert result.faults == 10 and result.by_itself > 0, result
