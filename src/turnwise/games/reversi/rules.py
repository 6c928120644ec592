"""Reversi: enclose the other's discs and turn them; who has more at the end wins.   [V1] = RULES.md"""

from typing import Any

from turnwise.kit.declared import act, actions, ends, event, reasons
from turnwise.kit.events import events, say
from turnwise.kit.grid import square
from turnwise.kit.plain import count, first, one, others, table
from turnwise.kit.record import mask, record, small
from turnwise.kit.scoring import NOBODY_WON
from turnwise.kit.sets import stepped
from turnwise.kit.takeback import BY_CONSENT
from turnwise.kit.turns import open_turn

VERSION, SEATS, CHANCE = 1, (2, 2), False
BOARD = square(8, 8)
SHIFTS = table(BOARD.shifts)

Do = actions(place=act("Place a disc on {point}", point=BOARD), pass_=act("Pass"))
Reason = reasons(
    TAKEN="There is a disc on that square already.",
    TURNS_NOTHING="A disc there would enclose none of the other's discs in a line.",
    MUST_PLACE="You can place a disc, so you may not pass.",
)
End = ends(NO_MOVES="nobody can place a disc any more")
Event = events(
    placed=event("seat point number", "{seat} places a disc on {point} and turns {number} over."),
    passed=event("seat", "{seat} cannot place a disc and passes."),
)
State = record(discs=mask(2, of=BOARD), can=mask(of=BOARD), winner=small())


def longest(seats: int, options: dict[str, Any]) -> int:
    return 2 * len(BOARD.places)


def setup(s):  # [V2]
    s.discs[0] = one(28) | one(35)
    s.discs[1] = one(27) | one(36)
    s.can = open_squares(s.discs[0], s.discs[1])
    s.turns = 1


def lined_up(discs, other, way):
    """The other's discs that follow each other from one of these along a direction."""
    line = stepped(discs, SHIFTS[way, 0], SHIFTS[way, 1]) & other
    for _ in range(5):
        line |= stepped(line, SHIFTS[way, 0], SHIFTS[way, 1]) & other
    return line


def open_squares(own, other):
    """Where a disc would enclose something.  [V3]"""
    squares = 0
    for way in range(8):
        squares |= stepped(lined_up(own, other, way), SHIFTS[way, 0], SHIFTS[way, 1])
    return squares & ~(own | other)


def turned_by(own, other, point):
    """The other's discs that a disc encloses with one's own, in every direction.  [V4]"""
    turned = 0
    for way in range(8):
        line = lined_up(one(point), other, way)
        if stepped(line, SHIFTS[way, 0], SHIFTS[way, 1]) & own:
            turned |= line
    return turned


def legal(s, seat, moves):
    if s.over or seat != s.turn:
        return 0
    n, rest = 0, s.can
    while rest:
        moves[n], rest = first(rest), others(rest)
        n += 1
    if n == 0:
        moves[0] = Do.PASS
    return max(n, 1)


def check_place(s, point):
    if s.can & one(point):
        return 0
    return Reason.TAKEN if (s.discs[0] | s.discs[1]) & one(point) else Reason.TURNS_NOTHING


def check_pass(s):
    return Reason.MUST_PLACE if s.can else 0


def place(s, seat, point, tell):
    turned = turned_by(s.discs[seat], s.discs[1 - seat], point)
    s.discs[seat] |= turned | one(point)
    s.discs[1 - seat] &= ~turned
    say(tell, Event.PLACED, seat, point, count(turned))
    go_on(s, seat)


def pass_(s, seat, tell):  # [V5]
    say(tell, Event.PASSED, seat)
    go_on(s, seat)


def go_on(s, seat):
    own, other = s.discs[seat], s.discs[1 - seat]
    s.can = open_squares(other, own)
    if s.can == 0 and open_squares(own, other) == 0:  # [V6]
        lead = count(s.discs[0]) - count(s.discs[1])
        s.winner = 0 if lead > 0 else 1 if lead < 0 else NOBODY_WON
        s.over = End.NO_MOVES
    else:
        open_turn(s, 1 - seat)


def takeback():
    return BY_CONSENT
