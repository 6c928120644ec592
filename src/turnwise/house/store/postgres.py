"""The house's records in a PostgreSQL database, which several workers may have open at once.

A thread writes (`postgres_writer.py`) and a few others read: libpq runs while the event loop does something else, and a
caller that is cancelled while it waits leaves nothing half done.
"""

import asyncio
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from threading import Lock, Thread
from typing import Any, LiteralString

import psycopg

from turnwise.house.store.batches import LATELY, Batches
from turnwise.house.store.interface import Change, Doc, Health, Unavailable, Writing
from turnwise.house.store.migrations import BadFile
from turnwise.house.store.postgres_address import Address
from turnwise.house.store.postgres_clock import DatabaseClock
from turnwise.house.store.postgres_tables import Claim, Connection, connect, look_inside
from turnwise.house.store.postgres_writer import Writer, cut, is_open
from turnwise.kit.errors import TurnwiseError

READERS = 4
"""Threads that read, each with a connection."""
PATIENCE = 20.0
"""Seconds in which the database has to answer."""

GET: LiteralString = "SELECT id, body, revision FROM turnwise.doc WHERE kind = %b AND id = %b"
FIND: LiteralString = """SELECT doc.id, body, revision FROM turnwise.mark
    JOIN turnwise.doc ON doc.kind = mark.kind AND doc.id = mark.id
    WHERE mark.kind = %b AND name = %b AND value = %b AND (fall, mark.id) > (%b::bigint, %b)
    ORDER BY fall, mark.id LIMIT %b::bigint"""
COUNT: LiteralString = "SELECT count(*) FROM turnwise.mark WHERE kind = %b AND name = %b AND value = %b"
READ: LiteralString = "SELECT item FROM turnwise.log WHERE name = %b AND at >= %b::bigint ORDER BY at"
LENGTHS: LiteralString = """SELECT (SELECT coalesce(max(at) + 1, 0) FROM turnwise.log WHERE log.name = asked.name)
    FROM unnest(%b::bytea[]) WITH ORDINALITY AS asked (name, nth) ORDER BY nth"""
TIME = "SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint * 1000"
ABOVE_ALL = (1 << 63, "")
UNKNOWN = -1
"""Bytes left on a disk that is another machine's."""


