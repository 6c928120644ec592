"""Many games between bots, on all cores or a cluster, and their results."""

import hashlib
import os
import time
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
from msgspec import Struct

from turnwise.bots import Bot, Budget, bot
from turnwise.bots.names import players
from turnwise.games import game as game_named
from turnwise.kit.bind import bind
from turnwise.kit.errors import BadOption, quoted
from turnwise.kit.events import buffer
from turnwise.kit.game import Frame, Game
from turnwise.kit.position import SPECTATOR, Engine, rows_of
from turnwise.kit.words import Said, said
from turnwise.lab.bout import BadBots, Bout, Doing, Seating, Setting, forfeited, own_of, play
from turnwise.lab.kept import Kept, of_run
from turnwise.lab.sums import SAMPLE, Counts, Tally
from turnwise.lab.tally import (
    ACTIONS,
    BINS,
    CHOICES,
    COLUMNS,
    END,
    EVENTS,
    EXPECTATIONS,
    FIRST,
    PLIES,
    RANDOM,
    SERIES,
    STATES,
    TRACE,
    TURNS,
    WHOLE,
    WINNERS,
    follow,
)
from turnwise.lab.work import in_order
from turnwise.play.secret import Dice, small

CHUNK = 2048
"""Games of a part, if compiled. It is part of the run: a seed gives the same games wherever they are played."""
LIMIT = 10.0
"""Seconds for a move of a person's own agent."""


class Rows(Struct):
    """Single games of a part, if wanted as data: lists with an entry for each game, or for each seat of each."""

    first: list[int]
    actions: list[int]
    turns: list[int]
    choices: list[int]
    ends: list[str]
    winners: list[int]
    places: list[list[int]]
    points: list[list[float]]


class Record(Struct):
    """A game that replays, and what its bots thought: `expected` and `weighed` as in a `Bout`."""

    log: list[str]
    winners: list[int]
    expected: list[tuple[int, int, int]]
    weighed: list[list[tuple[int, int]]]


class Part(Struct):
    """The result of a part."""

    counts: Counts
    rows: Rows | None = None
    record: Record | None = None


Played = tuple[Any, Any, Any]
"""Games as COLUMNS, places and points."""


@dataclass(frozen=True)
class Plan:
    """Everything that the games of a run depend on, except their number. It can be sent to another process."""

    game: str
    seats: int
    options: dict[str, Any]
    bots: tuple[Bot, ...]
    budget: Budget | None = None
    seed: int = 0
    watch: bool = False
    """Whether to count what a study shows besides the winner: choices, actions, events, who is ahead."""
    rows: bool = False
    """Whether single games are wanted as data."""
    moves: bool = False
    """Whether every move is wanted, to learn from."""
    slow: bool = False
    """Whether games are played one by one although they could be compiled, because thinking bots get the same deals."""
    compiled: bool = True

    @property
    def names(self) -> list[str]:
        return [one.name for one in self.bots]

    @cached_property
    def quick(self) -> list[int] | None:
        """The numbers of the bots in compiled play; None if one looks ahead."""
        game = game_named(self.game)
        known = {"random": RANDOM, **{name: number for number, name in enumerate(["classic", *players(game)])}}
        return (
            None
            if self.slow or self.moves or any(one not in known for one in self.names)
            else [known[one] for one in self.names]
        )

    @property
    def about(self) -> dict[str, Any]:
        """What distinguishes this run from others, for the file of its parts."""
        game = game_named(self.game)
        kept = {name: value for name, value in vars(self).items() if name not in ("bots", "compiled", "quick")}
        return kept | {"bots": self.names, "version": game.version}


