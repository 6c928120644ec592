"""Breakthrough: bring one man to the far side of the board before the other does.   [B1] = RULES.md"""

from typing import Any

from turnwise.kit.declared import act, actions, ends, event, reasons
from turnwise.kit.events import events, say
from turnwise.kit.grid import OFF, square
from turnwise.kit.plain import first, one, others, table
from turnwise.kit.record import mask, record, small
from turnwise.kit.sets import has, set_of
from turnwise.kit.takeback import BY_CONSENT

VERSION, SEATS, CHANCE = 1, (2, 2), False
BOARD = square(8, 8)
HOME = table([set_of(range(56, 64)), set_of(range(8))])  # of each seat the first row
STEPS = table([[-9, -8, -7], [7, 8, 9]])  # what a step ahead adds to a point, of each seat: left, straight ahead, right
AHEAD = table(
    [
        [[set_of({ways[way]} - {OFF}) for ways in BOARD.next] for way in (4, 2, 6)],
        [[set_of({ways[way]} - {OFF}) for ways in BOARD.next] for way in (7, 3, 5)],
    ]
)

Do = actions(move=act("Move from {base} to {target}", base=BOARD, target=BOARD))
Reason = reasons(
    NOT_YOURS="There is no man of yours on that square.",
    NOT_FORWARD="A man moves one square forward, straight ahead or slanting.",
    OWN_MAN="One of your own men stands there.",
    TAKES_SLANTING="Straight ahead nothing can be taken, only slanting.",
)
End = ends(BROKEN_THROUGH="a man has reached the other side", ALL_TAKEN="the last man was taken")
Event = events(
    moved=event("seat base target", "{seat} moves from {base} to {target}."),
    took=event("seat base target", "{seat} moves from {base} to {target} and takes a man."),
)
State = record(men=mask(2, of=BOARD), winner=small())


def longest(seats: int, options: dict[str, Any]) -> int:
    return 177  # without a win the men of the first row go six squares each, those before them five  [B6]


def setup(s):  # [B2]
    s.men[0] = HOME[0] | HOME[0] >> 8
    s.men[1] = HOME[1] | HOME[1] << 8
    s.turns = 1


def goes(s, seat, base, way):
    """Whether a man may go this way: straight ahead onto an empty square, slanting onto any without an own man.  [B3] [B4]"""
    return AHEAD[seat, way, base] & ~(s.men[seat] | (s.men[1 - seat] if way == 1 else 0)) != 0


def legal(s, seat, moves):
    n, men = 0, s.men[seat]
    if s.over or seat != s.turn:
        return n
    while men:
        base, men = first(men), others(men)
        for way in range(3):
            moves[n] = 64 * base + base + STEPS[seat, way]
            n += goes(s, seat, base, way)
    return n


def check_move(s, seat, base, target):
    if not has(s.men[seat], base):
        return Reason.NOT_YOURS
    for way in range(3):
        if AHEAD[seat, way, base] == one(target):
            if goes(s, seat, base, way):
                return 0
            return Reason.OWN_MAN if has(s.men[seat], target) else Reason.TAKES_SLANTING
    return Reason.NOT_FORWARD


def move(s, seat, base, target, tell):
    say(tell, Event.TOOK if has(s.men[1 - seat], target) else Event.MOVED, seat, base, target)
    s.men[seat] ^= one(base) | one(target)
    s.men[1 - seat] &= ~one(target)
    if HOME[1 - seat] & one(target) or s.men[1 - seat] == 0:  # [B5]
        s.over = End.BROKEN_THROUGH if HOME[1 - seat] & one(target) else End.ALL_TAKEN
        s.winner = seat
    else:
        s.turn = 1 - seat
        s.turns += 1


def takeback():
    return BY_CONSENT
