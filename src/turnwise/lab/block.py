"""A game stepped from Python at the least cost: everything is in one array of words, which Numba passes fastest.

The block has a silent buffer for events, a state, what is beside it, and the legal actions. Compiled only; bound to a
game by `bind`.
"""

from turnwise.kit.contract import BESIDE, STATE, legal, play
from turnwise.kit.events import Tell
from turnwise.kit.plain import entry

TELL = Tell.dtype
GAME = TELL.itemsize // 8
BOARD = GAME + STATE.itemsize // 8
MOVES = BOARD + BESIDE.itemsize // 8


@entry
def step(block, action):
    """Take an action for the seat on turn, and list those of the next seat. Returns their number, 0 when the game is
    over."""
    s = block[GAME:BOARD].view(STATE)[0]
    beside = block[BOARD:MOVES].view(BESIDE)[0]
    play(s, beside, s.turn, action, block[:GAME].view(TELL)[0])
    if s.over:
        return 0
    return legal(s, beside, s.turn, block[MOVES:])
