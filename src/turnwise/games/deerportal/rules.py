"""DeerPortal: walk to the portal, gather diamonds, turn cards against the other elements.   [P1] = RULES.md

Seats, areas, piles and runes share one numbering: Water, Earth, Fire, Air. A cell is its path index; an area's diamonds
are one set of cells, and so are its runes of an element. A pile has no order: its face-down cards are counted by kind.
"""

from enum import IntEnum
from typing import Any

from turnwise.games.deerportal.board import AREA, PORTAL
from turnwise.kit.chance import any_of, below, roll, some_of
from turnwise.kit.declared import act, actions, ends, event, reasons
from turnwise.kit.events import events, say
from turnwise.kit.options import choice, options, switch, whole
from turnwise.kit.plain import count, one
from turnwise.kit.record import mask, number, record, small
from turnwise.kit.sets import has
from turnwise.kit.words import counted, said

VERSION = 1
SEATS = (4, 4)  # [P2]
CHANCE = True
FORWARD, BACKWARD, COMPUTER = range(3)

ELEMENTS = 4
DIAMONDS, RUNES = 12, 4  # of an area; runes of each element  [P9]
KINDS, OF_A_KIND = 4, 8  # [P10]
DEER_SLOTS = 16  # [P35]
BIG_DIAMOND, FIRST_IN = 3, 5  # [P34] [P35]
NONE = -1  # no card face up; no seat with the first mark

Element = IntEnum("Element", "WATER EARTH FIRE AIR", start=0)
Kind = IntEnum("Kind", "STOP CARD DIAMOND DOUBLE", start=0)
Phase = IntEnum("Phase", "GATHERING DEER_MODE", start=0)
Pays = IntEnum("Pays", "ANY FIRE OFF", start=0)
WAYS = {"forward": said("Go forward"), "backward": said("Go back"), "computer": said("Let the computer move")}
Do = actions(go=act("{way}", word="{way}", way=WAYS))
Reason = reasons(
    NOT_YOUR_TURN="It is another player's turn.",
    TOO_FAR_BACK="You are at your start, so you can only go forward.",
    HAS_LEFT="This player has left, and the computer moves instead.",
    HAS_NOT_LEFT="The die shows a {roll}, and you choose where to go; the computer moves only for players who have left.",
)
End = ends(ALL_IN="all four are in the portal", DEER_MODE_OVER="Deer Mode is over")
Event = events(
    round_began=event("round", "Round {round} begins."),
    rolled=event("seat roll", "{seat} rolls a {roll}."),
    leads="seat",
    frozen="seat freeze",
    moved="seat start index",
    meditated=event("seat items", "{seat} meditates: {items} items are laid out anew on the path."),
    diamond_taken=event("seat index", "{seat} picks up a diamond."),
    own_rune_taken=event("seat index", "{seat} picks up a rune of their own, and its card is put aside."),
    rune_taken=event("seat index element kind", "{seat} picks up a rune and turns “{kind}” against {element}."),
    stopped=event(
        "element freeze", counted("{element} will miss one turn.", "{element} will miss {freeze} turns.", "freeze")
    ),
    rune_lost=event("element index rune", "{element} loses the rune on step {index}."),
    diamond_stolen=event("seat element index", "{seat} steals the diamond on step {index} of {element}'s path."),
    paid=event("seat element", "No diamond is left on {element}'s path, but {seat} gets one all the same."),
    turned_up=event("element kind", "The card against {element} is now “{kind}”."),
    pile_ended=event("element", "The cards against {element} are used up, and all runes against {element} vanish."),
    big_diamond_taken=event("seat", "{seat} wins the big diamond, which counts as three."),
    entered="seat place",
    first_in=event("seat", "{seat} gets five diamonds for being the first."),
    deer_mode=event("", "Deer Mode begins: everybody has four more turns to get into the portal."),
    left=event("seat", "{seat} leaves, and the computer plays on."),
)

OPTIONS = options(
    strict_theft=switch(False, 'a "Diamond" card brings a diamond only if there was one to take'),
    big_diamond=choice(
        "any", "fire", "off", help="which portal cell brings the big diamond: any, only Fire's, or none"
    ),
    max_rounds=whole(
        50, 1000, default=250, help="after this round Deer Mode begins by itself if nobody is in the portal"
    ),
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
    face_down=small(4, 4),  # by pile and kind
    diamonds=mask(4, of=PORTAL),
    runes=mask(4, 4, of=PORTAL),  # by area and element
)


