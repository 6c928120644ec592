"""Boards of points joined by lines, read from a drawing.

    BOARD = lattice('''
    .--.--.
    |  |  |
    .--.--.
    ''')

A dot is a point; `-`, `|`, `/` and `\\` join two points. A lattice is a grid like the others: its points are numbered
row by row and named by the letter of their column and the number of their row; its neighbours, lines and symmetries
follow the lines only.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from turnwise.kit.grid import OFF, SLANTING, STRAIGHT, Grid, Place

SIGNS = {(0, 1): "-", (1, 0): "|", (1, 1): "\\", (1, -1): "/"}
"""The sign of a line in each direction and its opposite."""


@dataclass(frozen=True)
class Lattice(Grid):
    """A grid whose steps lead along the lines of a drawing."""

    drawing: tuple[str, ...] = ()

    @cached_property
    def cells(self) -> tuple[Place, ...]:
        """The row and column of each point in the drawing."""
        return _dots(self.drawing)

    @cached_property
    def next(self) -> tuple[tuple[int, ...], ...]:
        """`next[point][direction]`: the point that a line leads to, or OFF."""
        return tuple(tuple(self._along(cell, direction) for direction in self.directions) for cell in self.cells)

    def _along(self, cell: Place, direction: Place) -> int:
        (row, column), (down, right) = cell, direction
        sign = SIGNS.get((down, right)) or SIGNS[-down, -right]
        while True:
            row, column = row + down, column + right
            met = (
                self.drawing[row][column]
                if 0 <= row < len(self.drawing) and 0 <= column < len(self.drawing[0])
                else " "
            )
            if met == "." and (row, column) != (cell[0] + down, cell[1] + right):
                return self.cells.index((row, column))
            if met != sign:
                return OFF

    def step(self, point: int, direction: int, steps: int = 1) -> int:
        for _ in range(steps):
            point = OFF if point == OFF else self.next[point][direction]
        return point

    @cached_property
    def lines(self) -> tuple[tuple[int, ...], ...]:
        """Every line that joins points, axis by axis."""
        return tuple(line for line in super().lines if len(line) > 1)

    @cached_property
    def edges(self) -> tuple[tuple[int, int], ...]:
        """Every segment of a line in both directions, as pairs of points."""
        return tuple((point, other) for point in self.points for other in self.neighbours[point])

    @property
    def names_of_edges(self) -> list[tuple[str, str]]:
        return [(self.names_of_all[base], self.names_of_all[target]) for base, target in self.edges]

    @property
    def in_rows(self) -> bool:
        return True

    def rows_of(self, sets: Sequence[Any]) -> list[str]:
        """The drawing with a letter on every point that is in a set."""
        rows = [list(row) for row in self.drawing]
        for (row, column), letter in zip(self.cells, self._letters(sets), strict=True):
            rows[row][column] = letter
        return ["".join(row) for row in rows]

    @cached_property
    def symmetries(self) -> tuple[tuple[int, ...], ...]:
        """The rotations and reflections that keep every line."""
        edges = set(self.edges)
        return tuple(
            turned for turned in super().symmetries if all((turned[a], turned[b]) in edges for a, b in self.edges)
        )


def lattice(drawing: str) -> Lattice:
    """The board of a drawing.

    Directions: west, east; north, south; north-west, south-east; north-east, south-west."""
    rows = drawing.strip("\n").splitlines()
    width = max(map(len, rows))
    drawn = tuple(row.ljust(width) for row in rows)
    dots = _dots(drawn)
    down, across = (sorted({dot[axis] for dot in dots}) for axis in (0, 1))
    places = tuple((down.index(row), across.index(column)) for row, column in dots)
    return Lattice(places, STRAIGHT + SLANTING, drawing=drawn)


def _dots(drawing: Sequence[str]) -> tuple[Place, ...]:
    return tuple((i, j) for i, row in enumerate(drawing) for j, sign in enumerate(row) if sign == ".")
