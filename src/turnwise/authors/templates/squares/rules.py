"""Example: men take the man beside them; who can't take any more loses.   [X1] = RULES.md"""

from typing import Any

from turnwise.kit import BY_CONSENT, act, actions, ends, event, events, mask, reasons, record, say, small
from turnwise.kit.grid import OFF, square
from turnwise.kit.plain import one, table
from turnwise.kit.sets import has, set_of, stepped
from turnwise.kit.turns import open_turn

VERSION, SEATS, CHANCE = 1, (2, 2), False

# The board, and tables that the rules look things up in.
BOARD = square(8, 8, diagonals=False)
NEXT, SHIFTS = table(BOARD.next), table(BOARD.shifts)
START = table([set_of(p for p in BOARD.points if sum(BOARD.places[p]) % 2 == seat) for seat in (0, 1)])

# What can be done, why it is refused, how it ends, and what happens: each with its sentence.
Do = actions(take=act("Take {way} with the man on {point}", point=BOARD, way=("left", "right", "up", "down")))
Reason = reasons(
    NOT_YOURS="You have no man on that square.",
    NOBODY_THERE="A man can only go where he takes one of the other's men.",
)
End = ends(NOTHING_TO_TAKE="nothing is left to be taken")
Event = events(took=event("seat point goal", "{seat} takes on {goal} with the man from {point}."))
NAMES = {"goal": BOARD}

# All that must be known to go on with a game.
State = record(men=mask(2, of=BOARD), winner=small())


def longest(seats: int, options: dict[str, Any]) -> int:
    return len(BOARD.places) - 1  # every move takes a man


def setup(s):  # [X1]
    s.men[0] = START[0]
    s.men[1] = START[1]
    s.turns = 1


def check_take(s, seat, point, way):  # [X3]
    if not has(s.men[seat], point):
        return Reason.NOT_YOURS
    goal = NEXT[point, way]
    return 0 if goal != OFF and has(s.men[1 - seat], goal) else Reason.NOBODY_THERE


def take(s, seat, point, way, tell):
    goal = NEXT[point, way]
    s.men[seat] ^= one(point) | one(goal)
    s.men[1 - seat] ^= one(goal)
    say(tell, Event.TOOK, seat, point, goal)
    if can_take(s.men[1 - seat], s.men[seat]):
        open_turn(s, 1 - seat)  # [X2]
    else:  # [X4]
        s.winner = seat
        s.over = End.NOTHING_TO_TAKE


def can_take(own, other):
    """Whether any man stands beside one of the other's: all men take a step at once."""
    for way in range(4):
        if stepped(own, SHIFTS[way, 0], SHIFTS[way, 1]) & other:
            return True
    return False


def takeback():
    return BY_CONSENT
