"""The house: its tables, who may do what at them, and the rule that nothing is shown before it is on the disk."""

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
from turnwise.house.tables import bot_limit, bounds, dice, held_requests, items, playing, rematch, seating
from turnwise.house.tables.answers import Answer
from turnwise.house.tables.duties import Duties
from turnwise.house.tables.elsewhere import Elsewhere
from turnwise.house.tables.feed import Feed, Watcher, legal_of
from turnwise.house.tables.hours import Hours, steady_clock
from turnwise.house.tables.items import AnyItem, Terms
from turnwise.house.tables.loaded import At, Busy, LoadedTable, NoSuchTable, log_of
from turnwise.house.tables.reading import GROWN, OPENED, Reading, encode
from turnwise.house.tables.seated_bots import Advice, SeatedBots
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
"""Bots' thoughts that wait; from here on more processes would help."""
TRIES = 20
"""How often a verb is tried at a table when other workers keep changing the table first."""


class Accepted(NamedTuple):
    """The answer to a request that was carried out."""

    version: int
    """The version of the match after it."""
    repeated: bool = False
    """Whether an earlier request with the same key had carried it out."""


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
        """`pace` scales every wait but clocks; `thinkers` is the number of processes in which bots think. `leases` and
        `bus` are shared with other workers on the same store; without them this is the only worker."""
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
        self.loaded: dict[str, LoadedTable] = {}
        self.followed: dict[str, int] = {}
        """Tables that are shown here although nobody watches them, with the items they had: what other workers write there is read."""
        self.after: list[Callable[[LoadedTable, Sequence[AnyItem]], None]] = []
        """Called after every change that is on the disk, and without items when a turn opens: ratings, notices,
        pictures."""
        self.reading, self.duties = Reading(self), Duties(self, leases or Alone())
        self.bus, self.colleagues = bus or Silence(), Colleagues(self)
        self.bus.hear = self.colleagues.hear
        self.elsewhere = Elsewhere(self)
        self.hours = Hours(store, self.now, alone=self.duties.alone)
        self._pace = pace
        self.moment = int(pace * dice.MOMENT)
        """Milliseconds to wait for what people add to the dice."""
        self.timers = Timers(self, pace)
        self.seated_bots = SeatedBots(self, Thinkers(thinkers), pace)
        slots = self.seated_bots.slots
        self.load.queues["bots"] = Queue(lambda: slots.waiting, LONG_QUEUE, lambda: slots.refused)
        self.load.queues["passwords"] = Queue(lambda: self.entrance.waiting, LONG_QUEUE // 4)
        self._drain, self._background = Drain(), BackgroundTasks()

    # Opening and closing.

    def resume(self) -> "asyncio.Task[int]":
        """Resume in the background what was going on when the house was closed, and start the upkeep."""
        self.duties.begin()
        resuming = asyncio.create_task(upkeep.resume(self))
        self._background.add(resuming)
        self._background.start(upkeep.keep_in_order(self))
        self._background.start(self.load.watch())
        return resuming

    async def close(self) -> None:
        """Take no more changes, finish those that have begun, stop the bots, and close the store."""
        await self._drain.close()
        await upkeep.stay_open(self)
        await self._background.close()
        await self.timers.close()
        await self.seated_bots.close()
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
        """A new table from its first items, committed together with `others`, which may need its id beforehand.
        `table`: the table, if the items are folded into it already."""
        with self._drain:
            if table is None:
                table = Table(id or new_id())
                for item in happened:
                    table.fold(item)
            if table.held or table.status != "running":
                happened = [*happened, *held_requests.follow(table, self.now, self.moment)]
            bot_limit.count(table, self.loaded.values())
            loaded = LoadedTable(table, self.new_feed(), asyncio.Lock(), used=self.now())
            await self._know(table.people)
            await self.duties.seek(table)
            try:
                cancelled = await self._keep(loaded, happened, others)
            except Unavailable as error:
                raise Busy from error
            self.loaded[table.id] = loaded
            self.tell(loaded, happened, 0)
            if cancelled:
                raise cancelled
            return table.id

    async def begin_once(
        self, person: str, key: str, happened: Sequence[AnyItem], table: Table, people: Sequence[str] = ()
    ) -> str:
        """Begin a table with these items, or name the one that an earlier request with the same key began."""
        self.ledger.may(person)
        try:
            return await self.begin(happened, *self.once.note(person, key, table.id, people), table=table)
        except Conflict:
            if made := await self.once.made(person, key):
                return made.id
            raise

    async def find(self, id: str, person: str | None) -> LoadedTable:
        """A table that this person may see; None is the house itself."""
        loaded = self.loaded.get(id) or await self.reading.load(id)
        if person is not None and not loaded.table.may_see(person):
            raise NoSuchTable
        return loaded

    def at(self, id: str, person: str | None) -> At:
        """`async with`: a table as `find` gives it, locked against other changes; what it shows is on the disk."""
        return At(self, id, person)

    async def change(self, id: str, person: str | None, verb: Verb, *others: Change) -> LoadedTable:
        """Apply a verb to a table: checked, written, then shown; all or nothing. `person` None is the house itself.

        If another worker changed the table first, the verb is called again, so it must have no effects of its own."""
        with self._drain:
            if person:
                self.ledger.may(person)
            async with self.at(id, person) as loaded:
                await self._happen(loaded, verb, others, bounded=person is not None)
            return loaded

    async def _happen(
        self, loaded: LoadedTable, verb: Verb, others: Sequence[Change] = (), *, bounded: bool = False
    ) -> None:
        for _ in range(TRIES):
            table, before, seen = loaded.table, loaded.table.version, loaded.table.n
            try:
                happened = verb(table)
                bot_limit.check(table, happened, self.loaded.values())
                if bounded and happened:
                    bounds.may_keep(table, happened)
            except TurnwiseError:
                if self.duties.alone or not await self.reading.behind(loaded):
                    raise
                continue  # it was refused because of a state that is out of date
            if not happened:
                return
            try:
                happened = self._follow(table, happened)
                if table.status == "over" or not QUICK.issuperset(map(type, happened)):
                    await self._prepare(table, happened)
                cancelled = await self._keep(loaded, happened, others)
            except Conflict as error:
                if not await self.reading.read_again(loaded, seen):
                    raise Busy from error
                continue
            except BaseException as error:
                self.forget(loaded)
                if isinstance(error, Unavailable):
                    raise Busy from error
                raise
            self.tell(loaded, happened, before)
            if cancelled:
                raise cancelled
            return
        raise Busy

    def _follow(self, table: Table, happened: Sequence[AnyItem]) -> Sequence[AnyItem]:
        """Fold items into a table, with those that follow from them at once."""
        for item in happened:
            table.fold(item)
        if table.held or table.status != "running":
            return [*happened, *held_requests.follow(table, self.now, self.moment)]
        return happened

    async def _prepare(self, table: Table, happened: Sequence[AnyItem]) -> None:
        """Fetch what is needed once the items are written: names, and a worker's lease if the table needs one."""
        await self._know([*table.people, *(item.by for item in happened if item.by)])
        if not PLAY.issuperset(map(type, happened)) or rematch.pending(table):
            await self.duties.seek(table)

    def tell(self, loaded: LoadedTable, happened: Sequence[AnyItem], before: int) -> None:
        """Publish what is on the disk now, here and to other workers; `before` is the version of the match before
        it."""
        self.bus.send(GROWN, encode((loaded.table.id, loaded.table.n)))
        self.show(loaded, happened, before)

    def show(self, loaded: LoadedTable, happened: Sequence[AnyItem], before: int) -> None:
        """Publish it to the watchers of this worker, whichever worker wrote it."""
        loaded.feed.publish(loaded.table, happened, before)
        self.take_care(loaded, happened)

    def take_care(self, loaded: LoadedTable, happened: Sequence[AnyItem] = ()) -> None:
        """Update clocks, bots and everything else that follows a table."""
        self.look_after(loaded)
        self._let_know(loaded, happened)

    def _let_know(self, loaded: LoadedTable, happened: Sequence[AnyItem]) -> None:
        for hook in self.after:
            try:
                hook(loaded, happened)
            except Exception:  # the change itself is already on the disk
                log.exception("what should follow a change failed")

    def look_after(self, loaded: LoadedTable) -> None:
        """Update a table's clocks and bots, if this worker holds its lease."""
        if self.duties.mine(loaded.table.id):
            self.timers.set(loaded)
            self.seated_bots.stir(loaded)
            if rematch.pending(loaded.table):
                self._background.start(self._rematch(loaded.table.id))
            self.duties.looked_after(loaded)

    async def resume_clock(self, loaded: LoadedTable) -> None:
        """Write down for how long the clock of a resumed table stood still."""
        if (resumed := await self.hours.resumption(loaded.table.clock)) and not self._drain.shut:
            await self._happen(loaded, lambda table: [resumed])

    async def _rematch(self, id: str) -> None:
        try:
            async with self.at(id, None) as loaded:
                while not await rematch.begin(self, loaded, new_id(), log_of(id)) and await self.reading.behind(loaded):
                    pass  # the table changed meanwhile: try again
        except (Busy, Unavailable):
            self.timers.again(id)

    async def _keep(
        self, loaded: LoadedTable, happened: Sequence[AnyItem], others: Sequence[Change]
    ) -> asyncio.CancelledError | None:
        """Write items that have been folded already, and the table's summary if it has changed.

        If the caller is cancelled during the write, the write completes and the CancelledError is returned."""
        table = loaded.table
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
            if summary != loaded.summary:
                changes.append(Put("table", table.id, body, loaded.revision, marks, table.opened_at))
                loaded.summary, loaded.revision = summary, loaded.revision + 1
        writing = self.store.commit([*changes, *others] if others else changes)
        try:
            await writing
        except asyncio.CancelledError as call:
            if writing.exception():
                raise
            return call
        return None

    def forget(self, loaded: LoadedTable) -> None:
        """Drop a table from memory, because it may be ahead of the disk: it is read again when needed, and watchers
        reconnect."""
        if self.loaded.get(loaded.table.id) is loaded:
            del self.loaded[loaded.table.id]
        for watcher in loaded.feed.all():
            watcher.lost()

    async def know_all(self, table: Table) -> None:
        """Load the names of all who sit or talk at a table."""
        await self._know([*table.people, *(said.by for _, said in table.talk)])

    async def _know(self, people: Sequence[str]) -> None:
        missing = [person for person in people if person and person not in self.names]
        if missing:
            self.names |= await self.people.names(missing)

    def _renamed(self, person: str) -> None:
        """A person was renamed or deleted."""
        self.names.pop(person, None)

    # Watching.

    async def watch(self, id: str, person: str, make: Callable[[int], Watcher], since: int | None = None) -> Watcher:
        """Let a person watch a table, from their seat if they have one; `make` is given the viewer."""
        async with self.at(id, person) as loaded:
            await self.know_all(loaded.table)
            if since is not None and since > loaded.table.n and not self.duties.alone:
                await self.reading.behind(loaded)  # the client has seen more at another worker
            seat = loaded.table.seat_of(person)
            watcher = make(-1 if seat is None else seat)
            loaded.feed.add(loaded.table, watcher, since)
            self.seated_bots.watched(loaded)
        return watcher

    def unwatch(self, id: str, watcher: Watcher) -> None:
        if loaded := self.loaded.get(id):
            loaded.feed.remove(loaded.table, watcher)

    async def look(self, id: str, person: str) -> Whole:
        """Everything that a person may know of a table now."""
        async with self.at(id, person) as loaded:
            await self.know_all(loaded.table)
            seat = loaded.table.seat_of(person)
            table, feed, viewer = loaded.table, loaded.feed, -1 if seat is None else seat
            told = feed.whole(Whole, table, viewer, person, seat=seat, presence=feed.presence(table))
            self.seated_bots.watched(loaded)
        return told

    # Playing.

    async def act(self, id: str, person: str, actions: Sequence[Any], version: int, key: str) -> "Accepted":
        """Take actions from the person's seat. A repeated key gets its first answer again."""
        known: Answer | None = None

        def verb(table: Table) -> Sequence[AnyItem]:
            nonlocal known
            if known := table.answers.get(person, key):
                return ()
            if key and (refusal := loaded.refused.get(asked)):
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
            async with self.at(id, person) as loaded:
                try:
                    await self._happen(loaded, verb)
                except (Stale, playing.Locked):
                    raise
                except Refused as refusal:
                    if key:
                        loaded.remember(asked, refusal)
                    raise
                return Accepted(known.after, repeated=True) if known else Accepted(loaded.table.version)

    def locked_until(self, table: Table) -> int:
        """Until when nobody may act, so that people can read what has just happened; 0 or a past time if anybody
        may."""
        lock = table.lock
        if not lock or table.acted_at > self.now():  # else the system clock was set back
            return 0
        return table.acted_at + int(self._pace * 1000 * lock)

    def unlocked(self, table: Table) -> None:
        """Refuse to act before that."""
        until = self.locked_until(table)
        if until and (left := until - self.now()) > 0:
            raise playing.Locked(left)

    async def gesture(self, id: str, person: str, version: int) -> int:
        """The player on turn shows everybody what the turn opens with: no action, and not recorded. Returns the match's
        version."""
        async with self.at(id, person) as loaded:
            table = loaded.table
            seat, match = playing.seat_for(table, person), playing.running(table)
            if version != match.version:
                raise Stale(MOVED_ON)
            if seat != table.turn:
                raise NotYourTurn(said("It is another player's turn."))
            self.unlocked(table)
            self.show_opening(loaded)
            self.bus.send(OPENED, encode((id, version)))
            return version

    def show_opening(self, loaded: LoadedTable) -> None:
        """Show what the turn opens with, unless that has been shown."""
        if loaded.feed.opened(loaded.table) is False:
            loaded.feed.open_turn(loaded.table)
            self._let_know(loaded, ())

    async def standing(self, id: str, person: str) -> tuple[int, list[str]]:
        """What a refused player needs to know: the version of the match, and the legal actions."""
        async with self.at(id, person) as loaded:
            seat = loaded.table.seat_of(person)
            return loaded.table.version, legal_of(loaded.table, -1 if seat is None else seat)

    async def hint(self, id: str, person: str) -> Advice:
        """What a strong bot would do in this person's place."""
        return await self.seated_bots.hint(id, person)


QUICK = {items.Acted}
"""Items after which no new names are shown, as long as the match runs."""
