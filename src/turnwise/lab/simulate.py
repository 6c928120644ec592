"""Many games between bots, on all cores, and what came of them."""

import os
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from itertools import islice
from math import sqrt
from typing import Any

import numpy as np

from turnwise.kit.bind import bind
from turnwise.kit.errors import TurnwiseError
from turnwise.kit.events import buffer
from turnwise.kit.game import Frame, Game
from turnwise.kit.position import SPECTATOR, Engine, rows_of
from turnwise.lab.tally import CLASSIC, END, RANDOM, WINNERS
from turnwise.play.secret import Dice, small

BOTS = {"random": RANDOM, "classic": CLASSIC}
CHUNK = 256
"""Games that one call plays. It is fixed, so that a seed gives the same games on any number of cores."""


class BadBots(TurnwiseError):
    code = "bad_bots"


@dataclass
class Tally:
    """The games so far, added up."""

    game: str
    seats: int
    bots: list[str]
    games: int = 0
    actions: int = 0
    turns: Counter[int] = field(default_factory=Counter)
    wins: list[int] = field(default_factory=list)
    places: list[list[int]] = field(default_factory=list)
    points: list[float] = field(default_factory=list)
    ends: Counter[str] = field(default_factory=Counter)
    nobody: int = 0
    seconds: float = 0.0

    def summary(self) -> dict[str, Any]:
        """Everything as JSON-able data, with shares and 95 % intervals."""
        plain = {name: value for name, value in vars(self).items() if name not in ("turns", "points")}
        plain["ends"] = dict(self.ends)
        plain["turns"] = {
            "mean": sum(length * n for length, n in self.turns.items()) / max(self.games, 1),
            "median": self._median_turns(),
            "shortest": min(self.turns, default=0),
            "longest": max(self.turns, default=0),
        }
        plain["win_shares"] = [
            dict(zip(("share", "low", "high"), interval(w, self.games), strict=True)) for w in self.wins
        ]
        plain["mean_places"] = [
            sum(place * n for place, n in enumerate(row, 1)) / max(self.games, 1) for row in self.places
        ]
        plain["mean_points"] = [total / max(self.games, 1) for total in self.points]
        plain["games_per_second"] = self.games / self.seconds if self.seconds else 0.0
        plain["actions_per_second"] = self.actions / self.seconds if self.seconds else 0.0
        return plain

    def _median_turns(self) -> int:
        counted = 0
        for length in sorted(self.turns):
            counted += self.turns[length]
            if 2 * counted > self.games:
                return length
        return 0


def interval(hits: float, of: int) -> tuple[float, float, float]:
    """A share with its 95 % interval (Wilson). Parts of a hit only make the true spread smaller than the one given."""
    if not of:
        return 0.0, 0.0, 1.0
    z, p = 1.96, hits / of
    middle, spread = p + z * z / (2 * of), z * sqrt(p * (1 - p) / of + z * z / (4 * of * of))
    return p, max(0.0, (middle - spread) / (1 + z * z / of)), min(1.0, (middle + spread) / (1 + z * z / of))


def simulate(
    game: Game,
    games: int,
    *,
    seats: int | None = None,
    bots: Sequence[str] = ("random",),
    seed: int = 0,
    cores: int | None = None,
    compiled: bool = True,
    progress: Callable[[int], None] = lambda done: None,
    **options: Any,
) -> Tally:
    """Play `games` games. One bot for all seats, or one a seat. Ctrl-C stops early and keeps what was played."""
    frame = game.frame(seats, options)
    kinds = _kinds(bots, frame.seats)
    tally = Tally(game.name, frame.seats, [*bots] * frame.seats if len(bots) == 1 else [*bots])
    tally.wins, tally.points = [0] * frame.seats, [0.0] * frame.seats
    tally.places = [[0] * frame.seats for _ in range(frame.seats)]
    engine = Engine(game, compiled=compiled)
    chunk = _Chunk(engine, frame, kinds, Dice(small(seed), ("simulate",)))
    chunk.run(0, 0)  # compile, if need be, before the clock starts
    started = time.perf_counter()
    sizes = ((i, min(CHUNK, games - i * CHUNK)) for i in range(-(-games // CHUNK)))
    try:
        for result in _in_order_of_arrival(chunk.run, sizes, cores or os.cpu_count() or 1):
            _add(tally, game, *result)
            progress(tally.games)
    except KeyboardInterrupt:
        pass
    tally.seconds = time.perf_counter() - started
    return tally


Rows = tuple[Any, Any, Any]


class _Chunk:
    """Plays some games in one compiled call, with work space of its own."""

    def __init__(self, engine: Engine, frame: Frame, kinds: Any, dice: Dice) -> None:
        self.engine, self.frame, self.kinds, self.dice = engine, frame, kinds, dice
        self.bound = bind("turnwise.lab.tally", engine.game.package, compiled=engine.compiled)
        self.hides_beside = int(bool(engine.game.records[1].hidden))

    def run(self, number: int, games: int) -> Rows:
        blank = self.engine.blank(self.frame, self.dice.seed(number))
        states, besides = rows_of(blank, 4)
        if self.hides_beside:
            besides[1] = blank.redacted(SPECTATOR).besides[0]
        rows = np.zeros((games, 4), np.int64)
        places, points = np.zeros((games, self.frame.seats), np.int64), np.zeros((games, self.frame.seats))
        silence = buffer(False, compiled=self.engine.compiled)
        pad = self.engine.pad()
        self.bound.tally(states, besides, self.hides_beside, self.kinds, pad, silence, rows, places, points)
        return rows, places, points


def _kinds(bots: Sequence[str], seats: int) -> Any:
    if len(bots) not in (1, seats):
        raise BadBots(f"Name one bot for all seats or {seats}, one for each; {len(bots)} were named.")
    for bot in bots:
        if bot not in BOTS:
            raise BadBots(f"There is no bot '{bot}'. There are {', '.join(BOTS)}.")
    return np.array([BOTS[bot] for bot in (list(bots) * seats)[:seats]], np.int64)


def _in_order_of_arrival(
    run: Callable[[int, int], Rows], sizes: Iterator[tuple[int, int]], cores: int
) -> Iterator[Rows]:
    """Chunks on threads: the compiled call does not hold the interpreter."""
    pool = ThreadPoolExecutor(cores)
    try:
        waiting: set[Future[Rows]] = {pool.submit(run, *size) for size in islice(sizes, cores * 2)}
        while waiting:
            done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
            for future in done:
                yield future.result()
                waiting |= {pool.submit(run, *size) for size in islice(sizes, 1)}
    finally:
        pool.shutdown(cancel_futures=True)


def _add(tally: Tally, game: Game, rows: Any, places: Any, points: Any) -> None:
    tally.games += len(rows)
    tally.actions += int(rows[:, 0].sum())
    tally.turns.update(rows[:, 1].tolist())
    tally.nobody += int((rows[:, WINNERS] == 0).sum())
    for end, n in Counter(rows[:, END].tolist()).items():
        tally.ends[game.rules.End(end).name.lower()] += n
    for seat in range(tally.seats):
        tally.wins[seat] += int((rows[:, WINNERS] >> seat & 1).sum())
        tally.points[seat] += float(points[:, seat].sum())
        for place, n in Counter(places[:, seat].tolist()).items():
            tally.places[seat][place - 1] += n
