"""Connect Four in words; those of its actions and events stand in the rules."""

from typing import Any

from turnwise.games.connect_four.rules import COLUMNS, ROWS
from turnwise.kit.game import Frame

MINUTES = (5, 10)
"""How long people take over a game."""
LETTERS = "abcdefg"
DISCS = str.maketrans("012", ".xo")


def show(s: Any, frame: Frame) -> dict[str, Any]:
    """Rows from the top, one letter a point: `.` empty, `x` seat 0, `o` seat 1."""
    first, second = (int(f"{discs:b}") for discs in s.discs)  # a decimal digit for each point
    points = f"{first + 2 * second:0{7 * COLUMNS}}"[::-1].translate(DISCS)
    return {
        "turn": None if s.over else s.turn,
        "board": [points[row::7] for row in reversed(range(ROWS))],
    }
