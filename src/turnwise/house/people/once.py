"""Requests that make something new, by the key of whoever asks: who asks again with it is given what was made, and nothing is made.

What was made is noted in one commit with it, so a repeated request finds it whatever happened in between: in another process, after a
crash, or while the first one is still being written.
"""

from collections.abc import Callable, Sequence

import msgspec
from msgspec import Struct

from turnwise.house.people.sessions import DAY, hashed
from turnwise.house.store.interface import Change, Put, Store
from turnwise.house.store.lapsed import DUE, clear

KIND = "request"
LIFE = DAY
"""How long a note is kept; whoever repeats a request does so within minutes."""


class Made(Struct, frozen=True, omit_defaults=True):
    """What came of a request: the id of a table, a board or the like; and the people who were made for it."""

    id: str
    until: int
    people: tuple[str, ...] = ()


class Once:
    """The notes of a house."""

    def __init__(self, store: Store, now: Callable[[], int]) -> None:
        self._store, self._now = store, now

    async def made(self, person: str, key: str) -> Made | None:
        """What somebody's request with a key has made, if there was one."""
        doc = await self._store.get(KIND, _id(person, key)) if key else None
        return msgspec.json.decode(doc.body, type=Made) if doc else None

    def note(self, person: str, key: str, id: str, people: Sequence[str] = ()) -> list[Change]:
        """To be committed with what is made: a Conflict says that the key has been used meanwhile. Nothing without a key."""
        if not key:
            return []
        until = self._now() + LIFE
        body = msgspec.json.encode(Made(id, until, tuple(people)))
        return [Put(KIND, _id(person, key), body, 0, DUE, -until)]

    async def sweep(self) -> int:
        """Drop the notes that have lapsed; how many there were."""
        return await clear(self._store, KIND, self._now())


def _id(person: str, key: str) -> str:
    return hashed(f"{person} {key}")
