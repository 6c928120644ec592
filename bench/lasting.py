"""Whether the house gets slower with time: the 1,000th move of a match against its 10th, and 100,000 stored matches against 100.

    python -m bench.lasting

A move is a whole one: checked, written to the disk with others, told to two watchers. Both sides of a comparison are measured in
turns; the figure is the median of the processor time.
"""

import asyncio
import tempfile
import time
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

import uvloop

from turnwise.house.house import House
from turnwise.house.store.interface import Append, Change, Put
from turnwise.house.store.sqlite import Sqlite
from turnwise.house.tables import items, playing, seating
from turnwise.house.tables.items import Terms
from turnwise.house.tables.loaded import log_of
from turnwise.house.work.limits import UNLIMITED
from turnwise.kit.errors import Refused
from turnwise.play.match import Match

PEOPLE = ("ann", "bob", "cid", "dot", "eve", "fay")
LONG = Terms("rally", 6, {"win": "points", "rounds": 50})
TABLES, STORED, AROUND = 20, 100_000, 40


class Ear:
    """A watcher who only listens."""

    def __init__(self, viewer: int, person: str) -> None:
        self.viewer, self.person = viewer, person

    def push(self, message: bytes) -> None:
        pass

    def lost(self) -> None:
        raise AssertionError("the table was thrown away")


async def begun(house: House, terms: Terms) -> str:
    """A table with its people, two of whom watch."""
    id = await house.open(PEOPLE[0], terms)
    for person in PEOPLE[: terms.seats]:
        await house.change(id, person, partial(seating.sit, person=person, seat=None, now=house.now()))
        if person in PEOPLE[:2]:
            await house.watch(id, person, partial(Ear, person=person))
    await house.change(id, PEOPLE[0], lambda table: seating.start(table, PEOPLE[0], house.now()))
    return id


async def move(house: House, id: str, chance: Random) -> None:
    table = house.loaded[id].table
    assert table.match and table.turn is not None, "the match is over"
    action = chance.choice(table.match.position.legal(table.turn))
    await house.act(id, table.sitters[table.turn], [action], table.version, f"key {table.version}")


async def cost(house: House, ids: Sequence[str], moves: int, chance: Random) -> list[float]:
    """Microseconds of processor time a move, at all tables at once."""
    spent = []
    for _ in range(moves):
        before = time.process_time()
        await asyncio.gather(*(move(house, id, chance) for id in ids))
        spent.append((time.process_time() - before) / len(ids) * 1e6)
    return spent


async def wander(house: House, id: str, version: int, chance: Random) -> None:
    """Make a log long: most moves are taken back again where that can be, which is an entry too."""
    table = house.loaded[id].table
    while table.version < version:
        seat = table.turn
        await move(house, id, chance)
        if seat is not None and chance.random() < 0.85:
            with suppress(Refused):
                await house.change(
                    id, None, partial(playing.ask, person=table.sitters[seat], seat=seat, what="undo", now=house.now())
                )


async def long_match(folder: Path) -> None:
    house, chance = House(Sqlite(folder / "long.sqlite"), rates=UNLIMITED), Random(1)
    Match(LONG.game, compiled=True)
    old = [await begun(house, LONG) for _ in range(TABLES)]
    for id in old:
        await wander(house, id, 990, chance)
    late, early = [], []
    for _ in range(3):
        new = [await begun(house, LONG) for _ in range(TABLES)]
        await cost(house, new, 5, chance)
        early += await cost(house, new, 10, chance)
        late += await cost(house, old, 10, chance)
    told("the 1,000th move against the 10th", median(late), median(early))
    await house.close()


async def many_matches(folder: Path) -> None:
    """Two houses in turns: one with many stored matches, one with few."""
    Match("connect_four", compiled=True)
    houses = []
    for name, stored in (("many", STORED), ("few", 100)):
        store = Sqlite(folder / f"{name}.sqlite")
        await fill(store, stored)
        houses.append(House(store, rates=UNLIMITED))
    spent: list[list[float]] = [[], []]
    for round_ in range(8):
        for at, house in enumerate(houses):
            ids = [await begun(house, Terms("connect_four", 2)) for _ in range(AROUND)]
            spent[at] += await cost(house, ids, 6, Random(round_))
    told(f"with {STORED:,} stored matches against 100", *(median(costs) for costs in spent))
    for house in houses:
        await house.close()


async def fill(store: Sqlite, number: int) -> None:
    """Finished matches of twenty moves, as they lie in a store."""
    body, opened = b'{"id":"x"}' * 20, items.encode(items.Opened(1, "ann", Terms("connect_four", 2), "secret"))
    acted = [items.encode(items.Acted(1, "ann", 0, [n % 7], n + 1, f"key {n}")) for n in range(20)]
    batch: list[Any] = []
    for n in range(number):
        id = f"stored {n}"
        logged: list[Change] = [Append(log_of(id), at, item) for at, item in enumerate([opened, *acted])]
        marks = (
            ("status", "over"),
            ("listed", "over"),
            ("listed", "over connect_four"),
            ("person", f"person {n % 1000}"),
        )
        batch.append(store.commit([*logged, Put("table", id, body, 0, marks, n)]))
        if len(batch) == 500:
            await asyncio.gather(*batch)
            batch.clear()
    await asyncio.gather(*batch)


def told(what: str, one: float, other: float) -> None:
    print(f"{what:44} {one:7.1f} µs {other:7.1f} µs   {one / other:.2f}×   within 1.10×", flush=True)


async def run() -> None:
    with tempfile.TemporaryDirectory() as folder:
        await long_match(Path(folder))
        await many_matches(Path(folder))


if __name__ == "__main__":
    uvloop.run(run())
