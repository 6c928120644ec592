"""What `Match` does from Python in a loop, interpreted and compiled, and what it costs to load the compiled rules.

`python -m bench.matches`; rates are steps (legal actions asked for, one of them played) per second of processor time.
"""

import random
import subprocess
import sys
from functools import partial

import turnwise as tw
from bench.measuring import rate
from turnwise.kit.game import Game

LOAD = (
    "import time, turnwise as tw; tw.Match({0!r}, seed=1).view(0); began = time.process_time(); "
    "match = tw.Match({0!r}, seed=1, compiled=True); match.play(match.legal[0]); print(time.process_time() - began)"
)


def whole_match(game: Game, compiled: bool, chance: random.Random) -> int:
    match = tw.Match(game, seed=chance.getrandbits(40), compiled=compiled)
    while match.turn is not None:
        match.play(chance.choice(match.legal))
    return match.version


def loading(name: str) -> float:
    """Seconds of processor time until a process that plays interpreted has played its first compiled step."""
    done = subprocess.run([sys.executable, "-c", LOAD.format(name)], capture_output=True, text=True, check=True)
    return float(done.stdout)


def main() -> None:
    print(f"{'game':14} {'interpreted':>12} {'compiled':>12} {'loading':>9}")
    for game in tw.all_games():
        whole_match(game, True, random.Random(1))
        rates = [rate(partial(whole_match, game, compiled, random.Random(1)), 2.0) for compiled in (False, True)]
        print(f"{game.name:14} {rates[0]:10,.0f}/s {rates[1]:10,.0f}/s {loading(game.name):7.2f} s", flush=True)


if __name__ == "__main__":
    main()
