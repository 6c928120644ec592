"""What several workers that serve one house agree on: who looks after what for a while, and hints that something has changed.

A lease decides who tries something, never what is true: that is in the store alone. A hint may be lost, doubled or late. A house
in one process needs neither: it is `Alone`, and keeps `Silence`.
"""

from collections.abc import Callable, Collection
from typing import Protocol

from turnwise.house.ids import new_id

LIFE = 10.0
"""Seconds that a worker's leases last after it was last heard of."""


class Leases(Protocol):
    """What this worker alone looks after for a while: clocks, bots and notices of a table, the upkeep of the house."""

    worker: str
    """The id of this worker, another one after every start."""
    life: float
    """Seconds that what it holds lasts without `renew`."""

    async def take(self, names: Collection[str]) -> set[str]:
        """Those that are this worker's now: they were free, its own, or of a worker whose time is over."""

    async def release(self, names: Collection[str]) -> None: ...

    async def renew(self) -> bool:
        """This worker is alive. False: its time was over meanwhile, and all it held is lost."""

    async def orphans(self, limit: int) -> list[str]:
        """What is held by workers whose time is over."""

    async def workers(self) -> list[str]:
        """The ids of those whose time is not over."""


class Bus(Protocol):
    """Hints to the other workers."""

    hear: Callable[[str, bytes], None]
    """Given each hint of another worker, its topic and body, in the event loop; set by the house."""

    def send(self, topic: str, body: bytes) -> None:
        """Tell the others, some time. It never waits and never raises."""

    async def close(self) -> None: ...


class Alone:
    """The leases of the only worker: everything is its own."""

    life = LIFE

    def __init__(self) -> None:
        self.worker = new_id()

    async def take(self, names: Collection[str]) -> set[str]:
        return set(names)

    async def release(self, names: Collection[str]) -> None:
        """Nobody else would take them."""

    async def renew(self) -> bool:
        return True

    async def orphans(self, limit: int) -> list[str]:
        return []

    async def workers(self) -> list[str]:
        return [self.worker]


def unheard(topic: str, body: bytes) -> None:
    """What becomes of a hint before a house listens."""


class Silence:
    """The bus of the only worker."""

    def __init__(self) -> None:
        self.hear: Callable[[str, bytes], None] = unheard

    def send(self, topic: str, body: bytes) -> None:
        """There is nobody to tell."""

    async def close(self) -> None:
        """There is nothing to let go of."""
