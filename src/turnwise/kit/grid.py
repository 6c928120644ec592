"""Boards of points in rows: names, neighbours, straight lines, symmetries, and where steps in a direction lead.

A point has a place (row, column) and a number; numbers run from 0, row by row. Directions come in pairs of opposites,
0 and 1, 2 and 3 …; a pair is an axis. Everything is tuples of whole numbers, made once and ready for `table()`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import sqrt
from typing import Any

from turnwise.kit.sets import members_of, set_of

LETTERS = "abcdefghijklmnopqrstuvwxyz"
MEN = "xo#%&+*@"
"""The letters of sets on a board in letters; a dot is a point in none."""
OFF = -1
"""No point: off the board."""

Place = tuple[int, int]


@dataclass(frozen=True)
class Grid:
    """The places of a board in the order of their numbers, and its directions as steps (down, right)."""

    places: tuple[Place, ...]
    directions: tuple[Place, ...]
    letters: str = ""
    """The letters of the rows from the top, if the rows have letters and the columns numbers."""
    from_above: bool = False
    """Whether its rows are counted from the top."""

    @cached_property
    def numbers(self) -> dict[Place, int]:
        return {place: point for point, place in enumerate(self.places)}

    @property
    def points(self) -> range:
        return range(len(self.places))

    @property
    def axes(self) -> range:
        return range(len(self.directions) // 2)

    def at(self, row: int, column: int) -> int:
        """The point of a place, or OFF."""
        return self.numbers.get((row, column), OFF)

    def step(self, point: int, direction: int, steps: int = 1) -> int:
        """The point so many steps along a direction, or OFF."""
        (row, column), (down, right) = self.places[point], self.directions[direction]
        return self.at(row + steps * down, column + steps * right)

    @cached_property
    def next(self) -> tuple[tuple[int, ...], ...]:
        """`next[point][direction]`: the point one step on, or OFF."""
        return tuple(tuple(self.step(p, d) for d in range(len(self.directions))) for p in self.points)

    @cached_property
    def neighbours(self) -> tuple[tuple[int, ...], ...]:
        """`neighbours[point]`: the points one step away, ascending."""
        return tuple(tuple(sorted(set(around) - {OFF})) for around in self.next)

    @cached_property
    def ways(self) -> tuple[tuple[tuple[int, ...], ...], ...]:
        """`ways[point][direction]`: the points on the way to the edge, nearest first."""
        return tuple(tuple(self._way(p, d) for d in range(len(self.directions))) for p in self.points)

    def _way(self, point: int, direction: int) -> tuple[int, ...]:
        way = []
        while (point := self.next[point][direction]) != OFF:
            way.append(point)
        return tuple(way)

    @cached_property
    def lines(self) -> tuple[tuple[int, ...], ...]:
        """Every line from edge to edge, axis by axis; a line runs along the second direction of its axis."""
        return tuple(
            (p, *self.ways[p][2 * axis + 1]) for axis in self.axes for p in self.points if self.next[p][2 * axis] == OFF
        )

    @cached_property
    def lines_through(self) -> tuple[tuple[int, ...], ...]:
        """`lines_through[point][axis]`: the line that the point lies on."""
        through = [[i for i, line in enumerate(self.lines) if p in line] for p in self.points]
        return tuple(map(tuple, through))

    @cached_property
    def shifts(self) -> tuple[tuple[int, Any], ...]:
        """For each direction how much a step raises a point's number, and the set of points that have such a step: for
        `stepped`, on boards where that number is the same everywhere."""
        found = []
        for way in range(len(self.directions)):
            leaving = [point for point in self.points if self.next[point][way] != OFF]
            by = {self.next[point][way] - point for point in leaving}
            if len(by) != 1:
                raise ValueError("only a board in rows of the same length has shifts")
            found.append((by.pop(), set_of(leaving, self)))
        return tuple(found)

    @property
    def rows(self) -> int:
        return 1 + max(row for row, _ in self.places)

    @property
    def columns(self) -> int:
        return 1 + max(column for _, column in self.places)

    @property
    def in_rows(self) -> bool:
        """Whether it can be written in rows of letters: every row has a point in every column."""
        return len(self.places) == self.rows * self.columns

    def rows_of(self, sets: Sequence[Any]) -> list[str]:
        """The board in letters, the upper row first: `.` is empty, each set has a letter."""
        letters = self._letters(sets)
        return ["".join(letters[at : at + self.columns]) for at in range(0, len(letters), self.columns)]

    def _letters(self, sets: Sequence[Any]) -> list[str]:
        letters = ["."] * len(self.places)
        for mark, members in zip(MEN, sets, strict=False):
            for point in members_of(members):
                letters[point] = mark
        return letters

    @cached_property
    def spots(self) -> tuple[tuple[float, float], ...]:
        """Where each point is drawn, to the right and down, in steps between points; rows of hexagons are offset by
        half."""
        if (-1, 1) in self.directions[:4]:
            return tuple((column + row / 2, row * sqrt(3) / 2) for row, column in self.places)
        return tuple((float(column), float(row)) for row, column in self.places)

    @cached_property
    def names_of_all(self) -> tuple[str, ...]:
        """The name of each point: the column's letter and the row's number; or as `letters` says."""
        if self.letters:
            return tuple(f"{self.letters[row]}{column + 1}" for row, column in self.places)
        return tuple(
            f"{LETTERS[column]}{1 + row if self.from_above else self.rows - row}" for row, column in self.places
        )

    @cached_property
    def symmetries(self) -> tuple[tuple[int, ...], ...]:
        """Every rotation and reflection of the board onto itself: the image of each point. The first is the
        identity."""
        found = [self._turned(right, down) for right in self.directions for down in self.directions]
        return tuple(sorted({turned for turned in found if turned}))

    def _turned(self, right: Place, down: Place) -> tuple[int, ...]:
        """The images of the points if the steps right and down become these; empty if the board is not mapped onto
        itself."""

        def moved(place: Place) -> Place:
            row, column = place
            return row * down[0] + column * right[0], row * down[1] + column * right[1]

        if {moved(step) for step in self.directions} != set(self.directions):
            return ()
        places = [moved(place) for place in self.places]
        top, left = (min(place[axis] for place in places) for axis in (0, 1))
        first_row, first_column = (min(place[axis] for place in self.places) for axis in (0, 1))
        shifted = [(row - top + first_row, column - left + first_column) for row, column in places]
        return tuple(self.at(*place) for place in shifted) if set(shifted) == set(self.places) else ()


HEXAGONAL = ((0, -1), (0, 1), (-1, 1), (1, -1), (-1, 0), (1, 0))
STRAIGHT = ((0, -1), (0, 1), (-1, 0), (1, 0))
SLANTING = ((-1, -1), (1, 1), (-1, 1), (1, -1))


def hexagon(side: int, letters: str = "") -> Grid:
    """A hexagon with `side` points on a side. Columns slant down to the right; on "/" lines row + column is constant.

    Directions: west, east; north-east, south-west; north-west, south-east."""
    last = 2 * side - 2
    places = [(i, j) for i in range(last + 1) for j in range(last + 1) if side - 1 <= i + j <= last + side - 1]
    return Grid(tuple(places), HEXAGONAL, letters)


def rhombus(side: int) -> Grid:
    """Hexagons in as many rows as columns, each row half a cell farther to the right; rows are counted from above.

    Directions: west, east; north-east, south-west; north-west, south-east."""
    return Grid(tuple((i, j) for i in range(side) for j in range(side)), HEXAGONAL, from_above=True)


def square(rows: int, columns: int, *, diagonals: bool = True) -> Grid:
    """A board of squares.

    Directions: west, east; north, south; and with diagonals north-west, south-east; north-east, south-west."""
    places = [(i, j) for i in range(rows) for j in range(columns)]
    return Grid(tuple(places), STRAIGHT + SLANTING if diagonals else STRAIGHT)
