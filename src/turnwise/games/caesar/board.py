"""Caesar and Cleopatra, what lies on the table: cards, groups, busts, the numbers of the actions, and the record.

Equal cards are never told apart: every zone holds a number of cards of each kind, and no card has an id.  [C43]
"""

from enum import IntEnum

from turnwise.kit import OWNER, below, choice, events, mask, number, options, record, rule, small, switch, table

GROUPS = 5
SIZE = table((5, 5, 5, 3, 3))  # patricians of a group, in board order  [C2]
BLACK, GREY, BUSTS = 5, 6, 7  # busts 0 to 4 are those of the groups  [C3]
ALL_BUSTS = (1 << BUSTS) - 1

NUMBERS, PHILOSOPHER, INFLUENCE = 5, 5, 6  # kinds 0 to 4 are the cards 1 to 5; kinds below INFLUENCE are influence cards
ASSASSINATION, SCOUT, CASTLING, WRATH, VETO, SPY = range(6, 12)
KINDS = 12
OWNED = table((7, 7, 7, 7, 7, 2, 3, 3, 1, 1, 2, 0))  # what a player has in all, the Spy aside  [C4, C5]
START_HAND = table((1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 1, 0))  # [C7]
START_DECK = table((5, 5, 5, 5, 5, 2, 3, 3, 1, 1, 1, 0))
HAND = 6
FULL = 5  # influence cards of one player at a group  [C12]
CROWD = 8  # influence cards of both that call a vote  [C19]
QUIET = 14  # turns without influence and without success that end the game  [C37]
UP, DOWN = 0, 1

PAIRS = [(a, b) for a in range(GROUPS) for b in range(a + 1, GROUPS)]
ONE, OTHER = table([a for a, _ in PAIRS]), table([b for _, b in PAIRS])  # the two groups of a Castling

# The numbers of the actions; those of one phase stand together.
PLACE = 0  # 5 * kind + group
LAY = PLACE + NUMBERS * GROUPS  # 2 * (5 * kind + group) + face
ASSASSINATE = LAY + INFLUENCE * GROUPS * 2  # 6 * group + kind
SEND_SCOUT = ASSASSINATE + GROUPS * INFLUENCE  # group
CASTLE = SEND_SCOUT + GROUPS  # pair of groups
CALL_WRATH = CASTLE + len(PAIRS)  # group
SEND_SPY = CALL_WRATH + GROUPS
BUST = SEND_SPY + 1
TO_FIRST, TO_SECOND = BUST + 1, BUST + 2
NO_VETO = TO_SECOND + 1
SAY_VETO = NO_VETO + 1  # and draw from the influence deck, the action deck, none
TAKE = SAY_VETO + 3  # kind
DISCARD = TAKE + KINDS  # kind - INFLUENCE
DONE = DISCARD + KINDS - INFLUENCE
DRAW = DONE + 1  # influence deck, action deck
ACTIONS = DRAW + 2
PLACES, LAYS_DOWN, DIVIDES = ACTIONS, ACTIONS + 1, ACTIONS + 1 + GROUPS  # as others see them; LAYS_DOWN + group
VEILED = DIVIDES + 1

Phase = IntEnum("Phase", "PLACE PLAY CASTLE VETO SPY DISCARD DRAW", start=0)
OPENS = table((PLACE, LAY, TO_FIRST, NO_VETO, TAKE, DISCARD, DRAW, ACTIONS))  # first action of each phase; the next one's ends it
ANNOUNCES = table((ASSASSINATE, SEND_SCOUT, CASTLE, CALL_WRATH, SEND_SPY, SEND_SPY, BUST))  # the same by card, from ASSASSINATION

Reason = IntEnum(
    "Reason",
    "OVER NOT_YOUR_TURN WRONG_PHASE ALREADY_PLACED NOT_IN_HAND GROUP_CLOSED GROUP_FULL FACE_RULE MUST_PLAY ACTION_USED NO_TARGET "
    "EQUAL_CARDS NAME_A_DECK DECK_EMPTY HAND_FULL DISCARD_ORDER MUST_DISCARD",
)
End = IntEnum("End", "ALL_TAKEN NO_INFLUENCE DEAD_BOARD")
Event = events(
    dealt="seat !group",
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
    hand=small(2, KINDS, see=OWNER, keep=((0, INFLUENCE), (INFLUENCE, KINDS))),
    deck=small(2, KINDS, see=OWNER, keep=((0, INFLUENCE), (INFLUENCE, KINDS))),
    discard=small(2, KINDS),
    up=small(2, GROUPS, INFLUENCE),
    down=small(2, GROUPS, INFLUENCE, see=OWNER, keep=((0, INFLUENCE),)),
    lying=small(2, GROUPS),  # number of a side's cards at a group, up and down
    placed=small(2, GROUPS, see=OWNER),  # a placement under way: kind + 1, or 0
    division=small(2, 2, INFLUENCE, see=OWNER),  # of a Castling: cards for the first and for the second group
    spied=small(2, KINDS, see=OWNER),  # what a Spy's owner sees of the other hand while he chooses
    bonus=small(2, see=OWNER),  # group + 1, or 0
    patricians=small(GROUPS),
    won=small(2, GROUPS),
    bag=mask(),
    visible=mask(),
    gone=mask(),
    laid=small(2),  # this turn's influence cards in order: face + 1, or 0
    acted=small(),  # an action card was announced this turn
    closed=small(),  # it closed the influence play
    announced=number(),  # the announced action + 1, or 0
    least=small(),  # in DISCARD, the lowest kind that may still go
    taken=small(),  # patricians taken this turn
    quiet=small(),  # turns in a row by [C37]
)


@rule
def card_of(action):
    """The action card that an announcement plays."""
    card = ASSASSINATION
    while action >= ANNOUNCES[card + 1 - INFLUENCE]:
        card += 1
    return card


@rule
def cards_in(zone, seat, start, stop):
    """How many cards of the kinds from start to stop a player has in a zone; known to the other seat of whole decks only."""
    if zone[seat, start] < 0:
        return ~zone[seat, start]
    total = 0
    for kind in range(start, stop):
        total += zone[seat, kind]
    return total


@rule
def face_down(s, seat, group):
    total = s.lying[seat, group]
    for kind in range(INFLUENCE):
        total -= s.up[seat, group, kind]
    return total


@rule
def pull(s, seat, start, stop):
    """Take a random card of the kinds from start to stop out of a player's deck into his hand; return its kind.  [C44]"""
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
    """The starting hand and the two decks.  [C4, C5, C7]"""
    for kind in range(KINDS):
        s.hand[seat, kind] = START_HAND[kind]
        s.deck[seat, kind] = START_DECK[kind]
    s.deck[seat, SPY] = s.spy  # [C34]


@rule
def deal_bonus(s, seat):
    """One of the six secret cards, two for each group of 5, but the one the other player has.  [C40]"""
    other = s.bonus[1 - seat]
    k = below(s, 5 if other else 6)
    group = 0
    while k >= 2 - (other == group + 1):
        k -= 2 - (other == group + 1)
        group += 1
    s.bonus[seat] = group + 1
    return group
