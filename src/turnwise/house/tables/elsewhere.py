"""What the workers of a house tell each other beside their logs: who looks at a table there, what was counted for limits, and the key of
their tickets. Hints may be lost: who looks is told again from time to time, and lapses."""

import asyncio
from collections import Counter
from contextlib import suppress
from typing import TYPE_CHECKING

import msgspec

from turnwise.house.people.tickets import KEY
from turnwise.house.store.interface import Conflict, Put
from turnwise.house.tables.place import Place
from turnwise.house.tables.table import Table
from turnwise.house.work.background import Crew

if TYPE_CHECKING:
    from turnwise.house.house import House

LOOKS, COUNTED = "looks", "counted"
"""Topics: who looks at a table, and what was counted for limits."""
EVERY, AGAIN = 1.0, 10
"""Seconds after which counts are told, and how many times as long until who looks is told again."""
LIFE = 25_000
"""Milliseconds for which it is believed that somebody looks elsewhere."""

encode = msgspec.msgpack.Encoder().encode
decode_looks = msgspec.msgpack.Decoder(tuple[str, str, list[str], int, bool]).decode
decode_counts = msgspec.msgpack.Decoder(list[tuple[str, str, int]]).decode


class Elsewhere:
    """Tells the other workers, and hears them. In a house of one worker it does nothing."""

    def __init__(self, house: "House") -> None:
        self._house, self._crew = house, Crew()

    async def join(self) -> None:
        """Before anybody is let in: have the key of the tickets that all workers share."""
        if not self._house.duties.alone:
            self._house.tickets.key = await self._key()
            self._house.limits.spent = Counter()

    async def _key(self) -> bytes:
        store, fresh = self._house.store, self._house.tickets.key
        while True:
            if doc := await store.get("key", "tickets"):
                return doc.body[:KEY]
            with suppress(Conflict):
                await store.commit([Put("key", "tickets", fresh)])
                return fresh

    def begin(self) -> None:
        if not self._house.duties.alone:
            self._crew.send(self._tell())

    async def close(self) -> None:
        await self._crew.close()

    async def _tell(self) -> None:
        beat = 0
        while True:
            await asyncio.sleep(EVERY)
            beat += 1
            self.tell_counts()
            if beat % AGAIN == 0:
                for place in list(self._house.places.values()):
                    if place.feed:
                        self._tell_looks(place, asks=False)

    def tell_counts(self) -> None:
        """Tell what was counted for limits since it was last told."""
        limits = self._house.limits
        if limits.spent:
            spent, limits.spent = limits.spent, Counter()
            self._house.bus.send(COUNTED, encode([(what, who, by) for (what, who), by in spent.items()]))

    def looks(self, table: Table, first: bool) -> None:
        """Others look at a table here than before; whoever is the first here asks who looks elsewhere."""
        if place := self._house.places.get(table.id):
            self._tell_looks(place, asks=first)

    def _tell_looks(self, place: Place, *, asks: bool) -> None:
        people, watchers = place.feed.here_alone()
        told = place.table.id, self._house.duties.worker, sorted(people), watchers, asks
        self._house.bus.send(LOOKS, encode(told))

    def hear(self, topic: str, body: bytes) -> None:
        """Take a hint of another worker."""
        if topic == COUNTED:
            self._house.limits.heard(decode_counts(body))
        elif topic == LOOKS:
            id, worker, people, watchers, asks = decode_looks(body)
            if place := self._house.places.get(id):
                place.feed.look_elsewhere(place.table, worker, people, watchers, self._house.now() + LIFE)
                if asks and place.feed:
                    self._tell_looks(place, asks=False)
