"""A table in memory, with what only this process knows of it."""

import asyncio
from types import TracebackType
from typing import TYPE_CHECKING

from msgspec import Struct

from turnwise.house.tables.feed import Feed
from turnwise.house.tables.table import Table
from turnwise.kit.errors import TurnwiseError
from turnwise.kit.words import said

if TYPE_CHECKING:
    from turnwise.house.house import House

KEPT_REFUSALS = 32


class NoSuchTable(TurnwiseError):
    code = "no_such_table"

    def __init__(self) -> None:
        super().__init__(said("There is no such table."))


class Busy(TurnwiseError):
    """Nothing was done; the same may work in a moment."""

    code = "unavailable"

    def __init__(self) -> None:
        super().__init__(said("The house can't keep anything right now. Nothing was done; please try again."))


class Place(Struct, eq=False):
    """The table is a cache of its log, which other workers may have written to meanwhile."""

    table: Table
    feed: Feed
    lock: asyncio.Lock
    revision: int = 0
    """Of its summary."""
    summary: tuple[bytes, tuple[tuple[str, str], ...]] = (b"", ())
    """With the marks that it is found by."""
    refused: dict[str, TurnwiseError] = {}
    """Why the latest requests that were refused were, by who asked and the key."""
    used: int = 0
    """When somebody asked for it last, a person or the house itself."""
    asked: int = 0
    """When a person did."""
    still: int = -1
    """The version of the match of which a still is kept; -1: not known."""
    heard: int = 0
    """How many items its log has by what another worker said."""

    def remember(self, asked: str, refusal: TurnwiseError) -> None:
        """Whoever sends a request again that was refused is refused again."""
        self.refused[asked] = refusal.anew()
        if len(self.refused) > KEPT_REFUSALS:
            del self.refused[next(iter(self.refused))]


class At:
    """`async with`: a table for somebody who may see it and for nobody else meanwhile. What it shows is on the disk."""

    __slots__ = ("_house", "_id", "_person", "_place")

    def __init__(self, house: "House", id: str, person: str | None) -> None:
        """`person` None is the house itself."""
        self._house, self._id, self._person = house, id, person

    async def __aenter__(self) -> Place:
        house, id, person = self._house, self._id, self._person
        while True:
            place = house.places.get(id) or await house.reading.load(id)
            await place.lock.acquire()
            if house.places.get(id) is place:
                break
            place.lock.release()  # it was thrown away while we waited
        try:
            if place.heard > place.table.n:
                await house.reading.catch_up(place)
            if person is not None and not place.table.may_see(person):
                raise NoSuchTable
        except BaseException:
            place.lock.release()
            raise
        place.used = house.now()
        if person is not None:
            place.asked = place.used
        self._place = place
        return place

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._place.lock.release()


def log_of(id: str) -> str:
    """The name of a table's log, and of the lease of whoever looks after it."""
    return f"table {id}"
