"""Computer players for Whot, and how a search plays on; none of them looks further than its own hand."""

from turnwise.games.whot.deck import DECK, SYMBOLS, VALUE, WHOTS
from turnwise.games.whot.rules import check_call, may_catch, playable
from turnwise.games.whot.state import Do, Phase
from turnwise.kit import any_of, below, count, first, one, others, table

OF_SYMBOL = table([DECK.bearing(symbol) for symbol in SYMBOLS])


def classic(s, seat):
    """Greedy: the legal card of highest value, a Whot only if nothing else is legal [W54]."""
    said = speaks_or_names(s, seat)
    if said:
        return said
    cards = sensible(s, seat)
    return any_of(s, dearest(cards)) if cards else Do.DRAW


def any_card(s, seat):
    """The sheet's Random: any legal card, a draw only without one, any symbol [W53]."""
    said = speaks(s, seat)
    if said:
        return said
    if s.phase == Phase.NAME:
        return Do.NAME + below(s, len(SYMBOLS))
    cards = playable(s, s.hand[seat])
    return any_of(s, cards) if cards else Do.DRAW


PLAYERS = {"anycard": any_card}
"""Not `random`, which takes any legal action: it draws half of the time."""


def duty(s, seat):
    """To call and to catch [W51]."""
    said = speaks(s, seat)
    return said if said else -1


def taste(s, seat):
    """How players play on in a search: like the greedy one, but any card."""
    said = speaks_or_names(s, seat)
    if said:
        return said
    cards = sensible(s, seat)
    return any_of(s, cards) if cards else Do.DRAW


def speaks_or_names(s, seat):
    """What comes before a card: CATCH, CALL or the symbol that the hand has most of, else 0."""
    said = speaks(s, seat)
    if said == 0 and s.phase == Phase.NAME:
        return Do.NAME + any_of(s, commonest(s.hand[seat]))
    return said


def sensible(s, seat):
    """The legal cards, Whots only if nothing else is legal."""
    cards = playable(s, s.hand[seat])
    return cards & ~WHOTS if cards & ~WHOTS else cards


def speaks(s, seat):
    """CATCH or CALL if it is time for it, else 0: a computer player never forgets [W51]."""
    if may_catch(s, seat):
        return Do.CATCH
    if s.turn == seat and s.phase == Phase.PLAY and check_call(s, seat) == 0 and playable(s, s.hand[seat]):
        return Do.CALL
    return 0


def commonest(hand):
    """The symbols that a hand has most of."""
    most, best = 0, 0
    for symbol in range(len(SYMBOLS)):
        n = count(hand & OF_SYMBOL[symbol])
        if n > most:
            most, best = n, 0
        if n == most:
            best |= one(symbol)
    return best


def dearest(cards):
    """The cards of highest value."""
    highest, best = 0, 0
    while cards:
        card = first(cards)
        cards = others(cards)
        if VALUE[card] > highest:
            highest, best = VALUE[card], 0
        if VALUE[card] == highest:
            best |= one(card)
    return best
