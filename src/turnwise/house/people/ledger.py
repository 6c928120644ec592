"""How much the house stores for each person and each address, so that nobody fills the disk.

A move is a hundred bytes or two and must cost nothing to count: bytes are only summed up, and go to the limits when
they are some kilobytes. Those over a limit are kept in a set until they may go on.
"""

from turnwise.house.people.whereabouts import Whereabouts
from turnwise.house.work.limits import Limits, TooMany

PIECE, LARGE_PIECE, ROW = 100, 500, 100
"""The units in bytes in which a person and an address are charged, and the overhead of an item."""
TOGETHER = 4096
"""Bytes that are summed up before they are charged."""
MOST = 20_000
"""People whose bytes are being summed up; beyond it, the oldest sum is charged."""


class Ledger:
    """The bytes stored for each person."""

    def __init__(self, limits: Limits, whereabouts: Whereabouts) -> None:
        self._limits, self._whereabouts = limits, whereabouts
        self._added: dict[str, int] = {}
        self._owing: set[str] = set()
        """People and addresses that were over a limit at the last check."""

    def may(self, person: str) -> None:
        """Raise TooMany if a person, or the person's address, has stored too much lately."""
        if self._owing:
            self._look("records", person)
            if address := self._whereabouts.of(person):
                self._look("records from an address", address)

    def _look(self, what: str, who: str) -> None:
        if who in self._owing:
            self._limits.owing(what, who)
            self._owing.discard(who)

    def add(self, person: str, size: int) -> None:
        """Count bytes that are stored for a person."""
        size += self._added.get(person, 0)
        if size < TOGETHER:
            self._added[person] = size
            if len(self._added) > MOST:
                first = next(iter(self._added))
                self._count(first, self._added[first])
        else:
            self._count(person, size)

    def _count(self, person: str, size: int) -> None:
        self._added.pop(person, None)
        self._charge("records", person, -(-size // PIECE))
        if address := self._whereabouts.of(person):
            self._charge("records from an address", address, -(-size // LARGE_PIECE))

    def _charge(self, what: str, who: str, times: int) -> None:
        self._limits.charge(what, who, times)
        try:
            self._limits.owing(what, who)
        except TooMany:
            self._owing.add(who)
