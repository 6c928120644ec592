"""A board of hexagons with men on it, where each of two sides owns two edges: for a game whose rules have a
`rhombus(…)`.

    hexes(BOARD, {point: Man(…) for …}, last=…)

It depends on the available room: in a tall room the board stands on its corner, in one too small for that its hexagons
are squeezed into a square, and in a large one the rows and columns are named. Each hexagon is a thing of its own,
`point:d3`, which is touched whatever is on it."""

from collections.abc import Callable, Collection, Mapping
from functools import cache
from math import sqrt
from typing import NamedTuple

from turnwise.kit.grid import LETTERS, Grid
from turnwise.kit.pieces import men
from turnwise.kit.pieces.area import Area
from turnwise.kit.pieces.characters import Form as Typed
from turnwise.kit.pieces.characters import Ruling, Written, field, in_sizes
from turnwise.kit.pieces.men import Man
from turnwise.kit.pieces.table import Board
from turnwise.kit.shapes import Box, Disc, Label, Part, Path, Thing, through
from turnwise.kit.words import said

CELL = 72
"""The distance between the middles of neighbouring hexagons."""
RADIUS = 27
FINGER = 25.0
"""The smallest hexagon for a finger, in pixels."""
READABLE = 30.0
"""The smallest hexagon with named rows and columns, in pixels."""
RIM = 4
SIZES = (7, 3), (5, 2), (3, 1)
"""Columns and rows of a hexagon in a terminal, drawn as a brick; in the smallest board there are only signs."""

PALETTE = {
    "comb": ("#e9dcc3", "#665b46"),
    "comb_line": ("#b9a57f", "#3a3327"),
    "comb_glow": ("#c2571a", "#f0a35e"),
    "dark_edge": ("#2a2f38", "#0f1216"),
    "dark_edge_ink": ("#f3efe6", "#d8d3c7"),
    "light_edge": ("#fbf8f0", "#cfc8b7"),
    "light_edge_ink": ("#33301f", "#26241a"),
    "comb_rim": ("#8d7a58", "#6f6650"),
} | men.PALETTE
"""Its colours, for the `palette` of a table."""
EDGES = ("dark_edge", "light_edge")

Place = tuple[float, float]


class Form(NamedTuple):
    """The orientation of a board: the offsets of the next column and the next row, and the distance of the rim."""

    column: Place
    row: Place
    edge: float

    def spot(self, row: float, column: float) -> Place:
        """Where a place lies."""
        (across, down), (right, below) = self.column, self.row
        return CELL * (column * across + row * right), CELL * (column * down + row * below)

    @property
    def named(self) -> bool:
        return self.edge > 1

    @property
    def hexagon(self) -> list[Place]:
        """The corners of a hexagon: each is the centroid of itself and two adjacent neighbours."""
        around = ((0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1), (1, 0))
        return [
            self.spot((a + c) / 3, (b + d) / 3) for (a, b), (c, d) in zip(around, around[1:] + around[:1], strict=True)
        ]

    def outline(self, grid: Grid) -> list[Place]:
        """The rim, from the first row clockwise; its sharp corners, where two sides meet, are cut off."""
        far, last = self.edge, grid.rows - 1
        cut = 0.0 if self.named else far - 1
        places = (
            (-far, cut),
            (-far, last + far),
            (last - cut, last + far),
            (last + far, last - cut),
            (last + far, -far),
            (cut, -far),
        )
        return [self.spot(*place) for place in places]

    def extent(self, grid: Grid) -> tuple[Place, Place]:
        """The upper left and the lower right corner of all that is drawn."""
        across, down = zip(*self.outline(grid), strict=True)
        return (min(across) - RIM, min(down) - RIM), (max(across) + RIM, max(down) + RIM)

    def cell_in(self, grid: Grid, area: Area) -> float:
        """How many pixels a hexagon has in a room."""
        (left, top), (right, bottom) = self.extent(grid)
        return CELL * area.fitted(right - left, bottom - top)[1]


NAMED, PLAIN = 1.42, 0.95
LYING, UPRIGHT = ((1.0, 0.0), (0.5, sqrt(3) / 2)), ((0.5, sqrt(3) / 2), (-0.5, sqrt(3) / 2))
SQUARE = Form((1.0, 0.0), (0.0, 1.0), PLAIN)


def hexes(
    grid: Grid, standing: Mapping[int, Man], *, last: Collection[int] = (), chain: Collection[int] = ()
) -> Callable[[Area], Board]:
    """The board: on `last` hexagons the latest man was placed; the men of a `chain` glow."""

    @cache
    def drawn(form: Form) -> Board:
        things = [_ground(grid, form)]
        for point, man in sorted(standing.items()):
            spot = form.spot(*grid.places[point])
            things.append(Thing(man.key, man.words, man.parts, *spot, manner=man.manner, comes=man.comes))
        things += (  # the text of a man is on its hexagon
            _hexagon(grid, point, form, standing.get(point), point in last, point in chain)
            if point in standing or point in last
            else empty
            for point, empty in enumerate(_empty(grid, form))
        )
        (left, top), (right, bottom) = form.extent(grid)
        cells = 2 * grid.columns + grid.rows + 3, grid.rows + 1
        board = Board(right - left, bottom - top, tuple(things), cells=cells, corner=(left, top))
        return in_sizes(board, SIZES, lambda size: _bricks(grid, board, *size))

    def fitting(area: Area) -> Board:
        for edge, least in ((NAMED, READABLE), (PLAIN, FINGER)):
            best = max((Form(*axes, edge) for axes in (LYING, UPRIGHT)), key=lambda form: form.cell_in(grid, area))
            if best.cell_in(grid, area) >= least:
                return drawn(best)
        return drawn(max((best, SQUARE), key=lambda form: form.cell_in(grid, area)))

    return fitting


