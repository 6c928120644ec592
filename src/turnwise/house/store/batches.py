"""Commits that wait are handed to a writing thread together: while one batch is being written, the next gathers."""

import asyncio
from collections.abc import Callable, Sequence
from functools import partial
from queue import SimpleQueue

from turnwise.house.store.interface import Change, Unavailable, Writing

ENOUGH = 40
"""Commits that are sent without waiting for more: the writer works while answers are sent and more commits arrive."""
LATELY = 5.0
"""Seconds for which the latest write, or attempt, counts as the health of the records."""

Faults = Sequence[Exception | None]
Job = tuple[Sequence[Sequence[Change]], asyncio.AbstractEventLoop, Callable[[Faults], object]]
"""The commits of a batch, and the callback for their results."""


class Batches:
    """The commits of one event loop, on their way to the thread that takes jobs from a queue."""

    def __init__(self, jobs: "SimpleQueue[Job | None]") -> None:
        self._jobs = jobs
        self._under_way: list[Writing] = []
        self._changes: list[Sequence[Change]] = []
        self.busy = self.closed = False
        """Whether a batch is being written, and whether the queue is closed."""

    @property
    def waiting(self) -> int:
        """Commits that have yet to be sent."""
        return len(self._under_way)

    def commit(self, changes: Sequence[Change]) -> Writing:
        loop = asyncio.get_running_loop()
        writing = Writing(loop=loop)
        if self.closed:
            writing.set_exception(Unavailable("The store is closed."))
            return writing
        self._under_way.append(writing)
        self._changes.append(changes)
        if not self.busy:
            self.busy = True
            loop.call_soon(self._send, loop, 1)
        return writing

    def _send(self, loop: asyncio.AbstractEventLoop, before: int) -> None:
        """Hand all that waits to the writer; first wait as long as every turn of the event loop brings more."""
        waiting = len(self._changes)
        if before < waiting < ENOUGH:
            loop.call_soon(self._send, loop, waiting)
            return
        batch, self._under_way = self._under_way, []
        changes, self._changes = self._changes, []
        self._jobs.put((changes, loop, partial(self._answer, loop, batch)))

    def _answer(self, loop: asyncio.AbstractEventLoop, batch: list[Writing], faults: Faults) -> None:
        """Report the results of a batch, after the next one is sent."""
        if self._under_way:
            self._send(loop, ENOUGH)
        else:
            self.busy = False
        for writing, fault in zip(batch, faults, strict=True):
            if fault is None:
                writing.set_result(None)
            else:
                writing.set_exception(fault)

    def refuse(self, why: str) -> None:
        """Fail the commits that were not sent yet, because nothing can be written now; a batch being written goes
        on."""
        batch, self._under_way, self._changes = self._under_way, [], []
        for writing in batch:
            writing.set_exception(Unavailable(why))

    def close(self) -> Writing:
        """Take nothing more; the future is done when every commit has its result."""
        last = self.commit(())
        self.closed = True
        return last
