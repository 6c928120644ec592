"""What a computer player may know about Oh Hell: what a hand is good for, and when to win a trick and when to lose it."""

from turnwise.games.oh_hell.rules import Do, after, best_of_trick
from turnwise.kit.chance import below
from turnwise.kit.plain import first, others
from turnwise.kit.tricks import RANKS, beats, suit_of


def expected(s, seat):
    """The tricks that a hand is good for, in tenths: trumps, and the highest cards of the other suits."""
    tenths, rest = 0, s.hand[seat]
    while rest:
        card, rest = first(rest), others(rest)
        rank = card % RANKS
        if suit_of(card) == suit_of(first(s.upcard)):
            tenths += 3 + rank // 2
        else:
            tenths += max(0, 3 * (rank - 9) - 2)
    return tenths


def appeal(s, seat, action):
    """Bid what the hand is good for; take tricks cheaply while some are wanted, then throw away what might take one."""
    if action >= Do.BID:
        return -abs(10 * (action - Do.BID) - expected(s, seat))
    trumps = suit_of(first(s.upcard))
    height = action % RANKS + (RANKS if suit_of(action) == trumps else 0)
    wanted = s.bid[seat] > s.taken[seat]
    if seat == s.leader:
        return height if wanted else -height
    if not beats(action, first(s.trick[best_of_trick(s)]), trumps):
        return -height if wanted else height
    if not wanted:
        return -50 - height
    return 100 - height if after(s, seat) == s.leader else 50 + height


def taste(s, seat, moves, n):
    """Mostly what appeals most, now and then anything."""
    if below(s, 4) == 0:
        return moves[below(s, n)]
    best = moves[0]
    for i in range(1, n):
        if appeal(s, seat, moves[i]) > appeal(s, seat, best):
            best = moves[i]
    return best
