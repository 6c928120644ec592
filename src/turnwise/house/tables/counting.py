"""Whether a finished match counts for the ratings. A result that one person could arrange alone, with guests, does not.

Addresses and devices are only indications: people of one household may play each other for ratings, a few times a day.
"""

from collections.abc import Callable, Mapping
from itertools import combinations
from typing import Literal, NamedTuple

from turnwise.house.tables.items import BOT
from turnwise.house.tables.table import Table

MOVES = 2
"""Moves that every player must have made, unless the match was played to its end."""
SHORTEST = 15_000
"""The shortest match that counts, in milliseconds."""
A_DAY, A_DAY_AT_HOME = 10, 3
"""Matches of the same pair that count in a day, and of a pair from the same address."""
MOST_MET = 200
"""Opponents that are remembered for a person and a day."""

Why = Literal["", "short", "alike", "often"]
"""Why a match does not count: too little was played; two players may be one person; the same pair has played often
today."""


class Met(NamedTuple):
    """A person's rated opponents of a day, and how often each was played."""

    day: int = 0
    others: Mapping[str, int] = {}

    def on(self, day: int) -> "Met":
        return self if self.day == day else Met(day)

    def and_(self, others: list[str]) -> "Met":
        return Met(self.day, {**self.others, **{who: self.others.get(who, 0) + 1 for who in others}})


class Person(NamedTuple):
    """What is known of a person at the table."""

    guest: bool
    address: str
    """Where the person was last seen; empty if that is not known."""
    device: str = ""
    """The person's device; empty if it is not known."""

    def near(self, other: "Person") -> bool:
        """Whether the two may be one household, or one person."""
        return any(here and here == there for here, there in zip(self[1:], other[1:], strict=True))


def why_not(
    table: Table, met: Callable[[str], Met], person: Callable[[str], Person | None], shortest: int = SHORTEST
) -> Why:
    """Why a match that has ended does not count; empty if it does. `met`: today's opponents."""
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
        who, whom = (other, one) if one.startswith(BOT) else (one, other)  # a bot has too many opponents
        others = met(who).others
        often |= others.get(whom, 0) >= (A_DAY_AT_HOME if together else A_DAY)
        often |= whom not in others and len(others) >= MOST_MET
    return "often" if often else ""
