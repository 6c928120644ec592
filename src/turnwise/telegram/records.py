"""What is kept of Telegram: who a Telegram person is here, which table a chat shows, and where each player's hand is shown. Nothing of a
match stands here; a table is its log."""

from collections.abc import Callable, Sequence
from typing import ClassVar, Generic, TypeVar

import msgspec
from msgspec import Struct

from turnwise.house.house import House
from turnwise.house.store.interface import Change, Conflict, Doc, Drop, Put
from turnwise.house.store.lapsed import DUE
from turnwise.kit.words import ENGLISH

TRIES = 20
"""How often a change begins again because somebody else was quicker."""
UPDATE, UPDATE_LIFE = "telegram update", 2 * 24 * 60 * 60 * 1000
"""Notes of updates that have been carried out; Telegram forgets what it could not deliver after a day."""


class Record(Struct, frozen=True, omit_defaults=True):
    """A document about something of Telegram's, found by its own id there."""

    kind: ClassVar[str]

    def marks(self) -> tuple[tuple[str, str], ...]:
        return ()

    def put(self, id: str, seen: int) -> Put:
        return Put(self.kind, id, msgspec.json.encode(self), seen, self.marks())


class Member(Record, frozen=True):
    """A Telegram person, by the number that Telegram knows him by."""

    kind = "telegram person"
    person: str
    """In the house."""
    name: str = ""
    """As Telegram tells it; what he is called here follows it."""
    language: str = ENGLISH.language
    writable: bool = False
    """Whether he has opened the private chat, so that we may write there."""

    def marks(self) -> tuple[tuple[str, str], ...]:
        return (("person", self.person),)


class Chat(Record, frozen=True):
    """A group: the table that it plays at, and the one message that shows it."""

    kind = "telegram chat"
    table: str = ""
    message: int = 0
    stamp: str = ""
    """Of what the message showed last."""
    language: str = ENGLISH.language
    lobby_seconds: int = 90
    idle_hours: int = 24
    until: int = 0
    """When the lobby's time is over, in milliseconds since 1970; 0 if no lobby waits."""
    reminded: int = 0
    """Seconds that were left at the latest reminder."""
    reminder: int = 0
    """Its message, which the next one replaces."""
    told: tuple[str, ...] = ()
    """People of whom the group was told that they must open the private chat."""
    gone: bool = False
    """Whether we were sent away."""

    def marks(self) -> tuple[tuple[str, str], ...]:
        return (("table", self.table), ("live", "yes")) if self.table else ()


class Hand(Record, frozen=True):
    """A player's own view of a table in the private chat: the message that shows it."""

    kind = "telegram hand"
    table: str
    person: str
    chat: int
    message: int = 0
    stamp: str = ""
    old: tuple[int, ...] = ()
    """Messages that showed it before, which are to go."""
    lost: bool = False
    """Whether he can't be written to."""

    def marks(self) -> tuple[tuple[str, str], ...]:
        return ("table", self.table), ("person", self.person), ("live", "yes")


R = TypeVar("R", bound=Record)


class Book(Generic[R]):
    """All records of one kind. The only worker of a house remembers what it has read; of several each reads it again."""

    def __init__(self, house: House, kind: type[R]) -> None:
        self._store, self._remembers, self._kind = house.store, house.duties.alone, kind
        self._known: dict[str, tuple[R, int]] = {}

    async def get(self, id: str) -> R | None:
        found = await self._found(id)
        return found[0] if found else None

    async def find(self, mark: str, value: str) -> list[tuple[str, R]]:
        """Those with a mark, as they are on the disk."""
        docs: list[Doc] = []
        below = None
        while page := await self._store.find(self._kind.kind, mark, value, limit=100, below=below):
            docs += page
            below = 0, page[-1].id
        return [(doc.id, self._read(doc)[0]) for doc in docs]

    async def change(self, id: str, change: Callable[[R | None], R | None], *others: Change) -> R | None:
        """Change a record, make it (from None) or drop it (to None), in one commit with others."""
        for _ in range(TRIES):
            found = await self._found(id)
            before, seen = found or (None, 0)
            after = change(before)
            changes = self._changes(id, before, after, seen)
            if changes or others:
                try:
                    await self._store.commit([*changes, *others])
                except Conflict:
                    self._known.pop(id, None)
                    if others and await self._found(id) == found:
                        raise  # it is one of the others that somebody was quicker with
                    continue
                self._keep(id, after, seen + bool(changes))
            return after
        raise Conflict

    async def together(self, id: str, change: Callable[[R | None], R]) -> tuple[Put, Callable[[], None]]:
        """A change to be committed with something else; and what is to be called when that is done."""
        before, seen = await self._found(id) or (None, 0)
        after = change(before)
        return after.put(id, seen), lambda: self._keep(id, after, seen + 1)

    def _changes(self, id: str, before: R | None, after: R | None, seen: int) -> Sequence[Change]:
        if after == before:
            return []
        return [after.put(id, seen)] if after else [Drop(self._kind.kind, id, seen)]

    def _keep(self, id: str, record: R | None, revision: int) -> None:
        if record and self._remembers:
            self._known[id] = record, revision
        else:
            self._known.pop(id, None)

    async def _found(self, id: str) -> tuple[R, int] | None:
        if id not in self._known and (doc := await self._store.get(self._kind.kind, id)):
            found = self._read(doc)
            self._keep(id, *found)
            return found
        return self._known.get(id)

    def _read(self, doc: Doc) -> tuple[R, int]:
        return msgspec.json.decode(doc.body, type=self._kind), doc.revision


class Carried(Struct, frozen=True):
    """That an update was carried out."""

    until: int

    @classmethod
    def note(cls, update: int, now: int) -> Put:
        """To be committed with what it does: a Conflict says that it was done already."""
        until = now + UPDATE_LIFE
        return Put(UPDATE, str(update), msgspec.json.encode(cls(until)), 0, DUE, -until)


def hand_id(table: str, person: str) -> str:
    return f"{table} {person}"
