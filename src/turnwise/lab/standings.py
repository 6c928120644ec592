"""The results of an arena: shares with their intervals, places, ratings, and pairwise comparisons."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from turnwise.games import game
from turnwise.kit.words import Said, counted, row, said
from turnwise.lab.bout import Bout, Setting
from turnwise.lab.shares import Share, failures, in_english, repeated, share
from turnwise.lab.sprt import Verdict
from turnwise.play.rating import Rating, rated

if TYPE_CHECKING:
    from turnwise.kit.shapes import Picture


@dataclass(frozen=True)
class Standing:
    """One bot's results. If it has several seats in a game, their mean counts as one."""

    bot: str
    games: int
    points: Share
    """Of each game's one point, which the winners share, or all if nobody wins."""
    wins: Share
    """The same without the games that nobody wins."""
    places: list[float]
    """The shares of its games in which it is first, second, and so on."""
    rating: Rating
    seconds: float
    """Per move, on average."""
    iterations: float
    """Per move, on average; 0 for a bot that counts none."""
    by_seat: list[Share]
    """Its points in each seat."""


@dataclass
class Standings:
    """The games of an arena. In a notebook it is displayed as a picture."""

    setting: Setting
    options: dict[str, Any]
    wanted: int
    planned: int
    """The wanted number of games, rounded up to whole deals."""
    bouts: list[Bout] = field(default_factory=list)
    verdict: Verdict | None = None
    seconds: float = 0.0
    stopped: bool = False

    @property
    def bots(self) -> list[str]:
        return [bot.name for bot in self.setting.bots]

    @property
    def faults(self) -> dict[str, int]:
        """Games that a bot lost because it failed, by its name and why."""
        lost = [(bout, bout.fault) for bout in self.bouts if bout.fault]
        return dict(Counter(fault.of(self.bots[bout.seating.bots[fault.seat]]) for bout, fault in lost))

    @property
    def different(self) -> int:
        """How many of the games differ. Equal ones add nothing, so the intervals count them once."""
        return self._different(self.bouts)

    def _different(self, bouts: Iterable[Bout]) -> int:
        chance = game(self.setting.game).chance
        return len({(bout.seating.bots, bout.seed if chance else 0, bout.log) for bout in bouts})

    def _share(self, hits: Iterable[float], bouts: list[Bout]) -> Share:
        return share(sum(hits), len(bouts), self._different(bouts))

    @cached_property
    def standings(self) -> list[Standing]:
        """A row for each bot, the best first."""
        ratings = self._ratings()
        lines = [self._standing(entry, rating) for entry, rating in enumerate(ratings)]
        return sorted(lines, key=lambda line: (-line.points.share, -line.rating.mu))

    def _standing(self, entry: int, rating: Rating) -> Standing:
        own = [bout for bout in self.bouts if entry in bout.seating.bots]
        spent = [bout.thinking[seat] for bout in own for seat in bout.seats_of(entry)]
        moves = max(sum(one.moves for one in spent), 1)
        places = Counter(bout.places[seat] for bout in own for seat in bout.seats_of(entry))
        seats = range(self.setting.seats)
        there = [[bout for bout in own if bout.seating.bots[seat] == entry] for seat in seats]
        return Standing(
            self.bots[entry],
            len(own),
            self._share((bout.mean_points(entry) for bout in own), own),
            self._share((_mean(map(bout.wins, bout.seats_of(entry))) for bout in own), own),
            [places[place] / max(places.total(), 1) for place in range(1, self.setting.seats + 1)],
            rating,
            sum(one.seconds for one in spent) / moves,
            sum(one.iterations for one in spent) / moves,
            [self._share((bout.points(seat) for bout in there[seat]), there[seat]) for seat in seats],
        )

    @cached_property
    def seats(self) -> list[Share]:
        """The points of each seat, whichever bot sits there."""
        return [
            self._share((bout.points(seat) for bout in self.bouts), self.bouts) for seat in range(self.setting.seats)
        ]

    def _ratings(self) -> list[Rating]:
        """Over all games in their order."""
        ratings = {entry: Rating() for entry in range(len(self.bots))}
        for bout in self.bouts:
            ratings |= rated(ratings, bout.seating.bots, bout.places)
        return list(ratings.values())

    @cached_property
    def pairs(self) -> dict[tuple[str, str], tuple[int, Share]]:
        """For each pair of bots that met: in how many games, and how often the first was ahead (a tie is half)."""
        found = {}
        for one, first in enumerate(self.bots):
            for two, second in enumerate(self.bots):
                met = [] if one == two else [b for b in self.bouts if {one, two} <= set(b.seating.bots)]
                if met:
                    found[first, second] = len(met), self._share((_ahead(b, one, two) for b in met), met)
        return found

    def json(self) -> dict[str, Any]:
        """All of it as JSON-able data."""
        setting = self.setting
        return {
            "game": setting.game,
            "version": game(setting.game).version,
            "seats": setting.seats,
            "options": self.options,
            "bots": self.bots,
            "budget": asdict(setting.budget) if setting.budget else None,
            "seed": setting.seed,
            "wanted": self.wanted,
            "planned": self.planned,
            "games": len(self.bouts),
            "different": self.different,
            "stopped": self.stopped,
            "faults": in_english(self.faults),
            "seconds": self.seconds,
            "standings": [
                asdict(line)
                | {name: getattr(line, name)._asdict() for name in ("points", "wins", "rating")}
                | {"by_seat": [one._asdict() for one in line.by_seat]}
                for line in self.standings
            ],
            "by_seat": [one._asdict() for one in self.seats],
            "pairs": [
                {"bot": one, "against": two, "games": games, "ahead": share._asdict()}
                for (one, two), (games, share) in self.pairs.items()
            ],
            "sprt": asdict(self.verdict) | {"accepted": self.verdict.accepted} if self.verdict else None,
            "rows": [self._row(bout) for bout in self.bouts],
        }

    def _row(self, bout: Bout) -> dict[str, Any]:
        return {
            "number": bout.seating.number,
            "deal": bout.seating.deal,
            "seed": bout.seed,
            "seats": [self.bots[entry] for entry in bout.seating.bots],
            "places": bout.places,
            "scores": bout.scores,
            "winners": bout.winners,
            "turns": bout.turns,
            "actions": len(bout.log),
            "end": bout.end,
            "log": " ".join(bout.log),
            "thinking": [asdict(one) for one in bout.thinking],
        }

    def picture(self) -> "Picture":
        """A chart of shares and ratings."""
        from turnwise.lab.chart import chart

        return chart(self)

    def _repr_svg_(self) -> str:
        from turnwise.draw.svg import svg

        return svg(self.picture())

    @property
    def headline(self) -> Said:
        """Game, number of games and time to think."""
        budget, parts = self.setting.budget, [said(game(self.setting.game).title), games_played(len(self.bouts))]
        if self.setting.seats > 2:
            parts.append(counted("{number} seat", "{number} seats", "number", number=self.setting.seats))
        if budget and budget.seconds is not None:
            parts.append(said("{seconds} s a move", seconds=budget.seconds))
        if budget and budget.iterations is not None:
            parts.append(said("{number} iterations a move", number=f"{budget.iterations:,}"))
        return row(parts, ", ")

    def remarks(self) -> list[Said]:
        """Caveats about these numbers, in sentences."""
        remarks, played = [], f"{len(self.bouts):,}"
        if self.stopped:
            remarks.append(
                said("Stopped after {number} of {planned} games.", number=played, planned=f"{self.planned:,}")
            )
        elif self.planned != self.wanted and not self.verdict:
            remarks.append(
                said(
                    "{planned} games instead of {wanted}, so that all sit equally often in each seat.",
                    planned=f"{self.planned:,}",
                    wanted=f"{self.wanted:,}",
                )
            )
        remarks += failures(self.faults)
        if self.bouts and self.different < len(self.bouts):
            remarks.append(repeated(self.different, len(self.bouts)))
        if self.verdict:
            remarks.append(
                said(
                    "Sequential test of {bot}'s share after {number} games: {verdict} (log-likelihood ratio {ratio}).",
                    bot=self.bots[0],
                    number=played,
                    verdict=self.verdict.words,
                    ratio=f"{self.verdict.ratio:z.2f}",
                )
            )
        return remarks


def games_played(number: int) -> Said:
    return counted("{games} game", "{games} games", "number", games=f"{number:,}", number=number)


def _mean(values: Iterable[float]) -> float:
    found = list(values)
    return sum(found) / len(found)


def _ahead(bout: Bout, one: int, two: int) -> float:
    """How often a seat of the first has a better place than a seat of the second; a tie is half."""
    places = bout.places
    return _mean(
        (places[a] < places[b]) + (places[a] == places[b]) / 2 for a in bout.seats_of(one) for b in bout.seats_of(two)
    )
