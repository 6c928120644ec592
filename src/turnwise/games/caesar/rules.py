"""Caesar and Cleopatra: lay influence at five groups of patricians and win them vote by vote.   [C1] = RULES.md

Here is the course of a turn. `board` has the cards, the actions and the record, `votes` the votes, the end and the points,
`cards` the action cards, `hidden` what others see and may imagine.
"""

from typing import Any

from turnwise.games.caesar.board import (
    ACTIONS,
    BLACK,
    BUSTS,
    CARD,
    DOWN,
    FULL,
    GROUPS,
    HAND,
    KINDS,
    OPENS,
    OPTIONS,
    PART,
    QUIET,
    SIZE,
    VEILED,
    WITH_CARD,
    Do,
    End,
    Event,
    Kind,
    Phase,
    Reason,
    State,
    cards_in,
    deal,
    deal_bonus,
)
from turnwise.games.caesar.cards import (
    announce,
    answer_veto,
    check_division,
    check_target,
    check_veto,
    divide,
    draw,
    lose,
    put_away,
)
from turnwise.games.caesar.hidden import imagine, veil
from turnwise.games.caesar.votes import begin_turn, finish_turn, scores, vote
from turnwise.kit import any_of, below, count, rule, say

__all__ = ["ACTIONS", "OPTIONS", "VEILED", "End", "Event", "Phase", "Reason", "State", "imagine", "scores", "veil"]

VERSION = 1
SEATS = (2, 2)
CHANCE = True


def longest(seats: int, options: dict[str, Any]) -> int:
    laid, taken, spies = 64, 21, 2 * int(options["spy"])
    turns = QUIET * (laid + taken + 1)  # at most 13 quiet ones before each of the others, and 14 at the end
    announced, divided = 16 + spies, 4 * FULL
    drawn, discarded = 72 + spies, 20 + spies
    return 10 + laid + 2 * announced + divided + spies + drawn + discarded + 2 * turns  # each turn `bust` and `done`


@rule
def setup(s, tell):
    s.first = below(s, 2) if s.first_player == 2 else s.first_player  # [C8]
    s.bag = (1 << BUSTS) - 1
    for group in range(GROUPS):
        s.patricians[group] = SIZE[group]
    for seat in range(2):
        deal(s, seat)
        if s.secret_bonus:
            deal_bonus(s, seat)
            say(tell, Event.DEALT, seat)


@rule
def legal(s, seat, moves):
    n = 0
    if s.over or seat != s.turn:
        return n
    action, stop = OPENS[s.phase], OPENS[s.phase + 1]
    if s.phase == Phase.PLAY:
        for card in range(KINDS):  # a card that may not be played is passed over with all its actions
            if check_card(s, seat, card) == 0:
                for use in range(WITH_CARD[card], WITH_CARD[card + 1]):
                    if check_use(s, seat, card, use) == 0:
                        moves[n] = use
                        n += 1
        action = stop - 1  # the bust is left
    while action < stop:
        if check_now(s, seat, action) == 0:
            moves[n] = action
            n += 1
        action += 1
    return n


@rule
def check(s, seat, action):
    if s.over:
        return Reason.OVER
    if seat != s.turn:
        return Reason.NOT_YOUR_TURN
    if action < OPENS[s.phase] or action >= OPENS[s.phase + 1]:
        if action < Do.LAY:
            return Reason.ALREADY_PLACED
        return (
            Reason.HAND_FULL if action >= Do.DRAW and cards_in(s.hand, seat, 0, KINDS) == HAND else Reason.WRONG_PHASE
        )
    return check_now(s, seat, action)


