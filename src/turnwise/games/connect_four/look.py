"""Connect Four as a table: a blue frame with holes, discs that fall behind it, a column to touch."""

from functools import cache
from typing import Any

from turnwise.games.connect_four.notation import LETTERS
from turnwise.games.connect_four.rules import COLUMNS, ROWS
from turnwise.kit.pieces import Board, Plate, Table, near_first
from turnwise.kit.shapes import Box, Disc, Group, Label, Part, Path, Seen, Shade, Thing, through
from turnwise.kit.words import Said, Seat, counted, said

CELL, TOP, RIM, RADIUS = 80, 56, 16, 31
WIDTH, HEIGHT = COLUMNS * CELL + 2 * RIM, TOP + ROWS * CELL + 2 * RIM + 30
SIDES = {"x": 0, "o": 1}
COLOURS, EDGES, MARKS = ("first_ink", "second_ink"), ("first_edge", "second_edge"), "●○"

PALETTE = {
    "frame": ("#2f5d9b", "#24466f"),
    "frame_light": ("#4a7cbd", "#30598a"),
    "frame_edge": ("#234a80", "#16304f"),
    "hole": ("#f6f2e9", "#14171b"),
    "first": ("#e3a200", "#f0b429"),
    "first_light": ("#ffd45e", "#ffd873"),
    "first_edge": ("#9a6b00", "#9c7000"),
    "second": ("#c2402c", "#d9553f"),
    "second_light": ("#ee7d67", "#f58d78"),
    "second_edge": ("#7c2114", "#7d2618"),
    "first_ink": ("#8a5f00", "#f0b429"),
    "second_ink": ("#b23623", "#f08a75"),
}
SEAT_COLOURS = (PALETTE["first"], PALETTE["second"])
SHADES = (
    Shade("frame_shade", ((0, "frame_light"), (1, "frame"))),
    Shade("side0", ((0.2, "first_light"), (1, "first")), radial=True),
    Shade("side1", ((0.2, "second_light"), (1, "second")), radial=True),
)


def look(view: Seen) -> Table:
    board = view.state["board"]
    last = {(event["column"], event["row"]) for event in view.events if event["event"] == "dropped"}
    four = _four(board) if view.outcome else set()
    legal = {action.id for action in view.legal}
    discs = [
        _disc(column, row, SIDES[point], (letter, row) in last, (column, row) in four)
        for row in range(ROWS)
        for column, letter in enumerate(LETTERS)
        if (point := board[ROWS - 1 - row][column]) != "."
    ]
    landings = () if view.outcome or view.seat is None else _landings(board, view.seat)
    slots = [_slot(column, view.seat if column in legal else None) for column in range(COLUMNS)]
    columns = [_column(column, board, column in legal) for column in range(COLUMNS)]
    return Table(
        said("Connect Four. {status}", status=_status(view)),
        Board(WIDTH, HEIGHT, (_holes(), *discs, *landings, _frame(), *slots, *columns), cells=(18, 8), pitch=(2, 1)),
        tuple(_plate(seat, view) for seat in near_first(view)),
        touch={action.id: (f"column:{LETTERS[action.id]}",) for action in view.legal},
        palette=PALETTE,
        shades=SHADES,
        sounds=("step",) if last else (),
    )


def meant(view: Seen, keys: tuple[str, ...]) -> int | None:
    """Wherever a column is touched, a disc is to fall into it."""
    kind, _, hole = keys[-1].partition(":")
    return LETTERS.index(hole[0]) if kind in ("column", "slot", "disc") else None


def _plate(seat: int, view: Seen) -> Plate:
    won = view.outcome and seat in view.outcome.winners
    line = said("has won") if won else said("a draw") if view.outcome and not view.outcome.winners else ""
    emblem = (Group(_disc_parts(seat, False, False), scale=0.52),)
    return Plate(seat, COLOURS[seat], emblem, MARKS[seat], line, active=view.turn == seat)


def _middle(column: int, row: int) -> tuple[float, float]:
    return RIM + (column + 0.5) * CELL, TOP + RIM + (ROWS - row - 0.5) * CELL


@cache
def _holes() -> Thing:
    """What is seen through the frame where no disc lies."""
    back = Box(RIM, TOP + RIM, COLUMNS * CELL, ROWS * CELL, "hole")
    text = (*(f"{ROWS - row} " + " ·" * COLUMNS for row in range(ROWS)), "   " + " ".join(LETTERS))
    words = said("The board: seven columns, a to g, of six holes each")
    return Thing("holes", words, (back,), text=text, cell=(0, 1), ink="muted")


@cache
def _frame() -> Thing:
    """The frame before the discs, with a hole for each: one outline, in which circles run the other way round."""
    w, h = COLUMNS * CELL + 2 * RIM, ROWS * CELL + 2 * RIM
    outline = f"M20 {TOP}H{w - 20}Q{w} {TOP} {w} {TOP + 20}V{TOP + h - 20}Q{w} {TOP + h} {w - 20} {TOP + h}"
    outline += f"H20Q0 {TOP + h} 0 {TOP + h - 20}V{TOP + 20}Q0 {TOP} 20 {TOP}Z"
    rims: list[Part] = []
    for column in range(COLUMNS):
        for row in range(ROWS):
            x, y = _middle(column, row)
            outline += f"M{x - RADIUS:g} {y:g}A{RADIUS} {RADIUS} 0 0 0 {x + RADIUS:g} {y:g}A{RADIUS} {RADIUS} 0 0 0 {x - RADIUS:g} {y:g}Z"
            rims.append(Disc(x, y, RADIUS + 1, "", "frame_edge", 2.5, 0.7))
    letters = [
        Label(_middle(c, 0)[0], TOP + h + 16, letter, 20, "muted", bold=True) for c, letter in enumerate(LETTERS)
    ]
    return Thing("frame", said("The frame"), (Path(outline, "frame_shade", "frame_edge", 3), *rims, *letters))


