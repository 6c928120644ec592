"""Saves what can still be read of a damaged file into a new one, and says table by table what is lost.

A log is kept up to its first missing item, because a match is replayed from its beginning. The damaged file is kept.
"""

import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

from msgspec import MsgspecError

from turnwise.house.store.claim import Claim
from turnwise.house.store.migrations import STEPS, BadFile, check, lay_out
from turnwise.house.store.sqlite_pages import Gap, Pages, Row
from turnwise.house.store.switching import draft, finish, switch
from turnwise.house.tables import items, summary
from turnwise.house.tables.table import Table

LOG, DOC, JOURNAL = (str, int, bytes), (str, str, int, bytes), (type(None), str, int, bytes)
MARK, MARK_OF = (str, str, str, int, str), (str, str, str, str, int)
"""The column types of each table and index. All differ, so that a row tells where it belongs."""
TREES = {"log": LOG, "doc": DOC, "journal": JOURNAL, "mark": MARK, "mark_of_one": MARK, "mark_of": MARK_OF}
TABLE = "table "
"""The prefix of the name of a table's log."""


class Repaired(NamedTuple):
    """The result of a repair."""

    lost: list[str]
    """What is lost, in sentences; empty if all could be read."""
    tables: int
    people: int
    aside: Path | None
    """Where the damaged file is now."""


def repair(path: Path) -> Repaired | None:
    """Replace a file by what can be read of it, if no process has it open; None if nothing is wrong with it."""
    path = path.resolve()
    with closing(Claim(path)):
        finish(path)
        if not path.exists() and not Path(f"{path}-wal").exists():
            raise BadFile(f"There is nothing to repair: {path} is missing. Restore a backup.")
        if path.exists() and path.stat().st_size and not check(path):
            return None
        path.touch(0o600)  # the write-ahead log alone may hold everything
        new = draft(path)
        new.unlink(missing_ok=True)
        new.touch(0o600)
        with closing(Pages(path)) as pages, closing(sqlite3.connect(new, isolation_level=None)) as file:
            written = pages.format
            if written > len(STEPS):
                raise BadFile(f"{path.name} was written by a newer Turnwise. Update Turnwise, and repair it then.")
            file.execute("PRAGMA synchronous = OFF")  # synced at the end
            lay_out(file, max(written, 2) if written else len(STEPS))
            file.execute("BEGIN")
            salvage = _Salvage(pages, file)
            salvage.read()
            salvage.mend()
            file.execute("COMMIT")
            ((tables,), (people,)) = (
                file.execute("SELECT count(*) FROM doc WHERE kind = ?", (kind,)).fetchone()
                for kind in ("table", "person")
            )
        if not tables and not people:
            new.unlink()
            raise BadFile(f"Nothing can be read of {path.name}. Nothing was changed; restore a backup.")
        if faults := check(new):
            raise BadFile(f"{path.name} can't be repaired: {faults[0]} Restore a backup.")
        return Repaired(salvage.lost, tables, people, switch(new, path, "before-repair"))


