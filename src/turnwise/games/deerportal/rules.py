"""DeerPortal: walk to the portal, gather diamonds, turn cards against the other elements.   [P1] = RULES.md

Seats, areas, piles and runes share one numbering: Water, Earth, Fire, Air. A cell is its path index, and an area's diamonds
or runes are one set of cells. A pile has no order: its face-down cards are counted by kind, and turning one up is a draw.
"""

from enum import IntEnum

from turnwise.games.deerportal.board import AREA, PORTAL
from turnwise.kit import (
    any_of,
    below,
    choice,
    count,
    events,
    has,
    mask,
    number,
    one,
    options,
    record,
    roll,
    rule,
    say,
    small,
    switch,
    whole,
)

VERSION = 1
SEATS = (4, 4)  # [P2]
CHANCE = True
FORWARD, BACKWARD, COMPUTER = 0, 1, 2
ACTIONS = 3

ELEMENTS = 4
DIAMONDS, RUNES = 12, 4  # in an area; runes of each element  [P9]
KINDS, OF_A_KIND = 4, 8  # [P10]
DEER_SLOTS = 16  # [P35]
BIG_DIAMOND, FIRST_IN = 3, 5  # [P34] [P35]
NONE = -1  # no card face up; no seat with the first mark

Element = IntEnum("Element", "WATER EARTH FIRE AIR", start=0)
Kind = IntEnum("Kind", "STOP CARD DIAMOND DOUBLE", start=0)
Phase = IntEnum("Phase", "GATHERING DEER_MODE", start=0)
Pays = IntEnum("Pays", "ANY FIRE OFF", start=0)
Reason = IntEnum("Reason", "NOT_YOUR_TURN OVER TOO_FAR_BACK HAS_LEFT HAS_NOT_LEFT")
End = IntEnum("End", "ALL_IN DEER_MODE_OVER")
Event = events(
    began="",
    round_began="round",
    rolled="seat roll",
    leads="seat",
    frozen="seat freeze",
    moved="seat start index",
    meditated="seat items",
    diamond_taken="seat index",
    rune_taken="seat index element",
    card_acted="seat element kind",
    card_passed="element kind",
    stopped="element freeze",
    rune_lost="element index rune",
    diamond_stolen="seat element index",
    paid="seat element",
    no_effect="element",
    turned_up="element kind",
    pile_ended="element",
    big_diamond_taken="seat",
    entered="seat place",
    first_in="seat",
    deer_mode="",
    left="seat",
)

OPTIONS = options(
    strict_theft=switch(False, 'a "diamond" card pays only if a diamond was really removed'),
    big_diamond=choice("any", "fire", "off", help="whose portal cell pays the big diamond: any, only Fire's, or none"),
    max_rounds=whole(50, 1000, default=250, help="after this round Deer Mode starts by itself if nobody is in"),
)

State = record(
    OPTIONS,
    phase=small(),
    round_number=number(),
    roll=small(),
    leader=small(),  # 1 if the seat on turn has the leader mark
    deer=small(),  # the Deer Mode counter
    first=small(),  # the seat with the first mark
    index=small(4),  # where the figures stand on their paths
    counts=number(4),
    freeze=small(4),
    entry=small(4),  # 1 for the first seat in the portal …; 0 for a seat outside
    left=small(4),
    face_up=small(4),
    face_down=small(4, 4),
    diamonds=mask(4),
    runes=mask(4, 4),  # by area and element
)


def longest(seats, options):
    return seats * options["max_rounds"] + DEER_SLOTS


@rule
def setup(s, tell):
    for area in range(ELEMENTS):
        deal(s, area)
    for element in range(ELEMENTS):  # [P10]
        for kind in range(KINDS):
            s.face_down[element, kind] = OF_A_KIND
        turn_up(s, element, tell)
    s.round_number = 1  # [P11]
    s.first = NONE
    say(tell, Event.BEGAN)
    slot_opens(s, tell)


@rule
def deal(s, area):
    """Scatter an area's items; a dead pile's runes stay away. [P9] [P31]"""
    taken = scatter(s, DIAMONDS, AREA)
    s.diamonds[area] = taken
    for element in range(ELEMENTS):
        runes = 0
        if s.face_up[element] != NONE:
            runes = scatter(s, RUNES, AREA & ~taken)
        s.runes[area, element] = runes
        taken |= runes


@rule
def scatter(s, n, free):
    """n of the free cells, one after the other."""
    taken = 0
    for _ in range(n):
        taken |= one(any_of(s, free & ~taken))
    return taken


@rule
def all_runes(s, area):
    return s.runes[area, 0] | s.runes[area, 1] | s.runes[area, 2] | s.runes[area, 3]


