"""Connect Four: our strongest search against OpenSpiel's C++ MCTS, with the same processor time for a move.

    python -m bench.against_openspiel --games 100 --time 0.2 --cores 2 --json games.json

OpenSpiel's bot makes one random playout a simulation and proves won and lost positions, which is where it is strongest; it explores with
a constant of 2 in one round and of the square root of 2 in the next. It gets at least the time it is due for every move.
A round is an opening of 2 to 4 random moves played with both colours, the empty board played with both colours, and once more the
empty board with us first. That last game only counts towards never losing as the first player, so that the points are those of
equal colours. Both sides play by the same rules: `tests/games/connect_four` compares ours with OpenSpiel's over ten thousand games.
"""

import argparse
import json
import signal
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from math import sqrt
from multiprocessing import get_context
from pathlib import Path
from random import Random
from statistics import mean
from typing import NamedTuple

import pyspiel

from bench.peer import Opponent
from turnwise.bots import Budget, bot
from turnwise.games import game as game_named
from turnwise.lab.shares import share
from turnwise.play.match import Match

GAME, OURS = "connect_four", "search:5"
BOLDNESSES = (2.0, sqrt(2))
OPENING_PLIES = (2, 4)
COUNTED = 4
"""Games of a round that count for the points."""

LEAST = 0.85
"""Of the points."""


class Plan(NamedTuple):
    """A game to be played."""

    number: int
    ours: int
    """Our seat; seat 0 moves first."""
    opening: tuple[int, ...]
    boldness: float
    seconds: float
    counts: bool
    """For the points."""


@dataclass
class Played:
    """A game that was played."""

    plan: Plan
    points: float = 0.0
    """For us: 1, 0.5 or 0."""
    columns: list[int] = field(default_factory=list)
    our_seconds: list[float] = field(default_factory=list)
    """Of processor time, for each move."""
    their_seconds: list[float] = field(default_factory=list)

    def __str__(self) -> str:
        result = {1.0: "won", 0.5: "drawn", 0.0: "lost"}[self.points]
        start = f"after {len(self.plan.opening)} moves" if self.plan.opening else "from the empty board"
        return f"{('first', 'second')[self.plan.ours]} {start}: {result} in {len(self.columns)}"


