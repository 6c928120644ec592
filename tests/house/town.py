"""People on a store in memory, with a clock that the test winds."""

import asyncio
from collections.abc import Callable, Coroutine
from functools import wraps
from typing import Any

import pytest
from argon2 import PasswordHasher

from tests.house.memory_store import MemoryStore
from turnwise.house.limits import Limits
from turnwise.house.people import People, Person
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


class Town:
    """People with a store, a clock and limits; `elsewhere` is another process on the same store."""

    def __init__(self, store: MemoryStore | None = None, hasher: Counting | None = None) -> None:
        self.at = 1_700_000_000_000
        self.store = store or MemoryStore()
        self.hasher = hasher or Counting()
        self.people = self.elsewhere()

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
