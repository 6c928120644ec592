"""The tables in a PostgreSQL database: how they are created and brought up to date, and which worker may write.

Keys are bytes, not text: PostgreSQL's text has no NUL, and its order depends on the language of the database.
"""

import platform
import secrets
import time
from collections.abc import Sequence
from os import getpid
from typing import Any, LiteralString, NamedTuple

import psycopg

from turnwise.house.store.migrations import BadFile
from turnwise.house.store.postgres_address import Address
from turnwise.house.store.sharing import LIFE
from turnwise.kit.errors import TurnwiseError

OLDEST = 14
"""The oldest PostgreSQL version that is supported."""
LOCK = 0x5475726E77697365
"""The advisory lock on the records, "Turnwise" in ASCII: workers share it, `turnwise migrate` takes it exclusively."""
ERASING = LOCK + 1
"""The advisory lock of a transaction that erases a log; those that append share it."""
FORGOTTEN = 24 * 60 * 60
"""Seconds after which nobody asks any more which batch a worker wrote last."""
REACH, WAIT = 5, 5.0
"""Seconds to reach a database, and to wait for the lock of a process that has just ended."""
SILENCE = 15_000
"""Milliseconds after which a connection is closed whose peer acknowledges nothing."""
SESSION = (
    "jit=off",
    # Every query uses an index; the planner can't know how large the tables will be when a plan is cached.
    "enable_seqscan=off",
    "enable_hashjoin=off",
    "enable_mergejoin=off",
    "plan_cache_mode=force_generic_plan",
    "timezone=UTC",
    # A commit that waits for another worker's stalled batch fails, so that the rest of its own batch can go on.
    "lock_timeout=3s",
    # The server releases the locks of a machine that has vanished.
    "tcp_keepalives_idle=10",
    "tcp_keepalives_interval=5",
    "tcp_keepalives_count=3",
    f"tcp_user_timeout={SILENCE}",
)

STEPS: Sequence[Sequence[LiteralString]] = [
    [
        "CREATE TABLE turnwise.log (name bytea, at integer, item bytea NOT NULL, PRIMARY KEY (name, at))",
        """CREATE TABLE turnwise.doc (kind bytea, id bytea, revision bigint NOT NULL, body bytea NOT NULL,
            PRIMARY KEY (kind, id)) WITH (fillfactor = 80)""",
        # `fall` is the negated rank: all of (fall, id) then ascends, and a page can begin anywhere without a search.
        """CREATE TABLE turnwise.mark (kind bytea, name bytea, value bytea, fall bigint, id bytea,
            PRIMARY KEY (kind, name, value, fall, id))""",
        "CREATE INDEX mark_of ON turnwise.mark (kind, id)",
        r"""CREATE UNIQUE INDEX mark_of_one ON turnwise.mark (kind, name, value)
            WHERE substr(name, 1, 4) = '\x6f6e6520'::bytea""",
    ],
    [
        "ALTER TABLE turnwise.house DROP COLUMN IF EXISTS batch",
        # `batch` tells whether a batch was written whose answer was lost. A batch with a wrong assumption gets NULL as
        # its number, which the table refuses. A row for each worker, so that none waits for another.
        """CREATE TABLE turnwise.worker (id text PRIMARY KEY, until timestamptz NOT NULL, about text NOT NULL,
            batch bigint NOT NULL) WITH (fillfactor = 50)""",
        "CREATE TABLE turnwise.lease (name bytea PRIMARY KEY, worker text NOT NULL)",
        "CREATE INDEX lease_of ON turnwise.lease (worker)",
    ],
]
"""The statements that make each format from the one before. Never change a released step; add one."""
BEGIN: Sequence[LiteralString] = (
    "CREATE SCHEMA turnwise",
    # One row. `claim` changes whenever a process has had the records exclusively, and `holder` says which one.
    """CREATE TABLE turnwise.house (id text NOT NULL, format integer NOT NULL, since timestamptz NOT NULL DEFAULT now(),
        claim text NOT NULL, holder text NOT NULL, copying text NOT NULL)""",
    "INSERT INTO turnwise.house VALUES (%s, 0, now(), '', '', %s)",
)
FORGET: LiteralString = """DELETE FROM turnwise.worker WHERE id <> %s AND until < clock_timestamp() - make_interval(secs => %s)
    AND NOT EXISTS (SELECT FROM turnwise.lease WHERE worker = worker.id)
    AND pg_try_advisory_xact_lock(('x' || id)::bit(64)::bigint)"""
