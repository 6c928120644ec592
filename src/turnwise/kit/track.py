"""Tracks: paths of cells through way points, and their reflections in a grid; plain Python, outside the law."""

from collections.abc import Iterable, Sequence
from itertools import pairwise

Point = tuple[int, int]
"""Column and row, both from 0."""


def path(way_points: Sequence[Point]) -> list[Point]:
    """The points of the straight segments that join the way points in order, both ends included."""
    points = list(way_points[:1])
    for (x, y), (to_x, to_y) in pairwise(way_points):
        if (x == to_x) == (y == to_y):
            raise ValueError(f"from {x, y} to {to_x, to_y} runs neither along a row nor along a column")
        step_x, step_y = _sign(to_x - x), _sign(to_y - y)
        while (x, y) != (to_x, to_y):
            x, y = x + step_x, y + step_y
            points.append((x, y))
    return points


def reflected(
    points: Iterable[Point], columns: int, rows: int, *, across: bool = False, down: bool = False
) -> list[Point]:
    """The points reflected in a grid: `across` swaps left and right, `down` top and bottom, both make a half-turn."""
    return [(columns - 1 - x if across else x, rows - 1 - y if down else y) for x, y in points]


def cells(points: Iterable[Point], columns: int) -> list[int]:
    """The points as the numbers of a grid's cells, counted row by row."""
    return [y * columns + x for x, y in points]


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)
