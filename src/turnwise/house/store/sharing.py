"""What the workers of one house share: leases, which say who looks after what for a while, and hints of changes.

A lease decides who tries something, never what is true: that is in the store alone. A hint may be lost, doubled or
late. A house in one process needs neither: it uses `Alone` and `Silence`.
"""

from collections.abc import Callable, Collection
from typing import Protocol

from turnwise.house.ids import new_id

LIFE = 10.0
"""Seconds that a worker's leases last after its last renewal."""


class Leases(Protocol):
    """What this worker alone looks after for a while: clocks, bots and notices of a table, the upkeep of the house."""

    worker: str
    """The id of this worker, a new one at every start."""
    life: float
    """Seconds that its leases last without `renew`."""

    async def take(self, names: Collection[str]) -> set[str]:
        """Those that are this worker's now: they were free, its own, or held by a worker that has expired."""

    async def release(self, names: Collection[str]) -> None: ...

    async def renew(self) -> bool:
        """Renew this worker's leases. False: they had expired, and all are lost."""

    async def orphans(self, limit: int) -> list[str]:
        """Leases held by workers that have expired."""

    async def workers(self) -> list[str]:
        """The ids of the workers that have not expired."""


class Bus(Protocol):
    """Hints to the other workers."""

    hear: Callable[[str, bytes], None]
    """Called in the event loop with the topic and body of each hint from another worker; set by the house."""

    def send(self, topic: str, body: bytes) -> None:
        """Send a hint at some time. Never waits and never raises."""

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
    """Ignores the hints that arrive before a house listens."""


class Silence:
    """The bus of the only worker."""

    def __init__(self) -> None:
        self.hear: Callable[[str, bytes], None] = unheard

    def send(self, topic: str, body: bytes) -> None:
        """There is nobody to tell."""

    async def close(self) -> None:
        """There is nothing to let go of."""
