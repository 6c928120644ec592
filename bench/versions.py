"""The house of this checkout beside those of others, in turns of a tenth of a second: what a move costs each of them.

    git worktree add ../before COMMIT
    python -m bench.versions ../before [--matches 200] [--rounds 5] [--slice 5]
    python -m bench.versions ../before --moves 24000 [--matches 200] [--rounds 5]

All houses are open at the same time, on the same core, and the same load plays a few moves of all matches at one, then at the next,
and so on: whatever else the machine does meanwhile is much the same for all of them, and the median of many such pairs is steady
where a run of each after the other varies by a tenth. Only the processor time of the houses is counted, by the system's own count
for each of their threads: `loop` is the event loop, and `store` the thread that writes, with what it puts away when it has time to.
A ratio above 1 means that this checkout does more moves in a second of processor time than the other.

With `--moves` each house in turn has a whole run of `bench.load`: moves a second and how long a player waits, by the clock.
"""

import argparse
import asyncio
import os
from contextlib import ExitStack
from pathlib import Path
from statistics import median
from typing import NamedTuple

import uvloop

from bench.load import LONGEST, Game, Load, nanoseconds
from bench.serving import LOAD_CORE, ROOT, awake, house

SETTLED = 0.2
"""Seconds after which a house has put away what it was given."""


class Cost(NamedTuple):
    """Microseconds of processor time for a move."""

    loop: float
    store: float

    @property
    def total(self) -> float:
        return self.loop + self.store


class Side:
    """One version, with its house and what was measured of it."""

    def __init__(self, name: str, url: str, pid: int, matches: int) -> None:
        self.name, self._pid, self._load = name, pid, Load(url, matches, 0.0, "")
        self._games: list[Game] = []
        self.costs: list[Cost] = []

    async def begin(self) -> None:
        """Open tables for a round."""
        for game in self._games:
            for wire in game.wires:
                wire.close()
        self._games = await self._load.round(0)

    async def play(self, longest: int) -> Cost:
        """Play all matches on to so many moves."""
        before, played = self._used(), self._load.moves
        for game in self._games:
            game.longest = longest
            game.done.clear()
        await self._load.play(self._games)
        await asyncio.sleep(SETTLED)
        played = self._load.moves - played
        return Cost(*((now - then) / 1000 / played for now, then in zip(self._used(), before, strict=True)))

    def _used(self) -> tuple[int, int]:
        """Nanoseconds of the first thread, which has the event loop, and of all others."""
        tasks = {int(task.name): nanoseconds(task) for task in Path(f"/proc/{self._pid}/task").iterdir()}
        loop = tasks.pop(self._pid)
        return loop, sum(tasks.values())


async def compare(sides: list[Side], rounds: int, slice: int) -> None:
    for n in range(-1, rounds):
        for side in sides:
            await side.begin()
        for longest in range(slice, LONGEST + 1, slice):
            for side in sides:  # never one twice in a row, which would find the processor's caches warm
                cost = await side.play(longest)
                if n >= 0:  # what is loaded or learned once does not count
                    side.costs.append(cost)
        if n >= 0:
            print(f"{n + 1} of {rounds} rounds", *map(told, sides), sep="\n", flush=True)
            print(*(f"{side.name}: {ratios(sides[0], side)}" for side in sides[1:]), sep="\n", flush=True)


WHOLE = {
    "moves_per_s": "moves a second",
    "moves_per_server_cpu_s": "of processor time",
    "p50_ms": "p50",
    "p99_ms": "p99",
}


def run_whole(houses: list[tuple[str, str, int]], matches: int, rounds: int, moves: int) -> None:
    """Let each house in turn have a whole run of the load, and print the medians."""
    found: dict[str, list[dict[str, float]]] = {name: [] for name, _, _ in houses}
    for n in range(-1, rounds):
        for name, url, pid in houses:
            run = uvloop.run(Load(url, matches, 0.0, "").run(moves, pid))
            if n >= 0:  # what is loaded or learned once does not count
                found[name].append(run)
    for name, runs in found.items():
        figures = (f"{words} {median(run[key] for run in runs):,.1f}" for key, words in WHOLE.items())
        print(f"{name:12}", ", ".join(figures))


def told(side: Side) -> str:
    loop, store, total = (
        median(costs) for costs in zip(*((cost.loop, cost.store, cost.total) for cost in side.costs), strict=True)
    )
    return f"  {side.name:12} loop {loop:6.1f}  store {store:5.1f}  together {total:6.1f} µs a move, {1e6 / total:7,.0f} a second"


def ratios(ours: Side, theirs: Side) -> str:
    """How much more we do than they, in the median of all turns, and between which ratios its middle half lies."""
    each = sorted(there.total / here.total for here, there in zip(ours.costs, theirs.costs, strict=True))
    return f"ratio {median(each):.3f} ({each[len(each) // 4]:.3f} to {each[len(each) * 3 // 4]:.3f} of {len(each)})"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("others", type=Path, nargs="+", help="checkouts of other versions")
    parser.add_argument("--matches", type=int, default=200)
    parser.add_argument("--rounds", type=int, default=5, help="of 40 moves in each match, at each house")
    parser.add_argument("--slice", type=int, default=5, help="moves of each match before it is the next house's turn")
    parser.add_argument("--moves", type=int, help="measure whole runs of so many moves instead")
    chosen = parser.parse_args()
    os.sched_setaffinity(0, {int(LOAD_CORE)})
    with ExitStack() as opened:
        roots = [ROOT, *(root.resolve() for root in chosen.others)]
        houses = [(root.name, *opened.enter_context(house(root))) for root in roots]
        if chosen.moves:
            opened.enter_context(awake())
            run_whole(houses, chosen.matches, chosen.rounds, chosen.moves)
        else:
            sides = [Side(*one, chosen.matches) for one in houses]
            uvloop.run(compare(sides, chosen.rounds, chosen.slice))


if __name__ == "__main__":
    main()
