"""What is on the table in Whot: options, zones, the pick, the call, the match; and what can happen there."""

from enum import IntEnum

from turnwise.kit import NOBODY, OWNER, choice, events, first, mask, number, options, record, rule, small, switch, whole

MOST_SEATS = 8
NONE = -1
"""No symbol, no seat."""

OPTIONS = options(
    cards_each=choice("auto", 3, 4, 5, 6, 7, help="cards dealt to each player; auto goes by the number of players"),
    tender=switch(False, "short game: the first card that cannot be had ends it by hand value"),
    whot_defends_pick=switch(False, "a Whot answers a pending pick and cancels it"),
    no_finish_on_special=switch(False, "a special card may not be the last one played"),
    last_card_call=switch(False, "who comes down to one card must call 'last card', or may be caught"),
    first_card_acts=switch(False, "the first card turned up has its effect on the starter"),
    market_keeps_turn=switch(False, "after General Market the same player moves again"),
    match=choice("single", "points", "knockout", help="one game, games to a total, or games until one player is left"),
    match_target=whole(50, 500, default=100, help="the total that ends a points match"),
    match_rounds=whole(0, 20, default=0, help="the number of games of a points match; 0: until the target"),
)
SINGLE, POINTS, KNOCKOUT = range(3)  # codes of the option `match`

Phase = IntEnum("Phase", "PLAY NAME", start=0)
Reason = IntEnum(
    "Reason",
    "OVER NOT_PLAYING NOT_YOUR_TURN NAME_FIRST NOTHING_TO_NAME NOT_YOUR_CARD MUST_ANSWER MUST_FOLLOW_CALL MUST_MATCH "
    "NO_FINISH_ON_SPECIAL SUDDEN_DEATH NO_CALLS CALLED_ALREADY CALL_WITH_TWO NOBODY_TO_CATCH NOT_YOURSELF",
)
End = IntEnum("End", "EMPTY_HAND HAND_VALUE LAST_LEFT TARGET ROUNDS LAST_IN")
Event = events(
    dealt="seat number",
    put_back="card",
    turned_up="card",
    played="seat card",
    special="seat effect",
    named="seat symbol",
    drew="seat number !hand",
    reshuffled="",
    sudden_death="",
    last_card="seat",
    called="seat",
    caught="seat by",
    left="seat",
    ended="game reason",
    showed="seat hand value",
    knocked_out="seat game",
)

State = record(
    OPTIONS,
    phase=small(),
    top=small(),  # the card to follow
    called=small(),  # the symbol that a Whot on top asks for, or NONE
    pick=small(),  # cards to draw unless the top card is answered; 0: no pick is pending
    target=small(),  # the seat that a pending pick stands on
    reshuffled=small(),
    sudden=small(),  # Sudden Death has begun
    said=small(),  # the seat on turn has called "last card" in this turn
    catchable=small(),  # the seat that came down to one card without a call, or NONE
    game=small(),
    starter=small(),
    playing=number(),  # the set of seats still in
    hand=mask(MOST_SEATS, see=OWNER),
    pile=mask(see=NOBODY),
    discards=mask(),
    aside=mask(see=NOBODY),  # hands of those who left in Sudden Death
    left=small(MOST_SEATS),  # 1 for the first seat that left, 2 for the next …; 0: it has not
    out=small(MOST_SEATS),  # the game in which a seat was knocked out; 0: it was not
    totals=number(MOST_SEATS),
)


@rule
def after(s, seat):
    """The next seat in play order [W1]."""
    higher = s.playing >> (seat + 1)
    return seat + 1 + first(higher) if higher else first(s.playing)


@rule
def give_turn(s, seat):
    """Open a seat's turn; a call of "last card" lapses with the old one [W22, W51]."""
    s.turn = seat
    s.turns += 1
    s.phase = Phase.PLAY
    s.said = 0
