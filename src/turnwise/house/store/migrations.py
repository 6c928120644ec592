"""The file of the embedded store: its tables, how an older file is brought up to date, and copies of it."""

import json
import os
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path

from turnwise.house.names import looks
from turnwise.kit.errors import TurnwiseError

DRAFT = ".draft"
"""The suffix of an unfinished copy."""
AT_ONCE = 512
"""Pages copied before each sync, so that the house's own writes never wait for hundreds of megabytes to be synced."""
OURS = 0x5475726E
"""The application id in the head of the file: "Turn"."""

STEPS: Sequence[Sequence[str]] = [
    [
        # The items of a log are stored side by side, without a second tree that every Append would have to touch.
        "CREATE TABLE log (name TEXT, at INTEGER, item BLOB, PRIMARY KEY (name, at)) WITHOUT ROWID",
        "CREATE TABLE doc (kind TEXT, id TEXT, revision INTEGER, body BLOB, UNIQUE (kind, id))",
        # `fall` is the negated rank: all of (fall, id) then ascends, and a page can begin anywhere without a search.
        """CREATE TABLE mark (kind TEXT, name TEXT, value TEXT, fall INTEGER, id TEXT,
            PRIMARY KEY (kind, name, value, fall, id)) WITHOUT ROWID""",
        "CREATE INDEX mark_of ON mark (kind, id)",
        "CREATE UNIQUE INDEX mark_of_one ON mark (kind, name, value) WHERE substr(name, 1, 4) = 'one '",
    ],
    [
        "CREATE TABLE journal (n INTEGER PRIMARY KEY, name TEXT, at INTEGER, item BLOB)",
        """CREATE VIEW entry (name, at, item) AS
            SELECT name, at, item FROM log UNION ALL SELECT name, at, item FROM journal""",
    ],
    [
        # Names that look alike are one name: of existing accounts that do, the oldest owns the look, and all keep their
        # names.
        """INSERT OR IGNORE INTO mark SELECT 'person', 'one look', look.value, mark.fall, mark.id
            FROM mark JOIN doc USING (kind, id), json_each(looks(CAST(doc.body AS TEXT))) AS look
            WHERE kind = 'person' AND mark.name = 'status' AND mark.value = 'account' ORDER BY mark.fall DESC, mark.id""",
        """UPDATE doc SET body = CAST(json_set(CAST(body AS TEXT), '$.looks', (SELECT json_group_array(value) FROM mark
            WHERE mark.kind = 'person' AND mark.name = 'one look' AND mark.id = doc.id)) AS BLOB)
            WHERE kind = 'person' AND id IN (SELECT id FROM mark WHERE kind = 'person' AND name = 'one look')""",
        """INSERT INTO mark SELECT 'person', 'guest look', look.value, mark.fall, mark.id
            FROM mark JOIN doc USING (kind, id), json_each(looks(CAST(doc.body AS TEXT))) AS look
            WHERE kind = 'person' AND mark.name = 'guest name'""",
        "DELETE FROM mark WHERE kind = 'person' AND name = 'guest name'",
    ],
    [
        # A second guard: a log has each item once. The number comes first in the key: matches played at the same time
        # have similar numbers, so that a batch touches a page or two of the index and not one for each log.
        "CREATE UNIQUE INDEX journal_once ON journal (at, name)",
    ],
]
"""The statements that make each version of the file from the one before. Never change a released step; add one."""


class BadFile(TurnwiseError):
    """A file in which the house can't keep its records."""

    code = "bad_store"


def migrate(file: sqlite3.Connection, path: Path) -> None:
    """Bring a file up to date, all or nothing; an older one is backed up first."""
    found, latest = version(file, path), len(STEPS)
    if found > latest:
        raise BadFile(
            f"{path.name} was written by a newer Turnwise: it has format {found}, and this one knows {latest}. "
            "Update Turnwise, or restore an older backup."
        )
    if found == latest:
        return
    if found:
        back_up(path, path.with_name(f"{path.stem}.before-{latest}{path.suffix}"))
    lay_out(file, latest, found)


