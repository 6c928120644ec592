"""What a computer player may know about Caesar and Cleopatra."""

from turnwise.games.caesar.board import DOWN, GROUPS, KINDS, NUMBERS, PART, SIZE, UP, Do, Kind, Phase
from turnwise.kit import below, has, table

LAYS = [Do.LAY + (Do.ASSASSINATE - Do.LAY) // PART * kind for kind in range(PART)]
WITH_CARD = table([*LAYS, Do.ASSASSINATE, Do.SCOUT, Do.CASTLE, Do.WRATH, Do.SPY, Do.SPY, Do.BUST])
"""The first action with each card when cards are played, and where they end."""

WIDEST = 8
VOTE = table([(e > 0) * 12 - (e < 0) * 12 + 3 * e for e in range(-WIDEST, WIDEST + 1)])
"""What an edge of so much influence is worth, a third at a time; above 8 more is wasted."""

SCALE = 700.0
HORIZON = 24


def classic(s, seat, moves, n):
    """The sheet's Random.  [C51]"""
    if s.phase == Phase.PLAY:
        return play_at_random(s, seat, moves, n)
    if s.phase == Phase.VETO and (n == 1 or below(s, 2)):
        return moves[0]
    if s.phase == Phase.VETO or s.phase == Phase.DRAW:
        both_decks = n == (3 if s.phase == Phase.VETO else 2)
        return moves[n - 2] if both_decks and below(s, 4) else moves[n - 1]
    if s.phase == Phase.DISCARD and s.least:
        return moves[n - 1]  # one card has gone, and that is enough
    if s.phase == Phase.DISCARD:
        return Do.DISCARD + random_card(s, seat, PART, moves, n) - PART
    return moves[below(s, n)]


def play_at_random(s, seat, moves, n):
    """A card face down, perhaps another face up, then perhaps an action, then the bust."""
    lays = count_moves(moves, n, Do.LAY, Do.ASSASSINATE, 1)
    if lays and (s.laid[0] == 0 or below(s, 2)):
        kind = random_card(s, seat, 0, moves, n)
        face = UP if s.laid[0] == DOWN else DOWN
        return random_move(s, moves, n, WITH_CARD[kind] + face - 1, WITH_CARD[kind + 1], 2)
    if count_moves(moves, n, Do.ASSASSINATE, Do.BUST, 1) and below(s, 2):
        card = random_card(s, seat, PART, moves, n)
        return random_move(s, moves, n, WITH_CARD[card], WITH_CARD[card + 1], 1)
    return moves[n - 1]


def random_card(s, seat, start, moves, n):
    """A random card of the hand, of the part that begins with this kind, that can be played or discarded now."""
    total = 0
    for kind in range(start, start + PART):
        total += copies(s, seat, kind, moves, n)
    k = below(s, total)
    kind = start
    while k >= copies(s, seat, kind, moves, n):
        k -= copies(s, seat, kind, moves, n)
        kind += 1
    return kind


def copies(s, seat, kind, moves, n):
    if s.phase == Phase.DISCARD or count_moves(moves, n, WITH_CARD[kind], WITH_CARD[kind + 1], 1):
        return s.hand[seat, kind]
    return 0


def count_moves(moves, n, start, stop, step):
    total = 0
    for i in range(n):
        if start <= moves[i] < stop and (moves[i] - start) % step == 0:
            total += 1
    return total


def random_move(s, moves, n, start, stop, step):
    """A random one of the moves start, start + step … below stop."""
    k = below(s, count_moves(moves, n, start, stop, step))
    for i in range(n):
        if start <= moves[i] < stop and (moves[i] - start) % step == 0:
            if k == 0:
                return moves[i]
            k -= 1
    return moves[0]


def evaluate(s, seat):
    """Points in hand, votes to be expected, and the numbers still to be played, as a lead over the other."""
    lead = 0
    for group in range(GROUPS):
        lead += prospect(s, group, seat, 1 - seat)
    for kind in range(NUMBERS):
        cards = s.hand[seat, kind] + s.deck[seat, kind] - s.hand[1 - seat, kind] - s.deck[1 - seat, kind]
        lead += 2 * (kind + 1) * cards
    for kind in range(NUMBERS, KINDS):
        lead += 20 * (s.hand[seat, kind] - s.hand[1 - seat, kind])
    return lead


def prospect(s, group, seat, other):
    """The lead at a group in hundredths of a point: what is won, and what the votes to come should bring."""
    left, size = s.patricians[group], SIZE[group]
    won, lost = s.won[seat, group], s.won[other, group]
    lead = 100 * (won - lost) + 100 * ((2 * won > size) - (2 * lost > size)) + 100 * ((won == size) - (lost == size))
    if left == 0:
        return lead
    edge = influence(s, seat, group) - influence(s, other, group)
    wise = philosophers(s, seat, group) - philosophers(s, other, group)
    if wise and edge:
        edge = -edge
    edge = max(-WIDEST, min(WIDEST, edge))
    soon = 3 if has(s.bag, group) else 2
    lead += soon * VOTE[edge + WIDEST]
    needed, needed_by_other = size // 2 + 1 - won, size // 2 + 1 - lost
    if needed > 0 and needed_by_other > 0:  # the majority is open
        lead += 40 * (needed_by_other - needed)
    return lead


def influence(s, seat, group):
    """The sum of a side's numbers at a group, hidden ones too."""
    total = 0
    for kind in range(NUMBERS):
        total += (kind + 1) * (s.up[seat, group, kind] + s.down[seat, group, kind])
    return total


def philosophers(s, seat, group):
    return s.up[seat, group, Kind.PHILOSOPHER] + s.down[seat, group, Kind.PHILOSOPHER]