# The turn


@rule
def legal(s, seat, moves):
    if s.over or seat != s.turn:
        return 0
    if s.left[seat]:
        moves[0] = COMPUTER
        return 1
    moves[0] = FORWARD
    moves[1] = BACKWARD
    return 2 if can_go_back(s, seat) else 1


@rule
def check(s, seat, action):
    if s.over:
        return Reason.OVER
    if seat != s.turn:
        return Reason.NOT_YOUR_TURN
    if s.left[seat]:
        return 0 if action == COMPUTER else Reason.HAS_LEFT
    if action == COMPUTER:
        return Reason.HAS_NOT_LEFT
    return Reason.TOO_FAR_BACK if action == BACKWARD and not can_go_back(s, seat) else 0


@rule
def can_go_back(s, seat):
    return s.index[seat] >= s.roll  # [P18]


@rule
def target(s, seat, action):
    if action == BACKWARD:
        return s.index[seat] - s.roll
    return min(s.index[seat] + s.roll, PORTAL)  # [P18]


@rule
def play(s, seat, action, tell):
    way = computers_choice(s, seat) if action == COMPUTER else action  # [P41]
    to = target(s, seat, way)
    say(tell, Event.MOVED, seat, s.index[seat], to)
    s.index[seat] = to
    if to == 0:
        meditate(s, seat, tell)
    elif to < PORTAL:
        pick_up(s, seat, to, tell)
    else:
        enter_portal(s, seat, tell)
    if not s.over:
        pass_on(s, tell)


@rule
def pass_on(s, tell):
    """Go round until a slot opens: a skipped one costs a freeze point or, in Deer Mode, some of the counter. [P12]"""
    waiting = True
    while waiting:
        if s.turn == Element.AIR:
            s.round_number += 1
            say(tell, Event.ROUND_BEGAN, s.round_number)
            if s.phase == Phase.GATHERING and s.round_number > s.max_rounds:  # [P39]
                start_deer_mode(s, tell)
            s.turn = Element.WATER
        else:
            s.turn += 1
        waiting = not slot_opens(s, tell)


@rule
def slot_opens(s, tell):
    """The tests of a slot; whether it is the seat's to play, or the end of the game."""
    seat = s.turn
    if s.phase == Phase.DEER_MODE:  # [P13]
        s.deer -= 1
        if s.deer < 0:
            end(s, End.DEER_MODE_OVER)
            return True
    if s.entry[seat]:  # [P14]
        return False
    if s.freeze[seat]:  # [P15]
        s.freeze[seat] -= 1
        say(tell, Event.FROZEN, seat, s.freeze[seat])
        return False
    s.leader = 0
    if s.phase == Phase.GATHERING and leads(s, seat):  # [P16]
        s.leader = 1
        say(tell, Event.LEADS, seat)
    s.roll = roll(s)  # [P17]
    say(tell, Event.ROLLED, seat, s.roll)
    return True


@rule
def leads(s, seat):
    for other in range(ELEMENTS):
        if other != seat and s.counts[other] >= s.counts[seat]:
            return False
    return True


@rule
def end(s, reason):
    s.over = reason
    s.roll = 0
    s.leader = 0


@rule
def leave(s, seat, tell):
    s.left[seat] = 1  # [P41]
    say(tell, Event.LEFT, seat)


# What a landing does


@rule
def meditate(s, seat, tell):
    deal(s, seat)  # [P22]
    say(tell, Event.MEDITATED, seat, count(s.diamonds[seat] | all_runes(s, seat)))


@rule
def pick_up(s, seat, at, tell):
    if has(s.diamonds[seat], at):  # [P23]
        s.diamonds[seat] ^= one(at)
        s.counts[seat] += 1
        say(tell, Event.DIAMOND_TAKEN, seat, at)
        return
    for element in range(ELEMENTS):
        if has(s.runes[seat, element], at):  # [P24]
            s.runes[seat, element] ^= one(at)
            say(tell, Event.RUNE_TAKEN, seat, at, element)
            if element == seat:  # [P25]
                say(tell, Event.CARD_PASSED, element, s.face_up[element])
            else:
                card_acts(s, seat, element, tell)
            turn_up(s, element, tell)
            return


