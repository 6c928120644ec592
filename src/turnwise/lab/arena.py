"""Bots against each other, on all cores: which is stronger, and how certain that is."""

import os
import time
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import closing
from itertools import combinations, combinations_with_replacement, islice, permutations
from math import factorial
from typing import Any

from turnwise.bots import Bot, Budget, bot
from turnwise.games import game as game_named
from turnwise.kit.errors import BadOption, BadSeats, quoted
from turnwise.kit.game import Game
from turnwise.kit.words import Said, said
from turnwise.lab.bout import BadBots, Bout, Doing, Seating, Setting, forfeited, play
from turnwise.lab.kept import Kept, of_run
from turnwise.lab.simulate import LIMIT, warm_up
from turnwise.lab.sprt import Verdict, verdict
from turnwise.lab.standings import Standings
from turnwise.lab.work import in_order


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
    limit: float = LIMIT,
    on: str | None = None,
    keep: bool = False,
    resume: bool = False,
    written: Callable[[Standings], object] = lambda standings: None,
    **options: Any,
) -> Standings:
    """Let bots, by their names or as objects, play `games` games. Ctrl-C stops early and keeps what was played.

    With two seats every bot meets every other. With more, two bots are compared as one of the first against a table of
    the second; several bots form every possible table. If one is named several times, that many sit down: there is one
    table, with a bot named for each seat. The games of one *deal* are one table with the same chance, each time moved
    on by a seat: so every bot is equally often in every seat, with every deal's luck, which lowers the variance.
    `games` is rounded up to whole deals. Who sits behind whom changes from round to round.

    A seed with a budget of iterations gives the same games on any number of cores. `sprt` (of two bots) stops as soon
    as the first bot's share of points is known to be at most the first number or at least the second; True means the
    fair share and a tenth more. `limit` is in seconds for a move of a person's own agent. `on`: `ray`, or the address
    of a Ray cluster. `keep` stores finished games in a file, from which `resume` continues; it is deleted after
    `written` has been called with the standings."""
    game = game if isinstance(game, Game) else game_named(game)
    options = game.with_computers(options, range(game.frame(seats, options).seats))
    frame = game.frame(seats, options)
    players, party = _players(game, bots, frame.seats)
    between = _shares(sprt, len(players), frame.seats)
    setting = Setting(game.name, frame.seats, options, players, budget, seed)
    deals = -(-games // frame.seats)
    work = Contest(setting, [party] if party else tables(len(players), frame.seats), limit)
    standings = Standings(setting, frame.options, games, deals * frame.seats)
    started = time.perf_counter()
    cores = min(cores or os.cpu_count() or 1, deals * frame.seats)
    arrivals = Arrivals(frame.seats, between)
    kept = work.kept(resume) if keep or resume else None
    try:
        if on is None:
            work.prepare()
            started = time.perf_counter()
        parts = in_order(work, deals * frame.seats, cores=cores, on=on, kept=kept, progress=progress)
        with closing(parts):
            for _, bout in parts:
                arrivals.add(bout)
                if arrivals.decided is not None:
                    break
    except KeyboardInterrupt:
        standings.stopped = True
    standings.seconds = time.perf_counter() - started
    standings.bouts, standings.verdict = arrivals.in_order(), arrivals.verdict
    finished = False
    try:
        written(standings)
        finished = not standings.stopped
    finally:
        if kept is not None:
            kept.close(finished=finished)
    return standings


class Contest:
    """The games of an arena as work, one by one."""

    kind, threads = Bout, False

    def __init__(self, setting: Setting, together: Sequence[tuple[int, ...]], limit: float = LIMIT) -> None:
        self.setting, self.together, self.limit = setting, together, limit
        self.guarded = setting.guarded

    def prepare(self) -> None:
        warm_up(self.setting)

    def part(self, number: int, stop: Callable[[], bool], doing: Doing) -> Bout:
        return play(self.setting, self._seating(number), stop, doing)

    def lost(self, number: int, seat: int, why: Said) -> Bout:
        return forfeited(self.setting, self._seating(number), seat, why)

    def games(self, result: Bout) -> int:
        return 1

    def _seating(self, number: int) -> Seating:
        return seating(self.together, self.setting.seats, number)

    def kept(self, resume: bool) -> Kept:
        setting = self.setting
        about = {name: value for name, value in vars(setting).items() if name != "bots"}
        named = {"bots": [one.name for one in setting.bots], "together": [*self.together]}
        return of_run("arena", about | named | {"version": game_named(setting.game).version}, resume)


def _players(game: Game, bots: Sequence[str | Bot], seats: int) -> tuple[tuple[Bot, ...], tuple[int, ...]]:
    """The bots, each once; and which of them sits where, if one was named several times."""
    found = [bot(one, game) if isinstance(one, str) else one for one in bots]
    if len(found) < 2:
        raise BadBots(said("An arena needs at least two bots: classic,random for instance."))
    if seats < 2:
        raise BadSeats(said("An arena needs at least two seats."))
    players = list({one.name: one for one in found}.values())
    if len(
        {(one.name, None if isinstance(given, str) else id(given)) for one, given in zip(found, bots, strict=True)}
    ) > len(players):
        raise BadBots(said("Two different bots have the same name."))
    if len(players) == len(found):
        return tuple(players), ()
    if len(found) != seats:
        raise BadBots(
            said(
                "A bot that is named several times sits in as many seats: name one for each of the {seats} seats, not {given}.",
                seats=seats,
                given=len(found),
            )
        )
    names = [one.name for one in players]
    return tuple(players), tuple(names.index(one.name) for one in found)


def _shares(sprt: tuple[float, float] | bool, bots: int, seats: int) -> tuple[float, float] | None:
    if sprt is False:
        return None
    if bots != 2:
        raise BadBots(said("A sequential test is for two bots, not {given}.", given=bots))
    low, high = (1 / seats, 1 / seats + 0.1) if sprt is True else sprt
    if not 0 < low < high < 1:
        raise BadOption(
            said("A sequential test is between two shares, as 0.5,0.6, not {given}.", given=quoted((low, high)))
        )
    return low, high


def seating(together: Sequence[tuple[int, ...]], seats: int, number: int) -> Seating:
    """Who sits where in a game: deal by deal, table by table, round by round."""
    deal, turn = divmod(number, seats)
    round_, table = divmod(deal, len(together))
    first, *others = together[table]
    order = first, *next(islice(permutations(others), round_ % factorial(len(others)), None))
    return Seating(number, deal, tuple(order[(seat - turn) % seats] for seat in range(seats)))


def tables(bots: int, seats: int) -> list[tuple[int, ...]]:
    """The tables of one round, in an order in which no bot waits long."""
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
    """Games as they arrive, and the test over those without a gap before them, so that the order of arrival does not
    matter."""

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
            self.points += sum(one.mean_points(0) for one in deal)
            self.judged += self.seats
            self.verdict = verdict(self.points, self.judged, *self.between)
            if self.verdict.accepted:
                self.decided = self.judged

    def _next_deal(self) -> list[Bout]:
        """The next whole deal, or empty: within a deal the seats are not balanced yet."""
        numbers = range(self.judged, self.judged + self.seats)
        return [self.bouts[n] for n in numbers] if all(n in self.bouts for n in numbers) else []

    def in_order(self) -> list[Bout]:
        """By number, up to where the test was decided."""
        return [self.bouts[n] for n in sorted(self.bouts) if self.decided is None or n < self.decided]
