"""Kuhn Poker: one card each and a single bet; the higher card takes the pot.   [K1] = RULES.md"""

from typing import Any

from turnwise.kit import (
    OWNER,
    act,
    actions,
    ends,
    event,
    events,
    first,
    mask,
    number,
    one,
    options,
    reasons,
    record,
    say,
    small,
    whole,
)
from turnwise.kit.cards import french
from turnwise.kit.turns import open_turn
from turnwise.kit.zones import deal, zone

MOST_SEATS = 4
VERSION, SEATS, CHANCE = 1, (2, MOST_SEATS), True
DECK = french("9TJQK", "s")
ANTE, BET = 1, 1

OPTIONS = options(hands=whole(1, 50, default=10, help="how many hands make up a match"))
Do = actions(check_=act("Check"), bet=act("Bet"), fold=act("Fold"), call=act("Call"))
Reason = reasons(
    BET_STANDS="Somebody has bet: call it, or fold.",
    NO_BET="Nobody has bet: check, or bet yourself.",
)
End = ends(LAST_HAND="the last hand has been played")
Event = events(
    dealt=event("number", "A new hand, number {number}: a chip and a card each."),
    checked=event("seat", "{seat} checks."),
    bet=event("seat", "{seat} bets a chip."),
    folded=event("seat", "{seat} folds."),
    called=event("seat", "{seat} calls."),
    showed=event("seat card", "{seat} shows the {card}."),
    won=event("seat number", "{seat} takes the pot of {number} chips."),
)
NAMES = {"card": DECK}
State = record(
    OPTIONS,
    hand=zone(DECK, MOST_SEATS, see=OWNER),
    paid=small(MOST_SEATS),  # chips that a seat has in the pot
    stake=small(),  # chips that who stays in has there
    spoken=small(),  # seats that have spoken: in all, or since the bet and with it
    starter=small(),
    played=small(),  # hands that are over
    shown=mask(MOST_SEATS, of=DECK),  # what a seat showed in the hand before
    points=number(MOST_SEATS),
)


def longest(seats: int, options: dict[str, Any]) -> int:
    return int(options["hands"]) * (2 * seats - 1)


def in_play(s):
    """The King and as many cards below it as there are seats.  [K1]"""
    return one(MOST_SEATS + 1) - one(MOST_SEATS - s.seats)


def setup(s, tell):
    deal_hand(s, tell)


def deal_hand(s, tell):  # [K2, K3]
    stock = in_play(s)
    for seat in range(s.seats):
        s.hand[seat], stock = deal(s, stock, 1)
        s.paid[seat] = ANTE
    s.stake, s.spoken = ANTE, 0
    say(tell, Event.DEALT, s.played + 1)
    open_turn(s, s.starter)


def legal(s, seat, moves):  # [K4, K5]
    if s.over or seat != s.turn:
        return 0
    moves[0] = Do.CHECK if s.stake == ANTE else Do.FOLD
    moves[1] = moves[0] + 1
    return 2


def check_check(s):
    return 0 if s.stake == ANTE else Reason.BET_STANDS


def check_bet(s):
    return 0 if s.stake == ANTE else Reason.BET_STANDS


def check_fold(s):
    return Reason.NO_BET if s.stake == ANTE else 0


def check_call(s):
    return Reason.NO_BET if s.stake == ANTE else 0


def check_(s, seat, tell):
    say(tell, Event.CHECKED, seat)
    go_on(s, seat, tell)


def bet(s, seat, tell):
    say(tell, Event.BET, seat)
    s.stake += BET
    s.paid[seat] = s.stake
    s.spoken = 0  # all others may answer  [K5]
    go_on(s, seat, tell)


def fold(s, seat, tell):
    say(tell, Event.FOLDED, seat)
    go_on(s, seat, tell)


def call(s, seat, tell):
    say(tell, Event.CALLED, seat)
    s.paid[seat] = s.stake
    go_on(s, seat, tell)


def go_on(s, seat, tell):
    s.spoken += 1
    if s.spoken < s.seats:
        open_turn(s, (seat + 1) % s.seats)
    else:
        end_hand(s, tell)


def end_hand(s, tell):
    """The highest card among those who have paid the stake takes the pot; it is shown if there are several.  [K6, K7]"""
    pot, staying, winner = 0, 0, -1
    for seat in range(s.seats):
        pot += s.paid[seat]
        s.points[seat] -= s.paid[seat]
        if s.paid[seat] == s.stake:
            staying += 1
            if winner < 0 or s.hand[seat] > s.hand[winner]:
                winner = seat
    for seat in range(s.seats):
        s.shown[seat] = s.hand[seat] if staying > 1 and s.paid[seat] == s.stake else 0
        if s.shown[seat]:
            say(tell, Event.SHOWED, seat, first(s.hand[seat]))
    s.points[winner] += pot
    say(tell, Event.WON, winner, pot)
    s.played += 1
    if s.played == s.hands:
        s.over = End.LAST_HAND  # [K8]
        return
    s.starter = (s.starter + 1) % s.seats
    deal_hand(s, tell)
