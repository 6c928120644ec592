"""When to stop thinking: a bot works in slices of about a millisecond and asks this clock between them."""

import time
from collections.abc import Callable

from turnwise.bots.bot import Budget

SLICE = 0.001
"""Seconds that a slice should take; the deadline is met within a few of them."""


class Clock:
    """Hands out slices of work until the budget is spent or `stop` says so."""

    def __init__(self, budget: Budget, stop: Callable[[], bool]) -> None:
        self._budget = budget
        self._read = time.thread_time if budget.processor else time.perf_counter
        self._deadline = None if budget.seconds is None else self._read() + budget.seconds
        self._most, self._stop = budget.iterations, stop
        self._slice, self._began, self._done = 1, 0.0, 0

    def twin(self) -> "Clock":
        """Another clock with the same deadline, for another thread."""
        twin = Clock(self._budget, self._stop)
        if not self._budget.processor:
            twin._deadline = self._deadline
        return twin

    def next(self, done: int) -> int:
        """The size of the next slice after `done` units of work; 0 when it is time to stop."""
        now = self._read()
        if self._began:
            took = now - self._began
            if took < SLICE / 2 and done - self._done >= self._slice:  # else the work ended before the slice did
                self._slice *= 2
            elif took > SLICE * 2:
                self._slice = max(1, self._slice // 2)
        size = self._slice
        if self._most is not None:
            size = min(size, self._most - done)
        if self._deadline is not None and now >= self._deadline or done and self._stop():
            return 0
        self._began, self._done = now, done
        return max(0, size)
