"""Opens the file of the records for writing: its settings, and the sentence when that fails."""

import os
import sqlite3
from pathlib import Path

from turnwise.house.store.claim import refuse_to_begin, remember
from turnwise.house.store.migrations import BadFile, migrate, version

PATIENCE = 1.0
"""Seconds to wait while another process holds the file."""
PAGES, ROOM = 2000, 8 << 20
"""Pages of the write-ahead log after which it is restarted, and their bytes."""
REPAIR = (
    " “turnwise admin check” says what is wrong with it, “turnwise admin repair” keeps what can be read of it, "
    "and “turnwise admin restore FILE” puts a backup in its place."
)
SET_UP = (
    "PRAGMA journal_mode = WAL",
    "PRAGMA synchronous = FULL",
    "PRAGMA fullfsync = ON",  # without it macOS does not wait for the disk
    f"PRAGMA wal_autocheckpoint = {PAGES}",
    "PRAGMA journal_size_limit = 67108864",
    "PRAGMA cache_size = -16000",
    "PRAGMA temp_store = MEMORY",
)
CHANGES = (
    # Documents are written into this view: a row for the document and one for each mark. A refused row rolls the whole
    # statement back, so that a commit needs no savepoint.
    "CREATE TEMP VIEW change (kind, id, seen, body, mark, value, fall) AS VALUES (0, 0, 0, 0, 0, 0, 0)",
    """CREATE TEMP TRIGGER guard INSTEAD OF INSERT ON change WHEN NEW.mark IS NULL AND NEW.kind IS NOT NULL BEGIN
        SELECT RAISE(ABORT, 'changed') WHERE NEW.seen <>
            coalesce((SELECT revision FROM doc WHERE kind = NEW.kind AND id = NEW.id), 0);
        DELETE FROM mark WHERE kind = NEW.kind AND id = NEW.id;
        DELETE FROM doc WHERE kind = NEW.kind AND id = NEW.id AND NEW.body IS NULL;
        INSERT INTO doc (kind, id, revision, body)
            SELECT NEW.kind, NEW.id, 1, NEW.body WHERE NEW.body IS NOT NULL
            ON CONFLICT (kind, id) DO UPDATE SET revision = revision + 1, body = excluded.body;
    END""",
    """CREATE TEMP TRIGGER marking INSTEAD OF INSERT ON change WHEN NEW.mark IS NOT NULL BEGIN
        INSERT INTO mark (kind, name, value, fall, id) VALUES (NEW.kind, NEW.mark, NEW.value, NEW.fall, NEW.id);
    END""",
    # A row without a kind erases a log.
    """CREATE TEMP TRIGGER erasing INSTEAD OF INSERT ON change WHEN NEW.kind IS NULL BEGIN
        SELECT RAISE(ABORT, 'changed') WHERE NEW.seen <>
            (SELECT coalesce(max(at) + 1, 0) FROM entry WHERE name = NEW.id);
        DELETE FROM log WHERE name = NEW.id;
        DELETE FROM journal WHERE name = NEW.id;
    END""",
    # The writer knows the lengths of the logs, unless another program wrote into them.
    """CREATE TEMP TRIGGER once BEFORE INSERT ON main.journal BEGIN
        SELECT RAISE(ABORT, 'written already') WHERE EXISTS (SELECT 1 FROM log WHERE name = NEW.name AND at >= NEW.at);
    END""",
)


def is_damage(error: Exception) -> bool:
    """Whether an error says that the file is damaged."""
    return type(error) is sqlite3.DatabaseError


def open_to_write(path: Path) -> sqlite3.Connection:
    """Open or create a file, in today's format."""
    if not path.exists() or not path.stat().st_size:  # SQLite would delete the write-ahead log of an empty file
        refuse_to_begin(path, "is empty" if path.exists() else "is missing")
    try:
        os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))  # it holds secrets: only its owner may read it
        file = sqlite3.connect(path, PATIENCE, isolation_level=None, check_same_thread=False, cached_statements=256)
        try:
            if version(file, path) == 0:
                refuse_to_begin(path, "holds no tables")
            migrate(file, path)
            remember(path)
            for statement in SET_UP + CHANGES:
                file.execute(statement)
        except BaseException:
            file.close()
            raise
    except OSError as error:
        raise BadFile(f"{path} cannot be opened: {error.strerror}.") from error
    except sqlite3.Error as error:
        advice = REPAIR if is_damage(error) or isinstance(error, sqlite3.IntegrityError) else ""
        raise BadFile(f"{path} cannot be opened: {error}.{advice}") from error
    return file


def widen(wal: Path) -> None:
    """Give a write-ahead log its full size at once: syncing overwritten bytes takes half the time of appended ones.

    SQLite ignores what follows its last frame; older frames are often there."""
    with wal.open("r+b") as file:
        size = file.seek(0, os.SEEK_END)
        file.write(bytes(max(0, ROOM - size)))
        file.flush()
        os.fsync(file.fileno())
