"""A table in memory, with what is only in this process."""

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


class LoadedTable(Struct, eq=False):
    """The table is a cache of its log, to which other workers may have appended meanwhile."""

    table: Table
    feed: Feed
    lock: asyncio.Lock
    revision: int = 0
    """The revision of its summary."""
    summary: tuple[bytes, tuple[tuple[str, str], ...]] = (b"", ())
    """Its summary, with the marks by which it is found."""
    refused: dict[str, TurnwiseError] = {}
    """The latest refusals, by person and key."""
    used: int = 0
    """When it was last used, by a person or the house itself."""
    asked: int = 0
    """When a person last used it."""
    still: int = -1
    """The version of the match of which a still is stored; -1: not known."""
    heard: int = 0
    """How many items its log has, according to other workers."""

    def remember(self, asked: str, refusal: TurnwiseError) -> None:
        """Remember a refusal, so that a repeated request is refused again."""
        self.refused[asked] = refusal.anew()
        if len(self.refused) > KEPT_REFUSALS:
            del self.refused[next(iter(self.refused))]


class At:
    """`async with`: a table that this person may see, locked against other changes. What it shows is on the disk."""

    __slots__ = ("_house", "_id", "_loaded", "_person")

    def __init__(self, house: "House", id: str, person: str | None) -> None:
        """`person` None is the house itself."""
        self._house, self._id, self._person = house, id, person

    async def __aenter__(self) -> LoadedTable:
        house, id, person = self._house, self._id, self._person
        while True:
            loaded = house.loaded.get(id) or await house.reading.load(id)
            await loaded.lock.acquire()
            if house.loaded.get(id) is loaded:
                break
            loaded.lock.release()  # it was dropped while we waited
        try:
            if loaded.heard > loaded.table.n:
                await house.reading.catch_up(loaded)
            if person is not None and not loaded.table.may_see(person):
                raise NoSuchTable
        except BaseException:
            loaded.lock.release()
            raise
        loaded.used = house.now()
        if person is not None:
            loaded.asked = loaded.used
        self._loaded = loaded
        return loaded

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._loaded.lock.release()


def log_of(id: str) -> str:
    """The name of a table's log, and of its lease."""
    return f"table {id}"
