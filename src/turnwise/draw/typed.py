"""A table in characters for a terminal of any size: the players beside the board, or above and below it in a narrow
one."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import chain, pairwise, zip_longest
from shutil import get_terminal_size
from typing import TextIO

from turnwise.draw.cards import MOST_CARDS
from turnwise.draw.layout import plate_words
from turnwise.kit.lettering import cells_of, shortened, wrapped
from turnwise.kit.pieces import Area, Board, Button, Card, Panel, Plate, Table
from turnwise.kit.pieces.characters import ROUND, block
from turnwise.kit.shapes import Picture, Thing
from turnwise.kit.words import Said, Seat, Speaker, Words, row, said

USUAL = (100, 34)
"""Columns and rows by default."""
NARROWEST, BROADEST = 24, 44
"""Columns of the players beside a board."""
READ = 28
"""The columns in which a panel reads well; with fewer, or if it is too high, it covers the board if it may."""
SLIM = 20
"""The fewest columns of the players beside a board, if the table would be too high with them above and below it, or has
notes."""
ROLLED, LOWEST = 34, 6
"""The least columns of a board that is shown in part beside the players, and the least rows of one above and below
them."""
GUTTER = 2
LEFT_FREE = 5
"""Rows of a terminal that a picture leaves for what is said before and after it: what is new, and the prompt."""
WORD = re.compile(r"[^\W\d_][^\W_]")
"""Two letters side by side, or the name of a place, as a4."""
DOWNWARDS, UPWARDS = "│┌┐├┤┬┼╭╮", "│└┘├┤┴┼╰╯"
"""Line characters that continue in the next row, or from the one before."""
SMALLEST, LARGEST = 3, 5
"""The spread of a board whose discs grow: at least, and at most."""
FAR, FARTHEST, HIGH = 3, 5, 40
"""The spread of other boards: at most, and in a terminal with so many rows, so that even the smallest board is larger
there."""
RATIO = 1.6
"""The shape of a board's room, for a board with several shapes."""


class Sheet:
    """Rows of characters into which things are put, one below the other."""

    def __init__(self, column: int, row: int, width: int, speaker: Speaker) -> None:
        self.column, self.row, self.width, self._speaker = column, row, width, speaker
        self.things: list[Thing] = []

    def line(
        self,
        key: str,
        words: Words,
        text: Words,
        *,
        ink: str = "ink",
        bold: bool = False,
        rows: int = 1,
        indent: int = 0,
    ) -> None:
        """One thing in a line of its own, or in a few; indented as far as there is room."""
        shown = self._speaker(text)
        shown = " " * min(indent, self.width - cells_of(shown)) + shown
        lines = [shown] if cells_of(shown) <= self.width else _broken(shown, self.width, rows)
        self.things.append(Thing(key, words, text=tuple(lines), cell=(self.column, self.row), ink=ink, bold=bold))
        self.row += len(lines)

    def beside(self, name: Words, about: Words) -> str:
        """Two texts in one line, the first shortened if necessary."""
        shown = self._speaker(about)
        return f"{shortened(self._speaker(name), max(6, self.width - cells_of(shown) - 2))}  {shown}"

    def columns(self, rows: Sequence[tuple[Words | tuple[Card, ...], ...]]) -> list[str]:
        """The rows of a sheet, each column as wide as needed; without room for that, unaligned."""
        told = [
            [
                self._speaker(one if isinstance(one, str | Said) else row([card.text for card in one], " "))
                for one in line
            ]
            for line in rows
        ]
        broad = [max(map(cells_of, column)) for column in zip_longest(*told, fillvalue="")]
        if sum(broad) + 2 * (len(broad) - 1) > self.width:
            return ["  ".join(filter(None, line)) for line in told]
        return [
            "  ".join(_aligned(*cell) for cell in zip(line, broad, range(len(line)), strict=False)) for line in told
        ]

    def items(self, items: Iterable[tuple[str, Words, Words, str]], start: Words = "") -> None:
        """Things side by side, in as many lines as needed."""
        at, end = self.column, self.column + self.width
        if start:
            before = self._speaker(start)
            if before.strip():
                self.things.append(Thing(f"before:{self.row}", start, text=(before,), cell=(at, self.row), ink="muted"))
            at += cells_of(before) + 1
        for key, words, text, ink in items:
            shown = shortened(self._speaker(text), self.width)
            if at + cells_of(shown) > end and at > self.column:
                at, self.row = self.column, self.row + 1
            self.things.append(Thing(key, words, text=(shown,), cell=(at, self.row), ink=ink, bold=True))
            at += cells_of(shown) + 2
        self.row += 1