def longest(seats: int, options: dict[str, Any]) -> int:
    return seats * int(options["max_rounds"]) + DEER_SLOTS


def setup(s, tell):
    for area in range(ELEMENTS):
        deal(s, area)
    for element in range(ELEMENTS):
        for kind in range(KINDS):
            s.face_down[element, kind] = OF_A_KIND
        turn_up(s, element, tell)
    s.first = NONE
    s.round_number = 1  # [P11]
    slot_opens(s, tell)


def deal(s, area):
    """Lay out an area's items; the runes of a dead pile stay away. [P9] [P31]"""
    taken = some_of(s, AREA, DIAMONDS)
    s.diamonds[area] = taken
    for element in range(ELEMENTS):
        runes = some_of(s, AREA & ~taken, RUNES if s.face_up[element] != NONE else 0)
        s.runes[area, element] = runes
        taken |= runes


def check_go(s, seat, way):
    if s.left[seat]:
        return Reason.HAS_LEFT if way != COMPUTER else 0  # [P41]
    if way == COMPUTER:
        return Reason.HAS_NOT_LEFT
    return Reason.TOO_FAR_BACK if way == BACKWARD and not can_go_back(s, seat) else 0  # [P19]


def can_go_back(s, seat):
    return s.index[seat] >= s.roll  # [P18]


def target(s, seat, way):
    return s.index[seat] - s.roll if way == BACKWARD else min(s.index[seat] + s.roll, PORTAL)  # [P18]


def go(s, seat, way, tell):
    to = target(s, seat, computers_choice(s, seat) if way == COMPUTER else way)
    say(tell, Event.MOVED, seat, s.index[seat], to)
    s.index[seat] = to
    if to == 0:
        deal(s, seat)  # [P22]
        say(tell, Event.MEDITATED, seat, count(s.diamonds[seat] | all_runes(s, seat)))
    elif to == PORTAL:
        enter_portal(s, seat, tell)
    else:
        pick_up(s, seat, to, tell)
    if not s.over:
        pass_on(s, tell)
    if s.over:
        s.roll = 0
        s.leader = 0


def computers_choice(s, seat):
    """Which way the computer goes. [P46]"""
    if not can_go_back(s, seat) or s.phase == Phase.DEER_MODE or s.leader:
        return FORWARD
    items = s.diamonds[seat] | all_runes(s, seat)
    if has(items, target(s, seat, FORWARD)):
        return FORWARD
    if has(items, target(s, seat, BACKWARD)):
        return BACKWARD
    return below(s, 2)


def leave(s, seat, tell):
    s.left[seat] = 1  # [P41]
    say(tell, Event.LEFT, seat)


def pass_on(s, tell):
    """Go round until a slot opens: each one skipped costs a freeze point, or a point of the Deer Mode counter. [P12]"""
    opened = False
    while not opened:
        s.turn = (s.turn + 1) % ELEMENTS
        if s.turn == 0:
            s.round_number += 1
            say(tell, Event.ROUND_BEGAN, s.round_number)
            if s.phase == Phase.GATHERING and s.round_number > s.max_rounds:  # [P39]
                start_deer_mode(s, tell)
        opened = slot_opens(s, tell)


def slot_opens(s, tell):
    """The tests of a slot: whether its seat may play, or else the game is over."""
    seat = s.turn
    if s.phase == Phase.DEER_MODE:
        s.deer -= 1  # [P13]
        if s.deer < 0:
            s.over = End.DEER_MODE_OVER
            return True
    if s.entry[seat]:  # [P14]
        return False
    if s.freeze[seat]:  # [P15]
        s.freeze[seat] -= 1
        say(tell, Event.FROZEN, seat, s.freeze[seat])
        return False
    s.leader = s.phase == Phase.GATHERING and is_sole_leader(s, seat)  # [P16]
    if s.leader:
        say(tell, Event.LEADS, seat)
    s.turns += 1
    s.roll = roll(s)  # [P17]
    say(tell, Event.ROLLED, seat, s.roll)
    return True


