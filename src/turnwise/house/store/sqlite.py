"""The house's records in one SQLite file.

Commits that wait are written together (`batches.py`): a hundred of them share one transaction and one sync, and none is
answered before that has ended. The thread has to take the interpreter back from the event loop after every call, so it
makes few: all Appends of a batch are one statement, and so are all documents of a commit.

Items are appended to a journal first, in order of arrival whatever their logs: a batch fills a page or two, where the
logs of a hundred tables would need a hundred. When no write comes for a moment, or the journal has become long, its
items are moved into their logs, many of a log at once.
"""

import asyncio
import logging
import os
import sqlite3
import time
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any

from turnwise.house.store.batches import LATELY, Batches, Faults, Job
from turnwise.house.store.claim import Claim
from turnwise.house.store.interface import Append, Change, Conflict, Doc, Drop, Erase, Health, Put, Unavailable, Writing
from turnwise.house.store.migrations import back_up, open_to_read, version
from turnwise.house.store.sqlite_opening import is_damage, open_to_write, widen
from turnwise.house.store.switching import finish

log = logging.getLogger("turnwise")

TOGETHER = 128
"""Appends in one statement; there is a prepared statement for each number."""
ROWS = 1000
"""Rows of documents and marks in one statement, which may have 32,766 values."""
AT_ONCE = 500
"""Rows read on the event loop, in less than a millisecond; more are read in parts or in a thread."""
COUNTED_AT_ONCE = 5000
"""Marks counted on the event loop."""
SOME, QUIET, MOST = 100, 0.05, 10_000
"""The journal is emptied at SOME items if no write comes for QUIET seconds, and at MOST items at once."""
KNOWN_LOGS = 20_000
"""Logs whose length the writer caches."""

APPENDS = ["INSERT INTO journal (name, at, item) VALUES " + ", ".join(["(?, ?, ?)"] * n) for n in range(TOGETHER + 1)]
SETTLE = (
    "BEGIN IMMEDIATE",
    "INSERT INTO log SELECT name, at, item FROM journal ORDER BY name, at",
    "DELETE FROM journal",
    "COMMIT",
)
LENGTH = "SELECT coalesce(max(at) + 1, 0) FROM {} WHERE name = ?"
GET = "SELECT id, body, revision FROM doc WHERE kind = ? AND id = ?"
FIND = """SELECT doc.id, body, revision FROM mark CROSS JOIN doc ON doc.kind = mark.kind AND doc.id = mark.id
    WHERE mark.kind = ? AND name = ? AND value = ? AND (fall, mark.id) > (?, ?) ORDER BY fall, mark.id LIMIT ?"""
COUNT = "SELECT count(*) FROM (SELECT 1 FROM mark WHERE kind = ? AND name = ? AND value = ? LIMIT ?)"
READ = "SELECT item FROM {} WHERE name = ? AND at >= ? ORDER BY at LIMIT ?"
ABOVE_ALL = 1 << 63, ""

TOUCH = "PRAGMA user_version = {}"
"""Rewrites the first page unchanged: a transaction, and a sync."""

Row = tuple[Any, ...]


