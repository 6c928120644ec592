"""Whot: follow the top card by symbol or number, and be the first to empty your hand.   [W1] = RULES.md

Every zone of cards is a set, and each card lies in exactly one: a hand, the pile, the discards with the top card, or
aside. A pile has no order: drawing takes a random member. The number of a pending pick is the top card's.
"""

from typing import Any

from turnwise.games.whot.deal import deal, market, obey, take
from turnwise.games.whot.deck import ANSWERS, CARDS, FOLLOWS, FOLLOWS_CALL, NUMBER, SPECIALS, SYMBOLS, WHOTS, Special
from turnwise.games.whot.match import MOST_GAMES, end_game, points_of, ranks_before
from turnwise.games.whot.state import MOST_SEATS, NONE, OPTIONS, Do, End, Event, Phase, Reason, State, give_turn
from turnwise.kit import after, any_of, below, count, has, one, others, say, set_of
from turnwise.kit.zones import move

__all__ = ["OPTIONS", "Do", "End", "Event", "Phase", "Reason", "State", "points_of", "ranks_before"]

VERSION, SEATS, CHANCE = 1, (2, MOST_SEATS), True  # [W1]
NAMING = set_of(range(Do.NAME, Do.NAME + len(SYMBOLS)))


def longest(seats: int, options: dict[str, Any]) -> int:
    """Each filling of the pile (the deal, the reshuffle, a leaver's hand) lets a card be drawn once and played once."""
    games = {"single": 1, "points": options["match_rounds"] or MOST_GAMES, "knockout": MOST_GAMES}[options["match"]]
    fillings = 2 * games + seats - 2
    turns = 2 * CARDS * fillings + games  # and one announcement of Sudden Death a game
    names = count(WHOTS) * fillings
    return turns * (3 if options["last_card_call"] else 1) + names  # in a turn at most one call and one catch


def setup(s, tell):
    s.playing = one(s.seats) - 1
    s.game = 1
    deal(s, tell)


def allowed(s, seat):
    """The set of actions that a seat may take now."""
    actions = one(Do.CATCH) if may_catch(s, seat) else 0
    if seat != s.turn:
        return actions
    if s.phase == Phase.NAME:
        return NAMING  # [W21]
    actions |= playable(s, s.hand[seat])
    if not s.sudden:
        actions |= one(Do.DRAW)  # [W19, W33]
    return actions | one(Do.CALL) if check_call(s, seat) == 0 else actions


def fitting(s):
    """The cards that may follow the top card, in anybody's hand."""
    if s.pick:  # [W17]
        return ANSWERS[s.top] | WHOTS if s.whot_defends_pick else ANSWERS[s.top]
    return FOLLOWS[s.top] if s.called == NONE else FOLLOWS_CALL[s.called]  # [W14, W15]


def playable(s, hand):
    """The cards of a hand that may be played now."""
    if s.no_finish_on_special and not others(hand):
        hand &= ~SPECIALS
    return hand & fitting(s)


def interruptible(s):
    """[W51]"""
    return s.catchable != NONE


def may_catch(s, seat):
    """Whether somebody's call is missing and this seat may catch it [W51]; an onlooker (-1) may not."""
    return s.catchable != NONE and seat != s.catchable and seat >= 0 and has(s.playing, seat) == 1


def check_seat(s, seat):
    return 0 if has(s.playing, seat) else Reason.NOT_PLAYING


def not_now(s):
    return Reason.NAME_FIRST if s.phase == Phase.NAME else Reason.NOTHING_TO_NAME


def check_play(s, seat, card):
    if has(playable(s, s.hand[seat]), card):
        return 0
    if not has(s.hand[seat], card):
        return Reason.NOT_YOUR_CARD
    if has(fitting(s), card):
        return Reason.NO_FINISH_ON_SPECIAL
    if s.pick:
        return Reason.MUST_ANSWER
    return Reason.MUST_MATCH if s.called == NONE else Reason.MUST_FOLLOW_CALL


def check_draw(s):
    return Reason.SUDDEN_DEATH if s.sudden else 0


def check_call(s, seat):
    """Whether the seat on turn may call "last card" [W51]."""
    if not s.last_card_call:
        return Reason.NO_CALLS
    if s.said:
        return Reason.CALLED_ALREADY
    return 0 if count(s.hand[seat]) == 2 else Reason.CALL_WITH_TWO


def check_catch(s, seat):
    return 0 if may_catch(s, seat) else Reason.NOT_YOURSELF if seat == s.catchable else Reason.NOBODY_TO_CATCH