"""Keeps the row of a worker that is still connected: one of its batches may yet arrive."""
JOIN: LiteralString = (
    """INSERT INTO turnwise.worker VALUES (%s, clock_timestamp() + make_interval(secs => %s), %s, 0)"""
)
LEAVE: Sequence[LiteralString] = (
    "UPDATE turnwise.worker SET until = clock_timestamp() WHERE id = %s",
    "DELETE FROM turnwise.worker WHERE id = %s AND NOT EXISTS (SELECT FROM turnwise.lease WHERE worker = worker.id)",
)
"""Expires the worker's leases, so that the others find them."""

Connection = psycopg.Connection[Any]


class TakenOver(BadFile):
    """Another process has had the records exclusively, or this worker was forgotten: what it knows may be wrong."""


class Inside(NamedTuple):
    """What a database says about the house in it."""

    id: str
    format: int
    claim: str
    holder: str
    copying: str
    """Where it is being copied from; empty if it is complete."""


class Claim:
    """The right to write into a database, as locks of the writing connection: one on the records, shared or exclusive,
    and one of the worker, so that its last connection is gone when the next one asks what became of a batch."""

    def __init__(self, address: Address, *, alone: bool = False) -> None:
        self.address = address
        self.worker = secrets.token_hex(8)
        self.about = f"process {getpid()} on {platform.node()}"
        self._alone = alone
        self._key = int.from_bytes(bytes.fromhex(self.worker), "big", signed=True)
        self._inside: Inside | None = None
        self._exclusive = False
        self.latest: Connection | None = None
        """The connection that has the locks, or is about to get them."""

    def connect(self, *, to_write: bool = True) -> Connection:
        """A connection with the locks, once our last one is gone."""
        connection = self.latest = connect(self.address, session_of(self.worker))
        try:
            self._must_be_writable(connection, to_write)
            self._lock(connection, WAIT)
        except BaseException:
            connection.close()
            raise
        return connection

    def _must_be_writable(self, connection: Connection, to_write: bool) -> None:
        ((standby, read_only),) = connection.execute(
            "SELECT pg_is_in_recovery(), current_setting('transaction_read_only')::bool"
        )
        if standby:
            raise BadFile(f"{self.address} is a standby, which can only be read: name its primary server.")
        if read_only and to_write:
            raise BadFile(
                f"{self.address} can only be read: ALTER DATABASE … RESET default_transaction_read_only, or another user."
            )

    def _lock(self, connection: Connection, patience: float) -> None:
        until = time.monotonic() + patience
        while not _try(connection, "pg_try_advisory_lock", self._key):
            # A connection that is cut at our end may still be alive at the server's.
            connection.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = %s AND pid <> %s",
                [session_of(self.worker), connection.info.backend_pid],
            )
            if time.monotonic() > until:
                raise TurnwiseError(f"{self.address} still serves a connection that was cut.", "store_in_use")
            time.sleep(0.05)
        while not self._lock_house(connection):
            if time.monotonic() > until:
                raise TurnwiseError(
                    f"{self.address} is in use: {self._holders(connection)} has it open.", "store_in_use"
                )
            time.sleep(0.05)

    def _lock_house(self, connection: Connection) -> bool:
        """Shared, unless the tables have to be changed."""
        self._exclusive = self._alone or not is_ready(look_inside(connection, self.address))
        if self._exclusive:
            return _try(connection, "pg_try_advisory_lock", LOCK)
        return _try(connection, "pg_try_advisory_lock_shared", LOCK)

    def _holders(self, connection: Connection) -> str:
        found = look_inside(connection, self.address)
        if found and is_ready(found):
            alive = "SELECT about FROM turnwise.worker WHERE until > clock_timestamp() ORDER BY about LIMIT 3"
            if workers := [about for (about,) in connection.execute(alive)]:
                return " and ".join(workers)
        return found.holder if found and found.holder else "another process"

    def begin(self, connection: Connection, copying: str = "") -> Inside:
        """Create the tables or bring them up to date, all or nothing, and record who has them."""
        try:
            with connection.transaction():
                found = look_inside(connection, self.address)
                if self._exclusive:
                    self._prepare(connection, found, copying)
                elif not is_ready(found):
                    raise BadFile(f"{self.address} has been changed just now. Try again.")
                if not self._alone:
                    connection.execute(FORGET, [self.worker, FORGOTTEN])
                    connection.execute(JOIN, [self.worker, LIFE, self.about])
            if self._exclusive and not self._alone:
                connection.execute("SELECT pg_advisory_lock_shared(%s), pg_advisory_unlock(%s)", [LOCK, LOCK])
        except psycopg.errors.InsufficientPrivilege as error:
            raise BadFile(
                f"{self.address} can't be used: {self.address.told(error)}. Its user needs a schema of its own there: "
                "GRANT CREATE ON DATABASE … TO …, or make it the owner of the database."
            ) from None
        except psycopg.Error as error:
            raise BadFile(f"{self.address} can't be used: {self.address.told(error)}.") from None
        self._inside = look_inside(connection, self.address)
        assert self._inside
        return self._inside

    def _prepare(self, connection: Connection, found: Inside | None, copying: str) -> None:
        if not found:
            for statement in BEGIN:
                values = [secrets.token_hex(8), copying] if "%s" in statement else None
                connection.execute(statement, values)
        for step in STEPS[found.format if found else 0 :]:
            for statement in step:
                connection.execute(statement)
        connection.execute(
            "UPDATE turnwise.house SET format = %s, claim = %s, holder = %s", [len(STEPS), self.worker, self.about]
        )

    def again(self, *, to_write: bool = True) -> Connection:
        """Reconnect; refused if this worker can't know any more what is there."""
        connection = self.connect(to_write=to_write)
        try:
            found, ours = look_inside(connection, self.address), self._inside
            assert ours
            if not found or found.id != ours.id or not is_ready(found):
                raise BadFile(f"{self.address} holds {'another' if found else 'no'} house now. Nothing was written.")
            if found.claim != ours.claim:
                raise TakenOver(f"{self.address} was opened by {found.holder} alone meanwhile. Close this house.")
            if not connection.execute("SELECT FROM turnwise.worker WHERE id = %s", [self.worker]).fetchall():
                raise TakenOver(f"{self.address} has not heard of this worker for a day. Close this house.")
        except BaseException:
            connection.close()
            raise
        return connection


