"""Connect Four as a picture: a blue frame with holes, discs behind it, a column to touch."""

from functools import cache

from turnwise.games.connect_four.notation import LETTERS
from turnwise.games.connect_four.rules import COLUMNS, ROWS
from turnwise.kit.shapes import Box, Disc, Label, Part, Path, Picture, Seen, Shade, Thing, through
from turnwise.kit.words import Said, Seat, counted, said

CELL, LEFT, TOP, RADIUS = 80, 40, 84, 31
WIDTH, HEIGHT = 2 * LEFT + COLUMNS * CELL, TOP + ROWS * CELL + 76
SIDES = {"x": 0, "o": 1}
MARKS = "●○"

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
}
SEAT_COLOURS = (PALETTE["first"], PALETTE["second"])
SHADES = (
    Shade("frame_shade", ((0, "frame_light"), (1, "frame"))),
    Shade("side0", ((0.2, "first_light"), (1, "first")), radial=True),
    Shade("side1", ((0.2, "second_light"), (1, "second")), radial=True),
)


def look(view: Seen) -> Picture:
    board = view.state["board"]
    last = {(event["column"], event["row"]) for event in view.events if event["event"] == "dropped"}
    four = _four(board) if view.outcome else set()
    things = [_frame()]
    for row in range(ROWS):
        for column, letter in enumerate(LETTERS):
            point = board[ROWS - 1 - row][column]
            if point != ".":
                things.append(_disc(column, row, SIDES[point], (letter, row) in last, (column, row) in four))
    open_columns = {action.id for action in view.legal}
    things += [_slot(column, view.seat if column in open_columns else None) for column in range(COLUMNS)]
    things += [_column(column, board, column in open_columns) for column in range(COLUMNS)]
    things.append(_banner(view))
    return Picture(
        WIDTH,
        HEIGHT,
        said("Connect Four. {status}", status=_status(view)),
        tuple(things),
        {action.id: (f"column:{LETTERS[action.id]}",) for action in view.legal},
        PALETTE,
        SHADES,
        sounds=("step",) if last else (),
    )


def _middle(column: int, row: int) -> tuple[float, float]:
    return LEFT + (column + 0.5) * CELL, TOP + (ROWS - row - 0.5) * CELL


@cache
def _frame() -> Thing:
    w, h = COLUMNS * CELL, ROWS * CELL
    parts: list[Part] = [
        Box(LEFT - 16, TOP - 6, w + 32, h + 26, "shadow", round=22, opacity=0.16),
        Box(LEFT - 16, TOP - 14, w + 32, h + 28, "frame_shade", "frame_edge", 3, round=20),
    ]
    for column in range(COLUMNS):
        for row in range(ROWS):
            x, y = _middle(column, row)
            parts += [Disc(x, y, RADIUS + 3, "frame_edge", opacity=0.55), Disc(x, y + 1.5, RADIUS, "hole")]
        parts.append(Label(LEFT + (column + 0.5) * CELL, TOP + h + 34, LETTERS[column], 20, "muted", bold=True))
    text = (*(f"{ROWS - row} " + " ·" * COLUMNS for row in range(ROWS)), "   " + " ".join(LETTERS))
    return Thing(
        "board",
        said("The board: seven columns, a to g, of six holes each"),
        tuple(parts),
        text=text,
        cell=(1, 1),
        ink="muted",
    )


def _disc(column: int, row: int, side: int, last: bool, four: bool) -> Thing:
    x, y = _middle(column, row)
    hole = f"{LETTERS[column]}{row + 1}"
    if four:
        words = said("{seat}'s disc on {hole}, in the winning line", seat=Seat(side), hole=hole)
    elif last:
        words = said("{seat}'s disc on {hole}, dropped last", seat=Seat(side), hole=hole)
    else:
        words = said("{seat}'s disc on {hole}", seat=Seat(side), hole=hole)
    parts = _disc_parts(side, last or four, four)
    return Thing(
        f"disc:{hole}",
        words,
        parts,
        x,
        y,
        text=(MARKS[side],),
        cell=(4 + 2 * column, ROWS - row),
        ink=("first", "second")[side],
        bold=four or last,
        comes=f"slot:{LETTERS[column]}",
    )


@cache
def _disc_parts(side: int, marked: bool, four: bool) -> tuple[Part, ...]:
    """One side's discs bear a ring, the other's a cross: they differ without their colours."""
    edge = ("first_edge", "second_edge")[side]
    arm = RADIUS * 0.34
    emblem: tuple[Part, ...] = (Disc(0, 0, RADIUS * 0.48, "", edge, 3.5, 0.75),)
    if side:
        emblem = (Path(f"M{-arm:g} {-arm:g}L{arm:g} {arm:g}M{-arm:g} {arm:g}L{arm:g} {-arm:g}", "", edge, 4.5, 0.8),)
    ring: tuple[Part, ...] = (Disc(0, 0, RADIUS + 1, "", "white", 5 if four else 3),) if marked else ()
    return (Disc(0, 0, RADIUS, f"side{side}", edge, 2), Disc(0, 0, RADIUS * 0.76, "", edge, 1.2, 0.45), *emblem, *ring)


@cache
def _slot(column: int, side: int | None) -> Thing:
    """Where a column's discs come from, above it; with an arrow while it is open to the viewer, who plays a side."""
    arrow = through([(-11, -8), (11, -8), (0, 8)], closed=True)
    parts = (Disc(0, 0, 9, "white", opacity=0),) if side is None else (Path(arrow, f"side{side}", "ink", 1, 0.9),)
    return Thing(
        f"slot:{LETTERS[column]}",
        said("The slot of column {column}", column=LETTERS[column]),
        parts,
        _middle(column, 0)[0],
        TOP - 30,
    )


def _column(column: int, board: list[str], open_to_viewer: bool) -> Thing:
    """The column as a place to touch."""
    free = sum(row[column] == "." for row in board)
    words = counted(
        "Column {column}, one hole free",
        "Column {column}, {free} holes free",
        "free",
        column=LETTERS[column],
        free=free,
    )
    if not free:
        words = said("Column {column}, full", column=LETTERS[column])
    mark = "▾" if open_to_viewer else " "
    return Thing(
        f"column:{LETTERS[column]}",
        words,
        (Box(-CELL / 2, 0, CELL, HEIGHT - TOP + 30, "white", opacity=0),),
        LEFT + (column + 0.5) * CELL,
        TOP - 46,
        text=(mark, *"·" * free),
        cell=(4 + 2 * column, 0),
        ink="accent" if open_to_viewer else "muted",
    )


def _status(view: Seen) -> Said:
    if view.outcome:
        winners = view.outcome.winners
        return said("{seat} wins.", seat=Seat(winners[0])) if winners else said("A draw.")
    return said("{seat} is to move.", seat=Seat(view.turn or 0))


def _banner(view: Seen) -> Thing:
    winners = view.outcome.winners if view.outcome else ()
    side = winners[0] if winners else view.turn
    status = _status(view)
    parts: tuple[Part, ...] = (Label(WIDTH / 2, 20, status, 22, "ink", bold=True, room=WIDTH - 240),)
    if side is not None:
        parts += (Disc(60, 20, 11, f"side{side}", ("first_edge", "second_edge")[side], 1.5),)
    text = status if side is None else said("{mark} {status}", mark=MARKS[side], status=status)
    return Thing("status", status, parts, text=(text,), cell=(3, ROWS + 3))


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
