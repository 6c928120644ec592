"""What a computer player may know about Connect Four."""

from turnwise.games.connect_four.rules import COLUMNS, ROWS, has_four, height
from turnwise.kit import below, count, first, rule, set_of, table

BOARD = set_of(7 * column + row for column in range(COLUMNS) for row in range(ROWS))
FLOOR = set_of(7 * column for column in range(COLUMNS))
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


@rule
def classic(s, seat, moves, n):
    """Win if there is a winning column, else stop the other side's, else any column."""
    for side in (seat, 1 - seat):
        for i in range(n):
            column = moves[i]
            if has_four(s.discs[side] | 1 << (7 * column + height(s, column))):
                return column
    return moves[below(s, n)]


@rule
def evaluate(s, seat):
    """Points that lack only one disc to four, above all on the rows that will be one's own; and discs on many lines."""
    return outlook(s, seat) - outlook(s, 1 - seat)


@rule
def outlook(s, side):
    chances = fourths(s, side)
    worth = 8 * count(chances) + 16 * count(chances & GOOD_ROWS[side])
    for n in range(4, MOST_LINES + 1):
        worth += count(s.discs[side] & IN_LINES[n])
    return worth


@rule
def fourths(s, side):
    """The empty points where a disc would make four."""
    p = s.discs[side]
    points = (p << 1) & (p << 2) & (p << 3)
    for step in (6, 7, 8):
        pair = (p << step) & (p << (2 * step))
        points |= pair & ((p << (3 * step)) | (p >> step))
        pair = (p >> step) & (p >> (2 * step))
        points |= pair & ((p >> (3 * step)) | (p << step))
    return points & BOARD & ~(s.discs[0] | s.discs[1])


@rule
def open_points(s):
    """Where the next disc of each column would lie."""
    return ((s.discs[0] | s.discs[1]) + FLOOR) & BOARD


@rule
def urgent(s, seat, moves):
    """To win, or else to stop the other side from winning with its next disc."""
    wins = fourths(s, seat) & open_points(s)
    if wins:
        moves[0] = first(wins) // 7
        return 1
    dangers = fourths(s, 1 - seat) & open_points(s)
    if dangers:
        moves[0] = first(dangers) // 7
        return -1
    return 0


@rule
def appeal(s, seat, action):
    """The middle before the edges."""
    return 3 - abs(action - 3)
