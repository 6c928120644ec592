"""Leduc Poker: a card each, one for both in the middle, two rounds of betting.   [U1] = RULES.md"""

from typing import Any

from turnwise.kit.cards import french
from turnwise.kit.chance import any_of
from turnwise.kit.declared import act, actions, ends, event, reasons
from turnwise.kit.events import events, say
from turnwise.kit.options import options, whole
from turnwise.kit.plain import first, one
from turnwise.kit.record import OWNER, mask, number, record, small
from turnwise.kit.turns import open_turn
from turnwise.kit.zones import deal, zone

VERSION, SEATS, CHANCE = 1, (2, 2), True
DECK = french("JQK", "hs")
CARDS, RANKS = DECK.cards, 3
ANTE, MOST_RAISES, NOBODY_WON = 1, 2, -1

OPTIONS = options(hands=whole(1, 50, default=10, help="how many hands make up a match"))
Do = actions(
    fold=act("Fold"),
    check_=act("Check"),
    call=act("Call"),
    bet=act("Bet", by="put_in"),
    raise_=act("Raise", by="put_in"),
)
Reason = reasons(
    BET_STANDS="The other has bet: call it, raise it, or fold.",
    NO_BET="Nobody has bet: check, or bet yourself.",
    RAISED_TWICE="There have been two raises in this round: call, or fold.",
)
End = ends(LAST_HAND="the last hand has been played")
Event = events(
    dealt=event("number", "A new hand, number {number}: a chip and a card each."),
    turned_up=event("card", "The {card} is turned up in the middle."),
    folded=event("seat", "{seat} folds."),
    checked=event("seat", "{seat} checks."),
    called=event("seat", "{seat} calls."),
    bet=event("seat number", "{seat} bets {number} chips."),
    raised=event("seat number", "{seat} raises by {number} chips."),
    showed=event("seat card", "{seat} shows the {card}."),
    won=event("seat number", "{seat} takes the pot of {number} chips."),
    split=event("number", "Both hold the same, and share the pot of {number} chips."),
)
NAMES = {"card": DECK}
State = record(
    OPTIONS,
    hand=zone(DECK, 2, see=OWNER),
    board=zone(DECK),  # the card in the middle
    paid=small(2),  # chips that a seat has in the pot
    raises=small(),  # bets and raises of this round
    spoken=small(),  # whether somebody has checked in this round
    starter=small(),
    played=small(),  # hands that are over
    shown=mask(2, of=DECK),  # what a seat showed in the hand before
    points=number(2),
)


def longest(seats: int, options: dict[str, Any]) -> int:
    return int(options["hands"]) * 8  # in each round check, bet, raise, call


def setup(s, tell):
    deal_hand(s, tell)


def deal_hand(s, tell):  # [U2, U3]
    stock = CARDS
    for seat in range(2):
        s.hand[seat], stock = deal(s, stock, 1)
        s.paid[seat] = ANTE
    s.board = 0
    say(tell, Event.DEALT, s.played + 1)
    open_round(s)


def open_round(s):
    s.raises = s.spoken = 0
    open_turn(s, s.starter)


def legal(s, seat, moves):  # [U4, U5]
    if s.over or seat != s.turn:
        return 0
    if s.paid[seat] == s.paid[1 - seat]:
        moves[0] = Do.CHECK
        moves[1] = Do.BET
        return 2
    moves[0] = Do.FOLD
    moves[1] = Do.CALL
    moves[2] = Do.RAISE
    return 3 if s.raises < MOST_RAISES else 2


def check_fold(s, seat):
    return Reason.NO_BET if s.paid[seat] == s.paid[1 - seat] else 0


def check_check(s, seat):
    return 0 if s.paid[seat] == s.paid[1 - seat] else Reason.BET_STANDS


check_call = check_fold


def check_put_in(s, seat, action):
    """A bet while nobody has bet, a raise of one that stands."""
    if action == Do.BET:
        return check_check(s, seat)
    return Reason.RAISED_TWICE if s.raises == MOST_RAISES else check_fold(s, seat)


def fold(s, seat, tell):
    say(tell, Event.FOLDED, seat)
    s.shown[0] = s.shown[1] = 0
    end_hand(s, 1 - seat, tell)


def check_(s, seat, tell):
    say(tell, Event.CHECKED, seat)
    if s.spoken:
        end_round(s, tell)
    else:
        s.spoken = 1
        open_turn(s, 1 - seat)


def call(s, seat, tell):
    say(tell, Event.CALLED, seat)
    s.paid[seat] = s.paid[1 - seat]
    end_round(s, tell)


def size(s):
    """Of a bet or a raise: 2 chips before the card in the middle is turned up, 4 afterwards.  [U4]"""
    return 4 if s.board else 2


def put_in(s, seat, tell):
    say(tell, Event.RAISED if s.raises else Event.BET, seat, size(s))
    s.paid[seat] = s.paid[1 - seat] + size(s)
    s.raises += 1
    open_turn(s, 1 - seat)


def end_round(s, tell):
    if s.board:
        show_down(s, tell)
        return
    card = any_of(s, CARDS & ~(s.hand[0] | s.hand[1]))  # [U6]
    s.board = one(card)
    say(tell, Event.TURNED_UP, card)
    open_round(s)


def worth(s, seat):
    """A pair with the card in the middle beats all others; else the rank counts.  [U7]"""
    rank = first(s.hand[seat]) % RANKS
    return rank + RANKS if rank == first(s.board) % RANKS else rank


def show_down(s, tell):
    for seat in range(2):
        s.shown[seat] = s.hand[seat]
        say(tell, Event.SHOWED, seat, first(s.hand[seat]))
    lead = worth(s, 0) - worth(s, 1)
    end_hand(s, 0 if lead > 0 else 1 if lead < 0 else NOBODY_WON, tell)


def end_hand(s, winner, tell):
    """The winner gets what the other has paid; who has the same as the other gets his own back.  [U7, U8]"""
    pot = s.paid[0] + s.paid[1]
    if winner == NOBODY_WON:
        say(tell, Event.SPLIT, pot)
    else:
        s.points[winner] += s.paid[1 - winner]
        s.points[1 - winner] -= s.paid[1 - winner]
        say(tell, Event.WON, winner, pot)
    s.played += 1
    if s.played == s.hands:
        s.over = End.LAST_HAND  # [U9]
        return
    s.starter = 1 - s.starter
    deal_hand(s, tell)
