"""A new test of the house or the web that reaches the records runs on both stores, though nobody says so."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests import stores
from tests.house.parlour import Parlour
from tests.house.town import Town, live
from tests.stores import BOTH, SPREAD, stores_of
from tests.web.hall import Hall, in_hall
from tests.web.server import Server


@live
async def at_a_table() -> None:
    async with Parlour() as parlour:
        await parlour.guests("Ann")


@in_hall
async def over_the_web(hall: Hall) -> None:
    await hall.two()


def in_a_helper() -> Town:
    return Town()


def by_a_helper() -> None:
    def inside() -> None:
        asyncio.run(in_a_helper().ann())

    inside()


def in_a_process(tmp_path: Path) -> None:
    with Server(tmp_path):
        pass


def without() -> None:
    assert sorted([2, 1]) == [1, 2]


def fixture() -> Iterator[Hall]:
    yield Hall()


@pytest.mark.parametrize("test", [at_a_table, over_the_web, by_a_helper, in_a_process], ids=lambda test: test.__name__)
def test_who_reaches_a_store_runs_on_both(test: Any) -> None:
    assert stores_of(test) == BOTH
    assert stores_of(test, marks=["about_the_file"]) == stores_of(test, marks=["about_a_process"]) == ("sqlite",)
    assert stores_of(test, marks=["two_workers"]) == SPREAD


def test_also_by_a_fixture_and_nobody_else() -> None:
    assert stores_of(without, {"hall": fixture}) == BOTH
    assert stores_of(without) == stores_of(at_a_table, {"database": without}) == ()


def test_a_way_to_a_store_that_is_not_seen_is_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(stores, "running", None)
    for reach in (Town, lambda: Server(tmp_path)):
        with pytest.raises(AssertionError, match="runs on one only"):
            reach()
