"""Heads for bots in tests: they think in this process, and the test may watch them, hold them or put words into their mouths."""

import asyncio
import time
from collections.abc import Callable

from tests.house.warp import Warp
from turnwise.bots import Thought
from turnwise.bots.thinker import Task, think
from turnwise.house.house import House
from turnwise.house.tables.seated_bots import SeatedBots
from turnwise.house.work.thinkers import NoThought, Thinkers

PATIENCE = 60
"""Seconds in which it has to come to something that is waited for."""
AT_ONCE = 100
"""Thoughts that such a head has at the same time."""


class Head(Thinkers):
    """Thinks as a process would. `asked` are the tasks so far; while `held`, nobody gets an answer."""

    def __init__(self, answer: Callable[[Task], Thought | None] = lambda task: think(task).thought) -> None:
        super().__init__(AT_ONCE)
        self.asked: list[Task] = []
        self.cancelled = 0
        self.free = asyncio.Event()
        self.free.set()
        self._answer = answer

    async def start(self) -> None:
        """There is no process to start."""

    async def think(self, task: Task, enough: "asyncio.Future[None]") -> Thought:
        self.asked.append(task)
        try:
            await asyncio.sleep(0)
            await self.free.wait()
        except asyncio.CancelledError:
            self.cancelled += 1
            raise
        thought = self._answer(task)
        if thought is None:
            raise NoThought
        return thought


def with_head(house: House, head: Head, pace: float = 0) -> Head:
    house.seated_bots = SeatedBots(house, head, pace)
    return head


async def until(condition: Callable[[], bool]) -> None:
    """Let everybody else go on until something is so."""
    end = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < end, "it never came to that"
        await asyncio.sleep(0)


async def quiet(turns: int = 200) -> None:
    """Let everybody else go on for a while in which nothing should happen, threads too."""
    for _ in range(turns):
        await asyncio.sleep(0)
    while Warp.working:
        await asyncio.sleep(0)
