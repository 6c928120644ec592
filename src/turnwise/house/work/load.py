"""How far the house lags behind its work, and what it refuses then: jobs first, then reads, and never a move.

Ten times a second the clock is read to see how late the event loop is. One late reading says little: it may be one long
request, or other work on the machine. So the *shortest* of the latest few counts, as routers judge a queue (CoDel):
when even that is long, more comes in than can be done.
"""

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Literal, NamedTuple

from turnwise.kit.errors import TurnwiseError
from turnwise.kit.words import said

EVERY = 0.1
"""Seconds between two readings."""
LOOKS = 8
LATEST = {"jobs": 0.1, "reads": 0.3}
"""Seconds of lag, by the shortest of the latest readings, from which on each kind of work is refused."""

Work = Literal["jobs", "reads"]


class Queue(NamedTuple):
    """Work that waits: how much, from how much on it is reported to the host, and how much was refused so far."""

    length: Callable[[], int]
    long: int
    refused: Callable[[], int] | None = None


class Overloaded(TurnwiseError):
    """The house is asked for more than it can do. Moves are still accepted."""

    code = "overloaded"
    retry_after = 5

    def __init__(self) -> None:
        super().__init__(
            said("The house has more to do than it can. Matches go on; please try this again in a few seconds.")
        )


class Load:
    """The lag of this process's event loop, and what the house refuses because of it."""

    def __init__(self) -> None:
        self._late: deque[float] = deque([0.0], maxlen=LOOKS)
        self.after: list[Callable[[float], object]] = []
        """Called with the lateness of each reading, in seconds."""
        self.queues: dict[str, Queue] = {}
        """By name; the owner of a queue registers it here."""

    @property
    def lag(self) -> float:
        """Seconds by which everything is late at least."""
        return min(self._late) if len(self._late) == LOOKS else 0.0

    def refuses(self, work: Work) -> bool:
        return self.lag > LATEST[work]

    def allow(self, work: Work) -> None:
        """Refuse work for which there is no time now."""
        if self.refuses(work):
            raise Overloaded

    def was_late(self, seconds: float) -> None:
        self._late.append(seconds)
        for hook in self.after:
            hook(seconds)

    async def watch(self) -> None:
        """Measure the lag for ever."""
        loop = asyncio.get_running_loop()
        while True:
            due = loop.time() + EVERY
            await asyncio.sleep(EVERY)
            self.was_late(max(0.0, loop.time() - due))
