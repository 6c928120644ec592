"""Idempotency keys: a request that creates something creates it once, and its repetition gets the same result.

The note of a key is committed together with what was created, so a repeated request finds it in any case: in another
process, after a crash, or while the first one is still being written.
"""

from collections.abc import Callable, Sequence

import msgspec
from msgspec import Struct

from turnwise.house.people.sessions import DAY, hashed
from turnwise.house.store.interface import Change, Put, Store
from turnwise.house.store.lapsed import DUE, clear

KIND = "request"
LIFE = DAY
"""How long a note is kept; requests are repeated within minutes."""


class Made(Struct, frozen=True, omit_defaults=True):
    """The result of a request: the id of a table, a board or the like; and the people who were created for it."""

    id: str
    until: int
    people: tuple[str, ...] = ()


class Once:
    """The notes of a house."""

    def __init__(self, store: Store, now: Callable[[], int]) -> None:
        self._store, self._now = store, now

    async def made(self, person: str, key: str) -> Made | None:
        """What this person's request with this key has created, if there was one."""
        doc = await self._store.get(KIND, _id(person, key)) if key else None
        return msgspec.json.decode(doc.body, type=Made) if doc else None

    def note(self, person: str, key: str, id: str, people: Sequence[str] = ()) -> list[Change]:
        """To be committed with what is created: a Conflict says that the key was used meanwhile. Empty without a
        key."""
        if not key:
            return []
        until = self._now() + LIFE
        body = msgspec.json.encode(Made(id, until, tuple(people)))
        return [Put(KIND, _id(person, key), body, 0, DUE, -until)]

    async def sweep(self) -> int:
        """Delete the expired notes; returns their number."""
        return await clear(self._store, KIND, self._now())


def _id(person: str, key: str) -> str:
    return hashed(f"{person} {key}")
