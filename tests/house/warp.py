"""Time that passes without being waited for."""

import asyncio
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

Result = TypeVar("Result")


class Warp(asyncio.SelectorEventLoop):
    """A loop on which nobody waits: when there is nothing to do, it is as late as the next thing to be done. Work takes no time, that
    of a store's threads neither."""

    late = 0.0
    working = 0
    """What such threads have been asked and not answered."""

    @classmethod
    @contextmanager
    def work(cls) -> Iterator[None]:
        cls.working += 1
        try:
            yield
        finally:
            cls.working -= 1

    def time(self) -> float:
        return self.late

    def _run_once(self) -> None:
        ready, scheduled = self._ready, self._scheduled  # type: ignore[attr-defined]
        if not ready and not Warp.working and (due := [timer._when for timer in scheduled if not timer.cancelled()]):
            self.late = max(self.late, min(due))
        super()._run_once()  # type: ignore[misc]


def unwaited(work: Coroutine[Any, Any, Result]) -> Result:
    """What comes of some work on such a loop."""
    loop = Warp()
    try:
        return loop.run_until_complete(work)
    finally:
        if left := asyncio.all_tasks(loop):
            for task in left:
                task.cancel()
            loop.run_until_complete(asyncio.wait(left))
        loop.close()
