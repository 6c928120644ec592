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
from typing import Any

import pyspiel

from bench.copying import copies
from bench.drawing import print_drawing
from bench.measuring import compare, rate
from bench.peer import Rollouts, WholeGames, stepped
from bench.thinking import print_thinking
from turnwise.games import game, game_names
from turnwise.kit.game import Game
from turnwise.kit.position import Engine, Position
from turnwise.lab.random_games import RandomGames
from turnwise.lab.stepper import Stepper

PLAIN = "bench.plain_reversi"
"""Reversi as an author writes it who knows loops and no sets."""
PAIRS = (
    ("connect_four", 2, "connect_four", 5000, 6.0),
    ("reversi", 2, "othello", 300, 10.0),
    (PLAIN, 2, "othello", 300, 2.0),
    ("breakthrough", 2, "breakthrough", 500, 10.0),
    ("hex", 2, "hex", 200, 10.0),
    ("nine_mens_morris", 2, "nine_mens_morris", 200, 10.0),
    ("oware", 2, "oware", 300, 6.0),
)
"""The same games."""
DEALT = (
    ("kuhn_poker", 2, {"hands": 1}, "kuhn_poker", 20000, 15.0),
    ("leduc_poker", 2, {"hands": 1}, "leduc_poker", 20000, 15.0),
    ("oh_hell", 3, {"deals": 1, "tricks": "drawn"}, "oh_hell", 2000, 6.0),
    ("liars_dice", 2, {"dice": 1, "one_round": True}, "liars_dice", 20000, 6.0),
)
"""The same games, the deal included on both sides. OpenSpiel's rollouts begin at a decision, so its own bots play here."""
WHOLE = (("backgammon", 2, "backgammon", 20, 6.0),)
"""The same games, whose turn is several actions here and one or two there: whole games are counted, not actions."""
UNLIKE = (
    ("whot", 3, "crazy_eights(players=3)", 50, 4.0),
    ("differo", 2, "breakthrough", 500, 4.0),
    ("deerportal", 4, "maedn(players=4)", 20, 3.0),
)
"""Where the peer has another game of about the same kind."""
ALONE = (("caesar", 2, 2e6), ("rally", 4, 2e6))


def ours(name: str, seats: int, games_a_call: int = 200, **options: Any) -> Callable[[], float]:
    played = Game(PLAIN) if name == PLAIN else game(name)
    games = RandomGames(played, seats=seats, **options)
    games.play(1)
    return lambda: games.play(games_a_call)


def whole_games(name: str, seats: int, games_a_call: int = 50) -> Callable[[], float]:
    play = ours(name, seats, games_a_call)
    return lambda: games_a_call if play() else 0


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
    print(f"\n{'ours':28} {'per second':>14}   {'peer':37} {'per second':>14} {'ratio':>7} {'floor':>7}")
    rollouts = [
        (name, seats, Rollouts(peer, games).play, ours(name, seats), peer, floor)
        for name, seats, peer, games, floor in PAIRS
    ]
    dealt = [
        (name, seats, WholeGames(peer, games).play, ours(name, seats, 2000, **options), peer, floor)
        for name, seats, options, peer, games, floor in DEALT
    ]
    unlike = [
        (name, seats, Rollouts(peer, games).play, ours(name, seats), f"{peer}, another game", floor)
        for name, seats, peer, games, floor in UNLIKE
    ]
    whole = [
        (name, seats, Rollouts(peer, games, whole=True).play, whole_games(name, seats), peer, floor)
        for name, seats, peer, games, floor in WHOLE
    ]
    for name, seats, them, us, peer_name, floor in (*rollouts, *dealt, *whole, *unlike):
        theirs, our = compare(them, us, chosen.seconds, chosen.repeats)
        short |= our < floor * theirs
        print(
            f"{f'{name}, {seats} seats':28} {our:14,.0f}   {peer_name:37} {theirs:14,.0f} {our / theirs:6.1f}× {floor:6.1f}×"
        )
    for name, seats, least in ALONE:
        play = ours(name, seats)
        our = median(rate(play, chosen.seconds) for _ in range(chosen.repeats))
        short |= our < least
        print(f"{f'{name}, {seats} seats':28} {our:14,.0f}   {'(none alike)':37} {'':14} {'':7} {least / 1e6:5.1f} M")
    stepper, peer = Stepper(game("connect_four")), pyspiel.load_game("connect_four")
    ours_stepped(stepper, 1)
    theirs, our = compare(
        lambda: stepped(peer, 200), lambda: ours_stepped(stepper, 200), chosen.seconds, chosen.repeats
    )
    short |= our < 1.5 * theirs
    print(
        f"{'connect_four from Python':28} {our:14,.0f}   {'connect_four from Python':37} {theirs:14,.0f} {our / theirs:6.1f}×    1.5×"
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
    legal, seat, pad = position.engine.driver.options_of, position.turn, position.engine.workspace.pad
    for _ in range(times):
        legal(position.states, position.besides, seat, pad)
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
