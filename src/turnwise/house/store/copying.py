"""A house moves from its file into a PostgreSQL database, or back.

Rows are copied in the order of their keys, so that a copy that was killed continues after the last row written. Then
both sides are read once more and compared, document by document and log by log, before the copy becomes the house.
"""

import hashlib
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from itertools import count, groupby, islice, zip_longest
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from turnwise.house.store.choice import DATABASE, NOTE, elsewhere, write_down
from turnwise.house.store.claim import Claim, begun, forget, remember
from turnwise.house.store.migrations import STEPS, BadFile, lay_out, open_to_read, private, sync_file, sync_folder
from turnwise.house.store.postgres_address import Address
from turnwise.house.store.postgres_tables import Claim as DatabaseClaim
from turnwise.house.store.postgres_tables import Connection, look_inside
from turnwise.house.store.sqlite import Writer
from turnwise.house.store.switching import finish

PART = 1000
"""Rows copied in one transaction."""
TABLES = {"doc": ("kind", "id"), "mark": ("kind", "name", "value", "fall", "id"), "log": ("name", "at")}
"""The tables that are copied, and the keys that order them."""
COLUMNS = {"doc": ("kind", "id", "revision", "body"), "mark": TABLES["mark"], "log": ("name", "at", "item")}

Row = tuple[Any, ...]
Tell = Callable[[int], object]


class Proof(NamedTuple):
    """What was found to be the same on both sides."""

    documents: int
    logs: int
    items: int
    fingerprint: str


class Side(Protocol):
    """Where rows are read and written, in the order of their keys. Text is bytes here, whatever the side itself
    uses."""

    def rows(self, table: str, after: Row | None = None) -> Iterator[Row]: ...

    def last(self, table: str) -> Row | None: ...

    def write(self, table: str, rows: list[Row]) -> None: ...


class File:
    """The tables of an SQLite file."""

    def __init__(self, file: sqlite3.Connection) -> None:
        self._file = file

    def rows(self, table: str, after: Row | None = None) -> Iterator[Row]:
        keys, columns = ", ".join(TABLES[table]), ", ".join(COLUMNS[table])
        where = f"WHERE ({keys}) > ({', '.join('?' * len(TABLES[table]))})" if after else ""
        given = [part.decode() if isinstance(part, bytes) else part for part in after or ()]
        for row in self._file.execute(f"SELECT {columns} FROM {table} {where} ORDER BY {keys}", given):
            yield tuple(part.encode() if isinstance(part, str) else part for part in row)

    def last(self, table: str) -> Row | None:
        keys = TABLES[table]
        order = ", ".join(f"{key} DESC" for key in keys)
        row = self._file.execute(f"SELECT {', '.join(keys)} FROM {table} ORDER BY {order} LIMIT 1").fetchone()
        return tuple(part.encode() if isinstance(part, str) else part for part in row) if row else None

    def write(self, table: str, rows: list[Row]) -> None:
        columns = COLUMNS[table]
        text = [name not in ("body", "item") for name in columns]
        marks = ", ".join("?" * len(columns))
        with self._file:
            self._file.execute("BEGIN")
            self._file.executemany(
                f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({marks})",
                (
                    [
                        one.decode() if words and isinstance(one, bytes) else one
                        for one, words in zip(row, text, strict=True)
                    ]
                    for row in rows
                ),
            )


