"""Reversi in loops over squares, without sets: what `games/reversi` is measured beside.   [V1] = its RULES.md"""

from typing import Any

from turnwise.kit import act, actions, ends, event, events, reasons, record, say, small, table
from turnwise.kit.grid import square
from turnwise.kit.scoring import NOBODY_WON

VERSION, SEATS, CHANCE = 1, (2, 2), False
BOARD = square(8, 8)
NEXT = table(BOARD.next)
Do = actions(place=act("Place a disc on {point}", point=BOARD), pass_=act("Pass"))
Reason = reasons(NOTHING="It would enclose nothing.", MUST="You can place a disc.")
End = ends(NO_MOVES="nobody can place a disc any more")
Event = events(placed=event("seat point", "{seat} places a disc on {point}."), passed=event("seat", "{seat} passes."))
State = record(squares=small(64), winner=small())


def longest(seats: int, options: dict[str, Any]) -> int:
    return 128


def setup(s):
    s.squares[28] = s.squares[35] = 1
    s.squares[27] = s.squares[36] = 2
    s.turns = 1


def enclosed(s, seat, point, way):
    """How many discs of the other lie between this square and one's own along a direction."""
    n, at = 0, NEXT[point, way]
    while at >= 0 and s.squares[at] == 2 - seat:
        n, at = n + 1, NEXT[at, way]
    return n if at >= 0 and s.squares[at] == 1 + seat else 0


def can_place(s, seat, point):
    if s.squares[point]:
        return False
    for way in range(8):
        if enclosed(s, seat, point, way):
            return True
    return False


def can_move(s, seat):
    for point in range(64):
        if can_place(s, seat, point):
            return True
    return False


def legal(s, seat, moves):
    n = 0
    if s.over or seat != s.turn:
        return n
    for point in range(64):
        if can_place(s, seat, point):
            moves[n] = point
            n += 1
    if n == 0:
        moves[0] = Do.PASS
        n = 1
    return n


def check_place(s, seat, point):
    return 0 if can_place(s, seat, point) else Reason.NOTHING


def check_pass(s, seat):
    return Reason.MUST if can_move(s, seat) else 0


def place(s, seat, point, tell):
    for way in range(8):
        at = point
        for _ in range(enclosed(s, seat, point, way)):
            at = NEXT[at, way]
            s.squares[at] = 1 + seat
    s.squares[point] = 1 + seat
    say(tell, Event.PLACED, seat, point)
    go_on(s, seat)


def pass_(s, seat, tell):
    say(tell, Event.PASSED, seat)
    go_on(s, seat)


def go_on(s, seat):
    if not can_move(s, 1 - seat) and not can_move(s, seat):
        lead = 0
        for point in range(64):
            lead += (s.squares[point] == 1) - (s.squares[point] == 2)
        s.winner = 0 if lead > 0 else 1 if lead < 0 else NOBODY_WON
        s.over = End.NO_MOVES
    else:
        s.turn = 1 - seat
        s.turns += 1
