"""One schedule: workers of a house, people who play there, and what befalls them, all drawn from one seed.

The workers are the real house (`turnwise.house`): only the database, the bus, the wires to them, time and chance are simulated. People
ask any worker, are not answered, ask another one with the same key, and watch; workers are killed, stopped and cut off meanwhile. In
the end everything is calm, and `history.py` compares what everybody was told with what is kept.
"""

import asyncio
import logging
import traceback
from collections.abc import Awaitable, Callable, Coroutine
from random import Random
from typing import Any, TypeVar

from tests.house.heads import Head, with_head
from tests.house.town import Counting
from tests.simulator.history import History
from tests.simulator.shared import LIFE, NOBODY, Database, Hints, HintsEnd, Records, SharedLeases, Weather, Wire
from tests.simulator.stage import Machine, Stage, stage
from turnwise.bots import Thought
from turnwise.bots.thinker import Task, think
from turnwise.house.house import House
from turnwise.house.services.notices import Notices, Way
from turnwise.house.services.ratings import Ratings
from turnwise.house.work.load import Load
from turnwise.kit.errors import TurnwiseError

Answer = TypeVar("Answer")

WORKERS = 3
FAULTS = 5
MOST_FAULTS = 9
STORM = 22.0
"""Seconds in which there are faults."""
CALM = 14.0
"""Seconds without any before it is asked what has become of everything."""
PATIENCE = 4.0
"""Seconds after which somebody who was not answered asks again."""
SKEW, HOUR = 150, 3_600_000
"""Milliseconds that a worker's clock may be wrong, and those by which it may be very wrong."""
PACE = 0.2


class Gone(Exception):
    """There was no answer: nobody knows what has become of the request."""


class Worker:
    """One process of the house."""

    def __init__(self, world: "World", number: int, life: int) -> None:
        name = f"worker {number}.{life}"
        self.number, self.machine = number, Machine(name)
        self.wire = Wire(world.database, world.weather, self.machine)
        self.skew = world.dice.randint(-SKEW, SKEW)
        self.machine.context.run(self._open, world, name)

    def _open(self, world: "World", name: str) -> None:
        self.house = House(
            Records(self.wire, name),
            now=lambda: int(1000 * world.stage.now()) + self.skew,
            hasher=HASHER,
            pace=PACE,
            thinkers=0,
            leases=SharedLeases(self.wire, name),
            bus=HintsEnd(world.hints, self.wire),
        )
        with_head(self.house, Head(lambda task: world.thought(task)), PACE)
        self.notices = Notices(self.house, [Way(reaches, world.history.rung)], pace=PACE)
        self.ratings = Ratings(self.house)
        self.house.load = Unwatched()
        self.house.resume()

    @property
    def healthy(self) -> bool:
        return self.machine.alive and not self.machine.frozen and not self.wire.cut


class Unwatched(Load):
    """The load of a loop that is never late."""

    async def watch(self) -> None:
        """There is nothing to see."""


HASHER = Counting()


async def reaches(person: str) -> str:
    return person


