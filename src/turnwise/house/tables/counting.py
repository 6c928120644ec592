"""Whether a finished match counts for the ratings. What somebody could bring about alone, at a table of his own guests, does not.

Addresses and devices are hints only: people of one household may play each other for ratings, a few times a day.
"""

from collections.abc import Callable, Mapping
from itertools import combinations
from typing import Literal, NamedTuple

from turnwise.house.tables.items import BOT
from turnwise.house.tables.table import Table

MOVES = 2
"""Moves that everybody must have made himself, unless the match was played to its end."""
SHORTEST = 15_000
"""Milliseconds that a match lasts at least."""
A_DAY, A_DAY_AT_HOME = 10, 3
"""Matches of the same two that count in a day, and of two who come from the same address."""
MOST_MET = 200
"""Others whom somebody may meet in a day, so that it can be remembered."""

Why = Literal["", "short", "alike", "often"]
"""Why a match does not count: too little was played; two of its players may be one person; the same two have played often today."""


class Met(NamedTuple):
    """Whom somebody has played for ratings on a day, and how often."""

    day: int = 0
    others: Mapping[str, int] = {}

    def on(self, day: int) -> "Met":
        return self if self.day == day else Met(day)

    def and_(self, others: list[str]) -> "Met":
        return Met(self.day, {**self.others, **{who: self.others.get(who, 0) + 1 for who in others}})


class Person(NamedTuple):
    """What is known of somebody at the table."""

    guest: bool
    address: str
    """Where he was seen last; empty if that is not known."""
    device: str = ""
    """On which device; empty if it is not known."""

    def near(self, other: "Person") -> bool:
        """Whether the two may be one household, or one person."""
        return any(here and here == there for here, there in zip(self[1:], other[1:], strict=True))


def why_not(
    table: Table, met: Callable[[str], Met], person: Callable[[str], Person | None], shortest: int = SHORTEST
) -> Why:
    """Why a match that has ended does not count; an empty text if it does. `met` tells of this day."""
    assert table.match and table.match.outcome
    least = MOVES if table.match.left else 1
    if table.ended_at - table.started_at < shortest or min(table.moves) < least:
        return "short"
    often = False
    for one, other in combinations(dict.fromkeys(table.sitters), 2):
        first, second = (None if who.startswith(BOT) else person(who) for who in (one, other))
        together = bool(first and second and first.near(second))
        if first and second and together and (first.guest or second.guest):
            return "alike"
        who, whom = (other, one) if one.startswith(BOT) else (one, other)  # a bot meets too many to be remembered
        others = met(who).others
        often |= others.get(whom, 0) >= (A_DAY_AT_HOME if together else A_DAY)
        often |= whom not in others and len(others) >= MOST_MET
    return "often" if often else ""
