"""The people of a schedule: they open tables, race for seats, play, talk and watch, each at whichever worker answers."""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from itertools import count
from typing import Any, NamedTuple

import msgspec

from tests.house.memory_store import MemoryStore
from tests.house.town import HOME, Counting
from tests.house.warp import unwaited
from tests.simulator.told import Watching
from tests.simulator.world import Gone, Worker, World
from turnwise.house.house import House
from turnwise.house.tables import playing, seating
from turnwise.house.tables.clock import Control
from turnwise.house.tables.items import BOT, AnyItem, Terms
from turnwise.house.tables.table import Table
from turnwise.kit.errors import TurnwiseError
from turnwise.play.entry import Special

OPEN_GAME, GAME_OF_CHANCE = "connect_four", "kuhn_poker"
QUICK = Control("move", 5)
GUESTS = 7
ENOUGH = 75
"""Appends after which people only answer what they are asked."""

decode = msgspec.json.decode


class Kind(NamedTuple):
    """A table to be played at: its terms, and how many bots sit there."""

    terms: Terms
    bots: int = 0


KINDS = (
    Kind(Terms(OPEN_GAME, 2)),
    Kind(Terms(OPEN_GAME, 2), bots=1),
    Kind(Terms(OPEN_GAME, 2, clock=QUICK)),
    Kind(Terms(OPEN_GAME, 2, clock=QUICK, absence="forfeit", rated=True)),
    Kind(Terms(GAME_OF_CHANCE, 2, clock=QUICK, absence="bot", stand_in="random")),
)


class Town:
    """The people who are known before a schedule begins: made once."""

    def __init__(self) -> None:
        self.store = MemoryStore()
        self.people: list[str] = unwaited(self._come())

    async def _come(self) -> list[str]:
        house = House(self.store, now=lambda: 1_700_000_000_000, hasher=Counting(), thinkers=0)
        return [(await house.people.guest(f"Guest {n}", HOME))[0].id for n in range(GUESTS)]

    def move_into(self, store: MemoryStore) -> None:
        store.docs |= self.store.docs
        for mark, ids in self.store.marked.items():
            store.marked[mark] = set(ids)


class Connection:
    """One line from a watcher to a worker; nothing is heard on it once it is given up."""

    def __init__(self, watch: "Watch", worker: Worker) -> None:
        self.watch, self.worker, self.person, self.viewer = watch, worker, watch.person, -1

    def made(self, viewer: int) -> "Connection":
        self.viewer = viewer
        return self

    def push(self, message: bytes) -> None:
        if self.watch.connection is self and "n" in (told := decode(message)):  # else it says who is here
            self.watch.told(told)

    def lost(self) -> None:
        self.watch.hung_up(self)


class Watch(Watching):
    """Somebody who watches a table, from worker to worker."""

    def __init__(self, world: World, id: str, person: str) -> None:
        super().__init__(world.history, id, person)
        self.world = world
        self.connection: Connection | None = None
        self._gone = asyncio.Event()
        world.watches.append(self)

    @property
    def worker(self) -> Worker | None:
        return self.connection.worker if self.connection else None

    def hung_up(self, by: Connection | None = None) -> None:
        if by is None or by is self.connection:
            self.connection = None
            self._gone.set()

    async def _watch(self, line: Connection, house: House) -> None:
        await house.watch(self.id, self.person, line.made, self.n or None)

    async def follow(self) -> None:
        while True:
            worker = self.world.some_worker()
            line = self.connection = Connection(self, worker)
            self._gone.clear()
            try:
                await self.world.ask(worker, partial(self._watch, line))
                await self._gone.wait()
            except (Gone, TurnwiseError):
                self.connection = None
            await asyncio.sleep(0.2)


