"""A story that a library acts out before the double, in virtual time."""

import io
from collections.abc import Awaitable, Callable
from typing import Any

from PIL import Image

from tests.telegram.libraries import Library, library
from tests.telegram.server import serving
from tests.telegram.virtual import virtual_loop, virtually
from tests.telegram.world import World

SECOND = 1.0
"""After this long one more message may be sent to a chat."""
Story = Callable[[World, Library], Awaitable[Any]]


def told(name: str, story: Story, *, clean: bool = True) -> World:
    """The world after a story with one of the libraries; `clean`: the bot did nothing that it may not."""

    async def whole() -> World:
        world = World(virtual_loop().wall)
        async with serving(world) as url, library(name, world, url) as bot:
            await story(world, bot)
        return world

    world = virtually(whole())
    if clean:
        assert world.faults == [] and world.refused == world.disobeyed == 0
    return world


def picture(colour: str) -> bytes:
    file = io.BytesIO()
    Image.new("RGB", (60, 40), colour).save(file, "PNG")
    return file.getvalue()


RED, BLUE = picture("red"), picture("blue")
