"""Connect Four in words: `drop d` is the fourth column, which people read as "Drop a disc into column d"."""

from typing import Any

from turnwise.games.connect_four.rules import COLUMNS, ROWS, End, Event, Reason
from turnwise.kit.game import Frame
from turnwise.kit.words import Said, said

MINUTES = (5, 10)
"""How long people take over a game."""
LETTERS = "abcdefg"
DISCS = str.maketrans("012", ".xo")

REASONS = {
    Reason.NOT_YOUR_TURN: said("It is the other player's turn."),
    Reason.OVER: said("The game is over."),
    Reason.COLUMN_FULL: said("That column is full; choose another."),
}
ENDS = {
    End.FOUR_IN_LINE: said("four in a line"),
    End.BOARD_FULL: said("the board is full"),
}
SENTENCES = {Event.DROPPED: said("{seat} drops a disc into column {column}.")}


def words(action: int, frame: Frame) -> str:
    return f"drop {LETTERS[action]}"


def move(action: int, frame: Frame) -> Said:
    return said("Drop a disc into column {column}", column=LETTERS[action])


def data(action: int, frame: Frame) -> dict[str, Any]:
    return {"drop": LETTERS[action]}


def name(argument: str, value: int, frame: Frame) -> Any:
    return LETTERS[value] if argument == "column" else value


def show(s: Any, frame: Frame) -> dict[str, Any]:
    """Rows from the top, one letter a point: `.` empty, `x` seat 0, `o` seat 1."""
    first, second = (int(f"{discs:b}") for discs in s.discs)  # a decimal digit for each point
    points = f"{first + 2 * second:0{7 * COLUMNS}}"[::-1].translate(DISCS)
    return {
        "turn": None if s.over else s.turn,
        "board": [points[row::7] for row in reversed(range(ROWS))],
    }
