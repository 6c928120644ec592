"""The tables in a PostgreSQL database: how they are made and brought up to date, and whose they are.

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
from turnwise.kit.errors import TurnwiseError

OLDEST = 14
"""The oldest PostgreSQL that will do."""
LOCK = 0x5475726E77697365
"""The advisory lock of who has the records of a database open: "Turnwise"."""
REACH, WAIT = 5, 5.0
"""Seconds in which a database has to be reached, and for which whoever opens one waits for a process that has just ended."""
SILENCE = 15_000
"""Milliseconds after which a connection is broken off whose other end takes nothing of what was sent."""
SESSION = (
    "jit=off",
    # Whatever we ask goes through an index; the planner can't know how large the tables will be when a plan is kept.
    "enable_seqscan=off",
    "enable_hashjoin=off",
    "enable_mergejoin=off",
    "plan_cache_mode=force_generic_plan",
    "timezone=UTC",
    # The server lets go of the lock of a machine that has vanished.
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
        # `fall` is the rank turned round, so that all of (fall, id) rises and a page begins anywhere without a search.
        """CREATE TABLE turnwise.mark (kind bytea, name bytea, value bytea, fall bigint, id bytea,
            PRIMARY KEY (kind, name, value, fall, id))""",
        "CREATE INDEX mark_of ON turnwise.mark (kind, id)",
        r"""CREATE UNIQUE INDEX mark_of_one ON turnwise.mark (kind, name, value)
            WHERE substr(name, 1, 4) = '\x6f6e6520'::bytea""",
    ],
]
"""What makes each format of the tables from the one before it. Never change a step that has been released; add one."""
BEGIN: Sequence[LiteralString] = (
    "CREATE SCHEMA turnwise",
    # One row. `batch` tells whether a batch was written whose answer was lost. One that took something for granted that is not so
    # gets no number, which the table refuses.
    """CREATE TABLE turnwise.house (id text NOT NULL, format integer NOT NULL, since timestamptz NOT NULL DEFAULT now(),
        claim text NOT NULL, holder text NOT NULL, batch bigint NOT NULL, copying text NOT NULL)
        WITH (fillfactor = 50)""",
    "INSERT INTO turnwise.house VALUES (%s, 0, now(), '', '', 0, %s)",
)

Connection = psycopg.Connection[Any]


class TakenOver(BadFile):
    """Another process has had the records, so that this one's memory may be out of date."""


class Inside(NamedTuple):
    """What a database says of the house in it."""

    id: str
    format: int
    claim: str
    holder: str
    copying: str
    """From where it is being copied; nothing if it is whole."""


class Claim:
    """This process's right to write into a database: a lock of the connection that writes, and a name that each new process changes."""

    def __init__(self, address: Address) -> None:
        self.address = address
        self.name = secrets.token_hex(8)
        self.house = ""
        """The id of the house, once it is known."""
        self.latest: Connection | None = None
        """The connection that has the lock, or is about to get it."""

    def connect(self, *, to_write: bool = True) -> Connection:
        """A connection that has the lock, after the last one of ours is gone."""
        connection = self.latest = connect(self.address, f"turnwise {self.name}")
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
        while not connection.execute("SELECT pg_try_advisory_lock(%s)", [LOCK]).fetchall()[0][0]:
            # A connection of ours that was cut may be alive at its other end.
            connection.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = %s AND pid <> %s",
                [f"turnwise {self.name}", connection.info.backend_pid],
            )
            if time.monotonic() > until:
                found = look_inside(connection, self.address)
                holder = found.holder if found and found.holder else "another process"
                raise TurnwiseError(f"{self.address} is in use: {holder} has it open.", "store_in_use")
            time.sleep(0.05)

    def begin(self, connection: Connection, copying: str = "") -> Inside:
        """Make the tables or bring them up to date, all or nothing, and write down who has them."""
        try:
            with connection.transaction():
                found = look_inside(connection, self.address)
                if not found:
                    for statement in BEGIN:
                        values = [secrets.token_hex(8), copying] if "%s" in statement else None
                        connection.execute(statement, values)
                for step in STEPS[found.format if found else 0 :]:
                    for statement in step:
                        connection.execute(statement)
                connection.execute(
                    "UPDATE turnwise.house SET format = %s, claim = %s, holder = %s",
                    [len(STEPS), self.name, f"process {getpid()} on {platform.node()}"],
                )
        except psycopg.errors.InsufficientPrivilege as error:
            raise BadFile(
                f"{self.address} can't be used: {self.address.told(error)}. Its user needs a schema of its own there: "
                "GRANT CREATE ON DATABASE … TO …, or make it the owner of the database."
            ) from None
        except psycopg.Error as error:
            raise BadFile(f"{self.address} can't be used: {self.address.told(error)}.") from None
        inside = look_inside(connection, self.address)
        assert inside
        self.house = inside.id
        return inside

    def again(self, *, to_write: bool = True) -> Connection:
        """Connect once more; refused if another process has had the records meanwhile, for then memory may be out of date."""
        connection = self.connect(to_write=to_write)
        try:
            found = look_inside(connection, self.address)
            if not found or found.id != self.house:
                raise BadFile(f"{self.address} holds {'another' if found else 'no'} house now. Nothing was written.")
            if found.claim != self.name:
                raise TakenOver(f"{self.address} was opened by {found.holder} meanwhile. Close this house.")
        except BaseException:
            connection.close()
            raise
        return connection


def connect(address: Address, name: str) -> Connection:
    """A connection, in which every statement is a transaction of its own; or a sentence."""
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
        # Many connections that are used once in a while need no plan of a statement that is seldom.
        connection.prepare_threshold = 2
        if connection.info.server_version < OLDEST * 10_000:
            version = connection.info.server_version // 10_000
            connection.close()
            raise BadFile(f"{address} is PostgreSQL {version}, and Turnwise needs {OLDEST} or newer.")
        # What is acknowledged is on the disk, whatever the server's own setting is; a stricter one stays.
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
    if "translate host name" in error or "refused" in error or "No such file" in error or "timeout" in error:
        return " Is the address right, and is the server running?"
    return ""


def look_inside(connection: Connection, address: Address) -> Inside | None:
    """The house in a database; nothing if there is none. Refused if it belongs to another program or to a newer Turnwise."""
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
