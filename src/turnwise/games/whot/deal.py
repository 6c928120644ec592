"""Setting a game up [W7 to W12]."""

from turnwise.games.whot.deck import ALL_CARDS, NUMBER, WHOTS, Special
from turnwise.games.whot.effects import market, obey
from turnwise.games.whot.state import MOST_SEATS, NONE, Event, after, give_turn
from turnwise.kit import any_of, count, has, one, rule, say, table

CARDS_EACH = table((0, 0, 7, 7, 5, 4, 4, 3, 3))
"""By number of players [W8]."""


@rule
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
    mover = s.starter  # [W12]
    number = NUMBER[s.top]
    if s.first_card_acts and number != Special.HOLD_ON:  # as if the dealer had played it; otherwise [W11]
        mover = obey(s, dealer(s), number)
        if number == Special.MARKET:
            market(s, dealer(s), tell)  # as far as the cards reach
    give_turn(s, mover)


@rule
def give_hands(s):
    """One card at a time, the starter first [W8]."""
    s.pile, s.discards, s.aside = ALL_CARDS, 0, 0
    for seat in range(MOST_SEATS):
        s.hand[seat] = 0
    players = count(s.playing)
    seat = s.starter
    for _ in range(players * (s.cards_each if s.cards_each else CARDS_EACH[players])):
        card = any_of(s, s.pile)
        s.pile ^= one(card)
        s.hand[seat] |= one(card)
        seat = after(s, seat)


@rule
def turn_up(s, tell):
    """The first card; a Whot is shown and put back into the pile [W10]."""
    shown = 0
    card = any_of(s, s.pile)
    while has(WHOTS, card):
        say(tell, Event.PUT_BACK, card)
        shown |= one(card)
        card = any_of(s, s.pile & ~shown)
    s.pile ^= one(card)
    s.discards = one(card)
    s.top = card
    say(tell, Event.TURNED_UP, card)


@rule
def dealer(s):
    """The seat before the starter [W12]."""
    seat = s.starter
    while after(s, seat) != s.starter:
        seat = after(s, seat)
    return seat
