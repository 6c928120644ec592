"""One game stepped from Python for an environment; bound to a game by `bind`."""

from turnwise.kit.contract import SECRETS_BESIDE, observe, open_to, play, redact
from turnwise.kit.plain import entry


@entry
def act(states, besides, action, silence):
    """Let the seat on turn act."""
    play(states[0], besides[0], states[0].turn, action, silence[0])
    return states[0].over


@entry
def glance(states, besides, scratch, scratch_beside, seat, pad, cells, mask):
    """Write what a seat sees and may do on its turn."""
    s = states[0]
    scratch[0] = states[0]
    if SECRETS_BESIDE:
        scratch_beside[0] = besides[0]
        redact(scratch[0], scratch_beside[0], seat)
        observe(scratch[0], scratch_beside[0], seat, cells)
    else:
        redact(scratch[0], besides[0], seat)
        observe(scratch[0], besides[0], seat, cells)
    if s.over or seat != s.turn:
        return
    open_to(s, besides[0], seat, pad[0].moves, mask)
