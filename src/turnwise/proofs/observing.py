"""A seat's observation for learning contains what the gate lets through, and fits its description."""

from random import Random
from typing import Any

import numpy as np

from turnwise.kit.observation import Pieces, size_of_all
from turnwise.kit.position import SPECTATOR, Engine, Position
from turnwise.proofs.broken import Broken, Peeked
from turnwise.proofs.cases import Case, looked_at
from turnwise.proofs.said import at, who
from turnwise.proofs.twins import twin_of

GUARD = 100
"""The value of the cells around an observation, to detect writes there."""
PLIES = 12


def observations_tell_nothing(case: Case) -> None:
    """What a seat learns from is the same in two worlds that it can't tell apart."""
    slow, chance = Engine(case.game, compiled=False), Random("observed")
    for seed, number, ply in looked_at(case, PLIES):
        for seat in (SPECTATOR, *range(case.seats)):
            twin = twin_of(case, ply.position, seat, chance)
            one, two = (_plainly(slow, world).observed(seat) for world in (ply.position, twin))
            if piece := differing(case.game.observed, one, two):
                told = f"{who(seat)} can tell two worlds apart that it must not: it observes another {piece}."
                raise Peeked(f"{at(case, seed, number)}: {told}", "observe", piece)


def observations_fit(case: Case) -> None:
    """What a seat learns from has the size that is said, lies within a byte, and asking for it changes nothing."""
    size, slow = size_of_all(case.game.observed), Engine(case.game, compiled=False)
    for seed, number, ply in looked_at(case, PLIES):
        where, position = at(case, seed, number), _plainly(slow, ply.position)
        for seat in (SPECTATOR, *range(case.seats)):
            known = position.redacted(seat)
            before, cells = known.pack(), np.full(size + 2, GUARD, np.int16)
            slow.driver.look(known.states, known.besides, seat, cells[1:])
            if cells[0] != GUARD or cells[-1] != GUARD:
                raise Broken(f"{where}: observe writes past the {size} cells that OBSERVED speaks of.", "observe")
            if cells.min() < -128 or cells.max() > 127:
                raise Broken(f"{where}: observe writes {cells.min()} to {cells.max()}: a cell is a byte.", "observe")
            if known.pack() != before:
                raise Broken(f"{where}: observe changes the state.", "observe")


def observations_are_the_same_compiled(case: Case) -> None:
    """What a seat learns from is the same compiled and interpreted."""
    slow = Engine(case.game, compiled=False)
    for seed, number, ply in looked_at(case, PLIES):
        for seat in (SPECTATOR, *range(case.seats)):
            one, two = ply.position.observed(seat), _plainly(slow, ply.position).observed(seat)
            if piece := differing(case.game.observed, one, two):
                raise Broken(f"{at(case, seed, number)}: {who(seat)} observes another {piece} compiled.", "observe")


def differing(pieces: Pieces, one: Any, two: Any) -> str:
    """The first piece in which two observations differ."""
    start = 0
    for name, shape in pieces.items():
        stop = start + int(np.prod(shape))
        if (one[start:stop] != two[start:stop]).any():
            return name
        start = stop
    return ""


def _plainly(slow: Engine, position: Position) -> Position:
    """The same position for interpreted rules: compiling this for every game would take longer than all other
    proofs."""
    return Position(slow, *position.pack())
