"""Caesar and Cleopatra, what lies on the table: groups, busts, cards, what is done with them, the record.

Equal cards are never told apart: a place holds a number of cards of each kind, and no card has an id.  [C43]
"""

from enum import IntEnum
from itertools import combinations
from typing import Any

from turnwise.kit import OWNER, choice, events, mask, number, options, record, small, switch, table
from turnwise.kit.declared import Domain, act, actions, domain, each, held, only, veiled
from turnwise.kit.words import said

GROUP = ("PRAETOR", "AEDILE", "QUAESTOR", "CONSUL", "CENSOR")
GROUPS, SIZE = len(GROUP), table((5, 5, 5, 3, 3))  # [C2]
PAIRS = [f"{one} {other}" for one, other in combinations(GROUP, 2)]
PAIR = table([*combinations(range(GROUPS), 2)])  # the two groups of a Castling
BUST = (*GROUP, "BLACK", "GREY")  # [C3]
BLACK, BUSTS = 5, len(BUST)
HAND, FULL, CROWD, QUIET = 6, 5, 8, 14  # [C18, C12, C19, C37]
UP, DOWN = 1, 2
FACE = Domain(("up", "down"), ("up", "down"), UP)

NUMBERS, PART, KINDS = 5, 6, 12  # the kinds 0 to 4 are the cards 1 to 5; influence is kinds 0 to 5, action 6 to 11
Kind = IntEnum("Kind", "N1 N2 N3 N4 N5 PHILOSOPHER ASSASSINATION SCOUT CASTLING WRATH VETO SPY", start=0)
CARD = domain("1 2 3 4 5 P assassination scout castling wrath veto spy".split())
INFLUENCE = CARD.within(0, PART)
NUMBER = [said(value) for value in "12345"]
VICTIM = {value: said("the {value}", value=value) for value in "12345"} | {"P": said("the Philosopher")}
DECK, NO_DECK = ("influence", "action", "none"), 2
OWNED = table((7, 7, 7, 7, 7, 2, 3, 3, 1, 1, 2, 0))  # what a player has in all, the Spy aside  [C4, C5]
IN_HAND = table((1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 1, 0))  # [C7]
IN_DECKS = table((5, 5, 5, 5, 5, 2, 3, 3, 1, 1, 1, 0))  # [C4, C5]
VALUE = table((1, 2, 3, 4, 5, 0))  # of an influence card in a vote  [C21]

Phase = IntEnum("Phase", "PLACE PLAY CASTLE VETO SPY DISCARD DRAW", start=0)


def announced(card: int) -> dict[str, Any]:
    """What all action cards have in common but a Veto."""
    return dict(phase=Phase.PLAY, by="announce", card=held("hand", only(card)))


Do = actions(
    place=act("Place your {kind} at the {group}", phase=Phase.PLACE, kind=NUMBER, group=GROUP),
    lay=act("Lay {kind} {face} at the {group}", phase=Phase.PLAY, kind=held("hand", INFLUENCE), group=GROUP, face=FACE),
    assassinate=act(
        "Play Assassination against {kind} at the {group}", **announced(Kind.ASSASSINATION), group=GROUP, kind=VICTIM
    ),
    scout=act("Play Scout at the {group}", **announced(Kind.SCOUT), group=GROUP),
    castle=act("Play Castling between the {pair}", **announced(Kind.CASTLING), pair=PAIRS),
    wrath=act("Call the Wrath of the Gods down on the {group}", **announced(Kind.WRATH), group=GROUP),
    spy=act("Play Spy and look at the other hand", **announced(Kind.SPY)),
    bust=act("Draw a bust from the bag", phase=Phase.PLAY),
    first=act("Give the next card to the first of the two groups", phase=Phase.CASTLE, by="divide", half=only(0)),
    second=act("Give the next card to the second of the two groups", phase=Phase.CASTLE, by="divide", half=only(1)),
    no_veto=act("Let the action card pass", phase=Phase.VETO),
    veto=act("Play your Veto and draw {deck}", phase=Phase.VETO, card=held("hand", only(Kind.VETO)), deck=DECK),
    take=act("Discard {kind} from the other hand", phase=Phase.SPY, kind=held("spied", CARD)),
    discard=act("Discard {kind}", phase=Phase.DISCARD, kind=held("hand", CARD.within(PART, KINDS))),
    done=act("Done with discarding", phase=Phase.DISCARD, by="fill_up"),
    draw=act("Draw {deck}", phase=Phase.DRAW, deck=DECK[:NO_DECK]),
    places_a_card=veiled("Place a card face down", of="place"),
    lays_a_card_face_down_at=veiled("Lay a card face down at the {group}", of="lay", face=only(DOWN), group=GROUP),
    divides_a_card=veiled("Give the next card to one of the two groups", of="divide"),
)
CARD_OF, GROUP_OF, KIND_OF, PAIR_OF = (table(each(Do, name)) for name in ("card", "group", "kind", "pair"))

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
BY_BACK = ((0, PART), (PART, KINDS))
State = record(
    OPTIONS,
    phase=small(),
    mover=small(),  # whose turn it is, also while the other is asked for a Veto
    first=small(),  # who moves first
    hand=small(2, KINDS, see=OWNER, keep=BY_BACK),
    deck=small(2, KINDS, see=OWNER, keep=BY_BACK),
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
