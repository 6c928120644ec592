"""The board of Differo as tables: points, lines, the start, the goals, and where a piece lands.

Points are numbered 0 to 60 in order of (i,j); a side's pieces, a line or a goal is one set of points.
"""

from turnwise.kit import set_of, table
from turnwise.kit.grid import OFF, hexagon

WHITE, BLACK = 0, 1
START = (
    "3 3 3 3 0 0 0 0 0",
    "3 3 3 0 2 2 2 2 0",
    "3 3 0 2 0 2 0 2 0",
    "3 0 2 2 2 2 2 2 0",
    "0 0 0 0 0 0 0 0 0",
    "0 1 1 1 1 1 1 0 3",
    "0 1 0 1 0 1 0 3 3",
    "0 1 1 1 1 0 3 3 3",
    "0 0 0 0 0 3 3 3 3",
)  # [D4] [D5]

GRID = hexagon(5, "ABCDEFGHI")  # [D1] [D9] [D10a]
POINTS = len(GRID.places)
ROW = table([row for row, _ in GRID.places])
COLUMN = table([column for _, column in GRID.places])
PIECES = table([set_of(p for p in GRID.points if START[ROW[p]].split()[COLUMN[p]] == digit) for digit in "12"])
GOAL = table([set_of(p for p in GRID.points if ROW[p] == row) for row in (0, 8)])  # [D6]
LINE = table([set_of(line) for line in GRID.lines])  # [D2]
LINES_THROUGH = table([[LINE[line] for line in lines] for lines in GRID.lines_through])


def either_way(point: int, axis: int, steps: int) -> int:
    """The points so many steps away along an axis; without a step there is no move.  [D14] [D15]"""
    ends = [GRID.step(point, direction, steps) for direction in (2 * axis, 2 * axis + 1)]
    found: int = set_of(end for end in ends if steps and end != OFF)
    return found


LONGEST = max(len(line) for line in GRID.lines)
LANDINGS = table([[[either_way(p, a, n) for n in range(LONGEST + 1)] for a in GRID.axes] for p in GRID.points])

IN_ROW, SLASH, BACKSLASH = GRID.axes  # [D7] [D8]


def axis_along(down, right):
    """The axis of a way, -1 if it follows none."""
    if down == 0 and right == 0:
        return -1
    if down == 0:
        return IN_ROW
    if right == 0:
        return BACKSLASH
    return SLASH if down + right == 0 else -1