def lay_out(file: sqlite3.Connection, format: int, found: int = 0) -> None:
    """Make the tables of a format from those of an older one, or from nothing."""
    file.create_function("looks", 1, _looks, deterministic=True)
    file.execute("BEGIN IMMEDIATE")
    try:
        for step in STEPS[found:format]:
            for statement in step:
                file.execute(statement)
        file.execute(f"PRAGMA application_id = {OURS}")
        file.execute(f"PRAGMA user_version = {format}")
        file.execute("COMMIT")
    except BaseException:
        file.execute("ROLLBACK")
        raise


def _looks(person: str) -> str:
    """A person's looks, as an SQL function for a step."""
    return json.dumps(looks(json.loads(person)["name"]))


def version(file: sqlite3.Connection, path: Path) -> int:
    """The version of a file of ours; 0 for an empty one."""
    (ours,) = file.execute("PRAGMA application_id").fetchone()
    (found,) = file.execute("PRAGMA user_version").fetchone()
    (tables,) = file.execute("SELECT count(*) FROM sqlite_schema").fetchone()
    if ours != OURS and (ours or found or tables):
        raise BadFile(f"{path.name} belongs to another program.")
    return int(found)


def open_to_read(path: Path, timeout: float = 5) -> sqlite3.Connection:
    """A read-only connection, while another process may write. An empty file is not opened: SQLite would delete the
    write-ahead log beside it, which may hold everything."""
    if path.exists() and not path.stat().st_size:
        raise sqlite3.DatabaseError("it is empty")
    return sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", timeout, isolation_level=None, uri=True)


def back_up(path: Path, target: Path) -> None:
    """Copy a file as it is at one moment, while others may write."""
    with (
        finished(target) as draft,
        closing(open_to_read(path)) as source,
        closing(sqlite3.connect(draft, isolation_level=None)) as copy,
    ):
        copy.execute("PRAGMA synchronous = OFF")  # the caller syncs it part by part
        source.execute("BEGIN")
        source.execute("SELECT 1 FROM sqlite_schema LIMIT 1").fetchone()  # pins the snapshot that is read
        source.backup(copy, pages=AT_ONCE, progress=lambda *_: sync_file(draft))
        copy.execute("PRAGMA journal_mode = DELETE")  # else reading it would need a second file beside it


@contextmanager
def finished(target: Path) -> Iterator[Path]:
    """A draft, empty at first, that gets its name once it is on the disk: a partial file never has it. Only its owner
    may read it, because it holds secrets of running matches."""
    draft = target.with_name(f"{target.name}{DRAFT}")
    draft.unlink(missing_ok=True)
    os.close(private(str(draft), os.O_CREAT | os.O_EXCL))
    try:
        yield draft
        sync_file(draft)
        draft.replace(target)
        sync_folder(target)
    except BaseException:
        draft.unlink(missing_ok=True)
        raise


def private(path: str, flags: int) -> int:
    """Open a file that only its owner may read."""
    return os.open(path, flags, 0o600)


def sync_file(path: Path) -> None:
    file = os.open(path, os.O_RDONLY)
    try:
        os.fsync(file)
    finally:
        os.close(file)


def sync_folder(path: Path) -> None:
    """fsync the folder, so that the rename survives a crash."""
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def check(path: Path) -> list[str]:
    """What is wrong with a file; nothing if it is sound."""
    try:
        with closing(open_to_read(path)) as file:
            found = version(file, path)
            if not 0 < found <= len(STEPS):
                return [f"{path.name} has format {found}, and this Turnwise knows 1 to {len(STEPS)}."]
            if faults := [fault for (fault,) in file.execute("PRAGMA integrity_check") if fault != "ok"]:
                return faults
            items = "log" if found == 1 else "entry"  # only later files have a journal
            for name, first, last, rows, different in file.execute(
                f"SELECT name, min(at), max(at), count(*), count(DISTINCT at) FROM {items} GROUP BY name"
            ):
                if first != 0 or last != different - 1:
                    faults.append(f"Items are missing in the log {name!r}.")
                elif rows != different:
                    faults.append(f"An item stands in the log {name!r} twice.")
            return faults
    except (sqlite3.Error, BadFile) as error:
        return [f"{path.name} cannot be read: {str(error).rstrip('.')}."]