class Database:
    """The tables of a PostgreSQL database."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def rows(self, table: str, after: Row | None = None) -> Iterator[Row]:
        keys, columns = ", ".join(TABLES[table]), ", ".join(COLUMNS[table])
        where = f"WHERE ({keys}) > ({', '.join(['%s'] * len(TABLES[table]))})" if after else ""
        question = f"SELECT {columns} FROM turnwise.{table} {where} ORDER BY {keys}"
        with self._connection.transaction(), self._connection.cursor("copying", binary=True) as cursor:
            cursor.itersize = PART
            yield from cursor.execute(question.encode(), after)

    def last(self, table: str) -> Row | None:
        keys = TABLES[table]
        order = ", ".join(f"{key} DESC" for key in keys)
        question = f"SELECT {', '.join(keys)} FROM turnwise.{table} ORDER BY {order} LIMIT 1"
        return self._connection.execute(question.encode()).fetchone()

    def write(self, table: str, rows: list[Row]) -> None:
        question = f"COPY turnwise.{table} ({', '.join(COLUMNS[table])}) FROM STDIN"
        with self._connection.cursor() as cursor, cursor.copy(question.encode()) as copy:
            for row in rows:
                copy.write_row(row)


def to_database(folder: Path, address: Address, tell: Tell) -> Proof:
    """Copy the house of a folder into a database, which holds its records from then on. The old file is kept beside
    it."""
    path, note = (folder / DATABASE).resolve(), elsewhere(folder)
    if not path.exists():
        raise BadFile(f"There is no house in {folder}: it has no {DATABASE}. Nothing was changed.")
    claim, origin = DatabaseClaim(address, alone=True), str(path)
    with closing(Claim(path)) as folders, closing(claim.connect()) as connection:
        finish(path)
        found = look_inside(connection, address)
        if found and found.copying != origin and not (note and note.house == found.id):
            what = f"half a house, copied from {found.copying}" if found.copying else "another house"
            raise BadFile(f"{address} holds {what}. Nothing was changed. Name an empty database.")
        inside = claim.begin(connection, origin)
        Writer(path, folders).close()  # brings the file to today's format and empties its journal
        target = Database(connection)
        with closing(open_to_read(path)) as file:
            proof = _copied(File(file), target, tell, f"DROP SCHEMA turnwise CASCADE in {address}")
        write_down(folder, inside.id, address)
        connection.execute("UPDATE turnwise.house SET copying = ''")
        connection.execute("ANALYZE")
        aside = next(
            one for n in count(1) if not (one := path.with_name(f"{path.stem}.before-postgresql-{n}.sqlite")).exists()
        )
        path.rename(aside)
        forget(path)
        sync_folder(path)
    return proof


def to_file(address: Address, folder: Path, tell: Tell) -> Proof:
    """Copy the house of a database into the file of a folder, which holds its records from then on."""
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    path, note = (folder / DATABASE).resolve(), elsewhere(folder)
    draft, claim = path.with_name(f"{path.name}.copying"), DatabaseClaim(address, alone=True)
    with closing(Claim(path)), closing(claim.connect()) as connection:
        found = look_inside(connection, address)
        if not found or found.copying:
            raise BadFile(f"{address} holds {'half a' if found else 'no'} house. Nothing was changed.")
        if begun(path) or note and note.house != found.id:
            raise BadFile(f"{folder} holds another house. Nothing was changed. Choose another folder.")
        claim.begin(connection)
        origin = path.with_name(f"{draft.name}-from")
        if draft.exists() and (not origin.exists() or origin.read_text() != found.id):
            draft.unlink()
        with open(origin, "w", opener=private) as file:
            file.write(found.id)
        open(draft, "ab", opener=private).close()
        with closing(sqlite3.connect(draft, isolation_level=None)) as copy:
            if not draft.stat().st_size:
                lay_out(copy, len(STEPS))
            proof = _copied(Database(connection), File(copy), tell, f"delete {draft}")
        sync_file(draft)
        draft.rename(path)
        remember(path)
        (folder / NOTE).unlink(missing_ok=True)
        origin.unlink()
        sync_folder(path)
    return proof


def _copied(source: Side, target: Side, tell: Tell, anew: str) -> Proof:
    done = 0
    for table in TABLES:
        rows = source.rows(table, target.last(table))
        while part := list(islice(rows, PART)):
            target.write(table, part)
            done += len(part)
            tell(done)
    return _compared(source, target, anew)


def _compared(source: Side, target: Side, anew: str) -> Proof:
    whole, counted = hashlib.sha256(), {"doc": 0, "mark": 0, "log": 0, "items": 0}
    for table in TABLES:
        for ours, theirs in zip_longest(_prints(source, table), _prints(target, table)):
            if ours != theirs:
                name, *_ = ours or theirs or ((),)
                raise BadFile(
                    f"The copy differs at {table} {name!r}: the house has been open meanwhile, perhaps. Its records are as they "
                    f"were, and still the house. To copy it anew: {anew}."
                )
            assert ours
            counted[table] += 1
            if table == "log":
                counted["items"] += ours[1]
            whole.update(ours[2])
    return Proof(counted["doc"], counted["log"], counted["items"], whole.hexdigest()[:16])


def _prints(side: Side, table: str) -> Iterator[tuple[Row, int, bytes]]:
    """Each document, mark and log with its number of rows and its hash."""
    keys: slice = slice(0, 1) if table == "log" else slice(0, len(TABLES[table]))
    for key, rows in groupby(side.rows(table), key=lambda row: row[keys]):
        number, digest = 0, hashlib.sha256()
        for row in rows:
            number += 1
            for part in row:
                data = part if isinstance(part, bytes) else str(part).encode()
                digest.update(len(data).to_bytes(8, "big") + data)
        yield key, number, digest.digest()
