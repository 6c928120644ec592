"""How a match ended."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Outcome:
    """Places (1 is best; equals share), points and winners by seat, and the reason as a code and in words."""

    places: tuple[int, ...]
    scores: tuple[float, ...]
    winners: tuple[int, ...]
    reason: str
    words: str

    def __str__(self) -> str:
        if not self.winners:
            return f"nobody wins: {self.words}"
        seats = " and ".join(f"seat {seat}" for seat in self.winners)
        return f"{seats} {'win' if len(self.winners) > 1 else 'wins'}: {self.words}"
