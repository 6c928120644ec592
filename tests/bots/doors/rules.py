"""Seat 0 takes a door; behind one of them seat 1 takes another. A card between 0 and 4 is hidden from both."""

from enum import IntEnum
from typing import Any

from turnwise.kit import NOBODY, below, events, number, record

VERSION, SEATS, CHANCE = 1, (2, 2), True
ACTIONS = 6
DIE, CARD, ASK, SHARE, KIND, UNKIND = range(ACTIONS)

Reason = IntEnum("Reason", "NO")
End = IntEnum("End", "WON LOST SHARED")
Event = events(opened="seat")
State = record(card=number(see=NOBODY))


def longest(seats: Any, options: Any) -> int:
    return 2


def setup(s: Any) -> None:
    s.card = below(s, 5)


def imagine(s: Any) -> None:
    s.card = below(s, 5)


def legal(s: Any, seat: Any, moves: Any) -> int:
    if s.over or seat != s.turn:
        return 0
    first, last = (KIND, UNKIND) if seat else (DIE, SHARE)
    for action in range(first, last + 1):
        moves[action - first] = action
    return last + 1 - first


def play(s: Any, action: Any) -> None:
    if action == ASK:
        s.turn = 1
    elif action == SHARE:
        s.over = End.SHARED
    elif action == DIE:
        s.over = End.WON if below(s, 3) == 0 else End.LOST
    elif action == CARD:
        s.over = End.WON if s.card < 3 else End.LOST
    else:
        s.over = End.WON if below(s, 4) < (3 if action == KIND else 1) else End.LOST


def check(s: Any, seat: Any) -> Any:
    return Reason.NO if s.over or seat != s.turn else 0


def scores(s: Any, places: Any, points: Any) -> int:
    for seat in range(2):
        won = s.over == (End.LOST if seat else End.WON)
        places[seat] = 1 if won or s.over == End.SHARED else 2
        points[seat] = won
    return 0 if s.over == End.SHARED else 1 if s.over == End.WON else 2
