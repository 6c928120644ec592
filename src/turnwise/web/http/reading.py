"""Schedules reads. They wait in a fair queue, and all together take no more than about half of the event loop's time:
the other half is for moves, whatever is asked for.

A read takes a millisecond or more of the loop's time and seldom awaits anything. A client with a hundred connections
would have a hundred of them answered between two moves of everybody else. Here it gets one, after which the loop is
left to others for as long as it took. A client that makes one request at a time on a quiet house never waits.
"""

import asyncio
from typing import NamedTuple

from turnwise.house.work.fair_queue import FairQueue
from turnwise.house.work.load import Overloaded

PATIENCE = 2.0
"""Seconds after which a waiting read is refused."""
BRIEF = 0.0005
"""Seconds of work up to which no rest follows."""
STALL = 0.25
"""Seconds: what took longer was a stall of the machine. Of a stall no more than this is rested for or counts as waiting."""


class _Reader(NamedTuple):
    address: str
    came: float
    turn: "asyncio.Future[None]"
    person: str = ""


class Reading:
    """The queue."""

    def __init__(self) -> None:
        self._queue: FairQueue[_Reader] = FairQueue()
        self._resting = False
        self._waited = 0.0  # seconds of waiting, without the stalls of the machine
        self._seen = 0.0  # when that was last brought up to date

    def __len__(self) -> int:
        """How many wait."""
        return len(self._queue)

    async def turn(self, address: str) -> None:
        """Wait for one's turn to read; Overloaded if that takes too long."""
        loop = asyncio.get_running_loop()
        self._count(loop)
        reader = _Reader(address, self._waited, loop.create_future())
        if self._resting:
            self._queue.put(reader)
            await reader.turn
        else:
            self._begin(loop, reader)

    def _begin(self, loop: asyncio.AbstractEventLoop, reader: _Reader) -> None:
        """Start a read, which is done when the loop comes round again."""
        self._resting = True
        loop.call_soon(self._rest, loop, reader, loop.time())

    def _rest(self, loop: asyncio.AbstractEventLoop, reader: _Reader, began: float) -> None:
        took = loop.time() - began
        self._count(loop)
        if len(self._queue):
            self._queue.charge(reader, took)
        if took < BRIEF:
            self._next(loop)
        else:
            loop.call_later(min(took, STALL), self._next, loop)

    def _next(self, loop: asyncio.AbstractEventLoop) -> None:
        self._count(loop)
        late = self._waited - PATIENCE
        while len(self._queue):
            reader = self._queue.take()
            if reader.turn.done():  # it was cancelled
                continue
            if reader.came < late:
                reader.turn.set_exception(Overloaded())
                continue
            reader.turn.set_result(None)
            self._begin(loop, reader)
            return
        self._resting = False

    def _count(self, loop: asyncio.AbstractEventLoop) -> None:
        """Bring the seconds of waiting up to date."""
        now = loop.time()
        self._waited += min(now - self._seen, STALL)
        self._seen = now
