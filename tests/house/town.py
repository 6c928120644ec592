"""People on a store in memory, with a clock that the test winds."""

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from functools import wraps
from typing import Any

import pytest
from argon2 import PasswordHasher

from tests.house.memory_store import MemoryStore
from turnwise.house.limits import Limits
from turnwise.house.once import Once
from turnwise.house.people import People, Person
from turnwise.house.reports import Reports
from turnwise.house.store import Change, Doc, Writing
from turnwise.kit.errors import TurnwiseError

HOME, AWAY = "192.0.2.1", "198.51.100.9"
PASSWORD, OTHER = "correct horse", "battery staple"


class Counting(PasswordHasher):
    """Cheap, and counts how often Argon2 was at work."""

    def __init__(self, time_cost: int = 1) -> None:
        super().__init__(time_cost=time_cost, memory_cost=8, parallelism=1)
        self.work = 0

    def hash(self, *given: Any, **named: Any) -> str:
        self.work += 1
        return super().hash(*given, **named)

    def verify(self, *given: Any, **named: Any) -> Any:
        self.work += 1
        return super().verify(*given, **named)


class Late(MemoryStore):
    """A store whose troubles the test chooses: the first reader is held up between finding something and hearing of it, while
    `go_on` is cleared; and the disk is full after so many commits."""

    def __init__(self) -> None:
        super().__init__()
        self.found, self.go_on = asyncio.Event(), asyncio.Event()
        self.go_on.set()
        self.commits_left = 1 << 40

    def commit(self, changes: Sequence[Change]) -> Writing:
        self.broken = self.commits_left == 0
        self.commits_left -= not self.broken
        return super().commit(changes)

    async def get(self, kind: str, id: str) -> Doc | None:
        doc = await super().get(kind, id)
        if not self.go_on.is_set() and not self.found.is_set():
            self.found.set()
            await self.go_on.wait()
        return doc


class Town:
    """People with a store, a clock and limits; `elsewhere` is another process on the same store."""

    def __init__(self, store: MemoryStore | None = None, hasher: Counting | None = None) -> None:
        self.at = 1_700_000_000_000
        self.store = store or MemoryStore()
        self.hasher = hasher or Counting()
        self.people = self.elsewhere()
        once = Once(self.store, lambda: self.at)
        self.reports = Reports(self.store, lambda: self.at, Limits(lambda: self.at), self.people, once)

    def elsewhere(self) -> People:
        return People(self.store, lambda: self.at, Limits(lambda: self.at), self.hasher)

    async def who(self, token: str, people: People | None = None) -> Person | None:
        caller = await (people or self.people).by_token(token)
        return caller.person if caller else None

    async def ann(self) -> tuple[Person, str]:
        return await self.people.register(None, "Ann", PASSWORD, HOME)

    def bodies(self) -> str:
        """Everything that is kept, as text."""
        return repr([(key, kept.doc.body, kept.marks) for key, kept in self.store.docs.items()])


Test = Callable[..., Coroutine[Any, Any, None]]


def live(test: Test) -> Callable[..., None]:
    @wraps(test)
    def run(*given: Any, **named: Any) -> None:
        asyncio.run(test(*given, **named))

    return run


async def refused(code: str, asked: Coroutine[Any, Any, Any]) -> TurnwiseError:
    with pytest.raises(TurnwiseError) as error:
        await asked
    assert error.value.code == code, error.value
    assert str(error.value).endswith(".")
    return error.value
