"""A number of places, and people who wait for one of them in a fair queue. Nobody has two at a time."""

import asyncio
import time
from collections import deque
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import NamedTuple

from turnwise.house.work.fair_queue import FairQueue


class Asker(NamedTuple):
    """Who wants something: a person, or nobody in particular, at an address."""

    person: str
    address: str

    @property
    def name(self) -> str:
        """Those who have no name are one person for each address."""
        return self.person or f"at {self.address}"


class _Wish:
    """Somebody's wish for a place."""

    def __init__(self, asker: Asker) -> None:
        self.person, self.address = asker.name, asker.address
        self.granted: asyncio.Future[None] = asyncio.get_running_loop().create_future()


class Turns:
    """The places and the queue for them: whoever has held them least goes next, first among addresses, then among their people."""

    def __init__(self, places: int, now: Callable[[], float] = time.monotonic) -> None:
        """`now` in seconds, to measure with."""
        self._free, self._now = places, now
        self._queue: FairQueue[_Wish] = FairQueue()
        self._behind: dict[str, deque[_Wish]] = {}
        """By person, what waits until that person's wish before it is over; nothing where there is none before it."""
        self.running = 0

    @property
    def waiting(self) -> int:
        return len(self._queue) + sum(map(len, self._behind.values()))

    @asynccontextmanager
    async def turn(self, asker: Asker) -> AsyncIterator[None]:
        """Wait for a place, and hold it meanwhile. Whoever is cancelled while waiting leaves the queue."""
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
        """Somebody is done, or does not want a place any more."""
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
