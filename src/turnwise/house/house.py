"""The house: its tables, who may do what at them, and what is on the disk before anybody is shown it."""

import asyncio
import logging
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from argon2 import PasswordHasher

from turnwise.house import upkeep
from turnwise.house.colleagues import Colleagues
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
from turnwise.house.store.sharing import Alone, Bus, Leases, Silence
from turnwise.house.tables import bot_limit, bounds, dice, early, items, playing, rematch, seating
from turnwise.house.tables.answers import Answer
from turnwise.house.tables.duties import Duties
from turnwise.house.tables.elsewhere import Elsewhere
from turnwise.house.tables.feed import Feed, Watcher, legal_of
from turnwise.house.tables.hours import Hours, steady_clock
from turnwise.house.tables.items import AnyItem, Terms
from turnwise.house.tables.place import At, Busy, NoSuchTable, Place, log_of
from turnwise.house.tables.reading import GROWN, OPENED, Reading, encode
from turnwise.house.tables.sitters import Advice, Sitters
from turnwise.house.tables.summary import PLAY, summary_of
from turnwise.house.tables.table import Table
from turnwise.house.tables.timers import Timers
from turnwise.house.tables.wire import Whole
from turnwise.house.work.background import BackgroundTasks
from turnwise.house.work.drain import Drain
from turnwise.house.work.limits import RATES, Limits, Rate
from turnwise.house.work.load import Load, Queue
from turnwise.house.work.thinkers import Thinkers
from turnwise.kit.errors import NotYourTurn, Refused, Stale, TurnwiseError
from turnwise.kit.words import said
from turnwise.play.match import MOVED_ON

log = logging.getLogger("turnwise")

Verb = Callable[[Table], Sequence[AnyItem]]
LONG_QUEUE = 100
"""Thoughts of bots that wait; then more processes would help."""
TRIES = 20
"""How often something is tried at a table where other workers are quicker."""