class Player:
    """Somebody at a table."""

    def __init__(self, world: World, id: str, person: str, keys: "count[int]") -> None:
        self._world, self._id, self._person, self._keys = world, id, person, keys
        self._sleepy = world.dice.choice((0.3, 1.0, 1.0, 4.0))
        """Seconds that he takes, in the mean."""

    async def play(self) -> None:
        world, dice = self._world, self._world.dice
        asked = False
        while True:
            await asyncio.sleep(dice.expovariate(1 / self._sleepy))
            if world.calm and world.database.appended > ENOUGH:
                await asyncio.sleep(2.0)
            told = await world.insist(lambda house: house.look(self._id, self._person))
            status = told.table.status
            if status == "over":
                if not asked and dice.random() < 0.7:
                    asked = True
                    await self._verb(self._rematch)
                elif world.database.appended > ENOUGH:
                    return
                else:
                    await self._talk()
            elif status == "running" and told.turn == told.seat and told.legal:
                if dice.random() < 0.03:
                    await self._verb(self._resign)
                else:
                    await self._act(dice.choice(told.legal), told.version)
            elif dice.random() < 0.15:
                await self._talk()

    async def _verb(self, verb: Any) -> None:
        with suppress(TurnwiseError):  # it was done, or can't be
            await self._world.insist(lambda house: house.change(self._id, self._person, partial(verb, house)))

    def _rematch(self, house: House, table: Table) -> Sequence[AnyItem]:
        seat = playing.seat_for(table, self._person)
        return playing.ask(table, self._person, seat, "rematch", house.now())

    def _resign(self, house: House, table: Table) -> Sequence[AnyItem]:
        seat = playing.seat_for(table, self._person)
        return playing.special(table, self._person, seat, Special.LEAVE, house.now())

    async def _act(self, word: str, version: int) -> None:
        key = f"k{next(self._keys)}"

        async def send() -> None:
            try:
                done = await self._world.insist(lambda house: house.act(self._id, self._person, [word], version, key))
            except TurnwiseError as error:
                self._world.history.refused(self._id, self._person, key, error.code)
            else:
                self._world.history.acknowledged(self._id, self._person, key, done.version)

        await asyncio.gather(*(send() for _ in range(1 + (self._world.dice.random() < 0.2))))

    async def _talk(self) -> None:
        key = f"t{next(self._keys)}"

        async def say(house: House) -> None:
            await house.change(
                self._id,
                self._person,
                lambda table: playing.talk(table, self._person, "players", "hello", house.now(), key),
            )

        try:
            await self._world.insist(say)
        except TurnwiseError as error:
            self._world.history.refused(self._id, self._person, key, error.code)
        else:
            self._world.history.acknowledged(self._id, self._person, key, -1)


async def play(world: World, town: Town) -> None:
    """Everybody at his tables, until nobody wants to play any more."""
    keys = count()
    await asyncio.gather(*(_evening(world, kind, town, keys) for kind in KINDS))


async def _evening(world: World, kind: Kind, town: Town, keys: "count[int]") -> None:
    """One table, from its opening on."""
    wanted = kind.terms.seats - kind.bots
    host, *others = world.dice.sample(town.people, wanted + 1)
    id = await world.insist(lambda house: house.open(host, kind.terms))
    world.history.tables.append(id)
    watches = [asyncio.create_task(Watch(world, id, person).follow()) for person in (host, others[0])]
    try:
        await _sit(world, id, host)
        if kind.bots:
            await _verb(world, id, host, lambda house, table: seating.add_bot(table, host, None, "random", house.now()))
        seated = await asyncio.gather(*(_sit(world, id, person) for person in others))
        people = [host, *(person for person, sits in zip(others, seated, strict=True) if sits)]
        world.history.seated[id] = people
        await _verb(world, id, host, lambda house, table: seating.start(table, host, house.now()))
        await asyncio.gather(*(Player(world, id, person, keys).play() for person in people))
        await asyncio.sleep(1000)
    finally:
        for watch in watches:
            watch.cancel()


async def _verb(world: World, id: str, person: str, verb: Any) -> bool:
    try:
        await world.insist(lambda house: house.change(id, person, partial(verb, house)))
    except TurnwiseError:
        return False
    return True


async def _sit(world: World, id: str, person: str) -> bool:
    """Take a seat; whether he has one: if no answer came, he may have been seated by what he asked before."""

    def verb(house: House, table: Table) -> Sequence[AnyItem]:
        return [] if table.seat_of(person) is not None else seating.sit(table, person, None, house.now())

    return await _verb(world, id, person, verb)


__all__ = ["BOT", "KINDS", "Player", "Town", "Watch", "play"]