class _Salvage:
    def __init__(self, pages: Pages, file: sqlite3.Connection) -> None:
        self._pages, self._file = pages, file
        self.lost: list[str] = []
        self._gaps: set[int] = set()
        self._broken: set[str] = set()
        """Trees from which a row is missing, or a page with everything below it."""
        self._open_ends: dict[str, int] = {}
        """The last readable item of logs before a gap: the next may be lost."""
        self._twice: set[str] = set()

    # Reading.

    def read(self) -> None:
        """Write everything readable into the new file."""
        roots = self._pages.tables()
        for tree in TREES:
            if tree in roots:
                for row in self._tree(tree, roots[tree]):
                    self._keep(row, tree)
            elif tree in ("log", "doc", "mark"):  # the schema itself is damaged
                self._broken.add(tree)
        if self._broken:
            shapes = [TREES[tree] for tree in self._broken]
            before: Row | None = None
            for found in self._pages.loose():
                if isinstance(found, Gap):
                    self._ends(before)
                elif (shape := tuple(map(type, found.values))) in shapes:
                    self._keep(found, next(tree for tree in TREES if TREES[tree] == shape))
                    before = found
        if self._gaps:
            self.lost.insert(0, f"{len(self._gaps)} of {self._pages.count} pages can't be read.")

    def _tree(self, tree: str, root: int) -> Iterator[Row]:
        before: Row | None = None
        for row in self._pages.rows(root):
            if isinstance(row, Gap) or tuple(map(type, row.values)) != TREES[tree]:
                self._broken.add(tree)
                self._ends(before)
                if isinstance(row, Gap):
                    self._gaps.add(row.page)
            else:
                before = row
                yield row

    def _ends(self, row: Row | None) -> None:
        """Note that something after this row can't be read."""
        if row and tuple(map(type, row.values)) == LOG:
            name, at, _ = row.values
            self._open_ends[name] = max(at, self._open_ends.get(name, 0))

    def _keep(self, row: Row, tree: str) -> None:
        write, values = self._file.execute, row.values
        if tree == "doc":
            write(
                """INSERT INTO doc VALUES (?, ?, ?, ?) ON CONFLICT (kind, id) DO UPDATE
                    SET revision = excluded.revision, body = excluded.body WHERE excluded.revision > revision""",
                values,
            )
        elif tree in ("log", "journal"):
            name, at, item = values[-3:]
            if name.startswith(TABLE) and not _is_item(item):
                self._open_ends[name] = max(at, self._open_ends.get(name, 0))
            elif not write("INSERT OR IGNORE INTO log VALUES (?, ?, ?)", (name, at, item)).rowcount:
                ((kept,),) = write("SELECT item FROM log WHERE name = ? AND at = ?", (name, at))
                if kept != item:
                    self._twice.add(name)
        else:
            kind, name, value, fall, id = values if tree != "mark_of" else (values[0], *values[2:], values[1])
            write("INSERT OR IGNORE INTO mark VALUES (?, ?, ?, ?, ?)", (kind, name, value, fall, id))

    # Mending.

    def mend(self) -> None:
        """Cut logs at their first gap, rewrite the summaries of damaged tables, and drop documents without a log."""
        ask = self._file.execute
        for name, items_, last in ask("SELECT name, count(*), max(at) FROM log GROUP BY name").fetchall():
            if items_ <= last or self._open_ends.get(name, -1) >= last or name in self._twice:
                self._cut(name, last + 1)
        known = "SELECT id FROM doc WHERE kind = 'table'"
        if {"mark", "mark_of"} <= self._broken:  # each mark is in both
            known += " AND 0"
            self.lost.append("Some people may not be found by their names.")
        for (name,) in ask(f"SELECT DISTINCT name FROM log WHERE substr(name, 7) NOT IN ({known})").fetchall():
            self._tell(name)
        without = (
            "SELECT id FROM doc WHERE kind = 'table' AND NOT EXISTS (SELECT 1 FROM log WHERE name = 'table ' || id)"
        )
        for (id,) in ask(without).fetchall():
            self._gone(id)
            ask("DELETE FROM doc WHERE kind = 'table' AND id = ?", (id,))
        leads_nowhere = "NOT EXISTS (SELECT 1 FROM doc WHERE doc.kind = mark.kind AND doc.id = mark.id)"
        for kind, id, named in ask(
            f"SELECT kind, id, max(CASE WHEN name = 'one name' THEN value END) FROM mark WHERE {leads_nowhere} GROUP BY kind, id"
        ).fetchall():
            if kind != "table":
                self.lost.append(f"The record of {kind} {id}{f' ({named})' if named else ''} is gone.")
        ask(f"DELETE FROM mark WHERE {leads_nowhere}")

    def _cut(self, name: str, length: int) -> None:
        """Keep the items of a log before its first gap, as far as they can be replayed."""
        kept = self._whole(name)
        self._file.execute("DELETE FROM log WHERE name = ? AND at >= ?", (name, kept))
        table = name.removeprefix(TABLE)
        if not kept:
            self._gone(table)
        elif kept < length:
            self.lost.append(f"Table {table}: {kept} entries of its log are kept, {length - kept} or more are lost.")
        elif name in self._twice:
            self.lost.append(f"Table {table}: two entries claimed the same place in its log; the earlier is kept.")
        else:
            self.lost.append(f"Table {table}: {kept} entries of its log are kept; the latest may be lost.")
        if kept:
            self._tell(name)

    def _gone(self, id: str) -> None:
        if (line := f"Table {id}: nothing of its log is left. The table is gone.") not in self.lost:
            self.lost.append(line)

    def _whole(self, name: str) -> int:
        """How many items of a log are there without a gap."""
        rows = self._file.execute("SELECT at FROM log WHERE name = ? ORDER BY at", (name,))
        return next((n for n, (at,) in enumerate(rows) if n != at), self._count(name))

    def _count(self, name: str) -> int:
        ((found,),) = self._file.execute("SELECT count(*) FROM log WHERE name = ?", (name,))
        return int(found)

    def _tell(self, name: str) -> None:
        """Rewrite the summary of a table from its log, as the house would."""
        table = Table(name.removeprefix(TABLE), stored=True)
        rows = self._file.execute("SELECT item FROM log WHERE name = ? ORDER BY at", (name,)).fetchall()
        for n, (item,) in enumerate(rows):
            try:
                table.fold(items.decode(item))
            except Exception:  # the item is not what was written
                self._file.execute("DELETE FROM log WHERE name = ? AND at >= ?", (name, n))
                self.lost.append(f"Table {table.id}: {n} entries of its log make sense, {len(rows) - n} do not.")
                return self._tell(name) if n else None
        known = self._file.execute("SELECT body FROM doc WHERE kind = 'table' AND id = ?", (table.id,)).fetchone()
        if table.outdated and known and (kept := _summary(known[0])):
            table.remember(kept.status, kept.winners, kept.reason)
        body, marks = summary.summary_of(table, int(1000 * time.time()))
        self._file.execute("DELETE FROM mark WHERE kind = 'table' AND id = ?", (table.id,))
        self._file.execute(
            """INSERT INTO doc VALUES ('table', ?, 1, ?)
                ON CONFLICT (kind, id) DO UPDATE SET revision = revision + 1, body = excluded.body""",
            (table.id, body),
        )
        for mark, value in dict.fromkeys(marks):
            self._file.execute(
                "INSERT OR IGNORE INTO mark VALUES ('table', ?, ?, ?, ?)", (mark, value, -table.opened_at, table.id)
            )


def _summary(body: bytes) -> summary.Summary | None:
    """The old summary of a table, if it can be read."""
    try:
        return summary.decode(body)
    except MsgspecError:
        return None


def _is_item(item: bytes) -> bool:
    try:
        items.decode(item)
    except MsgspecError:
        return False
    return True
