"""Example: three hounds, who never go back, hunt a hare over a network of paths.   [X1] = RULES.md"""

from typing import Any

from turnwise.kit import BY_CONSENT, act, actions, ends, event, events, mask, reasons, record, say, small
from turnwise.kit.graph import neighbours
from turnwise.kit.plain import first, one, others, table
from turnwise.kit.sets import has, set_of
from turnwise.kit.turns import open_turn

VERSION, SEATS, CHANCE = 1, (2, 2), False
HOUNDS, HARE = 0, 1
MOST_MOVES = 40

# The board, and tables that the rules look things up in.
POINTS = ("a2", "b1", "b2", "b3", "c1", "c2", "c3", "d1", "d2", "d3", "e2")
PATHS = """
    a2-b1 a2-b2 a2-b3  b1-b2 b2-b3  b1-c1 b2-c2 b3-c3  b1-c2 b3-c2
    c1-c2 c2-c3  c1-d1 c2-d2 c3-d3  c2-d1 c2-d3  d1-d2 d2-d3  d1-e2 d2-e2 d3-e2
"""  # [X1]
EDGES = tuple((POINTS.index(path[:2]), POINTS.index(path[3:])) for path in PATHS.split())
NEAR = table([set_of(near) for near in neighbours(len(POINTS), EDGES)])
COLUMN = table(["abcde".index(name[0]) for name in POINTS])

# What can be done, why it is refused, how it ends, and what happens: each with its sentence.
Do = actions(move=act("Go from {point} to {goal}", point=POINTS, goal=POINTS))
Reason = reasons(
    NOT_YOURS="Nobody of yours stands there.",
    TAKEN="Somebody is there already.",
    NO_PATH="No path leads there.",
    NEVER_BACK="Hounds never go back.",
)
End = ends(CAUGHT="the hare can't move", ESCAPED="the hare has slipped through", AWAY="the hare has got away")
Event = events(moved=event("seat point goal", "{seat} goes from {point} to {goal}."))

# All that must be known to go on with a game.
State = record(stands=mask(2, of=POINTS), winner=small())


def longest(seats: int, options: dict[str, Any]) -> int:
    return MOST_MOVES


def setup(s):  # [X2]
    s.stands[HOUNDS] = one(0) | one(1) | one(3)
    s.stands[HARE] = one(10)
    s.turns = 1


def check_move(s, seat, point, goal):
    if not has(s.stands[seat], point):
        return Reason.NOT_YOURS
    if has(s.stands[HOUNDS] | s.stands[HARE], goal):
        return Reason.TAKEN
    if not has(NEAR[point], goal):
        return Reason.NO_PATH
    return Reason.NEVER_BACK if seat == HOUNDS and COLUMN[goal] < COLUMN[point] else 0  # [X3]


def move(s, seat, point, goal, tell):
    s.stands[seat] ^= one(point) | one(goal)
    say(tell, Event.MOVED, seat, point, goal)
    if not can_move(s, HARE):  # [X4]
        s.winner = HOUNDS
        s.over = End.CAUGHT
    elif leftmost(s.stands[HARE]) <= leftmost(s.stands[HOUNDS]) or not can_move(s, HOUNDS):  # [X5]
        s.winner = HARE
        s.over = End.ESCAPED
    elif s.turns == MOST_MOVES:  # [X6]
        s.winner = HARE
        s.over = End.AWAY
    else:
        open_turn(s, 1 - seat)


def leftmost(stands):
    """The column of whoever is farthest to the left: points are numbered from there."""
    return COLUMN[first(stands)]


def can_move(s, seat):
    rest = s.stands[seat]
    while rest:
        point, rest = first(rest), others(rest)
        goals = NEAR[point] & ~(s.stands[HOUNDS] | s.stands[HARE])
        while goals:
            goal, goals = first(goals), others(goals)
            if seat == HARE or COLUMN[goal] >= COLUMN[point]:
                return True
    return False


def takeback():
    return BY_CONSENT
