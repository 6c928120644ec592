"""Liar's Dice: bid how many dice show a face under all cups, or doubt it.   [L1] = RULES.md

The dice of a seat are counted by face, from 0; a bid is its action's number and one more, so that 0 is none.
"""

from typing import Any

from turnwise.kit.chance import below
from turnwise.kit.declared import act, actions, ends, event, reasons
from turnwise.kit.events import events, say
from turnwise.kit.options import options, switch, whole
from turnwise.kit.record import OWNER, number, record, small

VERSION, SEATS, CHANCE = 1, (2, 6), True
FACES, MOST, WILD = 6, 30, 5  # [L2]
OPTIONS = options(
    dice=whole(1, 5, default=5, help="how many dice everybody has at the start"),
    one_round=switch(False, help="the first showdown decides"),
)

Do = actions(
    bid=act("Bid {number} × {face}", number=range(1, MOST + 1), face=range(1, FACES + 1)), doubt=act("Doubt the bid")
)
Reason = reasons(
    TOO_LOW="A bid must be higher: more dice, or as many of a higher face.",
    TOO_MANY="There are not so many dice on the table.",
    NOTHING_TO_DOUBT="Nobody has made a bid yet.",
)
End = ends(SHOWDOWN="a bid was doubted", LAST_ONE="only one player has dice left")
Event = events(
    rolled=event("", "Everybody rolls under the cup."),
    bid=event("seat number face", "{seat} bids {number} × {face}."),
    doubted=event("seat", "{seat} doubts it, and all cups are lifted."),
    counted=event("number face", "Under all cups lie {number} × {face}, with the sixes, which are wild."),
    lost=event("seat", "{seat} was wrong and loses a die."),
    out=event("seat", "{seat} is out."),
)
State = record(
    OPTIONS,
    cups=small(6),  # how many dice each has
    total=small(),  # how many there are together, and how many players have some
    playing=small(),
    rolled=small(6, FACES, see=OWNER),
    shown=small(6, FACES),  # what everybody saw when cups were lifted last
    bid=number(),
    bidder=small(),
    place=small(6),
)


def longest(seats: int, options: dict[str, Any]) -> int:
    return sum(FACES * dice + 1 for dice in range(1, seats * options["dice"] + 1))


def setup(s, tell):
    for seat in range(s.seats):
        s.cups[seat] = s.dice
    s.total, s.playing = s.seats * s.dice, s.seats
    open_round(s, 0, tell)


def open_round(s, first, tell):
    for seat in range(s.seats):
        roll_cup(s, seat)
    say(tell, Event.ROLLED)
    s.bid = 0
    s.turn = first
    s.turns += 1


def roll_cup(s, seat):
    for face in range(FACES):
        s.rolled[seat, face] = 0
    for _ in range(s.cups[seat]):
        s.rolled[seat, below(s, FACES)] += 1


def of_face(s, seat, face):
    """How many dice of a seat count for a face.  [L2]"""
    return s.rolled[seat, face] + (s.rolled[seat, WILD] if face != WILD else 0)


def after(s, seat):
    """The next seat with dice."""
    seat = seat + 1 if seat < s.seats - 1 else 0
    while s.cups[seat] == 0:
        seat = seat + 1 if seat < s.seats - 1 else 0
    return seat


def legal(s, seat, moves):
    if s.over or seat != s.turn:
        return 0
    n = s.total * FACES - s.bid
    for i in range(n):
        moves[i] = s.bid + i
    moves[n] = Do.DOUBT
    return n + (s.bid > 0)


def open_to(s, mask):
    lowest, end = s.bid, s.total * FACES
    for action in range(MOST * FACES):
        mask[action] = lowest <= action < end
    mask[Do.DOUBT] = s.bid > 0
    return 0


def check_bid(s, number, face):  # [L3]
    if number > s.total:
        return Reason.TOO_MANY
    return Reason.TOO_LOW if (number - 1) * FACES + face <= s.bid else 0


def check_doubt(s):
    return 0 if s.bid else Reason.NOTHING_TO_DOUBT


def bid(s, seat, number, face, tell):
    say(tell, Event.BID, seat, number, face)
    s.bid = (number - 1) * FACES + face
    s.bidder = seat
    s.turn = after(s, seat)
    s.turns += 1


def doubt(s, seat, tell):  # [L4]
    found, face = 0, (s.bid - 1) % FACES
    for other in range(s.seats):
        found += of_face(s, other, face)
    say(tell, Event.DOUBTED, seat)
    say(tell, Event.COUNTED, found, face + 1)
    winner, loser = (s.bidder, seat) if found > (s.bid - 1) // FACES else (seat, s.bidder)
    if s.one_round:  # [L7]
        for other in range(s.seats):
            s.place[other] = s.place[other] if s.cups[other] == 0 else 1 if other == winner else 2
        s.place[loser] = s.playing
        s.over = End.SHOWDOWN
    else:
        lose_die(s, loser, tell)


def lose_die(s, seat, tell):
    say(tell, Event.LOST, seat)
    for other in range(s.seats):
        for face in range(FACES):
            s.shown[other, face] = s.rolled[other, face]
    s.total -= 1
    s.cups[seat] -= 1
    if s.cups[seat] == 0:
        drop_out(s, seat, tell)
    if not s.over:  # [L5]
        open_round(s, seat if s.cups[seat] else after(s, seat), tell)


def drop_out(s, seat, tell):  # [L6]
    say(tell, Event.OUT, seat)
    s.total -= s.cups[seat]
    s.cups[seat] = 0
    s.place[seat] = s.playing
    s.playing -= 1
    if s.playing == 1:
        s.place[after(s, seat)] = 1
        s.over = End.LAST_ONE


def leave(s, seat, tell):  # [L8]
    drop_out(s, seat, tell)
    if not s.over:
        open_round(s, after(s, seat) if s.turn == seat else s.turn, tell)


def ranks_before(s, seat, other):
    return s.place[seat] < s.place[other]


def points_of(s, seat):
    return 1.0 if s.place[seat] == 1 else 0.0 if s.place[seat] == s.seats else 0.5


def imagine(s, seat):
    """The dice of the others may be any."""
    for other in range(s.seats):
        if other != seat:
            roll_cup(s, other)
