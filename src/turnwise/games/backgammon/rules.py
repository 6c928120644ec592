"""Backgammon: race your men home and bear them off; hit what stands alone.   [G1] = RULES.md

Each side counts points from its own end: 24 is the farthest, 25 the bar, 0 is off the board. A point is 25 - point to the other.
"""

from typing import Any

from turnwise.kit.chance import roll
from turnwise.kit.declared import act, actions, ends, event, reasons
from turnwise.kit.events import events, say
from turnwise.kit.options import choice, options
from turnwise.kit.record import record, small
from turnwise.kit.scoring import NOBODY_WON, drawn, won_by
from turnwise.kit.takeback import BY_CONSENT
from turnwise.kit.words import said

VERSION, SEATS, CHANCE = 1, (2, 2), True
MEN, HOME, OFF, BAR, LONGEST = 15, 6, 0, 25, 1000
POINTS = {str(point): str(point) for point in range(1, 25)} | {"bar": said("the bar")}
OPTIONS = options(
    gammons=choice(
        "off", "gammons", "backgammons", help="what counts more than a simple win: nothing, gammons, backgammons too"
    )
)

Do = actions(move=act("Move a man from {point} by {die}", point=POINTS, die=range(1, 7)), pass_=act("Pass"))
Reason = reasons(
    NO_MAN="You have no man there.",
    NO_DIE="You have no such number to play.",
    BAR_FIRST="Your men on the bar must come in first.",
    BLOCKED="The other has two men or more on that point.",
    NOT_HOME="Men may be borne off only when all of yours are in your home board.",
    FARTHER_BACK="With a larger number only the man that is farthest back may be borne off.",
    PLAY_BOTH="Both numbers can be played: choose a move that leaves one for the other number.",
    PLAY_LARGER="Only one of your numbers can be played, and it must be the larger one.",
    MUST_MOVE="You can move, so you may not pass.",
)
End = ends(ALL_OFF="all men of one side are borne off", TOO_LONG="there were 1,000 turns")
Event = events(
    rolled=event("seat first second", "{seat} throws {first} and {second}."),
    moved=event("seat start stop", "{seat} moves from {start} to {stop}."),
    hit=event("seat stop", "{seat} hits the man on {stop}."),
    bore_off=event("seat start", "{seat} bears a man off from {start}."),
    passed=event("seat", "{seat} can move no man and passes."),
)
NAMES = {"start": {"off": said("the tray")} | POINTS, "stop": {"off": said("the tray")} | POINTS}
State = record(OPTIONS, men=small(2, 26), dice=small(2), left=small(7), winner=small(), worth=small())


def longest(seats: int, options: dict[str, Any]) -> int:
    return 4 * LONGEST


def setup(s, tell):
    for seat in range(2):  # [G2]
        s.men[seat, 24] = 2
        s.men[seat, 13] = 5
        s.men[seat, 8] = 3
        s.men[seat, 6] = 5
    first, second = roll(s), roll(s)
    while first == second:  # [G3]
        first, second = roll(s), roll(s)
    s.turn = 0 if first > second else 1
    open_turn(s, first, second, tell)


def open_turn(s, first, second, tell):
    s.dice[0], s.dice[1] = first, second
    s.left[first] += 1 + (first == second)  # [G4]
    s.left[second] += 1 + (first == second)
    s.turns += 1
    say(tell, Event.ROLLED, s.turn, first, second)


def farthest(s, seat):
    """The point of the man that is farthest back."""
    point = BAR
    while s.men[seat, point] == 0 and point:
        point -= 1
    return point


def why_not(s, seat, point, die, back):
    """What speaks against moving a man by a number, whatever the other number is; `back` is where the last man stands."""
    if s.men[seat, point] == 0:
        return Reason.NO_MAN
    if back == BAR and point != BAR:  # [G7]
        return Reason.BAR_FIRST
    if point > die:
        return Reason.BLOCKED if s.men[1 - seat, 25 - point + die] > 1 else 0  # [G5]
    if back > HOME:  # [G8]
        return Reason.NOT_HOME
    return Reason.FARTHER_BACK if point < die and point != back else 0


def can_play(s, seat, die):
    """Whether any man can be moved by a number."""
    back = farthest(s, seat)
    for point in range(1, back + 1):
        if why_not(s, seat, point, die, back) == 0:
            return True
    return False


