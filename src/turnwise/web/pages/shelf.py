"""The picture of a game on the shelf."""

import asyncio
import gzip
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import NamedTuple

from turnwise.draw import picture
from turnwise.draw.plan import CARD
from turnwise.draw.svg import svg
from turnwise.house.services.shelf import cover, players
from turnwise.kit.game import Game

_THREAD = ThreadPoolExecutor(1, thread_name_prefix="shelf")
"""One thread, so that nothing is drawn twice and nothing else waits."""


class Drawn(NamedTuple):
    """SVG, plain and compressed."""

    plain: bytes
    packed: bytes


async def scene(game: Game, theme: str, language: str) -> Drawn:
    """The picture, drawn once. It may take a second the first time."""
    return await asyncio.get_running_loop().run_in_executor(_THREAD, _drawn, game, theme, language)


@cache
def _drawn(game: Game, theme: str, language: str) -> Drawn:
    plain = svg(picture(cover(game), players(game, language), language, on=CARD), theme=theme).encode()
    return Drawn(plain, gzip.compress(plain, mtime=0))
