"""Ratings: one list per game for people and bots, updated once when a rated match has ended.

The new ratings and their item are in one commit with the table's log. A table that ended and is not counted yet has a
mark, so that it is counted at the next start.
"""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from math import hypot
from typing import Any, NamedTuple

import msgspec
from msgspec import Struct

from turnwise.house.house import House
from turnwise.house.people.person import Person
from turnwise.house.people.sessions import DAY
from turnwise.house.store.interface import Change, Conflict, Drop, Put, Unavailable
from turnwise.house.tables import counting, items
from turnwise.house.tables.counting import SHORTEST, Met, why_not
from turnwise.house.tables.items import BOT, AnyItem
from turnwise.house.tables.loaded import Busy, LoadedTable
from turnwise.house.tables.table import Table
from turnwise.house.work.background import BackgroundTasks
from turnwise.kit.errors import TurnwiseError
from turnwise.play.rating import Rating, rated

DRIFT = Rating().mu / 300
"""How much a person's strength may change from one match to the next; a bot's does not."""
FINE = 1000
"""The list is sorted by thousandths."""
MOST_DUE = 10_000
"""Matches that may have ended uncounted: those of the moment in which the house died."""
LONGEST_WAIT = 60
"""Seconds between two attempts while the store can't be written."""


class Rated(Struct, frozen=True, omit_defaults=True):
    """A person's rating in one game, and today's opponents."""

    who: str
    game: str
    mu: float
    sigma: float
    matches: int
    day: int = 0
    met: dict[str, int] = {}

    @property
    def rating(self) -> Rating:
        return Rating(self.mu, self.sigma)


class _Found(NamedTuple):
    kept: Rated
    revision: int


class Ratings:
    """Counts the matches of a house."""

    def __init__(self, house: House, *, pace: float = 1.0) -> None:
        """`pace` scales how long a match must last to count."""
        self._house, self._store, self._pace = house, house.store, pace
        self._background = BackgroundTasks()
        self._one_by_one = asyncio.Lock()
        house.after.append(self._after)

    # Counting.

    def _after(self, loaded: LoadedTable, happened: Sequence[AnyItem]) -> None:
        if loaded.table.status == "over" and self._to_be_counted(loaded.table):
            self._background.start(self._count(loaded.table.id))

    def _to_be_counted(self, table: Table) -> bool:
        """Whether a match has ended, is not counted yet, and is this worker's to count."""
        return table.to_be_rated and self._house.duties.mine(table.id)

    async def resume(self) -> None:
        """Count what ended before the house was closed."""
        for doc in await self._store.find("table", "due", "ratings", limit=MOST_DUE):
            with suppress(TurnwiseError):  # one under older rules must not stop the others
                await self._count(doc.id)

    async def settle(self) -> None:
        """Wait until everything that has ended is counted."""
        await self._background.settle()

    async def close(self) -> None:
        """Stop; what is not counted yet will be at the next start."""
        await self._background.close()

    async def _count(self, id: str) -> None:
        tries = 0
        while True:
            with suppress(Busy, Unavailable):
                async with self._one_by_one:  # else two tables of one player would conflict
                    return await self._value(id)
            tries += 1
            await asyncio.sleep(0 if tries < 5 else min(LONGEST_WAIT, tries - 4))

    async def _value(self, id: str) -> None:
        table = (await self._house.find(id, None)).table
        if not self._to_be_counted(table):
            return
        assert table.match and table.match.outcome
        found = {who: await self._find(table.game.name, who) for who in table.sitters}
        people = {who: await self._house.people.get(who) for who in table.people}
        day = self._house.now() // DAY
        met = {who: Met(one.kept.day, one.kept.met).on(day) for who, one in found.items()}
        why = why_not(table, met.__getitem__, self._known(people), int(self._pace * SHORTEST))
        before, changes = _ratings(found), list[Change]()
        after = before
        if not why:
            drifted = {who: _drifted(one.kept) for who, one in found.items()}
            after = rated(drifted, table.sitters, table.match.outcome.places)
            for who, one in found.items():
                if people.get(who) or who.startswith(BOT):
                    others = [] if who.startswith(BOT) else [other for other in found if other != who]
                    changes.append(_put(one, after[who], met[who].and_(others)))
        had, has = ([round(of[who].sure, 3) for who in table.sitters] for of in (before, after))

        def verb(table: Table) -> Sequence[AnyItem]:
            return [items.Valued(self._house.now(), "", had, has, why)] if self._to_be_counted(table) else []

        await self._house.change(id, None, verb, *changes)

    def _known(self, people: Mapping[str, Person | None]) -> Callable[[str], counting.Person | None]:
        def known(who: str) -> counting.Person | None:
            person = people[who]
            seen = self._house.whereabouts
            return counting.Person(not person.account, seen.of(who), seen.device(who)) if person else None

        return known

    async def _find(self, game: str, who: str) -> _Found:
        doc = await self._store.get("rating", f"{game} {who}")
        if doc:
            return _Found(msgspec.json.decode(doc.body, type=Rated), doc.revision)
        return _Found(Rated(who, game, *Rating(), 0), 0)

    # Asking.

    async def listed(self, game: str, limit: int = 100) -> list[dict[str, Any]]:
        """The strongest in a game: people and bots by the lower bound of their rating."""
        docs = await self._store.find("rating", "game", game, limit=limit)
        lines = [await self._told(msgspec.json.decode(doc.body, type=Rated)) for doc in docs]
        return [line for line in lines if line]

    async def of(self, who: str) -> list[dict[str, Any]]:
        """A person's ratings, the best first."""
        docs = await self._store.find("rating", "who", who)
        lines = [await self._told(msgspec.json.decode(doc.body, type=Rated)) for doc in docs]
        return [line for line in lines if line]

    async def _told(self, kept: Rated) -> dict[str, Any] | None:
        sure, unsure = round(kept.rating.sure, 2), round(kept.sigma, 2)
        told: dict[str, Any] = {"game": kept.game, "rating": sure, "unsure": unsure, "matches": kept.matches}
        if kept.who.startswith(BOT):
            return told | {"bot": kept.who.removeprefix(BOT)}
        person = await self._house.people.get(kept.who)
        return told | {"person": person.id, "name": person.name} if person else None

    async def forget(self, person: str) -> None:
        """Remove a person from all lists."""
        while docs := await self._store.find("rating", "who", person):
            for doc in docs:
                with suppress(Conflict):
                    await self._store.commit([Drop("rating", doc.id, doc.revision)])


def _drifted(kept: Rated) -> Rating:
    drift = 0 if kept.who.startswith(BOT) else DRIFT
    return Rating(kept.mu, min(hypot(kept.sigma, drift), Rating().sigma))


def _ratings(found: dict[str, _Found]) -> dict[str, Rating]:
    return {who: one.kept.rating for who, one in found.items()}


def _put(found: _Found, after: Rating, met: Met) -> Change:
    kept = Rated(found.kept.who, found.kept.game, *after, found.kept.matches + 1, met.day, dict(met.others))
    marks = (("game", kept.game), ("who", kept.who))
    body = msgspec.json.encode(kept)
    return Put("rating", f"{kept.game} {kept.who}", body, found.revision, marks, round(after.sure * FINE))
