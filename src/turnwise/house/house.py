"""The house: its tables, who may do what at them, and what is on the disk before anybody is shown it."""

import asyncio
import logging
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from argon2 import PasswordHasher
from msgspec import Struct

from turnwise.house import upkeep
from turnwise.house.ids import new_id
from turnwise.house.people.bans import Bans
from turnwise.house.people.entrance import Entrance
from turnwise.house.people.ledger import ROW, Ledger
from turnwise.house.people.mailboxes import Mailboxes
from turnwise.house.people.newcomers import Newcomers, SignUps
from turnwise.house.people.once import Once
from turnwise.house.people.people import People
from turnwise.house.people.reports import Reports
from turnwise.house.people.tickets import Tickets
from turnwise.house.people.whereabouts import Whereabouts
from turnwise.house.store.interface import Append, Change, Conflict, Put, Store, Unavailable
from turnwise.house.tables import bot_limit, bounds, dice, early, items, playing, rematch, seating
from turnwise.house.tables.feed import Feed, Watcher, legal_of
from turnwise.house.tables.hours import Hours, steady_clock
from turnwise.house.tables.items import AnyItem, Terms
from turnwise.house.tables.sitters import Advice, Sitters
from turnwise.house.tables.summary import decode as decode_summary
from turnwise.house.tables.summary import summary_of
from turnwise.house.tables.table import Table
from turnwise.house.tables.timers import Timers
from turnwise.house.tables.wire import Whole
from turnwise.house.work.background import Crew
from turnwise.house.work.drain import Door
from turnwise.house.work.limits import RATES, Limits, Rate
from turnwise.house.work.load import Load, Queue
from turnwise.house.work.thinkers import Thinkers
from turnwise.kit.errors import NotYourTurn, Refused, Stale, TurnwiseError
from turnwise.kit.words import said
from turnwise.play.match import MOVED_ON

log = logging.getLogger("turnwise")

Verb = Callable[[Table], Sequence[AnyItem]]
KEPT_REFUSALS = 32
LONG_QUEUE = 100
"""Thoughts of bots that wait; then more processes would help."""
BREATH = 50
"""Items of a long log after which others may go first while it is read."""


class NoSuchTable(TurnwiseError):
    code = "no_such_table"

    def __init__(self) -> None:
        super().__init__(said("There is no such table."))


class Busy(TurnwiseError):
    """Nothing was done; the same may work in a moment."""

    code = "unavailable"

    def __init__(self) -> None:
        super().__init__(said("The house can't keep anything right now. Nothing was done; please try again."))


class Accepted(NamedTuple):
    """The answer to a request that was carried out."""

    version: int
    """Of the match after it."""
    repeated: bool = False
    """Whether it had been carried out before."""


class Place(Struct, eq=False):
    """A table with what only this process knows of it."""

    table: Table
    feed: Feed
    lock: asyncio.Lock
    revision: int = 0
    """Of its summary."""
    summary: tuple[bytes, tuple[tuple[str, str], ...]] = (b"", ())
    """With the marks that it is found by."""
    refused: dict[str, TurnwiseError] = {}
    """Why the latest requests that were refused were, by who asked and the key."""
    used: int = 0
    """When somebody asked for it last, a person or the house itself."""
    asked: int = 0
    """When a person did."""
    still: int = -1
    """The version of the match of which a still is kept; -1: not known."""

    def remember(self, asked: str, refusal: TurnwiseError) -> None:
        """Whoever sends a request again that was refused is refused again."""
        self.refused[asked] = refusal
        if len(self.refused) > KEPT_REFUSALS:
            del self.refused[next(iter(self.refused))]


