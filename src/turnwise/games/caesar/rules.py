"""Caesar and Cleopatra: lay influence at five groups of patricians and win them vote by vote.   [C1] = RULES.md

Here is the course of a turn, and at last what a player may imagine of what he cannot see. `board` has the cards, the actions and the
record, `votes` the votes, the end and the points, `cards` the action cards.
"""
# ruff: noqa: F403, F405 - all chapters are about what lies on the board

from typing import Any

from turnwise.games.caesar.board import *
from turnwise.games.caesar.cards import *
from turnwise.games.caesar.votes import *
from turnwise.kit import any_of, below, count, one, say
from turnwise.kit.counts import deal_again, empty, empty_all, fill, holds, lowest, move, remove, total

VERSION, SEATS, CHANCE = 1, (2, 2), True


def longest(seats: int, options: dict[str, Any]) -> int:
    laid, taken, spies = 64, 21, 2 * int(options["spy"])
    turns = QUIET * (laid + taken + 1)  # at most 13 quiet ones before each of the others, and 14 at the end
    announced, drawn, discarded = 16 + spies, 72 + spies, 20 + spies
    return 10 + laid + 2 * announced + 4 * FULL + spies + drawn + discarded + 2 * turns  # each turn `bust` and `done`


def setup(s, tell):
    s.first = below(s, 2) if s.first_player == 2 else s.first_player  # [C8]
    s.bag = one(BUSTS) - 1
    fill(s.patricians, SIZE)
    for seat in range(2):
        deal(s, seat)
        if s.secret_bonus:
            s.bonus[seat] = any_bonus(s, seat)
            say(tell, Event.DEALT, seat)


def deal(s, seat):
    """The starting hand and the two decks.  [C7, C34]"""
    fill(s.hand[seat], IN_HAND)
    fill(s.deck[seat], IN_DECKS)
    s.deck[seat, Kind.SPY] = s.spy


def any_bonus(s, seat):
    """One of the six secret cards, two for each group of 5, but the one the other player has.  [C40]"""
    other = s.bonus[1 - seat] - 1
    k = below(s, 6 if other < 0 else 5)
    if 0 <= 2 * other <= k:
        k += 1  # the first of the two cards for that group is gone
    return k // 2 + 1


def not_now(s, seat, action):
    if action < Do.LAY:
        return Reason.ALREADY_PLACED
    return Reason.HAND_FULL if action >= Do.DRAW and total(s.hand[seat], 0, KINDS) == HAND else Reason.WRONG_PHASE


def check_place(s, seat, kind, group):
    """Each of the cards 1 to 5 once, one at each group.  [C6]"""
    return Reason.ALREADY_PLACED if s.placed[seat, group] or holds(s.placed[seat], kind + 1) else 0


def place(s, seat, kind, group, tell):
    """The five lie face down when they are complete, not before. Caesar places first, whoever moves first.  [C6]"""
    s.placed[seat, group] = kind + 1
    say(tell, Event.PLACED, seat, kind, group)
    if holds(s.placed[seat], 0):
        return
    for other in range(GROUPS):
        s.down[seat, other, s.placed[seat, other] - 1] = s.lying[seat, other] = 1
    empty(s.placed[seat])
    say(tell, Event.READY, seat)
    if seat == 0:
        s.turn = s.mover = 1
    else:
        begin_turn(s, s.first)


def check_lay(s, seat, group, face):
    if s.laid[1] or s.closed:  # two cards, and none after an action that came after the first  [C10, C13]
        return Reason.WRONG_PHASE
    if s.patricians[group] == 0:  # [C12]
        return Reason.GROUP_CLOSED
    if s.lying[seat, group] == FULL:
        return Reason.GROUP_FULL
    return Reason.FACE_RULE if s.laid[0] == face else 0  # [C11]


def lay(s, seat, kind, group, face, tell):
    s.lying[seat, group] += 1
    s.laid[1 if s.laid[0] else 0] = face
    if face == DOWN:
        move(s.hand[seat], s.down[seat, group], kind, 1)
        say(tell, Event.LAID_DOWN, seat, group, kind)
    else:
        move(s.hand[seat], s.up[seat, group], kind, 1)
        say(tell, Event.LAID_UP, seat, kind, group)


def check_bust(s, seat):
    """No bust before an influence card was laid, if one can be.  [C14, C15]"""
    if s.laid[0] == 0 and total(s.hand[seat], 0, PART):
        for group in range(GROUPS):
            if check_lay(s, seat, group, UP) == 0:
                return Reason.MUST_PLAY
    return 0


