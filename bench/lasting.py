"""Whether the house gets slower with time: the 1,000th move of a match against its 10th, and many stored matches against few.

    python -m bench.lasting [--store postgresql] [--stored 1000000]

A move is a whole one: checked, written to the disk with others, told to two watchers. Both sides of a comparison are measured in
turns; the figure is the median of the processor time, with the database's own if it is PostgreSQL.
"""

import argparse
import asyncio
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from functools import partial
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

import uvloop

from bench.load import time_of_all
from tests.house.postgres_server import Cluster, emptied, home
from turnwise.games import game
from turnwise.house.house import House
from turnwise.house.store.interface import Append, Change, Put
from turnwise.house.store.postgres import Postgres
from turnwise.house.store.postgres_address import Address
from turnwise.house.store.sqlite import Sqlite
from turnwise.house.tables import dice, items, playing, seating
from turnwise.house.tables.items import Terms
from turnwise.house.tables.loaded import log_of
from turnwise.house.tables.table import Table
from turnwise.house.work.limits import UNLIMITED
from turnwise.kit.errors import Refused
from turnwise.play.match import Match

PEOPLE = ("ann", "bob", "cid", "dot", "eve", "fay")
LONG = Terms("rally", 6, {"win": "points", "rounds": 50})
TABLES, AROUND = 20, 40
NONCE = "0123456789abcdef"
FEW = 1000
"""Times fewer stored matches on the other side."""

Store = Sqlite | Postgres
Stores = Callable[[str], Store]
"""A new store of a name."""


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
    for person in (
        PEOPLE[: terms.seats] if game(terms.game).chance else ()
    ):  # nobody waits for what they add to the dice
        await house.change(id, person, partial(give, person=person, now=house.now()))
    return id


def give(table: Table, person: str, now: int) -> list[items.AnyItem]:
    return dice.give(table, person, NONCE, table.seal, now)


async def move(house: House, id: str, chance: Random) -> None:
    table = house.loaded[id].table
    assert table.match and table.turn is not None, "the match is over"
    action = chance.choice(table.match.position.legal(table.turn))
    await house.act(id, table.sitters[table.turn], [action], table.version, f"key {table.version}")


async def cost(house: House, ids: Sequence[str], moves: int, chance: Random, database: int) -> list[float]:
    """Microseconds of processor time a move, at all tables at once; with that of the database server's process."""
    spent = []
    for _ in range(moves):
        before, beside = time.process_time(), time_of_all(database)
        ids = [id for id in ids if house.loaded[id].table.turn is not None]  # a long match may be over
        await asyncio.gather(*(move(house, id, chance) for id in ids))
        spent.append((time.process_time() - before + time_of_all(database) - beside) / len(ids) * 1e6)
    return spent


async def wandered(house: House, version: int, chance: Random) -> str:
    """A table with a long log: most moves are taken back again where that can be, which is an entry too."""
    id = await begun(house, LONG)
    table = house.loaded[id].table
    while table.version < version:
        seat = table.turn
        if seat is None:  # its match was over before that
            return await wandered(house, version, chance)
        await move(house, id, chance)
        if chance.random() < 0.85:
            with suppress(Refused):
                await house.change(
                    id, None, partial(playing.ask, person=table.sitters[seat], seat=seat, what="undo", now=house.now())
                )
    return id


async def long_match(stores: Stores, database: int) -> None:
    house, chance = House(stores("long"), rates=UNLIMITED), Random(1)
    Match(LONG.game, compiled=True)
    old = [await wandered(house, 990, chance) for _ in range(TABLES)]
    late, early = [], []
    for _ in range(3):
        new = [await begun(house, LONG) for _ in range(TABLES)]
        await cost(house, new, 5, chance, database)
        early += await cost(house, new, 10, chance, database)
        late += await cost(house, old, 10, chance, database)
    told("the 1,000th move against the 10th", median(late), median(early))
    await house.close()


async def many_matches(stores: Stores, database: int, many: int) -> None:
    """Two houses in turns: one with many stored matches, one with few."""
    Match("connect_four", compiled=True)
    houses = []
    for name, stored in (("many", many), ("few", many // FEW)):
        store = stores(name)
        await fill(store, stored)
        houses.append(House(store, rates=UNLIMITED))
    spent: list[list[float]] = [[], []]
    for round_ in range(8):
        for at, house in enumerate(houses):
            ids = [await begun(house, Terms("connect_four", 2)) for _ in range(AROUND)]
            spent[at] += await cost(house, ids, 6, Random(round_), database)
    told(f"{many:,} stored matches against {many // FEW:,}", *(median(costs) for costs in spent))
    for house in houses:
        await house.close()


async def fill(store: Store, number: int) -> None:
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


@contextmanager
def in_files() -> Iterator[tuple[Stores, int]]:
    with tempfile.TemporaryDirectory() as folder:
        yield lambda name: Sqlite(Path(folder) / f"{name}.sqlite"), 0


@contextmanager
def in_postgres() -> Iterator[tuple[Stores, int]]:
    with closing(Cluster(home(), shared_buffers="128MB", autovacuum="on", max_wal_size="4GB")) as cluster:
        cluster.start()
        yield lambda name: Postgres(Address(emptied(cluster.folder, name))), cluster.pid


async def run(store: str, stored: int) -> None:
    with in_postgres() if store == "postgresql" else in_files() as (stores, database):
        await long_match(stores, database)
        await many_matches(stores, database, stored)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--store", choices=("sqlite", "postgresql"), default="sqlite")
    parser.add_argument("--stored", type=int, default=100_000, help="matches on one side; a thousandth on the other")
    given = parser.parse_args()
    uvloop.run(run(given.store, given.stored))
