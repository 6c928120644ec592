"""Priest: a look tells a card to one seat alone, and everybody may know who looked at whom."""

from typing import Any

from turnwise.kit import (
    OWNER,
    act,
    actions,
    any_of,
    below,
    ends,
    event,
    events,
    has,
    mask,
    one,
    reasons,
    record,
    say,
    small,
    some_of,
    veiled,
)

VERSION, SEATS, CHANCE = 1, (2, 3), True
CARDS, TURNS = 8, 6
DECK = (1 << CARDS) - 1

Do = actions(
    lay=act("Lay {card} face down", card=CARDS),
    look=act("Look at the card of player {other}", other=range(3)),
    lays=veiled("Lay a card face down"),
)
Reason = reasons(
    NOT_YOURS="You have no such card.", LAID="Your card lies already.", NOBODY="Look at somebody else's card."
)
End = ends(ALL_LOOKED="everybody has looked long enough")
Event = events(
    laid=event("seat !card", "{seat} lays {card} face down.", "{seat} lays a card face down."),
    saw=event(
        "seat other !card",
        "{seat} looks at the card of player {other}: it is {card}.",
        "{seat} looks at a card of player {other}.",
    ),
)
State = record(
    hand=mask(3, see=OWNER),
    down=small(3, see=OWNER),
    laid=small(3),
    seen=small(3, 3, see=OWNER),
    looks=small(),
    points=small(3),
)


def longest(seats: int, options: dict[str, Any]) -> int:
    return seats + TURNS


def setup(s):
    left = DECK
    for seat in range(s.seats):
        s.hand[seat] = some_of(s, left, 2)
        left &= ~s.hand[seat]
    s.turns = 1


def check_lay(s, seat, card):
    if s.laid[seat]:
        return Reason.LAID
    return 0 if has(s.hand[seat], card) else Reason.NOT_YOURS


def lay(s, seat, card, tell):
    s.hand[seat] &= ~one(card)
    s.down[seat] = card
    s.laid[seat] = 1
    say(tell, Event.LAID, seat, card)
    go_on(s)


def check_look(s, seat, other):
    return Reason.NOBODY if other == seat or other >= s.seats or not s.laid[other] or not s.laid[seat] else 0


def look(s, seat, other, tell):
    s.seen[seat, other] = s.down[other] + 1
    say(tell, Event.SAW, seat, other, s.down[other])
    s.points[seat] += 1
    s.looks += 1
    if s.looks == TURNS:
        s.over = End.ALL_LOOKED
    else:
        go_on(s)


def veil(action):
    return Do.LAYS if action < Do.LOOK else action


def go_on(s):
    s.turn = (s.turn + 1) % s.seats
    s.turns += 1


def imagine(s, seat):
    left = DECK
    if seat >= 0:
        left &= ~s.hand[seat]
        if s.laid[seat]:
            left &= ~one(s.down[seat])
        for other in range(s.seats):
            if s.seen[seat, other]:
                left &= ~one(s.seen[seat, other] - 1)
    for other in range(s.seats):
        if other != seat:
            s.hand[other] = some_of(s, left, ~s.hand[other])
            left &= ~s.hand[other]
            s.down[other] = 0
            if s.laid[other]:
                s.down[other] = any_of(s, left)
                if seat >= 0 and s.seen[seat, other]:
                    s.down[other] = s.seen[seat, other] - 1
                left &= ~one(s.down[other])
    for other in range(s.seats):
        for third in range(s.seats):
            if other != seat:
                looked = s.laid[third] and third != other and below(s, 2)
                s.seen[other, third] = s.down[third] + 1 if looked else 0
    for other in range(s.seats, 3):
        s.hand[other] = 0
        s.down[other] = 0
        for third in range(3):
            s.seen[other, third] = 0
