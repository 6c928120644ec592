"""The double of the Bot API on a free port of loopback.

async with serving(world) as url:
    bot = Bot(world.token, session=AiohttpSession(api=TelegramAPIServer.from_base(url)))
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import uvicorn
from starlette.requests import Request
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.server import ServerState

from tests.telegram.bot_api import application
from tests.telegram.world import World

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

    config = uvicorn.Config(
        application(world, hang_up), log_config=None, access_log=False, lifespan="off", timeout_keep_alive=FOREVER
    )
    config.load()
    loop = asyncio.get_running_loop()
    server = await loop.create_server(lambda: HttpToolsProtocol(config, state, {}), "127.0.0.1", 0)
    try:
        yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    finally:
        server.close()
        world.updates.close()
        for connection in list(state.connections):
            connection.transport.abort()
        if state.tasks:
            await asyncio.wait(state.tasks)
