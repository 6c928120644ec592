"""Processes in which bots think, so that a thinking bot never delays anybody: started when first needed, and again when one dies."""

import asyncio
import logging
from asyncio.subprocess import Process
from itertools import count
from typing import NamedTuple

from msgspec.structs import replace

from turnwise.bots import Thought
from turnwise.bots.manners import goes_by_time
from turnwise.bots.thinker import STOP, Task, decode_answer, encode, framed
from turnwise.house.children import ended, heard, started

log = logging.getLogger("turnwise")

THINKER = "turnwise.bots.thinker"
TRIES = 2
"""How often a task is given to a new process when one has died over it."""
LONGEST = 60
"""Seconds beyond its task's own after which a process that does not answer is given up."""
SHORTEST = 0.05
"""Seconds that a bot has at least, however many wait."""


class NoThought(Exception):
    """No process could think about it."""


class _Wanted(NamedTuple):
    rank: int
    number: int
    task: Task
    answer: "asyncio.Future[Thought]"


class Thinkers:
    """Up to `most` processes that take the tasks in turn; a task that can wait comes after those that can't."""

    def __init__(self, most: int = 1) -> None:
        self._most = most
        self._numbers = count()
        self._waiting: asyncio.PriorityQueue[_Wanted] = asyncio.PriorityQueue()
        self._heads: list[asyncio.Task[None]] = []
        self._idle = 0

    async def think(self, task: Task, *, can_wait: bool = False) -> Thought:
        """What a bot would do. Whoever is cancelled meanwhile stops the thought. Raises NoThought."""
        answer: asyncio.Future[Thought] = asyncio.get_running_loop().create_future()
        self._waiting.put_nowait(_Wanted(int(can_wait), next(self._numbers), task, answer))
        if self._waiting.qsize() > self._idle and len(self._heads) < self._most:
            self._heads.append(asyncio.create_task(self._head()))
        return await answer

    async def close(self) -> None:
        for head in self._heads:
            head.cancel()
        await asyncio.gather(*self._heads, return_exceptions=True)
        self._heads.clear()

    async def _head(self) -> None:
        """One process after the other, and what it works through."""
        process: Process | None = None
        try:
            while True:
                self._idle += 1
                try:
                    wanted = await self._waiting.get()
                finally:
                    self._idle -= 1
                for _ in range(TRIES):
                    if wanted.answer.done():
                        break
                    try:
                        process = process or await started(THINKER)
                        await self._ask(process, wanted)
                    except Exception as error:  # of many kinds: each event loop has its own for a pipe that is gone
                        log.warning("a thinker died", extra={"facts": {"error": type(error).__name__}})
                        if process:
                            await ended(process)
                        process = None
                if not wanted.answer.done():
                    wanted.answer.set_exception(NoThought())
        finally:
            if process:
                await ended(process)

    async def _ask(self, process: Process, wanted: _Wanted) -> None:
        assert process.stdin and process.stdout
        writer, reader, answer = process.stdin, process.stdout, wanted.answer
        task = wanted.task
        if goes_by_time(task.bot):  # the more wait, the less time each gets: so nobody waits for long
            share = 1 + self._waiting.qsize() // self._most
            task = replace(task, seconds=max(task.seconds / share, min(SHORTEST, task.seconds)))

        def unwanted(answer: "asyncio.Future[Thought]") -> None:
            if answer.cancelled() and not writer.is_closing():
                writer.write(STOP)

        writer.write(framed(encode(task)))
        answer.add_done_callback(unwanted)
        try:
            async with asyncio.timeout(task.seconds + LONGEST):
                await writer.drain()
                told = decode_answer(await heard(reader))
        finally:
            answer.remove_done_callback(unwanted)
        if answer.done():
            return
        if told.thought is None:
            log.error("a bot failed", extra={"facts": {"game": task.game, "bot": task.bot, "error": told.fault}})
            answer.set_exception(NoThought())
        else:
            answer.set_result(told.thought)
