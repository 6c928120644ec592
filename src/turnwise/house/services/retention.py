"""How long the house keeps what nobody needs any more: guests who can't come back, and tables that ended long ago.

The default is for ever; the host may choose otherwise (`turnwise serve --forget-tables DAYS`). Each round checks some
documents and the next begins where it stopped, so a large house is never busy with it.
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
from turnwise.house.tables.loaded import NoSuchTable, log_of
from turnwise.house.tables.summary import decode
from turnwise.house.upkeep import EVERY, UPKEEP
from turnwise.kit.errors import TurnwiseError

log = logging.getLogger("turnwise")

PAGE = 100
"""Documents of a kind in one round."""
FIRST = (1 << 62, "")
"""Before the newest document."""


class Keeping(NamedTuple):
    """Days to keep each; 0: for ever."""

    guests: int = 0
    """Since they came; a guest with a valid token or at a running table is kept longer."""
    tables: int = 0
    """Since they ended."""
    sessions: int = 0
    """Since a token was last used; 0: the default of its kind."""


class Retention:
    """Deletes what is older than the host wants."""

    def __init__(self, house: House, keeping: Keeping, delete_account: Callable[[str], Awaitable[None]]) -> None:
        """`delete_account` deletes a person with everything that belongs to them."""
        self._house, self._store, self._keeping, self._delete_account = house, house.store, keeping, delete_account
        if keeping.sessions:
            house.people.tokens_last(keeping.sessions * DAY)
        self._guest = self._table = FIRST
        """Where the next round begins."""

    async def look(self) -> int:
        """Check some more guests and tables; returns how many were deleted."""
        now, forgotten = self._house.now(), 0
        if self._keeping.guests:
            forgotten += await self._guests(now - self._keeping.guests * DAY)
        if self._keeping.tables:
            forgotten += await self._tables(now - self._keeping.tables * DAY)
        if forgotten:
            log.info("old records were forgotten", extra={"facts": {"documents": forgotten}})
        return forgotten

    async def run(self) -> None:
        """Do a round now and then, for ever."""
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
        with suppress(Conflict, TurnwiseError):  # in use just now: another time
            return await forgetting
        return False

    async def _forget_guest(self, person: str) -> bool:
        """Delete a guest whose tokens have all expired, who can't come back."""
        for kind in MOST:
            if await self._store.count("session", "of", f"{person} {kind}"):
                return False
        if await self._store.count("table", "person now", person):
            return False
        await self._delete_account(person)
        return True

    async def _forget_table(self, doc: Doc, before: int) -> bool:
        summary = decode(doc.body)
        if summary.due or max(summary.ended, summary.opened) >= before:
            return False
        try:
            async with self._house.at(doc.id, None) as loaded:
                if loaded.feed:  # it has a watcher
                    return False
                still = await self._store.get(stills.KIND, doc.id)
                changes: list[Change] = [
                    Erase(log_of(doc.id), loaded.table.n),
                    Drop("table", doc.id, doc.revision),
                    *([Drop(stills.KIND, doc.id, still.revision)] if still else []),
                ]
                await self._store.commit(changes)
                self._house.loaded.pop(doc.id, None)
        except NoSuchTable:
            return False
        return True
