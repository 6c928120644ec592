"""Reads a SQLite file page by page, for when SQLite refuses to; the content of a page is used only where it makes
sense.

The format is SQLite's own (https://sqlite.org/fileformat2.html). Nothing is written here.
"""

import os
import struct
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

MAGIC = b"SQLite format 3\0"
USUAL = 4096
"""Bytes of a page, if the head of the file does not say."""
INNER_INDEX, INNER_TABLE, LEAF_INDEX, LEAF_TABLE = 2, 5, 10, 13
INNER = INNER_INDEX, INNER_TABLE
INTEGERS = {1: 1, 2: 2, 3: 3, 4: 4, 5: 6, 6: 8}
"""How many bytes an integer of each type has."""
DEEPEST = 20
"""Levels that a tree has at most."""

Values = tuple[Any, ...]
WRONG = (struct.error, IndexError, UnicodeDecodeError)
"""The errors that reading a malformed page leads to."""


class Row(NamedTuple):
    """A row of a table, or an entry of an index, which is how a table WITHOUT ROWID is kept."""

    rowid: int
    """0 in an index."""
    values: Values


class Gap(NamedTuple):
    """Something that can't be read: a row of a page, or the page with everything below it."""

    page: int


class Damaged(Exception):
    """A page is malformed."""


