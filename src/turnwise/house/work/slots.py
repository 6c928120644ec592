"""Schedules the bots' thoughts: requests wait in a fair queue, and each gets a slot of a process's time.

In games with hidden information the length of a slot depends only on what everybody may know (the bot's level, who
waits), not on whether there is much to think about, a single action, or a process that died. When its answer is due is
fixed as the slot begins. So the timing of answers reveals nothing of what a player holds. In open games a slot ends
with its thought.
"""

import asyncio
import logging
from collections.abc import Callable
from math import ceil

from msgspec.structs import replace

from turnwise.bots import Thought
from turnwise.bots.names import SECONDS
from turnwise.bots.thinker import Task
from turnwise.house.work.fair_queue import FairQueue
from turnwise.house.work.thinkers import NoThought, Thinkers

log = logging.getLogger("turnwise")

BEAT = 0.4
"""Seconds that a bot's answer takes in addition to its thinking."""
MARGIN = 0.3
"""The part of them between the end of a slot and its answer: a process may be this late without anybody noticing."""
LATEST = 0.1
"""Seconds before its answer is due at which a thought that still runs is stopped."""
STEP = 0.1
"""Later answers than in a calm house are shown at multiples of this many seconds."""
SHORTEST = 0.05
"""Minimal seconds of a bot limited by time, and of any slot of a table that nobody watches."""
LEAST_PLIES = 0.5
"""Minimal seconds of a bot limited by plies."""
UNWATCHED = 10
"""While others wait, one slot in so many goes to a table that nobody watches."""
MOST = 4096
"""Requests that may wait."""


class Want:
    """A request for a thought. `whose`: the address and the person it counts for, and whether anybody watches the
    table.

    `slot`: its seconds if nobody else waits. `by_time`: the bot uses all its time. `fixed`: the slot keeps its length
    even if the thought ends early. `soonest`: when the answer is shown in a calm house."""

    def __init__(
        self,
        task: Task,
        whose: tuple[str, str, bool],
        slot: float,
        *,
        by_time: bool,
        fixed: bool,
        soonest: float = 0.0,
    ) -> None:
        self.task, self.slot, self.by_time, self.fixed, self.soonest = task, slot, by_time, fixed, soonest
        self.address, self.person, self.watched = whose
        loop = asyncio.get_running_loop()
        self.since = loop.time()
        self.due: asyncio.Future[float] = loop.create_future()
        """When the answer is shown; known as soon as the slot begins."""
        self.thought: asyncio.Future[Thought | None] = loop.create_future()
        self.over: asyncio.Future[None] = loop.create_future()
        """Done when the slot is over."""

    def cancel(self) -> None:
        """The thought is no longer needed."""
        for future in (self.due, self.thought, self.over):
            future.cancel()

    def settle(self, thought: Thought | None) -> None:
        """Set the result, or None if no process could think."""
        if not self.thought.done():
            self.thought.set_result(thought)
        if not self.fixed:
            self.end()

    def end(self) -> None:
        if not self.over.done():
            self.over.set_result(None)

    async def on_time(self) -> Thought | None:
        """The result when the answer is due; None if there is none by then."""
        due = await self.due
        await asyncio.sleep(due - asyncio.get_running_loop().time())
        return self.thought.result() if self.thought.done() else None


class _Slot:
    """A request whose slot has begun. If nobody waits, a bot limited by plies may think on after its slot."""

    def __init__(self, want: Want, began: float, seconds: float, others_wait: Callable[[], bool]) -> None:
        loop = asyncio.get_running_loop()
        self.want, self.began, self._others_wait = want, began, others_wait
        self.enough: asyncio.Future[None] = loop.create_future()
        """Done when the best action so far must do."""
        self._length = seconds
        self._alarm = loop.call_at(began + seconds, self._end)

    def shorten(self, seconds: float) -> None:
        """Limit its length; if it has lasted that long already, it ends."""
        if seconds < self._length:
            self._alarm.cancel()
            self._length = seconds
            self._alarm = asyncio.get_running_loop().call_at(self.began + seconds, self._end)

    def _end(self) -> None:
        if self.want.fixed:
            self.want.end()
        if self.want.by_time or not self.want.fixed or self._others_wait():
            self.stop()

    def stop(self) -> None:
        if not self.enough.done():
            self.enough.set_result(None)

    def cancel(self) -> None:
        self._alarm.cancel()


