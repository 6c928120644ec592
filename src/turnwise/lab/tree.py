"""The complete tree of a small game: every history with its probability, and what each seat can distinguish.

It is made by the rules themselves, with chance draw by draw (`kit/draws.py`); there is no second set of rules.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf, log10
from random import Random
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from turnwise.kit.draws import Next, Settled, acted, begun, taped
from turnwise.kit.errors import TurnwiseError
from turnwise.kit.game import Game
from turnwise.kit.position import Engine, Position
from turnwise.kit.words import said
from turnwise.play.entry import Entry
from turnwise.play.recall import learned

MOST = 300_000
"""The most histories of a game: some minutes, and some hundred megabytes."""
PROBES, PLIES = 20, 300
"""Random walks down a tree from which its size is estimated, and their longest length."""
CHANCE, OVER = -1, -2

Worth = Literal["points", "win"]


class TooLarge(TurnwiseError):
    """A game with too many histories."""

    code = "too_large"


@dataclass
class Knowledge:
    """An information set of a seat: its actions, and the index of its choices among those of all information sets."""

    seat: int
    actions: list[int]
    start: int
    known: Position


@dataclass
class Tree:
    """All histories of a game, grouped by their number of steps. Each array has an element for every history."""

    game: Game
    seats: int
    levels: list[slice]
    parent: NDArray[np.int64]
    seat: NDArray[np.int64]
    """Who acts: a seat, CHANCE or OVER."""
    slot: NDArray[np.int64]
    """The choice by which it was reached, among the choices of all information sets; -1: by chance."""
    odds: NDArray[np.float64]
    """The probability that chance leads here from the history before; 1 if it was a choice."""
    pays: NDArray[np.float64]
    """What each seat gets if it is over; a row for each history."""
    moments: list[Knowledge]
    choices: int

    @property
    def histories(self) -> int:
        return len(self.parent)


class _Making:
    """A tree being made."""

    def __init__(self, engine: Engine, seats: int, worth: Worth, most: int) -> None:
        self.engine, self.seats, self.worth, self.most = engine, seats, worth, most
        self.parent, self.seat, self.slot = list[int](), list[int](), list[int]()
        self.odds, self.pays = list[float](), list[list[float]]()
        self.moments = list[Knowledge]()
        self.by_key = dict[tuple[int, tuple[str, ...]], tuple[int, int]]()
        self.choices = 0

    def moment(self, seat: int, key: tuple[str, ...], position: Position, level: int) -> Knowledge:
        number, found = self.by_key.get((seat, key), (-1, level))
        if number < 0:
            actions = position.legal(seat)
            self.by_key[seat, key] = len(self.moments), level
            self.moments.append(Knowledge(seat, actions, self.choices, position.redacted(seat)))
            self.choices += len(actions)
            return self.moments[-1]
        if found != level:
            raise TurnwiseError(said("What a seat knows here does not tell how many draws were made before."))
        return self.moments[number]

    def add(self, parent: int, slot: int, odds: float, seat: int, pays: list[float]) -> int:
        if len(self.parent) >= self.most:
            raise TooLarge("")
        self.parent.append(parent)
        self.slot.append(slot)
        self.odds.append(odds)
        self.seat.append(seat)
        self.pays.append(pays)
        return len(self.parent) - 1


@dataclass
class _Node:
    """A history whose next steps have yet to be enumerated."""

    number: int
    position: Position | None
    entry: Entry | None
    draws: tuple[int, ...]
    out_of: int
    keys: tuple[tuple[str, ...], ...]


def tree(
    game: Game, seats: int | None, worth: Worth = "points", *, most: int = MOST, compiled: bool = False, **options: Any
) -> Tree:
    """The tree of a game; `TooLarge`, with an estimate, if it has more than `most` histories."""
    frame = game.frame(seats, options)
    engine = taped(game, compiled)
    size = estimate(engine, frame)
    if size > log10(most) + 1:
        raise _too_large(game, size, most)
    making = _Making(engine, frame.seats, worth, most)
    nothing = [0.0] * frame.seats

    def reached(node: _Node, after: Next | Settled, slot: int, odds: float, draws: tuple[int, ...], entry: Any) -> None:
        """A new history, and what follows from it."""
        if isinstance(after, Next):
            number = making.add(node.number, slot, odds, CHANCE, nothing)
            coming.append(_Node(number, node.position, entry, draws, after.out_of, node.keys))
            return
        position = after.position
        if position.over:
            making.add(node.number, slot, odds, OVER, _paid(position, frame.seats, worth))
            return
        keys = tuple((*key, learned(game, entry, after, seat)) for seat, key in enumerate(node.keys))
        number = making.add(node.number, slot, odds, position.turn, nothing)
        coming.append(_Node(number, position, None, (), 0, keys))

    try:
        coming: list[_Node] = []
        levels = list[slice]()
        reached(_Node(-1, None, None, (), 0, ((),) * frame.seats), begun(engine, frame), -1, 1.0, (), None)
        while coming:
            levels.append(slice(levels[-1].stop if levels else 0, len(making.parent)))
            here, coming = coming, []
            for node in here:
                if node.out_of:
                    for draw in range(node.out_of):
                        draws = (*node.draws, draw)
                        reached(node, _drawn(engine, frame, node, draws), -1, 1 / node.out_of, draws, node.entry)
                    continue
                position = node.position
                assert position is not None
                seat = position.turn
                moment = making.moment(seat, node.keys[seat], position, len(levels))
                for at, action in enumerate(moment.actions):
                    entry = Entry(seat, action)
                    reached(node, acted(position, seat, action), moment.start + at, 1.0, (), entry)
        levels.append(slice(levels[-1].stop if levels else 0, len(making.parent)))
    except TooLarge:
        raise _too_large(game, size, most) from None
    return Tree(
        game,
        frame.seats,
        [level for level in levels if level.stop > level.start],
        np.array(making.parent),
        np.array(making.seat),
        np.array(making.slot),
        np.array(making.odds),
        np.array(making.pays),
        making.moments,
        making.choices,
    )


def _drawn(engine: Engine, frame: Any, node: _Node, draws: Sequence[int]) -> Next | Settled:
    if node.entry is None:
        return begun(engine, frame, draws)
    assert node.position is not None
    return acted(node.position, node.entry.seat, node.entry.action, draws)


def _paid(position: Position, seats: int, worth: Worth) -> list[float]:
    _, points, winners = position.scores(seats)
    if worth == "points":
        return points
    if not winners or seats == 1:
        return [float(bool(winners))] * seats
    return [((seat in winners) * seats / len(winners) - 1) / (seats - 1) for seat in range(seats)]


def estimate(engine: Engine, frame: Any) -> float:
    """The number of histories of a game, as a power of ten: from the branching on a few random walks (Knuth, 1975)."""
    chance, sizes = Random(0), list[float]()
    for _ in range(PROBES):
        size, total = 0.0, 0.0  # as powers of ten
        position: Position | None = None
        entry: Entry | None = None
        draws: tuple[int, ...] = ()
        after = begun(engine, frame)
        for _ in range(PLIES):
            if isinstance(after, Next):
                ways = after.out_of
                draws = (*draws, chance.randrange(ways))
                after = (
                    begun(engine, frame, draws) if entry is None else acted(position, *_parts(entry), draws)  # type: ignore[arg-type]
                )
            else:
                position, draws = after.position, ()
                if position.over:
                    break
                legal = position.legal(position.turn)
                ways = len(legal)
                entry = Entry(position.turn, chance.choice(legal))
                after = acted(position, entry.seat, entry.action)
            size += log10(ways)
            total = size if size - total > 15 else total + log10(1 + 10 ** (size - total))
        sizes.append(total)
    most = max(sizes)
    return most + log10(sum(10 ** (size - most) for size in sizes) / len(sizes)) if most > -inf else 0.0


def _parts(entry: Entry) -> tuple[int, int]:
    return entry.seat, entry.action


def _too_large(game: Game, size: float, most: int) -> TooLarge:
    number = f"{10**size:,.0f}" if size < 9 else f"10^{size:.0f}"
    template = said(
        "{game} has about {number} histories with these options; at most {most} can be gone through.",
        game=said(game.title),
        number=number,
        most=f"{most:,}",
    )
    return TooLarge(template)
