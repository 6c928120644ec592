"""The time of the database's machine, which all workers of a house use."""

import time


class DatabaseClock:
    """Milliseconds since 1970, by this machine's monotonic clock; corrected whenever the database is asked for its
    time."""

    def __init__(self) -> None:
        self._offset = time.time_ns() - time.monotonic_ns()

    def __call__(self) -> int:
        return (time.monotonic_ns() + self._offset) // 1_000_000

    def measured(self, told: int, asked: int, answered: int) -> None:
        """The database's time was `told` at some moment between the two monotonic times. Corrects no more than
        needed."""
        least, most = told - answered, told - asked
        self._offset = max(least, min(self._offset, most))