class Accepted(NamedTuple):
    """The answer to a request that was carried out."""

    version: int
    """Of the match after it."""
    repeated: bool = False
    """Whether it had been carried out before."""


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
        leases: Leases | None = None,
        bus: Bus | None = None,
    ) -> None:
        """`pace` scales every wait but clocks; `thinkers` is the number of processes in which bots think. `leases` and `bus`: what it
        shares with other workers on the same store; without them it is the only one."""
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
        self.after: list[Callable[[Place, Sequence[AnyItem]], None]] = []
        """Told of every change once it is on the disk, and without items when a turn is opened: ratings, notices, pictures."""
        self.reading, self.duties = Reading(self), Duties(self, leases or Alone())
        self.bus, self.colleagues = bus or Silence(), Colleagues(self)
        self.bus.hear = self.colleagues.hear
        self.elsewhere = Elsewhere(self)
        self.hours = Hours(store, self.now, alone=self.duties.alone)
        self._pace = pace
        self.moment = int(pace * dice.MOMENT)
        """Milliseconds that what people add to the dice is waited for."""
        self.timers = Timers(self, pace)
        self.sitters = Sitters(self, Thinkers(thinkers), pace)
        slots = self.sitters.slots
        self.load.queues["bots"] = Queue(lambda: slots.waiting, LONG_QUEUE, lambda: slots.refused)
        self.load.queues["passwords"] = Queue(lambda: self.entrance.waiting, LONG_QUEUE // 4)
        self._drain, self._background = Drain(), BackgroundTasks()

    # Opening and closing.

    def resume(self) -> "asyncio.Task[int]":
        """Begin to take up what went on when the house was closed, in the background, and to keep it in order from now on."""
        self.duties.begin()
        resuming = asyncio.create_task(upkeep.resume(self))
        self._background.add(resuming)
        self._background.start(upkeep.keep_in_order(self))
        self._background.start(self.load.watch())
        return resuming

    async def close(self) -> None:
        """Take no more changes, finish those that have begun, send the bots home, and let go of the store."""
        await self._drain.close()
        await upkeep.stay_open(self)
        await self._background.close()
        await self.timers.close()
        await self.sitters.close()
        await self.reading.close()
        await self.colleagues.close()
        await self.duties.close()
        self.entrance.close()
        await self.store.close()
        self.colleagues.leave()
        await self.bus.close()

    # Tables.

    def new_feed(self) -> Feed:
        return Feed(self.names, self.now, None if self.duties.alone else self.elsewhere.looks)

    async def open(self, person: str, terms: Terms) -> str:
        """Open a table; its host has yet to sit down."""
        return await self.begin([seating.opened(terms, person, self.now())])

    async def begin(
        self, happened: Sequence[AnyItem], *others: Change, id: str = "", table: Table | None = None
    ) -> str:
        """A new table from its first items, kept together with other changes, which may need its id beforehand; `table` if they have
        happened there already."""
        with self._drain:
            if table is None:
                table = Table(id or new_id())
                for item in happened:
                    table.fold(item)
            if table.held or table.status != "running":
                happened = [*happened, *early.follow(table, self.now, self.moment)]
            bot_limit.count(table, self.places.values())
            place = Place(table, self.new_feed(), asyncio.Lock(), used=self.now())
            await self._know(table.people)
            await self.duties.seek(table)
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
        place = self.places.get(id) or await self.reading.load(id)
        if person is not None and not place.table.may_see(person):
            raise NoSuchTable
        return place

    def at(self, id: str, person: str | None) -> At:
        """`async with`: a table as `place` gives it, and nobody else changes it meanwhile: what it shows is on the disk."""
        return At(self, id, person)

    async def change(self, id: str, person: str | None, verb: Verb, *others: Change) -> Place:
        """Let a verb happen at a table: checked, kept, then shown. All or nothing. `person` None is the house itself.

        Where another worker was quicker the verb is asked again, so it must not count on being asked once."""
        with self._drain:
            if person:
                self.ledger.may(person)
            async with self.at(id, person) as place:
                await self._happen(place, verb, others, bounded=person is not None)
            return place

    async def _happen(self, place: Place, verb: Verb, others: Sequence[Change] = (), *, bounded: bool = False) -> None:
        for _ in range(TRIES):
            table, before, seen = place.table, place.table.version, place.table.n
            try:
                happened = verb(table)
                bot_limit.check(table, happened, self.places.values())
                if bounded and happened:
                    bounds.may_keep(table, happened)
            except TurnwiseError:
                if self.duties.alone or not await self.reading.behind(place):
                    raise
                continue  # it was refused for something that is over
            if not happened:
                return
            try:
                happened = self._follow(table, happened)
                if table.status == "over" or not QUICK.issuperset(map(type, happened)):
                    await self._prepare(table, happened)
                called_away = await self._keep(place, happened, others)
            except Conflict as error:
                if not await self.reading.read_again(place, seen):
                    raise Busy from error
                continue
            except BaseException as error:
                self.forget(place)
                if isinstance(error, Unavailable):
                    raise Busy from error
                raise
            self.tell(place, happened, before)
            if called_away:
                raise called_away
            return
        raise Busy

    def _follow(self, table: Table, happened: Sequence[AnyItem]) -> Sequence[AnyItem]:
        """Let items have happened at a table, and whatever follows from them at once."""
        for item in happened:
            table.fold(item)
        if table.held or table.status != "running":
            return [*happened, *early.follow(table, self.now, self.moment)]
        return happened

    async def _prepare(self, table: Table, happened: Sequence[AnyItem]) -> None:
        """Have at hand what is needed when it is kept: names, and somebody who looks after what stirs."""
        await self._know([*table.people, *(item.by for item in happened if item.by)])
        if not PLAY.issuperset(map(type, happened)) or rematch.pending(table):
            await self.duties.seek(table)

    def tell(self, place: Place, happened: Sequence[AnyItem], before: int) -> None:
        """Let everybody know what is on the disk now; `before` is the version of the match before it."""
        self.bus.send(GROWN, encode((place.table.id, place.table.n)))
        self.show(place, happened, before)

    def show(self, place: Place, happened: Sequence[AnyItem], before: int) -> None:
        """Let everybody here know it, whoever wrote it."""
        place.feed.publish(place.table, happened, before)
        self.take_care(place, happened)

    def take_care(self, place: Place, happened: Sequence[AnyItem] = ()) -> None:
        """Let clocks, bots and everybody who follows the tables see how one stands."""
        self.look_after(place)
        self._let_know(place, happened)

    def _let_know(self, place: Place, happened: Sequence[AnyItem]) -> None:
        for hook in self.after:
            try:
                hook(place, happened)
            except Exception:  # what was kept stays kept
                log.exception("what should follow a change failed")

    def look_after(self, place: Place) -> None:
        """Let clocks and bots see how a table stands, if they are this worker's."""
        if self.duties.mine(place.table.id):
            self.timers.set(place)
            self.sitters.stir(place)
            if rematch.pending(place.table):
                self._background.start(self._rematch(place.table.id))
            self.duties.looked_after(place)

    async def resume_clock(self, place: Place) -> None:
        """Write down at a table that is taken up for how long its clock stood still."""
        if (resumed := await self.hours.resumption(place.table.clock)) and not self._drain.shut:
            await self._happen(place, lambda table: [resumed])

    async def _rematch(self, id: str) -> None:
        try:
            async with self.at(id, None) as place:
                while not await rematch.begin(self, place, new_id(), log_of(id)) and await self.reading.behind(place):
                    pass  # somebody has said something meanwhile
        except (Busy, Unavailable):
            self.timers.again(id)

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
            if writing.exception():
                raise
            return call
        return None

    def forget(self, place: Place) -> None:
        """What is in memory may be more than what is on the disk: whoever asks next reads it again, and watchers come back."""
        if self.places.get(place.table.id) is place:
            del self.places[place.table.id]
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
        async with self.at(id, person) as place:
            await self.know_all(place.table)
            if since is not None and since > place.table.n and not self.duties.alone:
                await self.reading.behind(place)  # he has seen more elsewhere
            seat = place.table.seat_of(person)
            watcher = make(-1 if seat is None else seat)
            place.feed.add(place.table, watcher, since)
            self.sitters.watched(place)
        return watcher

    def unwatch(self, id: str, watcher: Watcher) -> None:
        if place := self.places.get(id):
            place.feed.remove(place.table, watcher)

    async def look(self, id: str, person: str) -> Whole:
        """Everything that somebody may know of a table now."""
        async with self.at(id, person) as place:
            await self.know_all(place.table)
            seat = place.table.seat_of(person)
            table, feed, viewer = place.table, place.feed, -1 if seat is None else seat
            told = feed.whole(Whole, table, viewer, person, seat=seat, presence=feed.presence(table))
            self.sitters.watched(place)
        return told

    # Playing.

    async def act(self, id: str, person: str, actions: Sequence[Any], version: int, key: str) -> "Accepted":
        """Take actions from one's seat. A repeated key gets its first answer again."""
        known: Answer | None = None

        def verb(table: Table) -> Sequence[AnyItem]:
            nonlocal known
            if known := table.answers.get(person, key):
                return ()
            if key and (refusal := place.refused.get(asked)):
                raise refusal.anew()
            try:
                seat, now = playing.seat_for(table, person), self.now()
                self.unlocked(table)
                happened = playing.act(table, person, seat, actions, version, key, now)
            except Stale:
                if known := table.answers.ever(person, key):
                    return ()
                raise
            return playing.come_back(table, person, seat, now) + happened if seat in table.away else happened

        asked = f"{person} {key}"
        with self._drain:
            self.ledger.may(person)
            async with self.at(id, person) as place:
                try:
                    await self._happen(place, verb)
                except (Stale, playing.Locked):
                    raise
                except Refused as refusal:
                    if key:
                        place.remember(asked, refusal)
                    raise
                return Accepted(known.after, repeated=True) if known else Accepted(place.table.version)

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
        async with self.at(id, person) as place:
            table = place.table
            seat, match = playing.seat_for(table, person), playing.running(table)
            if version != match.version:
                raise Stale(MOVED_ON)
            if seat != table.turn:
                raise NotYourTurn(said("It is another player's turn."))
            self.unlocked(table)
            self.show_opening(place)
            self.bus.send(OPENED, encode((id, version)))
            return version

    def show_opening(self, place: Place) -> None:
        """Show what the turn opens with, if that has not been shown."""
        if place.feed.opened(place.table) is False:
            place.feed.open_turn(place.table)
            self._let_know(place, ())

    async def standing(self, id: str, person: str) -> tuple[int, list[str]]:
        """What somebody who was refused should know: the version of the match, and what he may do."""
        async with self.at(id, person) as place:
            seat = place.table.seat_of(person)
            return place.table.version, legal_of(place.table, -1 if seat is None else seat)

    async def hint(self, id: str, person: str) -> Advice:
        """What a strong bot would do in somebody's place."""
        return await self.sitters.hint(id, person)


QUICK = {items.Acted}
"""After which no new names are shown, as long as the match runs."""
