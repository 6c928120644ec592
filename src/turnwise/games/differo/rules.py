"""Differo: a piece moves by the difference of the pieces on its line; the first to reach the far edge wins.   [D1] = RULES.md

A side's pieces are one set of points, numbered 0 to 60 in order of (i,j). White is side 0 and moves at even plies; which seat
plays it stands in `white_seat`. All positions of the game stand in a trail beside the state, indexed by ply, so a search that
goes back and tries another move simply writes over what came after.
"""

from enum import IntEnum

from turnwise.kit import (
    BY_CONSENT,
    FREELY,
    NEVER,
    beside,
    choice,
    count,
    events,
    first,
    has,
    mask,
    number,
    one,
    options,
    others,
    record,
    rule,
    say,
    set_of,
    small,
    switch,
    table,
    whole,
)
from turnwise.kit.grid import hexagon

VERSION = 1
SEATS = (2, 2)
CHANCE = False

WHITE, BLACK = 0, 1
GRID = hexagon(5)  # [D1]
POINTS = len(GRID.places)
SWAP = POINTS * POINTS  # below it: base * POINTS + target
ACTIONS = SWAP + 1

HIGHEST_CAP = 1000
OPTIONS = options(
    repetition=choice("draw", "deviate", help="a third occurrence draws the game, or is forbidden"),
    ply_cap=whole(100, HIGHEST_CAP, default=300, help="the game is drawn after so many plies"),
    swap=switch(False, help="the second player may take over White after the first move"),
    undo=choice("agree", "off", "free", help="taking back one's last move: if the opponent agrees, never, always"),
)
DRAW, DEVIATE = 0, 1
AGREE, NO_UNDO, FREE_UNDO = 0, 1, 2

Reason = IntEnum(
    "Reason",
    "NOT_YOUR_TURN OVER NO_PIECE NOT_YOUR_PIECE NOT_ON_LINE NO_STEPS WRONG_STEPS OFF_BOARD OCCUPIED OPPONENTS_GOAL"
    " THIRD_TIME NO_SWAP",
)
End = IntEnum("End", "GOAL NO_MOVE REPETITION PLY_CAP")
Event = events(moved="seat base target", swapped="seat")

State = record(OPTIONS, sides=mask(2), ply=number(), white_seat=small())
Beside = beside(trail=mask(HIGHEST_CAP + 1, 2))

START = table([
    set_of(GRID.at(i, j) for i, columns in rows for j in columns)
    for rows in (
        ((5, range(1, 7)), (6, (1, 3, 5)), (7, range(1, 5))),
        ((1, range(4, 8)), (2, (3, 5, 7)), (3, range(2, 8))),
    )
])  # [D5]
GOAL = table([set_of(p for p in GRID.points if GRID.places[p][0] == row) for row in (0, 8)])  # [D6]
ROW = table([row for row, _ in GRID.places])
COLUMN = table([column for _, column in GRID.places])

IN_ROW, SLASH, BACKSLASH = GRID.axes  # [D7]
LINE = table([set_of(line) for line in GRID.lines])  # [D2]
LINES_THROUGH = table([[set_of(GRID.lines[line]) for line in lines] for lines in GRID.lines_through])
LONGEST = max(len(line) for line in GRID.lines)
LANDINGS = table([
    [
        [set_of(q for d in (2 * axis, 2 * axis + 1) if steps and (q := GRID.step(p, d, steps)) >= 0) for steps in range(LONGEST + 1)]
        for axis in GRID.axes
    ]
    for p in GRID.points
])  # [D15] where a piece lands after so many steps either way


def longest(seats, options):
    return options["ply_cap"] + options["swap"]


@rule
def setup(s, beside):
    for side in range(2):
        s.sides[side] = START[side]
    remember(s, beside)  # [D24] the start counts
    s.turn = 0  # [D3]


@rule
def remember(s, beside):
    for side in range(2):
        beside.trail[s.ply, side] = s.sides[side]


@rule
def side_of(s, seat):
    return seat ^ s.white_seat


@rule
def legal(s, beside, seat, moves):
    if s.over or seat != s.turn:
        return 0
    n = 0
    side = side_of(s, seat)
    own, enemy = s.sides[side], s.sides[1 - side]
    deviate = s.repetition == DEVIATE
    pieces = own
    while pieces:
        base, pieces = first(pieces), others(pieces)
        targets = landings(own, enemy, base) & ~GOAL[1 - side]
        while targets:
            target, targets = first(targets), others(targets)
            if not deviate or not is_barred(s, beside, side, base, target):
                moves[n] = base * POINTS + target
                n += 1
    if may_swap(s):
        moves[n] = SWAP
        n += 1
    return n


@rule
def landings(own, enemy, base):
    """The empty points where a piece lands: on each of its lines exactly the difference, either way."""
    points = 0
    for axis in range(3):
        steps = difference(own, enemy, LINES_THROUGH[base, axis])
        points |= LANDINGS[base, axis, max(steps, 0)]  # [D14] [D15] [D16]
    return points & ~(own | enemy)  # [D17]


@rule
def difference(own, enemy, line):
    """Own pieces on the whole line less the enemy's.  [D13]"""
    return count(own & line) - count(enemy & line)