def is_sole_leader(s, seat):
    at_least_as_rich = 0
    for other in range(ELEMENTS):
        at_least_as_rich += s.counts[other] >= s.counts[seat]
    return at_least_as_rich == 1


def pick_up(s, seat, at, tell):
    if has(s.diamonds[seat], at):  # [P23]
        s.diamonds[seat] ^= one(at)
        s.counts[seat] += 1
        say(tell, Event.DIAMOND_TAKEN, seat, at)
        return
    element = rune_at(s, seat, at)
    if element == NONE:
        return
    s.runes[seat, element] ^= one(at)  # [P24]
    if element == seat:
        say(tell, Event.OWN_RUNE_TAKEN, seat, at)  # [P25]
    else:
        say(tell, Event.RUNE_TAKEN, seat, at, element, s.face_up[element])
        card_acts(s, seat, element, tell)
    turn_up(s, element, tell)


def rune_at(s, area, at):
    """The element of the rune on a cell."""
    for element in range(ELEMENTS):
        if has(s.runes[area, element], at):
            return element
    return NONE


def all_runes(s, area):
    return s.runes[area, 0] | s.runes[area, 1] | s.runes[area, 2] | s.runes[area, 3]


def card_acts(s, seat, element, tell):
    """A pile's face-up card strikes the pile's element in favour of `seat`."""
    kind = s.face_up[element]
    if kind == Kind.STOP:
        if not s.entry[element]:  # [P26]
            s.freeze[element] += 1
            say(tell, Event.STOPPED, element, s.freeze[element])
    elif kind == Kind.CARD:
        remove_rune(s, element, tell)
    elif kind == Kind.DOUBLE:  # [P29]
        steal(s, seat, element, tell)
        steal(s, seat, element, tell)
    elif not steal(s, seat, element, tell) and not s.strict_theft:  # [P28]
        s.counts[seat] += 1
        say(tell, Event.PAID, seat, element)


def remove_rune(s, area, tell):
    runes = all_runes(s, area)
    if runes:  # [P27]
        at = any_of(s, runes)
        element = rune_at(s, area, at)
        s.runes[area, element] ^= one(at)
        say(tell, Event.RUNE_LOST, area, at, element)


def steal(s, seat, area, tell):
    """Take a diamond from the board of an area, never from its seat's count; whether there was one. [P30]"""
    if not s.diamonds[area]:
        return False
    at = any_of(s, s.diamonds[area])
    s.diamonds[area] ^= one(at)
    s.counts[seat] += 1
    say(tell, Event.DIAMOND_STOLEN, seat, area, at)
    return True


def turn_up(s, element, tell):
    """The next card of a pile takes the place of the face-up one; without a next card the pile is dead. [P24] [P31]"""
    cards = 0
    for kind in range(KINDS):
        cards += s.face_down[element, kind]
    if not cards:
        s.face_up[element] = NONE
        for area in range(ELEMENTS):
            s.runes[area, element] = 0
        say(tell, Event.PILE_ENDED, element)
        return
    kind, before = 0, below(s, cards)
    while before >= s.face_down[element, kind]:
        before -= s.face_down[element, kind]
        kind += 1
    s.face_down[element, kind] -= 1
    s.face_up[element] = kind
    say(tell, Event.TURNED_UP, element, kind)


def enter_portal(s, seat, tell):
    pays = seat == Element.FIRE if s.big_diamond == Pays.FIRE else s.big_diamond == Pays.ANY
    if s.leader and pays:  # [P34]
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
        s.over = End.ALL_IN


def start_deer_mode(s, tell):
    s.phase = Phase.DEER_MODE
    s.deer = DEER_SLOTS
    say(tell, Event.DEER_MODE)


def points_of(s, seat):
    return s.counts[seat]  # [P40]


def ranks_before(s, seat, other):
    """Survivors first; then diamonds; then earlier entry, which the first mark goes with; then lower seat. [P41]"""
    if (s.entry[seat] > 0) != (s.entry[other] > 0):
        return s.entry[seat] > 0
    if s.counts[seat] != s.counts[other]:
        return s.counts[seat] > s.counts[other]
    if s.entry[seat] != s.entry[other]:
        return s.entry[seat] < s.entry[other]
    return seat < other
