"""What several workers of one house share in virtual time: leases that lapse, and a bus whose hints may all be lost."""

import asyncio
from collections.abc import Callable, Collection
from typing import Any

from tests.telegram.lives import Life
from turnwise.house.store.interface import Unavailable
from turnwise.house.store.sharing import unheard

LIFE = 10.0
"""Seconds that leases last, as they do by default."""


class Shared:
    """What is true of the leases, by one clock; and all ends of the bus."""

    def __init__(self) -> None:
        self.holders: dict[str, str] = {}
        self.until: dict[str, float] = {}
        self.workers: list[Leased] = []
        self.ends: list[Line] = []
        self.deaf = False
        """Whether every hint is lost."""
        self.hints: list[tuple[str, bytes]] = []
        """All that were ever sent."""

    def of(self, life: Life) -> dict[str, Any]:
        """For a process that lives so long."""
        return {"leases": Leased(self, life), "bus": Line(self, life)}

    def alive(self, worker: str) -> bool:
        return asyncio.get_running_loop().time() < self.until.get(worker, 0.0)


class Leased:
    """The leases of one worker."""

    life = LIFE

    def __init__(self, shared: Shared, life: Life) -> None:
        self._shared, self._life = shared, life
        self.worker = f"worker {len(shared.workers)}"
        self.cut = False
        """Whether the database can't be asked."""
        shared.workers.append(self)

    async def _asked(self) -> None:
        await asyncio.sleep(0)
        await self._life.goes_on()
        if self.cut:
            raise Unavailable

    async def take(self, names: Collection[str]) -> set[str]:
        await self._asked()
        shared, mine = self._shared, self.worker
        if not shared.alive(mine):
            return set()
        for name in names:
            if not shared.alive(shared.holders.get(name, "")):
                shared.holders[name] = mine
        return {name for name in names if shared.holders[name] == mine}

    async def release(self, names: Collection[str]) -> None:
        await self._asked()
        for name in names:
            if self._shared.holders.get(name) == self.worker:
                del self._shared.holders[name]

    async def renew(self) -> bool:
        await self._asked()
        shared, mine = self._shared, self.worker
        lapsed = mine in shared.until and not shared.alive(mine)
        if lapsed:
            shared.holders = {name: one for name, one in shared.holders.items() if one != mine}
        shared.until[mine] = asyncio.get_running_loop().time() + LIFE
        return not lapsed

    async def orphans(self, limit: int) -> list[str]:
        await self._asked()
        return [name for name, one in self._shared.holders.items() if not self._shared.alive(one)][:limit]

    async def workers(self) -> list[str]:
        await self._asked()
        return [worker for worker in self._shared.until if self._shared.alive(worker)]


class Line:
    """One worker's end of the bus."""

    def __init__(self, shared: Shared, life: Life) -> None:
        self.hear: Callable[[str, bytes], None] = unheard
        self._shared, self._life = shared, life
        shared.ends.append(self)

    def send(self, topic: str, body: bytes) -> None:
        if self._life.over.is_set():
            return
        self._shared.hints.append((topic, body))
        for end in self._shared.ends:
            if end is not self and not self._shared.deaf:
                asyncio.get_running_loop().call_soon(end._heard, topic, body)

    def _heard(self, topic: str, body: bytes) -> None:
        if not self._life.over.is_set():
            self.hear(topic, body)

    async def close(self) -> None:
        self._shared.ends.remove(self)
