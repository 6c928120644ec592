"""The thread that writes into a PostgreSQL database, concurrently with those of other workers.

A batch is decided here (`deciding.py`) and written in one transaction and one round trip: its statements are pipelined.
It assumes that everything is as the commits expect. What it writes is locked until it ends: an item or a mark by its
unique key, a document by its row lock. Then the statement that numbers the batch verifies the other assumptions. If one
is wrong, the state is read and the batch is decided anew. All workers write in the same order, so that no two wait for
each other.

If the connection broke, the batch was written if the database has its number; no commit is answered before that is
known.
"""

import asyncio
import logging
import os
import select
import socket
import time
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import suppress
from itertools import chain, repeat
from queue import SimpleQueue
from typing import Any, LiteralString

import psycopg
from psycopg import errors

from turnwise.house.store.batches import Faults, Job
from turnwise.house.store.deciding import Decision, Key, Known, Mark
from turnwise.house.store.interface import Change, Conflict, Unavailable
from turnwise.house.store.postgres_tables import ERASING, LEAVE, Claim, Connection, TakenOver
from turnwise.kit.errors import TurnwiseError

log = logging.getLogger("turnwise")
logging.getLogger("psycopg").setLevel(logging.ERROR)  # it warns of every batch that is decided anew

TRIES = 4
"""Attempts at a batch before its commits are tried one by one."""
PAUSES = (0.05, 0.1, 0.2, 0.5, 1.0)
"""Seconds between attempts to find out what became of a batch; the last is repeated."""

ALONE: LiteralString = f"SELECT pg_advisory_xact_lock({ERASING})"
VERIFY_ERASED = """UPDATE turnwise.worker SET batch = CASE WHEN EXISTS (
        SELECT FROM unnest(%b::bytea[], %b::bigint[]) AS seen (name, length)
        WHERE length <> (SELECT coalesce(max(at) + 1, 0) FROM turnwise.log WHERE log.name = seen.name))
    THEN NULL ELSE batch END WHERE id = %s"""
ERASE = "DELETE FROM turnwise.log WHERE name = ANY(%b::bytea[])"
APPEND: LiteralString = f"""INSERT INTO turnwise.log SELECT item.* FROM pg_advisory_xact_lock_shared({ERASING}),
    unnest(%b::bytea[], %b::bigint[], %b::bytea[]) AS item"""
REPLACE = """UPDATE turnwise.doc SET revision = CASE WHEN doc.revision = new.seen THEN new.revision END, body = new.body
    FROM unnest(%b::bytea[], %b::bytea[], %b::bigint[], %b::bigint[], %b::bytea[]) AS new (kind, id, seen, revision, body)
    WHERE doc.kind = new.kind AND doc.id = new.id"""
"""A document with another revision gets NULL, which the table refuses; one that is to be deleted gets 0."""
ADD = "INSERT INTO turnwise.doc SELECT * FROM unnest(%b::bytea[], %b::bytea[], %b::bigint[], %b::bytea[])"
UNMARK = """DELETE FROM turnwise.mark USING unnest(%b::bytea[], %b::bytea[]) AS gone (kind, id)
    WHERE mark.kind = gone.kind AND mark.id = gone.id"""
MARK = """INSERT INTO turnwise.mark
    SELECT * FROM unnest(%b::bytea[], %b::bytea[], %b::bytea[], %b::bigint[], %b::bytea[])"""
LACKING = """EXISTS (SELECT FROM unnest(%b::bytea[], %b::bigint[]) AS seen (name, at)
    WHERE NOT EXISTS (SELECT FROM turnwise.log WHERE log.name = seen.name AND log.at = seen.at))"""
"""Whether the item before the first one appended is missing."""
GROWN = """EXISTS (SELECT FROM unnest(%b::bytea[], %b::bigint[]) AS seen (name, at)
    JOIN turnwise.log ON log.name = seen.name AND log.at = seen.at)"""
DOCUMENTS = """EXISTS (SELECT FROM unnest(%b::bytea[], %b::bytea[], %b::bigint[]) AS seen (kind, id, revision)
        WHERE revision IS DISTINCT FROM (SELECT doc.revision FROM turnwise.doc
            WHERE doc.kind = seen.kind AND doc.id = seen.id))
    OR EXISTS (SELECT FROM unnest(%b::bytea[], %b::bytea[], %b::bytea[], %b::bytea[]) AS seen (kind, name, value, id)
        JOIN turnwise.mark ON mark.kind = seen.kind AND mark.name = seen.name AND mark.value = seen.value
        WHERE mark.id <> seen.id)"""
