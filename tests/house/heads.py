"""Heads for bots in tests: they think in this process, and the test may watch them, hold them or put words into their mouths."""

import asyncio
from collections.abc import Callable

from turnwise.bots import Thought
from turnwise.bots.thinker import Task, think
from turnwise.house.house import House
from turnwise.house.tables.sitters import Sitters
from turnwise.house.work.thinkers import NoThought, Thinkers

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
    house.sitters = Sitters(house, head, pace)
    return head


async def until(condition: Callable[[], bool], most: int = 20_000) -> None:
    """Let everybody else go on until something is so."""
    for _ in range(most):
        if condition():
            return
        await asyncio.sleep(0)
    raise AssertionError("it never came to that")


async def quiet(turns: int = 200) -> None:
    """Let everybody else go on for a while in which nothing should happen."""
    for _ in range(turns):
        await asyncio.sleep(0)
