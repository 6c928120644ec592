"""Connect Four: drop discs into seven columns; four in a line win.   [F1] = RULES.md

A side's discs are one set: the point in column c and row r (from below) is number 7c + r. Row 6 stays empty, so that a line
shifted along the board never runs over into the next column.
"""

from typing import Any

from turnwise.kit import (
    BY_CONSENT,
    act,
    actions,
    below,
    count,
    ends,
    event,
    events,
    mask,
    members_of,
    number,
    reasons,
    record,
    say,
    set_of,
    table,
)
from turnwise.kit.scoring import drawn, won_by
from turnwise.kit.turns import open_turn

VERSION = 1
SEATS = (2, 2)
CHANCE = False
COLUMNS, ROWS = 7, 6
FLOOR = set_of(7 * column for column in range(COLUMNS))
NTH = table([[*members_of(columns), *[0] * COLUMNS][:COLUMNS] for columns in range(1 << COLUMNS)])

Do = actions(drop=act("Drop a disc into column {column}", column="abcdefg"))
Reason = reasons(
    NOT_YOUR_TURN="It is the other player's turn.",
    COLUMN_FULL="That column is full; choose another.",
)
End = ends(FOUR_IN_LINE="four in a line", BOARD_FULL="the board is full")
Event = events(dropped=event("seat column row", "{seat} drops a disc into column {column}."))

State = record(discs=mask(2), ply=number())


def longest(seats: int, options: dict[str, Any]) -> int:
    return COLUMNS * ROWS


def height(s, column):
    taken = ((s.discs[0] | s.discs[1]) >> (7 * column)) & 63
    return count(taken)


def check_drop(s, column):
    return Reason.COLUMN_FULL if height(s, column) == ROWS else 0  # [F3]


def allowed(s):
    """The columns whose upper point is empty."""
    full = (s.discs[0] | s.discs[1]) >> (ROWS - 1) & FLOOR
    full |= full >> 6  # they lie seven apart: moved together, two and two, then four and three
    full |= full >> 12
    return ~(full | full >> 24 & 112) & 127


def some_action(s, dice):
    columns = allowed(s)
    return NTH[columns, below(dice, count(columns))]


def drop(s, seat, column, tell):
    row = height(s, column)
    s.discs[seat] |= 1 << (7 * column + row)
    s.ply += 1
    say(tell, Event.DROPPED, seat, column, row)
    if has_four(s.discs[seat]):  # [F4]
        s.over = End.FOUR_IN_LINE
    elif s.ply == COLUMNS * ROWS:  # [F5]
        s.over = End.BOARD_FULL
    else:
        open_turn(s, 1 - seat)  # [F2]


def has_four(discs):
    for step in (1, 6, 7, 8):  # up, down-right, right, up-right
        pairs = discs & (discs >> step)
        if pairs & (pairs >> (2 * step)):
            return True
    return False


def scores(s, places, points):
    return won_by(s, s.turn, places, points) if s.over == End.FOUR_IN_LINE else drawn(s, places, points)


def takeback():
    return BY_CONSENT
