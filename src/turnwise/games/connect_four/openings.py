"""How the first player wins Connect Four: his move for anything that the second may do, as far as the table goes.

`openings.json` has a row for 0, 2, 4 … discs and in it a digit, the column from 0, for each position that can then arise: in
ascending order, of mirror images the smaller. `python -m bench.connect_four_openings` proved every one of them and wrote it.
"""

from functools import cache
from json import loads
from pathlib import Path

from turnwise.games.connect_four.rules import COLUMNS, ROWS, has_four

TABLE = Path(__file__).with_name("openings.json")
COLUMN = (1 << ROWS) - 1

Board = tuple[int, int]
"""The discs of the first and of the second player."""

EMPTY = (0, 0)


def winning_column(board: Board) -> int:
    """By which column the first player, who is to move, wins for certain; -1 if the table does not know."""
    row, image = ply(board) // 2, mirrored(board)
    if ply(board) % 2 or row >= len(rows()):
        return -1
    column = known(row).get(min(board, image), -1)
    return column if board <= image or column < 0 else COLUMNS - 1 - column


@cache
def rows() -> list[str]:
    """The table's digits."""
    return ["".join(lines) for lines in loads(TABLE.read_text())["columns"]]


@cache
def known(row: int) -> dict[Board, int]:
    """The positions of a row with their winning columns. They follow from the rows before."""
    boards = boards_after(known(row - 1)) if row else [EMPTY]
    return {board: int(digit) for board, digit in zip(boards, rows()[row], strict=True)}


def boards_after(moves: dict[Board, int]) -> list[Board]:
    """What the second player can make of some positions in which the first has a move; of mirror images the smaller."""
    found = set()
    for board, column in moves.items():
        after = dropped(board, column)
        if not has_four(after[0]):
            image = mirrored(after)
            for reply in columns_of(after):
                found.add(min(dropped(after, reply), dropped(image, COLUMNS - 1 - reply)))
    return sorted(found)


def ply(board: Board) -> int:
    """How many discs have been dropped."""
    return (board[0] | board[1]).bit_count()


def columns_of(board: Board) -> list[int]:
    """The columns that have room."""
    return [column for column in range(COLUMNS) if not (board[0] | board[1]) >> (7 * column + ROWS - 1) & 1]


def dropped(board: Board, column: int) -> Board:
    """The board after the side to move dropped a disc."""
    first, second = board
    disc = ((first | second) + (1 << (7 * column))) & COLUMN << (7 * column)
    return (first, second | disc) if ply(board) % 2 else (first | disc, second)


def mirrored(board: Board) -> Board:
    """Left and right exchanged."""
    return _image(board[0]), _image(board[1])


def _image(discs: int) -> int:
    image = 0
    for _ in range(COLUMNS):
        image = image << 7 | discs & COLUMN
        discs >>= 7
    return image
