"""Many schedules: `python -m tests.simulator --seeds 100000`, or `--seconds 60` of fresh ones; Ctrl-C tells how far it came.

A seed that fails is printed with what went wrong, and `--seed N` plays it again, exactly. `--processes N` shares the seeds among
so many processes.
"""

import argparse
import multiprocessing
import os
import secrets
import sys
import time
from collections.abc import Generator, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from contextlib import closing, suppress
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.simulator.schedule import Played

SEEDS = Path(__file__).parent / "seeds.txt"
"""Every seed that has ever failed, with what was wrong then."""
EVERY = 10
"""Seconds between two lines that tell how far it is."""
FIXED = {"PYTHONHASHSEED": "0", "TURNWISE_INTERPRET": "1"}
"""Else sets of texts have another order in each process, and bots think otherwise where their rules happen to be compiled."""


def main() -> int:
    parser = argparse.ArgumentParser("python -m tests.simulator", description=__doc__)
    parser.add_argument("--seeds", type=int, default=0, help="how many schedules")
    parser.add_argument("--first", type=int, default=None, help="the first seed; else a fresh one")
    parser.add_argument("--seconds", type=float, default=0.0, help="of processor time, instead of a number")
    parser.add_argument("--known", action="store_true", help="begin with every seed that has ever failed")
    parser.add_argument("--seed", type=int, action="append", help="only this one")
    parser.add_argument("--processes", type=int, default=1, help="among which the seeds are shared")
    parser.add_argument(
        "--broken", default="", help="play with a house that is broken in this way, or in `all`, until that is found"
    )
    given = parser.parse_args()
    if given.broken and given.processes > 1:
        parser.error("A house is broken in one process only: --broken without --processes.")
    if not FIXED.items() <= os.environ.items():
        os.execve(sys.executable, [sys.executable, "-m", "tests.simulator", *sys.argv[1:]], os.environ | FIXED)
    run = Run(given)
    return run.find() if given.broken else run.go()


class Run:
    """Schedule after schedule."""

    def __init__(self, given: argparse.Namespace) -> None:
        self._given = given
        self._done = self._appends = self._faults = 0
        self._failed: list[int] = []
        self._spent = 0.0

    def go(self) -> int:
        from tests.simulator.schedule import warm_up

        warm_up()
        with suppress(KeyboardInterrupt):
            self._play()
        print(self._told(), flush=True)
        for seed in self._failed:
            print(f"again: python -m tests.simulator --seed {seed}")
        return bool(self._failed)

    def find(self) -> int:
        """Play with a house that is broken in one way after the other, until each is found out."""
        from tests.simulator.broken import WAYS, broken

        unfound = 0
        for way in [way for way in WAYS if self._given.broken in ("all", way.__name__)]:
            self._failed = []
            with broken(way):
                self.go()
            unfound += not self._failed
            print(
                f"{way.__name__}: {'found' if self._failed else 'NOT FOUND'} after {self._done} schedules", flush=True
            )
            self._done = self._appends = self._faults = 0
            self._spent = 0.0
        return unfound

    def _play(self) -> None:
        from tests.simulator.schedule import LEAST_APPENDS, LEAST_FAULTS, timed

        told = time.monotonic()
        with closing(
            self._shared() if self._given.processes > 1 else (timed(seed) for seed in self._seeds())
        ) as played:
            for seed, result, spent in played:
                self._done, self._appends = self._done + 1, self._appends + result.appends
                self._faults, self._spent = self._faults + result.faults, self._spent + spent
                wrong = result.wrong
                if not wrong and (result.appends < LEAST_APPENDS or result.faults < LEAST_FAULTS):
                    wrong = f"only {result.appends} appends and {result.faults} faults"
                if wrong:
                    self._failed.append(seed)
                    print(f"seed {seed} ({result.digest}):\n{wrong}", flush=True)
                    if self._given.broken:
                        return
                if time.monotonic() - told > EVERY:
                    told = time.monotonic()
                    print(f"… {self._told()}", flush=True)

    def _shared(self) -> "Generator[Played]":
        """The same, by several processes, in the order in which they come to an end; a few seeds are handed out ahead."""
        from tests.simulator.schedule import begin, timed

        processes, seeds = self._given.processes, self._seeds()
        with ProcessPoolExecutor(processes, multiprocessing.get_context("spawn"), begin) as pool:
            waiting: set[Future[Played]] = set()
            while waiting | (new := {pool.submit(timed, seed) for seed in islice(seeds, 2 * processes - len(waiting))}):
                done, waiting = wait(waiting | new, return_when=FIRST_COMPLETED)
                yield from (one.result() for one in done)

    def _seeds(self) -> Iterator[int]:
        given = self._given
        if given.known:
            yield from known()
        if given.seed:
            yield from given.seed
            return
        first = secrets.randbelow(1 << 40) if given.first is None else given.first
        print(f"seeds from {first} on", flush=True)
        seed = first
        while seed - first < given.seeds or self._spent < given.seconds:
            yield seed
            seed += 1

    def _told(self) -> str:
        return (
            f"{self._done} schedules, {self._appends} appends, {self._faults} faults, {len(self._failed)} failed: "
            f"{self._spent:.1f} s of processor time, {1000 * self._spent / max(1, self._done):.0f} ms each"
        )


def known() -> list[int]:
    lines = SEEDS.read_text().splitlines()
    return [int(line.split()[0]) for line in lines if line and not line.startswith("#")]


if __name__ == "__main__":
    sys.exit(main())