@rule
def is_barred(s, beside, side, base, target):
    """Whether the option `deviate` forbids a move because its position would stand for the third time."""
    if s.repetition != DEVIATE:
        return False
    moved = s.sides[side] ^ one(base) ^ one(target)
    white = moved if side == WHITE else s.sides[WHITE]
    black = moved if side == BLACK else s.sides[BLACK]
    return stood_before(beside, s.ply + 1, white, black) == 2


@rule
def stood_before(beside, ply, white, black):
    """How often a position stood before this ply with the same colour to move.  [D24]"""
    times = 0
    for earlier in range(ply & 1, ply, 2):
        if beside.trail[earlier, WHITE] == white and beside.trail[earlier, BLACK] == black:
            times += 1
    return times


@rule
def may_swap(s):
    return s.swap == 1 and s.ply == 1 and s.white_seat == 0


@rule
def check(s, beside, seat, action):
    if s.over:
        return Reason.OVER
    if seat != s.turn:
        return Reason.NOT_YOUR_TURN
    if action == SWAP:
        return 0 if may_swap(s) else Reason.NO_SWAP
    side, base, target = side_of(s, seat), action // POINTS, action % POINTS
    reason = check_way(s, side, base, ROW[target] - ROW[base], COLUMN[target] - COLUMN[base])
    if reason:
        return reason
    if has(s.sides[WHITE] | s.sides[BLACK], target):
        return Reason.OCCUPIED
    if has(GOAL[1 - side], target):
        return Reason.OPPONENTS_GOAL
    return Reason.THIRD_TIME if is_barred(s, beside, side, base, target) else 0


@rule
def check_way(s, side, base, down, right):
    """What speaks against leaving a point by this way, wherever it leads.  [D18]"""
    if not has(s.sides[WHITE] | s.sides[BLACK], base):
        return Reason.NO_PIECE
    if not has(s.sides[side], base):
        return Reason.NOT_YOUR_PIECE
    axis = axis_along(down, right)
    if axis < 0:
        return Reason.NOT_ON_LINE
    steps = difference(s.sides[side], s.sides[1 - side], LINES_THROUGH[base, axis])
    if steps <= 0:
        return Reason.NO_STEPS
    return 0 if steps == max(abs(down), abs(right)) else Reason.WRONG_STEPS


@rule
def axis_along(down, right):
    """The axis of a way, -1 if it follows none.  [D7]"""
    if down == 0 and right == 0:
        return -1
    if down == 0:
        return IN_ROW
    if right == 0:
        return BACKSLASH
    return SLASH if down + right == 0 else -1


@rule
def play(s, beside, seat, action, tell):
    if action == SWAP:
        s.white_seat = seat
        s.turn = 1 - seat  # who moved first goes on as Black
        say(tell, Event.SWAPPED, seat)
        return
    side, base, target = side_of(s, seat), action // POINTS, action % POINTS
    s.sides[side] ^= one(base) ^ one(target)
    s.ply += 1
    remember(s, beside)
    say(tell, Event.MOVED, seat, base, target)
    prospect = prospect_of(s, beside, 1 - side)
    if has(GOAL[side], target):  # [D21] [D22]
        s.over = End.GOAL
    elif prospect == NO_MOVE:  # [D23]
        s.over = End.NO_MOVE
    elif prospect == ONLY_BARRED or is_third(s, beside):  # [D24]
        s.over = End.REPETITION
    elif s.ply == s.ply_cap:  # [D25]
        s.over = End.PLY_CAP
    else:
        s.turn = 1 - seat


NO_MOVE, ONLY_BARRED, SOME_MOVE = 0, 1, 2


@rule
def prospect_of(s, beside, side):
    """Whether a side to move has a move at all, and one that is not barred."""
    prospect = NO_MOVE
    own, enemy = s.sides[side], s.sides[1 - side]
    pieces = own
    while pieces:
        base, pieces = first(pieces), others(pieces)
        targets = landings(own, enemy, base) & ~GOAL[1 - side]
        while targets:
            target, targets = first(targets), others(targets)
            if not is_barred(s, beside, side, base, target):
                return SOME_MOVE
            prospect = ONLY_BARRED
    return prospect


@rule
def is_third(s, beside):
    return stood_before(beside, s.ply, s.sides[WHITE], s.sides[BLACK]) == 2


@rule
def scores(s, places, points):  # [D27]
    if s.over == End.REPETITION or s.over == End.PLY_CAP:
        for seat in range(2):
            places[seat], points[seat] = 1, 0.5
        return 0
    for seat in range(2):
        won = seat == s.turn
        places[seat] = 1 if won else 2
        points[seat] = 1.0 if won else 0.0
    return one(s.turn)


@rule
def takeback(s, seat):
    """One's own last move, unless a swap came after it; the swap itself never."""
    side, swapped = side_of(s, seat), s.white_seat == 1
    earliest = 2 if side == BLACK else 3 if swapped else 1
    if s.over or s.ply < earliest or s.undo == NO_UNDO:
        return NEVER
    return FREELY if s.undo == FREE_UNDO else BY_CONSENT
