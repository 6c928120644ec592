"""Caesar and Cleopatra, the action cards: announcement, targets, Veto, effects."""
# ruff: noqa: F403, F405 - all chapters are about what lies on the board

from turnwise.games.caesar.board import *
from turnwise.games.caesar.votes import check_draw, clear, discard_at, draw, turn_up
from turnwise.kit import say
from turnwise.kit.counts import add, empty, empty_all, fill, lowest, move, total


def check_announce_card(s):
    """One action card a turn.  [C13]"""
    return Reason.ACTION_USED if s.acted else 0


def check_assassinate(s, seat, group, kind):  # [C27]
    return 0 if s.up[1 - seat, group, kind] else Reason.NO_TARGET


def check_scout(s, seat, group):  # [C28]
    return 0 if total(s.down[1 - seat, group], 0, PART) else Reason.NO_TARGET


def check_castle(s, seat, pair):  # [C29]
    one, other = PAIR[pair, 0], PAIR[pair, 1]
    if s.patricians[one] == 0 or s.patricians[other] == 0:
        return Reason.GROUP_CLOSED
    return 0 if s.lying[seat, one] + s.lying[seat, other] else Reason.NO_TARGET


def check_wrath(s, group):  # [C30]
    return 0 if s.lying[0, group] + s.lying[1, group] else Reason.NO_TARGET


def check_spy(s, seat):  # [C34]
    return 0 if total(s.hand[1 - seat], 0, KINDS) else Reason.NO_TARGET


def announce(s, seat, card, action, tell):
    """The card lies open on the table, and closes the influence play if that has begun.  [C13, C33]

    The other player is always asked for a Veto, whether he holds one or not."""
    s.hand[seat, card] -= 1
    s.announced = action + 1
    s.acted = 1
    s.closed = 1 if s.laid[0] else 0
    say(tell, Event.ANNOUNCED, seat, action)
    if card == Kind.CASTLING:
        s.phase = Phase.CASTLE
        gather(s, seat, PAIR_OF[action])
    else:
        s.phase, s.turn = Phase.VETO, 1 - seat


def gather(s, seat, pair):
    """All own cards at two groups are to be divided anew.  [C29]"""
    for half in range(2):
        add(s.division[seat, 2], s.up[seat, PAIR[pair, half]])
        add(s.division[seat, 2], s.down[seat, PAIR[pair, half]])


def check_divide(s, seat, half):
    """Equal cards go to the first group before the second, and each group takes five at most.  [C29]"""
    kind = lowest(s.division[seat, 2], 0, PART)
    if half == 0 and s.division[seat, 1, kind]:
        return Reason.EQUAL_CARDS
    coming = s.division[seat, 2, kind] if half else 1
    return Reason.GROUP_FULL if total(s.division[seat, half], 0, PART) + coming > FULL else 0


def divide(s, seat, half, tell):
    kind = lowest(s.division[seat, 2], 0, PART)
    move(s.division[seat, 2], s.division[seat, half], kind, 1)
    say(tell, Event.DIVIDED, seat, kind, PAIR[PAIR_OF[s.announced - 1], half])
    if total(s.division[seat, 2], 0, PART) == 0:
        s.phase, s.turn = Phase.VETO, 1 - seat


def check_veto(s, seat, deck):
    """A Veto names the deck that its player draws from, if it has a card.  [C31]"""
    if deck == NO_DECK:
        return Reason.NAME_A_DECK if total(s.deck[seat], 0, KINDS) else 0
    return check_draw(s, seat, deck)


def veto(s, seat, deck, tell):
    """The announced card has no effect.  [C31]"""
    say(tell, Event.VETOED, seat, s.announced - 1)
    move(s.hand[seat], s.discard[seat], Kind.VETO, 1)
    if deck != NO_DECK:
        draw(s, seat, deck, tell)
    put_away(s)


def no_veto(s, seat, tell):
    """The announced card acts, and is put away, a Spy when a card has been chosen.  [C26]"""
    mover, action = s.mover, s.announced - 1
    card, group, pair = CARD_OF[action], GROUP_OF[action], PAIR_OF[action]
    say(tell, Event.LET_PASS, seat, action)
    if card == Kind.SPY:
        s.phase, s.turn = Phase.SPY, mover
        fill(s.spied[mover], s.hand[seat])
        say(tell, Event.LOOKED, mover)
        return
    if card == Kind.ASSASSINATION:
        discard_at(s, seat, group, KIND_OF[action], tell)
    elif card == Kind.SCOUT:
        turn_up(s, seat, group, tell)
    elif card == Kind.CASTLING:
        castle(s, mover, PAIR[pair, 0], PAIR[pair, 1], tell)
    else:
        clear(s, group, tell)
    put_away(s)


def castle(s, seat, one, other, tell):
    """Lay the cards of two groups face down as they were divided.  [C29]"""
    for half in range(2):
        group = other if half else one
        empty(s.up[seat, group])
        fill(s.down[seat, group], s.division[seat, half])
        s.lying[seat, group] = total(s.division[seat, half], 0, PART)
    say(tell, Event.CASTLED, seat, one, s.lying[seat, one], other, s.lying[seat, other])


def take(s, seat, kind, tell):  # [C34]
    move(s.hand[1 - seat], s.discard[1 - seat], kind, 1)
    say(tell, Event.LOST, 1 - seat, kind)
    put_away(s)


def put_away(s):
    """The action card is discarded, and its player goes on; what it showed or divided is forgotten.  [C26, C29, C34]"""
    seat = s.mover
    s.discard[seat, CARD_OF[s.announced - 1]] += 1
    s.announced, s.phase, s.turn = 0, Phase.PLAY, seat
    empty(s.spied[seat])
    empty_all(s.division[seat])
