"""Messages between the workers of a house that are not about tables: changed people, counted requests, a worker
leaving.

A lost hint does little harm: every minute what is in memory is compared with the records.
"""

import asyncio
import logging
from collections import Counter
from collections.abc import Callable, Collection
from contextlib import suppress
from itertools import count
from typing import TYPE_CHECKING

import msgspec

from turnwise.house.people.connected import PERSON, SESSION
from turnwise.house.store.interface import Conflict, Put, Unavailable
from turnwise.house.store.sharing import unheard
from turnwise.house.tables.elsewhere import LOOKS
from turnwise.house.work.background import BackgroundTasks

if TYPE_CHECKING:
    from turnwise.house.house import House

log = logging.getLogger("turnwise")

SPENT, LEFT = "spent", "left"
"""Topics of hints: requests that were counted; a worker that has released everything it held."""
KIND, ID = "house", "tickets"
"""The document with the key by which every worker verifies the tickets that another one issued."""
EVERY, BEAT = 60.0, 1.0
"""Seconds between two comparisons with the records, and between two hints of what was counted."""
LOOKED = 10
"""Beats between two announcements of who watches the tables here."""
TOGETHER = 50
"""Counts in one hint."""

encode = msgspec.msgpack.Encoder().encode
decode_spent = msgspec.msgpack.Decoder(list[tuple[str, str, int]]).decode


class Colleagues:
    """Talks to the other workers of a house, and acts on what they say."""

    def __init__(self, house: "House") -> None:
        self._house = house
        self._background = BackgroundTasks()
        self._told: dict[str, Callable[[bytes], None]] = {
            SESSION: lambda body: self._background.start(self._session(body.decode())),
            PERSON: lambda body: self._background.start(self._person(body.decode())),
            SPENT: lambda body: house.limits.heard(decode_spent(body)),
            LEFT: lambda body: house.duties.hurry(),
            LOOKS: lambda body: house.elsewhere.hear(body),
        }
        self.after: list[Callable[[str], None]] = []
        """Told about whom something has changed at another worker."""

    async def meet(self) -> None:
        """Load what all workers share, before anybody is let in, and start talking to them."""
        house = self._house
        if house.duties.alone:
            return
        house.limits.spent = Counter()
        house.people.connected.tell = self._tell
        house.people.after.append(lambda person: self._tell(PERSON, person))
        house.tickets.key = await self._key()
        self._background.start(self._count())
        self._background.start(self._compare())

    async def close(self) -> None:
        self._house.bus.hear = unheard
        await self._background.close()

    def leave(self) -> None:
        """Tell the others that everything this worker held is free."""
        self._house.bus.send(LEFT, b"")

    def listen(self, topic: str, told: Callable[[bytes], None]) -> None:
        """Have somebody told of the hints of a topic."""
        self._told[topic] = told

    def hear(self, topic: str, body: bytes) -> None:
        """Handle a hint from another worker."""
        if told := self._told.get(topic):
            with suppress(msgspec.MsgspecError, UnicodeDecodeError):
                told(body)
        else:
            self._house.reading.hear(topic, body)

    def _tell(self, topic: str, who: str) -> None:
        self._house.bus.send(topic, who.encode())

    async def _key(self) -> bytes:
        """The house's key; the first worker creates it."""
        store, own = self._house.store, self._house.tickets.key
        with suppress(Conflict):
            if not await store.get(KIND, ID):
                await store.commit([Put(KIND, ID, own, 0)])
        doc = await store.get(KIND, ID)
        assert doc
        return doc.body

    # People who have changed.

    async def _session(self, session: str) -> None:
        with suppress(Unavailable):  # the next comparison will do it
            self._house.people.look_again(session=session)
            await self._see([one for one in self._house.people.connected.all() if one[0] == session])

    async def _person(self, person: str) -> None:
        """A person was renamed, signed out everywhere, banned or deleted."""
        with suppress(Unavailable):
            house = self._house
            house.people.look_again(person=person)
            house.bans.look_again()
            if person in house.names:
                house.names |= await house.people.names([person])
            await self._see([one for one in house.people.connected.all() if one[1] == person])
            for told in self.after:
                told(person)

    async def _see(self, sessions: Collection[tuple[str, str]]) -> None:
        """Close the connections whose session has ended. The records decide, not the hint: it may be older than the
        session."""
        people = self._house.people
        for session, person in sessions:
            banned = bool(await self._house.bans.of(person))
            if banned or not await people.is_good(session):
                people.connected.end_here(session, banned=banned)

    async def _compare(self) -> None:
        """Compare with the records, in case a hint was lost."""
        while True:
            await asyncio.sleep(EVERY)
            with suppress(Unavailable):
                await self._see(self._house.people.connected.all())
                await self._names()

    async def _names(self) -> None:
        house = self._house
        watched = [one.table for one in house.loaded.values() if one.feed or one.table.id in house.followed]
        shown = {person for table in watched for person in table.people if person in house.names}
        for person in shown:
            house.names |= await house.people.names([person])

    # What was counted.

    async def _count(self) -> None:
        for beat in count(1):
            await asyncio.sleep(BEAT)
            self.tell_counts()
            if beat % LOOKED == 0:
                self._house.elsewhere.tell_again()

    def tell_counts(self) -> None:
        """Tell the others what was counted here since the last time."""
        spent = self._house.limits.spent
        if spent:
            told = [(what, who, by) for (what, who), by in spent.items()]
            spent.clear()
            for at in range(0, len(told), TOGETHER):
                self._house.bus.send(SPENT, encode(told[at : at + TOGETHER]))
