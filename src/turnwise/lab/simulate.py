"""Many games between bots, on all cores, and what came of them."""

import os
import time
from collections import Counter
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import closing
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

import numpy as np

from turnwise.bots import Budget, bot
from turnwise.bots.names import checked, players
from turnwise.games import game as game_named
from turnwise.kit.bind import bind
from turnwise.kit.errors import BadOption, quoted
from turnwise.kit.events import buffer
from turnwise.kit.game import Frame, Game
from turnwise.kit.position import SPECTATOR, Engine, rows_of
from turnwise.kit.words import said
from turnwise.lab.bout import BadBots, Bout, Seating, Setting
from turnwise.lab.cores import played, warm_up
from turnwise.lab.shares import Share, share
from turnwise.lab.tally import ACTIONS, COLUMNS, END, RANDOM, TRACE, TURNS, WINNERS
from turnwise.play.secret import Dice, small

CHUNK = 256
"""Games that one call plays. It is fixed, so that a seed gives the same games on any number of cores."""
MOST_TRACES = 200_000
"""Games that others are compared with, to see whether they are the same."""


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
    repeated: int = 0
    """Games that went as another did, move for move, where there is no chance that could have gone otherwise."""
    seconds: float = 0.0
    traces: set[int] = field(default_factory=set, repr=False)

    @property
    def different(self) -> int:
        """How many of the games differ: equal ones tell nothing new, so the intervals count them once."""
        return self.games - self.repeated

    def wins_of(self, seat: int) -> Share:
        return share(self.wins[seat], self.games, self.different)

    def add(self, game: Game, rows: Any, places: Any, points: Any) -> None:
        """Some more games: a row of COLUMNS for each, its places and its points."""
        self.games += len(rows)
        self.actions += int(rows[:, ACTIONS].sum())
        self.turns.update(rows[:, TURNS].tolist())
        self.nobody += int((rows[:, WINNERS] == 0).sum())
        for end, n in Counter(rows[:, END].tolist()).items():
            self.ends[game.rules.End(end).name.lower()] += n
        for seat in range(self.seats):
            self.wins[seat] += int((rows[:, WINNERS] >> seat & 1).sum())
            self.points[seat] += float(points[:, seat].sum())
            for place, n in Counter(places[:, seat].tolist()).items():
                self.places[seat][place - 1] += n
        if not game.chance:
            self._compare(rows[:, TRACE].tolist())

    def _compare(self, traces: list[int]) -> None:
        for trace in traces:
            self.repeated += trace in self.traces
            if len(self.traces) < MOST_TRACES:
                self.traces.add(trace)

    def summary(self) -> dict[str, Any]:
        """Everything as JSON-able data, with shares and 95 % intervals."""
        plain = {
            name: value for name, value in vars(self).items() if name not in ("turns", "points", "traces", "repeated")
        }
        plain["different"] = self.different
        plain["ends"] = dict(self.ends)
        plain["turns"] = {
            "mean": sum(length * n for length, n in self.turns.items()) / max(self.games, 1),
            "median": self._median_turns(),
            "shortest": min(self.turns, default=0),
            "longest": max(self.turns, default=0),
        }
        plain["win_shares"] = [self.wins_of(seat)._asdict() for seat in range(self.seats)]
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


def simulate(
    game: str | Game,
    games: int,
    *,
    seats: int | None = None,
    bots: str | Sequence[str] = "random",
    seed: int = 0,
    cores: int | None = None,
    compiled: bool = True,
    budget: Budget | None = None,
    progress: Callable[[int], None] = lambda done: None,
    **options: Any,
) -> Tally:
    """Play `games` games. One bot for all seats, or a list of one a seat. Ctrl-C stops early and keeps what was played.

    Where no bot looks ahead, thousands of games are one compiled call. Bots that do are given `budget`, and play game by game."""
    game = game if isinstance(game, Game) else game_named(game)
    options = game.with_computers(options, range(game.frame(seats, options).seats))
    frame = game.frame(seats, options)
    if isinstance(games, bool) or not isinstance(games, int) or games < 1:
        raise BadOption(said("Games are a whole number from 1 up, not {given}.", given=quoted(games)))
    bots = [bots] if isinstance(bots, str) else bots
    if len(bots) not in (1, frame.seats):
        raise BadBots(
            said(
                "Name one bot for all seats or {seats}, one for each; {given} were named.",
                seats=frame.seats,
                given=len(bots),
            )
        )
    names = [checked(name, game) for name in bots] * (frame.seats if len(bots) == 1 else 1)
    tally = Tally(game.name, frame.seats, names)
    tally.wins, tally.points = [0] * frame.seats, [0.0] * frame.seats
    tally.places = [[0] * frame.seats for _ in range(frame.seats)]
    quick = {"random": RANDOM, **{name: number for number, name in enumerate(["classic", *players(game)])}}
    cores = min(cores or os.cpu_count() or 1, games)
    if all(name in quick for name in names):
        kinds = np.array([quick[name] for name in names], np.int64)
        chunk = _Chunk(Engine(game, compiled=compiled), frame, kinds, Dice(small(seed), ("simulate",)))
        chunk.run(0, 0)  # compile, if need be, before the clock starts
        sizes = ((i, min(CHUNK, games - i * CHUNK)) for i in range(-(-games // CHUNK)))
        results = _in_order_of_arrival(chunk.run, sizes, cores)
    else:
        seated = tuple(bot(name, game) for name in names)
        setting = Setting(game.name, frame.seats, options, seated, budget, seed, compiled)
        warm_up(setting)
        plan = (Seating(number, number, tuple(range(frame.seats))) for number in range(games))
        results = (_row(game, bout) for bout in played(setting, plan, cores))
    started = time.perf_counter()
    try:
        with closing(results):
            for result in results:
                tally.add(game, *result)
                progress(tally.games)
    except KeyboardInterrupt:
        pass
    tally.seconds = time.perf_counter() - started
    return tally


Rows = tuple[Any, Any, Any]


def _row(game: Game, bout: Bout) -> Rows:
    """A game that bots have thought about, as a compiled call would tell it."""
    row = np.zeros((1, COLUMNS), np.int64)
    row[0, ACTIONS], row[0, TURNS], row[0, TRACE] = len(bout.log), bout.turns, hash(bout.log)
    row[0, END], row[0, WINNERS] = game.rules.End[bout.end.upper()], sum(1 << seat for seat in bout.winners)
    return row, np.array([bout.places], np.int64), np.array([bout.scores])


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
        rows = np.zeros((games, COLUMNS), np.int64)
        places, points = np.zeros((games, self.frame.seats), np.int64), np.zeros((games, self.frame.seats))
        silence = buffer(False, compiled=self.engine.compiled)
        pad = self.engine.pad()
        self.bound.tally(states, besides, self.hides_beside, self.kinds, pad, silence, rows, places, points)
        return rows, places, points


def _in_order_of_arrival(
    run: Callable[[int, int], Rows], sizes: Iterator[tuple[int, int]], cores: int
) -> Generator[Rows, None, None]:
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
