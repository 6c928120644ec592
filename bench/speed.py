"""The speed of the rules, beside OpenSpiel on the same core in the same run. `bench/run` calls it.

Rates are per second of processor time; each is the median of repeats that alternate between the peer and us, so that a noisy
neighbour spoils both alike.
"""

import argparse
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from statistics import median

import pyspiel

from bench.copying import copies
from bench.drawing import print_drawing
from bench.measuring import compare, rate
from bench.peer import Rollouts, stepped
from bench.thinking import print_thinking
from turnwise.games import game, game_names
from turnwise.kit.position import Engine, Position
from turnwise.lab.random_games import RandomGames
from turnwise.lab.stepper import Stepper

PAIRS = (
    ("connect_four", 2, "connect_four", 5000, 6.0),
    ("whot", 3, "crazy_eights(players=3)", 50, 4.0),
    ("differo", 2, "breakthrough", 500, 4.0),
    ("deerportal", 4, "maedn(players=4)", 20, 3.0),
)
ALONE = (("caesar", 2, 2e6), ("rally", 4, 2e6))


def ours(name: str, seats: int) -> Callable[[], float]:
    games = RandomGames(game(name), seats=seats)
    games.play(1)
    return lambda: games.play(200)


def ours_stepped(stepper: Stepper, games: int) -> int:
    moves, chance, step, legal = 0, random.random, stepper.step, stepper.moves
    for _ in range(games):
        n = stepper.reset()
        while n:
            n = step(legal[int(chance() * n)])
            moves += 1
    return moves


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=1.0, help="of processor time for each measurement")
    parser.add_argument("--repeats", type=int, default=5)
    chosen = parser.parse_args()
    random.seed(1)
    short = False
    print(f"core {sorted(os.sched_getaffinity(0))}, {chosen.repeats} × {chosen.seconds} s each, median, processor time")
    print(f"\n{'ours':28} {'per second':>14}   {'peer':28} {'per second':>14} {'ratio':>7} {'floor':>7}")
    for name, seats, peer_name, games, floor in PAIRS:
        theirs, our = compare(Rollouts(peer_name, games).play, ours(name, seats), chosen.seconds, chosen.repeats)
        short |= our < floor * theirs
        print(
            f"{f'{name}, {seats} seats':28} {our:14,.0f}   {peer_name:28} {theirs:14,.0f} {our / theirs:6.1f}× {floor:6.1f}×"
        )
    for name, seats, least in ALONE:
        play = ours(name, seats)
        our = median(rate(play, chosen.seconds) for _ in range(chosen.repeats))
        short |= our < least
        print(f"{f'{name}, {seats} seats':28} {our:14,.0f}   {'(none alike)':28} {'':14} {'':7} {least / 1e6:5.1f} M")
    stepper, peer = Stepper(game("connect_four")), pyspiel.load_game("connect_four")
    ours_stepped(stepper, 1)
    theirs, our = compare(
        lambda: stepped(peer, 200), lambda: ours_stepped(stepper, 200), chosen.seconds, chosen.repeats
    )
    short |= our < 1.5 * theirs
    print(
        f"{'connect_four from Python':28} {our:14,.0f}   {'connect_four from Python':28} {theirs:14,.0f} {our / theirs:6.1f}×    1.5×"
    )
    short |= print_thinking(chosen.seconds, chosen.repeats)
    print_costs()
    short |= print_drawing()
    print(f"\n{'A floor was missed.' if short else 'Every floor was met.'}")
    return int(short)


def print_costs() -> None:
    print(
        f"\n{'game':14} {'state':>8} {'beside':>8} {'copy':>9} {'call':>9} {'first compile':>14} {'cached start':>13}"
    )
    for name in game_names():
        engine = Engine(game(name), compiled=True)
        position, _ = engine.position(game(name).frame(None, {}), 1)
        rows = position.states.repeat(64)
        copies(rows, 1)
        copy = 1 / rate(partial(copies, rows, 100_000), 0.2)
        call = 1 / rate(partial(_calls, position, 2000), 0.2)
        cold, warm = starts(name)
        sizes = [record.dtype.itemsize for record in game(name).records]
        print(
            f"{name:14} {sizes[0]:6} B {sizes[1]:6} B {copy * 1e9:6.1f} ns {call * 1e6:6.2f} µs {cold:12.1f} s {warm:11.2f} s"
        )


def _calls(position: Position, times: int) -> int:
    """Calls of `legal` from Python."""
    legal, seat, moves = position.engine.driver.options_of, position.turn, position.engine.moves
    for _ in range(times):
        legal(position.states, position.besides, seat, moves)
    return times


def starts(name: str) -> tuple[float, float]:
    """Seconds until a fresh process has played a random game: with an empty cache, then from the cache."""
    code = (
        "from turnwise.games import game; from turnwise.lab.random_games import RandomGames; "
        f"RandomGames(game({name!r})).play(1)"
    )
    with tempfile.TemporaryDirectory() as cache:
        times = []
        for _ in range(2):
            started = time.perf_counter()
            subprocess.run([sys.executable, "-c", code], check=True, env=os.environ | {"TURNWISE_CACHE": cache})
            times.append(time.perf_counter() - started)
    return times[0], times[1]


if __name__ == "__main__":
    raise SystemExit(main())
