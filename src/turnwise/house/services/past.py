"""The past of a match: as a player knew it then, and once it is over as it was.

A moment is replayed from the start. Stepping through a match asks for many moments, so those near the requested one are
made on the way and cached for a while.
"""

import asyncio
import time
from collections import OrderedDict
from collections.abc import Sequence
from typing import Any

import msgspec

from turnwise.house.house import House
from turnwise.house.tables.table import OldRules, Table, carry_out
from turnwise.house.work.jobs import Jobs
from turnwise.house.work.permits import Asker, Turns
from turnwise.house.work.worker import Verify
from turnwise.kit.errors import BadTranscript, Refused
from turnwise.kit.words import ENGLISH, Speaker, said
from turnwise.play.entry import Entry
from turnwise.play.match import Match
from turnwise.play.transcript import Moment
from turnwise.play.view import View

PAGE, KEPT = 16, 32
"""Moments made together as a page, and how many pages are cached."""
BREATH = 0.002
"""Seconds after which other tasks may run."""
LONGEST_TRANSCRIPT = 1 << 20
MOST_LINES = 500
"""Lines of the log returned with a moment; more are requested by `since`."""

Eyes = int | None | str
"""Whose view: a seat's, a spectator's, or everything."""
EVERYBODY = "everybody"
Page = dict[int, View]


class Past:
    """Replays the matches of a house."""

    def __init__(self, house: House) -> None:
        self._house = house
        self.turns = Turns(1)
        """One replay at a time, in a fair queue: a running match has secrets, so it is replayed in this process."""
        self._pages: OrderedDict[tuple[str, Eyes, int], Page] = OrderedDict()

    async def at(
        self, id: str, asker: Asker, ply: int, say: Speaker = ENGLISH, *, everything: bool = False, since: int = -1
    ) -> dict[str, Any]:
        """A moment as data, with the lines of the log after `since`, also as sentences."""
        view = await self.view(id, asker, ply, everything=everything)
        first = max(since + 1, 0)
        new = view.lines[first : first + MOST_LINES]
        lines = [line.json() | {"told": [say(one) for one in line.told]} for line in new]
        legal = [{"id": action.id, "words": action.words, "json": action.json()} for action in view.legal]
        return {
            "game": view.game.name,
            "seat": view.seat,
            "turn": view.turn,
            "version": view.version,
            "state": view.state,
            "legal": legal,
            "lines": lines,
            "draw_offer": view.draw_offer,
            "left": list(view.left),
            "outcome": view.outcome.json() if view.outcome else None,
        }

    async def view(self, id: str, asker: Asker, ply: int, *, everything: bool = False) -> View:
        """What a person knew after so many entries of the log, or with `everything` all there was to know. Nobody has
        ever seen the middle of a request, so a ply in the middle of one gives its end; `version` tells."""
        async with self._house.at(id, asker.person) as loaded:
            (match, plies), seat = loaded.table.replayable(), loaded.table.seat_of(asker.person)
            log, over = list(match.log[:plies]), loaded.table.match is not None and match.outcome is not None
        if not 0 <= ply <= len(log):
            raise Refused(
                said(
                    "The log of this match has {entries} entries, so a ply is 0 to {entries}.",
                    entries=len(log),
                ),
                "no_such_ply",
            )
        if everything and not over:
            raise Refused(said("Everything is shown when the match is over."), "running")
        while ply < len(log) and log[ply].joined:
            ply += 1
        eyes: Eyes = EVERYBODY if everything else seat
        key = id, eyes, ply // PAGE
        page = self._pages.get(key, {})
        if ply not in page:
            async with self.turns.turn(asker):
                page = self._pages.get(key, {})  # another request may have made it meanwhile
                if ply not in page:
                    page = await _page(match, log, eyes, ply // PAGE * PAGE)
        self._pages[key] = page
        self._pages.move_to_end(key)
        if len(self._pages) > KEPT:
            self._pages.popitem(last=False)
        return page[ply]

    async def transcript(self, id: str, person: str) -> str:
        """A match as a person may keep it: with its secret once it is over."""
        async with self._house.at(id, person) as loaded:
            view = _match(loaded.table).view(loaded.table.seat_of(person))
        return await asyncio.to_thread(view.transcript)  # a long one takes a while


async def verify(jobs: Jobs, asker: Asker, text: str) -> dict[str, Any]:
    """Replay a finished match from its transcript, and check its dice against the commitment."""
    if len(text) > LONGEST_TRANSCRIPT:
        raise BadTranscript(said("A transcript has at most {most} characters.", most=LONGEST_TRANSCRIPT))
    found = msgspec.msgpack.decode(await jobs.do(Verify(text), asker))
    return dict(zip(("game", "entries", "commitment", "seal", "nonces", "result"), found, strict=True))


def _match(table: Table) -> Match:
    if table.outdated:
        raise OldRules(table.outdated)
    if table.match is None:
        raise Refused(said("The match has not begun."), "table_lobby")
    return table.match


async def _page(match: Match, log: Sequence[Entry], eyes: Eyes, first: int) -> Page:
    """The moments from a ply on, up to the end of the page."""
    moment = Moment(
        match.game,
        seats=match.seats,
        secret=match.secret,
        nonces=match.nonces,
        settings=match.settings,
        **match.frame.options,
    )
    page: Page = {}
    at, stop, breathed = 0, min(first + PAGE - 1, len(log)), time.monotonic()
    while True:
        if at >= first:
            page[at] = moment.everything() if isinstance(eyes, str) else moment.view(eyes)
            await asyncio.sleep(0)
        if at >= stop:
            return page
        end = at + 1
        while end < len(log) and log[end].joined:
            end += 1
        carry_out(moment, log[at].seat, [entry.action for entry in log[at:end]])
        at = end
        if time.monotonic() - breathed > BREATH:
            await asyncio.sleep(0)
            breathed = time.monotonic()
