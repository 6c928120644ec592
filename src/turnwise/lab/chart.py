"""The standings of an arena as a picture: shares of points and ratings, each with its 95 % interval."""

from math import ceil, floor
from typing import TYPE_CHECKING, NamedTuple

from turnwise.kit.shapes import Box, Disc, Label, Part, Path, Picture, Thing, through
from turnwise.kit.words import Said, row, said

if TYPE_CHECKING:
    from turnwise.lab.standings import Standing, Standings

WIDTH, TOP, ROW, FOOT, MARGIN = 960, 126, 56, 84, 32
SHARES, RATINGS = (172, 490, 602), (652, 864, 928)
"""Where the two panels begin and end, and where the numbers to the right of each end."""
COLOURS = 8


class Scale(NamedTuple):
    """A panel, and the position of values in it from left to right."""

    left: float
    right: float
    values: float
    low: float
    high: float

    def at(self, value: float) -> float:
        return self.left + (self.right - self.left) * (value - self.low) / (self.high - self.low)


def chart(standings: "Standings") -> Picture:
    lines = standings.standings
    bottom = TOP + ROW * len(lines)
    shares = Scale(*SHARES, 0, 1)
    ratings = _rating_scale(lines)
    fair = 1 / standings.setting.seats
    parts: list[Part] = [
        Label(MARGIN, 34, standings.headline, 24, bold=True, anchor="start"),
        *_ground(shares, quarters := [0, 0.25, 0.5, 0.75, 1], [f"{share:.0%}" for share in quarters], bottom),
        *_ground(ratings, ticks := _ticks(ratings), [f"{tick:g}" for tick in ticks], bottom),
        Label(shares.left, 78, said("Share of points"), 16, anchor="start", bold=True),
        Label(ratings.left, 78, said("OpenSkill rating"), 16, anchor="start", bold=True),
        Path(through([(shares.at(fair), TOP - 10), (shares.at(fair), bottom)]), "", "warn", 2, dash="6 5"),
        Label(shares.at(fair), TOP - 19, said("fair share {share}", share=f"{fair:.0%}"), 12, "warn"),
        Label(MARGIN, bottom + 58, _foot(standings), 13, "muted", anchor="start"),
    ]
    things = [Thing("ground", standings.headline, tuple(parts))]
    things += [_row(line, number, shares, ratings) for number, line in enumerate(lines)]
    words = row([standings.headline, row([_words(line) for line in lines], "; ")], ": ")
    return Picture(WIDTH, bottom + FOOT, words, tuple(things))


def _rating_scale(lines: "list[Standing]") -> Scale:
    low = min(line.rating.mu - 2 * line.rating.sigma for line in lines)
    high = max(line.rating.mu + 2 * line.rating.sigma for line in lines)
    return Scale(*RATINGS, floor(low - 0.5), ceil(high + 0.5))


def _ticks(scale: Scale) -> list[float]:
    """Three to six round numbers."""
    step = next(step for step in (1, 2, 5, 10, 20, 50, 100, 200) if (scale.high - scale.low) / step <= 6)
    return [float(n * step) for n in range(ceil(scale.low / step), floor(scale.high / step) + 1)]


def _ground(scale: Scale, ticks: list[float], words: list[str], bottom: float) -> list[Part]:
    parts: list[Part] = [
        Box(scale.left - 12, TOP - 8, scale.right - scale.left + 24, bottom - TOP + 16, "card", round=8)
    ]
    for tick, label in zip(ticks, words, strict=True):
        x = scale.at(tick)
        parts += [Path(through([(x, TOP), (x, bottom)]), "", "line", 1), Label(x, bottom + 24, label, 13, "muted")]
    return parts


def _row(line: "Standing", number: int, shares: Scale, ratings: Scale) -> Thing:
    colour = f"seat{number % COLOURS}"
    mu, spread = line.rating.mu, 2 * line.rating.sigma
    share = line.points
    parts: list[Part] = [
        Label(MARGIN, 0, line.bot, 18, anchor="start", bold=True),
        Box(shares.left, -11, shares.at(share.share) - shares.left, 22, colour, opacity=0.32, round=3),
        *_whisker(shares, share.low, share.share, share.high, colour),
        *_whisker(ratings, mu - spread, mu, mu + spread, colour),
        *_value(shares, str(share), share.interval),
        *_value(ratings, f"{mu:.1f}", f"± {spread:.1f}"),
    ]
    return Thing(f"bot:{line.bot}", _words(line), tuple(parts), y=TOP + ROW * (number + 0.5))


def _whisker(scale: Scale, low: float, middle: float, high: float, colour: str) -> list[Part]:
    left, right = scale.at(low), scale.at(high)
    ends = f"M{left:g} 0L{right:g} 0M{left:g} -7L{left:g} 7M{right:g} -7L{right:g} 7"
    return [Path(ends, "", colour, 2.5), Disc(scale.at(middle), 0, 6.5, colour, "card", 2)]


def _value(scale: Scale, value: str, spread: str) -> list[Part]:
    x = scale.values
    return [Label(x, -9, value, 17, anchor="end", bold=True), Label(x, 11, spread, 12, "muted", anchor="end")]


def _words(line: "Standing") -> Said:
    share = line.points
    return said(
        "{bot} has {share} of the points ({low} to {high}), rating {rating} ± {spread}",
        bot=line.bot,
        share=f"{share.share:.1%}",
        low=f"{share.low:.1%}",
        high=f"{share.high:.1%}",
        rating=f"{line.rating.mu:.1f}",
        spread=f"{2 * line.rating.sigma:.1f}",
    )


def _foot(standings: "Standings") -> Said:
    parts = [said("Lines show 95 % intervals"), said("seed {seed}", seed=standings.setting.seed)]
    if standings.stopped:
        number, planned = f"{len(standings.bouts):,}", f"{standings.planned:,}"
        parts.append(said("stopped after {number} of {planned} games", number=number, planned=planned))
    return said("{facts}.", facts=row(parts, "; "))
