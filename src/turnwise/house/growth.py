"""How much somebody may have the house keep in a time: counted in bytes, for each person and for the address that he comes from."""

from turnwise.house.limits import Limits
from turnwise.house.whereabouts import Whereabouts

PIECE, LARGE_PIECE = 100, 500
"""Bytes by which what is kept is counted for whoever had it kept, and for his address (`limits.py`)."""


class Growth:
    """What is kept is known only afterwards: whoever has had too much kept waits before the next time."""

    def __init__(self, limits: Limits, whereabouts: Whereabouts) -> None:
        self._limits, self._whereabouts = limits, whereabouts

    def owes(self, person: str) -> None:
        """Ask somebody to wait who has had much kept, or at whose address much was."""
        self._limits.owing("records", person)
        if address := self._whereabouts.of(person):
            self._limits.owing("records from an address", address)

    def charge(self, person: str, size: int) -> None:
        """Count the bytes that are kept for somebody."""
        self._limits.charge("records", person, -(-size // PIECE))
        if address := self._whereabouts.of(person):
            self._limits.charge("records from an address", address, -(-size // LARGE_PIECE))
