"""Example: four in a row win, but three in a row lose.   [X1] = RULES.md"""

from typing import Any

from turnwise.kit import BY_CONSENT, act, actions, ends, event, events, mask, reasons, record, say, small
from turnwise.kit.grid import hexagon
from turnwise.kit.plain import count, one, table
from turnwise.kit.scoring import NOBODY_WON
from turnwise.kit.sets import has, set_of
from turnwise.kit.turns import open_turn

VERSION, SEATS, CHANCE = 1, (2, 2), False

# The board, and tables that the rules look things up in.
BOARD = hexagon(5)
POINTS = len(BOARD.places)


def in_a_row(length: int) -> list[int]:
    """All points that lie in a row of this length, as sets."""
    return [set_of(line[at : at + length]) for line in BOARD.lines for at in range(len(line) - length + 1)]


THREES, FOURS = table(in_a_row(3)), table(in_a_row(4))

# What can be done, why it is refused, how it ends, and what happens: each with its sentence.
Do = actions(place=act("Place a man on {point}", point=BOARD))
Reason = reasons(TAKEN="There is a man on that point already.")
End = ends(FOUR="four in a row", THREE="three in a row", FULL="the board is full")
Event = events(placed=event("seat point", "{seat} places a man on {point}."))

# All that must be known to go on with a game.
State = record(men=mask(2, of=BOARD), winner=small())


def longest(seats: int, options: dict[str, Any]) -> int:
    return POINTS


def check_place(s, point):  # [X2]
    return Reason.TAKEN if has(s.men[0] | s.men[1], point) else 0


def place(s, seat, point, tell):
    s.men[seat] |= one(point)
    say(tell, Event.PLACED, seat, point)
    if has_row(s.men[seat], FOURS):  # [X3]
        s.winner = seat
        s.over = End.FOUR
    elif has_row(s.men[seat], THREES):  # [X4]
        s.winner = 1 - seat
        s.over = End.THREE
    elif count(s.men[0] | s.men[1]) == POINTS:  # [X5]
        s.winner = NOBODY_WON
        s.over = End.FULL
    else:
        open_turn(s, 1 - seat)


def has_row(men, rows):
    for i in range(len(rows)):
        if men & rows[i] == rows[i]:
            return True
    return False


def takeback():
    return BY_CONSENT
