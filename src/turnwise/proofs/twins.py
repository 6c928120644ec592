"""Twin worlds: another state that a seat cannot tell from this one.

An author's own come from `twins.py`, written from the rule book and not from the rules' declarations. Without these
they are imagined: redacted for the seat, and filled in by the game's own `imagine`. That is weaker: a field with a
wrong audience is not hidden there, so both worlds agree in it, and the leak goes unnoticed; so does what `imagine`
never varies. What events, actions, refusals and legal moves reveal of fields that *are* hidden is proved nevertheless.
"""

from random import Random

from turnwise.kit.layout import packer, unpacker
from turnwise.kit.position import Position
from turnwise.proofs.cases import Case


def has_own(case: Case) -> bool:
    """Whether the author provides twin worlds."""
    return case.evidence.module("twins") is not None


def twin_of(case: Case, position: Position, seat: int, chance: Random) -> Position:
    """The same moment in a world that the seat (or SPECTATOR) cannot tell from this one."""
    own = case.evidence.module("twins")
    if own is None:
        return position.redacted(seat).imagined(seat, chance.getrandbits(62))
    records = case.game.records
    plains = [unpacker(record)(data) for record, data in zip(records, position.pack(), strict=True)]
    others = own.twin(*plains, seat, chance)
    return Position(position.engine, *(packer(record)(plain) for record, plain in zip(records, others, strict=True)))


def differ(one: Position, two: Position) -> bool:
    """Whether two worlds differ in more than their future chance."""
    (state, beside), (other, other_beside) = one.pack(), two.pack()
    return state[8:] != other[8:] or beside != other_beside
