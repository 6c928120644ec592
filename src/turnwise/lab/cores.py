"""Games between bots in this process, or in processes of their own."""

import os
import signal
from collections.abc import Generator, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from itertools import islice
from multiprocessing import get_context, parent_process
from threading import Thread
from typing import Any

from turnwise.bots import Budget
from turnwise.kit.errors import TurnwiseError
from turnwise.lab.bout import Bout, Seating, Setting, play


def played(setting: Setting, plan: Iterator[Seating], cores: int) -> Generator[Bout, None, None]:
    """The games of a plan, on one core in their order, on several in the order in which they end."""
    return _on_cores(setting, plan, cores) if cores > 1 else _here(setting, plan)


def warm_up(setting: Setting) -> None:
    """Have everything compiled once, for all processes, before the clock starts."""
    match = setting.match(0)
    for player in setting.bots:
        while len(match.legal) == 1:  # nobody thinks about a move without a choice
            match.play(match.legal[0])
        if match.turn is not None:
            known = match.position.redacted(match.turn)
            match.play(int(player.think(known, match.turn, seed=0, budget=Budget(iterations=1)).action))


def _here(setting: Setting, plan: Iterator[Seating]) -> Generator[Bout, None, None]:
    for seating in plan:
        yield play(setting, seating, lambda: False)


def _on_cores(setting: Setting, plan: Iterator[Seating], cores: int) -> Generator[Bout, None, None]:
    """Games in processes of their own, one each, in the order in which they end."""
    context = get_context("spawn")
    stop = context.Event()
    pool = ProcessPoolExecutor(cores, context, _enter, (setting, stop))
    try:
        waiting: set[Future[Bout]] = set()
        while True:
            with _deaf():
                waiting |= {pool.submit(_play, seating) for seating in islice(plan, 2 * cores - len(waiting))}
            if not waiting:
                return
            done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
            for future in done:
                yield future.result()
    except BrokenProcessPool:
        raise TurnwiseError(
            "A process ended before its game did. A script plays on several cores under `if __name__ == '__main__':`, or with cores=1."
        ) from None
    finally:
        stop.set()
        pool.shutdown(cancel_futures=True)


@contextmanager
def _deaf() -> Iterator[None]:
    """Processes that begin in here never hear Ctrl-C, which is for us alone; we hear it afterwards."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


_at: tuple[Setting, Any]
"""In a worker: what it plays, and the event that ends it."""


def _enter(setting: Setting, stop: Any) -> None:
    global _at
    _at = setting, stop
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """Nobody would collect the games of a process whose parent was killed."""
    parent = parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)


def _play(seating: Seating) -> Bout:
    setting, stop = _at
    return play(setting, seating, stop.is_set)
