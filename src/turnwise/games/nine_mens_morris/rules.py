"""Nine Men's Morris: place nine men, then move them; three in a line take one of the other's.   [M1] = RULES.md"""

from enum import IntEnum
from typing import Any

from turnwise.kit import BY_CONSENT, any_of, count, events, first, one, open_turn, others, say, table
from turnwise.kit.declared import act, actions, ends, event, reasons
from turnwise.kit.lattice import lattice
from turnwise.kit.options import options, whole
from turnwise.kit.record import mask, record, small
from turnwise.kit.scoring import NOBODY_WON
from turnwise.kit.sets import gathered, has, listed, set_of, unions

VERSION, SEATS, CHANCE = 1, (2, 2), False
BOARD = lattice("""
.-----.-----.
|     |     |
| .---.---. |
| |   |   | |
| | .-.-. | |
| | |   | | |
.-.-.   .-.-.
| | |   | | |
| | .-.-. | |
| |   |   | |
| .---.---. |
|     |     |
.-----.-----.
""")
MEN, POINTS, ALL_POINTS = 9, 24, set_of(BOARD.points)
MILLS = table([[set_of(line) for line in BOARD.lines if point in line] for point in BOARD.points])  # two of each
NEAR = unions([set_of(points) for points in BOARD.neighbours])

OPTIONS = options(turn_limit=whole(40, 1000, default=200, help="the game is drawn after so many turns"))
Phase = IntEnum("Phase", "PLACING MOVING TAKING", start=0)
Do = actions(
    place=act("Place a man on {point}", point=BOARD, phase=Phase.PLACING),
    take=act("Take the man on {point}", point=BOARD, phase=Phase.TAKING),
    move=act("Move from {base} to {target}", base=BOARD, target=BOARD, phase=Phase.MOVING),
)
Reason = reasons(
    PLACE_FIRST="You still have men in hand: place one of them.",
    ALL_PLACED="All your men are placed: move one of them.",
    TAKE_FIRST="You have closed a mill: take a man of the other first.",
    OCCUPIED="There is a man on that point already.",
    NOT_YOURS="There is no man of yours on that point.",
    OUT_OF_REACH="Move to an empty point beside it on a line; with three men left, to any empty point.",
    NOT_THEIRS="There is no man of the other on that point.",
    IN_A_MILL="That man stands in a mill, and others do not.",
)
End = ends(TOO_FEW="one side has two men left", BLOCKED="one side cannot move", LIMIT="the limit of turns is reached")
Event = events(
    placed=event("seat point", "{seat} places a man on {point}."),
    moved=event("seat base target", "{seat} moves from {base} to {target}."),
    closed=event("seat", "{seat} closes a mill."),
    took=event("seat point", "{seat} takes the man on {point}."),
)
STEPS = table([Do.MOVE + POINTS * base + target for base, target in BOARD.edges])
LEAVING = unions([set_of(at for at, step in enumerate(BOARD.edges) if step[0] == point) for point in BOARD.points])
ARRIVING = unions([set_of(at for at, step in enumerate(BOARD.edges) if step[1] == point) for point in BOARD.points])
State = record(OPTIONS, men=mask(2, of=BOARD), hand=small(2), phase=small(), winner=small())


def longest(seats: int, options: dict[str, Any]) -> int:
    return int(options["turn_limit"]) + 14  # each seat takes seven men at most


def setup(s):
    s.hand[0] = s.hand[1] = MEN
    s.turns = 1


def free(s):
    return ALL_POINTS & ~(s.men[0] | s.men[1])


allowed_place = free


def reach(s, seat, men):
    """Where these men of a seat may go: along a line, or anywhere if the seat has three left.  [M3] [M4]"""
    return free(s) & (ALL_POINTS if count(s.men[seat]) == 3 else gathered(NEAR, men))


def is_mill(men, point):
    return MILLS[point, 0] & ~men == 0 or MILLS[point, 1] & ~men == 0


def preys(men):
    """The men that may be taken of these: those in no mill, or all if there are none.  [M6]"""
    safe = 0
    for point in range(POINTS):
        safe |= one(point) * is_mill(men, point)
    return men & ~safe if men & ~safe else men


def not_now(s):
    return Reason.PLACE_FIRST + s.phase  # the first reasons are those of the phases


def allowed_take(s, seat):
    return preys(s.men[1 - seat])


def allowed_move(s, seat, base):
    """Without a branch, at which a processor would guess wrong for every point."""
    return reach(s, seat, one(base)) & -has(s.men[seat], base)


def check_place(s, point):
    return 0 if has(free(s), point) else Reason.OCCUPIED


def check_take(s, seat, point):
    if has(preys(s.men[1 - seat]), point):
        return 0
    return Reason.IN_A_MILL if has(s.men[1 - seat], point) else Reason.NOT_THEIRS


def check_move_base(s, seat, base):
    return 0 if has(s.men[seat], base) else Reason.NOT_YOURS


def check_move(s, seat, base, target):
    return 0 if has(reach(s, seat, one(base)), target) else Reason.OUT_OF_REACH


def legal(s, seat, moves):
    n, men = 0, s.men[seat]
    if s.over or seat != s.turn:
        return n
    if s.phase == Phase.PLACING:
        return listed(free(s), moves, n, Do.PLACE)
    if s.phase == Phase.TAKING:
        return listed(preys(s.men[1 - seat]), moves, n, Do.TAKE)
    if count(men) > 3:
        steps = gathered(LEAVING, men) & gathered(ARRIVING, free(s))
        while steps:
            moves[n], steps = STEPS[first(steps)], others(steps)
            n += 1
        return n
    while men:
        n, men = listed(free(s), moves, n, Do.MOVE + POINTS * first(men)), others(men)
    return n


def some_action(s, seat, dice):
    if s.phase == Phase.PLACING:
        return Do.PLACE + any_of(dice, free(s))
    if s.phase == Phase.TAKING:
        return Do.TAKE + any_of(dice, preys(s.men[1 - seat]))
    if count(s.men[seat]) == 3:
        return Do.MOVE + POINTS * any_of(dice, s.men[seat]) + any_of(dice, free(s))
    return STEPS[any_of(dice, gathered(LEAVING, s.men[seat]) & gathered(ARRIVING, free(s)))]


def place(s, seat, point, tell):
    say(tell, Event.PLACED, seat, point)
    s.hand[seat] -= 1
    arrive(s, seat, point, tell)


def move(s, seat, base, target, tell):
    say(tell, Event.MOVED, seat, base, target)
    s.men[seat] &= ~one(base)
    arrive(s, seat, target, tell)


def arrive(s, seat, point, tell):
    s.men[seat] |= one(point)
    if is_mill(s.men[seat], point):  # [M5]
        say(tell, Event.CLOSED, seat)
        s.phase = Phase.TAKING
    else:
        end_turn(s, seat)


def take(s, seat, point, tell):
    say(tell, Event.TOOK, seat, point)
    s.men[1 - seat] &= ~one(point)
    end_turn(s, seat)


def end_turn(s, seat):
    other = 1 - seat
    s.phase = Phase.PLACING if s.hand[other] else Phase.MOVING
    s.winner = seat
    if count(s.men[other]) + s.hand[other] < 3:  # [M7]
        s.over = End.TOO_FEW
    elif s.phase == Phase.MOVING and reach(s, other, s.men[other]) == 0:
        s.over = End.BLOCKED
    elif s.turns >= s.turn_limit:  # [M8]
        s.over, s.winner = End.LIMIT, NOBODY_WON
    else:
        open_turn(s, other)


def takeback():
    return BY_CONSENT
