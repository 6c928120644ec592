"""Several workers of one house, each with its bot: one store, one bus, and one address at which Telegram calls any of them.

@with_workers(2)
async def test_something(workers: Workers) -> None:
    workers.called = workers.others[0]          # whom Telegram calls from now on
    assert await workers.club.tap(ann, group, "Join") == …
"""

from collections import Counter
from collections.abc import Callable, Coroutine
from functools import wraps
from itertools import count
from typing import Any

from aiogram import Bot
from aiogram.client.session.middlewares.base import BaseRequestMiddleware, NextRequestMiddlewareType
from aiogram.methods import Response, TelegramMethod
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response as HttpResponse
from starlette.routing import Route
from uvicorn.server import ServerState

from tests.house.memory_store import MemoryStore
from tests.telegram.club import Club, in_world
from tests.telegram.server import listening
from tests.telegram.shared import Shared
from tests.telegram.virtual import virtual_loop
from tests.telegram.world import World
from turnwise.web.chats.front_end import route

SECRET = "a-secret-of-this-webhook"


class Spoken(BaseRequestMiddleware):
    """Notes what a worker says to Telegram, and when."""

    def __init__(self) -> None:
        self.calls: list[tuple[float, str]] = []

    async def __call__(
        self, make_request: NextRequestMiddlewareType[Any], bot: Bot, method: TelegramMethod[Any]
    ) -> Response[Any]:
        self.calls.append((virtual_loop().time(), method.__api_method__))
        return await make_request(bot, method)

    def counted(self) -> list[float]:
        """When it made a call that counts."""
        return [at for at, name in self.calls if name.startswith(("send", "edit", "delete")) and "Webhook" not in name]


class Worker(Club):
    """One of them."""

    async def open(self, effects: int | None = None) -> None:
        await super().open(effects)
        self.spoken = Spoken()
        self.front._bot.session.middleware(self.spoken)

    @property
    def leads(self) -> bool:
        return not self.life.over.is_set() and self.front._core.leads and self.front._core.role.mine


class Workers:
    """All of them. Whoever is not named as `called` is called in turn."""

    def __init__(self, world: World, url: str, address: str, number: int) -> None:
        self.world, self.shared, self.store = world, Shared(), MemoryStore()
        self.all = [
            Worker(url, world, self.store, address=address, secret=SECRET, shared=self.shared) for _ in range(number)
        ]
        self.called: Worker | None = None
        self._turns = count()
        self.took: Counter[int] = Counter()
        """How many updates each took, by its number."""

    @property
    def alive(self) -> list[Worker]:
        return [one for one in self.all if not one.life.over.is_set()]

    @property
    def leader(self) -> Worker:
        (leader,) = [one for one in self.alive if one.leads]
        return leader

    @property
    def others(self) -> list[Worker]:
        return [one for one in self.alive if not one.leads]

    async def take(self, request: Request) -> HttpResponse:
        """What Telegram posts."""
        alive = self.alive
        worker = self.called or alive[next(self._turns) % len(alive)]
        self.took[self.all.index(worker)] += 1
        answer: HttpResponse = await route(worker.front).endpoint(request)
        return answer


Story = Callable[[Workers], Coroutine[Any, Any, None]]


def with_workers(number: int) -> Callable[[Story], Callable[[], None]]:
    """A test that happens in a house of so many workers."""

    def decorate(test: Story) -> Callable[[], None]:
        @wraps(test)
        def run() -> None:
            at_work(number, test)

        del run.__wrapped__  # pytest would look for a fixture called workers
        return run

    return decorate


def at_work(number: int, story: Story) -> None:
    """Let a story happen in a house of so many workers."""

    async def visit(world: World, url: str) -> None:
        found: list[Workers] = []

        async def take(request: Request) -> HttpResponse:
            return await found[0].take(request)

        app = Starlette(routes=[Route("/telegram/webhook", take, methods=["POST"])])
        async with listening(app, ServerState()) as address:
            found.append(workers := Workers(world, url, address, number))
            for one in workers.all:
                await one.open()
            await workers.all[0].later(3)
            try:
                await story(workers)
            finally:
                world.updates.close()
                for one in workers.all:
                    if one.life.over.is_set():
                        one.kill()
                    await one.close()

    in_world(visit)
