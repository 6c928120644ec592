"""Parts of a run on a Ray cluster, an extra: `pip install 'turnwise[ray]'`.

Ray repeats a part whose worker or node is lost. It can't replace the driver, so the driver keeps finished parts in a
file.
"""

import logging
import os
import socket
import time
from collections.abc import Generator, Iterator
from itertools import islice
from typing import Any

from turnwise import __version__
from turnwise.kit.errors import TurnwiseError
from turnwise.kit.words import said
from turnwise.lab.work import Result, Work

HERE = "ray"
"""The cluster that $RAY_ADDRESS names, else one on this machine that ends with the run."""
WORTH = 0.5
"""Seconds that a task should take: shorter parts are grouped, because every task costs a millisecond."""
PATIENCE = 5.0
"""Seconds for a cluster to answer."""
MOST = 256
"""The most parts in a group."""
AHEAD = 2
"""Tasks per processor that wait or run."""


class NoCluster(TurnwiseError):
    code = "no_cluster"


def _ray() -> Any:
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # no usage statistics are sent
    os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")
    try:
        import ray
    except ImportError:
        raise NoCluster(said("Many machines need an extra: pip install 'turnwise[ray]'.")) from None
    return ray


def _join(ray: Any, address: str) -> None:
    """Connect to a cluster, or raise with a sentence that there is none."""
    quietly = {"log_to_driver": False, "logging_level": logging.ERROR}
    try:
        if address == HERE:
            ray.init(include_dashboard=False, **quietly)
        else:
            _knock(address)
            ray.init(address=address, **quietly)
    except (ImportError, ValueError, RuntimeError, OSError) as error:
        why = getattr(error, "strerror", None) or " ".join(str(error).split())[:200].rstrip(".")
        raise NoCluster(said("The cluster {address} can't be reached: {why}.", address=address, why=why)) from None


def _knock(address: str) -> None:
    """Check that the address answers at all: Ray itself would try for minutes."""
    host, _, port = address.rpartition("://")[2].rpartition(":")
    if host and port.isdecimal():
        socket.create_connection((host.strip("[]"), int(port)), PATIENCE).close()


def on_cluster(work: Work[Result], parts: Iterator[int], address: str) -> Generator[tuple[int, Result], None, None]:
    """Parts as they are finished, in any order."""
    ray = _ray()
    if joins := not ray.is_initialized():
        _join(ray, address)
    task = ray.remote(num_cpus=1, max_retries=-1)(_together)
    shared, size = ray.put(work), 1
    waiting: set[Any] = set()
    try:
        while True:
            room = AHEAD * max(int(ray.cluster_resources().get("CPU", 1)), 1)
            while len(waiting) < room and (numbers := [*islice(parts, size)]):
                waiting.add(task.remote(shared, numbers, __version__))
            if not waiting:
                return
            ended, rest = ray.wait([*waiting], num_returns=1)
            waiting = set(rest)
            for one in ended:
                results, seconds = _got(ray, one)
                yield from results
                if seconds < WORTH:
                    size = min(2 * size, MOST)
    finally:
        for one in waiting:
            ray.cancel(one, force=False)
        if joins:
            ray.shutdown()


def _got(ray: Any, one: Any) -> Any:
    try:
        return ray.get(one)
    except ray.exceptions.RayTaskError as error:
        cause = error.cause
        if isinstance(cause, TurnwiseError):
            raise cause from None
        told = " ".join(str(cause).split())[:200]
        raise NoCluster(
            said("A node of the cluster can't play: {why}", why=f"{type(cause).__name__}: {told}")
        ) from None
    except ray.exceptions.RayError as error:
        told = " ".join(str(error).split())[:200]
        raise NoCluster(said("A node of the cluster can't play: {why}", why=told)) from None


def _together(work: Work[Result], numbers: list[int], version: str) -> tuple[list[tuple[int, Result]], float]:
    """Several parts in a worker, and how long they took."""
    from turnwise.lab.cores import in_processes, never, nobody_listens

    if version != __version__:
        there = said("The node has Turnwise {there}, and the run is of {here}.", there=__version__, here=version)
        raise NoCluster(there)
    began = time.perf_counter()
    if work.guarded:
        return [*in_processes(work, iter(numbers), 1)], time.perf_counter() - began
    return [(number, work.part(number, never, nobody_listens)) for number in numbers], time.perf_counter() - began