class Pages:
    """The pages of a file; those in its write-ahead log replace older ones."""

    def __init__(self, path: Path) -> None:
        self._file = os.open(path, os.O_RDONLY)
        head = os.pread(self._file, 100, 0)
        self.size = _size(head)
        self._usable = self.size - (head[20] if len(head) > 20 and head.startswith(MAGIC) else 0)
        self._wal, self._newer = -1, dict[int, int]()
        wal = Path(f"{path}-wal")
        if wal.exists():
            self._wal = os.open(wal, os.O_RDONLY)
            self.size, self._newer = _frames(self._wal, self.size)
        self.count = max([os.fstat(self._file).st_size // self.size, *self._newer])
        self.seen: set[int] = set()
        """Pages that have been read."""

    def close(self) -> None:
        os.close(self._file)
        if self._wal >= 0:
            os.close(self._wal)

    def page(self, number: int) -> bytes:
        """A page, which counts as read from now on."""
        self.seen.add(number)
        return self._look(number)

    def _look(self, number: int) -> bytes:
        if not 0 < number <= self.count:
            raise Damaged
        at = self._newer.get(number)
        wal = at is not None
        page = os.pread(self._wal if wal else self._file, self.size, at if at is not None else (number - 1) * self.size)
        if len(page) < self.size:
            raise Damaged
        return page

    @property
    def format(self) -> int:
        """The format that the program which wrote the file has noted, or 0."""
        try:
            return int(struct.unpack_from(">I", self._look(1), 60)[0])
        except Damaged:
            return 0

    def tables(self) -> dict[str, int]:
        """The root page of each table and index in the schema, as far as that can be read."""
        return {
            str(row.values[1]): row.values[3]
            for row in self.rows(1)
            if isinstance(row, Row) and len(row.values) == 5 and isinstance(row.values[3], int)
        }

    def rows(self, root: int, depth: int = 0) -> Iterator[Row | Gap]:
        """All rows of a tree in the order of their keys, with gaps where some can't be read."""
        try:
            if depth > DEEPEST or root in self.seen:
                raise Damaged
            page = self.page(root)
            kind, cells, last = _head(page, root)
        except (Damaged, *WRONG):
            yield Gap(root)
            return
        for at in cells:
            try:
                below, row = self._cell(page, at, kind)
            except (Damaged, *WRONG):
                yield Gap(root)
                continue
            if below:
                yield from self.rows(below, depth + 1)
            if row:
                yield row
        if last:
            yield from self.rows(last, depth + 1)

    def loose(self) -> Iterator[Row | Gap]:
        """The rows on pages that were not read and are not free: a damaged page may have led to them. A Gap
        stands for what lay between two such pages."""
        free = self._free()
        for number in range(1, self.count + 1):
            if number in self.seen or number in free:
                continue
            try:
                page = self.page(number)
                kind, cells, _ = _head(page, number)
            except (Damaged, *WRONG):
                continue
            for at in cells:
                try:
                    _, row = self._cell(page, at, kind)
                except (Damaged, *WRONG):
                    continue
                if row:
                    yield row
                if kind in INNER:
                    yield Gap(number)
            yield Gap(number)

    def _free(self) -> set[int]:
        """The pages on the free list, as far as that can be read."""
        free = set[int]()
        try:
            (trunk,) = struct.unpack_from(">I", self._look(1), 32)
            while trunk and trunk not in free:
                free.add(trunk)
                page = self._look(trunk)
                trunk, leaves = struct.unpack_from(">II", page)
                free.update(struct.unpack_from(f">{leaves}I", page, 8))
        except (Damaged, *WRONG):
            pass
        return free

    def _cell(self, page: bytes, at: int, kind: int) -> tuple[int, Row | None]:
        """The page below a cell, if any, and its row, if it has one."""
        below = rowid = 0
        if kind in INNER:
            (below,) = struct.unpack_from(">I", page, at)
            at += 4
            if kind == INNER_TABLE:
                return below, None
        length, at = _varint(page, at)
        if kind == LEAF_TABLE:
            rowid, at = _varint(page, at)
        return below, Row(rowid, _record(self._payload(page, at, length, kind)))

    def _payload(self, page: bytes, at: int, length: int, kind: int) -> bytes:
        usable = self._usable
        most = usable - 35 if kind == LEAF_TABLE else (usable - 12) * 64 // 255 - 23
        if length <= most:
            return _part(page, at, length)
        least = (usable - 12) * 32 // 255 - 23
        here = least + (length - least) % (usable - 4)
        here = here if here <= most else least
        found = _part(page, at, here)
        (following,) = struct.unpack_from(">I", page, at + here)
        while len(found) < length:
            more = self.page(following)
            (following,) = struct.unpack_from(">I", more)
            found += more[4 : 4 + min(usable - 4, length - len(found))]
        return found


def _size(head: bytes) -> int:
    (size,) = struct.unpack_from(">H", head, 16) if len(head) >= 18 and head.startswith(MAGIC) else (USUAL,)
    size = 65536 if size == 1 else size
    return size if 512 <= size <= 65536 and size & (size - 1) == 0 else USUAL


def _frames(wal: int, size: int) -> tuple[int, dict[int, int]]:
    """Where a write-ahead log has the latest committed content of each page, as far as its checksums hold."""
    head = os.pread(wal, 32, 0)
    if len(head) < 32 or head[:4] not in (b"\x37\x7f\x06\x82", b"\x37\x7f\x06\x83"):
        return size, {}
    (said,) = struct.unpack_from(">I", head, 8)
    order = ">" if head[3] & 1 else "<"
    sums = _sums(head[:24], (0, 0), order)
    if sums != struct.unpack_from(">II", head, 24):
        return size, {}
    found, pending, at = dict[int, int](), dict[int, int](), 32
    while len(frame := os.pread(wal, 24 + said, at)) == 24 + said:
        sums = _sums(frame[:8] + frame[24:], sums, order)
        if frame[8:16] != head[16:24] or sums != struct.unpack_from(">II", frame, 16):
            break
        number, committed = struct.unpack_from(">II", frame)
        pending[number] = at + 24
        if committed:
            found |= pending
            pending = {}
        at += len(frame)
    return said, found


def _sums(data: bytes, sums: tuple[int, int], order: str) -> tuple[int, int]:
    one, two = sums
    words = struct.unpack(f"{order}{len(data) // 4}I", data)
    for left, right in zip(words[::2], words[1::2], strict=True):
        one = (one + left + two) & 0xFFFFFFFF
        two = (two + right + one) & 0xFFFFFFFF
    return one, two


def _head(page: bytes, number: int) -> tuple[int, tuple[int, ...], int]:
    """What kind of page it is, where its cells are, and the last page below it, if there is one."""
    start = 100 if number == 1 else 0
    kind = page[start]
    if kind not in (INNER_INDEX, INNER_TABLE, LEAF_INDEX, LEAF_TABLE):
        raise Damaged
    (cells,) = struct.unpack_from(">H", page, start + 3)
    last = struct.unpack_from(">I", page, start + 8)[0] if kind in INNER else 0
    return kind, struct.unpack_from(f">{cells}H", page, start + (12 if kind in INNER else 8)), last


def _part(page: bytes, at: int, length: int) -> bytes:
    if at + length > len(page):
        raise Damaged
    return page[at : at + length]


def _varint(data: bytes, at: int) -> tuple[int, int]:
    value = 0
    for n in range(9):
        byte = data[at + n]
        if n == 8:
            return value << 8 | byte, at + 9
        value = value << 7 | byte & 0x7F
        if byte < 0x80:
            return value, at + n + 1
    raise Damaged


def _record(data: bytes) -> Values:
    head, at = _varint(data, 0)
    values: list[Any] = []
    place = head
    while at < head:
        kind, at = _varint(data, at)
        if kind in INTEGERS:
            length = INTEGERS[kind]
            values.append(int.from_bytes(_part(data, place, length), "big", signed=True))
        elif kind in (0, 8, 9):
            length = 0
            values.append(None if kind == 0 else kind - 8)
        elif kind >= 12:
            length = (kind - 12) // 2
            body = _part(data, place, length)
            values.append(body.decode() if kind & 1 else body)
        else:  # no column of ours holds floats
            raise Damaged
        place += length
    if at != head or place != len(data):
        raise Damaged
    return tuple(values)