class Sqlite:
    """A store in one file, which belongs to this process as long as it is open."""

    def __init__(self, path: Path) -> None:
        self.path = path.resolve()
        self._claim = Claim(self.path)
        try:
            finish(self.path)
            self._writer = Writer(self.path, self._claim)
            self._reader = open_to_read(self.path, 0.1)
        except BaseException:
            self._claim.close()
            raise
        self._thread = Thread(target=self._writer.work, name="store", daemon=True)
        self._thread.start()
        self._batches = Batches(self._writer.jobs)

    def commit(self, changes: Sequence[Change]) -> Writing:
        return self._batches.commit(changes)

    async def get(self, kind: str, id: str) -> Doc | None:
        rows = self._ask(GET, kind, id)
        return Doc._make(rows[0]) if rows else None

    async def find(
        self, kind: str, mark: str, value: str, *, limit: int = 100, below: tuple[int, str] | None = None
    ) -> list[Doc]:
        rank, id = below or ABOVE_ALL
        values = (kind, mark, value, -rank, id, limit)
        if limit <= AT_ONCE:
            rows = self._ask(FIND, *values)
        else:
            rows = await asyncio.to_thread(self._ask_aside, FIND, *values)
        return list(map(Doc._make, rows))

    async def count(self, kind: str, mark: str, value: str) -> int:
        ((found,),) = self._ask(COUNT, kind, mark, value, COUNTED_AT_ONCE)
        if found == COUNTED_AT_ONCE:
            ((found,),) = await asyncio.to_thread(self._ask_aside, COUNT, kind, mark, value, -1)
        return int(found)

    async def read(self, log: str, start: int = 0) -> list[bytes]:
        items: list[bytes] = []
        while True:
            part = self._ask(READ.format(self._writer.source(log)), log, start + len(items), AT_ONCE)
            items += [item for (item,) in part]
            if len(part) < AT_ONCE:
                return items
            await asyncio.sleep(0)

    async def lengths(self, logs: Sequence[str]) -> list[int]:
        return [self._ask(LENGTH.format(self._writer.source(log)), log)[0][0] for log in logs]

    def _ask(self, question: str, *values: Any) -> list[Row]:
        """Read on the event loop: microseconds, less than waking a thread takes."""
        with self._unavailable():
            return answered(self._reader, question, values)

    def _ask_aside(self, question: str, *values: Any) -> list[Row]:
        """Run a slow read in a thread."""
        with self._unavailable(), closing(open_to_read(self.path)) as reader:
            return answered(reader, question, values)

    @contextmanager
    def _unavailable(self) -> Iterator[None]:
        """An unreadable page fails the request that needs it; the rest of the file may be intact."""
        try:
            yield
        except sqlite3.Error as error:
            if is_damage(error):
                self._writer.found_damage(error)
            raise Unavailable(str(error)) from error

    async def health(self) -> Health:
        """The state of the records. If nothing was written lately this writes something, the only proof that writing
        works."""
        writer = self._writer
        if time.monotonic() - writer.tried > LATELY and not self._batches.busy:
            with suppress(Unavailable):
                await self.commit(())
        try:
            disk = os.statvfs(self.path.parent)
        except OSError as error:
            return Health(f"{self.path.parent}: {error.strerror}", 0, 0, 0, 0, 0)
        return Health(
            writer.fault,
            time.monotonic() - writer.wrote,
            writer.took,
            self._batches.waiting,
            writer.journal,
            disk.f_bavail * disk.f_frsize,
            writer.damage,
        )

    async def back_up(self, target: Path) -> None:
        """Copy everything into another file while the house runs."""
        await asyncio.to_thread(back_up, self.path, target)

    async def close(self) -> None:
        if self._batches.closed:
            return
        last = self._batches.close()
        with suppress(Unavailable):
            await last
        self._reader.close()
        self._writer.jobs.put(None)
        await asyncio.to_thread(self._thread.join)
        self._claim.close()


