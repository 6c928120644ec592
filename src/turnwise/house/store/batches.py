"""Commits that wait are handed to a writing thread together: while one batch is being written, the next gathers."""

import asyncio
from collections.abc import Callable, Sequence
from functools import partial
from queue import SimpleQueue

from turnwise.house.store.interface import Change, Unavailable, Writing

ENOUGH = 40
"""Commits that are sent without waiting for more: the writer can work while others are answered, and more come meanwhile."""
LATELY = 5.0
"""Seconds for which a write, or an attempt, tells how the records are."""

Faults = Sequence[Exception | None]
Job = tuple[Sequence[Sequence[Change]], asyncio.AbstractEventLoop, Callable[[Faults], object]]
"""The commits of a batch, and whom to tell what became of them."""


class Batches:
    """The commits of one event loop, on their way to the thread that takes jobs from a queue."""

    def __init__(self, jobs: "SimpleQueue[Job | None]") -> None:
        self._jobs = jobs
        self._under_way: list[Writing] = []
        self._changes: list[Sequence[Change]] = []
        self.busy = self.closed = False
        """Whether a batch is being written, and whether nothing more is taken."""

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
        """Hand all that waits to the writer. As long as more come with every turn of the loop, they are waited for."""
        waiting = len(self._changes)
        if before < waiting < ENOUGH:
            loop.call_soon(self._send, loop, waiting)
            return
        batch, self._under_way = self._under_way, []
        changes, self._changes = self._changes, []
        self._jobs.put((changes, loop, partial(self._answer, loop, batch)))

    def _answer(self, loop: asyncio.AbstractEventLoop, batch: list[Writing], faults: Faults) -> None:
        """Tell a batch what became of it, when the next is on its way."""
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
        """Tell those that were not sent yet that nothing can be written now; whoever is being written waits on."""
        batch, self._under_way, self._changes = self._under_way, [], []
        for writing in batch:
            writing.set_exception(Unavailable(why))

    def close(self) -> Writing:
        """Take nothing more; done when all that was taken has been answered."""
        last = self.commit(())
        self.closed = True
        return last
