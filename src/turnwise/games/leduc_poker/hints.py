"""What a computer player may know about Leduc Poker: how good a card is, and that a bluff now and then pays."""

from turnwise.games.leduc_poker.rules import MOST_RAISES, RANKS, Do, worth
from turnwise.kit import below, first

SMALL = {"hands": 1}  # with this the whole game can be gone through
SCALE, HORIZON = 60.0, 10


def strength(s, seat):
    """0 weak, 1 fair, 2 strong: before the card in the middle by rank, then a pair, or a king."""
    if not s.board:
        return first(s.hand[seat]) % RANKS
    value = worth(s, seat)
    return 2 if value >= RANKS else 1 if value == RANKS - 1 else 0


def classic(s, seat):
    good, luck = strength(s, seat), below(s, 4)
    if s.paid[seat] == s.paid[1 - seat]:
        return Do.BET if good == 2 or luck == 0 else Do.CHECK
    if good == 2 and s.raises < MOST_RAISES:
        return Do.RAISE
    return Do.CALL if good or luck == 0 else Do.FOLD


taste = classic


def evaluate(s, seat):
    return 10 * (s.points[seat] - s.points[1 - seat])
