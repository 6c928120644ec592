"""Two ways to play compared on the same random numbers: what differs, and whether the difference is significant."""

import os
import time
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from math import sqrt
from pathlib import Path
from statistics import NormalDist
from typing import TYPE_CHECKING, Any

import numpy as np
from msgspec import Struct, field

from turnwise.bots import Bot
from turnwise.games import game as game_named
from turnwise.games import game_names
from turnwise.kit.game import Game
from turnwise.kit.words import ENGLISH, Said, said
from turnwise.lab.bout import Doing
from turnwise.lab.kept import Kept, of_run
from turnwise.lab.shares import failures, repeated
from turnwise.lab.simulate import CHUNK, LIMIT, Plan, Played, Simulation, plan_of
from turnwise.lab.sums import Counts, Tally
from turnwise.lab.tally import ACTIONS, CHOICES, FIRST, LEADS, TURNS, WINNERS
from turnwise.lab.work import in_order

if TYPE_CHECKING:
    from turnwise.lab.study import Study

SURE = 0.05
"""The largest probability of claiming a difference that is none, over all comparisons."""
SHARES = {
    "first": said("Whoever begins wins"),
    "seat_0": said("Seat 0 wins"),
    "nobody": said("Nobody wins"),
}
LENGTHS = {
    "actions": said("Actions a game"),
    "turns": said("Turns a game"),
    "choices": said("Choices a game"),
    "leads": said("Changes of the lead"),
}
MEASURES = SHARES | LENGTHS


class Sums(Struct):
    """Of pairs of games: their number, both sums, and the sums of the differences and of their squares."""

    pairs: int = 0
    one: int = 0
    two: int = 0
    apart: int = 0
    squares: int = 0

    def add(self, more: "Sums") -> None:
        for name in self.__struct_fields__:
            setattr(self, name, getattr(self, name) + getattr(more, name))


class Pairs(Struct):
    """The results of pairs of games: both sides, and each measure."""

    one: Counts
    two: Counts
    sums: dict[str, Sums] = field(default_factory=dict)


class Paired:
    """The same parts of two runs as work."""

    kind = Pairs

    def __init__(self, one: Plan, two: Plan, games: int, limit: float = LIMIT) -> None:
        slow = one.quick is None or two.quick is None
        self.sides = tuple(Simulation(replace(plan, slow=slow), games, limit) for plan in (one, two))
        self.given = one, two, games, limit
        self.limit, self.threads = limit, not slow
        self.guarded = any(side.guarded for side in self.sides)

    def __reduce__(self) -> tuple[Any, ...]:
        return Paired, self.given

    @property
    def parts(self) -> int:
        return self.sides[0].parts

    def prepare(self) -> None:
        for side in self.sides:
            side.prepare()

    def part(self, number: int, stop: Callable[[], bool], doing: Doing) -> Pairs:
        (one, first), (two, second) = (side.played(number, stop, doing) for side in self.sides)
        return Pairs(one.counts, two.counts, _sums(first, second))

    def lost(self, number: int, seat: int, why: Said) -> Pairs:
        """It is not known on which side it was, so it counts as a loss on both."""
        (one, first), (two, second) = (side.forfeit(number, seat, why) for side in self.sides)
        return Pairs(one.counts, two.counts, _sums(first, second))

    def games(self, result: Pairs) -> int:
        return result.one.games

    def kept(self, resume: bool) -> Kept:
        games = self.given[2]
        about = {"one": self.given[0].about, "two": self.given[1].about, "game": self.given[0].game}
        return of_run("compare", about | {"last": games % CHUNK if self.threads else 0}, resume)


def _sums(one: Played, two: Played) -> dict[str, Sums]:
    found = {}
    for (name, left), right in zip(_measured(one).items(), _measured(two).values(), strict=True):
        there = (left >= 0) & (right >= 0)
        a, b = left[there], right[there]
        apart = b - a
        found[name] = Sums(len(a), *(int(column.sum()) for column in (a, b, apart, apart * apart)))
    return found


def _measured(played: Played) -> dict[str, Any]:
    rows = played[0]
    winners = rows[:, WINNERS]
    return {
        "first": winners >> rows[:, FIRST] & 1,
        "seat_0": winners & 1,
        "nobody": (winners == 0).astype(np.int64),
        "actions": rows[:, ACTIONS],
        "turns": rows[:, TURNS],
        "choices": rows[:, CHOICES],
        "leads": rows[:, LEADS],
    }


@dataclass(frozen=True)
class Difference:
    """A measure of both sides, and how much more the second has: with its 95 % interval, and whether it is
    significant."""

    name: str
    one: float
    two: float
    apart: float
    low: float
    high: float
    told: bool

    @property
    def is_share(self) -> bool:
        return self.name in SHARES

    @property
    def words(self) -> Said:
        return MEASURES[self.name]