def _aligned(text: str, broad: int, column: int) -> str:
    """A cell of a sheet: the first column is left-aligned, the others right-aligned."""
    free = " " * (broad - cells_of(text))
    return free + text if column else text + free


def board_of(table: Table) -> Board:
    """The board that a terminal shows."""
    return table.board if isinstance(table.board, Board) else table.board(Area(0, 0, RATIO, 1))


def room(sink: TextIO, below: int = 0) -> tuple[int, int]:
    """Columns and rows for a picture that is written line by line: the terminal's, or the default without one. So many
    rows follow `below` it."""
    if not sink.isatty():
        return USUAL
    columns, rows = get_terminal_size()
    return columns, max(1, min(USUAL[1], rows - LEFT_FREE - below))


def typed(
    table: Table,
    speaker: Speaker,
    columns: int = USUAL[0],
    rows: int = USUAL[1],
    *,
    moves: bool = True,
    grows: bool = True,
    focus: str = "",
) -> Picture:
    """The text picture of a table in a terminal, no wider than that; and no higher, if possible. Without `moves` no
    note lists them; a board that may grow takes the available room, and one that is too large is shown in part, around
    its own or another `focus`."""
    if not moves:
        table = replace(table, notes=tuple(note for note in table.notes if not note.moves))
    board = board_of(table)
    grows = grows and not board.fixed_by
    width, height = board.cells
    free = columns - width - GUTTER
    high = height + len(table.plates) + (table.caption is not None) + (table.tray is not None)
    beside = free >= NARROWEST or free >= SLIM and (high > rows or bool(table.notes))
    rolls = bool(board.focus) and (height > rows if beside else width > columns or high > rows)
    beside = beside or rolls and columns >= ROLLED + GUTTER + SLIM
    own, *others = table.plates or (None,)
    things: list[Thing] = []
    if beside:
        below = Sheet(0, 0, columns, speaker)
        _hand(table, below)
        grown = _grown(board, columns - NARROWEST - GUTTER, rows - below.row, grows)
        if rolls:
            grown = _part(grown, columns - SLIM - GUTTER, rows - below.row, focus, speaker)
        width, height = grown.cells
        things += grown.things
        side, plates = min(BROADEST, columns - width - GUTTER), (*others, *([own] if own else []))
        margin = _margin(table, plates, Sheet(width + GUTTER, 0, side, speaker))
        crowded = table.panel is not None and (side < READ or margin.row > max(height, rows - below.row))
        if crowded and table.panel and _covers(table, grown):
            lying = _lying(table.panel, width, height, speaker)
            if lying.row + below.row > rows:  # wrapped less often it is lower
                width = max(width, columns - NARROWEST - GUTTER)
                lying = _lying(table.panel, width, height, speaker)
            things += lying.things
            height, table = max(height, lying.row), replace(table, panel=None)
        side = min(BROADEST, columns - width - GUTTER)
        margin = _margin(table, plates, Sheet(width + GUTTER, 0, side, speaker))
        under = table.panel is not None and margin.row + below.row > rows  # then there is more room below the board
        if under:
            margin = _margin(replace(table, panel=None), plates, Sheet(width + GUTTER, 0, side, speaker))
        _notes(table, margin, max(rows - below.row, height), speaker)
        things += margin.things
        last = Sheet(0, max(height, margin.row), columns, speaker)
        if under and table.panel:
            _panel(table.panel, last, rows - below.row)
        _hand(table, last)
        return _picture(table, things + last.things, (0, *grown.cells))
    left = max(LOWEST, rows - high + height) if rolls else height
    if board.written:
        board = board.written(columns, left)
    if rolls:
        board = _part(board, columns, left, focus, speaker)
    width, height = board.cells
    top = Sheet(0, 0, columns, speaker)
    _compact(others, top)
    things += top.things
    things += [
        thing.changed(cell=(thing.cell[0], thing.cell[1] + top.row)) for thing in board.things if thing.text or rolls
    ]
    last = Sheet(0, top.row + height, columns, speaker)
    _compact([own] if own else [], last)
    _said(table, last)
    _hand(table, last)
    _notes(table, last, rows, speaker)
    return _picture(table, things + last.things, (top.row, width, height))


def _picture(table: Table, things: list[Thing], board: tuple[int, int, int]) -> Picture:
    """The picture, in which the board begins in a row and has so many columns and rows."""
    row, width, height = board
    return Picture(
        1,
        1,
        table.words,
        tuple(things),
        table.touch,
        table.palette,
        table.shades,
        table.ground,
        gesture=table.gesture,
        board=(width / 2, row + height / 2, width / 2, height / 2),
        equals=table.equals,
    )


