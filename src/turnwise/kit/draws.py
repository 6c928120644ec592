"""Chance draw by draw: what a deed leads to once its draws are given, or out of how many the next one is.

Through the contract's own seam (`kit/tape.py`): the rules are played again with the draws so far, and say themselves what they want to
draw next. So every game with chance is a tree whose branches can be gone through, and there is no second set of rules.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from turnwise.kit.game import Frame, Game
from turnwise.kit.position import Engine, Position, Told
from turnwise.kit.tape import Tape

Deed = Callable[[Position], list[Told]]
"""What is done to a position; it says what happened."""


class Next(NamedTuple):
    """The next draw is one out of so many, each as likely as the others."""

    out_of: int


class Settled(NamedTuple):
    """All draws are made: where it led, and what happened."""

    position: Position
    told: list[Told]


def taped(game: Game, compiled: bool = True) -> Engine:
    """Rules whose chance can be told."""
    return Engine(game, compiled=compiled, taped=game.chance)


def drawn(before: Position, deed: Deed, draws: Sequence[int] = ()) -> Next | Settled:
    """A deed with its first draws given."""
    after = before.copy()
    if not before.engine.game.chance:
        return Settled(after, deed(after))
    tape = Tape(draws)
    after.reseed(tape.seed)
    told = deed(after)
    made = tape.draws
    if len(made) > len(draws):
        return Next(made[len(draws)][1])
    after.reseed(0)  # the tape is gone, and nobody takes its place in memory for one
    return Settled(after, told)


def begun(engine: Engine, frame: Frame, draws: Sequence[int] = ()) -> Next | Settled:
    """A game set up with its first draws given."""
    return drawn(engine.blank(frame, 0), engine.begin, draws)


def acted(before: Position, seat: int, action: int, draws: Sequence[int] = ()) -> Next | Settled:
    """An action with its first draws given."""
    return drawn(before, lambda position: position.play(seat, action), draws)
