"""What the workers share, simulated: one database and a bus, and each worker's way to them, which may be slow or cut."""

import asyncio
from collections.abc import Callable, Collection, Coroutine, Sequence
from random import Random
from typing import Any, TypeVar

from tests.house.memory_store import MemoryStore
from tests.simulator.stage import Machine, Stage
from turnwise.house.store.interface import Append, Change, Conflict, Doc, Health, Unavailable, Writing
from turnwise.house.store.sharing import unheard

Found = TypeVar("Found")

LIFE = 4.0
"""Seconds that leases last."""
PATIENCE = 1.5
"""Seconds after which a worker that is cut off is told so."""
BY_ITSELF = (b'{"what":"acted"', b'{"what":"away"', b'{"what":"noticed"', b'{"what":"valued"')
"""What the house does by itself, if it is by nobody: then only whoever holds the lease may try."""


class Database:
    """What is true, whatever any worker believes."""

    def __init__(self, stage: Stage) -> None:
        self.stage, self.store = stage, MemoryStore()
        self.leases: dict[str, str] = {}
        self.until: dict[str, float] = {}
        self.appended = 0
        self.grown: dict[str, list[float]] = {}
        """When each item of each log was written."""
        self.lawless: list[str] = []
        """What was tried on a lease that had lapsed."""

    def write(self, changes: Sequence[Change]) -> Exception | None:
        try:
            self.store.write(changes)
        except Conflict as conflict:
            return conflict
        for change in changes:
            if isinstance(change, Append):
                self.appended += 1
                self.grown.setdefault(change.log, []).append(self.stage.late)
        return None

    def alive(self, worker: str) -> bool:
        return self.until.get(worker, 0.0) > self.stage.late

    def holds(self, worker: str, name: str) -> bool:
        return self.leases.get(name) == worker and self.alive(worker)


class Weather:
    """How bad it is today. Each worker's wire has its own."""

    def __init__(self, dice: Random) -> None:
        self.dice = dice
        self.slow = dice.choice((0.002, 0.01, 0.05))
        self.lost, self.doubled, self.late = (dice.choice((0.0, 0.05, 0.5)) for _ in range(3))

    def delay(self) -> float:
        return self.dice.random() * self.slow


class Wire:
    """One worker's way to the database."""

    def __init__(self, database: Database, weather: Weather, machine: Machine) -> None:
        self.database, self.weather, self.machine = database, weather, machine
        self.cut = self.deaf = False
        """Whether the database, or the bus, can't be reached."""
        self.slow = 0.0
        """Seconds that each commit takes besides."""
        self.answers_to_lose = 0
        self._written = self._answered = 0.0

    async def ask(self, question: Callable[[], Found]) -> Found:
        """There and back."""
        await asyncio.sleep(self.weather.delay())
        if self.cut:
            await asyncio.sleep(PATIENCE)
            raise Unavailable("cut off")
        found = question()
        await asyncio.sleep(self.weather.delay())
        return found

    def send(self, changes: Sequence[Change]) -> Writing:
        """Commits arrive in the order in which they are sent, and so do answers."""
        writing, stage = Writing(), self.database.stage
        self._written = max(self._written, stage.late + self.weather.delay() + self.slow)
        stage.call_at(self._written, self._arrive, changes, writing, context=NOBODY)
        return writing

    def _arrive(self, changes: Sequence[Change], writing: Writing) -> None:
        if not self.machine.alive and self.weather.dice.random() < 0.5:
            return  # it died before all of it was sent
        if self.cut:
            self._later(PATIENCE, writing, Unavailable("cut off"))
            return
        fault = self.database.write(changes)
        if self.answers_to_lose:
            self.answers_to_lose -= 1
            self._later(PATIENCE, writing, Unavailable("nobody knows"))
        else:
            self._later(self.weather.delay(), writing, fault)

    def _later(self, delay: float, writing: Writing, fault: Exception | None) -> None:
        stage = self.database.stage
        self._answered = max(self._answered, stage.late + delay)
        stage.call_at(self._answered, self._answer, writing, fault, context=NOBODY)

    def _answer(self, writing: Writing, fault: Exception | None) -> None:
        if fault:
            writing.set_exception(fault)
        else:
            writing.set_result(None)


NOBODY = Machine("the database").context
"""What the database does goes on whoever dies."""


