"""Rates per second of processor time, ours and a peer's in turns, so that a noisy neighbour spoils both alike."""

import time
from collections.abc import Callable
from statistics import median


def rate(work: Callable[[], float], seconds: float) -> float:
    """Units of work per second of processor time."""
    done, started = 0.0, time.process_time()
    while time.process_time() - started < seconds:
        done += work()
    return done / (time.process_time() - started)


def compare(peer: Callable[[], float], us: Callable[[], float], seconds: float, repeats: int) -> tuple[float, float]:
    """The median rates of the peer and of us."""
    pairs = [(rate(peer, seconds), rate(us, seconds)) for _ in range(repeats)]
    theirs, our = (median(column) for column in zip(*pairs, strict=True))
    return theirs, our
