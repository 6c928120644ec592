"""What a computer player may know about Connect Four."""

from turnwise.games.connect_four.rules import has_four, height
from turnwise.kit import below, rule


@rule
def classic(s, seat, moves, n):
    """Win if there is a winning column, else stop the other side's, else any column."""
    for side in (seat, 1 - seat):
        for i in range(n):
            column = moves[i]
            if has_four(s.discs[side] | 1 << (7 * column + height(s, column))):
                return column
    return moves[below(s, n)]
