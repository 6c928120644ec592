"""Chance draw by draw: the result of an operation once its draws are given, or how many outcomes the next draw has.

It uses tapes (`kit/tape.py`): the rules are run again with the draws so far, and report what they want to draw next. So
every game with chance is a tree whose branches can be enumerated, without a second set of rules.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from turnwise.kit.game import Frame, Game
from turnwise.kit.position import Engine, Position, Told
from turnwise.kit.tape import Tape

Deed = Callable[[Position], list[Told]]
"""An operation on a position; it returns the events."""


class Next(NamedTuple):
    """The next draw has so many equally likely outcomes."""

    out_of: int


class Settled(NamedTuple):
    """All draws are made: the resulting position, and the events."""

    position: Position
    told: list[Told]


def taped(game: Game, compiled: bool = True) -> Engine:
    """Rules whose chance comes from tapes."""
    return Engine(game, compiled=compiled, taped=game.chance)


def drawn(before: Position, deed: Deed, draws: Sequence[int] = ()) -> Next | Settled:
    """An operation with its first draws given."""
    after = before.copy()
    if not before.engine.game.chance:
        return Settled(after, deed(after))
    tape = Tape(draws)
    after.reseed(tape.seed)
    told = deed(after)
    made = tape.draws
    if len(made) > len(draws):
        return Next(made[len(draws)][1])
    after.reseed(0)  # the tape is gone; its address must not be taken for another one
    return Settled(after, told)


def begun(engine: Engine, frame: Frame, draws: Sequence[int] = ()) -> Next | Settled:
    """A game set up with its first draws given."""
    return drawn(engine.blank(frame, 0), engine.begin, draws)


def acted(before: Position, seat: int, action: int, draws: Sequence[int] = ()) -> Next | Settled:
    """An action with its first draws given."""
    return drawn(before, lambda position: position.play(seat, action), draws)
