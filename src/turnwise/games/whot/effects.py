"""What cards do, drawing, and the end of the pile [W23 to W35]."""

from turnwise.games.whot.deck import PENALTY, Special
from turnwise.games.whot.state import NONE, Event, after
from turnwise.kit import any_of, count, one, rule, say


@rule
def obey(s, seat, number):
    """Do what a seat's card says, the market aside, and return who moves next, extra turns aside [W23]."""
    following = after(s, seat)
    if number == Special.WHOT:
        s.pick = 0  # a Whot under a pick cancels it: option whot_defends_pick
        return following
    s.called = NONE  # [W16]
    s.pick += PENALTY[number]
    s.target = following  # [W25]
    return after(s, following) if number == Special.SUSPENSION else following


@rule
def market(s, seat, tell):
    """Every other player draws one, in turn order; False if the cards run short [W35]."""
    customer = after(s, seat)
    while customer != seat:
        drawn = take(s, customer, 1)
        tell_draw(customer, drawn, tell)
        if not drawn:
            return False
        customer = after(s, customer)
    return True


@rule
def take(s, seat, n):
    """Draw n cards one by one, or as many as can be had, and return them. An empty pile matters only now [W28]."""
    drawn = 0
    for _ in range(n):
        if not s.pile and not reshuffle(s):
            break
        card = any_of(s, s.pile)
        s.pile ^= one(card)
        s.hand[seat] |= one(card)
        drawn |= one(card)
    return drawn


@rule
def tell_draw(seat, drawn, tell):
    if drawn:
        say(tell, Event.DREW, seat, count(drawn), drawn)


@rule
def reshuffle(s):
    """Once in a game, make a new pile of all discards but the top card [W29]; False if that cannot be [W30]."""
    if s.tender or s.reshuffled or s.sudden or s.discards == one(s.top):
        return False
    s.pile = s.discards ^ one(s.top)
    s.discards = one(s.top)
    s.reshuffled = 1
    return True
