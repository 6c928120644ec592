"""A sequential test of two shares: it stops as soon as the games so far decide between them."""

from dataclasses import dataclass
from math import log

from turnwise.kit.words import Said, said

ERROR = 0.05
"""The probability of accepting the wrong hypothesis, either way."""
BOUND = log((1 - ERROR) / ERROR)


@dataclass(frozen=True)
class Verdict:
    """H0: the first bot's share of points is at most `low`; H1: it is at least `high`.

    `ratio` is the logarithm of how much likelier the games are under H1."""

    low: float
    high: float
    ratio: float

    @property
    def accepted(self) -> str | None:
        """H0, H1, or None while the games do not decide."""
        return "H1" if self.ratio >= BOUND else "H0" if self.ratio <= -BOUND else None

    @property
    def words(self) -> Said:
        low, high = f"{self.low:.0%}", f"{self.high:.0%}"
        if self.accepted is None:
            return said("undecided between at most {low} (H0) and at least {high} (H1)", low=low, high=high)
        return said("H0, at most {low}", low=low) if self.accepted == "H0" else said("H1, at least {high}", high=high)

    def __str__(self) -> str:
        return str(self.words)


def verdict(points: float, games: int, low: float, high: float) -> Verdict:
    """Judge a number of points out of games.

    The likelihood ratio for wins and losses, with a draw as half of each. It needs no estimate of a variance and keeps
    both errors below ERROR whatever the share of draws. Draws, and deals that one seat wins whoever sits there, only
    make it slower."""
    return Verdict(low, high, points * log(high / low) + (games - points) * log((1 - high) / (1 - low)))
