"""Tables from their logs: read when somebody asks for one, and read on when another worker has written.

What is in memory may be behind. A hint says so, a conflict proves it, and every few seconds all lengths are compared, so that a lost
hint costs a moment and nothing else.
"""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

import msgspec

from turnwise.house.store.interface import Unavailable
from turnwise.house.tables import items
from turnwise.house.tables.items import AnyItem
from turnwise.house.tables.place import Busy, NoSuchTable, Place, log_of
from turnwise.house.tables.summary import PLAY, summary_of
from turnwise.house.tables.summary import decode as decode_summary
from turnwise.house.tables.table import Table
from turnwise.house.work.background import BackgroundTasks
from turnwise.kit.errors import TurnwiseError

if TYPE_CHECKING:
    from turnwise.house.house import House

BREATH = 50
"""Items of a long log after which others may go first while it is read."""
GROWN, OPENED = "table", "opened"
"""Topics of hints: a log has so many items now; what a turn opens with is shown now."""

encode = msgspec.msgpack.Encoder().encode
decode = msgspec.msgpack.Decoder(tuple[str, int]).decode


class Reading:
    """Brings the tables of a house into memory, and keeps them true."""

    def __init__(self, house: "House") -> None:
        self._house, self._store = house, house.store
        self._loading: dict[str, asyncio.Task[Place]] = {}
        self._following: set[str] = set()
        """The tables that are about to be caught up."""
        self._background = BackgroundTasks()

    async def close(self) -> None:
        await self._background.close()

    # From the start.

    async def load(self, id: str) -> Place:
        """Read a table, once however many ask."""
        loading = self._loading.get(id)
        if loading is None:
            loading = self._loading[id] = asyncio.create_task(self._load(id))
            loading.add_done_callback(lambda _: self._loading.pop(id))
        return await asyncio.shield(loading)

    async def _load(self, id: str) -> Place:
        house = self._house
        try:
            table, _ = await self._read(id)
            place = Place(table, house.new_feed(), asyncio.Lock(), used=house.now())
            await self._summarised(place)
            await house.know_all(table)
        except Unavailable as error:
            raise Busy from error
        if house.duties.mine(id):
            await house.resume_clock(place)
        house.places[id] = place
        if house.duties.alone:
            house.look_after(place)
        else:
            house.take_care(place)  # whoever wrote the latest may not have lived to do what follows from it
        return place

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

    async def _summarised(self, place: Place) -> None:
        """Know what is written down of a table beside its log."""
        table = place.table
        if doc := await self._store.get("table", table.id):
            place.revision = doc.revision
            kept = decode_summary(doc.body)
            table.remember(kept.status, kept.winners, kept.reason)
            place.summary = doc.body, summary_of(table, self._house.now())[1]

    # On from where it was; the caller holds the lock.

    async def catch_up(self, place: Place) -> bool:
        """Let happen at a table what others have written, and tell its watchers; whether there was anything."""
        table, before = place.table, place.table.version
        try:
            found = await self._store.read(log_of(table.id), table.n)
        except Unavailable:
            return False  # there is a next time; until then it is as it was a moment ago
        place.heard = 0
        if not found:
            return False
        try:
            happened = list(map(items.decode, found))
            for item in happened:
                table.fold(item)
            await self._news(place, happened, before)
        except BaseException as error:
            self._house.forget(place)
            if isinstance(error, Unavailable):
                raise Busy from error
            raise
        return True

    async def read_again(self, place: Place, seen: int) -> bool:
        """After a conflict: replace a table of whose items the first `seen` are on the disk, and tell its watchers what they have
        missed. Whether anything was new; else the conflict was about something else."""
        house, revision = self._house, place.revision
        try:
            table, happened = await self._read(place.table.id, seen)
            place.table, place.heard = table, 0
            await self._summarised(place)
            if happened:
                await self._news(place, happened, table.versions[seen - 1] if seen else 0)
        except BaseException as error:
            house.forget(place)
            if isinstance(error, Unavailable):
                raise Busy from error
            raise
        return bool(happened) or place.revision > revision

    async def _news(self, place: Place, happened: Sequence[AnyItem], before: int) -> None:
        if place.table.status == "over" or not PLAY.issuperset(map(type, happened)):
            await self._summarised(place)
        await self._house.know_all(place.table)
        self._house.show(place, happened, before)

    async def behind(self, place: Place) -> bool:
        """Whether others have written meanwhile; then it is caught up. Nobody is refused for what may be over: if that can't be
        known, the house is busy."""
        try:
            (length,) = await self._store.lengths([log_of(place.table.id)])
        except Unavailable as error:
            raise Busy from error
        if length < place.table.n:
            self._house.forget(place)
            raise NoSuchTable
        seen = place.table.n
        if length > place.table.n and not await self.catch_up(place):
            raise Busy
        return length > seen

    # What the others say.

    def hear(self, topic: str, body: bytes) -> None:
        """Take a hint of another worker."""
        with suppress(msgspec.DecodeError):
            id, number = decode(body)
            place = self._house.places.get(id)
            if topic == GROWN:
                self.grown(id, number)
            elif topic == OPENED and place and place.table.version == number:
                self._house.show_opening(place)

    def grown(self, id: str, length: int) -> None:
        """A log has so many items now, or had a moment ago. Where nobody looks, it is read when somebody asks."""
        place, mine = self._house.places.get(id), self._house.duties.mine(id)
        if place and length > place.table.n:
            place.heard = max(place.heard, length)
        elif place:
            return
        if (mine or place and place.feed) and id not in self._following:
            self._following.add(id)
            self._background.start(self._follow(id))

    async def _follow(self, id: str) -> None:
        try:
            with suppress(TurnwiseError):  # there is a next time
                place = self._house.places.get(id) or await self.load(id)
                async with place.lock:
                    if self._house.places.get(id) is place and place.heard > place.table.n:
                        await self.catch_up(place)
        finally:
            self._following.discard(id)

    async def compare(self) -> None:
        """See by the lengths of all logs at once which tables are behind."""
        known = {id: place.table.n for id, place in self._house.places.items()}
        known = self._house.duties.known() | known
        ids = list(known)
        for id, length in zip(ids, await self._store.lengths([log_of(id) for id in ids]), strict=True):
            if length > known[id]:
                self.grown(id, length)
            elif length < known[id] and (place := self._house.places.get(id)):
                self._background.start(self._look(place))

    async def _look(self, place: Place) -> None:
        """Either something is being written there just now, or its log is gone."""
        with suppress(TurnwiseError):
            async with place.lock:
                if self._house.places.get(place.table.id) is place:
                    await self.behind(place)
