"""What a computer player may know about Kuhn Poker: the best card bets, the worst one bluffs a third of the time."""

from turnwise.games.kuhn_poker.rules import ANTE, MOST_SEATS, Do
from turnwise.kit import below, first

SMALL = {"hands": 1}  # with this the whole game can be gone through
SCALE, HORIZON = 30.0, 6


def classic(s, seat):
    """For two players nobody can do better than this against somebody who knows it."""
    below_it = first(s.hand[seat]) - (MOST_SEATS - s.seats)  # how many cards in play are lower
    lucky = below(s, 3) == 0
    if s.stake == ANTE:
        return Do.BET if below_it == s.seats or (below_it == 0 and lucky) else Do.CHECK
    checked = seat == s.starter  # who began has checked before, as a bluffer would not
    calls = below_it == s.seats or (below_it == s.seats - 1 and (lucky != checked))
    return Do.CALL if calls else Do.FOLD


taste = classic


def evaluate(s, seat):
    """The lead in chips over the best of the others."""
    best = -10_000
    for other in range(s.seats):
        if other != seat:
            best = max(best, s.points[other])
    return 10 * (s.points[seat] - best)
