"""What is on the table in Whot: options, zones, the pick, the call, the match; and what can happen there."""

from enum import IntEnum

from turnwise.games.whot.deck import DECK, SYMBOLS
from turnwise.kit import open_turn
from turnwise.kit.declared import act, actions, ends, event, reasons
from turnwise.kit.events import events
from turnwise.kit.options import choice, options, switch, whole
from turnwise.kit.record import NOBODY, OWNER, number, record, small
from turnwise.kit.zones import stock, zone

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
Do = actions(
    play=act("Play {card}", card=DECK, by="put_down", phase=Phase.PLAY),
    draw=act("Draw from the pile", by="draw_cards", phase=Phase.PLAY),
    name=act("Call for {symbol}", symbol=SYMBOLS, phase=Phase.NAME),
    call=act("Call 'last card'", phase=Phase.PLAY),
    catch=act("Catch whoever did not call 'last card'", out_of_turn=True),
)
Reason = reasons(
    NOT_PLAYING="You are no longer in the game.",
    NOT_YOUR_TURN="It is another player's turn; wait for yours.",
    NAME_FIRST="Call for a symbol with your Whot first: circle, triangle, cross, square or star.",
    NOTHING_TO_NAME="You call for a symbol only after playing a Whot.",
    NOT_YOUR_CARD="That card is not in your hand.",
    MUST_ANSWER="Answer the penalty with a card of the same number, or draw.",
    MUST_FOLLOW_CALL="Play a card of the symbol that was called for, or a Whot.",
    MUST_MATCH="Play a card with the symbol or the number of the top card, or a Whot.",
    NO_FINISH_ON_SPECIAL="A special card may not be your last one; draw instead.",
    SUDDEN_DEATH="Nobody draws in Sudden Death; play a card.",
    NO_CALLS="Nobody needs to call 'last card' at this table.",
    CALLED_ALREADY="You have called 'last card' already.",
    CALL_WITH_TWO="Call 'last card' with exactly two cards in your hand.",
    NOBODY_TO_CATCH="There is nobody to catch now.",
    NOT_YOURSELF="You cannot catch yourself.",
)
End = ends(
    EMPTY_HAND="an empty hand",
    HAND_VALUE="lowest hand value",
    LAST_LEFT="all others have left",
    TARGET="the target was reached",
    ROUNDS="the last game was played",
    LAST_IN="all others are out",
)
Event = events(
    dealt=event("seat number", "{seat} is dealt {number} cards."),
    put_back=event("card", "A Whot is turned up and goes back into the pile."),
    turned_up=event("card", "The first card is {card}."),
    played=event("seat card", "{seat} plays {card}."),
    special="seat effect",
    named=event("seat symbol", "{seat} calls for {symbol}."),
    drew="seat number !hand",
    reshuffled=event("", "The pile has run out: the discards are shuffled into a new one."),
    sudden_death=event("", "Sudden Death: the pile has run out for good, and nobody draws any more."),
    last_card=event("seat", "Last card: {seat} has only one left!"),
    called=event("seat", "{seat} calls 'last card'."),
    caught=event("seat by", "{by} catches {seat}, who did not call 'last card'."),
    left=event("seat", "{seat} leaves."),
    ended="game reason",
    showed="seat hand value",
    knocked_out=event("seat game", "{seat} has the highest hand and is out."),
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
    hand=zone(DECK, MOST_SEATS, see=OWNER),
    pile=stock(DECK),
    discards=zone(DECK),
    aside=zone(DECK, see=NOBODY),  # hands of those who left in Sudden Death
    left=small(MOST_SEATS),  # 1 for the first seat that left, 2 for the next …; 0: it has not
    out=small(MOST_SEATS),  # the game in which a seat was knocked out; 0: it was not
    totals=number(MOST_SEATS),
)


def give_turn(s, seat):
    """Open a seat's turn; a call of "last card" lapses with the old one [W22, W51]."""
    open_turn(s, seat)
    s.phase, s.said = Phase.PLAY, 0
