"""A fair queue: a number of places, and people who wait for one of them. Nobody has two at a time.

Whoever has used the places least goes next: addresses are compared first, and then the people at an address. So many guests of one
address wait for each other and for nobody else, and somebody who comes for the first time goes before all who come again. This is
start-time fair queueing (Goyal, Vin and Cheng), with the time that a place was held as the cost.
"""

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import NamedTuple

MOST_REMEMBERED = 10_000
"""Accounts of addresses, and of people."""


class Asker(NamedTuple):
    """Who wants something: a person, or nobody in particular, at an address."""

    person: str
    address: str

    @property
    def name(self) -> str:
        """Those who have no name are one person for each address."""
        return self.person or f"at {self.address}"


class _Wish(NamedTuple):
    asker: Asker
    granted: "asyncio.Future[None]"


class _Accounts:
    """How long each has held a place. Whoever was away for a while saves nothing up: an account is never below the latest turn's."""

    def __init__(self) -> None:
        self._used: dict[str, float] = {}
        self._floor = 0.0

    def __getitem__(self, who: str) -> float:
        return max(self._used.get(who, 0.0), self._floor)

    def begin(self, who: str) -> None:
        self._floor = self[who]

    def add(self, who: str, seconds: float) -> None:
        self._used[who] = self[who] + seconds
        if len(self._used) > MOST_REMEMBERED:
            self._used = {one: used for one, used in self._used.items() if used > self._floor}
        if len(self._used) > MOST_REMEMBERED:
            self._used.clear()


class Turns:
    """The places and the queue for them."""

    def __init__(self, places: int, now: Callable[[], float] = time.monotonic) -> None:
        """`now` in seconds, to measure with."""
        self._free, self._now = places, now
        self._queue: list[_Wish] = []
        self._holding: set[str] = set()
        self._addresses, self._people = _Accounts(), _Accounts()

    @property
    def waiting(self) -> int:
        return len(self._queue)

    @property
    def running(self) -> int:
        return len(self._holding)

    @asynccontextmanager
    async def turn(self, asker: Asker) -> AsyncIterator[None]:
        """Wait for a place, and hold it meanwhile. Whoever is cancelled while waiting leaves the queue."""
        wish = _Wish(asker, asyncio.get_running_loop().create_future())
        self._queue.append(wish)
        self._grant()
        try:
            await wish.granted
        except asyncio.CancelledError:
            if wish in self._queue:
                self._queue.remove(wish)
            else:
                self._give_back(asker, 0.0)
            raise
        began = self._now()
        try:
            yield
        finally:
            self._give_back(asker, self._now() - began)

    def _grant(self) -> None:
        while self._free and (able := [wish for wish in self._queue if wish.asker.name not in self._holding]):
            wish = min(able, key=lambda one: (self._addresses[one.asker.address], self._people[one.asker.name]))
            self._queue.remove(wish)
            self._free -= 1
            self._holding.add(wish.asker.name)
            self._addresses.begin(wish.asker.address)
            self._people.begin(wish.asker.name)
            wish.granted.set_result(None)

    def _give_back(self, asker: Asker, seconds: float) -> None:
        self._free += 1
        self._holding.discard(asker.name)
        self._addresses.add(asker.address, seconds)
        self._people.add(asker.name, seconds)
        self._grant()
