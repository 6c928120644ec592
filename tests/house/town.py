"""People on a store in memory, with a clock that the test winds."""

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from functools import wraps
from threading import Semaphore
from typing import Any

import pytest
from argon2 import PasswordHasher

from tests.house.kept_store import KeptStore
from turnwise.house.people.bans import Bans
from turnwise.house.people.entrance import Attempt, Confirmation, Entrance
from turnwise.house.people.mailboxes import Mailboxes
from turnwise.house.people.newcomers import Newcomers
from turnwise.house.people.once import Once
from turnwise.house.people.people import People
from turnwise.house.people.person import Person
from turnwise.house.people.reports import Reports
from turnwise.house.store.interface import Change, Doc, Store, Writing
from turnwise.house.work.limits import Limits
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


class Gate(Counting):
    """A hasher that waits until it is told to go on, and knows in which order it was asked."""

    def __init__(self) -> None:
        super().__init__()
        self.go_on, self.asked = Semaphore(0), list[str]()

    def hash(self, password: str | bytes, **named: Any) -> str:
        self.asked.append(bytes(password).decode() if isinstance(password, bytes) else password)
        assert self.go_on.acquire(timeout=10)
        return super().hash(password, **named)


class Late(KeptStore):
    """A store whose troubles the test chooses: the first reader (but of bans) is held up between finding something and hearing of it, while
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
        if kind != "bans" and not self.go_on.is_set() and not self.found.is_set():
            self.found.set()
            await self.go_on.wait()
        return doc


def newcomers(store: Store, now: Callable[[], int], limits: Limits) -> Newcomers:
    """As a house that is open to everybody has it."""
    return Newcomers(limits, Bans(store, now), Mailboxes(store, now, limits), now)


class Town:
    """People with a store, a clock and limits; `elsewhere` is another process on the same store."""

    def __init__(self, store: KeptStore | None = None, hasher: Counting | None = None) -> None:
        self.at = 1_700_000_000_000
        self.store = store or KeptStore()
        self.hasher = hasher or Counting()
        self.entrance = self.elsewhere()
        self.people = self.entrance.people
        once = Once(self.store, lambda: self.at)
        self.reports = Reports(self.store, lambda: self.at, Limits(lambda: self.at), self.people, once)

    def elsewhere(self) -> Entrance:
        def now() -> int:
            return self.at

        limits = Limits(now)
        return Entrance(People(self.store, now, newcomers(self.store, now, limits)), now, limits, self.hasher)

    async def who(self, token: str, entrance: Entrance | None = None) -> Person | None:
        caller = await (entrance or self.entrance).people.by_token(token)
        return caller.person if caller else None

    async def ann(self) -> tuple[Person, str]:
        return await self.register(None, "Ann", PASSWORD)

    async def register(self, person: str | None, name: str, password: str = PASSWORD) -> tuple[Person, str]:
        return await self.entrance.register(person, name, password, HOME)

    async def sign_in(
        self, name: str, password: str = PASSWORD, address: str = HOME, **brought: Any
    ) -> tuple[Person, str]:
        return await self.entrance.sign_in(name, password, Attempt(address, **brought))

    async def change_password(self, person: str, old: str, new: str, code: str = "") -> str:
        return await self.entrance.change_password(person, Confirmation("a session", old, code), new)

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
