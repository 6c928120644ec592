"""Who watches a table over a connection of his own, a socket or an event stream, is counted as long as it is open."""

from collections.abc import Callable

from turnwise.house.house import House
from turnwise.house.work.limits import TooMany
from turnwise.web.http.auth import Caller

OF_ADDRESS, OF_PERSON = "sockets from an address", "sockets of a person"


class Admission:
    """From `open` to `close`, a connection is counted for its address and its person, and is ended with the session that it came by.

    One object of a few bytes, because there is one for each of thousands of sockets."""

    __slots__ = ("_caller", "_end", "_house", "_open", "_place")

    def __init__(self, house: House, place: str, caller: Caller, end: Callable[[bool], None]) -> None:
        """`place`: the address. `end` is told whether the caller is banned."""
        self._house, self._place, self._caller, self._end = house, place, caller, end
        self._open = False

    def open(self) -> None:
        """Count it, or raise TooMany and count nothing."""
        limits, person = self._house.limits, self._caller.person
        limits.take(OF_ADDRESS, self._place)
        if person:
            try:
                limits.take(OF_PERSON, person)
            except TooMany:
                limits.give_back(OF_ADDRESS, self._place)
                raise
            self._house.people.stays.begin(person, self._caller.session, self._end)
        self._open = True

    def close(self) -> None:
        """Count it no longer, if it was."""
        if not self._open:
            return
        self._open = False
        limits, person = self._house.limits, self._caller.person
        if person:
            self._house.people.stays.over(person, self._caller.session, self._end)
            limits.give_back(OF_PERSON, person)
        limits.give_back(OF_ADDRESS, self._place)