NUMBER = "UPDATE turnwise.worker SET batch = CASE WHEN {} THEN NULL ELSE %b::bigint END WHERE id = %s"
NUMBER_LOGS: LiteralString = NUMBER.format(LACKING)
NUMBER_ALL: LiteralString = NUMBER.format(f"{LACKING} OR {GROWN} OR {DOCUMENTS}")
DROP = """DELETE FROM turnwise.doc USING unnest(%b::bytea[], %b::bytea[]) AS gone (kind, id)
    WHERE doc.kind = gone.kind AND doc.id = gone.id"""
OUTCOME = "SELECT batch FROM turnwise.worker WHERE id = %s"

HOW_LONG = """SELECT name, (SELECT coalesce(max(at) + 1, 0) FROM turnwise.log WHERE log.name = asked.name)
    FROM unnest(%b::bytea[]) AS asked (name)"""
WHICH_REVISION = """SELECT asked.kind, asked.id, coalesce(revision, 0) FROM unnest(%b::bytea[], %b::bytea[]) AS asked (kind, id)
    LEFT JOIN turnwise.doc ON doc.kind = asked.kind AND doc.id = asked.id"""
WHOSE = """SELECT mark.kind, mark.name, mark.value, mark.id
    FROM unnest(%b::bytea[], %b::bytea[], %b::bytea[]) AS asked (kind, name, value)
    JOIN turnwise.mark ON mark.kind = asked.kind AND mark.name = asked.name AND mark.value = asked.value"""

STALE = (errors.NotNullViolation, errors.UniqueViolation, errors.SerializationFailure, errors.DeadlockDetected)
"""An assumption of the batch is wrong."""
Statement = tuple[LiteralString, Sequence[Any]]


class Lost(Exception):
    """The connection broke while a batch was under way."""


class Writer:
    """Writes batches, in a thread of its own."""

    def __init__(self, claim: Claim, connection: Connection) -> None:
        self._claim, self._address = claim, claim.address
        self._connection: Connection | None = connection
        self.jobs: SimpleQueue[Job | None] = SimpleQueue()
        self.lost: Callable[[str], object] = lambda why: None
        """Called in the event loop when the fate of a batch is unknown and the database can't be asked."""
        ((self._number,),) = connection.execute(OUTCOME, [claim.worker])
        self.tried = self.wrote = time.monotonic()
        self.took, self.fault = 0.0, ""
        """How long the latest write took, and why it failed, if it did."""
        self.closing = False
        """Once set, an unreachable database is no longer waited for."""

    def work(self) -> None:
        """Write batch after batch, until the queue ends."""
        while job := self.jobs.get():
            commits, loop, answer = job
            began = time.monotonic()
            faults = self._write(commits, loop)
            self.tried = time.monotonic()
            self.took = self.tried - began
            if not self.fault:
                self.wrote = self.tried
            with suppress(RuntimeError):  # the loop has ended: nobody waits any more
                loop.call_soon_threadsafe(answer, faults)
        self._leave()

    def _leave(self) -> None:
        """Release this worker's leases at once; without any, its row is deleted."""
        if connection := self._connection:
            with suppress(psycopg.Error):
                for statement in LEAVE:
                    connection.execute(statement, [self._claim.worker])
            connection.close()

    def _write(self, commits: Sequence[Sequence[Change]], loop: asyncio.AbstractEventLoop) -> Faults:
        """Write what can be written and return the result of each commit, when all of it is on the disk."""
        touched: Known | None = None
        fault: Exception = Conflict("Somebody else has changed it meanwhile.")
        for _ in range(TRIES):
            try:
                connection = self._connected()
                decision = Decision(commits, look(connection, touched) if touched else None)
                self._send(connection, decision)
            except STALE:
                touched = decision.known
                continue
            except Lost:
                if (written := self._learn(loop)) is None:
                    return [Unavailable(self.fault) for _ in commits]
                if not written:
                    continue  # certain that nothing was written: once more
            except (psycopg.DataError, errors.ProgramLimitExceeded) as error:
                fault = Unavailable(f"{self._address}: {type(error).__name__}")  # its message may hold what was written
                break
            except errors.LockNotAvailable:
                fault = Unavailable("Another worker has begun to write it, and does not end.")
                break
            except (psycopg.Error, TurnwiseError) as error:
                if isinstance(error, errors.ReadOnlySqlTransaction):
                    connection.close()  # only a new connection can write again after a failover
                self._fails(self._address.told(error))
                return [Unavailable(self.fault) for _ in commits]
            self._fails("")
            return decision.faults
        if len(commits) > 1:
            return [self._write([one], loop)[0] for one in commits]  # finds the failing commit; the others go on
        return [fault]

    def _connected(self, *, to_write: bool = True) -> Connection:
        """The connection with the claim, or a new one if it has been cut."""
        if self._connection and not is_open(self._connection):
            self._connection.close()
            self._connection = None
        if not self._connection:
            self._connection = self._claim.again(to_write=to_write)
        return self._connection

    def _send(self, connection: Connection, decision: Decision) -> None:
        """All or nothing. The statements of a pipeline are one transaction, which ends with it."""
        number = self._number + 1
        try:
            with connection.pipeline():
                for statement, values in statements(decision, number, self._claim.worker):
                    connection.execute(statement, values, prepare=True)
        except psycopg.Error:
            if connection.closed:
                raise Lost from None
            raise
        self._number = number

    def _learn(self, loop: asyncio.AbstractEventLoop) -> bool | None:
        """Whether the batch of a broken connection was written, as soon as the database can tell; None if it never
        will."""
        for pause in chain(PAUSES, repeat(PAUSES[-1])):
            try:
                ((number,),) = self._connected(to_write=False).execute(OUTCOME, [self._claim.worker])
            except (psycopg.Error, TurnwiseError) as error:
                self._fails(self._address.told(error))
                if self.closing or isinstance(error, TakenOver):
                    return None
                with suppress(RuntimeError):
                    loop.call_soon_threadsafe(self.lost, self.fault)
                time.sleep(pause)
            else:
                break
        written: bool = number > self._number
        self._number = number
        return written

    def _fails(self, why: str) -> None:
        if bool(why) != bool(self.fault):
            log.error("nothing can be kept: %s", why) if why else log.info("all is kept again")
        self.fault = why


