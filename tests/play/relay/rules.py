"""Relay: `pass` hands the baton on, `nudge` may be said by anybody else. All of it can be taken back by consent."""

from enum import IntEnum
from typing import Any

from turnwise.kit import BY_CONSENT, events, has, mask, number, one, record

VERSION = 1
SEATS = (3, 3)
CHANCE = False
PASS, NUDGE, ACTIONS = 0, 1, 2

Reason = IntEnum("Reason", "NOT_YOUR_TURN YOUR_TURN")
End = IntEnum("End", "ALONE")
Event = events(passed="seat")
State = record(gone=mask(), passes=number(), nudges=number())


def longest(seats: int, options: dict[str, Any]) -> int:
    return 1000


def setup(s: Any) -> None:
    s.turns = 1


def legal(s: Any, seat: Any, moves: Any) -> int:
    moves[0] = PASS if seat == s.turn else NUDGE
    return 0 if has(s.gone, seat) else 1


def check(s: Any, seat: Any, action: Any) -> int:
    if (action == PASS) == (seat == s.turn):
        return 0
    return Reason.YOUR_TURN if action == NUDGE else Reason.NOT_YOUR_TURN


def interruptible(s: Any) -> bool:
    return True


def play(s: Any, seat: Any, action: Any) -> None:
    if action == NUDGE:
        s.nudges += 1
    else:
        s.passes += 1
        hand_on(s)


def hand_on(s: Any) -> None:
    s.turn = (s.turn + 1) % 3
    while has(s.gone, s.turn):
        s.turn = (s.turn + 1) % 3
    s.turns += 1


def leave(s: Any, seat: Any) -> None:
    s.gone |= one(seat)
    if seat == s.turn:
        hand_on(s)


def takeback() -> int:
    return BY_CONSENT


def scores(s: Any, places: Any, points: Any) -> int:
    return 0