class Records:
    """The store of one worker."""

    def __init__(self, wire: Wire, worker: str) -> None:
        self._wire, self._worker = wire, worker

    def commit(self, changes: Sequence[Change]) -> Writing:
        database = self._wire.database
        for change in changes:
            if isinstance(change, Append) and change.item.startswith(BY_ITSELF) and b'"by":""' in change.item:
                if not database.holds(self._worker, change.log):
                    database.lawless.append(f"{self._worker} at {change.log}: {change.item.decode()}")
        return self._wire.send(changes)

    async def _ask(self, question: Callable[[], Coroutine[Any, Any, Found]]) -> Found:
        return await self._wire.ask(lambda: finished(question()))

    async def get(self, kind: str, id: str) -> Doc | None:
        return await self._ask(lambda: self._wire.database.store.get(kind, id))

    async def find(
        self, kind: str, mark: str, value: str, *, limit: int = 100, below: tuple[int, str] | None = None
    ) -> list[Doc]:
        return await self._ask(lambda: self._wire.database.store.find(kind, mark, value, limit=limit, below=below))

    async def count(self, kind: str, mark: str, value: str) -> int:
        return await self._ask(lambda: self._wire.database.store.count(kind, mark, value))

    async def read(self, log: str, start: int = 0) -> list[bytes]:
        return await self._ask(lambda: self._wire.database.store.read(log, start))

    async def lengths(self, logs: Sequence[str]) -> list[int]:
        return await self._ask(lambda: self._wire.database.store.lengths(logs))

    async def health(self) -> Health:
        return await self._wire.database.store.health()

    async def close(self) -> None:
        """There is nothing to let go of."""


def finished(question: Coroutine[Any, Any, Found]) -> Found:
    """What the database answers in one moment: it lets nobody go first."""
    try:
        while True:
            question.send(None)
    except StopIteration as found:
        return found.value  # type: ignore[no-any-return]


class SharedLeases:
    """The leases of one worker, by the database's clock."""

    life = LIFE

    def __init__(self, wire: Wire, worker: str) -> None:
        self._wire, self._database, self.worker = wire, wire.database, worker

    async def take(self, names: Collection[str]) -> set[str]:
        return await self._wire.ask(lambda: self._take(names))

    def _take(self, names: Collection[str]) -> set[str]:
        database, mine = self._database, self.worker
        if not database.alive(mine):
            return set()
        for name in names:
            if not database.alive(database.leases.get(name, "")):
                database.leases[name] = mine
        return {name for name in names if database.leases[name] == mine}

    async def release(self, names: Collection[str]) -> None:
        def release() -> None:
            for name in names:
                if self._database.leases.get(name) == self.worker:
                    del self._database.leases[name]

        await self._wire.ask(release)

    async def renew(self) -> bool:
        return await self._wire.ask(self._live)

    def _live(self) -> bool:
        """If its time was over, it is a new worker, which holds nothing; what it held is still to be found."""
        database, mine = self._database, self.worker
        lapsed = mine in database.until and not database.alive(mine)
        if lapsed:
            gone = f"{mine} until {database.until[mine]}"
            database.leases = {name: gone if one == mine else one for name, one in database.leases.items()}
        database.until[mine] = database.stage.late + LIFE
        return not lapsed

    async def orphans(self, limit: int) -> list[str]:
        database = self._database
        return await self._wire.ask(
            lambda: [name for name, worker in database.leases.items() if not database.alive(worker)][:limit]
        )

    async def workers(self) -> list[str]:
        database = self._database
        return await self._wire.ask(lambda: [worker for worker in database.until if database.alive(worker)])


class Hints:
    """The bus, with an end for each worker."""

    def __init__(self, stage: Stage, weather: Weather) -> None:
        self.stage, self.weather = stage, weather
        self.ends: list[HintsEnd] = []


class HintsEnd:
    """One worker's end."""

    def __init__(self, hints: Hints, wire: Wire) -> None:
        self._hints, self._wire = hints, wire
        self.hear: Callable[[str, bytes], None] = unheard
        hints.ends.append(self)

    def send(self, topic: str, body: bytes) -> None:
        weather, dice = self._hints.weather, self._hints.weather.dice
        for end in self._hints.ends:
            if end is self or self._wire.deaf or end._wire.deaf or not end._wire.machine.alive:
                continue
            for _ in range((dice.random() >= weather.lost) * (1 + (dice.random() < weather.doubled))):
                late = dice.random() * 3.0 if dice.random() < weather.late else 0.0
                delay, context = weather.delay() + late, end._wire.machine.context
                self._hints.stage.call_later(delay, end._hear, topic, body, context=context)

    def _hear(self, topic: str, body: bytes) -> None:
        self.hear(topic, body)

    async def close(self) -> None:
        """There is nothing to let go of."""
