"""How much the house keeps for each person and each address, so that nobody fills the disk.

A move is a hundred bytes or two and must cost nothing to count: what somebody has had kept is only added up, and goes to the limits
when it is some kilobytes. Whoever has had too much is known by name until he may go on.
"""

from turnwise.house.people.whereabouts import Whereabouts
from turnwise.house.work.limits import Limits, TooMany

PIECE, LARGE_PIECE, ROW = 100, 500, 100
"""Bytes by which what is kept is counted for whoever had it kept and for his address, and what an item takes beside its own."""
TOGETHER = 4096
"""Bytes that are added up before they are counted."""
MOST = 20_000
"""People whose bytes are added up; beyond it, those who came first are counted."""


class Ledger:
    """Who has had what kept."""

    def __init__(self, limits: Limits, whereabouts: Whereabouts) -> None:
        self._limits, self._whereabouts = limits, whereabouts
        self._added: dict[str, int] = {}
        self._owing: set[str] = set()
        """People and addresses that were over a limit when they were last looked at."""

    def may(self, person: str) -> None:
        """Ask somebody to wait who has had much kept, or at whose address much was."""
        if self._owing:
            self._look("records", person)
            if address := self._whereabouts.of(person):
                self._look("records from an address", address)

    def _look(self, what: str, who: str) -> None:
        if who in self._owing:
            self._limits.owing(what, who)
            self._owing.discard(who)

    def add(self, person: str, size: int) -> None:
        """Count the bytes that are kept for somebody."""
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
