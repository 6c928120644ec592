"""How the screen is divided: the picture gets the room that the panels don't need, and they are beside or below it."""

from typing import NamedTuple

from turnwise.draw.lettered import lettered
from turnwise.draw.text import cells
from turnwise.draw.typed import board_of, typed
from turnwise.kit.pieces import Table
from turnwise.kit.shapes import Picture
from turnwise.kit.words import Speaker

BESIDE, BESIDE_MOST = 27, 46
"""Columns of the panels beside a picture: the fewest, and the most they use."""
BELOW, BELOW_MOST = 4, 16
"""Rows of the panels below it."""
A_LINE = 2
"""Rows of panels with a single line, if only these leave room for the whole picture and there is no more to read."""
FRAMED = 6
"""Rows from which on panels have the lower side of a frame."""
WIDE_SCREEN = 100
"""Columns from which on the panels are beside a picture that is whole then."""
GAP = 4, 1
"""Columns or rows between a picture and panels that have more than they need."""


class Division(NamedTuple):
    """A picture, and the panels' columns beside it or rows below it."""

    picture: Picture
    room: tuple[int, int]
    """The columns and rows of both."""
    beside: bool
    least: int
    """What the panels need."""
    panels: int
    """What they have."""

    @property
    def slim(self) -> bool:
        """Whether the panels have no rows for the lower side of a frame."""
        return not self.beside and self.panels < FRAMED


def divided(
    table: Table,
    speaker: Speaker,
    room: tuple[int, int],
    *,
    reading: bool = False,
    before: Division | None = None,
    focus: str = "",
) -> Division:
    """The division that leaves most of the picture in view, and most of the room to its board; `reading`: the panels
    have more than a line to read. One made `before` for the same room is kept as long as nothing is lost by it, and
    then the panels never grow. A board that is too large is shown in part, around the `focus`."""
    ways = [(True, BESIDE), (False, BELOW), *([] if reading else [(False, A_LINE)])]
    if before and before.room == room and (before.beside, before.least) in ways:
        kept = _way(table, speaker, room, before.beside, before.least, before.panels, focus=focus)
        if _in_sight(kept) == 1:
            return kept
    board = {thing.key for thing in board_of(table).things}

    def worth(way: Division) -> tuple[float, int, bool, bool, int, bool]:
        preferred = way.beside and room[0] >= WIDE_SCREEN
        roomy = way.least > A_LINE
        return _in_sight(way), _notes(way.picture, table), preferred, roomy, _area(way.picture, board), way.beside

    return max((_way(table, speaker, room, *way, focus=focus) for way in ways), key=worth)


def _way(
    table: Table,
    speaker: Speaker,
    room: tuple[int, int],
    beside: bool,
    least: int,
    most: int = BESIDE_MOST,
    *,
    focus: str,
) -> Division:
    """The picture for the room beside the smallest panels; the panels then get what it leaves."""
    columns, rows = (room[0] - least, room[1]) if beside else (room[0], room[1] - least)
    typeset = typed(table, speaker, max(1, columns), max(1, rows), moves=False, focus=focus)
    picture = lettered(typeset, speaker)
    width, height = _size(picture)
    left, usable = (room[0] - width - GAP[0], BESIDE_MOST) if beside else (room[1] - height - GAP[1], BELOW_MOST)
    return Division(picture, room, beside, least, min(max(least, left), usable, most))


def _size(picture: Picture) -> tuple[int, int]:
    drawn = cells(picture)
    return max(map(len, drawn), default=0), len(drawn)


def _in_sight(way: Division) -> float:
    """How much of the picture is in view without scrolling, from 0 to 1."""
    (width, height), (columns, rows) = _size(way.picture), way.room
    columns, rows = (columns - way.panels, rows) if way.beside else (columns, rows - way.panels)
    return max(0, min(width, columns)) * max(0, min(height, rows)) / max(1, width * height)


def _notes(picture: Picture, table: Table) -> int:
    """How many of the notes there is room for."""
    keys = {thing.key.partition(":")[0] for thing in picture.things}
    return sum(note.key in keys for note in table.notes)


def _area(picture: Picture, board: set[str]) -> int:
    """Columns times rows of the board in a picture."""
    drawn = cells(picture)
    rows = [y for y, row in enumerate(drawn) if any(cell.thing and cell.thing.key in board for cell in row)]
    columns = [x for row in drawn for x, cell in enumerate(row) if cell.thing and cell.thing.key in board]
    return (max(columns) + 1 - min(columns)) * (max(rows) + 1 - min(rows)) if rows else 0
