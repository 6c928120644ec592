"""Whot: follow the top card by symbol or number, and be the first to empty your hand.   [W1] = RULES.md

Every zone of cards is a set, and each card lies in exactly one: a hand, the pile, the discards with the top card, or
aside. A pile has no order: drawing takes a random member. The number of a pending pick is the top card's.
"""

from typing import Any

from turnwise.games.whot.deal import deal
from turnwise.games.whot.deck import (
    ALL_CARDS,
    ANSWERS,
    CARDS,
    FOLLOWS,
    FOLLOWS_CALL,
    NUMBER,
    SPECIALS,
    SYMBOLS,
    WHOTS,
    Special,
)
from turnwise.games.whot.effects import market, obey, take, tell_draw
from turnwise.games.whot.match import MOST_GAMES, end_game, scores
from turnwise.games.whot.state import MOST_SEATS, NONE, OPTIONS, End, Event, Phase, Reason, State, after, give_turn
from turnwise.kit import any_of, below, count, first, has, one, others, rule, say, set_of, some_of

__all__ = ["OPTIONS", "End", "Event", "Phase", "Reason", "State", "scores"]

VERSION = 1
SEATS = (2, MOST_SEATS)  # [W1]
CHANCE = True

DRAW, NAME, CALL, CATCH = CARDS, CARDS + 1, CARDS + 6, CARDS + 7  # 0 … 53 play that card; NAME + i names symbol i
ACTIONS = CATCH + 1
NAMING = set_of(range(NAME, NAME + len(SYMBOLS)))


def longest(seats: int, options: dict[str, Any]) -> int:
    """Each filling of the pile (the deal, the reshuffle, a leaver's hand) lets a card be drawn once and played once."""
    games = {"single": 1, "points": options["match_rounds"] or MOST_GAMES, "knockout": MOST_GAMES}[options["match"]]
    fillings = 2 * games + seats - 2
    turns = 2 * CARDS * fillings + games  # and one announcement of Sudden Death a game
    names = count(WHOTS) * fillings
    return turns * (3 if options["last_card_call"] else 1) + names  # in a turn at most one call and one catch


@rule
def setup(s, tell):
    s.playing = one(s.seats) - 1
    s.game = 1
    deal(s, tell)


@rule
def legal(s, seat, moves):
    n = 0
    rest = permitted(s, seat)
    while rest:
        moves[n] = first(rest)
        rest = others(rest)
        n += 1
    return n


@rule
def permitted(s, seat):
    """The set of actions that a seat may take now."""
    if s.over:
        return 0
    actions = one(CATCH) if may_catch(s, seat) else 0
    if seat != s.turn:
        return actions
    if s.phase == Phase.NAME:
        return NAMING  # [W21]
    actions |= playable(s, s.hand[seat])
    if not s.sudden:
        actions |= one(DRAW)  # [W19, W33]
    if may_call(s, seat):
        actions |= one(CALL)
    return actions


@rule
def fitting(s):
    """The cards that may follow the top card, in anybody's hand."""
    if s.pick:  # [W17]
        return ANSWERS[s.top] | WHOTS if s.whot_defends_pick else ANSWERS[s.top]
    return FOLLOWS[s.top] if s.called == NONE else FOLLOWS_CALL[s.called]  # [W14, W15]


@rule
def playable(s, hand):
    """The cards of a hand that may be played now."""
    if s.no_finish_on_special and not others(hand):
        hand &= ~SPECIALS
    return hand & fitting(s)


@rule
def may_call(s, seat):
    """Whether the seat on turn may call "last card" [W51]."""
    return s.last_card_call and not s.said and count(s.hand[seat]) == 2


@rule
def interruptible(s):
    """[W51]"""
    return s.catchable != NONE


@rule
def may_catch(s, seat):
    """Whether somebody's call is missing and this seat may catch it [W51]; an onlooker (-1) may not."""
    return s.catchable != NONE and seat != s.catchable and seat >= 0 and has(s.playing, seat) == 1


@rule
def check(s, seat, action):
    if has(permitted(s, seat), action):
        return 0
    if s.over:
        return Reason.OVER
    if not has(s.playing, seat):
        return Reason.NOT_PLAYING
    if action == CATCH:
        return Reason.NOT_YOURSELF if seat == s.catchable else Reason.NOBODY_TO_CATCH
    if seat != s.turn:
        return Reason.NOT_YOUR_TURN
    if s.phase == Phase.NAME:
        return Reason.NAME_FIRST
    if action == DRAW:
        return Reason.SUDDEN_DEATH
    if action == CALL:
        return why_no_call(s)
    return why_not(s, seat, action) if action < CARDS else Reason.NOTHING_TO_NAME


@rule
def why_no_call(s):
    if not s.last_card_call:
        return Reason.NO_CALLS
    return Reason.CALLED_ALREADY if s.said else Reason.CALL_WITH_TWO


@rule
def why_not(s, seat, card):
    if not has(s.hand[seat], card):
        return Reason.NOT_YOUR_CARD
    if has(fitting(s), card):
        return Reason.NO_FINISH_ON_SPECIAL
    if s.pick:
        return Reason.MUST_ANSWER
    return Reason.MUST_MATCH if s.called == NONE else Reason.MUST_FOLLOW_CALL


