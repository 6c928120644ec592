"""Several workers write into one database at once: whoever is acknowledged is kept once, and whoever loses is told so."""

import asyncio
import random
from collections import Counter
from collections.abc import Callable, Coroutine, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from functools import partial
from itertools import count
from pathlib import Path
from threading import Barrier
from typing import Any, TypeVar

import psycopg
import pytest

from tests.house.opened import open_either, outcome, run_either
from tests.house.proxy import Proxy
from turnwise.house.store.interface import Append, Change, Doc, Drop, Erase, Put, Store, Unavailable
from turnwise.house.store.postgres import Postgres
from turnwise.house.store.postgres_writer import ALONE, APPEND, ERASE

T = TypeVar("T")
WORKERS = 4


def at_once(works: Sequence[Callable[[], T]]) -> list[T]:
    """Each in a thread of its own, all from the same moment on."""
    ready = Barrier(len(works))

    def begin(work: Callable[[], T]) -> T:
        ready.wait(30)
        return work()

    with ThreadPoolExecutor(len(works)) as threads:
        return list(threads.map(begin, works))


def by_workers(database: str, work: Callable[[Store, int], Coroutine[Any, Any, T]]) -> list[T]:
    """The same work by several workers, each with a store and an event loop of its own."""

    def one(number: int) -> T:
        async def main() -> T:
            store = open_either(database)
            try:
                return await work(store, number)
            finally:
                await store.close()

        return asyncio.run(main())

    return at_once([partial(one, number) for number in range(WORKERS)])


class History:
    """What players on all workers were told."""

    def __init__(self) -> None:
        self.kept: dict[str, list[bytes]] = {}
        """The log of a player's own, in which each of his commits that was acknowledged has left a note."""
        self.appended: Counter[str] = Counter()
        self.erased: Counter[str] = Counter()
        self.made: dict[str, list[bytes]] = {}
        self.used: Counter[bytes] = Counter()
        """Each state of a document is replaced or dropped by one commit at most."""
        self.lost = 0


class Player:
    """One who writes what others write, too, on what he last knew of it."""

    def __init__(self, store: Store, name: str, history: History) -> None:
        self._store, self._name, self._history = store, name, history
        self._dice, self._numbers = random.Random(name), count()

    async def play(self, commits: int) -> None:
        mine = self._history.kept.setdefault(self._name, [])
        while len(mine) < commits:
            token = f"{self._name} {next(self._numbers)}".encode()
            changes, done = await self._choose(token)
            if await outcome(self._store, [Append(self._name, len(mine), token), *changes]):
                mine.append(token)
                done()
            else:
                self._history.lost += 1

    async def _choose(self, token: bytes) -> tuple[list[Change], Callable[[], object]]:
        history, what = self._history, self._dice.randrange(8)
        log = self._dice.choice(["log a", "log b"])
        if what == 0:
            return [], lambda: None  # his own note alone, which nobody disputes
        if what < 4:
            (length,) = await self._store.lengths([log])
            if what == 1 and length > 3:
                return [Erase(log, length)], lambda: history.erased.update({log: length})
            return [Append(log, length, token)], lambda: history.appended.update([log])
        id = (
            self._dice.choice(list(history.made)[-3:])
            if history.made and what > 4
            else f"doc {self._name} {len(history.made)}"
        )
        found = await self._store.get("doc", id)
        if not found and id in history.made:
            return [], lambda: None  # it was dropped, and an id is never given again
        change = self._change(id, token, found)
        return [change], lambda: self._changed(token, found, change)

    def _change(self, id: str, token: bytes, found: Doc | None) -> Put | Drop:
        if found and self._dice.random() < 0.2:
            return Drop("doc", id, found.revision)
        mark = ("one seat", self._dice.choice("ab"))
        marks = (mark,) if self._dice.random() < 0.3 else ()
        return Put("doc", id, token, found.revision if found else 0, (("all", ""), *marks))

    def _changed(self, token: bytes, found: Doc | None, change: Put | Drop) -> None:
        if found:
            self._history.used[found.body] += 1
        if isinstance(change, Put):
            self._history.made.setdefault(change.id, []).append(token)


def test_what_was_acknowledged_is_there_once_whoever_raced(database: str) -> None:
    history = History()

    async def work(store: Store, number: int) -> None:
        await asyncio.gather(*(Player(store, f"player {number} {n}", history).play(25) for n in range(4)))

    by_workers(database, work)
    assert history.lost > 50, "there was a race"

    async def check(store: Store) -> None:
        for name, tokens in history.kept.items():
            assert await store.read(name) == tokens
        acknowledged = {token for tokens in history.kept.values() for token in tokens}
        for log in ("log a", "log b"):
            items = await store.read(log)
            assert set(items) <= acknowledged and len(set(items)) == len(items)
            assert await store.lengths([log]) == [len(items)], "no gap"
            assert history.appended[log] == history.erased[log] + len(items)
        for id, made in history.made.items():
            found = await store.get("doc", id)
            left = [token for token in made if not history.used[token]]
            assert left == ([found.body] if found else [])
        assert max(history.used.values()) == 1
        for seat in "ab":
            assert await store.count("doc", "one seat", seat) <= 1
        assert await store.count("doc", "all", "") == len([id for id in history.made if await store.get("doc", id)])

    run_either(check, database)