@rule
def card_acts(s, seat, element, tell):
    """The face-up card of a pile, turned by `seat` against the pile's element."""
    kind = s.face_up[element]
    say(tell, Event.CARD_ACTED, seat, element, kind)
    if kind == Kind.STOP:
        acted = stop(s, element, tell)
    elif kind == Kind.CARD:
        acted = remove_rune(s, element, tell)
    elif kind == Kind.DIAMOND:
        acted = steal(s, seat, element, tell)
        if not acted and not s.strict_theft:  # [P28]
            s.counts[seat] += 1
            say(tell, Event.PAID, seat, element)
            return
    else:
        acted = steal(s, seat, element, tell)  # [P29]
        if acted:
            steal(s, seat, element, tell)
    if not acted:
        say(tell, Event.NO_EFFECT, element)


@rule
def stop(s, element, tell):
    if s.entry[element]:  # [P26]
        return False
    s.freeze[element] += 1
    say(tell, Event.STOPPED, element, s.freeze[element])
    return True


@rule
def remove_rune(s, area, tell):
    runes = all_runes(s, area)
    if not runes:  # [P27]
        return False
    at = any_of(s, runes)
    for element in range(ELEMENTS):
        if has(s.runes[area, element], at):
            s.runes[area, element] ^= one(at)
            say(tell, Event.RUNE_LOST, area, at, element)
    return True


@rule
def steal(s, seat, area, tell):
    """A random diamond from the board of an area, never from its seat's count. [P30]"""
    if not s.diamonds[area]:
        return False
    at = any_of(s, s.diamonds[area])
    s.diamonds[area] ^= one(at)
    s.counts[seat] += 1
    say(tell, Event.DIAMOND_STOLEN, seat, area, at)
    return True


@rule
def turn_up(s, element, tell):
    """Discard a pile's face-up card and turn up the next; without one, the pile is dead. [P24] [P31]"""
    waiting = 0
    for kind in range(KINDS):
        waiting += s.face_down[element, kind]
    if not waiting:
        s.face_up[element] = NONE
        for area in range(ELEMENTS):
            s.runes[area, element] = 0
        say(tell, Event.PILE_ENDED, element)
        return
    kind, lower = 0, below(s, waiting)
    while lower >= s.face_down[element, kind]:
        lower -= s.face_down[element, kind]
        kind += 1
    s.face_down[element, kind] -= 1
    s.face_up[element] = kind
    say(tell, Event.TURNED_UP, element, kind)


# The portal


@rule
def enter_portal(s, seat, tell):
    if s.leader and pays_big_diamond(s, seat):
        s.counts[seat] += BIG_DIAMOND
        say(tell, Event.BIG_DIAMOND_TAKEN, seat)
    s.diamonds[seat] = 0  # [P33]
    for element in range(ELEMENTS):
        s.runes[seat, element] = 0
    place = 1
    for other in range(ELEMENTS):
        place += s.entry[other] > 0
    s.entry[seat] = place
    say(tell, Event.ENTERED, seat, place)
    if s.phase == Phase.GATHERING:  # [P35]
        s.first = seat
        s.counts[seat] += FIRST_IN
        say(tell, Event.FIRST_IN, seat)
        start_deer_mode(s, tell)
    if place == ELEMENTS:  # [P39]
        end(s, End.ALL_IN)


@rule
def pays_big_diamond(s, seat):
    if s.big_diamond == Pays.FIRE:
        return seat == Element.FIRE
    return s.big_diamond == Pays.ANY  # [P34]


@rule
def start_deer_mode(s, tell):
    s.phase = Phase.DEER_MODE
    s.deer = DEER_SLOTS
    say(tell, Event.DEER_MODE)


@rule
def scores(s, places, points):
    winner = 0
    for seat in range(ELEMENTS):
        points[seat] = s.counts[seat]  # [P40]
        places[seat] = 1
        for other in range(ELEMENTS):
            if other != seat and ranks_before(s, other, seat):
                places[seat] += 1
        if places[seat] == 1:
            winner = seat
    return one(winner)


@rule
def ranks_before(s, seat, other):
    """[P41]"""
    if (s.entry[seat] > 0) != (s.entry[other] > 0):
        return s.entry[seat] > 0
    if s.counts[seat] != s.counts[other]:
        return s.counts[seat] > s.counts[other]
    if s.first == seat or s.first == other:
        return s.first == seat
    if s.entry[seat] != s.entry[other]:
        return s.entry[seat] < s.entry[other]
    return seat < other


@rule
def computers_choice(s, seat):
    """What the computer does with a seat that it plays. [P46]"""
    if not can_go_back(s, seat) or s.phase == Phase.DEER_MODE or s.leader:
        return FORWARD
    items = s.diamonds[seat] | all_runes(s, seat)
    if has(items, target(s, seat, FORWARD)):
        return FORWARD
    if has(items, target(s, seat, BACKWARD)):
        return BACKWARD
    return below(s, 2)  # FORWARD or BACKWARD
