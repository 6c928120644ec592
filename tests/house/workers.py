"""Several workers of one house in one process: leases that the first one takes, and a bus that is quick and loses nothing."""

import asyncio
from collections.abc import AsyncIterator, Callable, Collection
from contextlib import asynccontextmanager

from tests.house.kept_store import KeptStore
from tests.house.town import Counting
from turnwise.house.house import House
from turnwise.house.store.sharing import unheard


class Taken:
    """The leases of one worker among several that never end."""

    life = 10.0

    def __init__(self, worker: str, holders: dict[str, str]) -> None:
        self.worker, self._holders = worker, holders

    async def take(self, names: Collection[str]) -> set[str]:
        return {name for name in names if self._holders.setdefault(name, self.worker) == self.worker}

    async def release(self, names: Collection[str]) -> None:
        for name in names:
            self._holders.pop(name, None)

    async def renew(self) -> bool:
        return True

    async def orphans(self, limit: int) -> list[str]:
        return []

    async def workers(self) -> list[str]:
        return [self.worker]


class Ear:
    """One end of the bus."""

    def __init__(self, all_ends: "list[Ear]") -> None:
        self.hear: Callable[[str, bytes], None] = unheard
        self._ends = all_ends
        all_ends.append(self)

    def send(self, topic: str, body: bytes) -> None:
        for end in self._ends:
            if end is not self:
                asyncio.get_running_loop().call_soon(end.hear, topic, body)

    async def close(self) -> None:
        self._ends.remove(self)


@asynccontextmanager
async def workers(number: int, now: Callable[[], int]) -> AsyncIterator[list[House]]:
    """So many workers of one house, which have joined it."""
    store, holders, ends = KeptStore(), dict[str, str](), list[Ear]()
    houses = [
        House(
            store,
            now=now,
            hasher=Counting(),
            pace=0,
            thinkers=0,
            leases=Taken(f"worker {one}", holders),
            bus=Ear(ends),
        )
        for one in range(number)
    ]
    try:
        for house in houses:
            await house.colleagues.meet()
            house.resume()
        yield houses
    finally:
        for house in houses:
            await house.close()
