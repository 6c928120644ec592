"""One seed, from the beginning to the verdict. The same seed gives the same history, to the last item."""

import asyncio
import gc
import hashlib
import logging
import os
import random
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any, NamedTuple

from tests.simulator import people
from tests.simulator.people import Town
from tests.simulator.stage import Stage
from tests.simulator.told import Wrong
from tests.simulator.world import Errors, World, play

LEAST_APPENDS, LEAST_FAULTS = 60, 5


class Result(NamedTuple):
    """What came of a seed. `wrong`: nothing if all promises were kept."""

    wrong: str
    appends: int
    faults: int
    digest: str
    """Of all logs."""


@contextmanager
def chance_from(seed: int) -> Iterator[None]:
    """Let everything that would ask the system for chance get it from a seed."""
    before = os.urandom
    os.urandom = random._urandom = random.Random(seed).randbytes  # type: ignore[attr-defined]
    try:
        yield
    finally:
        os.urandom = random._urandom = before  # type: ignore[attr-defined]


@contextmanager
def undisturbed() -> Iterator[Errors]:
    """Nothing is cleared away or looked at while a schedule runs; what the house reports is heard."""
    errors, logger, hook = Errors(), logging.getLogger("turnwise"), sys.unraisablehook
    heard, others = logger.propagate, logging.getLogger("asyncio")
    logger.addHandler(errors)
    logger.propagate, others.disabled = False, True
    sys.unraisablehook = lambda _: None
    gc.disable()
    try:
        yield errors
    finally:
        gc.enable()
        sys.unraisablehook = hook
        logger.propagate, others.disabled = heard, False
        logger.removeHandler(errors)


@cache
def town() -> Town:
    with chance_from(0):
        made = Town()
    return made


def run(seed: int) -> Result:
    """Play a schedule and judge it."""
    warm_up()
    return _run(seed)


Played = tuple[int, Result, float]
"""A seed, what came of it, and the seconds of processor time that it took."""


def timed(seed: int) -> Played:
    began = time.process_time()
    return seed, run(seed), time.process_time() - began


def begin() -> None:
    """In a process of its own: Ctrl-C is meant for the one that started it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    warm_up()


@cache
def warm_up() -> None:
    """Load what is loaded once: it must not make the first schedule another one, nor be looked through after each."""
    _run(0)
    gc.freeze()


def _run(seed: int) -> Result:
    here = town()
    with undisturbed() as errors, chance_from(seed):
        return _judged(seed, here, errors)


def _judged(seed: int, here: Town, errors: Errors) -> Result:
    loop = Stage()
    loop.set_exception_handler(lambda _, context: errors.found.append(str(context)))
    asyncio.set_event_loop(loop)
    tasks: list[asyncio.Task[Any]] = []

    def kept(loop: asyncio.AbstractEventLoop, work: Any, **more: Any) -> "asyncio.Task[Any]":
        """Whatever dies is cleared away in the end, and at no time of its own."""
        tasks.append(asyncio.Task(work, loop=loop, **more))
        return tasks[-1]

    loop.set_task_factory(kept)
    world: World | None = None

    async def main() -> World:
        world = World(seed, loop)
        here.move_into(world.database.store)
        await play(world, lambda world: people.play(world, here))
        return world

    try:
        world = loop.run_until_complete(main())
        wrong = list(errors.found)
        try:
            world.history.check(world.database)
        except Wrong as error:
            wrong.append(str(error))
        digest = hashlib.sha256()
        for name, log in sorted(world.database.store.logs.items()):
            digest.update(name.encode() + b"".join(log))
        return Result("\n".join(wrong), world.database.appended, world.faults, digest.hexdigest()[:16])
    finally:
        for task in tasks:
            task._log_destroy_pending = False  # type: ignore[attr-defined]
        del world
        tasks.clear()
        gc.collect()
        asyncio.set_event_loop(None)
        loop.close()
