"""What one worker of a house knows and the others are told."""

import asyncio
import json
from collections.abc import Sequence
from functools import partial
from typing import Any

import pytest

from tests.house.town import HOME, live
from tests.house.workers import workers
from turnwise.house.house import House
from turnwise.house.people.proofs import Proofs
from turnwise.house.tables import seating
from turnwise.house.tables.elsewhere import LIFE
from turnwise.house.tables.items import AnyItem, Terms
from turnwise.house.tables.table import Table
from turnwise.house.work.limits import TooMany

FOUR = Terms("connect_four", 2)


class Onlooker:
    """A page that hears who is here."""

    def __init__(self, person: str) -> None:
        self.viewer, self.person = -1, person
        self.present: dict[str, Any] = {}

    def made(self, viewer: int) -> "Onlooker":
        self.viewer = viewer
        return self

    def push(self, message: bytes) -> None:
        told = json.loads(message)
        if told.pop("type") == "presence":
            self.present = told

    def lost(self) -> None:
        raise AssertionError("the table was thrown away")


async def settled() -> None:
    """Let the bus deliver what was sent."""
    for _ in range(5):
        await asyncio.sleep(0)


async def table_of(house: House, *people: str) -> str:
    id = await house.open(people[0], FOUR)

    def sit(table: Table, who: str) -> Sequence[AnyItem]:
        return seating.sit(table, who, None, house.now())

    for who in people:
        await house.change(id, who, partial(sit, who=who))
    await house.change(id, people[0], lambda table: seating.start(table, people[0], house.now()))
    return id


@live
async def test_who_looks_at_another_worker_s_is_here() -> None:
    """Ann looks at one worker's and Ben at another's: each sees that the other is here and thinks, and when he has gone."""
    at = [1_700_000_000_000]
    async with workers(2, lambda: at[0]) as (one, other):
        ann, ben, eve = [(await one.people.guest(name, HOME))[0].id for name in ("Ann", "Ben", "Eve")]
        id = await table_of(one, ann, ben)
        first, second, third = Onlooker(ann), Onlooker(ben), Onlooker(eve)
        for house, watcher in ((one, first), (other, second), (other, third)):
            await house.watch(id, watcher.person, watcher.made)
        await settled()
        assert sorted(first.present["here"]) == [0, 1] == sorted(second.present["here"])
        assert first.present["watchers"] == 1 == second.present["watchers"]
        other.unwatch(id, second)
        await settled()
        seat = one.loaded[id].table.seat_of(ann)
        assert first.present["here"] == [seat] and first.present["watchers"] == 1
        at[0] += LIFE + 1  # whatever became of that worker, nobody is believed to look for ever
        one.loaded[id].feed.push_presence(one.loaded[id].table)
        assert first.present["watchers"] == 0


@live
async def test_tries_are_counted_by_all_workers() -> None:
    async with workers(2, lambda: 1_700_000_000_000) as (one, other):
        for _ in range(5):
            one.limits.allow("wrong passwords for a name", "ann")
        one.colleagues.tell_counts()
        await settled()
        with pytest.raises(TooMany):
            other.limits.allow("wrong passwords for a name", "ann")


@live
async def test_a_challenge_of_one_worker_is_answered_at_another() -> None:
    now = 1_700_000_000_000
    async with workers(3, lambda: now) as houses:
        assert len({house.tickets.key for house in houses}) == 1
        challenge = houses[0].tickets.make("guests", "8", 60_000)
        assert houses[1].tickets.read("guests", challenge) and not houses[1].tickets.read("accounts", challenge)
        assert Proofs(lambda: now, houses[2].tickets).issue("guests", 8) != challenge
