"""Ratings from the places in which matches ended: OpenSkill, for tables of any size."""

from collections.abc import Hashable, Mapping, Sequence
from functools import cache
from statistics import fmean
from typing import Any, NamedTuple, TypeVar

Who = TypeVar("Who", bound=Hashable)


class Rating(NamedTuple):
    """A strength and its uncertainty; 95 % are within two sigmas."""

    mu: float = 25.0
    sigma: float = 25.0 / 3

    @property
    def sure(self) -> float:
        """The lower bound of the strength; newcomers begin at 0."""
        return self.mu - 3 * self.sigma


def rated(ratings: Mapping[Who, Rating], seats: Sequence[Who], places: Sequence[int]) -> dict[Who, Rating]:
    """The ratings after one more match. A player with several seats gets the mean of what each seat would give."""
    model = _model()
    teams = [[model.rating(mu=ratings[who].mu, sigma=ratings[who].sigma)] for who in seats]
    after = [team[0] for team in model.rate(teams, ranks=[float(place) for place in places])]
    own = {who: [one for one, sat in zip(after, seats, strict=True) if sat == who] for who in seats}
    return {who: Rating(fmean(one.mu for one in of), fmean(one.sigma for one in of)) for who, of in own.items()}


@cache
def _model() -> Any:
    """Plackett-Luce, without drift: only the caller knows whose strength drifts."""
    from openskill.models import PlackettLuce

    return PlackettLuce(tau=0)
