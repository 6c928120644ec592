"""Example: everybody hides some coins; who calls how many there are in all wins the round.   [X1] = RULES.md"""

from typing import Any

from turnwise.kit import OWNER, act, actions, below, ends, event, events, reasons, record, say, small, veiled
from turnwise.kit.turns import open_turn

VERSION, SEATS, CHANCE = 1, (2, 5), False
MOST_SEATS, MOST_COINS, ROUNDS = 5, 3, 5
NOT_CALLED = -1

# What can be done, why it is refused, how it ends, and what happens: each with its sentence. What the others see of an action that
# must stay hidden is declared too.
Do = actions(
    hide=act("Hide {coins}", coins=MOST_COINS + 1),
    call=act("Call {total}", total=MOST_COINS * MOST_SEATS + 1),
    hides=veiled("Hide some coins"),
)
Reason = reasons(
    HIDE_FIRST="First everybody hides some coins.",
    HIDDEN_ALREADY="All coins are hidden; now call how many there are.",
    CALLED="That number has been called already.",
    TOO_MANY="There can't be so many coins.",
)
End = ends(ALL_ROUNDS="five rounds are played")
Event = events(
    hid=event("seat !coins", "{seat} hides {coins}.", "{seat} hides some coins."),
    called=event("seat total", "{seat} calls {total}."),
    opened=event("seat coins", "{seat} had {coins}."),
    right=event("seat total", "There are {total} in all: {seat} was right."),
    wrong=event("total", "There are {total} in all, which nobody has called."),
)

# All that must be known to go on with a game; what somebody may not know says so with `see`.
State = record(
    coins=small(MOST_SEATS, see=OWNER),
    opened=small(MOST_SEATS),  # what was in the fists when they were opened last
    called=small(MOST_SEATS),
    points=small(MOST_SEATS),
    begins=small(),
    done=small(),  # so many have hidden or called in this round
    rounds=small(),
)


def longest(seats: int, options: dict[str, Any]) -> int:
    return 2 * seats * ROUNDS


def setup(s):
    begin_round(s)


def begin_round(s):
    for seat in range(MOST_SEATS):
        s.coins[seat] = 0
        s.called[seat] = NOT_CALLED
    s.done = 0
    s.rounds += 1
    open_turn(s, s.begins)


def check_hide(s):
    return 0 if s.done < s.seats else Reason.HIDDEN_ALREADY


def check_call(s, total):  # [X3]
    if s.done < s.seats:
        return Reason.HIDE_FIRST
    for seat in range(s.seats):
        if s.called[seat] == total:
            return Reason.CALLED
    return Reason.TOO_MANY if total > MOST_COINS * s.seats else 0


def hide(s, seat, coins, tell):  # [X2]
    s.coins[seat] = coins
    say(tell, Event.HID, seat, coins)
    go_on(s, seat)


def call(s, seat, total, tell):
    s.called[seat] = total
    say(tell, Event.CALLED, seat, total)
    if s.done + 1 < 2 * s.seats:
        go_on(s, seat)
        return
    open_fists(s, tell)
    if s.rounds == ROUNDS:  # [X6]
        s.over = End.ALL_ROUNDS
    else:
        s.begins = (s.begins + 1) % s.seats  # [X5]
        begin_round(s)


def go_on(s, seat):
    s.done += 1
    open_turn(s, (seat + 1) % s.seats)


def open_fists(s, tell):  # [X4]
    total, winner = 0, -1
    for seat in range(s.seats):
        total += s.coins[seat]
        s.opened[seat] = s.coins[seat]
        say(tell, Event.OPENED, seat, s.coins[seat])
    for seat in range(s.seats):
        if s.called[seat] == total:
            winner = seat
    if winner < 0:
        say(tell, Event.WRONG, total)
    else:
        s.points[winner] += 1
        say(tell, Event.RIGHT, winner, total)


def veil(action):
    """How the others see an action."""
    return Do.HIDES if action < Do.CALL else action


def imagine(s, seat):
    """Fill the fists that a seat can't see into, so that bots can think about them: who has hidden nothing yet has no coins there."""
    if s.over:
        return
    for other in range(MOST_SEATS):
        if other != seat:
            before = (other - s.begins) % s.seats
            s.coins[other] = below(s, MOST_COINS + 1) if other < s.seats and before < s.done else 0
