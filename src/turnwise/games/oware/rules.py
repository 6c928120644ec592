"""Oware: sow seeds around the board and take those of the other; more than half of them win.   [O1] = RULES.md

A row of houses is one number, six bits a house. So sowing is one addition a row, and whether a row is empty, or the same as before,
is one comparison. Every position stands in a trail beside the state, found by its ply: a search that goes back writes over what followed.
"""

from typing import Any

from turnwise.kit.declared import act, actions, ends, event, reasons
from turnwise.kit.events import events, say
from turnwise.kit.plain import table
from turnwise.kit.record import beside, large, number, record, small
from turnwise.kit.scoring import NOBODY_WON
from turnwise.kit.takeback import BY_CONSENT
from turnwise.kit.words import counted

VERSION, SEATS, CHANCE = 1, (2, 2), False
HOUSES, ROW, SEEDS, LONGEST = 12, 6, 4, 1000
LETTERS, HALF, LAST = "abcdefghijkl", HOUSES * SEEDS // 2, 2


def sown(house: int, seeds: int) -> list[int]:
    """Where seeds of a house go: one for each in either row, and the house of the last of them.  [O2]"""
    rows, at = [0, 0], house
    for _ in range(seeds):
        at = (at + 1 + ((at + 1) % HOUSES == house)) % HOUSES
        rows[at // ROW] += 1 << 6 * (at % ROW)
    return [*rows, at]


SOWN = table([[sown(house, seeds) for seeds in range(HOUSES * SEEDS + 1)] for house in range(HOUSES)])

Do = actions(sow=act("Sow from house {house}", house=LETTERS))
Reason = reasons(
    NOT_YOURS="That house belongs to the other player.",
    EMPTY="There is no seed in that house.",
    MUST_FEED="The other has no seeds left: choose a house from which some get to the other row.",
)
End = ends(
    MOST_SEEDS="more than half of the seeds are taken",
    NO_MOVE="nobody can go on",
    REPEATED="the same position came again",
    TOO_LONG="there were 1,000 moves",
)
Event = events(
    sowed=event(
        "seat house number",
        counted("{seat} sows one seed from house {house}.", "{seat} sows {number} seeds from house {house}.", "number"),
    ),
    took=event("seat house number", "{seat} takes {number} seeds from house {house}."),
    spared=event("seat", "{seat} would take every seed of the other, and so takes none."),
    gathered=event("seat", "{seat} takes the seeds that are left in their row."),
)
State = record(rows=large(2), taken=small(2), ply=number(), since=number(), winner=small())
Beside = beside(trail=large(2, LONGEST + 1))


def longest(seats: int, options: dict[str, Any]) -> int:
    return LONGEST


def setup(s, beside):  # [O1]
    for house in range(HOUSES):
        s.rows[house // ROW] += SEEDS << 6 * (house % ROW)
    stood_before(s, beside)
    s.turns = 1


def seeds_in(row, at):
    return row >> 6 * at & 63


def fewest(other, at):
    """How many seeds the house at a place must have to be sown: one, or as many as reach the other row if that is empty.  [O5]"""
    return 1 if other else ROW - at


def legal(s, seat, moves):
    n, row, other = 0, s.rows[seat], s.rows[1 - seat]
    if s.over or seat != s.turn:
        return n
    for at in range(ROW):
        moves[n] = seat * ROW + at
        n += seeds_in(row, at) >= fewest(other, at)
    return n


def can_move(s, seat):
    for at in range(ROW):
        if seeds_in(s.rows[seat], at) >= fewest(s.rows[1 - seat], at):
            return True
    return False


def check_sow(s, seat, house):
    at, seeds = house - seat * ROW, seeds_in(s.rows[seat], house % ROW)
    if not 0 <= at < ROW:
        return Reason.NOT_YOURS
    if seeds == 0:
        return Reason.EMPTY
    return Reason.MUST_FEED if seeds < fewest(s.rows[1 - seat], at) else 0


def sow(s, beside, seat, house, tell):
    at = house - seat * ROW
    seeds = seeds_in(s.rows[seat], at)
    say(tell, Event.SOWED, seat, house, seeds)
    s.rows[seat] -= seeds << 6 * at
    s.rows[0] += SOWN[house, seeds, 0]
    s.rows[1] += SOWN[house, seeds, 1]
    s.ply += 1
    take(s, seat, SOWN[house, seeds, LAST] - (1 - seat) * ROW, tell)
    s.turn = 1 - seat
    s.turns += 1
    if s.taken[seat] > HALF:  # [O6]
        s.over = End.MOST_SEEDS
    elif not can_move(s, 1 - seat):
        s.over = End.NO_MOVE
    elif stood_before(s, beside):
        s.over = End.REPEATED
    elif s.ply == LONGEST:
        s.over = End.TOO_LONG
    if s.over:
        gather(s, tell)


def take(s, seat, last, tell):
    """Take what lies where the last seed fell, and before it.  [O3]"""
    row = s.rows[1 - seat]
    left = left_of(row, last)
    if left == 0:  # [O4]
        say(tell, Event.SPARED, seat)
    elif left != row:
        for at in range(ROW):
            seeds = seeds_in(row, at) - seeds_in(left, at)
            if seeds:
                say(tell, Event.TOOK, seat, (1 - seat) * ROW + at, seeds)
                s.taken[seat] += seeds
        s.rows[1 - seat] = left
        s.since = s.ply


def left_of(row, at):
    """What is left of the other's row when the last seed has fallen into one of its houses, or elsewhere."""
    while 0 <= at < ROW and 2 <= seeds_in(row, at) <= 3:
        row &= ~(63 << 6 * at)
        at -= 1
    return row


def stood_before(s, beside):
    """Write the position down; whether it was there since seeds were last taken, with the same player to move.  [O7]"""
    for seat in range(2):
        beside.trail[seat, s.ply] = s.rows[seat]
    for ply in range(s.ply - 2, s.since - 1, -2):
        if beside.trail[0, ply] == s.rows[0] and beside.trail[1, ply] == s.rows[1]:
            return True
    return False


def gather(s, tell):
    """Each player takes what lies in the own row, and who has more wins.  [O8]"""
    for seat in range(2):
        say(tell, Event.GATHERED, seat)
        for at in range(ROW):
            s.taken[seat] += seeds_in(s.rows[seat], at)
        s.rows[seat] = 0
    lead = s.taken[0] - s.taken[1]
    s.winner = 0 if lead > 0 else 1 if lead < 0 else NOBODY_WON


def takeback():
    return BY_CONSENT
