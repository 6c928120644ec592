"""What a commit of one item costs, in processor time:  python -m bench.storing [SECONDS] [--store postgresql]

As many players as are said commit one after the other, each to a log of his own, in a fresh file or a fresh database. The database's
own processor time is told beside ours.
"""

import argparse
import asyncio
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from functools import partial
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.load import time_of_all
from tests.house.postgres_server import Cluster, emptied, home
from turnwise.house.store.interface import Append, Store
from turnwise.house.store.postgres import Postgres
from turnwise.house.store.postgres_address import Address
from turnwise.house.store.sqlite import Sqlite

ITEM = bytes(80)
Elsewhere = Callable[[], float]
"""The processor time that was used by another program for us."""


async def measure(players: int, seconds: float, store: Store, elsewhere: Elsewhere) -> None:
    waits: list[float] = []
    end = time.perf_counter() + seconds

    async def player(log: str) -> None:
        for at in count():
            asked = time.perf_counter()
            if asked > end:
                return
            await store.commit([Append(log, at, ITEM)])
            waits.append(time.perf_counter() - asked)

    used, other, began = time.process_time(), elsewhere(), time.perf_counter()
    await asyncio.gather(*(player(f"table {players} {n:016}") for n in range(players)))
    used, other, took = time.process_time() - used, elsewhere() - other, time.perf_counter() - began
    await store.close()
    waits.sort()
    middle, late = waits[len(waits) // 2], waits[len(waits) * 99 // 100]
    print(
        f"{players:4} at once: {used / len(waits) * 1e6:6.1f} µs a commit, and {other / len(waits) * 1e6:6.1f} in the database, "
        f"{len(waits) / took:8,.0f} a second, half within {middle * 1e3:.1f} ms, 99 % within {late * 1e3:.1f} ms"
    )


@contextmanager
def a_file() -> Iterator[tuple[Callable[[], Store], Elsewhere]]:
    with TemporaryDirectory() as folder:
        numbers = count()
        yield lambda: Sqlite(Path(folder) / str(next(numbers)) / "house.sqlite"), lambda: 0.0


@contextmanager
def a_database() -> Iterator[tuple[Callable[[], Store], Elsewhere]]:
    with closing(Cluster(home())) as cluster:
        cluster.start()
        address = Address(emptied(cluster.folder, "house"))
        yield lambda: Postgres(address), partial(time_of_all, cluster.pid)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("seconds", nargs="?", type=float, default=3.0)
    parser.add_argument("--store", choices=("sqlite", "postgresql"), default="sqlite")
    given = parser.parse_args()
    with a_file() if given.store == "sqlite" else a_database() as (opened, elsewhere):
        for players in (1, 10, 50, 200):

            async def one(players: int = players) -> None:
                await measure(players, given.seconds, opened(), elsewhere)

            asyncio.run(one())


if __name__ == "__main__":
    main()
