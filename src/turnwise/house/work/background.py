"""Tasks that run beside the tables: nobody waits for them, and an error in one stops nothing else."""

import asyncio
import logging
from collections.abc import Coroutine
from typing import Any

log = logging.getLogger(__name__)


class BackgroundTasks:
    """Tasks that can be waited for, or cancelled."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[Any]] = set()

    def __len__(self) -> int:
        return len(self._tasks)

    def start(self, work: Coroutine[Any, Any, Any]) -> None:
        self.add(asyncio.get_running_loop().create_task(work))

    def add(self, task: "asyncio.Task[Any]") -> None:
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: "asyncio.Task[Any]") -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()):
            log.error("work beside the tables failed", exc_info=error)

    async def settle(self) -> None:
        """Wait until all tasks are done, with those that were started meanwhile."""
        while self._tasks:
            await asyncio.wait(self._tasks)

    async def close(self) -> None:
        """Cancel what is still running."""
        for task in self._tasks:
            task.cancel()
        await self.settle()
