"""What a board may have at most. Counts are looked at before anything is made of a board, so that no file takes long.   [R48]"""

from turnwise.games.rally.state import ANSWERS, CHECKPOINTS, DEGREE, PACKS, POSITIONS, QUESTIONS

__all__ = ["ANSWERS", "CHECKPOINTS", "DEGREE", "PACKS", "POSITIONS", "QUESTIONS"]

FILE = 256 * 1024
"""Bytes."""
SPAN = 255
"""Places are whole numbers from 0 to this, in both directions.   [R47]"""
CONNECTIONS = POSITIONS * DEGREE // 2
"""More would be more than DEGREE at some position: so no board has them."""
FEWEST_ANSWERS = 3
NAME, ID = 60, 12
TEXT, ANSWER, NOTE = 300, 120, 600
"""Letters."""

SLACK = 4
"""A file with more than so many times of anything is not read further. Of others all that is wrong is told."""
MESSAGES = 1000
"""Messages about a file, after which no more are looked for."""
QUOTED = 60
"""Letters of a file that stand in a message about it."""
