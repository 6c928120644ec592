"""How long the house keeps what nobody needs any more: guests who can't come back, and tables that ended long ago.

By itself it keeps all of it for ever; a host may say otherwise (`turnwise serve --forget-tables DAYS`). Each look goes through some
documents and begins the next time where it stopped, so a large house is never busy with it.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import NamedTuple

from turnwise.house.house import House
from turnwise.house.people.sessions import DAY, MOST
from turnwise.house.store.interface import Change, Conflict, Doc, Drop, Erase, Unavailable
from turnwise.house.tables import stills
from turnwise.house.tables.place import NoSuchTable, log_of
from turnwise.house.tables.summary import decode
from turnwise.house.upkeep import EVERY, UPKEEP
from turnwise.kit.errors import TurnwiseError

log = logging.getLogger("turnwise")

PAGE = 100
"""Documents of a kind in one look."""
FIRST = (1 << 62, "")
"""Where the newest begin."""


class Keeping(NamedTuple):
    """Days for which each is kept; 0: for ever."""

    guests: int = 0
    """Since they came; one who still can come back, or plays, is kept longer."""
    tables: int = 0
    """Since they were over."""
    sessions: int = 0
    """Since a token was last used; 0: as is usual for its kind."""


class Retention:
    """Forgets what is older than its host wants."""

    def __init__(self, house: House, keeping: Keeping, farewell: Callable[[str], Awaitable[None]]) -> None:
        """`farewell` forgets a person with everything that belongs to him."""
        self._house, self._store, self._keeping, self._farewell = house, house.store, keeping, farewell
        if keeping.sessions:
            house.people.tokens_last(keeping.sessions * DAY)
        self._guest = self._table = FIRST
        """Where the next look begins."""

    async def look(self) -> int:
        """Go through some more guests and tables; how many were forgotten."""
        now, forgotten = self._house.now(), 0
        if self._keeping.guests:
            forgotten += await self._guests(now - self._keeping.guests * DAY)
        if self._keeping.tables:
            forgotten += await self._tables(now - self._keeping.tables * DAY)
        if forgotten:
            log.info("old records were forgotten", extra={"facts": {"documents": forgotten}})
        return forgotten

    async def run(self) -> None:
        """Look now and then, for ever."""
        while True:
            await asyncio.sleep(EVERY)
            with suppress(Unavailable):
                if await self._house.duties.has(UPKEEP) and await self._house.hours.sure():
                    await self.look()

    async def _guests(self, before: int) -> int:
        known = await self._house.people.listed("guest", min(self._guest, (before, "")))
        self._guest = (known[-1].made, known[-1].person.id) if len(known) == PAGE else FIRST
        return sum([await self._tried(self._forget_guest(one.person.id)) for one in known])

    async def _tables(self, before: int) -> int:
        docs = await self._store.find("table", "status", "over", limit=PAGE, below=min(self._table, (before, "")))
        self._table = (decode(docs[-1].body).opened, docs[-1].id) if len(docs) == PAGE else FIRST
        return sum([await self._tried(self._forget_table(doc, before)) for doc in docs])

    async def _tried(self, forgetting: Awaitable[bool]) -> bool:
        with suppress(Conflict, TurnwiseError):  # somebody is busy with it: another time
            return await forgetting
        return False

    async def _forget_guest(self, person: str) -> bool:
        """One whose tokens have all lapsed can't be anybody any more."""
        for kind in MOST:
            if await self._store.count("session", "of", f"{person} {kind}"):
                return False
        if await self._store.count("table", "person now", person):
            return False
        await self._farewell(person)
        return True

    async def _forget_table(self, doc: Doc, before: int) -> bool:
        summary = decode(doc.body)
        if summary.due or max(summary.ended, summary.opened) >= before:
            return False
        try:
            async with self._house.at(doc.id, None) as place:
                if place.feed:  # somebody looks at it
                    return False
                still = await self._store.get(stills.KIND, doc.id)
                changes: list[Change] = [
                    Erase(log_of(doc.id), place.table.n),
                    Drop("table", doc.id, doc.revision),
                    *([Drop(stills.KIND, doc.id, still.revision)] if still else []),
                ]
                await self._store.commit(changes)
                self._house.places.pop(doc.id, None)
        except NoSuchTable:
            return False
        return True
