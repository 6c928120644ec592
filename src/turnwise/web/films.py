"""Films of matches in the making. Each request makes a few more frames, so whoever stops asking has cancelled it, and nothing runs on."""

import asyncio
from collections import OrderedDict
from typing import NamedTuple

from turnwise.draw.film import chosen, film, frame
from turnwise.house.house import House
from turnwise.house.past import Past
from turnwise.kit.errors import Refused
from turnwise.web.easel import names_at, painted

TOGETHER = 8
"""Frames that one request makes."""
KEPT = 8
"""Films that are kept, finished or not; one has a megabyte or two."""


class Wanted(NamedTuple):
    """Which film: of which match, up to which entry of its log, through whose eyes, in which language and theme."""

    table: str
    until: int
    seat: int | None
    everything: bool
    language: str
    theme: str


class Reel:
    """A film and how far it is."""

    def __init__(self, plies: list[int]) -> None:
        self.plies = plies
        self.frames: list[bytes] = []
        self.film = b""
        self.lock = asyncio.Lock()


class Films:
    """The films that somebody has asked for lately."""

    def __init__(self, house: House, past: Past) -> None:
        self._house, self._past = house, past
        self._reels: OrderedDict[Wanted, Reel] = OrderedDict()

    async def wanted(
        self, id: str, person: str, until: int | None, everything: bool, language: str, theme: str
    ) -> Wanted:
        table = (await self._house.place(id, person)).table
        if until is not None and until > table.version:
            raise Refused(f"The log of this match has {table.version} entries.", "no_such_ply")
        return Wanted(id, table.version if until is None else until, table.seat_of(person), everything, language, theme)

    async def go_on(self, wanted: Wanted, person: str) -> Reel:
        """Make a few more frames of a film, if it is not finished; the first who asks begins it."""
        if wanted not in self._reels:
            self._reels[wanted] = Reel(chosen(wanted.until))
            if len(self._reels) > KEPT:
                self._reels.popitem(last=False)
        self._reels.move_to_end(wanted)
        reel = self._reels[wanted]
        async with reel.lock:
            for ply in reel.plies[len(reel.frames) :][:TOGETHER]:
                reel.frames.append(await self._frame(wanted, person, ply))
            if len(reel.frames) == len(reel.plies) and not reel.film:
                reel.film = await asyncio.to_thread(film, reel.frames)
        return reel

    async def _frame(self, wanted: Wanted, person: str, ply: int) -> bytes:
        view = await self._past.view(wanted.table, person, ply, everything=wanted.everything)
        place = await self._house.place(wanted.table, person)
        names = names_at(place.table, place.feed, wanted.language)
        return await asyncio.to_thread(lambda: frame(painted(view, names, wanted.language), theme=wanted.theme))
