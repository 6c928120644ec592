"""Caesar and Cleopatra, what lies on the table: cards, groups, busts, the numbers of the actions, the record.

Equal cards are never told apart: a zone holds a number of cards of each kind, and no card has an id.  [C43]
"""

from enum import IntEnum

from turnwise.kit import OWNER, below, choice, events, mask, number, options, record, rule, small, switch, table

GROUPS = 5
SIZE = table((5, 5, 5, 3, 3))  # [C2]
BLACK, BUSTS = 5, 7  # busts 0 to 4 are those of the groups, 6 is Grey  [C3]
HAND, FULL, CROWD, QUIET = 6, 5, 8, 14  # [C18, C12, C19, C37]
UP, DOWN = 1, 2

NUMBERS, PART, KINDS = 5, 6, 12  # the kinds 0 to 4 are the cards 1 to 5; influence is kinds 0 to 5, action 6 to 11
Kind = IntEnum("Kind", "N1 N2 N3 N4 N5 PHILOSOPHER ASSASSINATION SCOUT CASTLING WRATH VETO SPY", start=0)
OWNED = table((7, 7, 7, 7, 7, 2, 3, 3, 1, 1, 2, 0))  # what a player has in all, the Spy aside  [C4, C5]
IN_HAND = table((1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 1, 0))  # [C7]
TO_PLACE = table((1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0))

PAIR = table([(a, b) for a in range(GROUPS) for b in range(a + 1, GROUPS)])  # the two groups of a Castling

ACTIONS = 164
VEILED = 171


class Do(IntEnum):
    """The first number of each sort of action; what is added to it. The actions of a phase stand together."""

    PLACE = 0  # 5 × kind + group
    LAY = 25  # 10 × kind + 2 × group + face - 1
    ASSASSINATE = 85  # 6 × group + kind
    SCOUT = 115  # group
    CASTLE = 120  # pair of groups
    WRATH = 130  # group
    SPY = 135
    BUST = 136
    DIVIDE = 137  # 0 to the first group, 1 to the second
    NO_VETO = 139
    VETO = 140  # and draw: 0 influence, 1 action, 2 nothing
    TAKE = 143  # kind
    DISCARD = 155  # kind - 6
    DONE = 161
    DRAW = 162  # 0 influence, 1 action
    PLACES = 164  # veiled: as others see it
    LAYS_DOWN = 165  # veiled: group
    DIVIDES = 170  # veiled


Phase = IntEnum("Phase", "PLACE PLAY CASTLE VETO SPY DISCARD DRAW", start=0)
OPENS = table((Do.PLACE, Do.LAY, Do.DIVIDE, Do.NO_VETO, Do.TAKE, Do.DISCARD, Do.DRAW, ACTIONS))  # first of each phase
ACTION_CARDS = [Do.ASSASSINATE, Do.SCOUT, Do.CASTLE, Do.WRATH, Do.SPY, Do.SPY, Do.BUST]
WITH_CARD = table([Do.LAY + 10 * kind for kind in range(PART)] + ACTION_CARDS)  # first action with each card, in PLAY
CARD = table([max([k for k in range(KINDS) if WITH_CARD[k] <= action], default=0) for action in range(Do.BUST)])