@rule
def play(s, seat, action, tell):
    """Take the action, tell it, and see whether the game is over."""
    reshuffled, sudden, ended = s.reshuffled, s.sudden, 0
    if action < CARDS:
        put_down(s, seat, action)
        tell_play(s, seat, action, tell)
        enough = NUMBER[action] != Special.MARKET or market(s, seat, tell)
        ended = settle(s, seat, NUMBER[action], enough)
    elif action == DRAW:
        drawn = take(s, seat, max(1, s.pick))
        tell_draw(seat, drawn, tell)
        ended = after_draw(s, seat, count(drawn))
    elif action == CALL:
        s.said = 1
        say(tell, Event.CALLED, seat)
    elif action == CATCH:
        catch(s, seat, tell)
    else:
        s.called = action - NAME  # [W21]
        say(tell, Event.NAMED, seat, s.called)
        ended = complete(s, seat, after(s, seat))
    if s.reshuffled > reshuffled:
        say(tell, Event.RESHUFFLED)
    if s.sudden > sudden:
        say(tell, Event.SUDDEN_DEATH)
    if ended:
        end_game(s, ended, tell)


@rule
def put_down(s, seat, card):
    """Move a card from the hand to the top of the discards; with that a window for a catch closes [W51]."""
    s.hand[seat] ^= one(card)
    s.discards |= one(card)
    s.top = card
    s.catchable = NONE


@rule
def tell_play(s, seat, card, tell):
    say(tell, Event.PLAYED, seat, card)
    if has(SPECIALS, card):
        say(tell, Event.SPECIAL, seat, NUMBER[card])
    if count(s.hand[seat]) == 1 and not s.last_card_call:
        say(tell, Event.LAST_CARD, seat)  # [W51]


@rule
def settle(s, seat, number, enough):
    """Obey the card, look for an empty hand, pass the turn [W20]. Returns why the game is over, or 0."""
    following = obey(s, seat, number)
    if not enough and not s.tender:
        s.sudden = 1  # [W30]
    if not s.hand[seat]:
        return End.EMPTY_HAND  # [W36]
    if not enough:
        return End.HAND_VALUE  # [W35]
    if number == Special.WHOT:
        s.phase = Phase.NAME  # [W21]
        return 0
    again = number == Special.HOLD_ON or (number == Special.MARKET and s.market_keeps_turn)  # [W24, W27]
    return complete(s, seat, seat if again else following)


@rule
def complete(s, seat, following):
    """A play is complete: a missing call of "last card" can be caught from now on [W51]; the next turn opens."""
    if s.last_card_call and not s.said and count(s.hand[seat]) == 1:
        s.catchable = seat
    return open_turn(s, following)


@rule
def open_turn(s, seat):
    """Open a turn. In Sudden Death a seat without a legal card would have to draw: the game ends [W32]."""
    give_turn(s, seat)
    return End.HAND_VALUE if s.sudden and not playable(s, s.hand[seat]) else 0


@rule
def after_draw(s, seat, drawn):
    """A card or the whole penalty was drawn: pass [W18]. Returns why the game is over, or 0."""
    s.catchable = NONE
    if drawn >= max(1, s.pick):
        s.pick = 0
        return open_turn(s, after(s, seat))
    if s.tender:
        return End.HAND_VALUE
    s.sudden = 1  # [W30]
    return 0 if not drawn and playable(s, s.hand[seat]) else End.HAND_VALUE  # the turn stays [W33], or [W32, W34]


@rule
def catch(s, seat, tell):
    """The caught player draws 2, or as many as can be had [W51]."""
    drawn = take(s, s.catchable, 2)
    say(tell, Event.CAUGHT, s.catchable, seat)
    tell_draw(s.catchable, drawn, tell)
    s.catchable = NONE


@rule
def leave(s, seat, tell):
    """A player goes for good [W40]. Somebody knocked out or gone has left already."""
    if s.over or not has(s.playing, seat):
        return
    if s.sudden:
        s.aside |= s.hand[seat]
    else:
        s.pile |= s.hand[seat]
    s.hand[seat] = 0
    before = 0
    for other in range(s.seats):
        before += s.left[other] > 0
    s.left[seat] = before + 1
    say(tell, Event.LEFT, seat)
    following = after(s, seat)
    s.playing ^= one(seat)
    if s.catchable == seat:
        s.catchable = NONE
    ended = 0
    if s.turn == seat:
        s.target = following
        if s.phase == Phase.NAME:
            s.called = below(s, len(SYMBOLS))
            say(tell, Event.NAMED, seat, s.called)
    if count(s.playing) == 1:
        ended = (
            End.LAST_LEFT if before + 2 == s.seats else End.LAST_IN
        )  # all others have left, or some were knocked out
    elif s.turn == seat:
        ended = open_turn(s, following)
    if ended:
        end_game(s, ended, tell)


@rule
def imagine(s, seat):
    """Deal the cards that the seat cannot see [W44, W45, W49]. In Sudden Death the mover holds a card to play [W32]."""
    if s.over:
        return
    unseen = ALL_CARDS & ~s.discards
    if seat >= 0:
        unseen &= ~s.hand[seat]
    for step in range(MOST_SEATS):
        other = (s.turn + step) % MOST_SEATS  # the mover first
        if other == seat:
            continue
        hand = some_of(s, unseen, ~s.hand[other])
        if s.sudden and s.phase == Phase.PLAY and other == s.turn and not playable(s, hand):
            hand ^= one(any_of(s, hand))
            wanted = fitting(s) & unseen
            hand |= one(any_of(s, wanted & ~SPECIALS if s.no_finish_on_special and not hand else wanted))
        s.hand[other] = hand
        unseen &= ~hand
    s.aside = some_of(s, unseen, ~s.aside)
    s.pile = unseen & ~s.aside
