"""Counts a connection that watches a table, a socket or an event stream, as long as it is open."""

from collections.abc import Callable

from turnwise.house.house import House
from turnwise.house.work.limits import TooMany
from turnwise.web.http.auth import Caller

OF_ADDRESS, OF_PERSON = "sockets from an address", "sockets of a person"


class Admission:
    """From `open` to `close`, a connection counts for its address and its person, and is closed when its session ends.

    A small object, because each of thousands of sockets has one."""

    __slots__ = ("_address", "_caller", "_end", "_house", "_open")

    def __init__(self, house: House, address: str, caller: Caller, end: Callable[[bool], None]) -> None:
        """`end` is called with whether the caller is banned."""
        self._house, self._address, self._caller, self._end = house, address, caller, end
        self._open = False

    def open(self) -> None:
        """Count it, or raise TooMany and count nothing."""
        limits, person = self._house.limits, self._caller.person
        limits.take(OF_ADDRESS, self._address)
        if person:
            try:
                limits.take(OF_PERSON, person)
            except TooMany:
                limits.give_back(OF_ADDRESS, self._address)
                raise
            self._house.people.connected.begin(person, self._caller.session, self._end)
        self._open = True

    def close(self) -> None:
        """Stop counting it, if it was counted."""
        if not self._open:
            return
        self._open = False
        limits, person = self._house.limits, self._caller.person
        if person:
            self._house.people.connected.over(person, self._caller.session, self._end)
            limits.give_back(OF_PERSON, person)
        limits.give_back(OF_ADDRESS, self._address)
