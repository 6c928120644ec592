"""A board of squares with men on it: for a game whose rules have a `square(…)`.

    squares(BOARD, {point: Man(…) for …}, marked=…, last=…)

Each square is a thing of its own, `point:d3`, which is touched whatever is on it; a man (`kit/pieces/men.py`) is
another."""

from collections.abc import Collection, Mapping
from functools import cache
from types import MappingProxyType

from turnwise.kit.grid import LETTERS, Grid
from turnwise.kit.pieces import men
from turnwise.kit.pieces.characters import Form, Ruling, Written, field, in_sizes
from turnwise.kit.pieces.men import Man
from turnwise.kit.pieces.table import Board
from turnwise.kit.shapes import Box, Disc, Label, Part, Path, Thing
from turnwise.kit.words import said

CELL, RIM = 80, 34
SIZES = (11, 5), (9, 4), (7, 3), (5, 2), (3, 1)
"""Columns and rows of a square in a terminal; in the smallest one there are only signs."""
INKS = {"●": "dark_man", "○": "white"}
"""Colours of large men in a terminal, on squares with colours of their own."""
NOWHERE: Mapping[int, Collection[int]] = MappingProxyType({})

PALETTE = {
    "felt": ("#2f7d5b", "#215842"),
    "felt_dark": ("#2a7153", "#1d4f3b"),
    "felt_line": ("#1d5a41", "#12382a"),
    "felt_last": ("#a67c12", "#8f6a10"),
    "rim": ("#5b3f28", "#33251a"),
    "rim_ink": ("#f1e4cf", "#e2d3ba"),
} | men.PALETTE
"""Its colours, for the `palette` of a table."""


def squares(
    grid: Grid,
    standing: Mapping[int, Man],
    *,
    marked: Collection[int] = (),
    last: Collection[int] = (),
    ways: Mapping[int, Collection[int]] = NOWHERE,
    chequered: bool = False,
    turned: bool = False,
) -> Board:
    """The board: `marked` squares have a dot, as targets; `last` ones a frame, for the latest move. `ways` has the
    squares that can be reached from others, which a page previews. It can be `turned` by half for a viewer at the
    top."""
    things = [_ground(grid, chequered, turned)]
    for point, man in sorted(standing.items()):
        x, y = _middle(grid, point, turned)
        things.append(Thing(man.key, man.words, man.parts, x, y, manner=man.manner, comes=man.comes))
    things += (  # the text of a man is on its square
        _square(grid, point, standing.get(point), point in marked, point in last, turned)
        if point in standing or point in marked or point in last
        else empty
        for point, empty in enumerate(_empty(grid, turned))
    )
    for base, targets in ways.items():
        x, y = _middle(grid, base, turned)
        ends = (_middle(grid, target, turned) for target in targets)
        parts = tuple(Disc(there - x, below - y, 13, "rim_ink", "rim", 3) for there, below in ends)
        name = grid.names_of_all[base]
        things.append(Thing(f"ways:{name}", said("Where it may go"), parts, x, y, preview=f"point:{name}"))
    cells = 3 + 2 * grid.columns, grid.rows + 1
    board = Board(grid.columns * CELL + 2 * RIM, grid.rows * CELL + 2 * RIM, tuple(things), cells=cells)
    return in_sizes(board, SIZES, lambda size: _form(grid, board, chequered, turned, *size))


def _form(grid: Grid, board: Board, chequered: bool, turned: bool, wide: int, high: int) -> Form:
    """The board in a terminal, with lines between squares of this size, which have its colours."""
    margin = _margin(grid)

    def written() -> dict[str, Written]:
        things = {thing.key: thing for thing in board.things if thing.text}
        found = {"board": Written(_ruled(grid, turned, wide, high), (0, 0))}
        for point, name in enumerate(grid.names_of_all):
            row, column = _place(grid, point, turned)
            cell = margin + 1 + column * (wide + 1), 1 + row * (high + 1)
            thing = things[f"point:{name}"]
            sign, dark = str(thing.text[0]), chequered and sum(grid.places[point]) % 2
            back = "felt_last" if thing.bold else "felt_dark" if dark else "felt"
            ink = (
                INKS.get(sign, "rim_ink") if high > 1 or sign not in INKS else "ink"
            )  # a small sign needs more contrast
            found[thing.key] = Written(field(sign, wide, high), cell, back, ink)
        return found

    return (margin + 1 + grid.columns * (wide + 1), 2 + grid.rows * (high + 1)), written


