"""Whole games between bots, tallied; bound to a game by `bind`.

A bot is the number of one of the rule sheet's players, 0 for `classic`, which gets what its seat may know, with a seed
of its own; or RANDOM, which takes a random legal action, except where every computer player has a duty.
"""

from math import exp

from turnwise.kit import below
from turnwise.kit.chance import fork
from turnwise.kit.contract import SCALE, advised, duty, evaluate, interruptible, legal, play, redact, scores, setup
from turnwise.kit.plain import entry, mix, rule

RANDOM = -1
BLANK, GAME, DICE, KNOWN, CHUNK = 0, 1, 2, 3, 4
STATES = 5
ACTIONS, TURNS, END, WINNERS, TRACE, FIRST, CHOICES, LEADS, SETTLED, LOWEST = 0, 1, 2, 3, 4, 5, 6, 7, 8, 9
COLUMNS = 10
BEGUN = 1 << 40
"""The start of a trace: more than any action."""
PLIES = 240
"""Choices of later plies are counted with those of the last."""
SERIES = 2048
"""Plies for which it is tracked who is ahead."""
BINS = 20
"""Parts of a game, from the first action to the last."""
WHOLE = 1000
"""Expectations are in thousandths."""
AHEAD = 30
"""Thousandths by which a seat must be ahead of the leader to take the lead, so that noise does not change it."""
UNKNOWN = -1
TOLD = 400
"""Events of one action that are counted: as many as a buffer holds."""
EVENTS, EXPECTATIONS = 1, 2
"""What is watched besides the moves."""


@entry
def tally(
    states,
    besides,
    known_beside,
    bots,
    pad,
    tells,
    watch,
    rows,
    places,
    points,
    acts,
    wide,
    happened,
    series,
    curve,
):
    """Play a game for each row from the blank state states[BLANK], whose seed is the source of all chance: each game
    has its own seed.

    `rows` takes actions, turns, reason of the end, set of winners, a hash that two games share only if they had the
    same moves (apart from chance), who began, how often there was a choice, and if watched how the lead changed;
    `places` and `points` a row of seats each. `acts` counts actions, `wide` choices by ply, `happened` events; `curve`
    adds up what the winner could expect. besides[known_beside] is what bots see beside the state: besides[0] itself, or
    besides[1] if something there is hidden."""
    states[CHUNK] = states[BLANK]
    moves = pad[0].moves
    for game in range(rows.shape[0]):
        states[GAME] = states[BLANK]
        states[DICE] = states[BLANK]
        s, dice, tell = states[GAME], states[DICE], tells[0]
        dice.seed = fork(states[CHUNK])
        s.seed = fork(dice)
        hear(tells, watch, happened, True)
        setup(s, besides[0], tell)
        hear(tells, watch, happened, False)
        trace, actions, choices, followed = BEGUN, 0, 0, 0
        rows[game, FIRST] = s.turn
        while not s.over:
            seat = s.turn
            n = legal(s, besides[0], seat, moves)
            action = choose(states, besides, known_beside, bots[seat], seat, moves, n)
            ply = min(actions, PLIES - 1)
            wide[ply, 0] += n
            wide[ply, 1] += 1
            choices += n > 1
            actions += 1
            acts[action] += 1
            trace = mix(trace, action)
            hear(tells, watch, happened, True)
            play(s, besides[0], seat, action, tell)
            hear(tells, watch, happened, False)
            if interruptible(s):
                for other in range(s.seats):
                    if other != s.turn and not s.over:
                        n = legal(s, besides[0], other, moves)
                        if n:
                            action = choose(states, besides, known_beside, bots[other], other, moves, n)
                            acts[action] += 1
                            hear(tells, watch, happened, True)
                            play(s, besides[0], other, action, tell)
                            hear(tells, watch, happened, False)
            if watch & EXPECTATIONS and not s.over and followed < SERIES:
                expect(s, besides[0], series, followed)
                followed += 1
        rows[game, ACTIONS] = actions
        rows[game, TURNS] = s.turns
        rows[game, END] = s.over
        rows[game, TRACE] = trace
        rows[game, CHOICES] = choices
        rows[game, WINNERS] = scores(s, besides[0], places[game], points[game])
        follow(series, followed, s.seats, rows, game, curve)


@rule
def choose(states, besides, known_beside, bot, seat, moves, n):
    s, dice, known = states[GAME], states[DICE], states[KNOWN]
    if bot == RANDOM:
        due = duty(s, besides[0], seat)
        return due if due >= 0 else moves[below(dice, n)]
    states[KNOWN] = states[GAME]
    redact(known, besides[known_beside], seat)
    known.seed = fork(dice)
    return advised(known, besides[known_beside], seat, moves, n, bot)


@rule
def hear(tells, watch, happened, before):
    """Empty the buffer of events before an action, and count them after it."""
    if watch & EVENTS:
        if before:
            tells[0].told = 0
        else:
            for at in range(min(tells[0].told, TOLD)):
                happened[tells[0].rows[at, 0]] += 1


@rule
def expect(s, beside, series, at):
    """What the seats can expect by the game's own evaluation of the complete state."""
    best = evaluate(s, beside, 0)
    for seat in range(1, s.seats):
        best = max(best, evaluate(s, beside, seat))
    total = 0.0
    for seat in range(s.seats):
        total += exp((evaluate(s, beside, seat) - best) / SCALE)
    for seat in range(s.seats):
        series[at, seat] = int(WHOLE * exp((evaluate(s, beside, seat) - best) / SCALE) / total + 0.5)


@rule
def follow(series, n, seats, rows, game, curve):
    """How often the lead changed, when the winner finally took it, and the least that the winner once expected."""
    rows[game, LEADS], rows[game, SETTLED], rows[game, LOWEST] = UNKNOWN, UNKNOWN, UNKNOWN
    if n == 0:
        return
    leader, since, changes = UNKNOWN, 0, 0
    for at in range(n):
        best = 0
        for seat in range(1, seats):
            if series[at, seat] > series[at, best]:
                best = seat
        for seat in range(seats):
            if leader == UNKNOWN and seat != best and series[at, best] < series[at, seat] + AHEAD:
                best = UNKNOWN
                break
        if best in (UNKNOWN, leader):
            continue
        if leader == UNKNOWN:
            leader, since = best, at
        elif series[at, best] >= series[at, leader] + AHEAD:
            leader, since, changes = best, at, changes + 1
    rows[game, LEADS] = changes
    winner = 0
    while winner < seats and not rows[game, WINNERS] >> winner & 1:
        winner += 1
    if winner == seats:
        return
    rows[game, SETTLED] = BINS
    if leader != UNKNOWN and rows[game, WINNERS] >> leader & 1:
        rows[game, SETTLED], winner = since * BINS // n, leader
    low = WHOLE
    for at in range(n):
        low = min(low, series[at, winner])
        curve[at * BINS // n, 0] += series[at, winner]
        curve[at * BINS // n, 1] += 1
    rows[game, LOWEST] = low
