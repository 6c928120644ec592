"""Parts of a run carried out in this process, on its threads, in child processes, or on a cluster.

People's own agents run in monitored processes: one that does not answer in time is killed, and one that dies, for want
of memory or otherwise, has lost the game for its seat. The run goes on with a new process.
"""

import os
import resource
import signal
import time
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import contextmanager, suppress
from itertools import islice
from multiprocessing import connection, get_context, parent_process
from threading import Thread
from typing import Any

from turnwise.kit.errors import TurnwiseError
from turnwise.kit.words import Said, said
from turnwise.lab.bout import NOBODY, Doing, Stopped
from turnwise.lab.work import Result, Work

MEMORY = 4 << 30
"""Bytes that a process with an own agent may use."""
OUT_OF_MEMORY = 77
"""The exit code of a process that ran out of memory."""
LOADING = 60.0
"""Additional seconds for loading: machine learning libraries take long to import."""
LOOK = 0.1
"""Seconds between two checks whether an own agent still answers."""

Done = Generator[tuple[int, Result], None, None]


def done(work: Work[Result], parts: Iterator[int], cores: int, on: str | None = None) -> Done[Result]:
    """Parts as they are finished: on one core in order, on several in the order in which they end."""
    if on is not None:
        from turnwise.lab.cluster import on_cluster

        return on_cluster(work, parts, on)
    if work.guarded or cores > 1 and not work.threads:
        return in_processes(work, parts, cores)
    return _on_threads(work, parts, cores) if cores > 1 else _here(work, parts)


def never() -> bool:
    return False


def nobody_listens(seat: int, loading: bool) -> None:
    """For parts without an own agent."""


def _here(work: Work[Result], parts: Iterator[int]) -> Done[Result]:
    for number in parts:
        yield number, work.part(number, never, nobody_listens)


def _on_threads(work: Work[Result], parts: Iterator[int], cores: int) -> Done[Result]:
    """Compiled code releases the interpreter's lock."""
    pool = ThreadPoolExecutor(cores)

    def part(number: int) -> tuple[int, Result]:
        return number, work.part(number, never, nobody_listens)

    try:
        waiting: set[Future[tuple[int, Result]]] = {pool.submit(part, number) for number in islice(parts, cores * 2)}
        while waiting:
            ended, waiting = wait(waiting, return_when=FIRST_COMPLETED)
            for future in ended:
                yield future.result()
                waiting |= {pool.submit(part, number) for number in islice(parts, 1)}
    finally:
        pool.shutdown(cancel_futures=True)


class _Child:
    """A process that does one part after the other, and what it is doing: a seat, since when."""

    def __init__(self, work: Work[Any], stop: Any) -> None:
        context = get_context("spawn")
        self.doing = context.RawArray("d", [NOBODY, 0.0, 0.0])
        self.ours, theirs = context.Pipe()
        self.number: int | None = None
        self.process = context.Process(target=_child, args=(work, theirs, self.doing, stop), daemon=True)
        with _deaf():
            self.process.start()
        theirs.close()

    def give(self, number: int) -> None:
        self.number = number
        with suppress(OSError):  # a process that died at once is noticed when its result is read
            self.ours.send(number)

    def overdue(self, limit: float) -> bool:
        seat, since, more = self.doing
        return bool(seat != NOBODY and time.monotonic() - since > limit + more)

    def end(self) -> None:
        self.process.kill()
        self.process.join()
        self.ours.close()


def in_processes(work: Work[Result], parts: Iterator[int], cores: int) -> Done[Result]:
    """Parts in child processes, one at a time in each."""
    stop = get_context("spawn").Event()
    children: list[_Child] = []
    try:
        while True:
            for child in children:
                if child.number is None and (number := next(parts, None)) is not None:
                    child.give(number)
            while len(children) < cores and (number := next(parts, None)) is not None:
                children.append(_Child(work, stop))
                children[-1].give(number)
            busy = [child for child in children if child.number is not None]
            if not busy:
                return
            connection.wait([child.ours for child in busy], LOOK if work.guarded else None)
            for child in busy:
                assert child.number is not None
                if child.ours.poll():
                    number, child.number = child.number, None
                    try:
                        result = child.ours.recv()
                    except (EOFError, ConnectionError):
                        yield number, _died(work, children, child, number)
                        continue
                    if isinstance(result, BaseException):
                        raise result
                    yield number, result
                elif child.overdue(work.limit):
                    seat = int(child.doing[0])
                    children.remove(child)
                    child.end()
                    yield child.number, work.lost(child.number, seat, _too_slow(work.limit))
    finally:
        stop.set()
        for child in children:
            if child.number is None or work.guarded:
                child.end()
            else:
                _ended(child)


def _too_slow(limit: float) -> Said:
    return said("gave no answer within {seconds} s", seconds=f"{limit:g}")


def _ended(child: _Child) -> None:
    """Ask a process of ours to stop, and wait until it ends."""
    with suppress(EOFError, OSError):
        child.ours.recv()
    child.end()


def _died(work: Work[Result], children: list[_Child], child: _Child, number: int) -> Result:
    """The result of a part whose process has ended."""
    seat = int(child.doing[0])
    children.remove(child)
    child.process.join()
    code = child.process.exitcode
    child.end()
    if seat == NOBODY or not work.guarded:
        raise TurnwiseError(
            "A process ended before its game did. A script plays on several cores under `if __name__ == '__main__':`, or with cores=1."
        )
    if code == OUT_OF_MEMORY:
        return work.lost(number, seat, said("ran out of memory"))
    if code is not None and code < 0:
        return work.lost(number, seat, said("was ended by signal {number}", number=-code))
    return work.lost(number, seat, said("ended its process"))


@contextmanager
def _deaf() -> Iterator[None]:
    """Processes started in here ignore Ctrl-C, which is for the parent alone; the parent handles it afterwards."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _child(work: Work[Any], theirs: Any, doing: Any, stop: Any) -> None:
    """The main loop of a process: parts by their numbers, until the parent is gone."""
    Thread(target=_end_with_parent, daemon=True).start()
    if work.guarded:
        _bound_memory()

    def tell(seat: int, loading: bool) -> None:
        doing[1], doing[2] = time.monotonic(), LOADING * loading
        doing[0] = seat

    while True:
        try:
            number = theirs.recv()
        except (EOFError, OSError):
            return
        theirs.send(_part(work, number, stop.is_set, tell))


def _part(work: Work[Any], number: int, stop: Callable[[], bool], doing: Doing) -> Any:
    try:
        return work.part(number, stop, doing)
    except MemoryError:
        os._exit(OUT_OF_MEMORY)  # nothing in this process can be relied on any more
    except (Exception, Stopped) as error:
        return error


def _bound_memory() -> None:
    """Let this process run out of memory before the machine does."""
    kind = resource.RLIMIT_DATA  # without mapped libraries, which are large for machine learning
    _, most = resource.getrlimit(kind)
    resource.setrlimit(kind, (MEMORY if most == resource.RLIM_INFINITY else min(MEMORY, most), most))


def _end_with_parent() -> None:
    """End with the parent: without it nobody would collect the games."""
    parent = parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)
