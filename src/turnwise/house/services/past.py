"""The past of a match: as somebody knew it then, and once it is over as it was.

A moment is played again from the start. Whoever steps through a match asks for many of them, so those near the one that was asked
for are made on the way and kept for a while.
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
"""Moments that are made together, and how many such pages are kept."""
BREATH = 0.002
"""Seconds after which others may go first."""
LONGEST_TRANSCRIPT = 1 << 20
MOST_LINES = 500
"""Of the log, that are told with a moment; whoever wants more asks for those after them."""

Eyes = int | None | str
"""Whose: those of a seat, a spectator's, or everybody's."""
EVERYBODY = "everybody"
Page = dict[int, View]


class Past:
    """Looks back at the matches of a house."""

    def __init__(self, house: House) -> None:
        self._house = house
        self.turns = Turns(1)
        """One match is played again at a time, for one person after the other: a running one has secrets, so it is played here."""
        self._pages: OrderedDict[tuple[str, Eyes, int], Page] = OrderedDict()

    async def at(
        self, id: str, asker: Asker, ply: int, say: Speaker = ENGLISH, *, everything: bool = False, since: int = -1
    ) -> dict[str, Any]:
        """A moment as data, with lines of the log after `since`, which are also said in sentences."""
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
        """What somebody knew after so many entries of the log, or all there was to know. Nobody has ever seen the match in the
        middle of a request, so a ply in the middle of one stands for its end: `version` tells."""
        async with self._house.at(id, asker.person) as place:
            (match, plies), seat = place.table.replayable(), place.table.seat_of(asker.person)
            log, over = list(match.log[:plies]), place.table.match is not None and match.outcome is not None
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
                page = self._pages.get(key, {})  # somebody else may have asked for it too
                if ply not in page:
                    page = await _page(match, log, eyes, ply // PAGE * PAGE)
        self._pages[key] = page
        self._pages.move_to_end(key)
        if len(self._pages) > KEPT:
            self._pages.popitem(last=False)
        return page[ply]

    async def transcript(self, id: str, person: str) -> str:
        """A match as somebody may keep it: with its secret once it is over."""
        async with self._house.at(id, person) as place:
            view = _match(place.table).view(place.table.seat_of(person))
        return await asyncio.to_thread(view.transcript)  # a long one takes a while


async def verify(jobs: Jobs, asker: Asker, text: str) -> dict[str, Any]:
    """Play a finished match again from its transcript, and see that the dice are those that were promised."""
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
    """The moments from a ply on, as far as the page goes."""
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