class Writer:
    """Writes batches, in a thread of its own."""

    def __init__(self, path: Path, claim: Claim) -> None:
        self.path, self._claim = path, claim
        self.jobs: SimpleQueue[Job | None] = SimpleQueue()
        self._lengths: dict[str, int] = {}
        """Lengths of logs that were written to lately: nobody else writes, so they hold until a batch fails."""
        self._file = open_to_write(path)
        self._touch = TOUCH.format(version(self._file, path))
        claim.take()
        self.journal = 0
        """Items added to the journal since it was last emptied, or that was tried."""
        self.tried = self.wrote = time.monotonic()
        self.took, self.fault = 0.0, ""
        """How long the latest write took, and why it failed, if it did."""
        self.damage = ""
        """Damage that was met in the file."""
        self._fresh = {name for (name,) in self._file.execute("SELECT DISTINCT name FROM journal")}
        """The logs that have items in the journal; perhaps some more."""
        self._settle()

    def work(self) -> None:
        """Write batch after batch, until the queue ends."""
        with suppress(OSError):
            widen(Path(f"{self.path}-wal"))
        while job := self._next():
            commits, loop, answer = job
            began, before = time.monotonic(), self.fault
            faults = self._write(commits)
            if bool(before) != bool(self.fault):
                log.error("nothing can be kept: %s", self.fault) if self.fault else log.info("all is kept again")
            self.tried = time.monotonic()
            self.took = self.tried - began
            if not self.fault:
                self.wrote = self.tried
            with suppress(RuntimeError):  # the loop has ended: nobody waits any more
                loop.call_soon_threadsafe(answer, faults)
        self.close()

    def close(self) -> None:
        """Move the journal into the logs, and close."""
        self._settle()
        self._file.close()

    def found_damage(self, error: Exception) -> None:
        """The file is damaged."""
        if not self.damage:
            log.error("the records are damaged: turnwise admin check tells where")
        self.damage = str(error)

    def source(self, log: str) -> str:
        """The table to read the items of a log from: reading the journal means scanning all of it."""
        return "entry" if log in self._fresh else "log"

    def _next(self) -> Job | None:
        if self.journal >= MOST:
            self._settle()
        elif self.journal >= SOME:
            try:
                return self.jobs.get(timeout=QUIET)
            except Empty:
                self._settle()
        return self.jobs.get()

    def _settle(self) -> None:
        """Move the items of the journal into their logs. If that fails now, they are read from the journal."""
        self.journal = 0
        try:
            for statement in SETTLE:
                self._file.execute(statement)
            self._fresh.clear()
        except sqlite3.Error as error:
            log.error("the journal can't be put in order: %s", error)
            if self._file.in_transaction:
                self._file.rollback()
            if is_damage(error):
                self._settle_what_can_be()

    def _settle_what_can_be(self) -> None:
        """Move the items of each log, except those on a damaged page."""
        for name in sorted(self._fresh):
            try:
                for statement in SETTLE:
                    own = statement.replace("FROM journal", "FROM journal WHERE name = :name")
                    self._file.execute(own, {"name": name} if own != statement else {})
                self._fresh.discard(name)
            except sqlite3.Error:
                if self._file.in_transaction:
                    self._file.rollback()

    def _write(self, commits: Sequence[Sequence[Change]]) -> Faults:
        """Write what can be written and return the result of each commit, when all of it is on the disk."""
        faults: list[Exception | None] = []
        appends: list[Append] = []
        try:
            self._claim.check()
            for changes in commits:
                faults.append(self._stage(changes, appends))
            self._append(appends)
            if not any(commits):
                self._file.execute(self._touch)
            if self._file.in_transaction:
                self._file.execute("COMMIT")
            self.journal += len(appends)
            self.fault = ""
        except Exception as error:
            self._lengths.clear()
            with suppress(sqlite3.Error):
                self._file.rollback()
            conflict, damage = isinstance(error, sqlite3.IntegrityError), is_damage(error)
            if len(commits) > 1 and (conflict or damage):
                return [self._write([one])[0] for one in commits]  # finds the failing commit; the others go on
            if damage:
                self.found_damage(error)
            elif not conflict:
                known = isinstance(error, (sqlite3.Error, OSError))  # other messages may hold what was written
                self.fault = f"{self.path.name}: {error if known else type(error).__name__}"
            return [(Conflict if conflict else Unavailable)(f"{self.path.name}: {error}") for _ in commits]
        if len(self._lengths) > KNOWN_LOGS:
            self._lengths.clear()
        return faults

    def _stage(self, changes: Sequence[Change], appends: list[Append]) -> Exception | None:
        """Write the documents of a commit and collect its Appends; or do nothing and return why."""
        before, lengths = len(appends), self._lengths
        rows: list[Row] = []
        erased: list[str] = []
        try:
            for change in changes:
                if isinstance(change, Append):
                    log, at, _ = change
                    length = lengths.get(log)
                    if length is None:
                        ((length,),) = self._file.execute(LENGTH.format(self.source(log)), (log,))
                    if at != length:
                        raise Conflict(f"The log {log} has {length} items, not {at}.")
                    lengths[log] = at + 1
                    self._fresh.add(log)
                    appends.append(change)
                elif isinstance(change, Erase):
                    if lengths.get(change.log, change.seen) != change.seen:
                        raise Conflict(f"The log {change.log} has not {change.seen} items.")
                    erased.append(change.log)
                    rows.append((None, change.log, change.seen, None, None, None, None))
                else:
                    rows += rows_of(change)
            if rows:
                self._insert(rows)
            for log in erased:
                lengths.pop(log, None)
        except (Conflict, sqlite3.IntegrityError, ValueError, OverflowError) as error:
            for log, at, _ in reversed(appends[before:]):
                lengths[log] = at
            del appends[before:]
            return Conflict(str(error)) if isinstance(error, sqlite3.IntegrityError) else error
        return None

    def _insert(self, rows: list[Row]) -> None:
        """Write rows into the view `change`, all or none."""
        file = self._file
        if not file.in_transaction:
            file.execute("BEGIN IMMEDIATE")
        if len(rows) <= ROWS:
            file.execute(inserting(len(rows)), [value for row in rows for value in row])
            return
        file.execute("SAVEPOINT large")
        try:
            for first in range(0, len(rows), ROWS):
                self._insert(rows[first : first + ROWS])
        except BaseException:
            file.execute("ROLLBACK TO large")
            raise
        finally:
            file.execute("RELEASE large")

    def _append(self, appends: list[Append]) -> None:
        """One statement, a transaction by itself if there is nothing else to write."""
        if len(appends) > TOGETHER and not self._file.in_transaction:
            self._file.execute("BEGIN IMMEDIATE")
        for first in range(0, len(appends), TOGETHER):
            part = appends[first : first + TOGETHER]
            # A bytearray is bound as it is; for bytes, Python looks for an adapter each time, which takes as long as
            # the rest.
            values = [value for log, at, item in part for value in (log, at, bytearray(item))]
            self._file.execute(APPENDS[len(part)], values)


def rows_of(change: Put | Drop) -> Iterator[Row]:
    """The rows of the view `change` for a document."""
    if isinstance(change, Drop):
        yield change.kind, change.id, change.seen, None, None, None, None
        return
    kind, id, body, seen, marks, rank = change
    yield kind, id, seen, body, None, None, None
    for mark, value in dict.fromkeys(marks):
        yield kind, id, None, None, mark, value, -rank


def answered(reader: sqlite3.Connection, question: str, values: Sequence[Any]) -> list[Row]:
    """What is found. Half a character can't be written, so text with one is found nowhere: as bytes, it is like none that was."""
    try:
        return reader.execute(question, values).fetchall()
    except UnicodeEncodeError:
        as_bytes = [one.encode(errors="surrogatepass") if isinstance(one, str) else one for one in values]
        return reader.execute(question, as_bytes).fetchall()


def inserting(rows: int) -> str:
    return "INSERT INTO change VALUES " + ", ".join(["(?, ?, ?, ?, ?, ?, ?)"] * rows)
