"""Play now: people who wait for the same game are seated together, and after a while they are offered a bot.

Each person who waits has a document and asks again every few seconds. The request that completes a group begins its
table, in one commit with a note for each member; of two processes that would pair the same person, one fails and looks
again.
"""

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec import Struct

from turnwise.bots.names import for_guests
from turnwise.games import game as game_named
from turnwise.house.house import House
from turnwise.house.ids import new_id
from turnwise.house.store.interface import Conflict, Doc, Drop, Put, Unavailable
from turnwise.house.store.lapsed import DUE
from turnwise.house.tables import items, seating
from turnwise.house.tables.clock import NO_CLOCK, USUAL, Control, usual
from turnwise.house.tables.items import BOT, AnyItem, Terms
from turnwise.house.tables.loaded import Busy
from turnwise.house.tables.summary import decode as decode_summary
from turnwise.house.tables.table import Table
from turnwise.kit.errors import BadSeats
from turnwise.kit.game import Game
from turnwise.kit.words import said

SECOND = 1000
AGAIN = 2 * SECOND
"""How soon a waiting client should ask again."""
AWAY = 12 * SECOND
"""A person who has not asked for this long has gone."""
PATIENCE = 20 * SECOND
"""After this, times the pace, a bot is offered."""
NOTE = 60 * SECOND
"""How long the table of a pair is remembered, in case the answer did not arrive."""
TRIES = 100
"""How often one request may lose to others: in a crowd each try pairs somebody, but perhaps not this person."""


class Waiting(Struct, frozen=True, omit_defaults=True):
    """A person who waits, or has just been paired: then `table` says where."""

    person: str
    game: str
    seats: int
    since: int
    until: int
    table: str = ""


class Pairing:
    """Pairs people. `pace` scales the wait for a bot."""

    def __init__(self, house: House, *, pace: float = 1.0) -> None:
        self._house, self._store, self._pace = house, house.store, pace

    async def play_now(self, person: str, game: str, seats: int | None = None, bot: str = "") -> dict[str, Any]:
        """Wait, or go on waiting, for a game; with the name of a bot, get it at once in all the other seats.

        The answer is a started table, or that the client should ask again."""
        one = game_named(game)
        wanted = one.frame(seats, {}).seats
        if wanted < 2:
            raise BadSeats(said("{game} alone needs no waiting: open a table.", game=said(one.title)))
        try:
            for _ in range(TRIES):
                try:
                    return await self._try(person, one, wanted, for_guests(bot, one) if bot else "")
                except Conflict:
                    continue  # another request came first; perhaps it paired us
        except Unavailable as error:
            raise Busy from error
        raise Busy

    async def stop(self, person: str) -> None:
        """Stop waiting."""
        try:
            while doc := await self._store.get("waiting", person):
                try:
                    return await self._store.commit([Drop("waiting", person, doc.revision)])
                except Conflict:
                    continue
        except Unavailable as error:
            raise Busy from error

    async def _try(self, person: str, game: Game, seats: int, bot: str) -> dict[str, Any]:
        now = self._house.now()
        doc = await self._store.get("waiting", person)
        before, seen = (_read(doc), doc.revision) if doc else (None, 0)
        same = before and now < before.until and (before.game, before.seats) == (game.name, seats)
        if before and same and before.table and await self._goes_on(before.table):
            return {"table": before.table}
        going_on = same and before and not before.table
        since = before.since if before and going_on else now
        me = Waiting(person, game.name, seats, since, now + AWAY)
        if bot:
            return {"table": await self._begin(game, [(me, seen)], seats, bot)}
        group, others = await self._group(me, seen)
        if len(group) == seats:
            return {"table": await self._begin(game, group, seats, "")}
        if not (before and going_on) or before.until - now < AWAY / 2:
            await self._store.commit([_put(me, seen)])
        offered = now - since >= self._pace * PATIENCE
        told: dict[str, Any] = {"waiting": {"game": game.name, "seats": seats, "since": since, "others": others}}
        return told | {"again": AGAIN} | ({"offer": "bot"} if offered else {})

    async def _goes_on(self, table: str) -> bool:
        doc = await self._store.get("table", table)
        return doc is not None and decode_summary(doc.body).status != "over"

    async def _group(self, me: Waiting, seen: int) -> tuple[list[tuple[Waiting, int]], int]:
        """Those who have waited longest and have not blocked each other, with me, up to a full table; and how many
        others wait."""
        group, people, others = [(me, seen)], self._house.people, 0
        for doc in await self._store.find("waiting", "for", _queue(me.game, me.seats)):
            other = _read(doc)
            if other.person == me.person:
                continue
            if other.until <= self._house.now() or not await people.get(other.person):
                await self._store.commit([Drop("waiting", doc.id, doc.revision)])
                continue
            others += 1
            if len(group) < me.seats:
                if not await people.disliked(other.person, [member.person for member, _ in group]):
                    group.append((other, doc.revision))
        return group, others

    async def _begin(self, game: Game, group: Sequence[tuple[Waiting, int]], seats: int, bot: str) -> str:
        """Open a table, seat them, and start."""
        now, id = self._house.now(), new_id()
        people = [member.person for member, _ in sorted(group, key=lambda one: one[0].since)]
        sitters = people + [BOT + bot] * (seats - len(people))
        host, scratch = people[0], Table(id)
        alone = Terms(game.name, seats, access="link", seating="shuffled", clock=USUAL)
        terms = _terms(game, seats) if len(people) > 1 else alone
        happened: list[AnyItem] = [seating.opened(terms, host, now)]
        happened += [items.Sat(now, who if who in people else host, seat, who) for seat, who in enumerate(sitters)]
        for item in happened:
            scratch.fold(item)
        happened += seating.start(scratch, host, now)
        notes = [
            _put(Waiting(member.person, game.name, seats, member.since, now + NOTE, id), seen) for member, seen in group
        ]
        return await self._house.begin(happened, *notes, id=id)


def _terms(game: Game, seats: int) -> Terms:
    """Terms between strangers: the game's usual clock; without one, time for the whole game where players think alone,
    else a minute a turn. With two seats a player who leaves resigns; with more a bot takes over."""
    thinking = not game.hidden and not game.chance
    own = usual(game)
    return Terms(
        game.name,
        seats,
        access="link",
        seating="shuffled",
        clock=own if own != NO_CLOCK else Control("game", 600, 5) if thinking else Control("move", 60),
        absence="forfeit" if seats == 2 else "bot",
    )


def _queue(game: str, seats: int) -> str:
    return f"{game} {seats}"


def _put(waiting: Waiting, seen: int) -> Put:
    marks = DUE if waiting.table else (*DUE, ("for", _queue(waiting.game, waiting.seats)))
    return Put("waiting", waiting.person, msgspec.json.encode(waiting), seen, marks, -waiting.since)


def _read(doc: Doc) -> Waiting:
    return msgspec.json.decode(doc.body, type=Waiting)