class Slots:
    """As many slots at once as there are processes. `waiting`, `served`, `waited` and `refused` are for monitoring."""

    def __init__(self, thinkers: Thinkers) -> None:
        self._thinkers = thinkers
        self._watched, self._unwatched = FairQueue[Want](), FairQueue[Want]()
        self._passed = 0
        """How often in a row a table that nobody watches was passed over."""
        self._servers: list[asyncio.Task[None]] = []
        self._thinking: set[asyncio.Task[None]] = set()
        self._idle: list[asyncio.Future[None]] = []
        self._slots: set[_Slot] = set()
        """Those that are not over, or whose thought still runs."""
        self.refused = 0
        """Requests that found the queue full."""
        self.served, self.waited = 0, 0.0
        """Requests that got their slot, and the seconds that they waited for it, in total."""

    @property
    def waiting(self) -> int:
        """Requests that wait for a slot."""
        return len(self._watched) + len(self._unwatched)

    def waiting_of(self, address: str) -> int:
        return self._watched.waiting_of(address)

    def put(self, want: Want) -> None:
        if self.waiting >= MOST:
            self.refused += 1
            want.due.set_result(max(want.soonest, want.since))
            want.settle(None)
            return
        self._line(want).put(want)
        want.over.add_done_callback(lambda _: self._line(want).remove(want))
        if self._idle:
            self._idle.pop().set_result(None)
        elif len(self._servers) < self._thinkers.most:
            self._servers.append(asyncio.create_task(self._serve()))
        self._retime()

    def watched(self, want: Want) -> None:
        """The table has a watcher now."""
        if not want.watched:
            self._unwatched.remove(want)
            want.watched = True
            if not want.due.done():
                self._watched.put(want)
                self._retime()

    async def close(self) -> None:
        tasks = [*self._servers, *self._thinking]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._servers.clear()
        await self._thinkers.close()

    def _line(self, want: Want) -> FairQueue[Want]:
        return self._watched if want.watched else self._unwatched

    async def _serve(self) -> None:
        """Serve one slot after the other."""
        await self._thinkers.start()
        loop = asyncio.get_running_loop()
        while True:
            while not self.waiting:
                self._idle.append(woken := loop.create_future())
                await woken
            want, began = self._next(), loop.time()
            if want.due.done():
                continue  # cancelled
            self.served, self.waited = self.served + 1, self.waited + began - want.since
            seconds = self._seconds(want)
            self._slots.add(slot := _Slot(want, began, seconds, lambda: self.waiting > 0))
            self._think(slot, seconds)
            await asyncio.wait([want.over])
            slot.cancel()
            self._line(want).charge(want, loop.time() - began)

    def _next(self) -> Want:
        waits, neglected = len(self._watched), len(self._unwatched)
        if neglected and (not waits or self._passed >= UNWATCHED):
            self._passed = 0
            return self._unwatched.take()
        self._passed = self._passed + 1 if neglected else 0
        return self._watched.take()

    def _seconds(self, want: Want) -> float:
        """How long a slot lasts, or may last: only by what everybody may know."""
        line = self._line(want)
        if want.fixed and not want.by_time:
            return want.slot if want.watched else max(want.slot, SHORTEST)
        if not self.waiting:
            return want.slot
        least = min(want.slot, SHORTEST if want.by_time else LEAST_PLIES)
        if not want.watched and len(self._watched):
            return least
        here = line.waiting_of(want.address)
        shares = (line.addresses + (not here)) * (here + 1)
        return max(least, min(want.slot, SECONDS) / (1 + (shares - 1) // self._thinkers.most))

    def _retime(self) -> None:
        """A request has arrived: bots limited by time get less of it, and no bot thinks on after its slot."""
        for slot in self._slots:
            if slot.want.over.done():
                slot.stop()
            elif slot.want.by_time or not slot.want.fixed:
                slot.shorten(self._seconds(slot.want))

    def _think(self, slot: _Slot, seconds: float) -> None:
        want, loop = slot.want, asyncio.get_running_loop()
        late = slot.began + seconds + MARGIN - want.soonest
        due = want.soonest + max(0, ceil(late / STEP)) * STEP
        want.due.set_result(due)
        if want.fixed and not want.by_time:
            seconds = due - LATEST - slot.began
            loop.call_at(due - LATEST, slot.stop)

        async def think() -> None:
            try:
                want.settle(await self._thinkers.think(replace(want.task, seconds=seconds), slot.enough))
            except NoThought:
                want.settle(None)
            except Exception:
                log.exception("a bot could not be asked")
                want.settle(None)

        thinking = asyncio.create_task(think())
        want.thought.add_done_callback(lambda thought: thinking.cancel() if thought.cancelled() else None)
        self._thinking.add(thinking)
        thinking.add_done_callback(self._thinking.discard)
        for part in (want.over, thinking):
            part.add_done_callback(
                lambda _: self._slots.discard(slot) if want.over.done() and thinking.done() else None
            )