def session_of(worker: str) -> str:
    """The application name of a worker's connections, by which they can be ended."""
    return f"turnwise {worker}"


def is_ready(found: Inside | None) -> bool:
    """Whether there are tables, in today's format."""
    return bool(found and found.format == len(STEPS))


def _try(connection: Connection, lock: LiteralString, key: int) -> bool:
    ((got,),) = connection.execute(f"SELECT {lock}(%s)", [key])
    return bool(got)


def connect(address: Address, name: str) -> Connection:
    """A connection in autocommit mode; raises BadFile with a sentence."""
    given = address.connection_string(
        *SESSION,
        application_name=name,
        connect_timeout=REACH,
        keepalives_idle=10,
        keepalives_interval=5,
        keepalives_count=3,
        tcp_user_timeout=SILENCE,
    )
    try:
        connection = psycopg.connect(given, autocommit=True)
        # Many connections that are seldom used need no prepared statements.
        connection.prepare_threshold = 2
        if connection.info.server_version < OLDEST * 10_000:
            version = connection.info.server_version // 10_000
            connection.close()
            raise BadFile(f"{address} is PostgreSQL {version}, and Turnwise needs {OLDEST} or newer.")
        # What is acknowledged is on the disk, whatever the server's setting; a stricter one stays.
        connection.execute(
            "SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'"
        )
    except psycopg.Error as error:
        raise BadFile(f"{address} can't be reached: {address.told(error)}{_advice(str(error))}") from None
    return connection


def _advice(error: str) -> str:
    if "password" in error or "authentication" in error:
        return " The password is taken from TURNWISE_STORE, PGPASSWORD or the file that PGPASSFILE names (~/.pgpass)."
    if "database" in error and "does not exist" in error:
        return " Make it: createdb --owner=USER DATABASE."
    if "too many" in error or "connection slots" in error:
        return " Raise max_connections, or the limit of its user or of the database. A worker needs up to six."
    if "translate host name" in error or "refused" in error or "No such file" in error or "timeout" in error:
        return " Is the address right, and is the server running?"
    return ""


def look_inside(connection: Connection, address: Address) -> Inside | None:
    """The house in a database, or None. Refused if it belongs to another program or to a newer Turnwise."""
    ((schema, ours),) = connection.execute("SELECT to_regnamespace('turnwise'), to_regclass('turnwise.house')")
    if ours is None:
        if schema is not None:
            raise BadFile(f"The schema turnwise of {address} belongs to another program.")
        return None
    try:
        rows = connection.execute("SELECT id, format, claim, holder, copying FROM turnwise.house").fetchall()
        (row,) = rows
    except (psycopg.errors.UndefinedColumn, ValueError):
        raise BadFile(f"The schema turnwise of {address} belongs to another program.") from None
    found = Inside._make(row)
    if found.format > len(STEPS):
        raise BadFile(
            f"{address} was written by a newer Turnwise: it has format {found.format}, and this one knows {len(STEPS)}. "
            "Update Turnwise, or restore an older dump."
        )
    return found
