"""A board of squares with men on it: for a game whose rules have a `square(…)`.

    squares(BOARD, {point: disc(side, words) for …}, marked=…, last=…)

Each square is a thing of its own, `point:d3`, which is touched whatever stands on it; a man is another, which keeps its key while it is
the same man."""

from collections.abc import Collection, Mapping
from functools import cache
from typing import NamedTuple

from turnwise.kit.grid import LETTERS, Grid
from turnwise.kit.pieces.table import Board
from turnwise.kit.shapes import Box, Disc, Label, Part, Path, Shade, Thing
from turnwise.kit.words import Words, said

CELL, RIM = 80, 34
RADIUS = 31

PALETTE = {
    "felt": ("#2f7d5b", "#215842"),
    "felt_dark": ("#2a7153", "#1d4f3b"),
    "felt_line": ("#1d5a41", "#12382a"),
    "rim": ("#5b3f28", "#33251a"),
    "rim_ink": ("#f1e4cf", "#e2d3ba"),
    "dark_man": ("#20242b", "#14171c"),
    "dark_man_light": ("#4d5563", "#3a414d"),
    "dark_man_edge": ("#0d0f13", "#8b93a1"),
    "light_man": ("#ece7da", "#dcd6c7"),
    "light_man_light": ("#ffffff", "#f6f2e8"),
    "light_man_edge": ("#8d8672", "#6f6958"),
}
SHADES = (
    Shade("man0", ((0.15, "dark_man_light"), (1, "dark_man")), radial=True),
    Shade("man1", ((0.15, "light_man_light"), (1, "light_man")), radial=True),
)
COLOURS, MARKS = ("dark_man", "light_man"), "●○"
EDGES = ("dark_man_edge", "light_man_edge")
SEAT_COLOURS = (PALETTE["dark_man"], PALETTE["light_man"])


class Man(NamedTuple):
    """A man: how it is drawn around its middle and written in a terminal, and what it is called."""

    key: str
    words: Words
    parts: tuple[Part, ...]
    text: str
    ink: str = "ink"
    manner: str = ""
    comes: str = ""


@cache
def disc(side: int, radius: float = RADIUS) -> tuple[Part, ...]:
    """A round man of one side; the dark ones have a ring, so that they differ without their colours."""
    edge = EDGES[side]
    sign: Part = Disc(0, 0, radius * 0.55, "", edge, radius * 0.06, 0.8)
    cross = radius * 0.3
    if side:
        sign = Path(f"M{-cross:g} 0H{cross:g}M0 {-cross:g}V{cross:g}", "", edge, radius * 0.07, 0.55)
    return Disc(0, radius * 0.08, radius, "shadow", opacity=0.3), Disc(0, 0, radius, f"man{side}", edge, 1.5), sign


def squares(
    grid: Grid,
    men: Mapping[int, Man],
    *,
    marked: Collection[int] = (),
    last: Collection[int] = (),
    chequered: bool = False,
) -> Board:
    """The board: `marked` squares bear a dot, where somebody may go; `last` ones a frame, where the latest move was."""
    things = [_ground(grid, chequered)]
    for point in grid.points:
        if man := men.get(point):
            x, y = _middle(grid, point)
            things.append(
                Thing(man.key, man.words, man.parts, x, y, manner=man.manner, comes=man.comes)
            )  # its text stands on its square
    things += [_square(grid, point, men.get(point), point in marked, point in last) for point in grid.points]
    return Board(
        grid.columns * CELL + 2 * RIM,
        grid.rows * CELL + 2 * RIM,
        tuple(things),
        cells=(3 + 2 * grid.columns, grid.rows + 1),
    )


def _middle(grid: Grid, point: int) -> tuple[float, float]:
    row, column = grid.places[point]
    return RIM + (column + 0.5) * CELL, RIM + (row + 0.5) * CELL


@cache
def _ground(grid: Grid, chequered: bool) -> Thing:
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
        parts.append(Label(RIM + (at + 0.5) * CELL, RIM * 1.5 + high, LETTERS[at], 19, "rim_ink", bold=True))
    for at in range(grid.rows):
        parts.append(Label(RIM / 2, RIM + (at + 0.5) * CELL, str(grid.rows - at), 19, "rim_ink", bold=True))
    rows = [f"{grid.rows - at:2}" for at in range(grid.rows)]
    text = (*rows, "   " + " ".join(LETTERS[: grid.columns]))
    return Thing("board", said("The board"), tuple(parts), text=text, cell=(0, 0), ink="muted")


def _square(grid: Grid, point: int, man: Man | None, marked: bool, last: bool) -> Thing:
    name, half = grid.names_of_all[point], CELL / 2
    x, y = _middle(grid, point)
    parts: list[Part] = [Box(-half, -half, CELL, CELL, "white", opacity=0)]
    if last:
        parts.append(Box(5 - half, 5 - half, CELL - 10, CELL - 10, "", "rim_ink", 3, round=8, opacity=0.9))
    if marked:
        parts.append(Disc(0, 0, 9, "rim_ink", opacity=0.65))
    row, column = grid.places[point]
    words = said("{point}: {man}", point=name, man=man.words) if man else said("{point}, empty", point=name)
    text = man.text if man else "+" if marked else "·"
    ink = man.ink if man else "accent" if marked else "muted"
    return Thing(
        f"point:{name}", words, tuple(parts), x, y, text=(text,), cell=(3 + 2 * column, row), ink=ink, bold=last
    )
