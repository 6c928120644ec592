"""What DeerPortal's search gains over always going forward, against three computer seats.

    python -m bench.deerportal_forward [--games 100] [--walks 2000]

Games won tell little. So whenever the search goes back, both ways are played on many times, forward from there and with dice that
had no part in its choice, and what going back won more often is added up over a game. Beside it stands how often somebody who
always goes forward wins. A game of the search takes some seconds; the figures are printed as they come.
"""

import argparse
from math import sqrt
from random import Random
from statistics import fmean, stdev

from turnwise.bots import Budget, bot
from turnwise.games import game
from turnwise.games.deerportal.rules import BACKWARD, FORWARD
from turnwise.kit.position import Engine, Position

SEATS = 4
PLAYED_ON = 500
"""How often each of the two ways is played on."""


def to_choice(at: Position, seat: int, chance: Random) -> bool:
    """Let the computer seats play until a seat has two ways; whether that happens before the end."""
    while not at.over:
        turn, legal = at.turn, at.legal(at.turn)
        if turn == seat and len(legal) > 1:
            return True
        at.play(turn, legal[0] if turn == seat else at.advice(turn, chance.getrandbits(62)))
    return False


def wins_forward(at: Position, seat: int, chance: Random) -> bool:
    """Whether a seat wins that goes forward from here on."""
    while to_choice(at, seat, chance):
        at.play(seat, FORWARD)
    return seat in at.scores(SEATS)[2]


def difference(at: Position, seat: int, chance: Random) -> float:
    """How much more often a seat wins that goes back now and forward ever after than one that goes forward now, too."""
    won = {FORWARD: 0, BACKWARD: 0}
    for way in won:
        for _ in range(PLAYED_ON):
            world = at.copy()
            world.reseed(chance.getrandbits(62))
            world.play(seat, way)
            won[way] += wins_forward(world, seat, chance)
    return (won[BACKWARD] - won[FORWARD]) / PLAYED_ON


def gain(at: Position, seat: int, walks: int, chance: Random) -> float:
    """What the choices of a search bring in one game."""
    gained = 0.0
    while to_choice(at, seat, chance):
        budget, seed = Budget(iterations=walks), chance.getrandbits(62)
        action = bot("search:5").think(at.redacted(seat), seat, seed=seed, budget=budget).action
        if action == BACKWARD:
            gained += difference(at, seat, chance)
        at.play(seat, action)
    return gained


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=100, help="of the search; a hundred times as many go forward")
    parser.add_argument("--walks", type=int, default=2000, help="for a choice")
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    chance, one = Random(chosen.seed), game("deerportal")
    engine = Engine(one, compiled=True)

    def begun() -> Position:
        return engine.position(one.frame(SEATS, {}), chance.getrandbits(62))[0]

    count = 100 * chosen.games
    share = fmean(wins_forward(begun(), n % SEATS, chance) for n in range(count))
    print(f"always forward: {100 * share:.1f} % ± {196 * sqrt(share * (1 - share) / count):.1f} in {count:,} games")
    gains = list[float]()
    for n in range(chosen.games):
        gains.append(gain(begun(), n % SEATS, chosen.walks, chance))
        if n % 10 == 9:
            spread = 196 * stdev(gains) / sqrt(len(gains))
            print(f"the search gains {100 * fmean(gains):+.2f} ± {spread:.2f} points in {n + 1} games", flush=True)


if __name__ == "__main__":
    main()
