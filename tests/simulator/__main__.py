"""Many schedules: `python -m tests.simulator --seeds 100000`, or `--seconds 60` of fresh ones; Ctrl-C tells how far it came.

A seed that fails is printed with what went wrong, and `--seed N` plays it again, exactly.
"""

import argparse
import os
import secrets
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

SEEDS = Path(__file__).parent / "seeds.txt"
"""Every seed that has ever failed, with what was wrong then."""
EVERY = 10
"""Seconds between two lines that tell how far it is."""
ORDERED = "PYTHONHASHSEED"
"""Sets of texts have another order in each process, unless this says otherwise."""


def main() -> int:
    parser = argparse.ArgumentParser("python -m tests.simulator", description=__doc__)
    parser.add_argument("--seeds", type=int, default=0, help="how many schedules")
    parser.add_argument("--first", type=int, default=None, help="the first seed; else a fresh one")
    parser.add_argument("--seconds", type=float, default=0.0, help="of processor time, instead of a number")
    parser.add_argument("--known", action="store_true", help="begin with every seed that has ever failed")
    parser.add_argument("--seed", type=int, action="append", help="only this one")
    parser.add_argument(
        "--broken", default="", help="play with a house that is broken in this way, or in `all`, until that is found"
    )
    given = parser.parse_args()
    if os.environ.get(ORDERED) != "0":
        os.execve(sys.executable, [sys.executable, "-m", "tests.simulator", *sys.argv[1:]], os.environ | {ORDERED: "0"})
    run = Run(given)
    return run.find() if given.broken else run.go()


class Run:
    """Schedule after schedule."""

    def __init__(self, given: argparse.Namespace) -> None:
        self._given = given
        self._done = self._appends = self._faults = 0
        self._failed: list[int] = []
        self._began = 0.0

    def go(self) -> int:
        from tests.simulator.schedule import warm_up

        warm_up()
        self._began = time.process_time()
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
        return unfound

    def _play(self) -> None:
        from tests.simulator.schedule import LEAST_APPENDS, LEAST_FAULTS, run

        told = time.monotonic()
        for seed in self._seeds():
            result = run(seed)
            self._done, self._appends = self._done + 1, self._appends + result.appends
            self._faults += result.faults
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
        while seed - first < given.seeds or time.process_time() - self._began < given.seconds:
            yield seed
            seed += 1

    def _told(self) -> str:
        spent = time.process_time() - self._began
        return (
            f"{self._done} schedules, {self._appends} appends, {self._faults} faults, {len(self._failed)} failed: "
            f"{spent:.1f} s of processor time, {1000 * spent / max(1, self._done):.0f} ms each"
        )


def known() -> list[int]:
    lines = SEEDS.read_text().splitlines()
    return [int(line.split()[0]) for line in lines if line and not line.startswith("#")]


if __name__ == "__main__":
    sys.exit(main())
