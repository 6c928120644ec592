"""Single pictures on request: drawn in threads of their own, in a fair queue, apart from those of open tables."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from turnwise.house.work.limits import Limits, TooMany
from turnwise.house.work.permits import Asker, Turns

THREADS = 2
T = TypeVar("T")


class Pictures:
    """Each takes a few milliseconds; what takes longer is a job (`house/work/jobs.py`)."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._turns = Turns(THREADS)
        self.refused = 0
        """Pictures refused since the house opened, because too many were requested at once."""
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="picture")

    @property
    def waiting(self) -> int:
        return self._turns.waiting

    async def made(self, asker: Asker, draw: Callable[[], T]) -> T:
        """The drawn picture. Raises TooMany if a person asks for too many at once."""
        person = self._limits.hold("pictures of a person", asker.name)
        try:
            with person, self._limits.hold("pictures from an address", asker.address):
                async with self._turns.turn(asker):
                    return await asyncio.get_running_loop().run_in_executor(self._threads, draw)
        except TooMany:
            self.refused += 1
            raise

    def close(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)
