"""What the workers of a house tell each other beside what happens at tables: about whom something has changed, what was counted, and
who leaves. A hint that is lost costs a moment: what is kept in memory is compared with the records every minute.
"""

import asyncio
import logging
from collections import Counter
from collections.abc import Callable, Collection
from contextlib import suppress
from itertools import count
from typing import TYPE_CHECKING

import msgspec

from turnwise.house.people.stays import PERSON, SESSION
from turnwise.house.store.interface import Conflict, Put, Unavailable
from turnwise.house.store.sharing import unheard
from turnwise.house.tables.elsewhere import LOOKS
from turnwise.house.work.background import BackgroundTasks

if TYPE_CHECKING:
    from turnwise.house.house import House

log = logging.getLogger("turnwise")

SPENT, LEFT = "spent", "left"
"""Topics of hints: what was counted for whom; a worker has let go of all that it held."""
KIND, ID = "house", "tickets"
"""The document with the key of what is given out by one worker and shown to another."""
EVERY, BEAT = 60.0, 1.0
"""Seconds between two comparisons with the records, and between two hints of what was counted."""
LOOKED = 10
"""Beats after which it is told again who looks at the tables here."""
TOGETHER = 50
"""What was counted that is told in one hint."""

encode = msgspec.msgpack.Encoder().encode
decode_spent = msgspec.msgpack.Decoder(list[tuple[str, str, int]]).decode


class Colleagues:
    """Speaks with the other workers of a house, and does what follows from what they say."""

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

    async def meet(self) -> None:
        """Share what all workers must know alike, before anybody is let in; and from now on speak with them."""
        house = self._house
        if house.duties.alone:
            return
        house.limits.spent = Counter()
        house.people.stays.tell = self._tell
        house.people.after.append(lambda person: self._tell(PERSON, person))
        house.tickets.key = await self._key()
        self._background.start(self._count())
        self._background.start(self._compare())

    async def close(self) -> None:
        self._house.bus.hear = unheard
        await self._background.close()

    def leave(self) -> None:
        """All that this worker held can be taken."""
        self._house.bus.send(LEFT, b"")

    def hear(self, topic: str, body: bytes) -> None:
        """Take a hint of another worker."""
        if told := self._told.get(topic):
            with suppress(msgspec.MsgspecError, UnicodeDecodeError):
                told(body)
        else:
            self._house.reading.hear(topic, body)

    def _tell(self, topic: str, who: str) -> None:
        self._house.bus.send(topic, who.encode())

    async def _key(self) -> bytes:
        """The one of the house; whoever is first makes it."""
        store, own = self._house.store, self._house.tickets.key
        with suppress(Conflict):
            if not await store.get(KIND, ID):
                await store.commit([Put(KIND, ID, own, 0)])
        doc = await store.get(KIND, ID)
        assert doc
        return doc.body

    # About whom something has changed.

    async def _session(self, session: str) -> None:
        with suppress(Unavailable):  # there is a next time
            self._house.people.look_again(session=session)
            await self._see([one for one in self._house.people.stays.all() if one[0] == session])

    async def _person(self, person: str) -> None:
        """He has another name, was signed out everywhere, is banned or gone."""
        with suppress(Unavailable):
            house = self._house
            house.people.look_again(person=person)
            house.bans.look_again()
            if person in house.names:
                house.names |= await house.people.names([person])
            await self._see([one for one in house.people.stays.all() if one[1] == person])

    async def _see(self, stays: Collection[tuple[str, str]]) -> None:
        """End those whose token is good no longer. Nobody is sent away for a hint alone: it may be older than his token."""
        people = self._house.people
        for session, person in stays:
            banned = bool(await self._house.bans.of(person))
            if banned or not await people.is_good(session):
                people.stays.end_here(session, banned=banned)

    async def _compare(self) -> None:
        """In case a hint was lost."""
        while True:
            await asyncio.sleep(EVERY)
            with suppress(Unavailable):
                await self._see(self._house.people.stays.all())
                await self._names()

    async def _names(self) -> None:
        house = self._house
        watched = [place.table for place in house.places.values() if place.feed]
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
        """Tell the others what was counted here since they were told."""
        spent = self._house.limits.spent
        if spent:
            told = [(what, who, by) for (what, who), by in spent.items()]
            spent.clear()
            for at in range(0, len(told), TOGETHER):
                self._house.bus.send(SPENT, encode(told[at : at + TOGETHER]))
