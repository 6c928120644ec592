"""How a match ended."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from turnwise.kit.words import Said, Speaker


@dataclass(frozen=True)
class Outcome:
    """Places (1 is best; equals share), points and winners by seat, and the reason as a code and in words."""

    places: tuple[int, ...]
    scores: tuple[float, ...]
    winners: tuple[int, ...]
    reason: str
    words: Said

    def __str__(self) -> str:
        """As it is recorded, without names."""
        if not self.winners:
            return f"nobody wins: {self._written}"
        seats = " and ".join(f"seat {seat}" for seat in self.winners)
        return f"{seats} {'win' if len(self.winners) > 1 else 'wins'}: {self._written}"

    def json(self) -> dict[str, Any]:
        return {
            "places": self.places,
            "scores": self.scores,
            "winners": self.winners,
            "reason": self.reason,
            "words": self._written,
        }

    @property
    def _written(self) -> str:
        return Speaker(names=[f"seat {seat}" for seat in range(len(self.places))])(self.words)


def shares(winners: Sequence[int], seats: int) -> list[float]:
    """What each seat has won: the winners share 1, which the others pay."""
    if not winners or seats == 1:
        return [float(bool(winners))] * seats
    return [((seat in winners) * seats / len(winners) - 1) / (seats - 1) for seat in range(seats)]
