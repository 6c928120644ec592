"""Whole games between bots, tallied; bound to a game by `bind`.

A bot is the number of one of the rule sheet's players, 0 for `classic`, which is handed what its seat may know, with a seed
of its own; or RANDOM, which takes any legal action but for what every computer player has to do.
"""

from turnwise.kit import below
from turnwise.kit.chance import fork
from turnwise.kit.contract import advised, duty, interruptible, legal, play, redact, scores, setup
from turnwise.kit.plain import entry, mix, rule

RANDOM = -1
BLANK, GAME, DICE, KNOWN = 0, 1, 2, 3
ACTIONS, TURNS, END, WINNERS, TRACE = 0, 1, 2, 3, 4
COLUMNS = 5
BEGUN = 1 << 40
"""What a trace begins with: more than any action."""


@entry
def tally(states, besides, known_beside, bots, pad, silence, rows, places, points):
    """Play a game for each row from the blank state states[BLANK], whose seed begets all chance.

    `rows` takes actions, turns, reason of the end, set of winners, and a number that two games share only if they went the
    same way (their chance aside); `places` and `points` a row of seats each.
    besides[known_beside] is what bots see beside the state: besides[0] itself, or besides[1] where it hides something."""
    states[DICE] = states[BLANK]
    moves = pad[0].moves
    for game in range(rows.shape[0]):
        states[GAME] = states[BLANK]
        s, dice = states[GAME], states[DICE]
        s.seed = fork(dice)
        setup(s, besides[0], silence[0])
        rows[game, TRACE] = BEGUN
        while not s.over:
            seat = s.turn
            rows[game, ACTIONS] += 1
            action = choose(states, besides, known_beside, bots[seat], seat, moves)
            rows[game, TRACE] = mix(rows[game, TRACE], action)
            play(s, besides[0], seat, action, silence[0])
            if interruptible(s):
                for other in range(s.seats):
                    if other != s.turn and not s.over and legal(s, besides[0], other, moves):
                        action = choose(states, besides, known_beside, bots[other], other, moves)
                        play(s, besides[0], other, action, silence[0])
        rows[game, TURNS] = s.turns
        rows[game, END] = s.over
        rows[game, WINNERS] = scores(s, besides[0], places[game], points[game])


@rule
def choose(states, besides, known_beside, bot, seat, moves):
    s, dice, known = states[GAME], states[DICE], states[KNOWN]
    n = legal(s, besides[0], seat, moves)
    if bot == RANDOM:
        due = duty(s, besides[0], seat)
        return due if due >= 0 else moves[below(dice, n)]
    states[KNOWN] = states[GAME]
    redact(known, besides[known_beside], seat)
    known.seed = fork(dice)
    return advised(known, besides[known_beside], seat, moves, n, bot)
