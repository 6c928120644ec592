"""The orders of `turnwise admin` about the file of the records: back it up, restore it, check it, repair it."""

import argparse
import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from turnwise.house.hosting import backups
from turnwise.house.hosting.orders import user_name
from turnwise.house.hosting.salvage import repair
from turnwise.house.store.choice import elsewhere
from turnwise.house.store.claim import refuse_to_begin
from turnwise.house.store.migrations import check, open_to_read
from turnwise.house.store.switching import finish_if_decided
from turnwise.kit.errors import TurnwiseError, quoted

KEPT = 7
"""Backups in the rotation, by default."""


def must_be_ours(folder: Path) -> None:
    """Refuse with a sentence if this user may not use the folder of the records."""
    try:
        owner = folder.stat().st_uid
    except FileNotFoundError:
        return
    except OSError as error:
        raise TurnwiseError(f"{folder} can't be used: {error.strerror}.", "bad_store") from None
    if not os.access(folder, os.R_OK | os.W_OK | os.X_OK):
        name = user_name(owner)
        raise TurnwiseError(
            f"The house in {folder} belongs to {name}: give the order with sudo -u {name}.", "bad_store"
        )


def must_be_in_a_file(folder: Path, store: object) -> None:
    """Refuse an order about the file of a house whose records are in a database."""
    note = elsewhere(folder)
    if store or note:
        raise TurnwiseError(
            f"The records are in {note.address if note else store}, which PostgreSQL's own programs look after: pg_dump copies "
            "them while the house is open, pg_restore puts a dump back, pg_amcheck looks for damage. See docs/hosting.md.",
            "bad_request",
        )


def found(records: Path) -> Path:
    """The records of the house in a folder; refused if it has none."""
    finish_if_decided(records)
    if not records.exists():
        refuse_to_begin(records, "is missing")
        raise TurnwiseError(f"There is no house in {records.parent}; name its folder with --data.", "no_such_house")
    return records


def _back_up(records: Path, parsed: argparse.Namespace) -> None:
    to, removed = backups.readers(parsed.to, parsed.to_file), list[Path]()
    if parsed.keep and not parsed.into:
        raise TurnwiseError("--keep is for a row of backups in a folder: --into FOLDER.", "bad_request")
    with _told(parsed.into or parsed.file, records):
        if parsed.into:
            target, removed = backups.make_next(found(records), parsed.into, parsed.keep or KEPT, to)
        else:
            backups.make(found(records), target := parsed.file, to)
    encrypted = f", encrypted for {len(to)}" if to else ""
    print(f"{target}: {target.stat().st_size:,} bytes, and sound{encrypted}.")
    for file in removed:
        print(f"{file} was the oldest, and is removed.")


def _restore(records: Path, parsed: argparse.Namespace) -> None:
    with _told(parsed.file, parsed.file):
        old = backups.put_back(_readable(parsed.file), records, parsed.identity)
    print(
        f"{records} is as {parsed.file} was"
        + (f"; what was there before is kept beside it as {old.name}." if old else ".")
    )


def _check(records: Path, parsed: argparse.Namespace) -> None:
    with _told(parsed.file or records, parsed.file or records):
        file = _readable(parsed.file) if parsed.file else found(records)
        encrypted = backups.is_encrypted(file)
    if encrypted:
        raise TurnwiseError(f"{file} is encrypted. Open it with its key first: age -d -i KEY {file.name}", "bad_store")
    faults = check(file)
    for fault in faults:
        print(fault)
    if faults:
        advice = "Restore a backup, or keep what can be read: turnwise admin repair."
        raise TurnwiseError(f"{file} is not sound. {advice if not parsed.file else 'Use another backup.'}", "bad_store")
    with closing(open_to_read(file)) as open_file:
        count = "SELECT count(*) FROM doc WHERE kind = ?"
        tables, people = (open_file.execute(count, (kind,)).fetchone()[0] for kind in ("table", "person"))
    print(f"{file} is sound: {tables:,} tables, {people:,} people.")


def _repair(records: Path, parsed: argparse.Namespace) -> None:
    with _told(records, records):
        done = repair(records)
    if done is None:
        print(f"{records} is sound; nothing was changed.")
        return
    for line in done.lost or ["Nothing is lost."]:
        print(line)
    print(f"{records} is sound now: {done.tables:,} tables, {done.people:,} people.")
    if done.aside:
        print(f"The damaged file is kept as {done.aside.name}.")


def _readable(file: Path) -> Path:
    if not file.is_file():
        raise TurnwiseError(f"There is no file {quoted(str(file))}.", "no_such_file")
    return file


@contextmanager
def _told(file: Path, read: Path) -> Iterator[None]:
    """Turn errors of the disk about one file, or of SQLite about the one that is read, into a sentence."""
    try:
        yield
    except OSError as error:
        raise TurnwiseError(
            f"{error.filename or file} can't be used: {error.strerror or error}.", "bad_store"
        ) from None
    except sqlite3.Error as error:
        raise TurnwiseError(
            f"{read} can't be read: {error}. “turnwise admin check” says what is wrong.", "bad_store"
        ) from None


ORDERS: dict[str, Callable[[Path, argparse.Namespace], None]] = {
    "backup": _back_up,
    "restore": _restore,
    "check": _check,
    "repair": _repair,
}
