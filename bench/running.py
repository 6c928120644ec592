"""Long runs: two cores beside one, ten million games beside a hundred thousand, and two nodes of Ray beside two processes.

    python -m bench.running [--seconds 60] [--repeats 3]

Both sides of a comparison are measured in turns, on the clock, and each figure is the median; whatever else runs on the machine takes
more from two cores than from one. Ray's part, `--seconds` of work a time, is left out where it is not installed.
"""

import argparse
import logging
import os
import subprocess
import sys
import tempfile
import time
from importlib.util import find_spec
from statistics import median

from turnwise.lab.simulate import simulate

GAMES, PIECE = 1_000_000, "search:2@300"
SMALL, LARGE = 100_000, 10_000_000
FASTER, WITHIN, MORE = 1.8, 0.10, 0.05
"""Two cores against one; how far Ray may fall behind; noise in what a process holds at most."""


def games_a_second(cores: int) -> tuple[float, float]:
    """On the clock, and by processor time."""
    spent = time.process_time()
    tally = simulate("connect_four", GAMES, cores=cores)
    return tally.games / tally.seconds, tally.games / (time.process_time() - spent)


def two_cores(repeats: int) -> bool:
    """Whether two are slower than they should be beside one."""
    simulate("connect_four", 1000)
    pairs = [(games_a_second(1), games_a_second(2)) for _ in range(repeats)]
    clock = median(two[0] / one[0] for one, two in pairs)
    whole = median(two[1] / one[1] for one, two in pairs)
    rates = [f"{median(rate[0] for rate in column):,.0f}" for column in zip(*pairs, strict=True)]
    print(f"simulate, one core and two: {rates[0]} and {rates[1]} games/s, {clock:.2f}× (floor {FASTER}×)")
    print(f"    a second of processor time is worth {whole:.2f} of what it is on one core", flush=True)
    return clock < FASTER


def megabytes(games: int) -> float:
    """What a process that simulates so many games holds at most."""
    with tempfile.TemporaryDirectory() as home:
        words = [sys.executable, "-m", "turnwise", "simulate", "connect_four", "--games", str(games), "--json"]
        process = subprocess.Popen(
            words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env={**os.environ, "TURNWISE_HOME": home}
        )
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == 0
    return used.ru_maxrss / 1024


def memory(repeats: int) -> bool:
    """Whether a hundred times as many games take more memory."""
    small, large = (median(megabytes(games) for _ in range(repeats)) for games in (SMALL, LARGE))
    print(f"memory of {LARGE:,} games and of {SMALL:,}: {large:.0f} and {small:.0f} MB", flush=True)
    return large > small * (1 + MORE)


def two_nodes(seconds: float, repeats: int) -> bool:
    """Whether two nodes of a cluster are slower than two processes here."""
    os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
    import ray
    from ray.cluster_utils import Cluster

    few, more = (simulate("connect_four", games, bots=PIECE, cores=2).seconds for games in (40, 240))
    games = round(seconds * 200 / max(more - few, 0.1))  # without what it takes to start processes
    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 0, "include_dashboard": False})
    for _ in range(2):
        cluster.add_node(num_cpus=1)
    ray.init(address=cluster.address, log_to_driver=False, logging_level=logging.ERROR)
    try:
        simulate("connect_four", 40, bots=PIECE, on=cluster.address)
        pairs = [
            tuple(
                simulate("connect_four", games, bots=PIECE, **where).seconds for where in ({"cores": 2}, {"on": "ray"})
            )
            for _ in range(repeats)
        ]
    finally:
        ray.shutdown()
        cluster.shutdown()
    here, there = (sum(column) for column in zip(*pairs, strict=True))
    ratio = median(node / process for process, node in pairs)
    print(
        f"Ray, two nodes and two processes: {there:.0f} and {here:.0f} s, {ratio:.2f} times as long (at most {1 + WITHIN:.2f})"
    )
    return ratio > 1 + WITHIN


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--repeats", type=int, default=3)
    chosen = parser.parse_args()
    short = two_cores(chosen.repeats)
    short |= memory(chosen.repeats)
    if find_spec("ray"):
        short |= two_nodes(chosen.seconds, chosen.repeats)
    print("A floor was missed." if short else "Every floor was met.")
    return int(short)


if __name__ == "__main__":
    raise SystemExit(main())
