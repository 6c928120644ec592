"""Oh Hell: bid how many tricks you will take, and take exactly so many.   [Q1] = RULES.md"""

from typing import Any

from turnwise.kit.cards import french
from turnwise.kit.chance import any_of, below, some_of
from turnwise.kit.declared import act, actions, ends, event, reasons
from turnwise.kit.events import events, say
from turnwise.kit.options import choice, options, switch, whole
from turnwise.kit.plain import count, first, one
from turnwise.kit.record import OWNER, number, record, small
from turnwise.kit.sets import has, listed
from turnwise.kit.tricks import beats, following, suit_of, without
from turnwise.kit.turns import open_turn
from turnwise.kit.words import counted
from turnwise.kit.zones import deal, zone

LEAST_SEATS, MOST_SEATS = 3, 7
VERSION, SEATS, CHANCE = 1, (LEAST_SEATS, MOST_SEATS), True
DECK = french()
CARDS, SIZE = DECK.cards, len(DECK)
MOST_TRICKS = (len(DECK) - 1) // LEAST_SEATS
MADE_IT, NO_BID = 10, -1
FALLING, DRAWN = 0, -1  # codes of the option `tricks`

OPTIONS = options(
    deals=whole(1, 20, default=5, help="how many deals make up a match"),
    tricks=choice(
        "falling",
        "drawn",
        *range(1, MOST_TRICKS + 1),
        help="cards each: falling to one in the last deal, drawn by lot, or always as many (as far as the deck reaches)",
    ),
    points_per_trick=whole(0, 5, default=1, help="what each trick counts, made bid or not"),
    off_bid_penalty=switch(
        False, "who misses a bid gets nothing for tricks, and loses as much for each that was over or short"
    ),
)
Do = actions(play_=act("Play the {card}", card=DECK), bid=act("Bid {number}", number=range(MOST_TRICKS + 1)))
Reason = reasons(
    BID_FIRST="You have to bid before anything is played.",
    BID_ALREADY="The bids are made; play a card.",
    TOO_MANY="There are not so many tricks in this deal.",
    NOT_YOUR_CARD="You do not have that card.",
    FOLLOW_SUIT="You have a card of the suit that was led, so you must play one.",
    MUST_NOT_ADD_UP="You bid last: all bids together may not be as many as there are tricks.",
)
End = ends(LAST_DEAL="the last deal has been played")
Event = events(
    dealt=event("seat number", counted("{seat} deals one card each.", "{seat} deals {number} cards each.", "number")),
    trump=event("card", "The {card} is turned up: its suit is trumps."),
    bid=event("seat number", "{seat} bids {number}."),
    played=event("seat card", "{seat} plays the {card}."),
    took=event("seat card", "{seat} takes the trick with the {card}."),
    made=event("seat number points", "{seat} has made the bid of {number} and gets {points} points."),
    missed=event(
        "seat number taken points",
        counted(
            "{seat} has bid {number}, taken {taken} and gets one point.",
            "{seat} has bid {number}, taken {taken} and gets {points} points.",
            "points",
        ),
    ),
    fined=event(
        "seat number taken points",
        counted(
            "{seat} has bid {number}, taken {taken} and loses one point.",
            "{seat} has bid {number}, taken {taken} and loses {points} points.",
            "points",
        ),
    ),
)
NAMES = {"card": DECK}
State = record(
    OPTIONS,
    hand=zone(DECK, MOST_SEATS, see=OWNER),
    trick=zone(DECK, MOST_SEATS),  # the card of each seat; a full trick lies there until the next card is led
    last=zone(DECK),  # the trick before
    gone=zone(DECK),  # and all before that
    upcard=zone(DECK),  # whose suit is trumps
    each=small(),  # cards for each seat, and tricks, in this deal
    dealer=small(),
    leader=small(),  # who led, or will lead, the trick
    bidding=small(),  # seats that are still to bid
    bid=small(MOST_SEATS),
    taken=small(MOST_SEATS),
    void=small(MOST_SEATS),  # suits that a seat is known to have no card of
    played=small(),  # deals that are over
    points=number(MOST_SEATS),
)


