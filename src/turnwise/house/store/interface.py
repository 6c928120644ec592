"""What the house needs from a store: documents with a revision, and logs that only grow until they are erased.

Everything the house knows is in these two, so that another process can continue where this one stopped. `sqlite.py`
keeps them in one file; another store needs only what is written here.
"""

import asyncio
from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol


class Conflict(Exception):
    """A document or a log was changed meanwhile. Nothing was written."""


class Unavailable(Exception):
    """The disk is full, the file is locked or gone. Nothing was written."""


class Doc(NamedTuple):
    """A document as it was found."""

    id: str
    body: bytes
    revision: int
    """Rises by one with every Put; the first is 1."""


class Put(NamedTuple):
    """Write a document, if its revision is still `seen`; 0 means that there is none yet."""

    kind: str
    id: str
    body: bytes
    seen: int = 0
    marks: tuple[tuple[str, str], ...] = ()
    """Names and values by which it is found; they replace its old ones. A mark whose name begins with "one " belongs to
    a single document of its kind: a second document that claims it is a conflict."""
    rank: int = 0
    """What `find` sorts by, the highest first."""


class Drop(NamedTuple):
    """Delete a document with its marks, if its revision is still `seen`."""

    kind: str
    id: str
    seen: int


class Append(NamedTuple):
    """Write the next item of a log, if the log still has `at` items."""

    log: str
    at: int
    item: bytes


class Erase(NamedTuple):
    """Delete a log, if it still has `seen` items. A concurrent append is a conflict."""

    log: str
    seen: int


Change = Put | Drop | Append | Erase


class Writing(asyncio.Future[None]):
    """A write that cannot be cancelled; a waiter's cancellation takes effect after it."""

    __slots__ = ()

    def cancel(self, msg: Any = None) -> bool:
        return False


class Health(NamedTuple):
    """The state of the records, for monitoring."""

    fault: str
    """Why the last write failed; empty if it did not."""
    wrote: float
    """Seconds since something was last written."""
    took: float
    """Seconds that the last write took."""
    waiting: int
    """Commits without a result yet."""
    journal: int
    """Items that have yet to be moved from the journal into their logs."""
    free: int
    """Free bytes on the disk; -1 if the store can't tell."""
    damage: str = ""
    """The damage that was found. Everything else can be read and written."""


class Store(Protocol):
    """Where documents and logs are kept. Calls come from one event loop."""

    def commit(self, changes: Sequence[Change]) -> Writing:
        """Write all changes or none; done when they are on the disk. Raises Conflict or Unavailable."""

    async def get(self, kind: str, id: str) -> Doc | None: ...

    async def find(
        self, kind: str, mark: str, value: str, *, limit: int = 100, below: tuple[int, str] | None = None
    ) -> list[Doc]:
        """The documents with a mark, the highest rank first and then by id; `below`: those after that (rank, id)."""

    async def count(self, kind: str, mark: str, value: str) -> int: ...

    async def read(self, log: str, start: int = 0) -> list[bytes]:
        """The items of a log from `start` on."""

    async def lengths(self, logs: Sequence[str]) -> list[int]:
        """How many items each log has."""

    async def health(self) -> Health:
        """The state of the records. If nothing was written lately this writes something, the only proof that writing
        works."""

    async def close(self) -> None:
        """Write what is waiting, and close."""
