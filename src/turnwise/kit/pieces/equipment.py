"""Equipment of many games: dice and arrows, each a tuple of parts around its middle."""

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
def arrow(
    right: float, down: float, paint: str, width: float, *, start: float = 0, stop: float = 0, dash: str = ""
) -> tuple[Part, ...]:
    """From the middle to another place, to mark a move, with gaps at its ends."""
    long, far = 2 * width + 11, hypot(right, down)
    near, last = start / far, (far - stop - long) / far
    shaft = through([(near * right, near * down), (last * right, last * down)])
    point = head(right, down, far - stop, long, width + 6)
    return Path(shaft, "", paint, width, 0.85, dash), Path(point, paint, paint, 1.5, 0.95)