@pytest.mark.parametrize("which", ["mark", "revision", "drop", "item", "erase", "new"])
def test_one_of_two_hundred_on_four_workers_gets_it_and_the_rest_of_every_batch_is_written(
    database: str, which: str
) -> None:
    def wanted(n: int) -> Change:
        changes: dict[str, Change] = {
            "mark": Put("seat", f"{n}", b"", marks=(("one chair", "0"),)),
            "revision": Put("there", "it", b"%d" % n, 1),
            "drop": Drop("there", "it", 1),
            "item": Append("there", 1, b"%d" % n),
            "erase": Erase("there", 1),
            "new": Put("seat", "it", b"%d" % n),
        }
        return changes[which]

    async def prepare(store: Store) -> None:
        await store.commit([Put("there", "it", b""), Append("there", 0, b"")])

    async def work(store: Store, number: int) -> int:
        numbers = range(number, 200, WORKERS)
        tries = [outcome(store, [wanted(n), Append(f"won {n}", 0, b"")]) for n in numbers]
        others = [store.commit([Append(f"other {n}", 0, b"")]) for n in numbers]
        won = await asyncio.gather(*tries)
        await asyncio.gather(*others)
        return sum(won)

    async def check(store: Store) -> None:
        assert sum(await store.lengths([f"won {n}" for n in range(200)])) == 1
        assert await store.lengths([f"other {n}" for n in range(200)]) == [1] * 200

    run_either(prepare, database)
    assert sum(by_workers(database, work)) == 1
    run_either(check, database)


def test_workers_that_start_at_once_make_one_house(database: str) -> None:
    async def work(store: Store, number: int) -> str:
        assert isinstance(store, Postgres)
        await store.commit([Append(f"log {number}", 0, b"")])
        return store.house

    (house,) = set(by_workers(database, work))
    with closing(psycopg.connect(database, autocommit=True)) as host:
        assert host.execute("SELECT count(*) FROM turnwise.worker").fetchall() == [(0,)], "they have said that they go"
        host.execute("DROP TABLE turnwise.worker, turnwise.lease")
        host.execute("ALTER TABLE turnwise.house ADD COLUMN batch bigint NOT NULL DEFAULT 7")
        host.execute("UPDATE turnwise.house SET format = 1")

    async def more(store: Store, number: int) -> str:
        assert isinstance(store, Postgres)
        await store.commit([Append(f"log {number}", 1, b"")])
        return store.house

    assert set(by_workers(database, more)) == {house}, "and bring the tables of an older one up to date"


@pytest.fixture
def proxy(postgres_server: Path) -> Iterator[Proxy]:
    with closing(Proxy(postgres_server / ".s.PGSQL.5432")) as found:
        yield found


def test_an_answer_that_was_lost_in_a_race_is_looked_up(proxy: Proxy, database: str) -> None:
    """Of two workers one is cut off when its batch has been written, or has lost, and before it hears of that."""

    async def test(store: Store) -> None:
        other = open_either(proxy.address(database))
        await asyncio.gather(store.commit(()), other.commit(()))
        for at in range(12):
            proxy.cut_after = 1
            here, there = (one.commit([Append("log", at, name)]) for one, name in ((store, b"a"), (other, b"b")))
            faults = await asyncio.gather(here, there, return_exceptions=True)
            won = [name for name, fault in zip((b"a", b"b"), faults, strict=True) if not fault]
            assert (await store.read("log"))[at:] == won and len(won) == 1
        await other.close()

    run_either(test, database)


def test_a_worker_that_stands_still_in_a_batch_delays_only_who_wants_the_same(database: str) -> None:
    async def test(store: Store) -> None:
        await store.commit([Append("log", 0, b"")])
        with closing(psycopg.connect(database)) as frozen:
            frozen.execute("INSERT INTO turnwise.log VALUES ('log', 1, 'frozen')")
            both = [store.commit([Append("log", 1, b"")]), store.commit([Append("other", 0, b"")])]
            told = await asyncio.gather(*both, return_exceptions=True)
            assert [type(error) for error in told] == [Unavailable, type(None)]
            assert not (await store.health()).fault
        await store.commit([Append("log", 1, b"")])

    run_either(test, f"{database}&options=-c%20lock_timeout%3D100ms")


def test_a_log_is_not_erased_while_somebody_appends_to_it_nor_the_other_way_round(database: str) -> None:
    """Each would find nothing wrong, and an item would be left without those before it."""

    async def test(store: Store) -> None:
        await store.commit([Append("log", 0, b"")])
        with closing(psycopg.connect(database)) as other:
            other.execute(APPEND, [[b"log"], [1], [b"theirs"]])
            with pytest.raises(Unavailable, match="Another worker has begun to write it"):
                await store.commit([Erase("log", 1)])
            other.commit()
            assert not await outcome(store, [Erase("log", 1)])
            other.execute(ALONE)
            other.execute(ERASE, [[b"log"]])
            with pytest.raises(Unavailable, match="Another worker has begun to write it"):
                await store.commit([Append("log", 2, b"")])
            other.commit()
            assert not await outcome(store, [Append("log", 2, b"")]) and await store.read("log") == []

    run_either(test, f"{database}&options=-c%20lock_timeout%3D100ms")


def test_a_worker_that_was_forgotten_writes_no_more_and_one_that_is_connected_is_not_forgotten(
    proxy: Proxy, database: str
) -> None:
    async def test(store: Store) -> None:
        assert isinstance(store, Postgres)
        with closing(psycopg.connect(database, autocommit=True)) as host:
            host.execute("UPDATE turnwise.worker SET until = now() - interval '2 days'")
            await open_either(database).close()
            await store.commit([Append("log", 0, b"")])
            proxy.refusing = True
            proxy.cut()
            count = "SELECT count(*) FROM turnwise.worker"
            while host.execute(count).fetchall() != [(0,)]:  # as soon as the server has noticed
                await open_either(database).close()
            proxy.refusing = False
            with pytest.raises(Unavailable, match="has not heard of this worker for a day. Close this house."):
                await store.commit([Append("log", 1, b"")])

    run_either(test, proxy.address(database))
