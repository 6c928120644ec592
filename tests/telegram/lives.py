"""A process that dies: from one instant on nothing that it does has any effect, and nothing is ever answered to it.

All that a house with its bot brings about is a commit or a call to the Bot API; so whoever stops between two of these has stopped at
any instant there is."""

import asyncio
from collections.abc import Awaitable, Sequence
from typing import TypeVar, cast

from aiogram import Bot
from aiogram.client.session.middlewares.base import BaseRequestMiddleware, NextRequestMiddlewareType
from aiogram.methods import Response, TelegramMethod

from turnwise.house.store.interface import Change, Doc, Health, Store, Writing

T = TypeVar("T")
EFFECTS = ("send", "edit", "delete", "answer")


class Life:
    """How long a process has to live: so many effects, or until it is killed."""

    def __init__(self, effects: int | None = None) -> None:
        self.left = effects
        self.effects = 0
        """How many it has had."""
        self.over = asyncio.Event()
        self._never: list[asyncio.Future[None]] = []
        self._buried = False

    def kill(self) -> None:
        self.over.set()

    def effect(self) -> None:
        """Something was brought about; perhaps it was the last."""
        self.effects += 1
        if self.effects == self.left:
            self.kill()

    async def goes_on(self) -> None:
        """Whoever is dead stays here."""
        if self.over.is_set():
            await self.never()

    def never(self) -> "asyncio.Future[None]":
        """What a dead process waits for."""
        waits: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._never.append(waits)
        if self._buried:
            waits.cancel()
        return waits

    def bury(self) -> None:
        """When all is over, nobody waits for ever."""
        self._buried = True
        for one in self._never:
            one.cancel()


class Mortal:
    """A store as a process sees it that may die."""

    def __init__(self, store: Store, life: Life) -> None:
        self._store, self._life = store, life

    def commit(self, changes: Sequence[Change]) -> Writing:
        if not self._life.over.is_set():
            writing = self._store.commit(changes)
            self._life.effect()
            if not self._life.over.is_set():
                return writing
            writing.add_done_callback(lambda done: done.exception())
        return cast(Writing, self._life.never())

    async def get(self, kind: str, id: str) -> Doc | None:
        return await self._heard(self._store.get(kind, id))

    async def find(
        self, kind: str, mark: str, value: str, *, limit: int = 100, below: tuple[int, str] | None = None
    ) -> list[Doc]:
        return await self._heard(self._store.find(kind, mark, value, limit=limit, below=below))

    async def count(self, kind: str, mark: str, value: str) -> int:
        return await self._heard(self._store.count(kind, mark, value))

    async def read(self, log: str, start: int = 0) -> list[bytes]:
        return await self._heard(self._store.read(log, start))

    async def lengths(self, logs: Sequence[str]) -> list[int]:
        return await self._heard(self._store.lengths(logs))

    async def health(self) -> Health:
        return await self._heard(self._store.health())

    async def close(self) -> None:
        """The next process goes on with it."""

    async def _heard(self, asked: Awaitable[T]) -> T:
        found = await asked
        await self._life.goes_on()
        return found


class Wire(BaseRequestMiddleware):
    """The way to Telegram as such a process has it."""

    def __init__(self, life: Life) -> None:
        self._life = life

    async def __call__(
        self, make_request: NextRequestMiddlewareType[T], bot: Bot, method: TelegramMethod[T]
    ) -> Response[T]:
        await self._life.goes_on()
        try:
            answer = await make_request(bot, method)
        finally:
            if method.__api_method__.startswith(EFFECTS):
                self._life.effect()
            await self._life.goes_on()
        return answer
