"""Who may read next. Reads stand in line, one address after the other, and all of them together take no more than about half of the
event loop's time: the other half is for moves, whatever anybody asks for.

A read is a millisecond or more of the loop's time and seldom waits for anything. Somebody with a hundred connections would have a
hundred of them answered between two moves of everybody else. Here it is one, after which the loop is left to others for as long as it
took. Whoever asks for one thing at a time on a quiet house never waits.
"""

import asyncio
from collections import OrderedDict, deque
from typing import NamedTuple

from turnwise.house.load import Overloaded

PATIENCE = 2.0
"""Seconds after which somebody in line is sent away."""
BRIEF = 0.0005
"""Seconds of work after which nobody needs a rest."""


class _Reader(NamedTuple):
    came: float
    turn: "asyncio.Future[None]"


class Reading:
    """The line."""

    def __init__(self) -> None:
        self._lines: OrderedDict[str, deque[_Reader]] = OrderedDict()
        self._resting = False
        self._began = 0.0

    def __len__(self) -> int:
        """How many wait."""
        return sum(map(len, self._lines.values()))

    async def turn(self, address: str) -> None:
        """Wait until it is one's turn to read; Overloaded if that takes too long."""
        loop = asyncio.get_running_loop()
        if not self._resting:
            self._begin(loop)
            return
        reader = _Reader(loop.time(), loop.create_future())
        self._lines.setdefault(address, deque()).append(reader)
        await reader.turn

    def _begin(self, loop: asyncio.AbstractEventLoop) -> None:
        """Somebody reads now, and is done when the loop comes round again."""
        self._resting, self._began = True, loop.time()
        loop.call_soon(self._rest, loop)

    def _rest(self, loop: asyncio.AbstractEventLoop) -> None:
        took = loop.time() - self._began
        if took < BRIEF:
            self._next(loop)
        else:
            loop.call_later(took, self._next, loop)

    def _next(self, loop: asyncio.AbstractEventLoop) -> None:
        late = loop.time() - PATIENCE
        while self._lines:
            address, line = self._lines.popitem(last=False)
            reader = line.popleft()
            if line:
                self._lines[address] = line  # behind all others
            if reader.turn.done():  # it was cancelled
                continue
            if reader.came < late:
                reader.turn.set_exception(Overloaded())
                continue
            reader.turn.set_result(None)
            self._begin(loop)
            return
        self._resting = False
