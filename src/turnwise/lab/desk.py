"""A game stepped from Python at the least cost: everything lies in one array of words, which Numba passes fastest.

The desk holds a state, what stands beside it, and the legal actions. Compiled only; bound to a game by `bind`.
"""

from turnwise.kit import rule
from turnwise.kit.contract import BESIDE, STATE, legal, play

STATE_WORDS, BESIDE_WORDS = STATE.itemsize // 8, BESIDE.itemsize // 8
MOVES = STATE_WORDS + BESIDE_WORDS


@rule
def step(desk, silence, action):
    """Let the seat on turn act; then list the actions of the next one. Returns their number, 0 when the game is over."""
    s = desk[:STATE_WORDS].view(STATE)[0]
    beside = desk[STATE_WORDS:MOVES].view(BESIDE)[0]
    play(s, beside, s.turn, action, silence)
    if s.over:
        return 0
    return legal(s, beside, s.turn, desk[MOVES:])
