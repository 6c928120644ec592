"""Differo: pieces move by the difference on their line; the first to reach the far edge wins.   [D1] = RULES.md

White is side 0 and moves at even plies; which seat plays it stands in `white_seat`. All positions of the game stand in
a trail beside the state, found by their ply: a search that goes back and tries another move writes over what followed.
"""

from typing import Any

from turnwise.games.differo.board import (
    BLACK,
    COLUMN,
    GOAL,
    GRID,
    LANDINGS,
    LINES_THROUGH,
    PIECES,
    POINTS,
    ROW,
    WHITE,
    axis_along,
)
from turnwise.kit.declared import act, actions, ends, reasons
from turnwise.kit.events import events, say
from turnwise.kit.options import choice, options, switch, whole
from turnwise.kit.plain import count, first, one, others
from turnwise.kit.record import beside, mask, number, record, small
from turnwise.kit.scoring import drawn, won_by
from turnwise.kit.sets import has
from turnwise.kit.takeback import BY_CONSENT, FREELY, NEVER
from turnwise.kit.turns import open_turn

VERSION = 1
SEATS = (2, 2)
CHANCE = False

HIGHEST_CAP = 1000
OPTIONS = options(
    repetition=choice(
        "draw", "deviate", help="a position for the third time ends the game in a draw, or must be avoided"
    ),
    ply_cap=whole(100, HIGHEST_CAP, default=300, help="the game is drawn after so many moves"),
    swap=switch(False, help="after the first move the second player may take over White"),
    undo=choice(
        "off",
        "agree",
        "free",
        default="agree",
        help="taking back one's last move: never, if the opponent agrees, always",
    ),
)
DEVIATE = 1
NO_UNDO, FREE_UNDO = 0, 2
NO_MOVE, ONLY_BARRED, SOME_MOVE = range(3)

Do = actions(
    move=act(
        "Move from {base} to {target}",
        word="{base}-{target}",
        data={"from": "{base}", "to": "{target}"},
        base=GRID,
        target=GRID,
    ),
    swap=act("Take over White"),
)
Reason = reasons(
    NOT_YOUR_TURN="It is the other player's turn.",
    NO_PIECE="There is no piece on that point; choose one of your own.",
    NOT_YOUR_PIECE="That piece is your opponent's; choose one of your own.",
    NOT_ON_LINE="The two points are not on one line; a piece moves straight along one of its three lines.",
    NO_STEPS="There is no move on this line; you need more pieces on it than your opponent.",
    WRONG_STEPS="A piece moves exactly as many steps as you have more pieces on the line than your opponent.",
    OFF_BOARD="That is off the board; a piece must land on one of its points.",
    OCCUPIED="That point is occupied; a piece must land on an empty one.",
    OPPONENTS_GOAL="That row is your opponent's goal; your own pieces may not enter it.",
    THIRD_TIME="The position would stand for the third time; choose another move.",
    NO_SWAP="Sides can be swapped only in answer to White's first move, at a table where swapping is on.",
)
End = ends(
    GOAL="a piece reached its goal row",
    NO_MOVE="the opponent could not move",
    REPETITION="the position was repeated",
    PLY_CAP="the limit of moves was reached",
)
Event = events(moved="seat base target", swapped="seat")

