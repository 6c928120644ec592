"""Caesar and Cleopatra, the votes of confidence, the end of a turn and of the game, the points."""
# ruff: noqa: F403, F405 - all chapters are about what lies on the board

from turnwise.games.caesar.board import *
from turnwise.kit import one, say
from turnwise.kit.counts import highest, lowest, move, move_all, move_any, total, total_all, worth


def vote(s, group, tell):
    """A vote of confidence on a group."""
    turn_up(s, 0, group, tell)
    turn_up(s, 1, group, tell)
    sum0, sum1 = worth(s.up[0, group], VALUE), worth(s.up[1, group], VALUE)
    wise0, wise1 = s.up[0, group, Kind.PHILOSOPHER], s.up[1, group, Kind.PHILOSOPHER]
    higher = 0 if sum0 > sum1 else 1
    winner = -1 if sum0 == sum1 else higher if wise0 == wise1 else 1 - higher  # [C21, C22]
    say(tell, Event.VOTED, group, sum0, sum1, wise0, wise1, winner)
    if winner < 0:
        return
    if winner != higher:
        say(tell, Event.INVERTED, group)
    s.patricians[group] -= 1  # [C23]
    s.won[winner, group] += 1
    s.taken += 1
    say(tell, Event.TOOK, winner, group, s.patricians[group])
    discard_at(s, higher, group, highest(s.up[higher, group], 0, NUMBERS), tell)  # [C24]
    if sum0 and sum1:  # a side without numbered cards discards nothing
        discard_at(s, 1 - higher, group, lowest(s.up[1 - higher, group], 0, NUMBERS), tell)
    if s.philosopher_spent and wise0 != wise1:
        discard_at(s, 0 if wise0 > wise1 else 1, group, Kind.PHILOSOPHER, tell)
    if s.patricians[group] == 0:
        close(s, group, tell)


def turn_up(s, seat, group, tell):
    """Turn a side's face-down cards at a group face up.  [C20]"""
    move_all(s.down[seat, group], s.up[seat, group], tell, Event.TURNED_UP, seat, group)


def discard_at(s, seat, group, kind, tell):
    """A face-up influence card at a group goes to the discard pile."""
    move(s.up[seat, group], s.discard[seat], kind, 1)
    s.lying[seat, group] -= 1
    say(tell, Event.DISCARDED, seat, group, kind, 1)


def clear(s, group, tell):
    """Discard all influence cards of both players at a group, hidden ones face up.  [C25, C30]"""
    for seat in range(2):
        turn_up(s, seat, group, tell)
        move_all(s.up[seat, group], s.discard[seat], tell, Event.DISCARDED, seat, group)
        s.lying[seat, group] = 0


def close(s, group, tell):
    """A group without patricians loses its cards and its bust; the last one ends the game at once.  [C25, C35]"""
    clear(s, group, tell)
    s.bag &= ~one(group)
    s.visible &= ~one(group)
    s.gone |= one(group)
    say(tell, Event.CLOSED, group)
    if s.gone == one(GROUPS) - 1:
        s.over = End.ALL_TAKEN


def check_draw(s, seat, deck):
    return 0 if total(s.deck[seat], PART * deck, PART * deck + PART) else Reason.DECK_EMPTY


def draw(s, seat, deck, tell):
    """One card from the influence deck (0) or the action deck (1).  [C18, C31, C44]"""
    kind = move_any(s, s.deck[seat], s.hand[seat], PART * deck, PART * deck + PART)
    say(tell, Event.DREW, seat, deck, kind)
    if s.phase == Phase.DRAW:
        fill_up(s, seat, tell)


def fill_up(s, seat, tell):
    """Draw while the hand has fewer than six cards and a deck has any; then the turn ends.  [C18]"""
    s.least = 0
    if total(s.hand[seat], 0, KINDS) < HAND and total(s.deck[seat], 0, KINDS) > 0:
        s.phase = Phase.DRAW
    else:
        finish_turn(s, tell)


def finish_turn(s, tell):
    """Automatic votes, the ends that are tested now, and the other player's turn."""
    for group in range(GROUPS):
        if s.lying[0, group] + s.lying[1, group] >= CROWD and not s.over:  # [C19]; a closed group holds no cards
            vote(s, group, tell)
    if s.over:
        return
    s.quiet = 0 if s.laid[0] or s.taken else s.quiet + 1
    if total_all(s.hand, 0, PART) + total_all(s.deck, 0, PART) == 0:  # [C36]
        s.over = End.NO_INFLUENCE
    elif s.quiet == QUIET:  # [C37]
        s.over = End.DEAD_BOARD
    else:
        begin_turn(s, 1 - s.mover)


def begin_turn(s, seat):
    s.turn = s.mover = seat
    s.turns += 1
    s.phase = Phase.PLAY
    s.laid[0] = s.laid[1] = s.acted = s.closed = s.taken = 0


def scores(s, places, points):
    lead = 0  # of seat 0: points first, then patricians  [C39]
    for seat in range(2):
        patricians = total(s.won[seat], 0, GROUPS)
        points[seat] = patricians + (2 if s.bonus[seat] and s.won[seat, s.bonus[seat] - 1] >= 3 else 0)  # [C40]
        for group in range(GROUPS):
            won = s.won[seat, group]
            points[seat] += (2 * won > SIZE[group]) + (won == SIZE[group])  # [C38]
        lead += (1 - 2 * seat) * (32 * points[seat] + patricians)
    places[0] = 2 if lead < 0 else 1
    places[1] = 2 if lead > 0 else 1
    return 0 if lead == 0 else 1 if lead > 0 else 2
