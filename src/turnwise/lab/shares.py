"""Shares of games with their intervals, which count equal games once."""

import json
from math import sqrt
from typing import NamedTuple

from turnwise.kit.words import Said, counted, said, unpacked


class Share(NamedTuple):
    """A share and its 95 % interval."""

    share: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.share:.1%}"

    @property
    def interval(self) -> str:
        """As text; a dash if a single game says nothing about others."""
        return "–" if (self.low, self.high) == (0.0, 1.0) else f"{self.low:.1%} – {self.high:.1%}"


def repeated(different: int, games: int) -> Said:
    """The remark about equal games."""
    if different == 1:
        return said("All {games} games are the same one: they say no more than it does.", games=f"{games:,}")
    return said(
        "{different} of the {games} games differ; the intervals count each of these once.",
        different=f"{different:,}",
        games=f"{games:,}",
    )


def failures(faults: dict[str, int]) -> list[Said]:
    """The remark about games that bots lost because they failed: how often, which and why."""
    return [
        counted(
            "One game was lost because a bot failed: {why}.",
            "{number} games were lost because a bot failed: {why}.",
            "number",
            number=n,
            why=_sentence(why),
        )
        for why, n in sorted(faults.items(), key=lambda fault: (-fault[1], fault[0]))
    ]


def in_english(faults: dict[str, int]) -> dict[str, int]:
    """The same for programs."""
    return {str(_sentence(why)): n for why, n in faults.items()}


def _sentence(packed: str) -> Said:
    sentence: Said = unpacked(json.loads(packed))
    return sentence


def share(hits: float, games: int, different: int | None = None) -> Share:
    """So many hits in so many games, of which `different` are not a repetition of another: only these narrow the
    interval.

    The interval is Wilson's. Fractions of a hit only make the true spread smaller than the given one. One game, however
    often it is played, says nothing about others: then the interval is from 0 to 1."""
    n = games if different is None else different
    if n < 2:
        return Share(hits / games if games else 0.0, 0.0, 1.0)
    z, p = 1.96, hits / games
    middle, spread = p + z * z / (2 * n), z * sqrt(p * (1 - p) / n + z * z / (4 * n * n))
    return Share(p, max(0.0, (middle - spread) / (1 + z * z / n)), min(1.0, (middle + spread) / (1 + z * z / n)))
