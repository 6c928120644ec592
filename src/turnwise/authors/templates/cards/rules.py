"""Example: follow suit, and the highest card takes the trick; the most tricks win.   [X1] = RULES.md"""

from typing import Any

from turnwise.kit import OWNER, act, actions, ends, event, events, reasons, record, say, small
from turnwise.kit.cards import deck
from turnwise.kit.plain import one, table
from turnwise.kit.sets import has
from turnwise.kit.turns import open_turn
from turnwise.kit.words import said
from turnwise.kit.zones import deal, move, stock, zone

VERSION, SEATS, CHANCE = 1, (2, 3), True
MOST_SEATS, CARDS_EACH = 3, 6
NOTHING = -1

# The deck, and tables that the rules look things up in.
RANKS = range(1, 9)
DECK = deck(leaf=RANKS, sun=RANKS, moon=RANKS, star=RANKS)  # [X1]
SUIT, RANK = table(DECK.symbol), table(DECK.number)
OF_SUIT = table([DECK.bearing(symbol) for symbol in DECK.symbols])
DECK_CARDS = DECK.cards
CALLED = {
    "leaf": said("leaf {rank}"),
    "sun": said("sun {rank}"),
    "moon": said("moon {rank}"),
    "star": said("star {rank}"),
}
NAMED = {id: CALLED[id.partition("_")[0]].given_also(rank=int(id.partition("_")[2])) for id in DECK.ids}

# What can be done, why it is refused, how it ends, and what happens: each with its sentence.
Do = actions(lay=act("Play the {card}", word="play", card=NAMED))
Reason = reasons(NOT_IN_HAND="You don't have that card.", MUST_FOLLOW="You have a card of the suit that was led.")
End = ends(ALL_PLAYED="all cards are played")
Event = events(
    dealt=event("number", "Everybody is dealt {number} cards."),
    played=event("seat card", "{seat} plays the {card}."),
    taken=event("seat", "{seat} takes the trick."),
)

# All that must be known to go on with a game; what somebody may not know says so with `see`. Zones hold cards: bots imagine what they
# can't see of them.
State = record(
    hand=zone(DECK, MOST_SEATS, see=OWNER),
    pile=stock(DECK),
    played=zone(DECK),
    trick=small(MOST_SEATS),  # it lies there until the next is led
    laid=small(),
    leader=small(),
    points=small(MOST_SEATS),
)


def longest(seats: int, options: dict[str, Any]) -> int:
    return seats * CARDS_EACH


def setup(s, tell):  # [X2]
    s.pile = DECK_CARDS
    for seat in range(s.seats):
        s.hand[seat], s.pile = deal(s, s.pile, CARDS_EACH)
    say(tell, Event.DEALT, CARDS_EACH)
    clear_trick(s)
    s.turns = 1


def clear_trick(s):
    s.laid = 0
    for seat in range(MOST_SEATS):
        s.trick[seat] = NOTHING


def check_lay(s, seat, card):
    if not has(s.hand[seat], card):
        return Reason.NOT_IN_HAND
    if s.laid % s.seats == 0:  # leads
        return 0
    led = SUIT[s.trick[s.leader]]
    return Reason.MUST_FOLLOW if SUIT[card] != led and s.hand[seat] & OF_SUIT[led] else 0  # [X4]


def lay(s, seat, card, tell):
    if s.laid == s.seats:
        clear_trick(s)
    s.hand[seat], s.played = move(s.hand[seat], s.played, one(card))
    s.trick[seat] = card
    s.laid += 1
    say(tell, Event.PLAYED, seat, card)
    if s.laid == s.seats:
        take_trick(s, tell)
    else:
        open_turn(s, (seat + 1) % s.seats)  # [X3]


def take_trick(s, tell):
    taker = s.leader
    for seat in range(s.seats):
        card, best = s.trick[seat], s.trick[taker]
        if SUIT[card] == SUIT[best] and RANK[card] > RANK[best]:  # [X5]
            taker = seat
    s.points[taker] += 1
    say(tell, Event.TAKEN, taker)
    if s.hand[taker] == 0:  # [X6]
        s.over = End.ALL_PLAYED
    else:
        s.leader = taker
        open_turn(s, taker)