def _grown(board: Board, columns: int, rows: int, grows: bool) -> Board:
    """A board spread out over the available room; words in it stay together."""
    if board.written:
        written = board.written(columns, rows)
        return replace(written, things=tuple(thing for thing in written.things if thing.text))
    width, height = board.cells
    across, down = (max(1, columns // max(1, width)), max(1, rows // max(1, height))) if grows else (1, 1)
    larger = any(board.pitch) and min(across, down) >= SMALLEST
    if larger:
        across = down = min(across, down, LARGEST)
    else:
        most = FARTHEST if rows >= HIGH else FAR
        across, down = min(across, down + 1, most), min(down, across + 1, most)  # it roughly keeps its shape
    if across == down == 1:
        return replace(board, things=tuple(thing for thing in board.things if thing.text))
    things = []
    for thing in board.things:
        if thing.text:
            x, y = thing.cell[0] * across, thing.cell[1] * down
            if larger and thing.text[0] in ROUND and len(thing.text) == 1:
                wide, high = board.pitch[0] * across - 2, board.pitch[1] * down - 1
                disc = block(str(thing.text[0]), wide, high)
                things.append(replace(thing, text=disc, cell=(x - (wide - 1) // 2, y - high // 2)))
            else:
                things.append(replace(thing, text=_spread(thing, across, down), cell=(x, y)))
    return replace(board, things=tuple(things), cells=((width - 1) * across + 1, (height - 1) * down + 1))


def _part(board: Board, columns: int, rows: int, focus: str, speaker: Speaker) -> Board:
    """A part of a board around something on it; things out of view keep their place, but have no text. Arrows at the
    edges show where it continues."""
    width, height = board.cells
    columns, rows = max(1, min(columns, width)), max(1, min(rows, height))
    cells = {thing.key: thing.cell for thing in board.things}
    column, row = cells.get(focus) or cells.get(board.focus, (0, 0))
    left, top = (
        max(0, min(at - room // 2, most - room)) for at, room, most in ((column, columns, width), (row, rows, height))
    )
    things = [_cut(thing, left, top, columns, rows, speaker) for thing in board.things]
    across = 3 * f"{{0:>{columns // 4}}}"
    down = tuple("{0}" if at in (rows // 4, rows // 2, 3 * rows // 4) else "" for at in range(rows))
    for sign, more, lines, cell in (
        ("◂", left, down, (0, 0)),
        ("▸", width - columns - left, down, (columns - 1, 0)),
        ("▴", top, (across,), (0, 0)),
        ("▾", height - rows - top, (across,), (0, rows - 1)),
    ):
        if more > 0:
            text = tuple(line.format(sign) for line in lines)
            things.insert(1, Thing(f"more:{sign}", sign, text=text, cell=cell, ink="accent", bold=True))
    return replace(board, things=tuple(things), cells=(columns, rows))


def _cut(thing: Thing, left: int, top: int, columns: int, rows: int, speaker: Speaker) -> Thing:
    column, row = thing.cell[0] - left, thing.cell[1] - top
    lines = [speaker(line)[max(0, -column) : max(0, columns - column)] for line in thing.text]
    seen = lines[max(0, -row) : max(0, rows - row)]
    if not any(line.strip() for line in seen):
        return thing.changed(text=(), cell=(column, row))
    return thing.changed(text=tuple(seen), cell=(max(0, column), max(0, row)))


def _spread(thing: Thing, across: int, down: int) -> tuple[Words, ...]:
    """A text with its signs farther apart; drawn lines stay joined."""
    rows: list[Words] = []
    before = ""
    for line in thing.text:
        apart = isinstance(line, str) and not WORD.search(line)
        now = _apart(str(line), across) if apart else line
        if rows:
            rows += [_joined(before, now) if apart and isinstance(now, str) else ""] * (down - 1)
        rows.append(now)
        before = now if apart and isinstance(now, str) else ""
    return tuple(rows)


def _apart(line: str, across: int) -> str:
    between = (("─" if "─" in pair and " " not in pair else " ") * (across - 1) for pair in pairwise(line))
    return "".join(chain.from_iterable(zip_longest(line, between, fillvalue="")))


def _joined(above: str, below: str) -> str:
    """The line between two others: the line characters that connect them."""
    return "".join(
        "│" if one in DOWNWARDS or two in UPWARDS else " " for one, two in zip_longest(above, below, fillvalue=" ")
    ).rstrip()


def _plate(plate: Plate, sheet: Sheet, rows: int) -> None:
    """A player in a line or two: the name, and below it the line and the counters."""
    start = "▸" if plate.active else " "
    name = said("{start}{mark} {seat}", start=start, mark=plate.mark, seat=Seat(plate.seat))
    ink = "muted" if plate.faded else plate.colour
    about = _about(plate)
    if rows > 1 or not about:
        sheet.line(f"plate:{plate.seat}", plate_words(plate), name, ink=ink, bold=plate.active)
        if about:
            sheet.line(f"about:{plate.seat}", plate_words(plate), about, ink="muted", indent=3)
    else:
        whole = sheet.beside(name, about)
        sheet.line(f"plate:{plate.seat}", plate_words(plate), whole, ink=ink, bold=plate.active)
    if shown := [(card.key, card.words, card.text, card.ink) for card in plate.cards if card.text]:
        sheet.items(shown, "  ")


def _about(plate: Plate) -> Words:
    parts = [plate.line] if plate.line else []
    parts += [
        said("{mark}{value}", mark=one.mark, value=one.value) for one in plate.counters if one.mark or not one.icon
    ]
    return row(parts, "  ") if parts else ""


def _compact(plates: Iterable[Plate], sheet: Sheet) -> None:
    for plate in plates:
        _plate(plate, sheet, rows=1)


def _margin(table: Table, plates: Iterable[Plate], sheet: Sheet) -> Sheet:
    """What is beside a board."""
    for plate in plates:
        _plate(plate, sheet, rows=2 if len(table.plates) <= 4 else 1)
    _said(table, sheet)
    return sheet


def _said(table: Table, sheet: Sheet) -> None:
    """The caption, and the tray."""
    if table.caption and not (table.panel and table.panel.title == table.caption):
        sheet.line("caption", table.caption, table.caption, rows=3)
    if table.panel:
        _panel(table.panel, sheet)
    if table.tray:
        sheet.items(_pressed(item) for item in table.tray)


def _panel(panel: Panel, sheet: Sheet, rows: int = 0) -> None:
    """A panel as lines, no more than there are rows if each fits in one."""
    few = rows and sheet.row + 1 + len(panel.lines) + len(panel.rows) > rows  # then the headings are left out
    lines = (*panel.lines, *sheet.columns([one for one in panel.rows if one[0] or not few]))
    most = max(1, min(4, (rows - sheet.row - 1) // max(1, len(lines)))) if rows else 6
    sheet.line(panel.key, panel.words or panel.title, panel.title, bold=True, rows=min(2, most))
    for at, line in enumerate(lines):
        sheet.line(f"{panel.key}:{at}", line, line, rows=most)
    for choice in panel.choices:
        key, words, text, ink = _pressed(choice)
        sheet.line(key, words, text, ink=ink, bold=True, rows=4)


def _notes(table: Table, sheet: Sheet, rows: int, speaker: Speaker) -> None:
    """The notes for which the terminal has rows, each after an empty one if possible."""
    for note in table.notes:
        for gap in (1, 0):
            own = Sheet(sheet.column, sheet.row + gap, sheet.width, speaker)
            if note.title:
                own.line(note.key, note.title, note.title, rows=2)
            for at, line in enumerate(note.text or note.lines):
                own.line(f"{note.key}:{at}", line, line, ink="muted", rows=rows)
            if own.row <= rows:
                sheet.things += own.things
                sheet.row = own.row
                break


def _covers(table: Table, board: Board) -> bool:
    """Whether a panel may cover the board, because nothing there is touchable."""
    return not any(thing.key in table.touchable for thing in board.things)


def _lying(panel: Panel, width: int, height: int, speaker: Speaker) -> Sheet:
    """A panel over the middle of a board, with a border; as high as needed."""
    sheet = Sheet(2, 1, width - 4, speaker)
    _panel(panel, sheet)
    down = max(0, (height - sheet.row - 1) // 2)
    rows, sheet.row = sheet.row + 1, sheet.row + 1 + down
    paper = Thing("paper", panel.title, text=(" " * width,) * rows, cell=(0, down), back="card")
    lines = [replace(thing, cell=(2, thing.cell[1] + down), back="card") for thing in sheet.things]
    sheet.things = [paper, *lines]
    return sheet


def _pressed(item: Button | Card) -> tuple[str, Words, Words, str]:
    if isinstance(item, Card):
        return item.key, item.words, item.text, item.ink
    return item.key, item.words or item.label, said("[{label}]", label=item.label), "accent"


def _hand(table: Table, sheet: Sheet) -> None:
    """One's own cards; with their number, if there are many."""
    if table.hand:
        cards = table.hand.cards
        items = [(card.key, card.words, card.text, card.ink) for card in cards]
        if len(cards) > MOST_CARDS:
            number = said("{number} cards", number=len(cards))
            items.append(("hand:number", number, number, "muted"))
        sheet.items(items, table.hand.title)


def _broken(text: str, width: int, rows: int) -> list[str]:
    lines = wrapped(text, width)
    return lines if len(lines) <= rows else [*lines[: rows - 1], shortened(" ".join(lines[rows - 1 :]), width)]