class House:
    """All tables of one store."""

    def __init__(
        self,
        store: Store,
        *,
        now: Callable[[], int] | None = None,
        rates: Mapping[str, Rate] = RATES,
        hasher: PasswordHasher | None = None,
        pace: float = 1.0,
        thinkers: int = 1,
        sign_ups: SignUps = "open",
    ) -> None:
        """`pace` scales every wait but clocks; `thinkers` is the number of processes in which bots think."""
        self.store = store
        self.now = now or steady_clock()
        self.limits, self.load = Limits(self.now, rates), Load()
        self.bans = Bans(store, self.now)
        self.mailboxes = Mailboxes(store, self.now, self.limits)
        self.tickets = Tickets(self.now)
        self.newcomers = Newcomers(self.limits, self.bans, self.mailboxes, self.now, sign_ups, self.tickets)
        self.people = People(store, self.now, self.newcomers)
        self.entrance = Entrance(self.people, self.now, self.limits, hasher, self.tickets)
        self.people.after.append(self._renamed)
        self.once = Once(store, self.now)
        self.reports = Reports(store, self.now, self.limits, self.people, self.once)
        self.whereabouts = Whereabouts()
        self.ledger = Ledger(self.limits, self.whereabouts)
        self.names: dict[str, str] = {}
        """The names of people as they are shown."""
        self.places: dict[str, Place] = {}
        self._opening: dict[str, asyncio.Task[Place]] = {}
        self.after: list[Callable[[Place, Sequence[AnyItem]], None]] = []
        """Told of every change once it is on the disk, and without items when a turn is opened: ratings, notices, pictures."""
        self.hours = Hours(store, self.now)
        self._pace = pace
        self.moment = int(pace * dice.MOMENT)
        """Milliseconds that what people add to the dice is waited for."""
        self.timers = Timers(self, pace)
        self.sitters = Sitters(self, Thinkers(thinkers), pace)
        slots = self.sitters.slots
        self.load.queues["bots"] = Queue(lambda: slots.waiting, LONG_QUEUE, lambda: slots.refused)
        self.load.queues["passwords"] = Queue(lambda: self.entrance.waiting, LONG_QUEUE // 4)
        self._door, self._crew = Door(), Crew()

    # Opening and closing.

    def resume(self) -> "asyncio.Task[int]":
        """Begin to take up what went on when the house was closed, in the background, and to keep it in order from now on."""
        resuming = asyncio.create_task(upkeep.resume(self))
        self._crew.add(resuming)
        self._crew.send(upkeep.keep_in_order(self))
        self._crew.send(self.load.watch())
        return resuming

    async def close(self) -> None:
        """Take no more changes, finish those that have begun, send the bots home, and let go of the store."""
        await self._door.close()
        self.hours.keep()
        await self._crew.close()
        await self.timers.close()
        await self.sitters.close()
        self.entrance.close()
        await self.store.close()

    # Tables.

    async def open(self, person: str, terms: Terms) -> str:
        """Open a table; its host has yet to sit down."""
        return await self.begin([seating.opened(terms, person, self.now())])

    async def begin(
        self, happened: Sequence[AnyItem], *others: Change, id: str = "", table: Table | None = None
    ) -> str:
        """A new table from its first items, kept together with other changes, which may need its id beforehand; `table` if they have
        happened there already."""
        with self._door:
            if table is None:
                table = Table(id or new_id())
                for item in happened:
                    table.fold(item)
            if table.held or table.status != "running":
                happened = [*happened, *early.follow(table, self.now, self.moment)]
            bot_limit.count(table, self.places.values())
            place = Place(table, Feed(self.names, self.now), asyncio.Lock(), used=self.now())
            await self._know(table.people)
            try:
                called_away = await self._keep(place, happened, others)
            except Unavailable as error:
                raise Busy from error
            self.places[table.id] = place
            self.tell(place, happened, 0)
            if called_away:
                raise called_away
            return table.id

    async def begin_once(
        self, person: str, key: str, happened: Sequence[AnyItem], table: Table, people: Sequence[str] = ()
    ) -> str:
        """Begin a table at which these things have happened; or name the one that the same key began a moment ago."""
        self.ledger.may(person)
        try:
            return await self.begin(happened, *self.once.note(person, key, table.id, people), table=table)
        except Conflict:
            if made := await self.once.made(person, key):
                return made.id
            raise

    async def place(self, id: str, person: str | None) -> Place:
        """A table for somebody who may see it; None is the house itself."""
        place = self.places.get(id) or await self._load(id)
        if person is not None and not place.table.may_see(person):
            raise NoSuchTable
        return place

    async def held(self, id: str, person: str | None) -> Place:
        """A table as `place` gives it, with its lock, which the caller releases: what it shows is on the disk."""
        while True:
            place = self.places.get(id) or await self._load(id)
            await place.lock.acquire()
            if self.places.get(id) is place:
                break
            place.lock.release()  # it was thrown away while we waited
        if person is not None and not place.table.may_see(person):
            place.lock.release()
            raise NoSuchTable
        place.used = self.now()
        if person is not None:
            place.asked = place.used
        return place

    async def change(self, id: str, person: str | None, verb: Verb, *others: Change) -> Place:
        """Let a verb happen at a table: checked, kept, then shown. All or nothing. `person` None is the house itself."""
        with self._door:
            if person:
                self.ledger.may(person)
            place = await self.held(id, person)
            try:
                table = place.table
                before = table.version
                happened = verb(table)
                bot_limit.check(table, happened, self.places.values())
                if happened:
                    if person is not None:
                        bounds.may_keep(table, happened)
                    await self._carry_out(place, happened, before, others)
            finally:
                place.lock.release()
            return place

    async def _carry_out(
        self, place: Place, happened: Sequence[AnyItem], before: int, others: Sequence[Change]
    ) -> None:
        table = place.table
        try:
            for item in happened:
                table.fold(item)
            if table.held or table.status != "running":
                happened = [*happened, *early.follow(table, self.now, self.moment)]
            if table.status == "over" or not QUICK.issuperset(map(type, happened)):
                await self._know([*table.people, *(item.by for item in happened if item.by)])
            called_away = await self._keep(place, happened, others)
        except BaseException as error:
            self._forget(place)
            if isinstance(error, Conflict | Unavailable):
                raise Busy from error
            raise
        self.tell(place, happened, before)
        if called_away:
            raise called_away

    def tell(self, place: Place, happened: Sequence[AnyItem], before: int) -> None:
        """Let everybody know what is on the disk now; `before` is the version of the match before it."""
        place.feed.publish(place.table, happened, before)
        self.look_after(place)
        if rematch.wanted(happened):
            self._crew.send(self._rematch(place.table.id))
        self._let_know(place, happened)

    def _let_know(self, place: Place, happened: Sequence[AnyItem]) -> None:
        for hook in self.after:
            try:
                hook(place, happened)
            except Exception:  # what was kept stays kept
                log.exception("what should follow a change failed")

    def look_after(self, place: Place) -> None:
        """Let clocks and bots see how a table stands."""
        self.timers.set(place)
        self.sitters.stir(place)

    async def _rematch(self, id: str) -> None:
        place = await self.held(id, None)
        try:
            await rematch.begin(self, place, new_id(), log_of(id))
        finally:
            place.lock.release()

    async def _keep(
        self, place: Place, happened: Sequence[AnyItem], others: Sequence[Change]
    ) -> asyncio.CancelledError | None:
        """Write items that have been folded already, and the table's summary if it has changed.

        Whoever is called away meanwhile leaves nothing half done: when it is written, the call is given back."""
        table = place.table
        first = table.n - len(happened)
        log, size = log_of(table.id), 0
        changes: list[Change] = []
        for at, item in enumerate(happened, first):
            body = items.encode(item)
            size += ROW + len(body)
            changes.append(Append(log, at, body))
        if by := happened[0].by:
            self.ledger.add(by, size)
        if table.status == "over" or not PLAY.issuperset(map(type, happened)):
            summary = body, marks = summary_of(table, self.now())
            if summary != place.summary:
                changes.append(Put("table", table.id, body, place.revision, marks, table.opened_at))
                place.summary, place.revision = summary, place.revision + 1
        writing = self.store.commit([*changes, *others] if others else changes)
        try:
            await writing
        except asyncio.CancelledError as call:
            writing.result()
            return call
        return None

    async def _load(self, id: str) -> Place:
        """Read a table from the store, once however many ask."""
        reading = self._opening.get(id)
        if reading is None:
            reading = self._opening[id] = asyncio.create_task(self._read(id))
            reading.add_done_callback(lambda _: self._opening.pop(id))
        return await asyncio.shield(reading)

    async def _read(self, id: str) -> Place:
        table = Table(id, stored=True)
        try:
            for n, item in enumerate(await self.store.read(log_of(id))):
                table.fold(items.decode(item))
                if n % BREATH == BREATH - 1:
                    await asyncio.sleep(0)
            doc = await self.store.get("table", id) if table.n else None
            if not table.n:
                raise NoSuchTable
            place = Place(table, Feed(self.names, self.now), asyncio.Lock(), used=self.now())
            if doc:
                place.revision = doc.revision
                kept = decode_summary(doc.body)
                table.remember(kept.status, kept.winners, kept.reason)
                place.summary = doc.body, summary_of(table, self.now())[1]
            await self.know_all(table)
            if (resumed := await self.hours.resumption(table.clock)) and not self._door.shut:
                table.fold(resumed)
                await self._keep(place, [resumed], ())
        except (Conflict, Unavailable) as error:
            raise Busy from error
        self.places[id] = place
        self.look_after(place)
        return place

    def _forget(self, place: Place) -> None:
        """What is in memory may be more than what is on the disk: whoever asks next reads it again, and watchers come back."""
        self.places.pop(place.table.id, None)
        for watcher in place.feed.all():
            watcher.lost()

    async def know_all(self, table: Table) -> None:
        """Know the names of all who sit or talk at a table."""
        await self._know([*table.people, *(said.by for _, said in table.talk)])

    async def _know(self, people: Sequence[str]) -> None:
        missing = [person for person in people if person and person not in self.names]
        if missing:
            self.names |= await self.people.names(missing)

    def _renamed(self, person: str) -> None:
        """Somebody has another name now, or is gone."""
        self.names.pop(person, None)

    # Watching.

    async def watch(self, id: str, person: str, make: Callable[[int], Watcher], since: int | None = None) -> Watcher:
        """Let somebody watch a table, from his seat if he has one; `make` is given the viewer."""
        place = await self.held(id, person)
        try:
            await self.know_all(place.table)
            seat = place.table.seat_of(person)
            watcher = make(-1 if seat is None else seat)
            place.feed.add(place.table, watcher, since)
            self.sitters.watched(place)
        finally:
            place.lock.release()
        return watcher

    def unwatch(self, id: str, watcher: Watcher) -> None:
        if place := self.places.get(id):
            place.feed.remove(place.table, watcher)

    async def look(self, id: str, person: str) -> Whole:
        """Everything that somebody may know of a table now."""
        place = await self.held(id, person)
        try:
            await self.know_all(place.table)
            seat = place.table.seat_of(person)
            table, feed, viewer = place.table, place.feed, -1 if seat is None else seat
            told = feed.whole(Whole, table, viewer, person, seat=seat, presence=feed.presence(table))
            self.sitters.watched(place)
        finally:
            place.lock.release()
        return told

    # Playing.

    async def act(self, id: str, person: str, actions: Sequence[Any], version: int, key: str) -> "Accepted":
        """Take actions from one's seat. A repeated key gets its first answer again."""
        with self._door:
            self.ledger.may(person)
            place = await self.held(id, person)
            try:
                table, before, asked = place.table, place.table.version, f"{person} {key}"
                if known := table.answers.get(person, key):
                    return Accepted(known.after, repeated=True)
                if key and asked in place.refused:
                    raise place.refused[asked].with_traceback(None)
                try:
                    seat, now = playing.seat_for(table, person), self.now()
                    self.unlocked(table)
                    happened = playing.act(table, person, seat, actions, version, key, now)
                    if seat in table.away:
                        happened = playing.come_back(table, person, seat, now) + happened
                except Stale:
                    if known := table.answers.ever(person, key):
                        return Accepted(known.after, repeated=True)
                    raise
                except playing.Locked:
                    raise
                except Refused as refusal:
                    if key:
                        place.remember(asked, refusal)
                    raise
                await self._carry_out(place, happened, before, ())
                return Accepted(table.version)
            finally:
                place.lock.release()

    def locked_until(self, table: Table) -> int:
        """Until when nobody may act, so that what has just happened can be read; it is over if anybody may."""
        lock = table.lock
        if not lock or table.acted_at > self.now():  # else the system's clock was ahead then
            return 0
        return table.acted_at + int(self._pace * 1000 * lock)

    def unlocked(self, table: Table) -> None:
        """Refuse whoever would act before that."""
        until = self.locked_until(table)
        if until and (left := until - self.now()) > 0:
            raise playing.Locked(left)

    async def gesture(self, id: str, person: str, version: int) -> int:
        """The player on turn lets everybody see what the turn opens with. No action, and nothing that is kept. The version it was for."""
        place = await self.held(id, person)
        try:
            table = place.table
            seat, match = playing.seat_for(table, person), playing.running(table)
            if version != match.version:
                raise Stale(MOVED_ON)
            if seat != table.turn:
                raise NotYourTurn(said("It is another player's turn."))
            self.unlocked(table)
            self.show_opening(place)
            return version
        finally:
            place.lock.release()

    def show_opening(self, place: Place) -> None:
        """Show what the turn opens with, if that has not been shown."""
        if place.feed.opened(place.table) is False:
            place.feed.open_turn(place.table)
            self._let_know(place, ())

    async def standing(self, id: str, person: str) -> tuple[int, list[str]]:
        """What somebody who was refused should know: the version of the match, and what he may do."""
        place = await self.held(id, person)
        try:
            seat = place.table.seat_of(person)
            return place.table.version, legal_of(place.table, -1 if seat is None else seat)
        finally:
            place.lock.release()

    async def hint(self, id: str, person: str) -> Advice:
        """What a strong bot would do in somebody's place."""
        return await self.sitters.hint(id, person)


QUICK = {items.Acted}
"""After which no new names are shown, as long as the match runs."""

PLAY = {items.Acted, items.Held, items.Said, items.Resumed, items.Asked, items.Answered, items.Hinted, items.Noticed}
"""What changes nothing in a summary, as long as the match runs."""


def log_of(id: str) -> str:
    return f"table {id}"
