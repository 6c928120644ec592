"""Films of matches in the making. Each request makes a few more frames, so that nothing runs on when the client stops
asking."""

import asyncio
import time
from collections import OrderedDict
from typing import NamedTuple

from turnwise.draw import picture
from turnwise.draw.film import chosen
from turnwise.draw.plan import FILM
from turnwise.draw.svg import svg
from turnwise.house.house import House
from turnwise.house.services.past import Past
from turnwise.house.services.seen import names_at
from turnwise.house.work.jobs import Jobs
from turnwise.house.work.permits import Asker
from turnwise.house.work.worker import Film, Frame
from turnwise.kit.errors import Refused
from turnwise.kit.words import said
from turnwise.web.pictures.single import Pictures

TOGETHER, SECONDS = 8, 5.0
"""Frames that one request makes, and the seconds after which it returns with fewer, for the sake of others."""
KEPT = 8
"""Films kept, finished or not; one takes a megabyte or two."""


class Wanted(NamedTuple):
    """Which film: of which match, up to which entry of its log, from whose view, in which language and theme."""

    table: str
    until: int
    seat: int | None
    everything: bool
    language: str
    theme: str


class Reel:
    """A film and its progress."""

    def __init__(self, plies: list[int]) -> None:
        self.plies = plies
        self.frames: list[bytes] = []
        self.film = b""
        self.lock = asyncio.Lock()


class Films:
    """The films that were requested lately."""

    def __init__(self, house: House, past: Past, pictures: Pictures, jobs: Jobs) -> None:
        self._house, self._past, self._pictures, self._jobs = house, past, pictures, jobs
        self._reels: OrderedDict[Wanted, Reel] = OrderedDict()

    async def wanted(
        self, id: str, person: str, until: int | None, everything: bool, language: str, theme: str
    ) -> Wanted:
        table = (await self._house.find(id, person)).table
        if until is not None and until > table.version:
            raise Refused(said("The log of this match has {entries} entries.", entries=table.version), "no_such_ply")
        return Wanted(id, table.version if until is None else until, table.seat_of(person), everything, language, theme)

    async def go_on(self, wanted: Wanted, asker: Asker) -> Reel:
        """Make a few more frames of a film, if it is not finished; the first request begins it."""
        if wanted not in self._reels:
            self._reels[wanted] = Reel(chosen(wanted.until))
            if len(self._reels) > KEPT:
                self._reels.popitem(last=False)
        self._reels.move_to_end(wanted)
        reel, until = self._reels[wanted], time.monotonic() + SECONDS
        async with reel.lock:
            for ply in reel.plies[len(reel.frames) :][:TOGETHER]:
                reel.frames.append(await self._frame(wanted, asker, ply))
                if time.monotonic() > until:
                    break
            if len(reel.frames) == len(reel.plies) and not reel.film:
                reel.film = await self._jobs.do(Film(reel.frames), asker)
        return reel

    async def _frame(self, wanted: Wanted, asker: Asker, ply: int) -> bytes:
        view = await self._past.view(wanted.table, asker, ply, everything=wanted.everything)
        loaded = await self._house.find(wanted.table, asker.person)
        names = names_at(loaded.table, loaded.feed, wanted.language)
        drawn = await self._pictures.made(
            asker, lambda: svg(picture(view, names, wanted.language, on=FILM), theme=wanted.theme)
        )
        return await self._jobs.do(Frame(drawn), asker)
