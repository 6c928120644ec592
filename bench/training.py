"""Environments beside their peers: PettingZoo's own Connect Four, pgx on the CPU, and our own random play.

    python -m bench.training --peers PYTHON [--seconds 1] [--repeats 5] [--learn]

PYTHON is one that has the peers, in a virtual environment of its own: `pip install "pettingzoo[classic]" pgx jax`. Without it only what
needs no peer is measured. Measurements alternate between a peer and us, so that a noisy neighbour spoils both alike; each figure is the
median, of the clock where all cores are at work (and then by processor time as well, of which a busy machine takes nothing), and of
processor time elsewhere. `--learn` has the example learn as long as it does by
itself, and meet `classic` a thousand times.
"""

import argparse
import json
import random
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from importlib import import_module
from pathlib import Path
from statistics import median
from typing import Any

from bench.measuring import compare
from bench.training_peers import aec_steps
from turnwise.envs import Batch
from turnwise.envs.zoo import env
from turnwise.games import game, game_names
from turnwise.lab.random_games import RandomGames
from turnwise.lab.stepper import Stepper

PGX_BATCHES = (1024, 8192)
OURS = 16384
"""Games in our batch of Connect Four; of other games as many as stay in the caches, with masks and observations, but 256."""
MOST_BYTES = 2 << 20
WRAPPED, RAW, PGX, PART = 5.0, 3.0, 5.0, 0.25


def drawn_games(number: int) -> list[list[int]]:
    """Random games of Connect Four, as columns."""
    stepper, chance, games = Stepper(game("connect_four")), random.Random(1), list[list[int]]()
    for _ in range(number):
        n, columns = stepper.reset(), list[int]()
        while n:
            columns.append(stepper.moves[chance.randrange(n)])
            n = stepper.step(columns[-1])
        games.append(columns)
    return games


class Peers:
    """Another Python that measures when it is asked."""

    def __init__(self, python: str, games: list[list[int]]) -> None:
        file = Path(__file__).with_name("training_peers.py")
        self._process = subprocess.Popen(
            [python, "-W", "ignore", str(file)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self._say(games)

    def _say(self, what: Any) -> None:
        assert self._process.stdin
        self._process.stdin.write(json.dumps(what) + "\n")
        self._process.stdin.flush()

    def rate(self, what: str, seconds: float) -> Any:
        self._say([what, seconds])
        assert self._process.stdout
        return json.loads(self._process.stdout.readline())


def batch_rate(batch: Batch, seconds: float) -> tuple[float, float]:
    """Steps in a second of the clock, and of processor time, with random actions that are drawn in the loop."""
    steps, began, worked = 0, time.perf_counter(), time.process_time()
    while (spent := time.perf_counter() - began) < seconds:
        batch.step(batch.sample())
        steps += batch.size
    return steps / spent, steps / (time.process_time() - worked)


def random_games(games: RandomGames) -> int:
    return games.play(100)


def one_step(batch: Batch) -> int:
    batch.step(batch.sample())
    return batch.size


def in_turns(one: Callable[[], float], other: Callable[[], float], repeats: int) -> tuple[float, float]:
    pairs = [(one(), other()) for _ in range(repeats)]
    return median(first for first, _ in pairs), median(second for _, second in pairs)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--peers", metavar="PYTHON")
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--learn", action="store_true")
    chosen = parser.parse_args()
    seconds, repeats, short = chosen.seconds, chosen.repeats, False
    if chosen.peers:
        short |= beside_peers(chosen.peers, seconds, repeats)
    print(f"\n{'batch, a core':20} {'games':>7} {'steps/s':>13} {'random play/s':>14} {'part':>6}   bytes seen + mask")
    for name in game_names():
        cells = Batch(name, 1, compiled=False)
        records = sum(record.dtype.itemsize for record in game(name).records)
        each = cells.observation.size + cells.legal_action_mask.size + records
        size = min(OURS, max(256, MOST_BYTES // each))
        batch, plainly = Batch(name, size, cores=1), RandomGames(game(name))
        one_step(batch), random_games(plainly)
        plain, ours = compare(partial(random_games, plainly), partial(one_step, batch), seconds, repeats)
        short |= ours < PART * plain
        seen = f"{cells.observation.size} + {cells.legal_action_mask.size}"
        print(f"{name:20} {size:7,} {ours:13,.0f} {plain:14,.0f} {ours / plain:6.2f}   {seen}", flush=True)
    if chosen.learn:
        short |= learning()
    print(f"\n{'A floor was missed.' if short else 'Every floor was met.'}")
    return int(short)


def beside_peers(python: str, seconds: float, repeats: int) -> bool:
    """Whether we fall short of what we claim beside others."""
    short, games = False, drawn_games(300)
    peers, ours = Peers(python, games), env("connect_four")
    aec_steps(ours, games, 0.1)
    print(f"{'Connect Four':34} {'ours/s':>13} {'peer/s':>13} {'ratio':>7} {'floor':>6}")
    for what, said, floor in (("wrapped", "AEC, connect_four_v3.env()", WRAPPED), ("raw", "AEC, its raw_env()", RAW)):
        peers.rate(what, 0.1)
        theirs, our = in_turns(
            lambda what=what: peers.rate(what, seconds),  # type: ignore[misc]
            lambda: aec_steps(ours, games, seconds),
            repeats,
        )
        short |= our < floor * theirs
        print(f"{said:34} {our:13,.0f} {theirs:13,.0f} {our / theirs:6.1f}× {floor:5.0f}×", flush=True)
    batch = Batch("connect_four", OURS)
    batch.step(batch.sample())
    best = max(PGX_BATCHES, key=lambda size: peers.rate(f"pgx {size}", seconds)[1])
    pairs = [(peers.rate(f"pgx {best}", seconds), batch_rate(batch, seconds)) for _ in range(repeats)]
    for kind, said in enumerate((f"batch, all cores; pgx by {best:,}", "    the same, a second of a processor")):
        theirs, our = (median(rates[side][kind] for rates in pairs) for side in (0, 1))
        short |= not kind and our < PGX * theirs
        print(f"{said:34} {our:13,.0f} {theirs:13,.0f} {our / theirs:6.1f}× {PGX:5.0f}×", flush=True)
    return bool(short)


def learning() -> bool:
    """The whole run of the example; more than half of the points against the rule sheet's player are asked for."""
    sys.path.insert(0, str(Path(__file__).parent.parent / "examples"))
    learner = import_module("connect_four_learner")
    began, spent = time.perf_counter(), time.process_time()
    mind = learner.learn()
    took = f"{time.perf_counter() - began:.0f} s on the clock, {time.process_time() - spent:.0f} s of processor time"
    shares = {name: learner.share_against(mind, name) for name in ("random", "classic")}
    print(
        f"\nThe example learned for {took}: " + ", ".join(f"{won:.1%} against {name}" for name, won in shares.items())
    )
    return bool(shares["classic"] <= 0.5)


if __name__ == "__main__":
    raise SystemExit(main())
