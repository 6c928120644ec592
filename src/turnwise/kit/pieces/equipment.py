"""Equipment that many games have: dice, men, piles of cards, arrows. Each is a tuple of parts around its middle."""

from functools import cache
from math import hypot

from turnwise.kit.shapes import Box, Disc, Label, Part, Path, head, through

PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}


@cache
def die(face: int, size: float = 40, fill: str = "card", ink: str = "ink") -> tuple[Part, ...]:
    """A die that shows a number, or a question mark before it is thrown."""
    half, step = size / 2, size * 0.26
    body: tuple[Part, ...] = (
        Box(-half, -half + 2, size, size, "shadow", round=size * 0.2, opacity=0.25),
        Box(-half, -half, size, size, fill, "ink", size * 0.04, round=size * 0.2),
    )
    if face not in PIPS:
        return (*body, Label(0, 0, "?", size * 0.6, ink, bold=True))
    return (*body, *(Disc(x * step, y * step, size * 0.085, ink) for x, y in PIPS[face]))


@cache
def man(colour: str, edge: str = "ink", size: float = 40) -> tuple[Part, ...]:
    """A playing piece: a round head over a cone."""
    k = size / 40
    cone = f"M{-11 * k:g} {17 * k:g}C{-9 * k:g} {4 * k:g} {-4 * k:g} 0 {-4 * k:g} {-4 * k:g}L{4 * k:g} {-4 * k:g}"
    cone += f"C{4 * k:g} 0 {9 * k:g} {4 * k:g} {11 * k:g} {17 * k:g}Z"
    return (
        Path(cone, colour, edge, 1.5 * k),
        Disc(0, -9 * k, 8 * k, colour, edge, 1.5 * k),
    )


def pile(top: tuple[Part, ...], count: int, width: float, height: float, *, depth: int = 3) -> tuple[Part, ...]:
    """Cards on each other: edges below, the top card, and how many there are in a corner. An empty pile is its place."""
    if not count:
        return (Box(-width / 2, -height / 2, width, height, "", "line", 2, round=width * 0.08, dash="5 4"),)
    return (
        *_below(min(depth, count - 1), width, height),
        *top,
        *counted_badge(count, width / 2, height / 2, width * 0.2),
    )


@cache
def _below(depth: int, width: float, height: float) -> tuple[Part, ...]:
    steps = range(depth, 0, -1)
    return tuple(
        Box(-width / 2 + 2 * at, -height / 2 + 2 * at, width, height, "card", "line", 1, round=width * 0.08)
        for at in steps
    )


@cache
def counted_badge(count: int, x: float, y: float, radius: float) -> tuple[Part, ...]:
    """A number in a circle."""
    return Disc(x, y, radius, "card", "ink", 1.5), Label(x, y, str(count), radius * 1.05, "ink", bold=True)


@cache
def arrow(
    right: float, down: float, paint: str, width: float, *, start: float = 0, stop: float = 0, dash: str = ""
) -> tuple[Part, ...]:
    """From the middle to another place, as a move is marked; so much stays free at its ends."""
    long, far = 2 * width + 11, hypot(right, down)
    near, last = start / far, (far - stop - long) / far
    shaft = through([(near * right, near * down), (last * right, last * down)])
    point = head(right, down, far - stop, long, width + 6)
    return Path(shaft, "", paint, width, 0.85, dash), Path(point, paint, paint, 1.5, 0.95)
