"""The picture of a game on the shelf: a moment of a game that its own computer players play, the same one every time."""

import asyncio
import gzip
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import NamedTuple

from turnwise.bots import bot
from turnwise.draw import picture
from turnwise.draw.plan import CARD
from turnwise.draw.svg import svg
from turnwise.kit.catalogues import speaker
from turnwise.kit.game import Game
from turnwise.play.match import Match
from turnwise.play.view import View
from turnwise.web.language import worded

SEED = 7
PLIES = 26
"""So far into the game, or half-way through one that is over by then."""
NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hana")
_THREAD = ThreadPoolExecutor(1, thread_name_prefix="shelf")
"""So that nothing is drawn twice, and nobody else waits for it."""


class Drawn(NamedTuple):
    """SVG, plain and packed."""

    plain: bytes
    packed: bytes


async def scene(game: Game, theme: str, language: str) -> Drawn:
    """The picture, drawn once. It may take a second the first time."""
    return await asyncio.get_running_loop().run_in_executor(_THREAD, _drawn, game, theme, language)


@cache
def _drawn(game: Game, theme: str, language: str) -> Drawn:
    view, names = _view(game), getattr(game.notation, "SEAT_NAMES", NAMES)
    called = tuple(speaker(game, language)(worded(name)) for name in names[: view.seats])
    plain = svg(picture(view, called, language, on=CARD), theme=theme).encode()
    return Drawn(plain, gzip.compress(plain, mtime=0))


@cache
def _view(game: Game) -> View:
    played: list[int] = []
    match, player = _fresh(game), bot("classic")
    while match.turn is not None and len(played) < PLIES:
        thought = player.think(match.view(match.turn).position, match.turn, seed=len(played))
        match.play(thought.action)
        played.append(thought.action)
    if match.turn is None:
        match = _fresh(game)
        for action in played[: len(played) // 2]:
            match.play(action)
    return match.view(match.turn)


def _fresh(game: Game) -> Match:
    return Match(game, seed=SEED, compiled=False)
