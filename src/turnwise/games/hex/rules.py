"""Hex: join your two sides of the board with an unbroken chain of stones.   [H1] = RULES.md"""

from typing import Any

from turnwise.kit.declared import act, actions, ends, event, reasons
from turnwise.kit.events import events, say
from turnwise.kit.grid import rhombus
from turnwise.kit.options import options, switch
from turnwise.kit.plain import at, first, others, plus, put, set_table, some
from turnwise.kit.record import mask, record, small
from turnwise.kit.sets import has, set_of
from turnwise.kit.takeback import BY_CONSENT

VERSION, SEATS, CHANCE = 1, (2, 2), False
SIDE = 11
BOARD = rhombus(SIDE)
NONE, ALL_POINTS = set_of((), BOARD), set_of(BOARD.points, BOARD)
AROUND = set_table([set_of(points, BOARD) for points in BOARD.neighbours])
START = set_table(
    [set_of(range(SIDE), BOARD), set_of(range(0, SIDE * SIDE, SIDE), BOARD)]
)  # of each seat one side, [H2]
GOAL = set_table([set_of(range(110, 121), BOARD), set_of(range(10, 121, SIDE), BOARD)])  # and the other

OPTIONS = options(swap=switch(False, "in place of a first stone of their own, Light may take over Dark's"))
Do = actions(place=act("Place a stone on {point}", point=BOARD), swap=act("Take over the stone"))
Reason = reasons(
    TAKEN="There is a stone on that hexagon already.",
    NO_SWAP="Only Dark's first stone can be taken over, at once, and where that has been agreed.",
)
End = ends(JOINED="a chain joins both sides")
Event = events(
    placed=event("seat point", "{seat} places a stone on {point}."),
    swapped=event("seat point", "{seat} takes the stone over, mirrored to {point}."),
)
State = record(OPTIONS, stones=mask(2, of=BOARD), rooted=mask(2, of=BOARD), winner=small())


def longest(seats: int, options: dict[str, Any]) -> int:
    return SIDE * SIDE + 1


def may_swap(s):
    return s.swap and s.turns == 2


def allowed(s):
    """The empty hexagons, and the swap: an action has the number of its hexagon."""
    empty = ALL_POINTS & ~(at(s.stones, 0) | at(s.stones, 1))
    return plus(empty, Do.SWAP) if may_swap(s) else empty


def check_place(s, point):
    return Reason.TAKEN if has(at(s.stones, 0) | at(s.stones, 1), point) else 0


def check_swap(s):
    return 0 if may_swap(s) else Reason.NO_SWAP


def place(s, seat, point, tell):
    say(tell, Event.PLACED, seat, point)
    lay(s, seat, point)


def swap(s, seat, tell):  # [H6]
    point = first(at(s.stones, 0))
    mirrored = SIDE * (point % SIDE) + point // SIDE
    say(tell, Event.SWAPPED, seat, mirrored)
    put(s.stones, 0, NONE)
    put(s.rooted, 0, NONE)
    lay(s, seat, mirrored)


def lay(s, seat, point):
    """A stone joins its chain; `rooted` are the stones of a seat that hang together with its first side.  [H4]"""
    stones, rooted = plus(at(s.stones, seat), point), at(s.rooted, seat)
    put(s.stones, seat, stones)
    if has(at(START, seat), point) or some(at(AROUND, point) & rooted):
        fresh = plus(NONE, point)
        while some(fresh):
            stone = first(fresh)
            rooted = plus(rooted, stone)
            fresh = others(fresh) | at(AROUND, stone) & stones & ~rooted
        put(s.rooted, seat, rooted)
        if some(rooted & at(GOAL, seat)):
            s.winner, s.over = seat, End.JOINED
            return
    s.turn = 1 - seat
    s.turns += 1


def takeback():
    return BY_CONSENT
