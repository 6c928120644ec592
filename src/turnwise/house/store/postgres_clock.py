"""The time of the database's machine, which all workers of a house go by."""

import time


class DatabaseClock:
    """Milliseconds since 1970. It runs on evenly by this machine's steady clock, however its calendar is set, and is put right
    whenever the database is asked for its time."""

    def __init__(self) -> None:
        self._offset = time.time_ns() - time.monotonic_ns()

    def __call__(self) -> int:
        return (time.monotonic_ns() + self._offset) // 1_000_000

    def measured(self, told: int, asked: int, answered: int) -> None:
        """The database said `told` nanoseconds at some moment between these two of the steady clock. No further than needed."""
        least, most = told - answered, told - asked
        self._offset = max(least, min(self._offset, most))
