"""A board of points and lines with men on it: for a game whose rules have a `lattice(…)`.

    points(BOARD, standing(rows), moves.values(), last=…)

Each point is a thing of its own, `point:d3`, which is touched whatever is on it; a man (`kit/pieces/men.py`) is
another. A move is the one or two points to touch for it."""

from collections.abc import Collection, Mapping, Sequence
from functools import cache
from typing import Any

from turnwise.kit.grid import LETTERS
from turnwise.kit.lattice import Lattice
from turnwise.kit.pieces import men
from turnwise.kit.pieces.characters import Form, Ruling, Written, block, in_sizes
from turnwise.kit.pieces.men import MARKS, Man, disc
from turnwise.kit.pieces.table import Board
from turnwise.kit.shapes import Box, Disc, Label, Part, Path, Thing, dots, through
from turnwise.kit.words import Seat, said

CELL, MARGIN, RIM = 100, 62, 40
RADIUS = 33
SIZES = 4, 3, 2
"""How many times larger than in the smallest board its lines are in a terminal."""

PALETTE = {
    "plank": ("#dcb986", "#6d5234"),
    "plank_light": ("#e6c796", "#775b3b"),
    "plank_line": ("#5a3d1e", "#2a1c0e"),
    "plank_rim": ("#8a5f33", "#3d2a18"),
    "plank_ink": ("#fff6e4", "#ecdcc0"),
    "mill_glow": ("#b3361b", "#ffb36b"),
} | men.PALETTE
"""Its colours, for the `palette` of a table."""


def points(
    grid: Lattice,
    sides: Mapping[int, int],
    moves: Collection[tuple[int, ...]] = (),
    last: Sequence[int] = (),
    glowing: Collection[tuple[int, ...]] = (),
) -> Board:
    """The board with a man of one of the `sides` on some points. A man that alone is a move, as one that may be taken,
    is marked; for a move of two points, a page previews where it leads. The points of the latest move are the `last`:
    if there are two, a man has come from the first to the second. Lines of men may be `glowing`."""
    came = {last[1]: f"point:{grid.names_of_all[last[0]]}"} if len(last) == 2 else {}
    standing = {point: _man(grid.names_of_all[point], side, came.get(point, "")) for point, side in sides.items()}
    marked = {move[0] for move in moves if len(move) == 1 and move[0] in standing}
    bases = dict.fromkeys(move[0] for move in moves if len(move) == 2)
    things = [_ground(grid)]
    for line in glowing:
        ends = [_spot(grid, point) for point in (line[0], line[-1])]
        name = grid.names_of_all[line[0]] + grid.names_of_all[line[-1]]
        things.append(Thing(f"line:{name}", said("A line of men"), (Path(through(ends), "", "mill_glow", 14, 0.9),)))
    for point, man in sorted(standing.items()):
        spot = _spot(grid, point)
        things.append(Thing(man.key, man.words, man.parts, *spot, manner=man.manner, comes=man.comes))
    for point in grid.points:  # the text of a man is on its point
        things.append(_point(grid, point, standing.get(point), point in marked, point in last))
    for base in bases:
        x, y = _spot(grid, base)
        targets = (_spot(grid, move[1]) for move in moves if move[0] == base)
        ends = [(right - x, below - y) for right, below in targets]
        name, parts = (
            grid.names_of_all[base],
            (Path(dots(ends), "", "plank_line", 34), Path(dots(ends), "", "plank_ink", 26)),
        )
        things.append(Thing(f"ways:{name}", said("Where it may go"), parts, x, y, preview=f"point:{name}"))
    wide, high = ((at - 1) * CELL + 2 * (MARGIN + RIM) for at in (grid.columns, grid.rows))
    board = Board(wide, high, tuple(things), cells=_cells(grid, 1))
    return in_sizes(board, SIZES, lambda size: _form(grid, board, size))


def _cells(grid: Lattice, size: int) -> tuple[int, int]:
    """Columns and rows of a board of this size, whose men extend over its lines by half."""
    (wide, _), (columns, rows) = _man_size(size), (len(grid.drawing[0]), len(grid.drawing))
    return 3 + 2 * size * (columns - 1) + 1 + wide // 2, size * (rows - 1) + 2 + 2 * (size > 1)


def _man_size(size: int) -> tuple[int, int]:
    return (1, 1) if size == 1 else (5 if size == 2 else 7, 3)


def _cell(grid: Lattice, point: int, size: int) -> tuple[int, int]:
    """The cell of a point in a terminal."""
    row, column = grid.cells[point]
    return 3 + _man_size(size)[0] // 2 + 2 * size * column, size * row + (size > 1)


