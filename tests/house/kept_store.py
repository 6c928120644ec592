"""The store of the running test: a file or a database, opened once in a process and empty for every test that takes it."""

import asyncio
import sqlite3
import tempfile
from collections import defaultdict
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, LiteralString, NamedTuple

import psycopg

from tests import stores
from tests.house.memory_store import Kept, MemoryStore
from tests.house.postgres_server import emptied, own_database
from tests.house.warp import Warp
from turnwise.house.store.batches import Batches
from turnwise.house.store.interface import Change, Doc, Drop, Erase, Health, Unavailable, Writing
from turnwise.house.store.postgres import Postgres
from turnwise.house.store.postgres_address import Address
from turnwise.house.store.postgres_leases import PostgresLeases
from turnwise.house.store.sqlite import Sqlite

DOCS = "SELECT kind, id, body, revision FROM {}doc"
MARKS = "SELECT kind, id, name, value, fall FROM {}mark ORDER BY name, value"
ITEMS = "SELECT name, item FROM {} ORDER BY name, at"


MOST = 8
"""Stores that a test may have; each stays open."""


class Asked(Postgres):
    """A database whose answers take no time on a loop where nobody waits."""

    async def ask(self, question: LiteralString, *values: Any) -> list[tuple[Any, ...]]:
        with Warp.work():
            return await super().ask(question, *values)


class Opened(NamedTuple):
    """A store, and a way to look at what is in it that does not go through it."""

    store: Sqlite | Postgres
    ask: Callable[[str], list[tuple[Any, ...]]]
    let_go: Callable[[], object]
    schema: str
    entries: str
    others: list["Opened"]
    """Those of other workers."""

    def renew(self) -> None:
        """The event loop is another one."""
        self.store._batches = Batches(self.store._writer.jobs)
        if isinstance(self.store, Postgres):
            self.store._watched = None

    def beside(self) -> "Opened":
        """The same database, opened by another worker."""
        if not self.others:
            assert isinstance(self.store, Postgres)
            self.others.append(self._replace(store=Asked(self.store.address), let_go=lambda: None, others=[]))
        self.others[0].renew()
        return self.others[0]


class KeptStore:
    """`broken` set, it has nothing written, as a full disk. To close it ends nothing: whoever opens the house again finds it there."""

    def __init__(self, beside: "KeptStore | None" = None) -> None:
        """`beside`: what another worker has open, too."""
        self.broken = False
        self.refuses: Callable[[Sequence[Change]], bool] = lambda changes: False
        """Which commits can't be written."""
        kind = stores.of_running_test()
        if beside:
            assert beside._opened
            self._opened: Opened | None = beside._opened.beside()
        else:
            self._opened = None if kind == "memory" else take(kind)
        self.inner: MemoryStore | Sqlite | Postgres = self._opened.store if self._opened else MemoryStore()

    def leases(self) -> PostgresLeases:
        """Those of a worker among several."""
        assert isinstance(self.inner, Postgres)
        return PostgresLeases(self.inner)

    def commit(self, changes: Sequence[Change]) -> Writing:
        if self.broken or self.refuses(changes):
            writing, loop = Writing(), asyncio.get_running_loop()
            loop.call_soon(writing.set_exception, Unavailable("the disk is full"))
            return writing
        writing = self.inner.commit(changes)
        Warp.working += 1
        writing.add_done_callback(done)
        return writing

    async def get(self, kind: str, id: str) -> Doc | None:
        with Warp.work():
            return await self.inner.get(kind, id)

    async def find(
        self, kind: str, mark: str, value: str, *, limit: int = 100, below: tuple[int, str] | None = None
    ) -> list[Doc]:
        with Warp.work():
            return await self.inner.find(kind, mark, value, limit=limit, below=below)

    async def count(self, kind: str, mark: str, value: str) -> int:
        with Warp.work():
            return await self.inner.count(kind, mark, value)

    async def read(self, log: str, start: int = 0) -> list[bytes]:
        with Warp.work():
            return await self.inner.read(log, start)

    async def lengths(self, logs: Sequence[str]) -> list[int]:
        with Warp.work():
            return await self.inner.lengths(logs)

    async def health(self) -> Health:
        if self.broken:
            return Health("the disk is full", 0, 0, 0, 0, 1 << 40)
        with Warp.work():
            return await self.inner.health()

    async def close(self) -> None:
        """The test's end empties it."""

    @property
    def docs(self) -> dict[tuple[str, str], Kept]:
        """Every document that is kept."""
        if isinstance(self.inner, MemoryStore):
            return self.inner.docs
        assert self._opened
        return docs_of(self._opened)

    @property
    def logs(self) -> dict[str, list[bytes]]:
        """Every log that is kept."""
        if isinstance(self.inner, MemoryStore):
            return self.inner.logs
        assert self._opened
        return logs_of(self._opened)


