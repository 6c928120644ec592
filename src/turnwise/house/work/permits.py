"""A limited number of permits, for which people wait in a fair queue. Nobody has two at a time."""

import asyncio
import time
from collections import deque
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import NamedTuple

from turnwise.house.work.fair_queue import FairQueue


class Asker(NamedTuple):
    """On whose behalf something is asked: a person, or an anonymous caller, at an address."""

    person: str
    address: str

    @property
    def name(self) -> str:
        """All anonymous callers of an address count as one person."""
        return self.person or f"at {self.address}"


class _Wish:
    """A request for a permit."""

    def __init__(self, asker: Asker) -> None:
        self.person, self.address = asker.name, asker.address
        self.granted: asyncio.Future[None] = asyncio.get_running_loop().create_future()


class Turns:
    """The permits and their queue: who has held them least goes next, first among addresses, then among their
    people."""

    def __init__(self, places: int, now: Callable[[], float] = time.monotonic) -> None:
        """`now`: a clock in seconds."""
        self._free, self._now = places, now
        self._queue: FairQueue[_Wish] = FairQueue()
        self._behind: dict[str, deque[_Wish]] = {}
        """Requests that wait until the same person's earlier one is done."""
        self.running = 0

    @property
    def waiting(self) -> int:
        return len(self._queue) + sum(map(len, self._behind.values()))

    @asynccontextmanager
    async def turn(self, asker: Asker) -> AsyncIterator[None]:
        """Wait for a permit, and hold it in the block. A caller that is cancelled while waiting leaves the queue."""
        wish, began = _Wish(asker), None
        if wish.person in self._behind:
            self._behind[wish.person].append(wish)
        else:
            self._behind[wish.person] = deque()
            self._queue.put(wish)
            self._grant()
        try:
            await wish.granted
            began = self._now()
            yield
        finally:
            self._give_back(wish, began)

    def _grant(self) -> None:
        while self._free and len(self._queue):
            wish = self._queue.take()
            if not wish.granted.cancelled():
                self._free -= 1
                self.running += 1
                wish.granted.set_result(None)

    def _give_back(self, wish: _Wish, began: float | None) -> None:
        """A request is done or cancelled."""
        behind = self._behind[wish.person]
        if wish in behind:
            behind.remove(wish)
            return
        if wish.granted.done() and not wish.granted.cancelled():
            self._free += 1
            self.running -= 1
            self._queue.charge(wish, self._now() - began if began is not None else 0.0)
        else:
            self._queue.remove(wish)
        if behind:
            self._queue.put(behind.popleft())
        else:
            del self._behind[wish.person]
        self._grant()
