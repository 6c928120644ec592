"""Caesar and Cleopatra, the votes of confidence, the end of a turn and of the game, the points."""

from turnwise.games.caesar.board import CROWD, GROUPS, NUMBERS, PART, QUIET, SIZE, End, Event, Kind, Phase
from turnwise.kit import rule, say


@rule
def vote(s, group, tell):
    """A vote of confidence on a group."""
    turn_up(s, 0, group, tell)
    turn_up(s, 1, group, tell)
    sum0, sum1 = strength(s, 0, group), strength(s, 1, group)
    wise0, wise1 = s.up[0, group, Kind.PHILOSOPHER], s.up[1, group, Kind.PHILOSOPHER]
    if sum0 == sum1:  # [C21]
        say(tell, Event.VOTED, group, sum0, sum1, wise0, wise1, -1)
        return
    higher = 0 if sum0 > sum1 else 1
    winner = higher if wise0 == wise1 else 1 - higher  # [C22]
    say(tell, Event.VOTED, group, sum0, sum1, wise0, wise1, winner)
    if winner != higher:
        say(tell, Event.INVERTED, group)
    s.patricians[group] -= 1  # [C23]
    s.won[winner, group] += 1
    s.taken += 1
    say(tell, Event.TOOK, winner, group, s.patricians[group])
    discard(s, higher, group, nearest(s, higher, group, NUMBERS - 1, -1), 1, tell)  # [C24]
    if sum0 and sum1:  # a side without numbered cards discards nothing
        discard(s, 1 - higher, group, nearest(s, 1 - higher, group, 0, 1), 1, tell)
    if s.philosopher_spent and wise0 != wise1:
        discard(s, 0 if wise0 > wise1 else 1, group, Kind.PHILOSOPHER, 1, tell)
    if s.patricians[group] == 0:
        close(s, group, tell)


@rule
def turn_up(s, seat, group, tell):
    """Turn a side's face-down cards at a group face up.  [C20]"""
    for kind in range(PART):
        number = s.down[seat, group, kind]
        if number:
            s.down[seat, group, kind] = 0
            s.up[seat, group, kind] += number
            say(tell, Event.TURNED_UP, seat, group, kind, number)


@rule
def strength(s, seat, group):
    """The sum of a side's numbers; a Philosopher counts 0.  [C21]"""
    total = 0
    for kind in range(NUMBERS):
        total += (kind + 1) * s.up[seat, group, kind]
    return total


@rule
def nearest(s, seat, group, kind, step):
    """The first kind that lies there, from this one up or down."""
    while s.up[seat, group, kind] == 0:
        kind += step
    return kind


@rule
def discard(s, seat, group, kind, number, tell):
    """Face-up influence cards go to the discard pile."""
    s.up[seat, group, kind] -= number
    s.lying[seat, group] -= number
    s.discard[seat, kind] += number
    say(tell, Event.DISCARDED, seat, group, kind, number)


@rule
def clear(s, group, tell):
    """Discard all influence cards of both players at a group, hidden ones face up.  [C25, C30]"""
    for seat in range(2):
        turn_up(s, seat, group, tell)
        for kind in range(PART):
            if s.up[seat, group, kind]:
                discard(s, seat, group, kind, s.up[seat, group, kind], tell)


@rule
def close(s, group, tell):
    """A group without patricians loses its cards and its bust; the last one ends the game at once.  [C25, C35]"""
    clear(s, group, tell)
    s.bag &= ~(1 << group)
    s.visible &= ~(1 << group)
    s.gone |= 1 << group
    say(tell, Event.CLOSED, group)
    if s.gone == (1 << GROUPS) - 1:
        s.over = End.ALL_TAKEN


@rule
def finish_turn(s, tell):
    """Automatic votes, the ends that are tested now, and the other player's turn."""
    for group in range(GROUPS):
        if s.lying[0, group] + s.lying[1, group] >= CROWD and not s.over:  # [C19]; a closed group holds no cards
            vote(s, group, tell)
    if s.over:
        return
    s.quiet = 0 if s.laid[0] or s.taken else s.quiet + 1
    if not has_influence(s, 0) and not has_influence(s, 1):  # [C36]
        s.over = End.NO_INFLUENCE
    elif s.quiet == QUIET:  # [C37]
        s.over = End.DEAD_BOARD
    else:
        begin_turn(s, 1 - s.mover)


@rule
def has_influence(s, seat):
    """Whether a player has an influence card in hand or deck."""
    for kind in range(PART):
        if s.hand[seat, kind] or s.deck[seat, kind]:
            return True
    return False


@rule
def begin_turn(s, seat):
    s.turn = s.mover = seat
    s.turns += 1
    s.phase = Phase.PLAY
    s.laid[0] = s.laid[1] = s.acted = s.closed = s.taken = 0


@rule
def scores(s, places, points):
    lead = 0  # of seat 0: points first, then patricians  [C39]
    for seat in range(2):
        patricians, extra = 0, 0
        for group in range(GROUPS):
            won = s.won[seat, group]
            patricians += won
            extra += (2 * won > SIZE[group]) + (won == SIZE[group])  # [C38]
        if s.bonus[seat] and s.won[seat, s.bonus[seat] - 1] >= 3:  # [C40]
            extra += 2
        points[seat] = patricians + extra
        lead += (1 - 2 * seat) * (32 * (patricians + extra) + patricians)
    places[0] = 2 if lead < 0 else 1
    places[1] = 2 if lead > 0 else 1
    return 0 if lead == 0 else 1 if lead > 0 else 2
