"""The contract as seen from Python: each call takes the arrays that hold the records, which Numba passes fast.

`bind` makes a copy of this module for each game. `play` and the tests drive every game through it.
"""

from turnwise.kit.contract import (
    advised,
    check,
    duty,
    evaluate,
    imagine,
    leave,
    legal,
    observe,
    play,
    redact,
    scores,
    setup,
    takeback,
)
from turnwise.kit.plain import entry


@entry
def begin(states, besides, tells):
    setup(states[0], besides[0], tells[0])


@entry
def options_of(states, besides, seat, pad):
    return legal(states[0], besides[0], seat, pad[0].moves)


@entry
def refusal(states, besides, seat, action):
    return check(states[0], besides[0], seat, action)


@entry
def act(states, besides, seat, action, tells):
    play(states[0], besides[0], seat, action, tells[0])


@entry
def depart(states, besides, seat, tells):
    leave(states[0], besides[0], seat, tells[0])


@entry
def result(states, besides, places, points):
    return scores(states[0], besides[0], places, points)


@entry
def conceal(states, besides, seat):
    redact(states[0], besides[0], seat)


@entry
def fill_in(states, besides, seat):
    imagine(states[0], besides[0], seat)


@entry
def look(states, besides, seat, into):
    """For redacted records."""
    observe(states[0], besides[0], seat, into)


@entry
def may_take_back(states, besides, seat):
    return takeback(states[0], besides[0], seat)


@entry
def advise(states, besides, seat, pad, player):
    moves = pad[0].moves
    n = legal(states[0], besides[0], seat, moves)
    return advised(states[0], besides[0], seat, moves, n, player)


@entry
def duty_of(states, besides, seat):
    return duty(states[0], besides[0], seat)


@entry
def appraise(states, besides, seat):
    return evaluate(states[0], besides[0], seat)
