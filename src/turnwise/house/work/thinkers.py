"""Processes in which bots think, so that bots delay nobody: started when first needed, and again when one dies."""

import asyncio
import logging
from asyncio.subprocess import Process
from contextlib import suppress
from typing import NamedTuple

from msgspec.structs import replace

from turnwise.bots import Thought
from turnwise.bots.thinker import GREETING, STOP, Task, decode_answer, encode, framed
from turnwise.house.work.children import ended, heard, started

log = logging.getLogger("turnwise")

THINKER = "turnwise.bots.thinker"
TRIES = 2
"""How often a task is given to a new process after one has died of it."""
LONGEST = 60
"""Seconds beyond a task's own after which a process that does not answer is ended."""
AT_LEAST = 0.02
"""Seconds for a task that is told to stop before a process had time for it."""

Enough = asyncio.Future[None]


class NoThought(Exception):
    """No process could think about it."""


class _Wanted(NamedTuple):
    task: Task
    enough: Enough
    answer: "asyncio.Future[Thought]"


class Thinkers:
    """Up to `most` processes that take the tasks in turn."""

    def __init__(self, most: int = 1) -> None:
        self.most = most
        self._waiting: asyncio.Queue[_Wanted] = asyncio.Queue()
        self._heads: list[asyncio.Task[None]] = []

    async def start(self) -> None:
        """Start one more process; returns when it is ready, or can't be started."""
        up = asyncio.get_running_loop().create_future()
        self._heads.append(asyncio.create_task(self._head(up)))
        await up

    async def think(self, task: Task, enough: Enough) -> Thought:
        """What a bot would do: its best action when `enough` is done. Cancelling stops the thought. Raises
        NoThought."""
        answer: asyncio.Future[Thought] = asyncio.get_running_loop().create_future()
        self._waiting.put_nowait(_Wanted(task, enough, answer))
        return await answer

    async def close(self) -> None:
        for head in self._heads:
            head.cancel()
        await asyncio.gather(*self._heads, return_exceptions=True)
        self._heads.clear()

    async def _head(self, up: "asyncio.Future[None]") -> None:
        """Run one process after the other, and give it tasks."""
        process: Process | None = None
        try:
            with suppress(Exception):  # then it is started again with the first task
                process = await _started()
            up.set_result(None)
            while True:
                wanted = await self._waiting.get()
                for _ in range(TRIES):
                    if wanted.answer.done():
                        break
                    try:
                        process = process or await _started()
                        await self._ask(process, wanted)
                    except Exception as error:  # each event loop has its own exception for a broken pipe
                        log.warning("a thinker died", extra={"facts": {"error": type(error).__name__}})
                        if process:
                            await ended(process)
                        process = None
                if not wanted.answer.done():
                    wanted.answer.set_exception(NoThought())
        finally:
            up.cancel()
            if process:
                await ended(process)

    async def _ask(self, process: Process, wanted: _Wanted) -> None:
        assert process.stdin and process.stdout
        writer, reader, (task, enough, answer) = process.stdin, process.stdout, wanted
        if enough.done():
            task = replace(task, seconds=min(task.seconds, AT_LEAST))

        def stop(_: object) -> None:
            if not writer.is_closing():
                writer.write(STOP)

        def unwanted(answer: "asyncio.Future[Thought]") -> None:
            if answer.cancelled():
                stop(answer)

        writer.write(framed(encode(task)))
        answer.add_done_callback(unwanted)
        if not enough.done():
            enough.add_done_callback(stop)
        try:
            async with asyncio.timeout(task.seconds + LONGEST):
                await writer.drain()
                told = decode_answer(await heard(reader))
        finally:
            answer.remove_done_callback(unwanted)
            enough.remove_done_callback(stop)
        if answer.done():
            return
        if told.thought is None:
            log.error("a bot failed", extra={"facts": {"game": task.game, "bot": task.bot, "error": told.fault}})
            answer.set_exception(NoThought())
        else:
            answer.set_result(told.thought)


async def _started() -> Process:
    process = await started(THINKER)
    assert process.stdout
    try:
        async with asyncio.timeout(LONGEST):
            await process.stdout.readexactly(len(GREETING))
    except BaseException:
        await ended(process)
        raise
    return process
