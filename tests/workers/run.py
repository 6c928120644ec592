"""One run: workers, people who play there, what befalls them, and the verdict.

Real processes of `turnwise serve` on a real PostgreSQL server that keeps what it acknowledges (fsync is on), asked over real sockets.
Every fault that a seed draws befalls them meanwhile; in the end what everybody was told is compared with the logs in the database.
"""

import asyncio
import time
from collections.abc import Callable
from random import Random
from typing import NamedTuple

from tests.workers.faults import Faults
from tests.workers.fleet import Fleet
from tests.workers.history import History, Logs
from tests.workers.people import Socket, Town, evening
from turnwise.house.tables.loaded import log_of

WORKERS = 4
PATIENCE = 240.0
"""Seconds in which everything must have come right after the last fault."""


class Size(NamedTuple):
    """How much of everything. `lease`, `stop` and `lengths` of the other faults are in seconds."""

    matches: int
    """At the same time."""
    people: int
    more_faults: int
    """Beside each once."""
    lengths: tuple[float, float]
    stop: float
    lease: float
    think: float
    """What somebody takes for a move, in the mean."""


SHORT = Size(matches=40, people=12, more_faults=0, lengths=(0.5, 2.0), stop=5.0, lease=2.0, think=3.0)
LONG = Size(matches=300, people=40, more_faults=15, lengths=(1.0, 12.0), stop=30.0, lease=4.0, think=4.0)


class Result(NamedTuple):
    """What came of it. `wrong`: nothing if all promises were kept."""

    wrong: list[str]
    tables: int
    acknowledged: int
    refused: int
    retried: int
    faults: int
    by_itself: int
    """Moves of bots and clocks."""
    latest: float
    """Seconds by which a clock was late at most, beside the faults."""

    def __str__(self) -> str:
        return (
            f"{self.tables} matches, {self.acknowledged} requests acknowledged, {self.refused} refused, {self.retried} asked again; "
            f"{self.faults} faults; {self.by_itself} moves of bots and clocks, at most {self.latest:.1f} s late beside the faults; "
            f"{len(self.wrong)} findings"
        )


def run(seed: int, size: Size, told: Callable[[str], None], *, redis: bool, broken: str = "") -> Result:
    """Open a house, play there and judge it."""
    fleet = Fleet(WORKERS, size.lease, redis=redis, broken=broken)
    try:
        return play(fleet, seed, size, told)
    finally:
        fleet.close()


def play(fleet: Fleet, seed: int, size: Size, told: Callable[[str], None] = print) -> Result:
    history, town, undone = asyncio.run(_main(fleet, seed, size, told))
    wrong = history.found + undone
    wrong += [f"worker {n} has ended" for n, one in enumerate(fleet.servers) if one.process.poll() is not None]
    wrong += [
        f"a worker wrote: {line.rstrip()}" for line in fleet.said() if '"where": [' in line or "Traceback" in line
    ]
    return Result(
        wrong,
        town.matches,
        len(history.acknowledgements),
        len(history.refusals),
        town.retried,
        len(history.faults),
        history.by_itself,
        history.latest,
    )


async def _main(fleet: Fleet, seed: int, size: Size, told: Callable[[str], None]) -> tuple[History, Town, list[str]]:
    dice, beginning, began = Random(seed), time.time(), time.monotonic()
    history = History(beginning, lambda: time.monotonic() - began, size.lease)
    faults = Faults(fleet, history, size.lengths, size.stop)
    planned = faults.plan(dice, size.more_faults)
    town = Town(lambda: fleet.urls, history, dice, size.think)
    await town.come(size.people)
    watched: list[Socket] = []
    evenings = [asyncio.create_task(evening(town, n, watched)) for n in range(size.matches)]
    await faults.befall(planned, told)
    told(f"{history.now():6.1f} s: the faults are over")
    town.resting = True
    async with asyncio.timeout(PATIENCE):
        await asyncio.gather(*evenings)
    told(f"{history.now():6.1f} s: nobody waits for an answer")
    before, undone = await _calm(fleet, history)
    told(f"{history.now():6.1f} s: everything is done and seen")
    for socket in watched:
        await socket.close()  # what they hear from now on is not in the logs that are read next
    await town.calls.close()
    history.check(fleet.read(), {id: len(before.get(log_of(id), ())) for id in history.tables})
    return history, town, undone


async def _calm(fleet: Fleet, history: History) -> tuple[Logs, list[str]]:
    """Wait until everything is done that is to be done by itself, and everybody has seen it. The logs of the beginning, and what
    was never done."""
    until = time.monotonic() + PATIENCE
    before = logs = await asyncio.to_thread(fleet.read)
    while (undone := history.undone(logs, time.time())) and time.monotonic() < until:
        await asyncio.sleep(1.0)
        logs = await asyncio.to_thread(fleet.read)
    while history.behind(before) and time.monotonic() < until:
        await asyncio.sleep(0.5)
    return before, undone
