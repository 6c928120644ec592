"""What a computer player may know about Connect Four."""

from typing import Any

from turnwise.games.connect_four.openings import winning_column
from turnwise.games.connect_four.rules import COLUMNS, FLOOR, ROWS, has_four, height
from turnwise.kit import below, count, first, set_of, spreading, table

BOARD = set_of(7 * column + row for column in range(COLUMNS) for row in range(ROWS))
GOOD_ROWS = table([set_of(7 * c + r for c in range(COLUMNS) for r in range(side, ROWS, 2)) for side in (0, 1)])
"""Who moves first gets the odd rows in the end, counted from 1; who moves second the even ones."""

LINES = [
    [(column + i * right) * 7 + row + i * up for i in range(4)]
    for right, up in ((1, 0), (0, 1), (1, 1), (1, -1))
    for column in range(COLUMNS)
    for row in range(ROWS)
    if column + 3 * right < COLUMNS and 0 <= row + 3 * up < ROWS
]
MOST_LINES = 13
IN_LINES = table([set_of(p for p in range(49) if sum(p in line for line in LINES) >= n) for n in range(MOST_LINES + 1)])
"""The points that lie on at least n of the lines of four."""

SCALE = 60.0
by_rows = spreading([7 * column + row for row in reversed(range(ROWS)) for column in range(COLUMNS)])
OBSERVED = {"own": (ROWS, COLUMNS), "other": (ROWS, COLUMNS)}
CHANCE, DECIDED = 12, 40
"""What a point that lacks one disc to four is worth, and an end that it decides, beside a disc on one line more."""


def classic(s, seat, moves, n):
    """Win if there is a winning column, else stop the other side's, else any column."""
    for side in (seat, 1 - seat):
        for i in range(n):
            column = moves[i]
            if has_four(s.discs[side] | 1 << (7 * column + height(s, column))):
                return column
    return moves[below(s, n)]


def sure_win(s: Any, seat: int) -> int:
    """The table of openings, for the first player."""
    return winning_column((s.discs[0], s.discs[1])) if seat == 0 else -1


def evaluate(s, seat):
    """Who will be forced to give way in the end, chances of four, and discs on many lines; as a lead over the other."""
    lead = endgame(s) if seat == 0 else -endgame(s)
    for n in range(4, MOST_LINES + 1):
        lead += count(s.discs[seat] & IN_LINES[n]) - count(s.discs[1 - seat] & IN_LINES[n])
    return lead


def endgame(s):
    """The lead of who moves first, by the points that lack only one disc to four.

    When all else is full, the first player gets the odd rows and the second the even ones. So a chance of the first on an odd
    row wins in the end, unless the second has one on an odd row too; then, or without it, one of the second on an even row does.
    What lies above a chance that decides its column counts for nothing."""
    first_chances, second_chances = fourths(s, 0), fourths(s, 1)
    odd, even = first_chances & GOOD_ROWS[0], second_chances & GOOD_ROWS[1]
    first_odd, second_even = odd & ~above(even), even & ~above(odd)
    second_odd = second_chances & GOOD_ROWS[0] & ~above(odd)
    lead = CHANCE * (count(first_chances) - count(second_chances))
    balance = count(first_odd) - count(second_odd)
    if balance > 0:
        lead += DECIDED
    elif second_even:
        lead -= DECIDED
    elif balance < 0:
        lead -= DECIDED // 2
    return lead


def above(points):
    """All points above some, in their columns."""
    higher = (points << 1) & BOARD
    for _ in range(ROWS - 2):
        higher |= (higher << 1) & BOARD
    return higher


def fourths(s, side):
    """The empty points where a disc of a side would make four."""
    return completing(s.discs[side]) & ~(s.discs[0] | s.discs[1])


def completing(p):
    """The points of the board that make four with discs on some points."""
    points = (p << 1) & (p << 2) & (p << 3)
    for step in (6, 7, 8):
        pair = (p << step) & (p << (2 * step))
        points |= pair & ((p << (3 * step)) | (p >> step))
        pair = (p >> step) & (p >> (2 * step))
        points |= pair & ((p >> (3 * step)) | (p << step))
    return points & BOARD


def open_points(s):
    """Where the next disc of each column would lie."""
    return ((s.discs[0] | s.discs[1]) + FLOOR) & BOARD


def urgent(s, seat, moves):
    """To win, or else to stop the other side from winning with its next disc."""
    wins = fourths(s, seat) & open_points(s)
    if wins:
        moves[0] = first(wins) // 7
        return -1
    dangers = fourths(s, 1 - seat) & open_points(s)
    if dangers:
        moves[0] = first(dangers) // 7
        return -1
    return 0


def appeal(s, seat, action):
    """What makes most chances of four; the middle before the edges."""
    disc = 1 << (7 * action + height(s, action))
    chances = completing(s.discs[seat] | disc) & ~(s.discs[0] | s.discs[1] | disc)
    return 8 * count(chances) + 3 - abs(action - 3)


def observe(s, seat, into):
    """The own discs and the other's, each as the board looks, from the upper row down."""
    own = max(seat, 0)
    by_rows(into, 0, s.discs[own])
    by_rows(into, ROWS * COLUMNS, s.discs[1 - own])