@dataclass
class Comparison:
    """Two runs and what differs."""

    labels: tuple[str, str]
    plans: tuple[Plan, Plan]
    tallies: tuple[Tally, Tally]
    sums: dict[str, Sums]
    wanted: int
    seconds: float = 0.0

    @property
    def game(self) -> Game:
        return game_named(self.plans[0].game)

    @property
    def games(self) -> int:
        """The number of pairs of games."""
        return self.tallies[0].games

    @property
    def studies(self) -> "list[Study]":
        """Each side by itself."""
        from turnwise.lab.study import Study

        return [Study(plan, tally, self.wanted) for plan, tally in zip(self.plans, self.tallies, strict=True)]

    def remarks(self) -> list[Said]:
        """Caveats about these numbers."""
        found = []
        if self.games < self.wanted:
            number, planned = f"{self.games:,}", f"{self.wanted:,}"
            found.append(said("Stopped after {number} of {planned} games.", number=number, planned=planned))
        for label, tally in zip(self.labels, self.tallies, strict=True):
            if tally.different < tally.games:
                found.append(said("{side}: {remark}", side=label, remark=repeated(tally.different, tally.games)))
            found += [said("{side}: {remark}", side=label, remark=one) for one in failures(tally.faults)]
        return found

    def html(self, language: str = ENGLISH.language) -> str:
        """One page with everything in it."""
        from turnwise.lab.page import page

        return page(self, language)

    def save(self, file: str | Path, language: str = ENGLISH.language) -> None:
        Path(file).write_text(self.html(language), "utf-8")

    def _repr_html_(self) -> str:
        from turnwise.lab.page import fragment

        return fragment(self)

    @property
    def differences(self) -> list[Difference]:
        """All measures that both sides have. One of many would look different by chance: the bound is divided among
        them."""
        there = {name: sums for name, sums in self.sums.items() if sums.pairs and (sums.one or sums.two)}
        if there.get("seat_0") == there.get("first"):
            there.pop("seat_0", None)  # seat 0 always begins
        bound = NormalDist().inv_cdf(1 - SURE / 2 / max(len(there), 1))
        tallies = [one for one in self.tallies if one.games]
        truly = min((one.different / one.games for one in tallies), default=1.0)
        return [_difference(name, sums, bound, truly) for name, sums in there.items()]

    def sentences(self) -> list[Said]:
        """A short answer."""
        one, two = self.labels
        told = [difference for difference in self.differences if difference.told]
        if not told:
            return [
                said(
                    "In {games} pairs of games nothing tells {two} from {one}.",
                    games=f"{self.tallies[0].games:,}",
                    one=one,
                    two=two,
                )
            ]
        found = []
        for difference in told:
            given: dict[str, Any] = {"what": difference.words, "one": one, "two": two}
            values = _shown(difference, difference.one), _shown(difference, difference.two)
            found.append(
                said(
                    "{what}: {a} with {one}, {b} with {two}, a difference of {apart}.",
                    **given,
                    a=values[0],
                    b=values[1],
                    apart=apart(difference),
                )
            )
        return found


def _difference(name: str, sums: Sums, bound: float, truly: float) -> Difference:
    n = sums.pairs
    mean = sums.apart / n
    effective = n * truly
    spread = max(sums.squares / n - mean * mean, 0.0)
    error = sqrt(spread / max(effective - 1, 1)) if effective >= 2 else float("inf")
    low, high = mean - 1.96 * error, mean + 1.96 * error
    return Difference(name, sums.one / n, sums.two / n, mean, low, high, abs(mean) > bound * error)


def _shown(difference: Difference, value: float) -> str:
    return f"{value:.1%}" if difference.is_share else f"{value:.1f}"


def shown(difference: Difference) -> tuple[str, str]:
    return _shown(difference, difference.one), _shown(difference, difference.two)


def apart(difference: Difference) -> str:
    """A difference with its interval."""
    if difference.high == float("inf"):
        return "–"
    if difference.is_share:
        return f"{difference.apart * 100:+.1f} % ({difference.low * 100:+.1f} … {difference.high * 100:+.1f})"
    return f"{difference.apart:+.2f} ({difference.low:+.2f} … {difference.high:+.2f})"


def side(word: str, one: Game, bots: Sequence[str | Bot], given: dict[str, Any], **more: Any) -> Plan:
    """A run that differs from others in one word: `option=value`, the name of another game, or its bots."""
    name, sign, value = word.partition("=")
    if sign:
        return plan_of(one, bots=bots, options=given | {name.strip(): value.strip()}, **more)
    if word in game_names():
        return plan_of(game_named(word), bots=bots, options=given, **more)
    return plan_of(one, bots=word.split(","), options=given, **more)


def compare(
    labels: tuple[str, str],
    plans: tuple[Plan, Plan],
    games: int,
    *,
    cores: int | None = None,
    progress: Callable[[int], None] = lambda done: None,
    limit: float = LIMIT,
    on: str | None = None,
    resume: bool | None = None,
    written: Callable[[Comparison], object] = lambda found: None,
) -> Comparison:
    """Play both plans on the same random numbers. `resume`: None keeps no file, False begins one anew, True
    continues. The file of a finished run is deleted after `written` has been called with the comparison."""
    work = Paired(*plans, games, limit)
    tallies = tuple(
        Tally.begin(side.game, plan.seats, plan.names) for side, plan in zip(work.sides, plans, strict=True)
    )
    found = Comparison(labels, plans, (tallies[0], tallies[1]), {}, games)
    kept = None if resume is None else work.kept(resume)
    started = time.perf_counter()
    try:
        if on is None:
            work.prepare()
        cores = min(cores or os.cpu_count() or 1, work.parts)
        with closing(in_order(work, work.parts, cores=cores, on=on, kept=kept, progress=progress)) as parts:
            for _, part in parts:
                tallies[0].add(part.one)
                tallies[1].add(part.two)
                for name, sums in part.sums.items():
                    found.sums.setdefault(name, Sums()).add(sums)
    except KeyboardInterrupt:
        pass
    found.seconds = time.perf_counter() - started
    finished = False
    try:
        written(found)
        finished = tallies[0].games == games
    finally:
        if kept is not None:
            kept.close(finished=finished)
    return found
