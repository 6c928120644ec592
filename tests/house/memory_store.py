"""A store that forgets everything at the end: the same laws as the real one, for tests of what stands above it."""

import asyncio
from collections import defaultdict
from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

from turnwise.house.store.interface import Append, Change, Conflict, Doc, Drop, Erase, Health, Put, Unavailable, Writing


class Kept(NamedTuple):
    doc: Doc
    marks: tuple[tuple[str, str], ...]
    rank: int


class MemoryStore:
    """Every call lets others run before it returns, as a real store does."""

    def __init__(self) -> None:
        self.docs: dict[tuple[str, str], Kept] = {}
        self.marked: defaultdict[tuple[str, str, str], set[str]] = defaultdict(set)
        self.logs: defaultdict[str, list[bytes]] = defaultdict(list)
        self.broken = False
        """Set, it has nothing written, as a full disk."""

    def commit(self, changes: Sequence[Change]) -> Writing:
        writing, loop = Writing(), asyncio.get_running_loop()
        try:
            self.write(changes)
        except (Conflict, Unavailable) as error:
            loop.call_soon(writing.set_exception, error)
        else:
            loop.call_soon(writing.set_result, None)
        return writing

    async def get(self, kind: str, id: str) -> Doc | None:
        found = self.docs.get((kind, id))
        await asyncio.sleep(0)
        return found.doc if found else None

    async def find(
        self, kind: str, mark: str, value: str, *, limit: int = 100, below: tuple[int, str] | None = None
    ) -> list[Doc]:
        kept = [self.docs[kind, id] for id in self.marked.get((kind, mark, value), ())]
        ordered = sorted((-one.rank, one.doc.id, one.doc) for one in kept)
        found = [doc for rank, id, doc in ordered if below is None or (rank, id) > (-below[0], below[1])]
        await asyncio.sleep(0)
        return found[:limit]

    async def count(self, kind: str, mark: str, value: str) -> int:
        found = len(self.marked.get((kind, mark, value), ()))
        await asyncio.sleep(0)
        return found

    async def read(self, log: str, start: int = 0) -> list[bytes]:
        found = self.logs[log][start:]
        await asyncio.sleep(0)
        return found

    async def lengths(self, logs: Sequence[str]) -> list[int]:
        found = [len(self.logs[log]) for log in logs]
        await asyncio.sleep(0)
        return found

    async def health(self) -> Health:
        return Health("the disk is full" if self.broken else "", 0, 0, 0, 0, 1 << 40)

    async def close(self) -> None:
        """There is nothing to let go of."""

    def write(self, changes: Sequence[Change]) -> None:
        if self.broken:
            raise Unavailable
        undo: list[Callable[[], object]] = []
        try:
            for change in changes:
                if isinstance(change, Append):
                    log = self.logs[change.log]
                    if change.at != len(log):
                        raise Conflict
                    log.append(change.item)
                    undo.append(log.pop)
                elif isinstance(change, Erase):
                    log = self.logs[change.log]
                    if change.seen != len(log):
                        raise Conflict
                    self.logs[change.log] = []
                    undo.append(partial(self.logs.__setitem__, change.log, log))
                else:
                    undo.append(self._replace(change))
        except Conflict:
            for step in reversed(undo):
                step()
            raise

    def _replace(self, change: Put | Drop) -> Callable[[], object]:
        key, before = (change.kind, change.id), self.docs.get((change.kind, change.id))
        if change.seen != (before.doc.revision if before else 0):
            raise Conflict
        after = None
        if isinstance(change, Put):
            for mark, value in change.marks:
                if mark.startswith("one ") and self.marked[change.kind, mark, value] - {change.id}:
                    raise Conflict
            after = Kept(Doc(change.id, change.body, change.seen + 1), change.marks, change.rank)
        self._set(key, after)
        return lambda: self._set(key, before)

    def _set(self, key: tuple[str, str], kept: Kept | None) -> None:
        kind, id = key
        if before := self.docs.pop(key, None):
            for mark, value in before.marks:
                self.marked[kind, mark, value].discard(id)
        if kept:
            self.docs[key] = kept
            for mark, value in kept.marks:
                self.marked[kind, mark, value].add(id)
