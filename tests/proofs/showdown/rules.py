"""Showdown: a round ends with the cards laid open and new ones dealt at once. Each seat keeps a secret number for the whole match."""

from typing import Any

from turnwise.kit import OWNER, act, actions, any_of, below, ends, event, events, one, reasons, record, say, small

VERSION, SEATS, CHANCE = 1, (2, 2), True
CARDS, ROUNDS = 6, 4
DECK = (1 << CARDS) - 1

Do = actions(call=act("Call"), fold=act("Fold"))
Reason = reasons()
End = ends(ROUNDS_PLAYED="all rounds are played")
Event = events(
    dealt=event("seat !card", "{seat} is dealt {card}.", "{seat} is dealt a card."),
    called=event("seat", "{seat} calls."),
    folded=event("seat", "{seat} folds."),
    showed=event("seat card", "{seat} shows {card}."),
)
State = record(card=small(2, see=OWNER), charm=small(2, see=OWNER), rounds=small(), points=small(2))


def longest(seats: int, options: dict[str, Any]) -> int:
    return 2 * ROUNDS


def setup(s, tell):
    for seat in range(2):
        s.charm[seat] = below(s, 5)
    deal(s, tell)


def deal(s, tell):
    left = DECK
    for seat in range(2):
        s.card[seat] = any_of(s, left)
        left &= ~one(s.card[seat])
        say(tell, Event.DEALT, seat, s.card[seat])
    s.turn = 0
    s.turns += 1


def call(s, seat, tell):
    say(tell, Event.CALLED, seat)
    if seat == 0:
        s.turn = 1
        s.turns += 1
        return
    for other in range(2):
        say(tell, Event.SHOWED, other, s.card[other])
    won(s, 0 if s.card[0] > s.card[1] else 1, tell)


def fold(s, seat, tell):
    say(tell, Event.FOLDED, seat)
    won(s, 1 - seat, tell)


def won(s, seat, tell):
    s.points[seat] += 1
    s.rounds += 1
    if s.rounds == ROUNDS:
        s.over = End.ROUNDS_PLAYED
    else:
        deal(s, tell)


def imagine(s, seat):
    left = DECK
    if seat >= 0:
        left &= ~one(s.card[seat])
    for other in range(2):
        if other != seat:
            s.card[other] = any_of(s, left)
            left &= ~one(s.card[other])
            s.charm[other] = below(s, 5)
