"""Chance from a tape: a state whose seed is a tape's draws what stands on it, and the tape notes out of how many each draw was.

    tape = Tape([3, 0])
    position.reseed(tape.seed)
    position.play(seat, action)      # its first draw is 3, its second 0
    tape.draws                       # [(3, 6), (0, 52)]: each out of how many

So a game of somebody else can be played again with its dice, and every outcome of chance can be gone through. It needs an engine
that is bound for it (`Engine(game, compiled=True, taped=True)`); ordinary rules know nothing of tapes and lose no time by them.
"""

from collections.abc import Iterator, Sequence
from weakref import WeakValueDictionary

import numpy as np

ROOM = 4096
"""Draws that a tape can note."""
HEAD = 2
"""Before the draws of a tape: how many there were, and how many stand on it."""


class Tape:
    """Draws to come, and those that were made. Past its end it gives 0, and notes what was asked."""

    def __init__(self, values: Sequence[int] = ()) -> None:
        if len(values) > ROOM:
            raise ValueError(f"a tape has room for {ROOM} draws, not for {len(values)}")
        self._cells = np.zeros(HEAD + 2 * ROOM, np.int64)
        self._cells[1] = len(values)
        self._cells[HEAD : HEAD + len(values)] = values
        _TAPES[self.seed] = self

    @property
    def seed(self) -> int:
        """Where it lies in memory, which compiled rules read it from."""
        return int(self._cells.ctypes.data)

    def draw(self, n: int) -> int:
        """The next draw out of n; this is what interpreted rules call."""
        at = int(self._cells[0])
        self._cells[0] = at + 1
        if at >= ROOM:
            return 0
        self._cells[HEAD + ROOM + at] = n
        return int(self._cells[HEAD + at])

    @property
    def draws(self) -> list[tuple[int, int]]:
        """What was drawn so far, and out of how many."""
        made = int(self._cells[0])
        if made > ROOM:
            raise ValueError(f"{made} draws are more than a tape notes")
        values, out_of = (self._cells[start : start + made].tolist() for start in (HEAD, HEAD + ROOM))
        for at, (value, n) in enumerate(zip(values, out_of, strict=True)):
            if not 0 <= value < n:
                raise ValueError(f"draw {at} of the tape is {value}, but it is one out of {n}")
        return list(zip(values, out_of, strict=True))

    @property
    def rest(self) -> int:
        """How many draws that stand on it were not made; below 0 more were made."""
        return int(self._cells[1] - self._cells[0])


_TAPES: WeakValueDictionary[int, Tape] = WeakValueDictionary()


def tape_of(seed: int) -> Tape | None:
    """The tape that a seed stands for, if it does."""
    return _TAPES.get(seed) if _TAPES else None


def following(draws: Sequence[tuple[int, int]]) -> list[int] | None:
    """The tape that comes after one whose draws these were, counting up from the last; None after the last of all."""
    values = [value for value, _ in draws]
    for at in reversed(range(len(draws))):
        value, out_of = draws[at]
        if value + 1 < out_of:
            return [*values[:at], value + 1]
    return None


def every_tape() -> Iterator[Tape]:
    """One tape for each outcome of what is done between two of them; what is done must begin the same each time."""
    values: list[int] | None = []
    while values is not None:
        tape = Tape(values)
        yield tape
        values = following(tape.draws)