State = record(OPTIONS, sides=mask(2), ply=number(), white_seat=small())
Beside = beside(trail=mask(2, 2, HIGHEST_CAP // 2 + 1))  # by colour to move, side, and number of plies halved


def longest(seats: int, options: dict[str, Any]) -> int:
    return int(options["ply_cap"] + options["swap"])


def setup(s, beside):
    for side in range(2):
        s.sides[side] = PIECES[side]
    remember(s, beside)  # [D24] the start counts
    open_turn(s, 0)  # [D3]


def remember(s, beside):
    for side in range(2):
        beside.trail[s.ply & 1, side, s.ply >> 1] = s.sides[side]


def side_of(s, seat):
    return seat ^ s.white_seat


def legal(s, beside, seat, moves):
    if s.over or seat != s.turn:
        return 0
    n = 0
    side = side_of(s, seat)
    own, enemy = s.sides[side], s.sides[1 - side]
    rest = own
    while rest:
        base, rest = first(rest), others(rest)
        targets = not_barred(s, beside, side, base, landings(side, own, enemy, base))
        n = list_moves(moves, n, base, targets)
    if check_swap(s) == 0:
        moves[n] = Do.SWAP
        n += 1
    return n


def list_moves(moves, n, base, targets):
    """Add a piece's moves to a list and return its new length.

    Few pieces have more than three of their six possible moves. Writing three places blindly, and counting only the
    true ones, is twice as fast as a loop whose end the processor cannot foresee."""
    length = n + count(targets)
    for i in range(3):
        moves[n + i] = base * POINTS + first(targets)
        targets = others(targets)
    if targets:
        for i in range(3, 6):
            moves[n + i] = base * POINTS + first(targets)
            targets = others(targets)
    return length


def landings(side, own, enemy, base):
    """Where a piece may land: on each of its lines exactly the difference, either way."""
    points = 0
    for axis in range(3):
        steps = difference(own, enemy, LINES_THROUGH[base, axis])
        points |= LANDINGS[base, axis, max(steps, 0)]  # [D14] [D15] [D16]
    return points & ~(own | enemy | GOAL[1 - side])  # [D17]


def difference(own, enemy, line):
    """Own pieces on the whole line less the enemy's.  [D13]"""
    return count(own & line) - count(enemy & line)


def not_barred(s, beside, side, base, targets):
    """Those targets of a piece that the option `deviate` leaves open."""
    rest = targets if s.repetition == DEVIATE else 0
    while rest:
        target, rest = first(rest), others(rest)
        if is_barred(s, beside, side, base, target):
            targets ^= one(target)
    return targets


def is_barred(s, beside, side, base, target):
    """Whether the option `deviate` forbids a move because its position would stand for the third time."""
    if s.repetition != DEVIATE:
        return False
    moved = s.sides[side] ^ one(base) ^ one(target)
    white = moved if side == WHITE else s.sides[WHITE]
    black = moved if side == BLACK else s.sides[BLACK]
    return stood_before(beside, s.ply + 1, white, black) == 2


def stood_before(beside, ply, white, black):
    """How often a position stood before this ply with the same colour to move.  [D24]"""
    times = 0
    for i in range(ply >> 1):
        moved = (beside.trail[ply & 1, WHITE, i] ^ white) | (beside.trail[ply & 1, BLACK, i] ^ black)
        times += moved == 0
    return times


def check_swap(s):
    return 0 if s.swap == 1 and s.ply == 1 and s.white_seat == 0 else Reason.NO_SWAP


def check_move(s, beside, seat, base, target):
    side = side_of(s, seat)
    reason = check_way(s, side, base, ROW[target] - ROW[base], COLUMN[target] - COLUMN[base])
    if reason:
        return reason
    if has(s.sides[WHITE] | s.sides[BLACK], target):
        return Reason.OCCUPIED
    if has(GOAL[1 - side], target):
        return Reason.OPPONENTS_GOAL
    return Reason.THIRD_TIME if is_barred(s, beside, side, base, target) else 0


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


def swap(s, seat, tell):
    s.white_seat = seat
    open_turn(s, 1 - seat)  # who moved first goes on as Black
    say(tell, Event.SWAPPED, seat)


def move(s, beside, seat, base, target, tell):
    side = side_of(s, seat)
    s.sides[side] ^= one(base) ^ one(target)
    s.ply += 1
    remember(s, beside)
    say(tell, Event.MOVED, seat, base, target)
    prospect = prospect_of(s, beside, 1 - side)
    if has(GOAL[side], target):  # [D21] [D22]
        s.over = End.GOAL
    elif prospect == NO_MOVE:  # [D23]
        s.over = End.NO_MOVE
    elif prospect == ONLY_BARRED or stood_before(beside, s.ply, s.sides[WHITE], s.sides[BLACK]) == 2:  # [D24]
        s.over = End.REPETITION
    elif s.ply == s.ply_cap:  # [D25]
        s.over = End.PLY_CAP
    else:
        open_turn(s, 1 - seat)


def prospect_of(s, beside, side):
    """Whether a side to move has a move at all, and one that is not barred."""
    prospect = NO_MOVE
    own, enemy = s.sides[side], s.sides[1 - side]
    rest = own
    while rest:
        base, rest = first(rest), others(rest)
        targets = landings(side, own, enemy, base)
        if not_barred(s, beside, side, base, targets):
            return SOME_MOVE
        if targets:
            prospect = ONLY_BARRED
    return prospect


def scores(s, places, points):  # [D27]
    if s.over == End.REPETITION or s.over == End.PLY_CAP:
        return drawn(s, places, points)
    return won_by(s, s.turn, places, points)


def takeback(s, seat):
    """One's own last move, unless a swap came after it; the swap itself never."""
    side, swapped = side_of(s, seat), s.white_seat == 1
    earliest = 2 if side == BLACK else 3 if swapped else 1
    if s.over or s.ply < earliest or s.undo == NO_UNDO:
        return NEVER
    return FREELY if s.undo == FREE_UNDO else BY_CONSENT