def put_down(s, seat, card, tell):
    """Put a card on top of the discards; with that a window for a catch closes [W51]. Obey it and pass the turn [W20]."""
    reshuffled, number = s.reshuffled, NUMBER[card]
    s.hand[seat], s.discards = move(s.hand[seat], s.discards, one(card))
    s.top, s.catchable = card, NONE
    say(tell, Event.PLAYED, seat, card)
    if has(SPECIALS, card):
        say(tell, Event.SPECIAL, seat, number)
    if count(s.hand[seat]) == 1 and not s.last_card_call:
        say(tell, Event.LAST_CARD, seat)  # [W51]
    enough = number != Special.MARKET or market(s, seat, tell)
    tell_pile(s, reshuffled, not enough, tell)
    following = obey(s, seat, number)
    if not s.hand[seat] or not enough:
        end_game(s, End.HAND_VALUE if s.hand[seat] else End.EMPTY_HAND, tell)  # [W35, W36]
    elif number == Special.WHOT:
        s.phase = Phase.NAME  # [W21]
    else:
        again = number == Special.HOLD_ON or (number == Special.MARKET and s.market_keeps_turn)  # [W24, W27]
        complete(s, seat, seat if again else following, tell)


def draw_cards(s, seat, tell):
    """Draw a card or the whole penalty, and pass [W18]."""
    reshuffled, wanted = s.reshuffled, max(1, s.pick)
    drawn = take(s, seat, wanted, tell)
    s.catchable = NONE
    tell_pile(s, reshuffled, drawn < wanted, tell)
    if drawn == wanted:
        s.pick = 0
        next_turn(s, after(s.playing, seat), tell)
    elif s.tender or drawn or not playable(s, s.hand[seat]):  # else the turn stays [W33]
        end_game(s, End.HAND_VALUE, tell)  # [W32, W34]


def name(s, seat, symbol, tell):
    s.called = symbol  # [W21]
    say(tell, Event.NAMED, seat, symbol)
    complete(s, seat, after(s.playing, seat), tell)


def call(s, seat, tell):
    s.said = 1
    say(tell, Event.CALLED, seat)


def catch(s, seat, tell):
    """The caught player draws 2, or as many as can be had [W51]."""
    reshuffled = s.reshuffled
    say(tell, Event.CAUGHT, s.catchable, seat)
    take(s, s.catchable, 2, tell)
    s.catchable = NONE
    tell_pile(s, reshuffled, False, tell)


def tell_pile(s, reshuffled, short, tell):
    """Whether the pile was made anew; when it falls short after that, Sudden Death begins [W29, W30]."""
    if s.reshuffled > reshuffled:
        say(tell, Event.RESHUFFLED)
    if short and not s.tender and not s.sudden:
        s.sudden = 1
        say(tell, Event.SUDDEN_DEATH)


def complete(s, seat, following, tell):
    """A play is complete: a missing call of "last card" can be caught from now on [W51]; the next turn opens."""
    if s.last_card_call and not s.said and count(s.hand[seat]) == 1:
        s.catchable = seat
    next_turn(s, following, tell)


def next_turn(s, seat, tell):
    """Open a turn. In Sudden Death a seat without a legal card would have to draw: the game ends [W32]."""
    give_turn(s, seat)
    if s.sudden and not playable(s, s.hand[seat]):
        end_game(s, End.HAND_VALUE, tell)


def leave(s, seat, tell):
    """A player goes for good [W40]. Somebody knocked out or gone has left already."""
    if s.over or not has(s.playing, seat):
        return
    if s.sudden:
        s.aside |= s.hand[seat]
    else:
        s.pile |= s.hand[seat]
    s.hand[seat] = 0
    gone = 1
    for other in range(s.seats):
        gone += s.left[other] > 0
    s.left[seat] = gone
    say(tell, Event.LEFT, seat)
    following = after(s.playing, seat)
    s.playing ^= one(seat)
    if s.catchable == seat:
        s.catchable = NONE
    if s.turn == seat:
        s.target = following
        if s.phase == Phase.NAME:
            s.called = below(s, len(SYMBOLS))
            say(tell, Event.NAMED, seat, s.called)
    if count(s.playing) == 1:  # all others have left, or some were knocked out
        end_game(s, End.LAST_LEFT if gone + 1 == s.seats else End.LAST_IN, tell)
    elif s.turn == seat:
        next_turn(s, following, tell)


def imagine_hand(s, seat, cards, unseen):
    """In Sudden Death the mover holds a card to play [W32]."""
    if s.sudden and s.phase == Phase.PLAY and seat == s.turn and not playable(s, cards):
        cards ^= one(any_of(s, cards))
        wanted = fitting(s) & unseen
        cards |= one(any_of(s, wanted & ~SPECIALS if s.no_finish_on_special and not cards else wanted))
    return cards