class World:
    """Everything of one schedule."""

    def __init__(self, seed: int, loop: Stage) -> None:
        self.seed, self.dice, self.stage = seed, Random(seed), loop
        self.history = History(loop)
        self.database, self.weather = Database(loop), Weather(self.dice)
        self.hints = Hints(loop, self.weather)
        self.calm = False
        self.workers = [Worker(self, number, 0) for number in range(WORKERS)]
        self.lives = WORKERS * [0]
        self.faults = 0
        self.watches: list[Any] = []
        """The watchers who are somewhere, to be told when their worker dies."""

    def thought(self, task: Task) -> Thought | None:
        return think(task).thought

    # What people do with workers.

    def some_worker(self) -> Worker:
        return self.dice.choice(self.workers)

    async def ask(self, worker: Worker, work: Callable[[House], Coroutine[Any, Any, Answer]]) -> Answer:
        """Have a worker do something. Raises what it was refused with, or Gone."""
        await asyncio.sleep(self.weather.delay())
        machine = worker.machine
        if not machine.alive:
            raise Gone
        loop, answered = stage(), asyncio.get_running_loop().create_future()
        task = machine.context.copy().run(loop.create_task, work(worker.house))

        def deliver(error: BaseException | None) -> None:
            if answered.done():
                return
            if error is not None:
                answered.set_exception(error)
            else:
                answered.set_result(task.result())

        def done(_: object) -> None:
            error = Gone() if task.cancelled() else task.exception()
            loop.call_later(self.weather.delay(), deliver, error, context=NOBODY)

        task.add_done_callback(done, context=machine.context)
        self.history.keep.append(task)
        try:
            async with asyncio.timeout(PATIENCE):
                found: Answer = await answered
        except TimeoutError:
            raise Gone from None
        return found

    async def insist(self, work: Callable[[House], Coroutine[Any, Any, Answer]]) -> Answer:
        """Ask one worker after the other until one says yes or no."""
        while True:
            try:
                return await self.ask(self.some_worker(), work)
            except Gone:
                await asyncio.sleep(0.1)
            except TurnwiseError as error:
                if error.code not in ("unavailable", "closing"):
                    raise
                await asyncio.sleep(0.3)

    # What befalls the workers.

    async def storm(self) -> None:
        """Some faults, each at some time; at least one worker is whole at any moment."""
        wanted = self.dice.randint(FAULTS, MOST_FAULTS)
        threads = []
        for when in sorted(self.dice.uniform(1.0, STORM) for _ in range(wanted)):
            await asyncio.sleep(max(0.0, when - self.stage.late))
            threads.append(asyncio.create_task(self._fault()))
        await asyncio.gather(*threads)

    async def _fault(self) -> None:
        worker = self.some_worker()
        self.faults += 1
        self.history.faults.append(self.stage.late)
        fault = self.dice.choice(
            (self._kill, self._freeze, self._cut, self._deafen, self._lose, self._slow, self._skew)
        )
        if fault in (self._kill, self._freeze, self._cut):
            if not worker.healthy or sum(one.healthy for one in self.workers) < 2:
                fault = self._lose
        await fault(worker)

    async def _kill(self, worker: Worker) -> None:
        worker.machine.alive = False
        for watch in [watch for watch in self.watches if watch.worker is worker]:
            watch.hung_up()
        await asyncio.sleep(self.dice.uniform(0.1, 6.0))
        self.replace(worker)

    def replace(self, worker: Worker) -> None:
        """Start a new worker where one died."""
        self.lives[worker.number] += 1
        self.history.keep.append(worker)
        self.workers[worker.number] = Worker(self, worker.number, self.lives[worker.number])

    async def _freeze(self, worker: Worker) -> None:
        """SIGSTOP, and later SIGCONT: it believes that it is still right."""
        self.stage.freeze(worker.machine)
        await asyncio.sleep(self.dice.choice((0.5, 2.0, LIFE + 1.0, 2 * LIFE)))
        self.stage.thaw(worker.machine)

    async def _cut(self, worker: Worker) -> None:
        worker.wire.cut = True
        await asyncio.sleep(self.dice.uniform(0.5, 1.5 * LIFE))
        worker.wire.cut = False

    async def _deafen(self, worker: Worker) -> None:
        worker.wire.deaf = True
        await asyncio.sleep(self.dice.uniform(0.5, 8.0))
        worker.wire.deaf = False

    async def _lose(self, worker: Worker) -> None:
        worker.wire.answers_to_lose += self.dice.randint(1, 3)

    async def _slow(self, worker: Worker) -> None:
        worker.wire.slow = self.dice.uniform(0.1, 1.5)
        await asyncio.sleep(self.dice.uniform(0.5, 5.0))
        worker.wire.slow = 0.0

    async def _skew(self, worker: Worker) -> None:
        """A clock is a little wrong, or very much until it is next compared with the database's."""
        if self.dice.random() < 0.3:
            self.history.sure_of_time = False
            worker.skew = self.dice.randint(-HOUR, HOUR)
            await asyncio.sleep(self.dice.uniform(0.1, LIFE / 2))
        worker.skew = self.dice.randint(-SKEW, SKEW)

    def heal(self) -> None:
        """From now on nothing goes wrong."""
        self.calm = True
        self.weather.slow, self.weather.lost, self.weather.doubled, self.weather.late = 0.002, 0.0, 0.0, 0.0
        for worker in self.workers:
            worker.wire.cut = worker.wire.deaf = False
            worker.wire.slow = worker.wire.answers_to_lose = 0


async def play(world: World, people: Callable[[World], Awaitable[None]]) -> None:
    """The storm, with people who play, and the calm after it."""
    storm = asyncio.create_task(world.storm())
    playing = asyncio.ensure_future(people(world))
    await storm
    await asyncio.sleep(max(0.0, STORM - world.stage.late))
    world.heal()
    await asyncio.sleep(CALM)
    playing.cancel()
    await asyncio.wait([playing])
    if not playing.cancelled() and (error := playing.exception()):
        raise error


EXPECTED = "running tables can't be resumed before the records can be read", "a table can't go on"
"""What a house says whose records can't be reached when it is opened."""


class Errors(logging.Handler):
    """Whatever the house reports as a fault of its own."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.found: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        if record.getMessage() in EXPECTED:
            return
        facts = getattr(record, "facts", {})
        text = f"{record.getMessage()} {facts or ''}"
        if record.exc_info and record.exc_info[1]:
            text += f" {traceback.format_exception(record.exc_info[1])}"
        self.found.append(text)