class Postgres:
    """A store in a database."""

    def __init__(self, address: Address, house: str = "", *, new: bool = True) -> None:
        """`house`: the id of the house that it must hold; `new`: whether a new house may begin in it."""
        claim = self._claim = Claim(address)
        connection = claim.connect()
        try:
            found = look_inside(connection, address)
            if house and (not found or found.id != house):
                raise BadFile(
                    f"{address} holds {'another house' if found else 'no house'}, and not the one of this folder. "
                    "Nothing was changed. Name its own database, or another folder: --data."
                )
            if not found and not new:
                raise TurnwiseError(f"There is no house in {address}.", "no_such_house")
            inside = claim.begin(connection)
            if inside.copying:
                raise BadFile(
                    f"{address} holds half a house: it was being copied from {inside.copying}. "
                    "Give the same order once more: turnwise migrate."
                )
            self._writer = Writer(claim, connection)
        except BaseException:
            connection.close()
            raise
        self.address, self.house, self.worker = address, inside.id, claim.worker
        """The address of the database, and the ids of the house and of this worker."""
        self.clock = DatabaseClock()
        asked = time.monotonic_ns()
        ((told,),) = connection.execute(TIME)
        self.clock.measured(told, asked, time.monotonic_ns())
        self._writer.lost = self._refuse
        self._thread = Thread(target=self._writer.work, name="store", daemon=True)
        self._thread.start()
        self._batches = Batches(self._writer.jobs)
        self._readers = Readers(address)
        self._watched: asyncio.TimerHandle | None = None

    def commit(self, changes: Sequence[Change]) -> Writing:
        if not self._watched:
            self._watch(asyncio.get_running_loop())
        return self._batches.commit(changes)

    def _refuse(self, why: str) -> None:
        self._batches.refuse(why)

    def _watch(self, loop: asyncio.AbstractEventLoop, tried: float = 0.0) -> None:
        """Close connections that the database does not answer, as long as queries are under way."""
        writer, old = self._writer, time.monotonic() - PATIENCE
        if self._batches.busy and writer.tried == tried and self._claim.latest:
            cut(self._claim.latest)
        asked = self._readers.cut_since(old)
        again = self._batches.busy or asked or not tried
        self._watched = loop.call_later(PATIENCE, self._watch, loop, writer.tried) if again else None

    async def get(self, kind: str, id: str) -> Doc | None:
        rows = await self.ask(GET, key(kind), key(id))
        return document(*rows[0]) if rows else None

    async def find(
        self, kind: str, mark: str, value: str, *, limit: int = 100, below: tuple[int, str] | None = None
    ) -> list[Doc]:
        rank, id = below or ABOVE_ALL
        asked = key(kind), key(mark), key(value), -rank, key(id), limit
        return [document(*row) for row in await self.ask(FIND, *asked)]

    async def count(self, kind: str, mark: str, value: str) -> int:
        ((found,),) = await self.ask(COUNT, key(kind), key(mark), key(value))
        return int(found)

    async def read(self, log: str, start: int = 0) -> list[bytes]:
        return [item for (item,) in await self.ask(READ, key(log), start)]

    async def lengths(self, logs: Sequence[str]) -> list[int]:
        return [int(length) for (length,) in await self.ask(LENGTHS, [key(log) for log in logs])]

    async def ask(self, question: LiteralString, *values: Any) -> list[tuple[Any, ...]]:
        """The rows of a query. It may be sent twice, so it must change nothing that may happen only once."""
        if self._batches.closed:
            raise Unavailable("The store is closed.")
        loop = asyncio.get_running_loop()
        if not self._watched:
            self._watch(loop)
        return await loop.run_in_executor(self._readers.threads, self._readers.ask, question, values)

    async def measure(self) -> None:
        """Set the clock by the database's."""
        asked = time.monotonic_ns()
        ((told,),) = await self.ask(TIME)
        self.clock.measured(told, asked, time.monotonic_ns())

    async def health(self) -> Health:
        """The state of the records. If nothing was written lately this writes something, the only proof that writing
        works."""
        writer = self._writer
        if time.monotonic() - writer.tried > LATELY and not self._batches.busy:
            with suppress(Unavailable):
                await self.commit(())
        return Health(writer.fault, time.monotonic() - writer.wrote, writer.took, self._batches.waiting, 0, UNKNOWN)

    async def close(self) -> None:
        if self._batches.closed:
            return
        self._writer.closing = True
        last = self._batches.close()
        with suppress(Unavailable):
            await last
        self._writer.jobs.put(None)
        await asyncio.to_thread(self._thread.join)
        await asyncio.to_thread(self._readers.close)
        if self._watched:
            self._watched.cancel()


class Readers:
    """Threads that read, and the connections that they take in turns."""

    def __init__(self, address: Address) -> None:
        self._address = address
        self.threads = ThreadPoolExecutor(READERS, "records")
        self._idle: list[Connection] = []
        self._asked: dict[Connection, float] = {}
        self._lock = Lock()

    def ask(self, question: LiteralString, values: Sequence[Any]) -> list[tuple[Any, ...]]:
        """The rows found. A connection that turns out to be cut is replaced once: asking again does no harm."""
        while True:
            with self._lock:
                connection = self._idle.pop() if self._idle else None
            fresh = connection is None
            try:
                if connection is None or not is_open(connection):
                    fresh, connection = True, connect(self._address, "turnwise")
                with self._lock:
                    self._asked[connection] = time.monotonic()
                try:
                    found = connection.execute(question, values, binary=True, prepare=True).fetchall()
                finally:
                    with self._lock:
                        del self._asked[connection]
                        if not connection.closed:
                            self._idle.append(connection)
                return found
            except (psycopg.Error, TurnwiseError) as error:
                if fresh or not connection or not connection.closed:
                    raise Unavailable(self._address.told(error)) from None

    def cut_since(self, then: float) -> bool:
        """Cut the connections that have waited since then; whether any waits."""
        with self._lock:
            asked = dict(self._asked)
        for connection, since in asked.items():
            if since < then:
                cut(connection)
        return bool(asked)

    def close(self) -> None:
        self.threads.shutdown()
        for connection in self._idle:
            connection.close()


def key(text: str) -> bytes:
    """Of something that is looked for. Half a character can't be written, so text with one is found nowhere."""
    return text.encode(errors="surrogatepass")


def document(id: bytes, body: bytes, revision: int) -> Doc:
    return Doc(id.decode(), body, revision)
