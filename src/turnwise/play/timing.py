"""What a game's `settings.py` says about time at its tables, given what everybody may know of a match.

The house and the terminal ask here and wait; rules never do. Seconds are as in the table's settings.
"""

from collections.abc import Sequence
from math import ceil
from typing import Protocol, TypeVar

from turnwise.kit.position import SPECTATOR
from turnwise.kit.words import Said, said
from turnwise.play.match import Match

Thing = TypeVar("Thing")


class Chance(Protocol):
    """The source of a choice that does not come from the match's seed."""

    def choice(self, among: Sequence[Thing], /) -> Thing: ...

    def getrandbits(self, bits: int, /) -> int: ...


def lock(match: Match) -> float:
    """Seconds after the latest entry in which nobody may act, so that people can read it."""
    own = match.game.timing("lock")
    return float(own(match.happened, match.settings)) if own and match.turn is not None else 0.0


def locked_for(seconds: float) -> Said:
    """The sentence for an action during a lock."""
    return said(
        "Wait a moment, something is still being shown. The game goes on in {seconds} s.", seconds=ceil(seconds)
    )


def most(match: Match) -> float:
    """Seconds for limited kinds of decisions at this table; 0 if none is limited."""
    return float(match.settings.get(match.game.timing("LIMIT"), 0))


def limit(match: Match) -> float:
    """Seconds for the current decision; 0 if only the table's clock limits it."""
    seconds = most(match)
    if not seconds or match.turn is None:
        return 0.0
    return seconds if match.game.timing("limited")(match.position.shown(SPECTATOR)) else 0.0


def pauses(match: Match) -> tuple[float, float] | None:
    """Seconds that a bot waits before it shows the opening of its turn, and again before it acts; None: the default."""
    own = match.game.timing("pauses")
    waits: tuple[float, float] | None = own(match.position.shown(SPECTATOR), match.settings) if own else None
    return waits


def thinking(match: Match) -> float | None:
    """Seconds for a bot that looks a fixed number of plies ahead; None: the default."""
    own = match.game.timing("thinking")
    return float(own(match.settings)) if own else None


def overdue(match: Match, seat: int, chance: Chance) -> int:
    """The rule sheet's own move for a seat whose time is up, else its classic player's, from what the seat knows."""
    known = match.position.redacted(seat)
    own = getattr(match.game.notation, "overdue", None)
    action: int | None = own(known.plain(), known.legal(seat), chance.choice) if own else None
    return known.advice(seat, chance.getrandbits(62)) if action is None else action