def bust(s, seat, tell):
    """A group's bust calls a vote, Grey does nothing, Black takes all back into the bag.  [C16]"""
    drawn = any_of(s, s.bag)
    say(tell, Event.DRAWN, seat, drawn)
    if drawn == BLACK:
        say(tell, Event.RETURNED, count(s.visible))
        s.bag |= s.visible
        s.visible = 0
    else:
        s.bag ^= one(drawn)
        s.visible |= one(drawn)
        if drawn < GROUPS:
            vote(s, drawn, tell)
    if not s.over and s.laid[0] == 0 and total(s.hand[seat], PART, KINDS):  # [C15]
        s.phase = Phase.DISCARD
    elif not s.over:
        fill_up(s, seat, tell)


def check_discard(s, kind):
    """Action cards go in order of kind.  [C15]"""
    return Reason.DISCARD_ORDER if kind < s.least else 0


def discard(s, seat, kind, tell):
    move(s.hand[seat], s.discard[seat], kind, 1)
    say(tell, Event.LOST, seat, kind)
    s.least = kind
    if total(s.hand[seat], PART, KINDS) == 0:  # everybody can see that nothing is left to choose
        fill_up(s, seat, tell)


def check_done(s, seat):
    """Six action cards may not keep influence out.  [C15]"""
    stuck = total(s.hand[seat], PART, KINDS) == HAND and total(s.deck[seat], 0, PART) > 0
    return Reason.MUST_DISCARD if stuck else 0


def imagine_seat(s, seat):
    """A player's cards, and what else of him is hidden."""
    empty(s.placed[seat])
    if s.phase == Phase.PLACE:
        deal(s, seat)
        imagine_placement(s, seat)
    else:
        imagine_cards(s, seat)
    imagine_division(s, seat)
    empty(s.spied[seat])
    if s.phase == Phase.SPY:
        fill(s.spied[s.mover], s.hand[1 - s.mover])
    s.bonus[seat] = any_bonus(s, seat) if s.secret_bonus else 0


def imagine_cards(s, seat):
    """What lies nowhere in sight goes into the player's decks; hand and face-down cards are drawn from there, as many as one knows."""
    hand, deck = s.hand[seat], s.deck[seat]
    fill(deck, OWNED)
    deck[Kind.SPY] = s.spy
    remove(deck, s.discard[seat])
    if s.announced and s.mover == seat:
        deck[CARD_OF[s.announced - 1]] -= 1
    for group in range(GROUPS):
        remove(deck, s.up[seat, group])
    if s.phase == Phase.SPY and s.mover != seat and s.spied[s.mover, 0] >= 0:  # he sees that hand
        fill(hand, s.spied[s.mover])
        remove(deck, hand)
    else:
        deal_again(s, deck, hand, 0, PART)
        deal_again(s, deck, hand, PART, KINDS)
    for group in range(GROUPS):
        deal_again(s, deck, s.down[seat, group], 0, PART)


def imagine_placement(s, seat):
    """All five cards if they lie, any number below five if they are being placed, else none.  [C6, C47]"""
    lies = s.lying[seat, 0] > 0
    number = GROUPS if lies else below(s, GROUPS) if s.mover == seat else 0
    groups, kinds = one(GROUPS) - 1, one(NUMBERS) - 1
    empty_all(s.down[seat])
    for _ in range(number):
        group, kind = any_of(s, groups), any_of(s, kinds)
        groups ^= one(group)
        kinds ^= one(kind)
        if lies:
            s.down[seat, group, kind] = 1
        else:
            s.placed[seat, group] = kind + 1


def imagine_division(s, seat):
    """A whole division if its player has announced it, any part of one if he is dividing.  [C29]"""
    empty_all(s.division[seat])
    if s.mover != seat or s.announced == 0 or CARD_OF[s.announced - 1] != Kind.CASTLING:
        return
    gather(s, seat, PAIR_OF[s.announced - 1])
    number = total(s.division[seat, 2], 0, PART)
    for _ in range(below(s, number) if s.phase == Phase.CASTLE else number):
        half = below(s, 2)
        if check_divide(s, seat, half):
            half = 1 - half
        move(s.division[seat, 2], s.division[seat, half], lowest(s.division[seat, 2], 0, PART), 1)
