"""Pictures as text: every thing writes its lines at its place, later ones over earlier ones."""

from functools import lru_cache
from itertools import groupby
from typing import NamedTuple

from rich.cells import cell_len
from rich.color import Color
from rich.style import Style

from turnwise.draw.theme import colours
from turnwise.kit.shapes import Picture, Thing


class Cell(NamedTuple):
    """One character of a text picture and the thing that it belongs to. A wide character is followed by an empty
    one."""

    text: str
    thing: Thing | None


BLANK = Cell(" ", None)


def cells(picture: Picture) -> list[list[Cell]]:
    """The text picture row by row."""
    rows: list[list[Cell]] = []
    for thing in picture.things:
        column, row = thing.cell
        for at, line in enumerate(thing.text, row):
            rows += [[] for _ in range(at + 1 - len(rows))]
            _write(rows[at], column, str(line), thing)
    return rows


def _write(row: list[Cell], column: int, line: str, thing: Thing) -> None:
    """Write a line into a row. A blank of a thing without a background leaves what is there."""
    if _is_narrow(line):
        row += [BLANK] * (column + len(line) - len(row))
        if thing.back:
            row[column : column + len(line)] = [Cell(letter, thing) for letter in line]
            return
        for at, letter in enumerate(line, column):
            if letter != " ":
                row[at] = Cell(letter, thing)
        return
    row += [BLANK] * (column + cell_len(line) - len(row))
    for letter in line:
        width = cell_len(letter)
        if letter != " " or thing.back:
            row[column] = Cell(letter, thing)
            for more in range(1, width):
                row[column + more] = Cell("", thing)
        column += width


@lru_cache(8192)
def _is_narrow(line: str) -> bool:
    """Whether each of its letters takes one cell."""
    return all(cell_len(letter) == 1 for letter in line)


def text(picture: Picture, *, theme: str = "") -> str:
    """The text picture as lines: plain, or with a `theme` coloured for a terminal, on the picture's own background."""
    rows = cells(picture)
    if not theme:
        return "\n".join("".join(cell.text for cell in row).rstrip() for row in rows)
    paints = colours(picture, theme)
    # A background that is a shade has no single colour.
    ground = Style.from_color(None, Color.parse(paints.get(picture.ground, paints["paper"])))
    width = max(map(len, rows), default=0)
    lines = []
    for row in rows:
        runs = groupby(row + [BLANK] * (width - len(row)), key=lambda cell: cell.thing)
        lines.append(
            "".join((ground + style(by, paints)).render("".join(cell.text for cell in run)) for by, run in runs)
        )
    return "\n".join(lines)


def style(thing: Thing | None, paints: dict[str, str]) -> Style:
    """How a thing is written in a terminal."""
    if thing is None:
        return Style.null()
    ink = Color.parse(paints[thing.ink])
    return Style.from_color(ink, Color.parse(paints[thing.back]) if thing.back else None) + Style(bold=thing.bold)