def is_open(connection: Connection) -> bool:
    """Whether the peer has not hung up, as far as is known here. Sending may still succeed then."""
    if connection.closed:
        return False
    heard = select.poll()
    heard.register(connection.fileno(), select.POLLIN)
    while not connection.closed and heard.poll(0):  # its last words come before it has hung up
        with suppress(psycopg.Error):
            connection.pgconn.consume_input()
    return not connection.closed


def cut(connection: Connection) -> None:
    """Cut a connection whose peer does not answer; called from another thread than the waiting one."""
    with suppress(OSError, psycopg.Error), socket.socket(fileno=os.dup(connection.fileno())) as wire:
        wire.shutdown(socket.SHUT_RDWR)


def statements(decision: Decision, number: int, worker: str) -> Iterator[Statement]:
    """The statements that write a batch and verify its assumptions."""
    lengths, revisions, owners = decision.known
    if erased := sorted(decision.erased):
        yield ALONE, []
        yield VERIFY_ERASED, [erased, [lengths[log] for log in erased], worker]
        yield ERASE, [erased]
    if decision.items:
        yield APPEND, columns(sorted(decision.items), 3)
    kept = [(log, length) for log, length in lengths.items() if log not in decision.erased]
    before = columns([(log, length - 1) for log, length in kept if length], 2)
    if not revisions and len(kept) == len(decision.written_logs - decision.erased):
        yield NUMBER_LOGS, [*before, number, worker]
        return
    docs = sorted(decision.docs.items())
    changed = [(*key, revisions[key], doc.revision, doc.body or b"") for key, doc in docs if revisions[key]]
    if changed:
        yield REPLACE, columns(changed, 5)
    if new := [(*key, doc.revision, doc.body) for key, doc in docs if not revisions[key] and doc.body is not None]:
        yield ADD, columns(new, 4)
    if changed:
        yield UNMARK, columns([row[:2] for row in changed], 2)
    marks = sorted((key[0], *mark, doc.fall, key[1]) for key, doc in docs for mark in doc.marks)
    if marks:
        yield MARK, columns(marks, 5)
    after = columns([one for one in kept if one[0] not in decision.written_logs], 2)
    expected = [(*key, expected_revision(decision, key)) for key in revisions]
    given = {row[:3] for row in marks}
    others = [(*mark, id) for mark, id in owners.items() if mark not in given]
    yield NUMBER_ALL, [*before, *after, *columns(expected, 3), *columns(others, 4), number, worker]
    if gone := [key for key, doc in docs if revisions[key] and doc.body is None]:
        yield DROP, columns(gone, 2)


def expected_revision(decision: Decision, key: Key) -> int | None:
    """A document's revision just before the batch is numbered; None if there is none, 0 if it is to be deleted."""
    before, doc = decision.known.revisions[key], decision.docs.get(key)
    if doc is None:
        return before or None
    return doc.revision if before else doc.revision or None


def columns(rows: Collection[tuple[Any, ...]], width: int) -> list[list[Any]]:
    return [list(column) for column in zip(*rows, strict=True)] if rows else [[] for _ in range(width)]


def look(connection: Connection, touched: Known) -> Known:
    """The state in the database of everything that a batch touches."""
    lengths = dict(connection.execute(HOW_LONG, [list(touched.lengths)]).fetchall())
    revisions: dict[Key, int] = {
        (kind, id): revision for kind, id, revision in connection.execute(WHICH_REVISION, columns(touched.revisions, 2))
    }
    owners: dict[Mark, bytes] = {
        (kind, name, value): id for kind, name, value, id in connection.execute(WHOSE, columns(touched.owners, 3))
    }
    return Known(lengths, revisions, owners)
