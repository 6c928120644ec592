"""Cards that are not distinguished: a place has a number of each kind, and no card has an id. A place is a row:
`s.hand[seat]`.

    State = record(hand=small(2, KINDS, see=OWNER, keep=((0, KINDS),)), pile=small(KINDS))

Of a place that a seat may not see it knows the sums that the field keeps, and `total` of such a part returns them.
Kinds are given from `start` to below `stop`, so that a place may hold cards with different backs.
"""

from turnwise.kit.chance import below
from turnwise.kit.events import say
from turnwise.kit.plain import rule


@rule
def total(place, start, stop):
    """How many cards of these kinds lie there, known individually or only as a sum."""
    number = 0
    for kind in range(start, stop):
        number += place[kind] if place[kind] >= 0 else ~place[kind]
    return number


@rule
def total_all(places, start, stop):
    """How many cards of these kinds lie in several places together."""
    number = 0
    for at in range(len(places)):
        number += total(places[at], start, stop)
    return number


@rule
def worth(place, values):
    """The sum of the values of the cards that lie there; `values` has one for each kind."""
    sum = 0
    for kind in range(len(values)):
        sum += place[kind] * values[kind]
    return sum


@rule
def lowest(place, start, stop):
    """The first of these kinds that lies there; `stop` if none does."""
    kind = start
    while kind < stop and place[kind] == 0:
        kind += 1
    return kind


@rule
def highest(place, start, stop):
    """The last of these kinds that lies there; `start - 1` if none does."""
    kind = stop - 1
    while kind >= start and place[kind] == 0:
        kind -= 1
    return kind


@rule
def move(origin, aim, kind, number):
    """Move cards of a kind from one place to another."""
    origin[kind] -= number
    aim[kind] += number


@rule
def move_all(origin, aim, tell, event, a, b):
    """Move all cards from one place to another, with an event for each kind: these two arguments, the kind and the
    number."""
    for kind in range(len(origin)):
        number = origin[kind]
        if number:
            move(origin, aim, kind, number)
            say(tell, event, a, b, kind, number)


@rule
def move_any(s, origin, aim, start, stop):
    """Move a random card of these kinds from one place to another; returns its kind."""
    k, kind = below(s, total(origin, start, stop)), start
    while k >= origin[kind]:
        k -= origin[kind]
        kind += 1
    move(origin, aim, kind, 1)
    return kind


@rule
def deal_again(s, unseen, place, start, stop):
    """Imagine what lies in a place: random unseen cards of these kinds, as many as are known to lie there."""
    number = total(place, start, stop)
    for kind in range(start, stop):
        place[kind] = 0
    for _ in range(number):
        move_any(s, unseen, place, start, stop)


@rule
def fill(aim, place):
    """Make a place equal to another."""
    for kind in range(len(place)):
        aim[kind] = place[kind]


@rule
def add(aim, place):
    """Add as many cards of each kind as another place has."""
    for kind in range(len(place)):
        aim[kind] += place[kind]


@rule
def remove(aim, place):
    """Remove as many cards of each kind as another place has."""
    for kind in range(len(place)):
        aim[kind] -= place[kind]


@rule
def empty(place):
    """Remove all cards."""
    for kind in range(len(place)):
        place[kind] = 0


@rule
def empty_all(places):
    """Remove all cards from several places."""
    for at in range(len(places)):
        empty(places[at])


@rule
def holds(row, number):
    """Whether a number is anywhere in a row."""
    at = 0
    while at < len(row) and row[at] != number:
        at += 1
    return at < len(row)
