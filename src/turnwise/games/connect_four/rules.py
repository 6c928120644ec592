"""Connect Four: drop discs into seven columns; four in a line win.   [F1] = RULES.md

A side's discs are one set: the point in column c and row r (from below) is number 7c + r. Row 6 stays empty, so that a line
shifted along the board never runs over into the next column.
"""

from enum import IntEnum
from typing import Any

from turnwise.kit import BY_CONSENT, count, events, mask, number, record, rule, say

VERSION = 1
SEATS = (2, 2)
CHANCE = False
COLUMNS, ROWS = 7, 6
ACTIONS = COLUMNS

Reason = IntEnum("Reason", "NOT_YOUR_TURN OVER COLUMN_FULL")
End = IntEnum("End", "FOUR_IN_LINE BOARD_FULL")
Event = events(dropped="seat column row")

State = record(discs=mask(2), ply=number())


def longest(seats: int, options: dict[str, Any]) -> int:
    return COLUMNS * ROWS


@rule
def setup(s):
    s.turn = 0  # [F2]
    s.turns = 1


@rule
def legal(s, seat, moves):
    n = 0
    if seat == s.turn and not s.over:
        for column in range(COLUMNS):
            if height(s, column) < ROWS:
                moves[n] = column
                n += 1
    return n


@rule
def check(s, seat, action):
    if s.over:
        return Reason.OVER
    if seat != s.turn:
        return Reason.NOT_YOUR_TURN
    return Reason.COLUMN_FULL if height(s, action) == ROWS else 0  # [F3]


@rule
def height(s, column):
    taken = ((s.discs[0] | s.discs[1]) >> (7 * column)) & 63
    return count(taken)


@rule
def play(s, seat, action, tell):
    row = height(s, action)
    s.discs[seat] |= 1 << (7 * action + row)
    s.ply += 1
    say(tell, Event.DROPPED, seat, action, row)
    if has_four(s.discs[seat]):  # [F4]
        s.over = End.FOUR_IN_LINE
    elif s.ply == COLUMNS * ROWS:  # [F5]
        s.over = End.BOARD_FULL
    else:
        s.turn = 1 - seat
        s.turns += 1


@rule
def has_four(discs):
    for step in (1, 6, 7, 8):  # up, down-right, right, up-right
        pairs = discs & (discs >> step)
        if pairs & (pairs >> (2 * step)):
            return True
    return False


@rule
def scores(s, places, points):
    for seat in range(2):
        won = s.over == End.FOUR_IN_LINE and seat == s.turn
        places[seat] = 1 if won or s.over == End.BOARD_FULL else 2
        points[seat] = 1.0 if won else 0.5 if s.over == End.BOARD_FULL else 0.0
    return 0 if s.over == End.BOARD_FULL else 1 << s.turn


@rule
def takeback():
    return BY_CONSENT
