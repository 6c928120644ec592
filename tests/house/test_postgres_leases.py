"""Who looks after what, over workers on one database: each lease has one holder, and a dead worker's are taken over."""

import asyncio
import time
from contextlib import AsyncExitStack, closing

import psycopg

from tests.house.opened import open_either
from turnwise.house.store.interface import Append
from turnwise.house.store.postgres import Postgres
from turnwise.house.store.postgres_clock import DatabaseClock
from turnwise.house.store.postgres_leases import PostgresLeases

NAMES = [f"table {n}" for n in range(50)] + ["", "zoë\0"]
DIES = "UPDATE turnwise.worker SET until = clock_timestamp() WHERE id = %s"


async def opened(stack: AsyncExitStack, database: str) -> Postgres:
    store = open_either(database)
    assert isinstance(store, Postgres)
    stack.push_async_callback(store.close)
    return store


def test_each_lease_has_one_holder_at_a_time(database: str) -> None:
    async def main() -> None:
        async with AsyncExitStack() as stack:
            several = [PostgresLeases(await opened(stack, database)) for _ in range(3)]
            assert await several[0].workers() == sorted(one.worker for one in several)
            got = await asyncio.gather(*(one.take(NAMES) for one in several for _ in range(3)))
            by_worker = [set().union(*got[n : n + 3]) for n in (0, 3, 6)]
            assert sorted(name for names in by_worker for name in names) == sorted(NAMES), "each once"
            holder = next(n for n in range(3) if by_worker[n])
            assert await several[holder].take(NAMES) == by_worker[holder], "one's own again and again"
            await several[holder].release(NAMES)
            assert await several[holder - 1].take(NAMES) == by_worker[holder] | by_worker[holder - 1]

    asyncio.run(main())


def test_what_a_dead_worker_held_is_found_and_taken_over_and_it_learns_of_that(database: str) -> None:
    async def main() -> None:
        async with AsyncExitStack() as stack:
            first, second = await opened(stack, database), await opened(stack, database)
            old, new = PostgresLeases(first), PostgresLeases(second)
            assert await old.renew() and await old.take(NAMES) == set(NAMES)
            assert await new.orphans(100) == [] and await new.take(NAMES) == set()
            with closing(psycopg.connect(database, autocommit=True)) as host:
                host.execute(DIES, [old.worker])
                assert await new.workers() == [new.worker]
                assert len(await new.orphans(7)) == 7 and set(await new.orphans(100)) == set(NAMES)
                assert await new.take(NAMES[:20]) == set(NAMES[:20])
                assert await old.take(NAMES) == set(), "its time is over"
                assert not await old.renew() and await old.renew()
                assert set(await new.orphans(100)) == set(NAMES[20:]), "it might die before it takes them again"
                assert await old.take(NAMES) == set(NAMES[20:]) and await new.orphans(100) == []
            await first.commit([Append("log", 0, b"its connection was ended, and it has a new one")])
        async with AsyncExitStack() as stack:
            last = PostgresLeases(await opened(stack, database))
            assert set(await last.orphans(100)) == set(NAMES), "they have gone and left it"
            assert await last.workers() == [last.worker] and await last.take(NAMES) == set(NAMES)

    asyncio.run(main())


def test_a_worker_that_stands_still_in_a_batch_is_ended_when_its_leases_are_taken_over(database: str) -> None:
    async def main() -> None:
        async with AsyncExitStack() as stack:
            store = await opened(stack, database)
            leases = PostgresLeases(store)
            frozen = "0123456789abcdef"
            with closing(psycopg.connect(database, application_name=f"turnwise {frozen}")) as theirs:
                theirs.execute(
                    "INSERT INTO turnwise.worker VALUES (%s, clock_timestamp() - interval '1 s', '', 0)", [frozen]
                )
                theirs.execute("INSERT INTO turnwise.lease VALUES ('table', %s)", [frozen])
                theirs.commit()
                theirs.execute("INSERT INTO turnwise.log VALUES ('log', 0, 'theirs')")
                waiting = store.commit([Append("log", 0, b"ours")])
                assert await leases.orphans(10) == ["table"]
                await waiting
            assert await store.read("log") == [b"ours"]

    asyncio.run(main())


def test_time_is_the_databases(database: str) -> None:
    clock, second = DatabaseClock(), 10**9
    before = clock()
    clock.measured(time.time_ns() + 3600 * second, *[time.monotonic_ns()] * 2)
    clock.measured(time.time_ns() + 3600 * second, time.monotonic_ns() - 5 * second, time.monotonic_ns() + 5 * second)
    assert 3_599_000 < clock() - before < 3_660_000, "an answer that took long tells nothing new"

    async def main() -> None:
        async with AsyncExitStack() as stack:
            store = await opened(stack, database)
            store.clock._offset += 3600 * 10**9
            early = store.clock()
            assert await PostgresLeases(store).renew()
            with closing(psycopg.connect(database)) as host:
                ((now,),) = host.execute("SELECT extract(epoch FROM clock_timestamp()) * 1000")
            assert early - store.clock() > 3_000_000 and abs(float(now) - store.clock()) < 1000

    asyncio.run(main())
