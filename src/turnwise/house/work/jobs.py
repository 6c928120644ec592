"""Long work that people ask for, done in separate processes, so that no move or picture waits for it.

One job at a time per person, in a fair queue; each has a time limit and is cancelled with its caller. Work of seconds
(games on a board) and shorter work (all else) have a process each, so that a short job never waits for a long one.
"""

import asyncio
import logging
import signal
from asyncio.subprocess import Process
from collections.abc import Callable
from contextlib import suppress

from turnwise.bots.thinker import framed
from turnwise.house.work.children import ended, heard, started
from turnwise.house.work.drain import Closing
from turnwise.house.work.limits import Limits
from turnwise.house.work.load import Load, Queue
from turnwise.house.work.permits import Asker, Turns
from turnwise.house.work.worker import Answer, Judge, Task, decode_answer, encode
from turnwise.kit.errors import TurnwiseError
from turnwise.kit.words import said, unpacked

log = logging.getLogger("turnwise")

WORKER = "turnwise.house.work.worker"
MOST_WAITING = 48
"""Jobs of all people that may wait for a process."""
WAIT = 5
"""Seconds after which a refused person may ask again."""
GRACE = 0.5
"""Seconds that a process has to stop a cancelled task, before it is ended."""
QUIET = 60.0
"""Seconds without a job after which a process is ended, to free its memory."""

Heard = Callable[[bytes], None]


class Crowded(TurnwiseError):
    """Too many jobs wait already."""

    code = "busy"
    retry_after = WAIT


class TooLong(TurnwiseError):
    code = "too_long"


class Jobs:
    """The processes, and what waits for them."""

    def __init__(self, limits: Limits, load: Load | None = None) -> None:
        """`load`: tells whether there is time for jobs at all."""
        self._limits, self._load = limits, load or Load()
        self._load.queues["jobs"] = Queue(lambda: self.waiting, MOST_WAITING // 2, lambda: self.refused)
        self._short, self._long = _Lane(), _Lane()
        self.refused = 0
        """Jobs refused since the house opened, because too many waited."""

    @property
    def waiting(self) -> int:
        return self._short.turns.waiting + self._long.turns.waiting

    @property
    def running(self) -> int:
        return self._short.turns.running + self._long.turns.running

    async def do(self, task: Task, asker: Asker, heard: Heard | None = None) -> bytes:
        """The result of a task; `heard` is called with its progress. Cancelling the caller cancels the task. Raises
        what the task refuses, and TooMany, Crowded or TooLong."""
        lane = self._long if isinstance(task, Judge) else self._short
        try:
            self._load.allow("jobs")
            if lane.turns.waiting >= MOST_WAITING:
                raise Crowded(said("Many wait for work like this; try again in {seconds} seconds.", seconds=WAIT))
            person = self._limits.hold("jobs of a person", asker.name)
            with person, self._limits.hold("jobs from an address", asker.address):
                return await lane.do(task, asker, heard)
        except TurnwiseError as error:
            self.refused += error.code in ("busy", "too_many", "overloaded")
            raise

    async def close(self) -> None:
        for lane in (self._short, self._long):
            await lane.close()


class _Lane:
    """One process, started when it is first needed, and again after it was ended."""

    def __init__(self) -> None:
        self.turns = Turns(1)
        self._process: Process | None = None
        self._starting: asyncio.Task[None] | None = None
        self._asking: asyncio.Task[Answer] | None = None
        """The exchange with the process that is under way."""
        self._quiet: asyncio.TimerHandle | None = None
        self._ending = asyncio.Lock()
        self._closed = False

    async def do(self, task: Task, asker: Asker, heard: Heard | None) -> bytes:
        async with self.turns.turn(asker):
            answer = await self._carried_out(task, heard)
        if answer.refused:
            code, sentence = answer.refused
            raise TurnwiseError(unpacked(sentence), code)
        if answer.fault:
            raise RuntimeError(f"{type(task).__name__}: {answer.fault}")
        return answer.value

    async def _carried_out(self, task: Task, heard: Heard | None) -> Answer:
        if self._quiet:
            self._quiet.cancel()
        try:
            async with asyncio.timeout(task.longest):
                self._asking = asyncio.create_task(_asked(await self._ready(), task, heard))
                return await asyncio.shield(self._asking)
        except TimeoutError:
            raise TooLong(
                said("This took longer than {seconds} seconds, and was given up.", seconds=f"{task.longest:g}")
            ) from None
        except asyncio.CancelledError:
            if self._closed and self._asking and self._asking.cancelled():
                raise Closing from None
            raise
        except TurnwiseError:
            raise
        except Exception as error:  # each event loop has its own exception for a broken pipe
            log.warning("a worker died", extra={"facts": {"error": type(error).__name__}})
            raise Crowded(said("This could not be done just now. Please try again.")) from None
        finally:
            await self._settle()
            self._quiet = asyncio.get_running_loop().call_later(QUIET, self._retire)

    async def _ready(self) -> Process:
        """The process. If the caller is cancelled while it starts, the next caller gets it."""
        if self._closed:
            raise Closing
        if self._process is None:
            self._starting = self._starting or asyncio.create_task(self._start())
            await asyncio.shield(self._starting)
        assert self._process
        return self._process

    async def _start(self) -> None:
        try:
            self._process = await started(WORKER)
        finally:
            self._starting = None

    async def _settle(self) -> None:
        """Wait until the process is free. A task it still works on is interrupted: quicker than starting a new
        process."""
        asking = self._asking
        if asking is None:
            return
        try:
            if not asking.done() and self._process:
                with suppress(ProcessLookupError):
                    self._process.send_signal(signal.SIGUSR1)
                await asyncio.wait([asking], timeout=GRACE)
        finally:
            if not asking.done() or asking.cancelled() or asking.exception():
                await self._end()
            self._asking = None

    async def _end(self) -> None:
        """End the process, when nothing reads from it any more."""
        async with self._ending:
            if self._asking:
                self._asking.cancel()
                await asyncio.wait([self._asking])
            if process := self._process:
                self._process = None
                await ended(process)

    def _retire(self) -> None:
        if self._process and not self.turns.running:
            assert self._process.stdin
            self._process.stdin.close()  # it ends by itself when its input ends
            self._process = None

    async def close(self) -> None:
        self._closed = True
        if self._quiet:
            self._quiet.cancel()
        if self._starting:
            await asyncio.wait([self._starting])
        await self._end()


async def _asked(process: Process, task: Task, told: Heard | None) -> Answer:
    assert process.stdin and process.stdout
    process.stdin.write(framed(encode(task)))
    await process.stdin.drain()
    while not (answer := decode_answer(await heard(process.stdout))).over:
        if told:
            told(answer.value)
    return answer
