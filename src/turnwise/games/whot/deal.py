"""Setting a game up [W7 to W12], what cards do, drawing, and the end of the pile [W23 to W35]."""

from turnwise.games.whot.deck import ALL_CARDS, NUMBER, PENALTY, WHOTS, Special
from turnwise.games.whot.state import MOST_SEATS, NONE, Event, give_turn
from turnwise.kit import after, any_of, before, count, has, one, say, table
from turnwise.kit.zones import draw

CARDS_EACH = table((0, 0, 7, 7, 5, 4, 4, 3, 3))
"""By number of players [W8]."""


def deal(s, tell):
    """Deal to everybody still in, turn the first card up and open the first turn."""
    s.reshuffled = s.sudden = s.pick = 0
    s.called = s.catchable = NONE
    give_hands(s)
    while not s.pile & ~WHOTS:  # [W10]
        give_hands(s)
    for seat in range(s.seats):
        if has(s.playing, seat):
            say(tell, Event.DEALT, seat, count(s.hand[seat]))
    turn_up(s, tell)
    mover, dealer, number = s.starter, before(s.playing, s.starter), NUMBER[s.top]  # [W12]
    if s.first_card_acts and number != Special.HOLD_ON:  # as if the dealer had played it; otherwise [W11]
        mover = obey(s, dealer, number)
        if number == Special.MARKET:
            market(s, dealer, tell)  # as far as the cards reach
    give_turn(s, mover)


def give_hands(s):
    """One card at a time, the starter first [W8]."""
    s.pile, s.discards, s.aside = ALL_CARDS, 0, 0
    for seat in range(MOST_SEATS):
        s.hand[seat] = 0
    players = count(s.playing)
    seat = s.starter
    for _ in range(players * (s.cards_each if s.cards_each else CARDS_EACH[players])):
        card, s.pile = draw(s, s.pile)
        s.hand[seat] |= one(card)
        seat = after(s.playing, seat)


def turn_up(s, tell):
    """The first card; a Whot is shown and put back into the pile [W10]."""
    shown = 0
    s.top = any_of(s, s.pile)
    while has(WHOTS, s.top):
        say(tell, Event.PUT_BACK, s.top)
        shown |= one(s.top)
        s.top = any_of(s, s.pile & ~shown)
    s.discards = one(s.top)
    s.pile ^= s.discards
    say(tell, Event.TURNED_UP, s.top)


def obey(s, seat, number):
    """Do what a seat's card says, the market aside, and return who moves next, extra turns aside [W23]."""
    following = after(s.playing, seat)
    if number == Special.WHOT:
        s.pick = 0  # a Whot under a pick cancels it: option whot_defends_pick
        return following
    s.called = NONE  # [W16]
    s.pick += PENALTY[number]
    s.target = following  # [W25]
    return after(s.playing, following) if number == Special.SUSPENSION else following


def market(s, seat, tell):
    """Every other player draws one, in turn order; False if the cards run short [W35]."""
    customer = after(s.playing, seat)
    while customer != seat:
        if not take(s, customer, 1, tell):
            return False
        customer = after(s.playing, customer)
    return True


def take(s, seat, n, tell):
    """Draw n cards one by one, or as many as can be had, and return how many. An empty pile matters only now [W28]."""
    drawn = 0
    for _ in range(n):
        if not s.pile and not reshuffle(s):
            break
        card, s.pile = draw(s, s.pile)
        drawn |= one(card)
    s.hand[seat] |= drawn
    if drawn:
        say(tell, Event.DREW, seat, count(drawn), drawn)
    return count(drawn)


def reshuffle(s):
    """Once in a game, make a new pile of all discards but the top card [W29]; False if that cannot be [W30]."""
    if s.tender or s.reshuffled or s.sudden or s.discards == one(s.top):
        return False
    s.pile = s.discards ^ one(s.top)
    s.discards = one(s.top)
    s.reshuffled = 1
    return True