@rule
def check_now(s, seat, action):
    """0, or why the seat on turn may not take this action of the present phase."""
    if action < Do.LAY:
        return check_place(s, seat, action // GROUPS, action % GROUPS)
    if action < Do.BUST:
        reason = check_card(s, seat, CARD[action])
        return reason if reason else check_use(s, seat, CARD[action], action)
    if action == Do.BUST:  # [C14]
        return Reason.MUST_PLAY if must_lay(s, seat) else 0
    if action < Do.NO_VETO:
        return check_division(s, seat, action - Do.DIVIDE)
    if action < Do.TAKE:
        return check_veto(s, seat, action - Do.VETO) if action >= Do.VETO else 0
    if action < Do.DISCARD:
        return 0 if s.spied[seat, action - Do.TAKE] else Reason.NOT_IN_HAND
    if action < Do.DRAW:
        return check_discard(s, seat, action - Do.DISCARD + PART)
    return 0 if deck_size(s, seat, action - Do.DRAW) else Reason.DECK_EMPTY


@rule
def play(s, seat, action, tell):
    if action < Do.LAY:
        place(s, seat, action // GROUPS, action % GROUPS, tell)
    elif action < Do.ASSASSINATE:
        at = action - Do.LAY
        lay(s, seat, at // 10, at // 2 % GROUPS, at % 2 + 1, tell)
    elif action < Do.BUST:
        announce(s, seat, CARD[action], action, tell)
    elif action == Do.BUST:
        draw_bust(s, seat, tell)
    elif action < Do.NO_VETO:
        divide(s, seat, action - Do.DIVIDE, tell)
    elif action < Do.TAKE:
        answer_veto(s, seat, action, tell)
    elif action < Do.DISCARD:
        lose(s, 1 - seat, action - Do.TAKE, tell)
        put_away(s, seat, Kind.SPY)
    elif action < Do.DONE:
        discard_action(s, seat, action - Do.DISCARD + PART, tell)
    elif action == Do.DONE:
        fill_up(s, seat, tell)
    else:
        draw(s, seat, action - Do.DRAW, tell)
        fill_up(s, seat, tell)


@rule
def check_place(s, seat, kind, group):
    """Each of the cards 1 to 5 once, one at each group.  [C6]"""
    for other in range(GROUPS):
        if s.placed[seat, other] == kind + 1:
            return Reason.ALREADY_PLACED
    return Reason.ALREADY_PLACED if s.placed[seat, group] else 0


@rule
def place(s, seat, kind, group, tell):
    """The five lie face down when they are complete, not before. Caesar places first, whoever moves first.  [C6]"""
    s.placed[seat, group] = kind + 1
    say(tell, Event.PLACED, seat, kind, group)
    for other in range(GROUPS):
        if s.placed[seat, other] == 0:
            return
    for other in range(GROUPS):
        s.down[seat, other, s.placed[seat, other] - 1] = 1
        s.lying[seat, other] = 1
        s.placed[seat, other] = 0
    say(tell, Event.READY, seat)
    if seat == 0:
        s.turn = s.mover = 1
    else:
        begin_turn(s, s.first)


@rule
def check_card(s, seat, card):
    """Whether a card of the hand may be played at all."""
    if s.hand[seat, card] == 0:
        return Reason.NOT_IN_HAND
    if card < PART:  # two influence cards, and none after an action that came after the first  [C10, C13]
        return Reason.WRONG_PHASE if s.laid[1] or s.closed else 0
    return Reason.ACTION_USED if s.acted else 0  # [C13]


@rule
def check_use(s, seat, card, action):
    """Whether a card that may be played may be played like this."""
    if card >= PART:
        return check_target(s, seat, card, action)
    at = action - Do.LAY
    if not has_room(s, seat, at // 2 % GROUPS):
        return Reason.GROUP_FULL if s.patricians[at // 2 % GROUPS] else Reason.GROUP_CLOSED
    return Reason.FACE_RULE if s.laid[0] == at % 2 + 1 else 0  # [C11]


@rule
def has_room(s, seat, group):
    """[C12]"""
    return s.patricians[group] > 0 and s.lying[seat, group] < FULL


@rule
def lay(s, seat, kind, group, face, tell):
    s.hand[seat, kind] -= 1
    s.lying[seat, group] += 1
    s.laid[1 if s.laid[0] else 0] = face
    if face == DOWN:
        s.down[seat, group, kind] += 1
        say(tell, Event.LAID_DOWN, seat, group, kind)
    else:
        s.up[seat, group, kind] += 1
        say(tell, Event.LAID_UP, seat, kind, group)


@rule
def must_lay(s, seat):
    """No influence card was laid this turn, though one can be.  [C14, C15]"""
    if s.laid[0] or cards_in(s.hand, seat, 0, PART) == 0:
        return False
    for group in range(GROUPS):
        if has_room(s, seat, group):
            return True
    return False


@rule
def draw_bust(s, seat, tell):
    """A group's bust calls a vote, Grey does nothing, Black takes all back into the bag.  [C16]"""
    bust = any_of(s, s.bag)
    say(tell, Event.DRAWN, seat, bust)
    if bust == BLACK:
        say(tell, Event.RETURNED, count(s.visible))
        s.bag |= s.visible
        s.visible = 0
    else:
        s.bag ^= 1 << bust
        s.visible |= 1 << bust
        if bust < GROUPS:
            vote(s, bust, tell)
    if s.over:
        return
    if s.laid[0] == 0 and cards_in(s.hand, seat, PART, KINDS):  # [C15]
        s.phase = Phase.DISCARD
    else:
        fill_up(s, seat, tell)


@rule
def check_discard(s, seat, kind):
    """Action cards in order of kind, or KINDS to end the choice; six of them may not keep influence out.  [C15]"""
    if kind == KINDS:
        stuck = cards_in(s.hand, seat, PART, KINDS) == HAND and deck_size(s, seat, 0) > 0
        return Reason.MUST_DISCARD if stuck else 0
    if s.hand[seat, kind] == 0:
        return Reason.NOT_IN_HAND
    return Reason.DISCARD_ORDER if kind < s.least else 0


@rule
def discard_action(s, seat, kind, tell):
    lose(s, seat, kind, tell)
    s.least = kind
    if cards_in(s.hand, seat, PART, KINDS) == 0:  # everybody can see that nothing is left to choose
        fill_up(s, seat, tell)


@rule
def deck_size(s, seat, part):
    """Cards in the influence deck (0) or the action deck (1)."""
    return cards_in(s.deck, seat, PART * part, PART * part + PART)


@rule
def fill_up(s, seat, tell):
    """Draw while the hand has fewer than six cards and a deck has any; then the turn ends.  [C18]"""
    s.least = 0
    if cards_in(s.hand, seat, 0, KINDS) < HAND and cards_in(s.deck, seat, 0, KINDS) > 0:
        s.phase = Phase.DRAW
    else:
        finish_turn(s, tell)