def _disc(column: int, row: int, side: int, last: bool, four: bool) -> Thing:
    x, y = _middle(column, row)
    hole = f"{LETTERS[column]}{row + 1}"
    if four:
        words = said("{seat}'s disc on {hole}, in the winning line", seat=Seat(side), hole=hole)
    elif last:
        words = said("{seat}'s disc on {hole}, dropped last", seat=Seat(side), hole=hole)
    else:
        words = said("{seat}'s disc on {hole}", seat=Seat(side), hole=hole)
    text: dict[str, Any] = {"text": (MARKS[side],), "cell": (3 + 2 * column, ROWS - row), "ink": COLOURS[side]}
    parts, marked = _disc_parts(side, last or four, four), last or four
    return Thing(f"disc:{hole}", words, parts, x, y, bold=marked, comes=f"slot:{LETTERS[column]}", **text)


@cache
def _disc_parts(side: int, marked: bool, four: bool) -> tuple[Part, ...]:
    """One side's discs bear a ring, the other's a cross: they differ without their colours."""
    edge, arm = EDGES[side], RADIUS * 0.34
    emblem: Part = Disc(0, 0, RADIUS * 0.48, "", edge, 3.5, 0.75)
    if side:
        emblem = Path(f"M{-arm:g} {-arm:g}L{arm:g} {arm:g}M{-arm:g} {arm:g}L{arm:g} {-arm:g}", "", edge, 4.5, 0.8)
    ring = (Disc(0, 0, RADIUS - 2, "", "white", 6 if four else 3.5),) if marked else ()
    return (
        Disc(0, 0, RADIUS + 2, f"side{side}", edge, 2),
        Disc(0, 0, RADIUS * 0.76, "", edge, 1.2, 0.45),
        emblem,
        *ring,
    )


def _landings(board: list[str], side: int) -> list[Thing]:
    """Where a disc of the viewer's would land in each column, seen while that one is pointed at."""
    rows = [sum(row[column] != "." for row in board) for column in range(COLUMNS)]
    return [_landing(column, row, side) for column, row in enumerate(rows) if row < ROWS]


@cache
def _landing(column: int, row: int, side: int) -> Thing:
    x, y = _middle(column, row)
    letter, parts = LETTERS[column], _disc_parts(side, False, False)
    return Thing(f"landing:{letter}", said("Where your disc would land"), parts, x, y, preview=f"column:{letter}")


@cache
def _slot(column: int, side: int | None) -> Thing:
    """Where a column's discs come from, above it; with an arrow while it is open to the viewer, who plays a side."""
    arrow = through([(-12, -9), (12, -9), (0, 9)], closed=True)
    parts = (Disc(0, 0, 9, "white", opacity=0),) if side is None else (Path(arrow, f"side{side}", "ink", 1, 0.9),)
    words = said("The slot of column {column}", column=LETTERS[column])
    return Thing(f"slot:{LETTERS[column]}", words, parts, _middle(column, 0)[0], TOP / 2)


def _column(column: int, board: list[str], open_to_viewer: bool) -> Thing:
    """The column as a place to touch."""
    letter, free = LETTERS[column], sum(row[column] == "." for row in board)
    words = said("Column {column}, full", column=letter)
    if free:
        words = counted(
            "Column {column}, one hole free", "Column {column}, {free} holes free", "free", column=letter, free=free
        )
    mark, ink = ("▾", "accent") if open_to_viewer else (" ", "muted")
    area = (Box(-CELL / 2, 0, CELL, HEIGHT, "white", opacity=0),)
    text: dict[str, Any] = {"text": (mark, *"·" * free), "cell": (3 + 2 * column, 0), "ink": ink}
    return Thing(f"column:{letter}", words, area, _middle(column, 0)[0], **text)


def _status(view: Seen) -> Said:
    if view.outcome:
        winners = view.outcome.winners
        return said("{seat} wins.", seat=Seat(winners[0])) if winners else said("A draw.")
    return said("{seat} is to move.", seat=Seat(view.turn or 0))


def _four(board: list[str]) -> set[tuple[int, int]]:
    """The discs of every line of four, as (column, row)."""
    found = set()
    for column in range(COLUMNS):
        for row in range(ROWS):
            for right, up in ((1, 0), (0, 1), (1, 1), (1, -1)):
                line = [(column + i * right, row + i * up) for i in range(4)]
                if all(c < COLUMNS and 0 <= r < ROWS for c, r in line):
                    if len(kinds := {board[ROWS - 1 - r][c] for c, r in line}) == 1 and kinds != {"."}:
                        found |= set(line)
    return found