class Simulation:
    """Games of a plan as work: chunks of compiled ones, else one by one."""

    kind = Part

    def __init__(self, plan: Plan, games: int, limit: float = LIMIT) -> None:
        self.plan, self.total, self.limit = plan, games, limit
        self.game = game_named(plan.game)
        self.threads = plan.quick is not None
        self.setting = Setting(
            plan.game, plan.seats, plan.options, plan.bots, plan.budget, plan.seed, plan.compiled, plan.moves
        )
        self.guarded = self.setting.guarded
        self.size = CHUNK if self.threads else 1

    def __reduce__(self) -> tuple[Any, ...]:
        return Simulation, (self.plan, self.total, self.limit)

    @property
    def parts(self) -> int:
        return -(-self.total // self.size)

    def games(self, part: Part) -> int:
        return part.counts.games

    def prepare(self) -> None:
        if self.threads:
            self._chunk.run(0, 0)
        else:
            warm_up(self.setting)

    def part(self, number: int, stop: Callable[[], bool], doing: Doing) -> Part:
        return self.played(number, stop, doing)[0]

    def played(self, number: int, stop: Callable[[], bool], doing: Doing) -> tuple[Part, Played]:
        """A part, and its games one by one."""
        if not self.threads:
            return self._of_bout(play(self.setting, self._seating(number), stop, doing))
        played, detail = self._chunk.run(number, min(CHUNK, self.total - number * CHUNK))
        return self._part(number, played, detail), played

    def lost(self, number: int, seat: int, why: Said) -> Part:
        return self.forfeit(number, seat, why)[0]

    def forfeit(self, number: int, seat: int, why: Said) -> tuple[Part, Played]:
        return self._of_bout(forfeited(self.setting, self._seating(number), min(seat, self.plan.seats - 1), why))

    def _seating(self, number: int) -> Seating:
        return Seating(number, number, tuple(range(self.plan.seats)))

    @cached_property
    def _chunk(self) -> "_Chunk":
        plan = self.plan
        engine = Engine(self.game, compiled=plan.compiled)
        return _Chunk(engine, self.game.frame(plan.seats, plan.options), plan)

    def _of_bout(self, bout: Bout) -> tuple[Part, Played]:
        played, detail = _as_played(self.game, bout)
        part = self._part(bout.seating.number, played, detail)
        if bout.fault:
            part.counts.faults = {bout.fault.of(self.plan.names[bout.fault.seat]): 1}
        if self.plan.moves:
            weighed = [[*choices] for choices in bout.weighed]
            part.record = Record([*bout.log], [*bout.winners], [*bout.expected], weighed)
        return part, played

    def _part(self, number: int, played: Played, detail: tuple[Any, ...]) -> Part:
        counts = Counts.of(self.game, self.plan.seats, *played)
        if number * self.size >= SAMPLE:
            counts.traces = []
        if self.plan.watch:
            counts.detail(*detail)
        return Part(counts, _rows(self.game, *played) if self.plan.rows else None)


def plan_of(
    game: str | Game,
    *,
    seats: int | None = None,
    bots: str | Sequence[str | Bot] = "random",
    seed: int = 0,
    budget: Budget | None = None,
    options: dict[str, Any],
    **more: Any,
) -> Plan:
    """A plan; raises with a sentence if something is wrong. One bot for all seats, or one per seat."""
    game = game if isinstance(game, Game) else game_named(game)
    options = game.with_computers(options, range(game.frame(seats, options).seats))
    frame = game.frame(seats, options)
    bots = [bots] if isinstance(bots, str) else bots
    if len(bots) not in (1, frame.seats):
        raise BadBots(
            said(
                "Name one bot for all seats or {seats}, one for each; {given} were named.",
                seats=frame.seats,
                given=len(bots),
            )
        )
    small(seed)  # refused here if it is no seed
    found = [bot(one, game) if isinstance(one, str) else one for one in bots]
    seated = tuple(found * (frame.seats if len(found) == 1 else 1))
    return Plan(game.name, frame.seats, options, seated, budget, seed, **more)


def simulate(
    game: str | Game,
    games: int,
    *,
    seats: int | None = None,
    bots: str | Sequence[str | Bot] = "random",
    seed: int = 0,
    cores: int | None = None,
    compiled: bool = True,
    budget: Budget | None = None,
    progress: Callable[[int], None] = lambda done: None,
    limit: float = LIMIT,
    on: str | None = None,
    **options: Any,
) -> Tally:
    """Play `games` games. One bot for all seats, or a list of one per seat. Ctrl-C stops early and keeps what was
    played.

    If no bot looks ahead, hundreds of games are one compiled call. Bots that do get `budget`, and play game by game.
    `limit` is in seconds for a move of a person's own agent. `on`: `ray`, or the address of a Ray cluster."""
    plan = plan_of(game, seats=seats, bots=bots, seed=seed, budget=budget, options=options, compiled=compiled)
    return run(plan, games, cores=cores, progress=progress, limit=limit, on=on)


def run(
    plan: Plan,
    games: int,
    *,
    cores: int | None = None,
    progress: Callable[[int], None] = lambda done: None,
    limit: float = LIMIT,
    on: str | None = None,
    kept: Kept | None = None,
    each: Callable[[int, Part], None] = lambda number, part: None,
) -> Tally:
    """Play the games of a plan; `each` is called with every part, in order. Ctrl-C stops early and keeps what was
    played."""
    if isinstance(games, bool) or not isinstance(games, int) or games < 1:
        raise BadOption(said("Games are a whole number from 1 up, not {given}.", given=quoted(games)))
    work = Simulation(plan, games, limit)
    tally = Tally.begin(work.game, plan.seats, plan.names)
    cores = min(cores or os.cpu_count() or 1, work.parts)
    started = time.perf_counter()
    try:
        if on is None:
            work.prepare()
            started = time.perf_counter()
        with closing(in_order(work, work.parts, cores=cores, on=on, kept=kept, progress=progress)) as parts:
            for number, part in parts:
                tally.add(part.counts)
                each(number, part)
    except KeyboardInterrupt:
        pass
    tally.seconds = time.perf_counter() - started
    return tally


def kept_of(plan: Plan, games: int, resume: bool) -> Kept:
    """The file of a plan's parts; an incomplete last part depends on the number of games."""
    ragged = games % CHUNK if plan.quick is not None else 0
    return of_run("simulate", plan.about | {"last": ragged}, resume)


def warm_up(setting: Setting) -> None:
    """Let every bot of ours think once. Own agents are not even imported, because they may hang or fail."""
    match = setting.match(0)
    for player in setting.bots:
        while len(match.legal) == 1:  # no bot thinks about a forced move
            match.play(match.legal[0])
        ours = type(player).__module__.startswith("turnwise.") and not own_of(player)
        if match.turn is not None and ours:
            known = match.position.redacted(match.turn)
            match.play(int(player.think(known, match.turn, seed=0, budget=Budget(iterations=1)).action))


class _Chunk:
    """Plays some games in one compiled call, with its own work space."""

    def __init__(self, engine: Engine, frame: Frame, plan: Plan) -> None:
        self.engine, self.frame = engine, frame
        self.kinds = np.array(plan.quick, np.int64)
        self.dice = Dice(small(plan.seed), ("simulate",))
        self.bound = bind("turnwise.lab.tally", engine.game.package, compiled=engine.compiled)
        self.hides_beside = int(bool(engine.game.records[1].hidden))
        evaluates = hasattr(engine.game.hints, "evaluate")
        self.watch = (EVENTS | EXPECTATIONS * evaluates) if plan.watch else 0

    def run(self, number: int, games: int) -> tuple[Played, tuple[Any, ...]]:
        engine, seats = self.engine, self.frame.seats
        blank = engine.blank(self.frame, self.dice.seed(number))
        states, besides = rows_of(blank, STATES)
        if self.hides_beside:
            besides[1] = blank.redacted(SPECTATOR).besides[0]
        rows = np.zeros((games, COLUMNS), np.int64)
        places, points = np.zeros((games, seats), np.int64), np.zeros((games, seats))
        acts, wide, happened, curve = _room(engine.game)
        series = np.zeros((SERIES if self.watch & EXPECTATIONS else 1, seats), np.int64)
        tells = buffer(bool(self.watch), compiled=engine.compiled)
        self.bound.tally(
            states,
            besides,
            self.hides_beside,
            self.kinds,
            engine.pad(),
            tells,
            self.watch,
            rows,
            places,
            points,
            acts,
            wide,
            happened,
            series,
            curve,
        )
        return (rows, places, points), (acts, wide, happened, curve)


def _room(game: Game) -> tuple[Any, Any, Any, Any]:
    """Arrays for counts by action, by ply, by event and by part of the game."""
    kinds = 1 + max((int(kind) for kind in game.rules.Event), default=0)
    return (
        np.zeros(game.actions, np.int64),
        np.zeros((PLIES, 2), np.int64),
        np.zeros(kinds, np.int64),
        np.zeros((BINS, 2), np.int64),
    )


def _as_played(game: Game, bout: Bout) -> tuple[Played, tuple[Any, ...]]:
    """A game between thinking bots, in the form of a compiled call's result."""
    acts, wide, happened, curve = _room(game)
    rows, seats = np.zeros((1, COLUMNS), np.int64), len(bout.places)
    rows[0, ACTIONS], rows[0, TURNS] = len(bout.choices), bout.turns
    rows[0, TRACE] = int.from_bytes(hashlib.blake2b(" ".join(bout.log).encode(), digest_size=8).digest(), signed=True)
    rows[0, END] = 0 if bout.fault else game.rules.End[bout.end.upper()]
    rows[0, WINNERS], rows[0, FIRST] = sum(1 << seat for seat in bout.winners), bout.first
    rows[0, CHOICES] = sum(number > 1 for number in bout.choices)
    for entry in bout.log:
        acts[int(entry.partition(":")[2])] += 1
    for ply, number in enumerate(bout.choices):
        wide[min(ply, PLIES - 1)] += number, 1
    for kind in bout.events:
        happened[kind] += 1
    series = _series(bout, seats)
    follow(series, len(series), seats, rows, 0, curve)
    return (rows, np.array([bout.places], np.int64), np.array([bout.scores])), (acts, wide, happened, curve)


def _series(bout: Bout, seats: int) -> Any:
    """What all seats expected at each ply, by their latest estimates; of two seats, one expects what the other does
    not."""
    if not bout.expected:
        return np.zeros((0, seats), np.int64)
    said_at = {ply: (seat, value) for ply, seat, value in bout.expected}
    latest, series = [WHOLE // seats] * seats, []
    for ply in range(min(len(bout.choices), SERIES)):
        if ply in said_at:
            seat, value = said_at[ply]
            latest[seat] = value
            if seats == 2:
                latest[1 - seat] = WHOLE - value
        series.append(list(latest))
    return np.array(series, np.int64)


def _rows(game: Game, rows: Any, places: Any, points: Any) -> Rows:
    ends = {int(end): end.name.lower() for end in game.rules.End} | {0: "forfeit"}
    return Rows(
        rows[:, FIRST].tolist(),
        rows[:, ACTIONS].tolist(),
        rows[:, TURNS].tolist(),
        rows[:, CHOICES].tolist(),
        [ends[end] for end in rows[:, END].tolist()],
        rows[:, WINNERS].tolist(),
        places.tolist(),
        points.tolist(),
    )


def with_bots(plan: Plan, names: Sequence[str]) -> Plan:
    """The same run with other bots."""
    game = game_named(plan.game)
    found = [bot(one, game) for one in names]
    return replace(plan, bots=tuple(found * (plan.seats if len(found) == 1 else 1)))