def longest(seats: int, options: dict[str, Any]) -> int:
    return int(options["deals"]) * seats * (1 + (len(DECK) - 1) // seats)


def setup(s, tell):
    s.each = cards_each(s)
    s.dealer = below(s, s.seats)  # [Q3]
    deal_hands(s, tell)


def cards_each(s):
    """As the option says, and never more than leave a card to turn up.  [Q2]"""
    most = (SIZE - 1) // s.seats
    if s.tricks == DRAWN:
        return below(s, most) + 1
    return min(most, s.deals - s.played if s.tricks == FALLING else s.tricks)


def deal_hands(s, tell):  # [Q3, Q4]
    stock = CARDS
    for seat in range(s.seats):
        s.hand[seat], stock = deal(s, stock, s.each)
        s.trick[seat] = s.taken[seat] = s.void[seat] = 0
        s.bid[seat] = NO_BID
    s.last, s.gone, s.upcard = 0, 0, one(any_of(s, stock))
    say(tell, Event.DEALT, s.dealer, s.each)
    say(tell, Event.TRUMP, first(s.upcard))
    s.bidding, s.leader = s.seats, after(s, s.dealer)
    open_turn(s, s.leader)


def after(s, seat):
    return seat + 1 if seat + 1 < s.seats else 0


def barred(s):  # [Q6]
    """What whoever bids last may not bid; a negative number bars nothing."""
    left = s.each if s.bidding == 1 else NO_BID
    for seat in range(s.seats):
        left -= max(0, s.bid[seat])
    return left


def allowed_play(s, seat):  # [Q7]
    if s.bidding:
        return 0
    return s.hand[seat] if seat == s.leader else following(s.hand[seat], first(s.trick[s.leader]))


def allowed_bid(s):
    numbers, never = one(s.each + 1) - 1 if s.bidding else 0, barred(s)
    return numbers & ~one(never) if never >= 0 else numbers


def legal(s, seat, moves):
    n = 0
    if s.over or seat != s.turn:
        return n
    if s.bidding:
        never = barred(s)
        for number in range(s.each + 1):
            if number != never:
                moves[n] = Do.BID + number
                n += 1
        return n
    return listed(allowed_play(s, seat), moves)


def check_play(s, seat, card):
    if s.bidding:
        return Reason.BID_FIRST
    if not has(s.hand[seat], card):
        return Reason.NOT_YOUR_CARD
    return 0 if has(allowed_play(s, seat), card) else Reason.FOLLOW_SUIT


def check_bid(s, number):
    if not s.bidding:
        return Reason.BID_ALREADY
    if number > s.each:
        return Reason.TOO_MANY
    return Reason.MUST_NOT_ADD_UP if number == barred(s) else 0


def bid(s, seat, number, tell):  # [Q5]
    s.bid[seat] = number
    s.bidding -= 1
    say(tell, Event.BID, seat, number)
    open_turn(s, after(s, seat))  # when all have bid, this is who leads


def play_(s, seat, card, tell):
    if seat == s.leader:
        s.gone |= s.last
        s.last = 0
        for other in range(s.seats):
            s.last |= s.trick[other]
            s.trick[other] = 0
    elif suit_of(card) != suit_of(first(s.trick[s.leader])):
        s.void[seat] |= 1 << suit_of(first(s.trick[s.leader]))
    s.hand[seat] ^= one(card)
    s.trick[seat] = one(card)
    say(tell, Event.PLAYED, seat, card)
    if after(s, seat) == s.leader:
        end_trick(s, tell)
    else:
        open_turn(s, after(s, seat))


def best_of_trick(s):
    """Who takes the trick as it lies.  [Q8]"""
    winner, seat, trumps = s.leader, after(s, s.leader), suit_of(first(s.upcard))
    while seat != s.leader and s.trick[seat]:
        if beats(first(s.trick[seat]), first(s.trick[winner]), trumps):
            winner = seat
        seat = after(s, seat)
    return winner


def end_trick(s, tell):
    s.leader = best_of_trick(s)
    s.taken[s.leader] += 1
    say(tell, Event.TOOK, s.leader, first(s.trick[s.leader]))
    if s.hand[s.leader]:
        open_turn(s, s.leader)
    else:
        end_deal(s, tell)


def end_deal(s, tell):
    """[Q9, Q10]"""
    for seat in range(s.seats):
        off = abs(s.taken[seat] - s.bid[seat])
        tricks = -off if off and s.off_bid_penalty else s.taken[seat]
        points = tricks * s.points_per_trick + (0 if off else MADE_IT)
        s.points[seat] += points
        if off == 0:
            say(tell, Event.MADE, seat, s.bid[seat], points)
        elif s.off_bid_penalty:
            say(tell, Event.FINED, seat, s.bid[seat], s.taken[seat], -points)
        else:
            say(tell, Event.MISSED, seat, s.bid[seat], s.taken[seat], points)
    s.played += 1
    if s.played == s.deals:
        s.over = End.LAST_DEAL
        return
    s.dealer = after(s, s.dealer)
    s.each = cards_each(s)
    deal_hands(s, tell)


def imagine_hand(s, seat, cards, unseen):
    """Who did not follow suit has none of it.  [Q11]"""
    able = without(unseen, s.void[seat])
    return cards if able == unseen or count(able) < count(cards) else some_of(s, able, count(cards))