Reason = IntEnum(
    "Reason",
    "OVER NOT_YOUR_TURN WRONG_PHASE ALREADY_PLACED NOT_IN_HAND GROUP_CLOSED GROUP_FULL FACE_RULE MUST_PLAY ACTION_USED "
    "NO_TARGET EQUAL_CARDS NAME_A_DECK DECK_EMPTY HAND_FULL DISCARD_ORDER MUST_DISCARD",
)
End = IntEnum("End", "ALL_TAKEN NO_INFLUENCE DEAD_BOARD")
Event = events(
    dealt="seat",
    placed="seat !kind !group",
    ready="seat",
    laid_up="seat kind group",
    laid_down="seat group !kind",
    announced="seat action",
    divided="seat !kind !group",
    let_pass="seat action",
    vetoed="seat action",
    castled="seat group number second_group second_number",
    looked="seat",
    lost="seat kind",
    turned_up="seat group kind number",
    discarded="seat group kind number",
    drawn="seat bust",
    returned="number",
    voted="group sum0 sum1 philosophers0 philosophers1 winner",
    inverted="group",
    took="seat group left",
    closed="group",
    drew="seat deck !kind",
)
OPTIONS = options(
    first_player=choice("caesar", "cleopatra", "random", help="who moves first; seat 0 is Caesar"),
    philosopher_spent=switch(False, "after an inverted vote the side with more Philosophers discards one"),
    spy=choice(0, 1, help="Spies in each action deck"),
    secret_bonus=switch(False, "each player gets a secret card for one of the three large groups, worth 2 points"),
)
State = record(
    OPTIONS,
    phase=small(),
    mover=small(),  # whose turn it is, also while the other is asked for a Veto
    first=small(),  # who moves first
    hand=small(2, KINDS, see=OWNER, keep=((0, PART), (PART, KINDS))),
    deck=small(2, KINDS, see=OWNER, keep=((0, PART), (PART, KINDS))),
    discard=small(2, KINDS),
    up=small(2, GROUPS, PART),
    down=small(2, GROUPS, PART, see=OWNER, keep=((0, PART),)),
    lying=small(2, GROUPS),  # cards of a side at a group, up and down
    placed=small(2, GROUPS, see=OWNER),  # a placement under way: kind + 1, or 0
    division=small(2, 3, PART, see=OWNER),  # of a Castling: for the first group, for the second, still to come
    spied=small(2, KINDS, see=OWNER),  # what a Spy's owner sees of the other hand while he chooses
    bonus=small(2, see=OWNER),  # group + 1, or 0
    patricians=small(GROUPS),
    won=small(2, GROUPS),
    bag=mask(),
    visible=mask(),
    gone=mask(),
    laid=small(2),  # the faces of this turn's influence cards in order, or 0
    acted=small(),  # an action card was announced this turn
    closed=small(),  # it closed the influence play
    announced=number(),  # the announced action + 1, or 0
    least=small(),  # in DISCARD, the kind that went last; none before it may go
    taken=small(),  # patricians taken this turn
    quiet=small(),  # turns in a row by [C37]
)


@rule
def cards_in(zone, seat, start, stop):
    """Cards of the kinds from start to stop that a player has in hand or deck. Of a whole part, the other seat knows it."""
    total = ~zone[seat, start]
    if total < 0:
        total = 0
        for kind in range(start, stop):
            total += zone[seat, kind]
    return total


@rule
def face_down(s, seat, group):
    total = s.lying[seat, group]
    for kind in range(PART):
        total -= s.up[seat, group, kind]
    return total


@rule
def pull(s, seat, start, stop):
    """Move a random card of the kinds from start to stop from a player's deck to his hand.  [C44]"""
    k = below(s, cards_in(s.deck, seat, start, stop))
    kind = start
    while k >= s.deck[seat, kind]:
        k -= s.deck[seat, kind]
        kind += 1
    s.deck[seat, kind] -= 1
    s.hand[seat, kind] += 1
    return kind


@rule
def deal(s, seat):
    """The starting hand and the two decks.  [C4, C5, C7, C34]"""
    for kind in range(KINDS):
        s.hand[seat, kind] = IN_HAND[kind]
        s.deck[seat, kind] = OWNED[kind] - IN_HAND[kind] - TO_PLACE[kind]
    s.deck[seat, Kind.SPY] = s.spy


@rule
def deal_bonus(s, seat):
    """One of the six secret cards, two for each group of 5, but the one the other player has.  [C40]"""
    other = s.bonus[1 - seat] - 1
    k = below(s, 6 if other < 0 else 5)
    if 0 <= 2 * other <= k:
        k += 1  # the first of the two cards for that group is gone
    s.bonus[seat] = k // 2 + 1
