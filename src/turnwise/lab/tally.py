"""Whole games between bots, tallied; bound to a game by `bind`.

A bot of kind RANDOM takes any legal action; one of kind CLASSIC is handed what its seat may know, with a seed of its own.
"""

from turnwise.kit import below, rule
from turnwise.kit.chance import fork
from turnwise.kit.contract import classic, interruptible, legal, play, redact, scores, setup

RANDOM, CLASSIC = 0, 1
BLANK, GAME, DICE, KNOWN = 0, 1, 2, 3
ACTIONS, TURNS, END, WINNERS = 0, 1, 2, 3


@rule
def tally(states, besides, known_beside, bots, pad, silence, rows, places, points):
    """Play a game for each row from the blank state states[BLANK], whose seed begets all chance.

    `rows` takes actions, turns, reason of the end and set of winners; `places` and `points` a row of seats each.
    besides[known_beside] is what bots see beside the state: besides[0] itself, or besides[1] where it hides something."""
    states[DICE] = states[BLANK]
    moves = pad[0].moves
    for game in range(rows.shape[0]):
        states[GAME] = states[BLANK]
        s, dice = states[GAME], states[DICE]
        s.seed = fork(dice)
        setup(s, besides[0], silence[0])
        while not s.over:
            seat = s.turn
            rows[game, ACTIONS] += 1
            action = choose(states, besides, known_beside, bots[seat], seat, moves)
            play(s, besides[0], seat, action, silence[0])
            if interruptible(s):
                for other in range(s.seats):
                    if other != s.turn and not s.over and legal(s, besides[0], other, moves):
                        interject(states, besides, known_beside, bots[other], other, moves, silence)
        rows[game, TURNS] = s.turns
        rows[game, END] = s.over
        rows[game, WINNERS] = scores(s, besides[0], places[game], points[game])


@rule
def choose(states, besides, known_beside, bot, seat, moves):
    s, dice, known = states[GAME], states[DICE], states[KNOWN]
    n = legal(s, besides[0], seat, moves)
    if bot == RANDOM:
        return moves[below(dice, n)]
    states[KNOWN] = states[GAME]
    redact(known, besides[known_beside], seat)
    known.seed = fork(dice)
    return classic(known, besides[known_beside], seat, moves, n)


@rule
def interject(states, besides, known_beside, bot, seat, moves, silence):
    """A chance to act out of turn: a random bot takes every second one."""
    if bot == RANDOM and below(states[DICE], 2):
        return
    action = choose(states, besides, known_beside, bot, seat, moves)
    play(states[GAME], besides[0], seat, action, silence[0])
