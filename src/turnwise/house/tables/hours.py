"""When the house was last open, so that nobody loses time while it is closed.

The system clock may have been wrong when the house was opened, or when it was last open; a house that was closed for a
week looks the same. So no clock of a table runs while the house is closed, and nothing is deleted by age soon after a
leap.
"""

import asyncio
import logging
import time
from collections.abc import Callable

import msgspec

from turnwise.house.store.interface import Put, Store, Unavailable
from turnwise.house.tables.clock import DAY, Clock
from turnwise.house.tables.items import Resumed

log = logging.getLogger("turnwise")

KIND, ID = "house", "open"
SHORT = 60_000
"""Milliseconds that do not matter to a clock in days."""
APART = 2000
"""Milliseconds by which the clocks of two workers may differ."""
OPEN = 2 * SHORT
"""Milliseconds since the last record within which other workers count as having the house open."""
LEAP = 7 * DAY * 1000
"""Milliseconds that the house may have been closed before the system clock is doubted."""
DOUBT = DAY * 1000
"""Milliseconds after such a leap in which nothing is deleted by age, so that the host can correct the clock."""


def steady_clock() -> Callable[[], int]:
    """Milliseconds since 1970, unaffected by later changes of the system clock."""
    offset = time.time_ns() - time.monotonic_ns()
    return lambda: (time.monotonic_ns() + offset) // 1_000_000


class Hours:
    """Knows when the house was last open, and records that it is."""

    def __init__(self, store: Store, now: Callable[[], int], *, alone: bool = True) -> None:
        """`alone`: no other worker can have opened the house before this process."""
        self._store, self._now, self._alone = store, now, alone
        self.began = now()
        self._reading: asyncio.Task[int | None] | None = None
        self.resumed = False
        """Whether every table knows how long the house was closed; until then, the record of it is kept for the next
        start."""

    async def closed(self) -> int | None:
        """Milliseconds for which the house was closed, at most; 0 if it never was open, None if the clock went
        backwards."""
        if self._reading is None:
            self._reading = asyncio.ensure_future(self._read())
        reading = self._reading
        try:
            return await asyncio.shield(reading)
        except Unavailable:
            if self._reading is reading:
                self._reading = None
            raise

    async def _read(self) -> int | None:
        doc = await self._store.get(KIND, ID)
        if doc is None:
            return 0
        passed = self.began - int(msgspec.json.decode(doc.body))
        if not self._alone:
            passed = max(passed, 0)  # another worker has recorded it since this one began
        if not 0 <= passed <= LEAP:
            way = "back" if passed < 0 else "ahead"
            log.warning(f"the system's clock is {abs(passed) // 3_600_000} hours {way} since the house was open last")
        return passed if passed >= 0 else None

    async def resumption(self, clock: Clock) -> Resumed | None:
        """The item that tells a resumed table for how long the house was closed, if its clock ran then."""
        now = self._now()
        if clock.ahead(now + (0 if self._alone else APART)):
            return Resumed(now, "")
        live = clock.stood_still(self.began)
        if not live and not clock.ran_on(self.began) or not self._alone and await self._was_open():
            return None
        closed = None if live else await self.closed()
        if closed is None:
            return Resumed(now, "")
        closed = min(closed, clock.ran_for(self.began))
        return Resumed(now, "", closed) if closed >= SHORT else None

    async def _was_open(self) -> bool:
        """Whether other workers had the house open when this one began."""
        closed = await self.closed()
        return closed is not None and closed < OPEN

    async def sure(self) -> bool:
        """Whether the time can be trusted to tell the age of something."""
        closed = await self.closed()
        return closed is not None and closed <= LEAP or self._now() - self.began > DOUBT

    async def keep(self) -> None:
        """Record that the house is open now."""
        if self.resumed:
            doc = await self._store.get(KIND, ID)
            await self._store.commit([Put(KIND, ID, str(self._now()).encode(), doc.revision if doc else 0)])
