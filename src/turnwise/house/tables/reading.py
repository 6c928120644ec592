"""Loads tables from their logs, and reads on when another worker has written.

A table in memory may be behind its log. A hint says so, a conflict proves it, and every few seconds all lengths are
compared, so that a lost hint costs a moment and nothing else.
"""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

import msgspec

from turnwise.house.store.interface import Unavailable
from turnwise.house.tables import items
from turnwise.house.tables.items import AnyItem
from turnwise.house.tables.loaded import Busy, LoadedTable, NoSuchTable, log_of
from turnwise.house.tables.summary import PLAY, summary_of
from turnwise.house.tables.summary import decode as decode_summary
from turnwise.house.tables.table import Table
from turnwise.house.work.background import BackgroundTasks
from turnwise.kit.errors import TurnwiseError

if TYPE_CHECKING:
    from turnwise.house.house import House

BREATH = 50
"""Items of a long log after which other tasks may run while it is read."""
GROWN, OPENED = "table", "opened"
"""Topics of hints: the number of items that a log has now; the opening of a turn is shown now."""

encode = msgspec.msgpack.Encoder().encode
decode = msgspec.msgpack.Decoder(tuple[str, int]).decode


class Reading:
    """Loads the tables of a house into memory, and keeps them up to date."""

    def __init__(self, house: "House") -> None:
        self._house, self._store = house, house.store
        self._loading: dict[str, asyncio.Task[LoadedTable]] = {}
        self._following: set[str] = set()
        """The tables that are about to be caught up."""
        self._background = BackgroundTasks()

    async def close(self) -> None:
        await self._background.close()

    # From the start.

    async def load(self, id: str) -> LoadedTable:
        """Load a table, once even for concurrent requests."""
        loading = self._loading.get(id)
        if loading is None:
            loading = self._loading[id] = asyncio.create_task(self._load(id))
            loading.add_done_callback(lambda _: self._loading.pop(id))
        return await asyncio.shield(loading)

    async def _load(self, id: str) -> LoadedTable:
        house = self._house
        try:
            table, _ = await self._read(id)
            loaded = LoadedTable(table, house.new_feed(), asyncio.Lock(), used=house.now())
            await self._summarised(loaded)
            await house.know_all(table)
        except Unavailable as error:
            raise Busy from error
        if house.duties.mine(id):
            await house.resume_clock(loaded)
        house.loaded[id] = loaded
        if house.duties.alone:
            house.look_after(loaded)
        else:
            house.take_care(loaded)  # whoever wrote the latest may not have lived to do what follows from it
            if id in house.followed:
                house.elsewhere.looks(table, first=True)  # who looks at it there need not be called here
        return loaded

    async def _read(self, id: str, since: int = 0) -> tuple[Table, list[AnyItem]]:
        """A table, and its items from `since` on."""
        table, late = Table(id, stored=True), list[AnyItem]()
        for n, body in enumerate(await self._store.read(log_of(id))):
            table.fold(item := items.decode(body))
            if n >= since:
                late.append(item)
            if n % BREATH == BREATH - 1:
                await asyncio.sleep(0)
        if not table.n:
            raise NoSuchTable
        return table, late

    async def _summarised(self, loaded: LoadedTable) -> None:
        """Load the summary of a table."""
        table = loaded.table
        if doc := await self._store.get("table", table.id):
            loaded.revision = doc.revision
            kept = decode_summary(doc.body)
            table.remember(kept.status, kept.winners, kept.reason)
            loaded.summary = doc.body, summary_of(table, self._house.now())[1]

    # Reading on; the caller holds the lock.

    async def catch_up(self, loaded: LoadedTable) -> bool:
        """Fold what other workers have written, and tell the watchers; whether there was anything."""
        table, before = loaded.table, loaded.table.version
        try:
            found = await self._store.read(log_of(table.id), table.n)
        except Unavailable:
            return False  # tried again later; until then the table is a moment old
        loaded.heard = 0
        if not found:
            return False
        try:
            happened = list(map(items.decode, found))
            for item in happened:
                table.fold(item)
            await self._news(loaded, happened, before)
        except BaseException as error:
            self._house.forget(loaded)
            if isinstance(error, Unavailable):
                raise Busy from error
            raise
        return True

    async def read_again(self, loaded: LoadedTable, seen: int) -> bool:
        """After a conflict: replace a table whose first `seen` items are on the disk, and tell its watchers what they
        missed. Whether anything was new; else the conflict was about something else."""
        house, revision = self._house, loaded.revision
        try:
            table, happened = await self._read(loaded.table.id, seen)
            loaded.table, loaded.heard = table, 0
            await self._summarised(loaded)
            if happened:
                await self._news(loaded, happened, table.versions[seen - 1] if seen else 0)
        except BaseException as error:
            house.forget(loaded)
            if isinstance(error, Unavailable):
                raise Busy from error
            raise
        return bool(happened) or loaded.revision > revision

    async def _news(self, loaded: LoadedTable, happened: Sequence[AnyItem], before: int) -> None:
        if loaded.table.status == "over" or not PLAY.issuperset(map(type, happened)):
            await self._summarised(loaded)
        await self._house.know_all(loaded.table)
        self._house.show(loaded, happened, before)

    async def behind(self, loaded: LoadedTable) -> bool:
        """Whether others have written meanwhile; then it is caught up. Raises Busy if that can't be known, because a
        refusal must not rest on an old state."""
        try:
            (length,) = await self._store.lengths([log_of(loaded.table.id)])
        except Unavailable as error:
            raise Busy from error
        if length < loaded.table.n:
            self._house.forget(loaded)
            raise NoSuchTable
        seen = loaded.table.n
        if length > loaded.table.n and not await self.catch_up(loaded):
            raise Busy
        return length > seen

    # Hints from others.

    def hear(self, topic: str, body: bytes) -> None:
        """Handle a hint from another worker."""
        with suppress(msgspec.DecodeError):
            id, number = decode(body)
            loaded = self._house.loaded.get(id)
            if topic == GROWN:
                self.grown(id, number)
            elif topic == OPENED and loaded and loaded.table.version == number:
                self._house.show_opening(loaded)

    def grown(self, id: str, length: int) -> None:
        """A log has, or had a moment ago, so many items. A table without watchers is read at the next request."""
        loaded, mine = self._house.loaded.get(id), self._house.duties.mine(id)
        if loaded and length > loaded.table.n:
            loaded.heard = max(loaded.heard, length)
        elif loaded:
            return
        shown = loaded and loaded.feed or id in self._house.followed
        if (mine or shown) and id not in self._following:
            self._following.add(id)
            self._background.start(self._follow(id))

    async def _follow(self, id: str) -> None:
        try:
            with suppress(TurnwiseError):  # tried again later
                loaded = self._house.loaded.get(id) or await self.load(id)
                async with loaded.lock:
                    if self._house.loaded.get(id) is loaded and loaded.heard > loaded.table.n:
                        await self.catch_up(loaded)
        finally:
            self._following.discard(id)

    async def compare(self) -> None:
        """Compare the lengths of all logs at once to find the tables that are behind."""
        known = {id: loaded.table.n for id, loaded in self._house.loaded.items()}
        known = self._house.followed | self._house.duties.known() | known
        ids = list(known)
        for id, length in zip(ids, await self._store.lengths([log_of(id) for id in ids]), strict=True):
            if length > known[id]:
                self.grown(id, length)
            elif length < known[id] and (loaded := self._house.loaded.get(id)):
                self._background.start(self._look(loaded))

    async def _look(self, loaded: LoadedTable) -> None:
        """Either a write is under way there, or its log is gone."""
        with suppress(TurnwiseError):
            async with loaded.lock:
                if self._house.loaded.get(loaded.table.id) is loaded:
                    await self.behind(loaded)
