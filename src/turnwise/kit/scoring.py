"""Who has won: words for the `scores` of a game."""

from turnwise.kit.plain import rule

NOBODY_WON = -1
"""In a field `winner`: the game is drawn."""


@rule
def won_by(s, winner, places, points):
    """One seat has won, with one point; all others have lost."""
    for seat in range(s.seats):
        places[seat] = 1 if seat == winner else 2
        points[seat] = 1.0 if seat == winner else 0.0
    return 1 << winner


@rule
def drawn(s, places, points):
    """Nobody has won; everybody gets half a point."""
    for seat in range(s.seats):
        places[seat] = 1
        points[seat] = 0.5
    return 0