def done(writing: Writing) -> None:
    Warp.working -= 1


def docs_of(opened: Opened) -> dict[tuple[str, str], Kept]:
    marks: defaultdict[tuple[str, str], list[tuple[str, str]]] = defaultdict(list)
    ranks: dict[tuple[str, str], int] = {}
    for kind, id, name, value, fall in opened.ask(MARKS.format(opened.schema)):
        marks[text(kind), text(id)].append((text(name), text(value)))
        ranks[text(kind), text(id)] = -fall
    found = {}
    for kind, id, body, revision in opened.ask(DOCS.format(opened.schema)):
        key = text(kind), text(id)
        found[key] = Kept(Doc(key[1], bytes(body), revision), tuple(marks[key]), ranks.get(key, 0))
    return found


def logs_of(opened: Opened) -> dict[str, list[bytes]]:
    logs: defaultdict[str, list[bytes]] = defaultdict(list)
    for name, item in opened.ask(ITEMS.format(opened.entries)):
        logs[text(name)].append(bytes(item))
    return logs


def text(key: str | bytes) -> str:
    return key if isinstance(key, str) else bytes(key).decode()


class Pool:
    """Stores of one kind, opened once in a process; the running test has the first of them."""

    def __init__(self) -> None:
        self._opened: list[Opened] = []
        self._taken = 0

    def take(self, open_another: Callable[[int], Opened]) -> Opened:
        """One that is empty."""
        assert self._taken < MOST, "This test has too many houses: let them share one."
        if self._taken == len(self._opened):
            self._opened.append(open_another(self._taken))
        found = self._opened[self._taken]
        self._taken += 1
        found.renew()
        return found

    async def give_back(self) -> None:
        """The test has ended: nothing of it is left."""
        for one in self._opened[: self._taken]:
            for worker in (one, *one.others):
                worker.renew()
                await worker.store.commit(())  # what it did not wait for has been written
            gone: list[Change] = [Drop(*key, kept.doc.revision) for key, kept in docs_of(one).items()]
            gone += [Erase(name, len(log)) for name, log in logs_of(one).items()]
            if gone:
                await one.store.commit(gone)
            for worker in (one, *one.others):
                worker.renew()
            if isinstance(one.store, Postgres):
                one.ask("DELETE FROM turnwise.lease RETURNING name")
        self._taken = 0

    async def close(self) -> None:
        for one in [worker for opened in self._opened for worker in (*opened.others, opened)]:
            one.renew()
            await one.store.close()
            one.let_go()
        self._opened.clear()


files, databases = Pool(), Pool()
cluster = Path()
"""The folder of the server that has the databases."""


def take(kind: str) -> Opened:
    return files.take(open_file) if kind == "sqlite" else databases.take(open_database)


def open_file(number: int) -> Opened:
    folder = tempfile.TemporaryDirectory(prefix="turnwise-")
    path = Path(folder.name) / "house.sqlite"
    store = Sqlite(path)
    store._writer._file.execute("PRAGMA synchronous = OFF")  # no crash is tested here
    looking = sqlite3.connect(path, isolation_level=None, check_same_thread=False)

    def let_go() -> None:
        looking.close()
        folder.cleanup()

    return Opened(store, lambda question: looking.execute(question).fetchall(), let_go, "", "entry", [])


def open_database(number: int) -> Opened:
    address = emptied(cluster, f"{own_database()}-{number}")
    looking = psycopg.connect(address, autocommit=True)
    store = Asked(Address(address))

    def ask(question: str) -> list[tuple[Any, ...]]:
        return looking.execute(question.encode()).fetchall()

    return Opened(store, ask, looking.close, "turnwise.", "turnwise.log", [])
