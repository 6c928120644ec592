"""The double of the Bot API on a free port of loopback.

async with serving(world) as url:
    bot = Bot(world.token, session=AiohttpSession(api=TelegramAPIServer.from_base(url)))
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from threading import Thread
from typing import Any, TypeVar

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.server import ServerState

from tests.telegram.bot_api import application
from tests.telegram.world import World

Result = TypeVar("Result")

FOREVER = 10**7
"""Seconds for which an unused connection stays: virtual time passes quickly."""


@asynccontextmanager
async def serving(world: World) -> AsyncIterator[str]:
    """Serve a world inside the running loop; yields the address for `TelegramAPIServer.from_base`."""
    state = ServerState()

    def hang_up(request: Request) -> None:
        for connection in list(state.connections):
            assert isinstance(connection, HttpToolsProtocol)
            if request.client and connection.client == tuple(request.client):
                connection.transport.abort()

    async with listening(application(world, hang_up), state) as url:
        try:
            yield url
        finally:
            world.updates.close()


@asynccontextmanager
async def listening(app: Starlette, state: ServerState) -> AsyncIterator[str]:
    """Serve an application on a free port inside the running loop; yields its address."""
    config = uvicorn.Config(app, log_config=None, access_log=False, lifespan="off", timeout_keep_alive=FOREVER)
    config.load()
    loop = asyncio.get_running_loop()
    server = await loop.create_server(lambda: HttpToolsProtocol(config, state, {}), "127.0.0.1", 0)
    try:
        yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    finally:
        server.close()
        for connection in list(state.connections):
            connection.transport.abort()
        if state.tasks:
            await asyncio.wait(state.tasks)


class Aside:
    """A world that is served by a thread of its own, for a bot in another process. People act and are looked at in that thread."""

    def __init__(self, world: World) -> None:
        self.world, self.url = world, ""
        self._loop = asyncio.new_event_loop()
        self._thread = Thread(target=self._loop.run_forever, name="the double of the Bot API")

    def do(self, work: Coroutine[Any, Any, Result], seconds: float = 60.0) -> Result:
        """Have somebody do something, as `aside.do(ann.taps(group, "Join"))`."""
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(seconds)

    def look(self, at: Callable[[], Result]) -> Result:
        """What is so now, as `aside.look(lambda: ann.sees(group))`."""

        async def looked() -> Result:
            return at()

        return self.do(looked())

    def until(self, condition: Callable[[], Any], seconds: float = 60.0) -> Any:
        """Wait until something holds, and return it."""
        return self.do(self.world.until(condition, seconds), seconds + 5)

    def __enter__(self) -> "Aside":
        self._thread.start()
        self._serving = serving(self.world)
        self.url = self.do(self._serving.__aenter__())
        return self

    def __exit__(self, *error: object) -> None:
        self.do(self._serving.__aexit__(None, None, None))
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()
