"""Bots against each other, on all cores: who is stronger, and how sure that is."""

import os
import signal
import time
from collections import Counter
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing, contextmanager
from itertools import combinations, combinations_with_replacement, islice, permutations
from math import factorial
from multiprocessing import get_context, parent_process
from threading import Thread
from typing import Any

from turnwise.bots import Bot, Budget, bot
from turnwise.games import game as game_named
from turnwise.kit.errors import BadOption, BadSeats, TurnwiseError, quoted
from turnwise.kit.game import Game
from turnwise.lab.bout import Bout, Seating, Setting, play
from turnwise.lab.simulate import BadBots
from turnwise.lab.sprt import Verdict, verdict
from turnwise.lab.standings import Standings


def arena(
    game: str | Game,
    bots: Sequence[str | Bot],
    games: int = 100,
    *,
    budget: Budget | None = None,
    seats: int | None = None,
    seed: int = 0,
    cores: int | None = None,
    progress: Callable[[int], None] = lambda done: None,
    sprt: tuple[float, float] | bool = False,
    **options: Any,
) -> Standings:
    """Let bots, by their names or as they are, play `games` games. Ctrl-C stops early and keeps what was played.

    For two seats everybody meets everybody. For more, two bots sit down as one of the first against a table of the second;
    several bots form every table that can be formed of them. The games of one *deal* are one table with one and the same
    chance, each time moved on by a seat: so every bot sits equally often in every seat, with every deal's luck, which lowers
    the variance. `games` is rounded up to whole deals. Who sits behind whom changes from round to round.

    A seed with a budget of iterations gives the same games on any number of cores. `sprt` (of two bots) stops as soon as
    the first bot's share of points is known to be at most the first number or at least the second; True stands for
    the fair share and a tenth more."""
    game = game if isinstance(game, Game) else game_named(game)
    options = game.with_computers(options, range(game.frame(seats, options).seats))
    frame = game.frame(seats, options)
    players = _players(bots, frame.seats)
    between = _shares(sprt, len(players), frame.seats)
    setting = Setting(game.name, frame.seats, options, players, budget, seed)
    deals = -(-games // frame.seats)
    plan = schedule(len(players), frame.seats, deals)
    standings = Standings(setting, frame.options, games, deals * frame.seats)
    started = time.perf_counter()
    cores = min(cores or os.cpu_count() or 1, deals * frame.seats)
    arrivals = Arrivals(frame.seats, between)
    try:
        _warm_up(setting)
        started = time.perf_counter()
        with closing(_on_cores(setting, plan, cores) if cores > 1 else _here(setting, plan)) as bouts:
            for bout in bouts:
                arrivals.add(bout)
                progress(len(arrivals.bouts))
                if arrivals.decided is not None:
                    break
    except KeyboardInterrupt:
        standings.stopped = True
    standings.seconds = time.perf_counter() - started
    standings.bouts, standings.verdict = arrivals.in_order(), arrivals.verdict
    return standings


def _players(bots: Sequence[str | Bot], seats: int) -> tuple[Bot, ...]:
    players = tuple(bot(one) if isinstance(one, str) else one for one in bots)
    if len(players) < 2:
        raise BadBots("An arena needs at least two bots: classic,random for instance.")
    if seats < 2:
        raise BadSeats("An arena needs at least two seats.")
    for name, n in Counter(player.name for player in players).items():
        if n > 1:
            raise BadBots(f"Each bot is named once; {quoted(name)} is named {n} times.")
    return players


def _shares(sprt: tuple[float, float] | bool, bots: int, seats: int) -> tuple[float, float] | None:
    if sprt is False:
        return None
    if bots != 2:
        raise BadBots(f"A sequential test is for two bots, not {bots}.")
    low, high = (1 / seats, 1 / seats + 0.1) if sprt is True else sprt
    if not 0 < low < high < 1:
        raise BadOption(f"A sequential test is between two shares, as 0.5,0.6, not {quoted((low, high))}.")
    return low, high


def schedule(bots: int, seats: int, deals: int) -> Iterator[Seating]:
    """All games in their order: deal by deal, table by table, round by round."""
    together = tables(bots, seats)
    for deal in range(deals):
        round_, table = divmod(deal, len(together))
        first, *others = together[table]
        order = first, *next(islice(permutations(others), round_ % factorial(len(others)), None))
        for turn in range(seats):
            yield Seating(deal * seats + turn, deal, tuple(order[(seat - turn) % seats] for seat in range(seats)))


def tables(bots: int, seats: int) -> list[tuple[int, ...]]:
    """Who sits together in one round, in an order that lets nobody wait long."""
    if bots == 2:
        return [(0, *[1] * (seats - 1))]
    waiting = (
        list(combinations(range(bots), seats))
        if bots >= seats
        else [table for table in combinations_with_replacement(range(bots), seats) if len(set(table)) == bots]
    )
    found: list[tuple[int, ...]] = []
    played: Counter[int] = Counter()
    while waiting:
        found.append(min(waiting, key=lambda table: (sum(played[one] for one in table), table)))
        waiting.remove(found[-1])
        played.update(found[-1])
    return found


class Arrivals:
    """Games as they arrive, and the test over those without a gap before them: the order of arrival decides nothing."""

    def __init__(self, seats: int, between: tuple[float, float] | None) -> None:
        self.bouts: dict[int, Bout] = {}
        self.seats, self.between = seats, between
        self.judged = 0
        self.points = 0.0
        self.verdict: Verdict | None = verdict(0, 0, *between) if between else None
        self.decided: int | None = None

    def add(self, bout: Bout) -> None:
        self.bouts[bout.seating.number] = bout
        while self.between and self.decided is None and (deal := self._next_deal()):
            self.points += sum(one.points(one.seating.bots.index(0)) for one in deal)
            self.judged += self.seats
            self.verdict = verdict(self.points, self.judged, *self.between)
            if self.verdict.accepted:
                self.decided = self.judged

    def _next_deal(self) -> list[Bout]:
        """The next whole deal, or nothing: within a deal the seats are not balanced yet."""
        numbers = range(self.judged, self.judged + self.seats)
        return [self.bouts[n] for n in numbers] if all(n in self.bouts for n in numbers) else []

    def in_order(self) -> list[Bout]:
        """By number, up to where the test was decided."""
        return [self.bouts[n] for n in sorted(self.bouts) if self.decided is None or n < self.decided]


def _warm_up(setting: Setting) -> None:
    """Have everything compiled once, for all processes, before the clock starts."""
    match = setting.match(0)
    for player in setting.bots:
        while len(match.legal) == 1:  # nobody thinks about a move without a choice
            match.play(match.legal[0])
        if match.turn is not None:
            known = match.position.redacted(match.turn)
            match.play(int(player.think(known, match.turn, seed=0, budget=Budget(iterations=1)).action))


def _here(setting: Setting, plan: Iterator[Seating]) -> Generator[Bout, None, None]:
    for seating in plan:
        yield play(setting, seating, lambda: False)


def _on_cores(setting: Setting, plan: Iterator[Seating], cores: int) -> Generator[Bout, None, None]:
    """Games in processes of their own, one each, in the order in which they end."""
    context = get_context("spawn")
    stop = context.Event()
    pool = ProcessPoolExecutor(cores, context, _enter, (setting, stop))
    try:
        waiting: set[Future[Bout]] = set()
        while True:
            with _deaf():
                waiting |= {pool.submit(_play, seating) for seating in islice(plan, 2 * cores - len(waiting))}
            if not waiting:
                return
            done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
            for future in done:
                yield future.result()
    except BrokenProcessPool:
        raise TurnwiseError(
            "A process ended before its game did. A script calls arena() under `if __name__ == '__main__':`, or with cores=1."
        ) from None
    finally:
        stop.set()
        pool.shutdown(cancel_futures=True)


@contextmanager
def _deaf() -> Iterator[None]:
    """Processes that begin in here never hear Ctrl-C, which is for us alone; we hear it afterwards."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


_at: tuple[Setting, Any]
"""In a worker: what it plays, and the event that ends it."""


def _enter(setting: Setting, stop: Any) -> None:
    global _at
    _at = setting, stop
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """Nobody would collect the games of a process whose parent was killed."""
    parent = parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)


def _play(seating: Seating) -> Bout:
    setting, stop = _at
    return play(setting, seating, stop.is_set)
