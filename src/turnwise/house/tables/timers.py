"""Timeouts at tables: one alarm for the whole house, whether the tables are in memory or not."""

import asyncio
import heapq
import logging
from collections.abc import Sequence
from typing import TYPE_CHECKING

from turnwise.house.tables import dice, playing
from turnwise.house.tables.items import AnyItem
from turnwise.house.tables.table import Table
from turnwise.house.work.background import BackgroundTasks
from turnwise.kit.errors import TurnwiseError

if TYPE_CHECKING:
    from turnwise.house.house import House
    from turnwise.house.tables.loaded import LoadedTable

log = logging.getLogger("turnwise")

BEAT = 1000
"""Milliseconds before the time-out move of an absent player."""
AGAIN = 5000
"""Milliseconds until something that could not be written is tried again."""


class Timers:
    """When something is due at each table; the heap may hold earlier times, which are checked and put back."""

    def __init__(self, house: "House", pace: float) -> None:
        self._house, self._pace = house, pace
        self.due: dict[str, int] = {}
        self._heap: list[tuple[int, str]] = []
        self._queued: dict[str, int] = {}
        """The earliest time of each table in the heap."""
        self._alarm: asyncio.TimerHandle | None = None
        self._background = BackgroundTasks()

    def set(self, loaded: "LoadedTable") -> None:
        """Update the timer of a table that may have changed."""
        table = loaded.table
        when = self._when(table)
        if when is None:
            self.due.pop(table.id, None)
        else:
            self._put(table.id, when)

    def again(self, id: str) -> None:
        """Something could not be done at a table; try again in a moment."""
        self._put(id, self._house.now() + AGAIN)

    def drop(self, id: str) -> None:
        """Another worker looks after the table now."""
        self.due.pop(id, None)

    async def close(self) -> None:
        if self._alarm:
            self._alarm.cancel()
        self._heap.clear()
        await self._background.close()

    def _when(self, table: Table) -> int | None:
        seat = table.turn
        if table.outdated:
            return None
        if table.status == "beginning":
            return dice.due(table, self._house.now(), self._house.moment)
        if seat is None or table.bot_of(seat):
            return None
        locked = self._house.locked_until(table)
        if seat in table.away:
            soon = max(locked, self._house.now() + int(self._pace * BEAT))
            return min(soon, max(locked, self.due.get(table.id, soon)))
        due = table.clock.due
        return None if due is None else max(locked, due)

    def _put(self, id: str, when: int) -> None:
        self.due[id] = when
        if when < self._queued.get(id, when + 1):
            self._queued[id] = when
            heapq.heappush(self._heap, (when, id))
            if self._heap[0][1] == id:
                self.set_alarm()

    def set_alarm(self) -> None:
        """Set the alarm for the first due time, by the present clock."""
        if self._alarm:
            self._alarm.cancel()
            self._alarm = None
        if self._heap:
            wait = max(0, self._heap[0][0] - self._house.now()) / 1000
            self._alarm = asyncio.get_running_loop().call_later(wait, lambda: self._background.start(self.ring()))

    async def ring(self) -> None:
        """Apply the policies of all tables whose time is up."""
        now, up = self._house.now(), list[str]()
        while self._heap and self._heap[0][0] <= now:
            when, id = heapq.heappop(self._heap)
            if self._queued.get(id) != when:
                continue
            del self._queued[id]
            due = self.due.get(id)
            if due is not None and due <= now:
                del self.due[id]
                up.append(id)
            elif due is not None:
                self._put(id, due)
        self.set_alarm()
        await asyncio.gather(*map(self._act, up))

    async def _act(self, id: str) -> None:
        try:
            self._house.look_after(await self._house.change(id, None, self._policy))
        except TurnwiseError as error:
            if error.code == "unavailable":
                self.again(id)
            elif error.code != "closing":
                log.error("a clock can't go on", extra={"facts": {"error": error.code}})

    def _policy(self, table: Table) -> Sequence[AnyItem]:
        now = self._house.now()
        if not self._house.duties.mine(table.id):
            return []
        if table.status == "beginning":
            return dice.follows(table, now, self._house.moment)
        return playing.time_over(table, now) if table.turn is not None else []
