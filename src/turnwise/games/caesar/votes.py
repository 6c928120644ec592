"""Caesar and Cleopatra, the votes of confidence, the end of a turn and of the game, and the points."""

from turnwise.games.caesar.board import (
    CROWD,
    GROUPS,
    INFLUENCE,
    NUMBERS,
    PHILOSOPHER,
    QUIET,
    SIZE,
    End,
    Event,
    Phase,
)
from turnwise.kit import rule, say


@rule
def vote(s, group, tell):
    """A vote of confidence on a group."""
    turn_up(s, 0, group, tell)
    turn_up(s, 1, group, tell)
    sum0, sum1 = strength(s, 0, group), strength(s, 1, group)
    wise0, wise1 = s.up[0, group, PHILOSOPHER], s.up[1, group, PHILOSOPHER]
    if sum0 == sum1:  # [C21]
        say(tell, Event.VOTED, group, sum0, sum1, wise0, wise1, -1)
        return
    higher = 0 if sum0 > sum1 else 1
    winner = higher if wise0 == wise1 else 1 - higher  # [C22]
    say(tell, Event.VOTED, group, sum0, sum1, wise0, wise1, winner)
    take_patrician(s, winner, group, tell)
    discard(s, higher, group, highest(s, higher, group), 1, tell)  # [C24]
    if sum0 and sum1:  # a side without numbered cards discards nothing
        discard(s, 1 - higher, group, lowest(s, 1 - higher, group), 1, tell)
    if s.philosopher_spent and wise0 != wise1:
        discard(s, 0 if wise0 > wise1 else 1, group, PHILOSOPHER, 1, tell)
    if s.patricians[group] == 0:
        close(s, group, tell)


@rule
def turn_up(s, seat, group, tell):
    """Turn a side's face-down cards at a group face up.  [C20]"""
    for kind in range(INFLUENCE):
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
def highest(s, seat, group):
    kind = NUMBERS - 1
    while s.up[seat, group, kind] == 0:
        kind -= 1
    return kind


@rule
def lowest(s, seat, group):
    kind = 0
    while s.up[seat, group, kind] == 0:
        kind += 1
    return kind


@rule
def discard(s, seat, group, kind, number, tell):
    """Put face-up influence cards on the discard pile."""
    s.up[seat, group, kind] -= number
    s.lying[seat, group] -= number
    s.discard[seat, kind] += number
    say(tell, Event.DISCARDED, seat, group, kind, number)


@rule
def clear(s, group, tell):
    """Discard all influence cards of both players at a group, hidden ones face up.  [C25, C30]"""
    for seat in range(2):
        turn_up(s, seat, group, tell)
        for kind in range(INFLUENCE):
            if s.up[seat, group, kind]:
                discard(s, seat, group, kind, s.up[seat, group, kind], tell)


@rule
def take_patrician(s, seat, group, tell):
    """[C23]"""
    s.patricians[group] -= 1
    s.won[seat, group] += 1
    s.taken += 1
    say(tell, Event.TOOK, seat, group, s.patricians[group])


@rule
def close(s, group, tell):
    """A group without patricians loses its cards and its bust; with the last group the game ends at once.  [C25, C35]"""
    clear(s, group, tell)
    bust = 1 << group
    s.bag &= ~bust
    s.visible &= ~bust
    s.gone |= bust
    say(tell, Event.CLOSED, group)
    for other in range(GROUPS):
        if s.patricians[other]:
            return
    end(s, End.ALL_TAKEN)


@rule
def finish_turn(s, tell):
    """Automatic votes, the two ends that are tested now, and the other player's turn."""
    for group in range(GROUPS):
        if s.lying[0, group] + s.lying[1, group] >= CROWD:  # [C19]; a closed group holds no cards
            vote(s, group, tell)
            if s.over:
                return
    s.quiet = 0 if s.laid[0] or s.taken else s.quiet + 1
    if not has_influence(s, 0) and not has_influence(s, 1):  # [C36]
        end(s, End.NO_INFLUENCE)
    elif s.quiet == QUIET:  # [C37]
        end(s, End.DEAD_BOARD)
    else:
        begin_turn(s, 1 - s.mover)


@rule
def has_influence(s, seat):
    """Whether a player has an influence card in hand or deck."""
    for kind in range(INFLUENCE):
        if s.hand[seat, kind] or s.deck[seat, kind]:
            return True
    return False


@rule
def begin_turn(s, seat):
    s.turn = s.mover = seat
    s.phase = Phase.PLAY
    forget_turn(s)


@rule
def end(s, reason):
    forget_turn(s)
    s.over = reason


@rule
def forget_turn(s):
    s.laid[0] = s.laid[1] = s.acted = s.closed = s.least = s.taken = 0


@rule
def scores(s, places, points):
    for seat in range(2):
        points[seat] = worth(s, seat)
    best = ahead(points[0], points[1])
    if best < 0:
        best = ahead(patricians_of(s, 0), patricians_of(s, 1))
    for seat in range(2):
        places[seat] = 1 if best < 0 or seat == best else 2
    return 0 if best < 0 else 1 << best  # [C39]


@rule
def worth(s, seat):
    """Patricians, majorities, complete groups and the secret bonus.  [C38, C40]"""
    total = patricians_of(s, seat)
    for group in range(GROUPS):
        total += (2 * s.won[seat, group] > SIZE[group]) + (s.won[seat, group] == SIZE[group])
    if s.bonus[seat] and s.won[seat, s.bonus[seat] - 1] >= 3:
        total += 2
    return total


@rule
def patricians_of(s, seat):
    total = 0
    for group in range(GROUPS):
        total += s.won[seat, group]
    return total


@rule
def ahead(a, b):
    """The seat with more, or -1."""
    return 0 if a > b else 1 if b > a else -1