def plans(games: int, seconds: float) -> Iterator[Plan]:
    """Whole rounds, with at least so many games that count."""
    number, seen = 0, set[tuple[int, ...]]()
    for round_ in range(-(-games // COUNTED)):
        opening = _opening(round_, seen)
        boldness = BOLDNESSES[round_ % len(BOLDNESSES)]
        for ours, start, counts in ((0, opening, 1), (1, opening, 1), (0, (), 1), (1, (), 1), (0, (), 0)):
            yield Plan(number, ours, start, boldness, seconds, bool(counts))
            number += 1


def _opening(round_: int, seen: set[tuple[int, ...]]) -> tuple[int, ...]:
    """A few random columns that no round before had: too few to fill a column or to end a game."""
    chance = Random(round_)
    while True:
        opening = tuple(chance.randrange(game_named(GAME).actions) for _ in range(chance.randint(*OPENING_PLIES)))
        if opening not in seen:
            seen.add(opening)
            return opening


def play(plan: Plan) -> Played:
    """Play one game, both sides' rules in step."""
    peer_game = pyspiel.load_game(GAME)
    state, match = peer_game.new_initial_state(), Match(GAME, seed=plan.number, compiled=True)
    us, them = bot(OURS), Opponent(peer_game, plan.boldness, 1_000_000 * plan.number)
    budget, played = Budget(seconds=plan.seconds, processor=True), Played(plan)
    answered = match.position.copy()
    answered.play(0, 0)
    us.think(answered.redacted(1), 1, seed=0, budget=Budget(iterations=1))  # loads what is compiled
    while (seat := match.turn) is not None:
        assert state.current_player() == seat and state.legal_actions() == match.position.legal(seat)
        if len(played.columns) < len(plan.opening):
            column = plan.opening[len(played.columns)]
        elif seat == plan.ours:
            known, began = match.position.redacted(seat), time.thread_time()
            column = us.think(known, seat, seed=plan.number, budget=budget).action
            played.our_seconds.append(time.thread_time() - began)
        else:
            column, spent = them.choose(state, plan.seconds)
            played.their_seconds.append(spent)
        match.play(column)
        state.apply_action(column)
        played.columns.append(column)
    assert state.is_terminal()
    played.points = (1 + state.returns()[plan.ours]) / 2
    return played


def play_all(todo: Sequence[Plan], cores: int, tell: Callable[[Played], None]) -> None:
    """Play on several cores, one game on each; Ctrl-C ends it."""
    with get_context("spawn").Pool(cores, signal.signal, (signal.SIGINT, signal.SIG_IGN)) as pool:
        for played in pool.imap_unordered(play, todo):
            tell(played)


def print_results(done: Sequence[Played], seconds: float) -> None:
    groups: list[tuple[str, Callable[[Played], bool]]] = [
        ("all with equal colours", lambda one: one.plan.counts),
        ("  empty board, first", lambda one: one.plan.counts and not one.plan.opening and one.plan.ours == 0),
        ("  empty board, second", lambda one: one.plan.counts and not one.plan.opening and one.plan.ours == 1),
        ("  opening, first", lambda one: bool(one.plan.opening) and one.plan.ours == 0),
        ("  opening, second", lambda one: bool(one.plan.opening) and one.plan.ours == 1),
        *((f"  constant {c:.2f}", lambda one, c=c: one.plan.counts and one.plan.boldness == c) for c in BOLDNESSES),
        ("every first, empty board", lambda one: not one.plan.opening and one.plan.ours == 0),
    ]
    print(f"{'':26} {'games':>6} {'won':>5} {'drawn':>6} {'lost':>5} {'points':>8}   95 % interval")
    for name, belongs in groups:
        points = [one.points for one in done if belongs(one)]
        if not points:
            continue
        points_won, low, high = share(sum(points), len(points))
        counts = f"{points.count(1):5} {points.count(0.5):6} {points.count(0):5}"
        print(f"{name:26} {len(points):6} {counts} {points_won:8.1%}   {low:.1%} to {high:.1%}")
    print(f"Asked for: {LEAST:.0%} of the points with equal colours, and no loss as the first player.")
    for name, spent in (
        (OURS, [second for one in done for second in one.our_seconds]),
        ("OpenSpiel", [second for one in done for second in one.their_seconds]),
    ):
        whole = [second for second in spent if second >= seconds]
        print(
            f"{name}: {mean(spent or [0]):.3f} s of processor time a move; {mean(whole or [0]):.3f} s for the "
            f"{len(whole):,} of {len(spent):,} moves that were not settled before the {seconds:g} s were over."
        )
    print(f"{len({(one.plan.ours, *one.columns) for one in done}):,} of {len(done):,} games differ.")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=100, help="that count for the points, rounded up to whole rounds")
    parser.add_argument("--time", type=float, default=0.2, help="seconds of processor time for a move")
    parser.add_argument("--cores", type=int, default=1)
    parser.add_argument("--json", type=Path, metavar="FILE", help="where every game is written to")
    chosen = parser.parse_args()
    todo, done = list(plans(chosen.games, chosen.time)), list[Played]()

    def tell(played: Played) -> None:
        done.append(played)
        print(f"{len(done)}/{len(todo)}: {played}", file=sys.stderr)

    with suppress(KeyboardInterrupt):
        play_all(todo, chosen.cores, tell)
    done.sort(key=lambda one: one.plan.number)
    if len(done) < len(todo):
        print(f"Stopped after {len(done)} of {len(todo)} games.")
    print_results(done, chosen.time)
    if chosen.json:
        rows = [asdict(one) | {"plan": one.plan._asdict()} for one in done]
        facts = {"ours": OURS, "peer": f"OpenSpiel {pyspiel.__version__} MCTSBot", "seconds": chosen.time}
        chosen.json.write_text(json.dumps(facts | {"planned": len(todo), "games": rows}) + "\n")


if __name__ == "__main__":
    main()
