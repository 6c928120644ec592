"""Chance from a tape: a state whose seed denotes a tape draws the numbers on it, and the tape records the range of each
draw.

    tape = Tape([3, 0])
    position.reseed(tape.seed)
    position.play(seat, action)      # its first draw is 3, its second 0
    tape.draws                       # [(3, 6), (0, 52)]: each out of how many

So another program's game can be replayed with its dice, and every outcome of chance can be enumerated. It needs an
engine that is bound for it (`Engine(game, compiled=True, taped=True)`); ordinary rules know nothing of tapes and lose
no time by them.
"""

from collections.abc import Iterator, Sequence
from weakref import WeakValueDictionary

import numpy as np

ROOM = 4096
"""Draws that a tape can record."""
HEAD = 2
"""Before the draws of a tape: how many were made, and how many are on it."""


class Tape:
    """Draws to come, and those that were made. Past its end it gives 0, and records the range."""

    def __init__(self, values: Sequence[int] = ()) -> None:
        if len(values) > ROOM:
            raise ValueError(f"a tape has room for {ROOM} draws, not for {len(values)}")
        self._cells = np.zeros(HEAD + 2 * ROOM, np.int64)
        self._cells[1] = len(values)
        self._cells[HEAD : HEAD + len(values)] = values
        _TAPES[self.seed] = self

    @property
    def seed(self) -> int:
        """Its address in memory, from which compiled rules read it."""
        return int(self._cells.ctypes.data)

    def draw(self, n: int) -> int:
        """The next draw out of n, for interpreted rules."""
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
        """How many draws on it were not made; negative if more were made."""
        return int(self._cells[1] - self._cells[0])


_TAPES: WeakValueDictionary[int, Tape] = WeakValueDictionary()


def tape_of(seed: int) -> Tape | None:
    """The tape that a seed denotes, if it does."""
    return _TAPES.get(seed) if _TAPES else None


def following(draws: Sequence[tuple[int, int]]) -> list[int] | None:
    """The next tape in counting order after these draws; None after the last."""
    values = [value for value, _ in draws]
    for at in reversed(range(len(draws))):
        value, out_of = draws[at]
        if value + 1 < out_of:
            return [*values[:at], value + 1]
    return None


def every_tape() -> Iterator[Tape]:
    """One tape for each outcome of what the caller does between two of them, which must begin the same each time."""
    values: list[int] | None = []
    while values is not None:
        tape = Tape(values)
        yield tape
        values = following(tape.draws)
