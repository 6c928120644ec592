"""Games added up in whole numbers, so that the sums of chunks are the same however they are divided."""

from typing import Any

import numpy as np
from msgspec import Struct, field

from turnwise.kit.game import Game
from turnwise.lab.shares import Share, in_english, share
from turnwise.lab.tally import (
    ACTIONS,
    BINS,
    CHOICES,
    END,
    FIRST,
    LEADS,
    LOWEST,
    SETTLED,
    TRACE,
    TURNS,
    WHOLE,
    WINNERS,
)

POINT = 1 << 20
"""The unit of a game's points: whole numbers add up to the same in any order and on any processor."""
SAMPLE = 1 << 16
"""How many games are compared for equality; beyond it, the last quarter of them gives an estimate."""
FORFEIT = "forfeit"
"""The end of a game that a bot has lost because it failed."""


class Counts(Struct):
    """The results of many games: of one chunk, or of all. All are whole numbers."""

    seats: int
    games: int = 0
    actions: int = 0
    choices: int = 0
    """How often there was more than one action to choose from."""
    turns: dict[int, int] = field(default_factory=dict)
    lengths: dict[int, int] = field(default_factory=dict)
    """Games by their number of actions."""
    wins: list[int] = field(default_factory=list)
    places: list[list[int]] = field(default_factory=list)
    points: list[int] = field(default_factory=list)
    ends: dict[str, int] = field(default_factory=dict)
    nobody: int = 0
    begun: list[int] = field(default_factory=list)
    """Games by the seat that began."""
    begun_won: int = 0
    """Games won by the seat that began."""
    acts: dict[int, int] = field(default_factory=dict)
    wide: list[tuple[int, int]] = field(default_factory=list)
    """For each ply the sum of the numbers of choices, and how many games reached it."""
    happened: dict[int, int] = field(default_factory=dict)
    """Events by their kind."""
    leads: dict[int, int] = field(default_factory=dict)
    """Games by how often the lead changed, if there are estimates of who was ahead."""
    settled: dict[int, int] = field(default_factory=dict)
    """Won games by the part in which the winner finally took the lead; BINS if only at the end."""
    lowest: dict[int, int] = field(default_factory=dict)
    """Won games by the least that the winner once expected, in BINS parts."""
    curve: list[tuple[int, int]] = field(default_factory=list)
    faults: dict[str, int] = field(default_factory=dict)
    """Games that a bot lost because it failed, by its name and why."""
    traces: list[int] = field(default_factory=list)
    """Hashes of the first games."""

    @classmethod
    def none(cls, seats: int) -> "Counts":
        return cls(
            seats,
            wins=[0] * seats,
            places=[[0] * seats for _ in range(seats)],
            points=[0] * seats,
            begun=[0] * seats,
            curve=[(0, 0)] * BINS,
        )

    @classmethod
    def of(cls, game: Game, seats: int, table: Any, places: Any, points: Any) -> "Counts":
        """Games as rows of COLUMNS, with their places and points."""
        found, rows = cls.none(seats), table
        found.games = len(rows)
        found.actions, found.choices = int(rows[:, ACTIONS].sum()), int(rows[:, CHOICES].sum())
        found.turns, found.lengths = _counted(rows[:, TURNS]), _counted(rows[:, ACTIONS])
        winners = rows[:, WINNERS]
        found.nobody = int((winners == 0).sum())
        ends = {int(end): end.name.lower() for end in game.rules.End}
        found.ends = {ends.get(end, FORFEIT): n for end, n in _counted(rows[:, END]).items()}
        for seat in range(seats):
            found.wins[seat] = int((winners >> seat & 1).sum())
            found.points[seat] = int(np.rint(points[:, seat] * POINT).astype(np.int64).sum())
            for place, n in _counted(places[:, seat]).items():
                found.places[seat][place - 1] += n
            found.begun[seat] = int((rows[:, FIRST] == seat).sum())
        found.begun_won = int((winners >> rows[:, FIRST] & 1).sum())
        found.leads = _counted(rows[rows[:, LEADS] >= 0, LEADS])
        found.settled = _counted(rows[rows[:, SETTLED] >= 0, SETTLED])
        lowest = rows[rows[:, LOWEST] >= 0, LOWEST]
        found.lowest = _counted(np.minimum(lowest * BINS // WHOLE, BINS - 1))
        if not game.chance:
            found.traces = rows[:, TRACE].tolist()
        return found

    def detail(self, acts: Any, wide: Any, happened: Any, curve: Any) -> None:
        """Add what was counted while the games were played."""
        self.acts = {int(action): int(acts[action]) for action in np.flatnonzero(acts)}
        reached = int(np.flatnonzero(wide[:, 1]).max(initial=-1)) + 1
        self.wide = [(int(many), int(games)) for many, games in wide[:reached]]
        self.happened = {int(kind): int(happened[kind]) for kind in np.flatnonzero(happened)}
        self.curve = [(int(total), int(n)) for total, n in curve]

    def add(self, more: "Counts") -> None:
        """Add more games."""
        for name in ("games", "actions", "choices", "nobody", "begun_won"):
            setattr(self, name, getattr(self, name) + getattr(more, name))
        for name in ("turns", "lengths", "ends", "acts", "happened", "leads", "settled", "lowest", "faults"):
            _add(getattr(self, name), getattr(more, name))
        for name in ("wins", "points", "begun"):
            setattr(self, name, [a + b for a, b in zip(getattr(self, name), getattr(more, name), strict=True)])
        self.places = [
            [a + b for a, b in zip(*rows, strict=True)] for rows in zip(self.places, more.places, strict=True)
        ]
        self.curve, self.wide = _pairwise(self.curve, more.curve), _pairwise(self.wide, more.wide)


class Tally(Counts, kw_only=True):
    """All games so far, their players, and how long it took."""

    game: str
    bots: list[str]
    seconds: float = 0.0
    compared: int = 0
    fresh: int = 0
    """Of those that were compared, how many differ from all earlier ones, move for move."""
    lately_fresh: int = 0
    """The same for the last quarter of them."""
    seen: set[int] = field(default_factory=set)

    @classmethod
    def begin(cls, game: Game, seats: int, bots: list[str]) -> "Tally":
        none = {name: getattr(Counts.none(seats), name) for name in Counts.__struct_fields__}
        return cls(**none, game=game.name, bots=bots)

    def add(self, more: Counts) -> None:
        super().add(more)
        for trace in more.traces[: max(SAMPLE - self.compared, 0)]:
            self.compared += 1
            if trace not in self.seen:
                self.seen.add(trace)
                self.fresh += 1
                self.lately_fresh += self.compared > SAMPLE * 3 // 4

    @property
    def different(self) -> int:
        """How many of the games differ: equal ones add nothing, so the intervals count them once.

        With chance, all count as different. Beyond SAMPLE games it is an estimate."""
        if not self.compared:
            return self.games
        return self.fresh + (self.games - self.compared) * self.lately_fresh // (SAMPLE // 4)

    def wins_of(self, seat: int) -> Share:
        return share(self.wins[seat], self.games, self.different)

    @property
    def first_move(self) -> Share:
        """How often the seat that begins wins."""
        return share(self.begun_won, self.games, self.different)

    def mean_points(self, seat: int) -> float:
        return self.points[seat] / POINT / max(self.games, 1)

    def summary(self) -> dict[str, Any]:
        """Everything as JSON-able data, with shares and 95 % intervals."""
        seats = range(self.seats)
        return {
            "game": self.game,
            "seats": self.seats,
            "bots": self.bots,
            "games": self.games,
            "actions": self.actions,
            "wins": self.wins,
            "places": self.places,
            "ends": self.ends,
            "nobody": self.nobody,
            "seconds": self.seconds,
            "different": self.different,
            "faults": in_english(self.faults),
            "turns": spread(self.turns),
            "win_shares": [self.wins_of(seat)._asdict() for seat in seats],
            "first_move": self.first_move._asdict(),
            "mean_places": [
                sum(place * n for place, n in enumerate(row, 1)) / max(self.games, 1) for row in self.places
            ],
            "mean_points": [self.mean_points(seat) for seat in seats],
            "games_per_second": self.games / self.seconds if self.seconds else 0.0,
            "actions_per_second": self.actions / self.seconds if self.seconds else 0.0,
        }


def spread(lengths: dict[int, int]) -> dict[str, float]:
    """Mean, median and extremes, from counts by length."""
    games = sum(lengths.values())
    return {
        "mean": sum(length * n for length, n in lengths.items()) / max(games, 1),
        "median": quantile(lengths, 0.5),
        "shortest": min(lengths, default=0),
        "longest": max(lengths, default=0),
    }


def quantile(lengths: dict[int, int], part: float) -> int:
    """The length that this part of the games does not exceed."""
    games, counted = sum(lengths.values()), 0
    for length in sorted(lengths):
        counted += lengths[length]
        if counted > part * games:
            return length
    return max(lengths, default=0)


def _counted(column: Any) -> dict[int, int]:
    """How often each number occurs; none is negative or larger than a game's number of actions."""
    counts = np.bincount(column)
    values = np.flatnonzero(counts)
    return dict(zip(values.tolist(), counts[values].tolist(), strict=True))


def _add(total: dict[Any, int], more: dict[Any, int]) -> None:
    for key, n in more.items():
        total[key] = total.get(key, 0) + n


def _pairwise(one: list[tuple[int, int]], two: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Pairs added up; the rest of the longer list is kept."""
    short, long = sorted((one, two), key=len)
    return [(a + c, b + d) for (a, b), (c, d) in zip(short, long, strict=False)] + long[len(short) :]