def _bricks(grid: Grid, board: Board, wide: int, high: int) -> Typed:
    """The board in a terminal as a wall of bricks, where each touches six others like a hexagon."""
    across, down = wide + 1, high + 1

    def written() -> dict[str, Written]:
        signs = {thing.key: str(thing.text[0]) for thing in board.things if thing.text}
        found = {"board": Written(_wall(grid, wide, high), (0, 0))}
        for name, (row, column) in zip(grid.names_of_all, grid.places, strict=True):
            cell = 3 + column * across + row * across // 2, 2 + row * down
            found[f"point:{name}"] = Written(field(signs[f"point:{name}"], wide, high), cell, "card")
        return found

    return (3 + grid.columns * across + (grid.rows - 1) * across // 2, 2 + grid.rows * down), written


@cache
def _wall(grid: Grid, wide: int, high: int) -> tuple[str, ...]:
    across, down = wide + 1, high + 1
    ruling = Ruling()
    for row, column in grid.places:
        ruling.box(2 + column * across + row * across // 2, 1 + row * down, wide, high)
    for at in range(grid.columns):
        ruling.write(3 + at * across + wide // 2, 0, LETTERS[at])
    for at in range(grid.rows):
        ruling.write(at * across // 2 - 1, 2 + at * down + (high - 1) // 2, f"{at + 1:2}")
    return ruling.text


@cache
def _ground(grid: Grid, form: Form) -> Thing:
    first, second, third, fourth, fifth, sixth = outline = form.outline(grid)
    middle = form.spot((grid.rows - 1) / 2, (grid.columns - 1) / 2)
    top, end = (((a + c) / 2, (b + d) / 2) for (a, b), (c, d) in ((sixth, first), (third, fourth)))
    parts: list[Part] = [Path(through(outline, closed=True), "comb_rim", "comb_rim", 2 * RIM)]
    sides = (top, first, second), (second, third, end), (end, fourth, fifth), (fifth, sixth, top)
    for at, side in enumerate(sides):
        parts.append(Path(through([*side, middle], closed=True), EDGES[at % 2]))
    spots = [form.spot(*place) for place in grid.places]
    comb = (through([(x + right, y + below) for right, below in form.hexagon], closed=True) for x, y in spots)
    parts.append(Path("".join(comb), "comb", "comb_line", 2.5))
    for at in range(grid.columns if form.named else 0):
        beside = at if form.column == (1.0, 0.0) else at + 0.5
        parts.append(Label(*form.spot(-1, at + 0.5), LETTERS[at], 27, "dark_edge_ink", bold=True))
        parts.append(Label(*form.spot(beside, -1), str(at + 1), 27, "light_edge_ink", bold=True))
    text = ("   " + " ".join(LETTERS[: grid.columns]), *(f"{' ' * at}{at + 1:2}" for at in range(grid.rows)))
    return Thing("board", said("The board"), tuple(parts), text=text, cell=(0, 0), ink="muted")


@cache
def _parts(form: Form, last: bool, glowing: bool) -> tuple[Part, ...]:
    """The part to touch, and its marks."""
    parts: list[Part] = [Box(-CELL / 2, -CELL / 2, CELL, CELL, "white", opacity=0)]
    if form != SQUARE:
        shape = Path(through(form.hexagon, closed=True), "white", opacity=0)
        parts = [shape, Disc(0, 0, CELL * 0.525, "white", opacity=0)]
    if glowing:
        parts.append(Disc(0, 0, RADIUS + 2, "", "comb_glow", 6))
    elif last:
        parts.append(Disc(0, 0, 9, "comb_glow", "light_man", 2))
    return tuple(parts)


@cache
def _empty(grid: Grid, form: Form) -> tuple[Thing, ...]:
    """All hexagons, with nothing on them."""
    return tuple(_hexagon(grid, point, form, None, False, False) for point in grid.points)


def _hexagon(grid: Grid, point: int, form: Form, man: Man | None, last: bool, glowing: bool) -> Thing:
    name, (row, column) = grid.names_of_all[point], grid.places[point]
    words = said("{point}: {man}", point=name, man=man.words) if man else said("{point}, empty", point=name)
    return Thing(
        f"point:{name}",
        words,
        _parts(form, last, glowing),
        *form.spot(row, column),
        text=(man.text if man else "·",),
        cell=(3 + 2 * column + row, 1 + row),
        ink="accent" if last or glowing else man.ink if man else "muted",
        bold=last or glowing,
    )