def _form(grid: Lattice, board: Board, size: int) -> Form:
    """The board in a terminal, so many times as large."""

    def written() -> dict[str, Written]:
        (wide, high), signs = _man_size(size), {thing.key: thing.text for thing in board.things if thing.text}
        found = {"board": Written(_drawn(grid, size), (0, 0))}
        for point, name in enumerate(grid.names_of_all):
            (x, y), sign = _cell(grid, point, size), str(signs[f"point:{name}"][0])
            man = Written(block(sign, wide, high), (x - wide // 2, y - high // 2))
            found[f"point:{name}"] = man if sign in MARKS else Written(("•",), (x, y))
        return found

    return _cells(grid, size), written


@cache
def _drawn(grid: Lattice, size: int) -> tuple[str, ...]:
    """The lines, with the names of their rows and columns."""
    ruling, (_, last) = Ruling(), _cells(grid, size)
    for line in grid.lines:
        ruling.line(_cell(grid, line[0], size), _cell(grid, line[-1], size))
    for point, (row, column) in enumerate(grid.places):
        x, y = _cell(grid, point, size)
        ruling.write(0, y, f"{grid.rows - row:>2}")
        ruling.write(x, last - 1, LETTERS[column])
    return ruling.text


def touches(grid: Lattice, moves: Mapping[int, tuple[int, ...]]) -> dict[int, tuple[str, ...]]:
    """The things to touch for each action, from its points."""
    return {action: tuple(f"point:{grid.names_of_all[point]}" for point in move) for action, move in moves.items()}


def touched(grid: Lattice, keys: Sequence[str]) -> list[int]:
    """The points among the things that were touched."""
    return [grid.names_of_all.index(key.removeprefix("point:")) for key in keys if key.startswith("point:")]


def named(grid: Lattice, events: Sequence[Mapping[str, Any]]) -> list[int]:
    """The points that events name, in order."""
    names = grid.names_of_all
    return [names.index(value) for event in events for value in event.values() if value in names]


def _man(name: str, side: int, comes: str) -> Man:
    words = said("{seat}'s man", seat=Seat(side))
    return Man(f"man:{side}:{name}", words, disc(side, RADIUS), MARKS[side], comes=comes)


def _spot(grid: Lattice, point: int) -> tuple[float, float]:
    across, down = grid.spots[point]
    return RIM + MARGIN + across * CELL, RIM + MARGIN + down * CELL


@cache
def _ground(grid: Lattice) -> Thing:
    wide, high = ((at - 1) * CELL + 2 * MARGIN for at in (grid.columns, grid.rows))
    lines = "".join(through([_spot(grid, line[0]), _spot(grid, line[-1])]) for line in grid.lines)
    grain = "".join(f"M{RIM + 8} {RIM + high * at / 9:g}h{wide - 16:g}" for at in range(1, 9))
    parts: list[Part] = [
        Box(0, 0, wide + 2 * RIM, high + 2 * RIM, "plank_rim", round=20),
        Box(RIM, RIM, wide, high, "plank", round=8),
        Path(grain, "", "plank_light", 7, 0.6),
        Path(lines, "", "plank_line", 6),
        Path(dots([_spot(grid, point) for point in grid.points]), "", "plank_line", 24),
    ]
    for at in range(grid.columns):
        where = RIM + MARGIN + at * CELL, RIM * 1.5 + high
        parts.append(Label(*where, LETTERS[at], 24, "plank_ink", bold=True))
    for at in range(grid.rows):
        parts.append(Label(RIM / 2, RIM + MARGIN + at * CELL, str(grid.rows - at), 24, "plank_ink", bold=True))
    return Thing("board", said("The board"), tuple(parts), text=_drawn(grid, 1), cell=(0, 0), ink="muted")


@cache
def _parts(marked: bool, last: bool, empty: bool) -> tuple[Part, ...]:
    """The part to touch, and its marks."""
    parts: list[Part] = [Disc(0, 0, 46, "white", opacity=0)]
    if last:
        parts.append(Disc(0, 0, 18 if empty else RADIUS + 5, "", "plank_ink", 5, 0.95))
    if marked:
        parts.append(Disc(0, 0, RADIUS + 5, "", "mill_glow", 7))
    return tuple(parts)


def _point(grid: Lattice, point: int, man: Man | None, marked: bool, last: bool) -> Thing:
    name = grid.names_of_all[point]
    words = said("{point}: {man}", point=name, man=man.words) if man else said("{point}, empty", point=name)
    ink = "warn" if marked else "accent" if last else man.ink if man else "muted"
    return Thing(
        f"point:{name}",
        words,
        _parts(marked, last, man is None),
        *_spot(grid, point),
        text=(man.text if man else "·",),
        cell=_cell(grid, point, 1),
        ink=ink,
        bold=last or marked,
    )
