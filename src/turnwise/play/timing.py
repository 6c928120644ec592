"""What a game's `settings.py` says of the time at its tables, asked with what everybody may know of a match.

Whoever keeps a table (the house, the terminal) asks here and waits; no rule ever does. Seconds are as the table's settings have them.
"""

from collections.abc import Sequence
from math import ceil
from typing import Protocol, TypeVar

from turnwise.kit.position import SPECTATOR
from turnwise.kit.words import Said, said
from turnwise.play.match import Match

Thing = TypeVar("Thing")


class Chance(Protocol):
    """Where a choice comes from that no seed of the match decides."""

    def choice(self, among: Sequence[Thing], /) -> Thing: ...

    def getrandbits(self, bits: int, /) -> int: ...


def lock(match: Match) -> float:
    """Seconds after the latest entry in which nobody may act, so that what it brought can be read."""
    own = match.game.timing("lock")
    return float(own(match.happened, match.settings)) if own and match.turn is not None else 0.0


def locked_for(seconds: float) -> Said:
    """What somebody is told who acts within a lock."""
    return said(
        "Wait a moment, something is still being shown. The game goes on in {seconds} s.", seconds=ceil(seconds)
    )


def most(match: Match) -> float:
    """Seconds that decisions of a kind have at this table; 0 if none is limited."""
    return float(match.settings.get(match.game.timing("LIMIT"), 0))


def limit(match: Match) -> float:
    """Seconds that the decision at hand has for itself; 0 if it has none but the table's clock."""
    seconds = most(match)
    if not seconds or match.turn is None:
        return 0.0
    return seconds if match.game.timing("limited")(match.position.shown(SPECTATOR)) else 0.0


def pauses(match: Match) -> tuple[float, float] | None:
    """Seconds that a computer player waits before it shows what its turn opens with, and again before it acts; None: as anywhere."""
    own = match.game.timing("pauses")
    waits: tuple[float, float] | None = own(match.position.shown(SPECTATOR), match.settings) if own else None
    return waits


def thinking(match: Match) -> float | None:
    """Seconds that a bot which looks so many plies ahead may take for it; None: as anywhere."""
    own = match.game.timing("thinking")
    return float(own(match.settings)) if own else None


def overdue(match: Match, seat: int, chance: Chance) -> int:
    """The rule sheet's own move for a seat whose time is up, else what its computer player would do, with what the seat knows."""
    known = match.position.redacted(seat)
    own = getattr(match.game.notation, "overdue", None)
    action: int | None = own(known.plain(), known.legal(seat), chance.choice) if own else None
    return known.advice(seat, chance.getrandbits(62)) if action is None else action
