"""What befalls the workers and what they share: each fault in turn, then at random, drawn from a seed."""

import asyncio
import signal
from collections.abc import Awaitable, Callable
from random import Random
from typing import NamedTuple

from tests.workers.fleet import Fleet
from tests.workers.history import Fault, History

SETTLES = 1.5
"""Seconds between two faults that come in turn."""


class Planned(NamedTuple):
    """A fault to come: after how many seconds, for how many, and at which worker, if it is one's."""

    at: float
    what: str
    worker: int
    length: float


class Faults:
    """The faults of one run. `lengths`: between how many seconds they last; `stop`: how long a worker stands still."""

    def __init__(self, fleet: Fleet, history: History, lengths: tuple[float, float], stop: float) -> None:
        self._fleet, self._history, self._lengths, self._stop = fleet, history, lengths, stop
        self._kinds: dict[str, Callable[[int, float], Awaitable[None]]] = {
            "kill a worker": self._kill,
            "stop a worker": self._freeze,
            "kill the postmaster": self._kill_postmaster,
            "restart PostgreSQL": self._restart_postgres,
            "cut the way to the database": self._cut,
            "delay it": self._delay,
            "leave it half open": self._half_open,
            "lose its answers": self._lose,
            "set a clock wrong": self._skew,
        }
        if fleet.redis:
            self._kinds["kill Redis"] = self._kill_redis
        self._busy = [asyncio.Lock() for _ in fleet.servers]
        self._shared = asyncio.Lock()

    def plan(self, dice: Random, more: int) -> list[Planned]:
        """Every fault once, one after the other; then so many more at any time."""
        planned, at = [], SETTLES
        kinds = sorted(self._kinds)
        for what in dice.sample(kinds, len(kinds)):
            planned.append(self._planned(at, what, dice))
            at += planned[-1].length + SETTLES
        last = at + more * SETTLES
        return planned + sorted(self._planned(dice.uniform(at, last), dice.choice(kinds), dice) for _ in range(more))

    def _planned(self, at: float, what: str, dice: Random) -> Planned:
        length = self._stop if what == "stop a worker" else dice.uniform(*self._lengths)
        return Planned(at, what, dice.randrange(len(self._fleet.servers)), length)

    async def befall(self, planned: list[Planned], told: Callable[[str], None]) -> None:
        began = self._history.now()
        async with asyncio.TaskGroup() as group:
            for one in planned:
                await asyncio.sleep(max(0.0, began + one.at - self._history.now()))
                group.create_task(self._befall(one, told))

    async def _befall(self, one: Planned, told: Callable[[str], None]) -> None:
        """What befalls one worker, or what all of them share, comes after the last thing that did."""
        shared = self._kinds[one.what] in (self._kill_postmaster, self._restart_postgres, self._kill_redis)
        async with self._shared if shared else self._busy[one.worker]:
            began = self._history.now()
            told(f"{began:6.1f} s: {one.what}" + ("" if shared else f" {one.worker}") + f", {one.length:.1f} s")
            index = len(self._history.faults)
            self._history.faults.append(Fault(one.what, began, began + one.length))
            await self._kinds[one.what](one.worker, one.length)
            self._history.faults[index] = Fault(one.what, began, self._history.now())

    async def _kill(self, worker: int, length: float) -> None:
        await self._fleet.kill(worker)
        await asyncio.sleep(length)
        await self._fleet.replace(worker)

    async def _freeze(self, worker: int, length: float) -> None:
        self._fleet.signal(worker, signal.SIGSTOP)
        await asyncio.sleep(length)
        self._fleet.signal(worker, signal.SIGCONT)

    async def _kill_postmaster(self, _: int, length: float) -> None:
        await asyncio.to_thread(self._fleet.cluster.kill)
        await asyncio.sleep(length)
        await asyncio.to_thread(self._fleet.cluster.start_again)

    async def _restart_postgres(self, _: int, length: float) -> None:
        await asyncio.to_thread(self._fleet.cluster.stop, signal.SIGINT)
        await asyncio.to_thread(self._fleet.cluster.start_again)

    async def _kill_redis(self, _: int, length: float) -> None:
        assert self._fleet.redis
        await asyncio.to_thread(self._fleet.redis.kill)
        await asyncio.sleep(length)
        await asyncio.to_thread(self._fleet.redis.start)

    async def _cut(self, worker: int, length: float) -> None:
        proxy = self._fleet.proxies[worker]
        proxy.refusing = True
        proxy.cut()
        await asyncio.sleep(length)
        proxy.refusing = False

    async def _delay(self, worker: int, length: float) -> None:
        proxy = self._fleet.proxies[worker]
        proxy.delay = 0.05 * length
        await asyncio.sleep(length)
        proxy.delay = 0.0

    async def _half_open(self, worker: int, length: float) -> None:
        """Nothing arrives any more, and neither end is told so; then it turns out that the connections are gone."""
        proxy = self._fleet.proxies[worker]
        proxy.frozen = True
        await asyncio.sleep(length)
        proxy.cut()
        proxy.frozen = False

    async def _lose(self, worker: int, length: float) -> None:
        """What is asked arrives, and no answer does; the worker itself has to find out that none will come."""
        proxy = self._fleet.proxies[worker]
        proxy.holding = True
        await asyncio.sleep(length)
        proxy.holding = False

    async def _skew(self, worker: int, length: float) -> None:
        self._fleet.signal(worker, signal.SIGUSR2)
