"""What a computer player may know about Differo."""

from turnwise.games.differo.board import GOAL, GRID, LINE, POINTS, ROW, WHITE
from turnwise.games.differo.rules import Do, difference, side_of
from turnwise.kit import first, others, table

LINES = len(GRID.lines)
DIAGONAL = table([axis > 0 for axis in GRID.axes for _ in range(LINES // 3)])


def classic(s, seat, moves, n):
    """The Smart computer: the landing nearest to the goal row, the first such in order of base and target.  [D31]"""
    best, highest = moves[0], 0
    for i in range(n):
        rate = landing_rate(s, seat, moves[i])
        if rate > highest:
            best, highest = moves[i], rate
    return best


def landing_rate(s, seat, action):
    """1 on the own home edge to 9 on the goal row; a swap lands nowhere."""
    return 0 if action == Do.SWAP else rows_advanced(side_of(s, seat), action % POINTS) + 1


def rows_advanced(side, point):
    return 8 - ROW[point] if side == WHITE else ROW[point]


def evaluate(s, seat):
    """What the position is worth to a seat.  [D33]"""
    side = side_of(s, seat)
    return outlook(s, side) - outlook(s, 1 - side)


def outlook(s, side):
    """The squares of the rows advanced, and the positive differences on diagonals that reach the goal row."""
    worth = 0
    pieces = s.sides[side]
    while pieces:
        worth += rows_advanced(side, first(pieces)) ** 2
        pieces = others(pieces)
    for line in range(LINES):
        if DIAGONAL[line] and LINE[line] & GOAL[side]:
            worth += max(difference(s.sides[side], s.sides[1 - side], LINE[line]), 0)
    return worth