def _margin(grid: Grid) -> int:
    """Columns for the numbers of the rows."""
    return len(str(grid.rows)) + 1


@cache
def _ruled(grid: Grid, turned: bool, wide: int, high: int) -> tuple[str, ...]:
    letters, numbers = _names(grid, turned)
    ruling = Ruling()
    for row, column in grid.places:
        ruling.box(_margin(grid) + column * (wide + 1), row * (high + 1), wide, high)
    for at, letter in enumerate(letters):
        ruling.write(_margin(grid) + 1 + at * (wide + 1) + wide // 2, 1 + grid.rows * (high + 1), letter)
    for at, number in enumerate(numbers):
        ruling.write(0, 1 + at * (high + 1) + (high - 1) // 2, f"{number:>{_margin(grid) - 1}}")
    return ruling.text


def _names(grid: Grid, turned: bool) -> tuple[list[str], list[str]]:
    """The letters of the columns and the numbers of the rows, as they are seen."""
    letters, numbers = list(LETTERS[: grid.columns]), [str(grid.rows - at) for at in range(grid.rows)]
    return (letters[::-1], numbers[::-1]) if turned else (letters, numbers)


def _place(grid: Grid, point: int, turned: bool) -> tuple[int, int]:
    """The row and the column where a point is seen."""
    return grid.places[-1 - point] if turned else grid.places[point]


def _middle(grid: Grid, point: int, turned: bool) -> tuple[float, float]:
    row, column = _place(grid, point, turned)
    return RIM + (column + 0.5) * CELL, RIM + (row + 0.5) * CELL


@cache
def _ground(grid: Grid, chequered: bool, turned: bool) -> Thing:
    letters, numbers = _names(grid, turned)
    wide, high = grid.columns * CELL, grid.rows * CELL
    parts: list[Part] = [
        Box(0, 0, wide + 2 * RIM, high + 2 * RIM, "rim", round=18),
        Box(RIM, RIM, wide, high, "felt", "felt_line", 3),
    ]
    if chequered:
        dark = [(row, column) for row, column in grid.places if (row + column) % 2]
        parts += [Box(RIM + column * CELL, RIM + row * CELL, CELL, CELL, "felt_dark") for row, column in dark]
    down = "".join(f"M{RIM + at * CELL} {RIM}v{high}" for at in range(1, grid.columns))
    across = "".join(f"M{RIM} {RIM + at * CELL}h{wide}" for at in range(1, grid.rows))
    parts.append(Path(down + across, "", "felt_line", 2))
    for at in range(grid.columns):
        parts.append(Label(RIM + (at + 0.5) * CELL, RIM * 1.5 + high, letters[at], 19, "rim_ink", bold=True))
    for at in range(grid.rows):
        parts.append(Label(RIM / 2, RIM + (at + 0.5) * CELL, numbers[at], 19, "rim_ink", bold=True))
    text = (*(f"{number:>2}" for number in numbers), "   " + " ".join(letters))
    return Thing("board", said("The board"), tuple(parts), text=text, cell=(0, 0), ink="muted")


@cache
def _empty(grid: Grid, turned: bool) -> tuple[Thing, ...]:
    """All squares, with nothing on them."""
    return tuple(_square(grid, point, None, False, False, turned) for point in grid.points)


def _square(grid: Grid, point: int, man: Man | None, marked: bool, last: bool, turned: bool) -> Thing:
    name, half = grid.names_of_all[point], CELL / 2
    x, y = _middle(grid, point, turned)
    parts: list[Part] = [Box(-half, -half, CELL, CELL, "white", opacity=0)]
    if last:
        parts.append(Box(5 - half, 5 - half, CELL - 10, CELL - 10, "", "rim_ink", 3, round=8, opacity=0.9))
    if marked:
        parts.append(Disc(0, 0, 9, "rim_ink", opacity=0.65))
    row, column = _place(grid, point, turned)
    words = said("{point}: {man}", point=name, man=man.words) if man else said("{point}, empty", point=name)
    text = man.text if man else "+" if marked else "·"
    ink = "accent" if last or marked else man.ink if man else "muted"
    return Thing(
        f"point:{name}", words, tuple(parts), x, y, text=(text,), cell=(3 + 2 * column, row), ink=ink, bold=last
    )