def shift(s, seat, point, die, by):
    """Move a man on, or with -1 back again; hits are left out, as they are no matter to the next move of the same side."""
    s.men[seat, point] -= by
    s.men[seat, max(point - die, OFF)] += by


def leaves(s, seat, point, die, other):
    """Whether the other number can be played after a move."""
    shift(s, seat, point, die, 1)
    can = can_play(s, seat, other)
    shift(s, seat, point, die, -1)
    return can


def serves_both(s, seat, die, other):
    """Whether some move by a number leaves one for the other."""
    back = farthest(s, seat)
    for point in range(1, back + 1):
        if why_not(s, seat, point, die, back) == 0 and leaves(s, seat, point, die, other):
            return True
    return False


def duty(s, seat):
    """What the two numbers of a throw demand: both to be played, or the larger one.  [G9]"""
    low, high = min(s.dice[0], s.dice[1]), max(s.dice[0], s.dice[1])
    if low == high or s.left[low] == 0 or s.left[high] == 0:
        return 0
    if serves_both(s, seat, low, high) or serves_both(s, seat, high, low):
        return Reason.PLAY_BOTH
    return Reason.PLAY_LARGER if can_play(s, seat, high) else 0


def fails(s, seat, point, die, demand):
    """The demand that a move does not meet, else 0."""
    other = s.dice[0] + s.dice[1] - die
    if demand == Reason.PLAY_BOTH:
        return 0 if leaves(s, seat, point, die, other) else demand
    return demand if demand and die < other else 0


def legal(s, seat, moves):
    if s.over or seat != s.turn:
        return 0
    n, back, demand = 0, farthest(s, seat), duty(s, seat)
    for point in range(1, back + 1):
        if s.men[seat, point]:
            for die in range(1, 7):
                if s.left[die] and why_not(s, seat, point, die, back) == 0 and fails(s, seat, point, die, demand) == 0:
                    moves[n] = (point - 1) * 6 + die - 1
                    n += 1
    if n == 0:
        moves[0] = Do.PASS
    return max(n, 1)


def check_move(s, seat, point, die):
    if s.left[die] == 0:
        return Reason.NO_DIE
    reason = why_not(s, seat, point + 1, die, farthest(s, seat))
    return reason if reason else fails(s, seat, point + 1, die, duty(s, seat))


def can_move(s, seat):
    for die in range(1, 7):
        if s.left[die] and can_play(s, seat, die):
            return True
    return False


def check_pass(s, seat):
    return Reason.MUST_MOVE if can_move(s, seat) else 0


def move(s, seat, point, die, tell):
    start, stop = point + 1, max(point + 1 - die, OFF)
    shift(s, seat, start, die, 1)
    if stop == OFF:
        say(tell, Event.BORE_OFF, seat, start)
    else:
        say(tell, Event.MOVED, seat, start, stop)
        if s.men[1 - seat, 25 - stop]:  # [G6]
            s.men[1 - seat, 25 - stop] -= 1
            s.men[1 - seat, BAR] += 1
            say(tell, Event.HIT, seat, stop)
    s.left[die] -= 1
    if s.men[seat, OFF] == MEN:
        win(s, seat)
    elif not can_move(s, seat):
        end_turn(s, seat, tell)


def pass_(s, seat, tell):
    say(tell, Event.PASSED, seat)
    end_turn(s, seat, tell)


def end_turn(s, seat, tell):
    for die in range(1, 7):
        s.left[die] = 0
    if s.turns == LONGEST:  # [G11]
        s.winner = NOBODY_WON
        s.over = End.TOO_LONG
    else:
        s.turn = 1 - seat
        open_turn(s, roll(s), roll(s), tell)


def win(s, seat):  # [G10]
    s.winner, s.worth, s.over = seat, 1, End.ALL_OFF
    if s.gammons and s.men[1 - seat, OFF] == 0:
        s.worth = 3 if s.gammons == 2 and farthest(s, 1 - seat) > 18 else 2


def scores(s, places, points):
    if s.winner == NOBODY_WON:
        return drawn(s, places, points)
    winners = won_by(s, s.winner, places, points)
    points[s.winner] = s.worth
    return winners


def takeback():  # [G12]
    return BY_CONSENT
