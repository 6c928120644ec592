"""Many games of one kind, each a step further in one compiled call; bound to a game by `bind`.

A seat is LEARNER, whose actions are given, or the number of a bot as in `lab/tally.py`: RANDOM, or one of the rule
sheet's players, which gets what its seat may know and acts in the same call.
"""

from turnwise.kit import below
from turnwise.kit.chance import fork
from turnwise.kit.contract import (
    BY_SETS,
    LISTED,
    SECRETS_BESIDE,
    advised,
    duty,
    legal,
    observe,
    open_to,
    play,
    redact,
    scores,
    setup,
    some_action,
)
from turnwise.kit.plain import entry, rule

LEARNER, RANDOM = -2, -1
BLANK, KNOWN, DICE = 0, 1, 2
"""The rows of `scratch`: a blank state, room for what a seat may know, and one whose seed is the chance of bots and new
games."""
BY_WIN, BY_POINTS = 0, 1
DENSE = 64
"""Cells of a mask that are wiped together as fast as one by one."""


@entry
def step(
    states,
    besides,
    scratch,
    beside,
    pad,
    listed,
    silence,
    kinds,
    seeds,
    seen,
    masks,
    counts,
    turns,
    actions,
    by,
    places,
    points,
    rewards,
    ended,
    illegal,
    last,
    anew,
):
    """Take an action in each game, or begin all `anew`. A finished one is restarted at once.

    `listed` has the legal actions of each game, packed: `pad`, to which the rules write them, would be too large for
    each. `seen` takes the observation of the seat on turn, and `last` that at the end of a game, if they have rows."""
    for g in range(states.shape[0]):
        s, action, moves, mover = states[g], int(actions[g]), pad[0].moves, states[g].turn
        allowed = 0 <= action < masks[g].cells.size and masks[g].cells[action] != 0
        if LISTED and DENSE * counts[g] > masks[g].cells.size:
            for k in range(masks[g].cells.size):
                masks[g].cells[k] = 0
        elif LISTED:
            for k in range(counts[g]):
                masks[g].cells[listed[g].moves[k]] = 0
        for seat in range(s.seats):
            rewards[g, seat] = 0
        illegal[g] = not (allowed or anew)
        if allowed and not anew:
            play(s, besides[g], mover, action, silence[0])
            if not s.over and kinds[g, s.turn] != LEARNER:
                go_on(states, besides, scratch, beside, pad, silence, kinds, seeds, g)
        ended[g] = illegal[g] or s.over and not anew
        if illegal[g]:
            for seat in range(s.seats):
                rewards[g, seat] = -1.0 if seat == mover else 1.0 / (s.seats - 1)
        elif ended[g]:
            reward(states, besides, by, places, points, rewards, g)
        if ended[g] and last.shape[0]:
            scratch[KNOWN] = states[g]
            see(scratch[KNOWN], beside[0] if SECRETS_BESIDE else besides[g], mover, last[g])
        if ended[g] or anew:
            start(states, besides, scratch, beside, pad, silence, kinds, seeds, g)
        turns[g] = s.turn
        counts[g] = open_to(s, besides[g], s.turn, moves, masks[g].cells)
        for k in range(counts[g]):
            listed[g].moves[k] = moves[k]
    for g in range(seen.shape[0]):
        scratch[KNOWN] = states[g]
        see(scratch[KNOWN], beside[0] if SECRETS_BESIDE else besides[g], int(turns[g]), seen[g])


@rule
def reward(states, besides, by, places, points, rewards, g):
    """What each seat has won: its part of the win, so that all parts add up to 0, or its points."""
    winners, seats = scores(states[g], besides[g], places, points), states[g].seats
    won = 0
    for seat in range(seats):
        won += (winners >> seat) & 1
    for seat in range(seats):
        if by == BY_POINTS:
            rewards[g, seat] = points[seat]
        elif won == 0:
            rewards[g, seat] = 0.0
        elif seats == 1:
            rewards[g, seat] = 1.0
        else:
            rewards[g, seat] = (((winners >> seat) & 1) * seats / won - 1) / (seats - 1)


@rule
def start(states, besides, scratch, beside, pad, silence, kinds, seeds, g):
    """A new game, by the next seed of its row."""
    states[g] = scratch[BLANK]
    scratch[DICE].seed = int(seeds[g])
    states[g].seed = fork(scratch[DICE])
    seeds[g] = scratch[DICE].seed
    setup(states[g], besides[g], silence[0])
    go_on(states, besides, scratch, beside, pad, silence, kinds, seeds, g)


@rule
def go_on(states, besides, scratch, beside, pad, silence, kinds, seeds, g):
    """Let bots act until a learner is on turn, or the game is over."""
    s = states[g]
    while not s.over and kinds[g, s.turn] != LEARNER:
        seat, moves, dice = s.turn, pad[0].moves, scratch[DICE]
        dice.seed = int(seeds[g])
        n = legal(s, besides[g], seat, moves)
        if kinds[g, seat] == RANDOM:
            action = duty(s, besides[g], seat)
            if action < 0:
                action = int(moves[below(dice, n)])
        else:
            known = scratch[KNOWN]
            scratch[KNOWN] = states[g]
            if SECRETS_BESIDE:
                redact(known, beside[0], seat)
                known.seed = fork(dice)
                action = advised(known, beside[0], seat, moves, n, int(kinds[g, seat]))
            else:
                redact(known, besides[g], seat)
                known.seed = fork(dice)
                action = advised(known, besides[g], seat, moves, n, int(kinds[g, seat]))
        seeds[g] = dice.seed
        play(s, besides[g], seat, action, silence[0])


@rule
def see(known, beside, seat, row):
    """What a seat may know, as numbers to learn from. It takes records: compiled code counts references to arrays that
    it passes on, and to count them takes as long as to write what is seen."""
    redact(known, beside, seat)
    observe(known, beside, seat, row.cells)


@entry
def draw(states, besides, pad, listed, counts, scratch, chances, actions):
    """A random legal action in each game."""
    dice = scratch[DICE]
    for g in range(actions.shape[0]):
        dice.seed = int(chances[g])
        if LISTED:
            actions[g] = listed[g].moves[below(dice, int(counts[g]))]
        elif BY_SETS:
            actions[g] = pad[0].moves[below(dice, legal(states[g], besides[g], states[g].turn, pad[0].moves))]
        else:
            actions[g] = some_action(states[g], besides[g], states[g].turn, pad[0].moves, dice)
        chances[g] = dice.seed
