"""The number of continuations; bound to a game by `bind`. Such counts check move generators."""

from turnwise.kit.contract import legal, play
from turnwise.kit.plain import entry


@entry
def count_lines(states, besides, pads, cursor, silence, depth):
    """The number of lines of exactly `depth` actions from states[0]; a finished game ends its line.

    There must be depth + 1 states, and `depth` rows of `pads` and of `cursor` (next, number)."""
    if depth == 0:
        return 1
    total, level = 0, 0
    cursor[0, 0] = 0
    cursor[0, 1] = 0 if states[0].over else legal(states[0], besides[0], states[0].turn, pads[0].moves)
    while level >= 0:
        if level == depth - 1:
            total += cursor[level, 1]
            level -= 1
        elif cursor[level, 0] == cursor[level, 1]:
            level -= 1
        else:
            action = pads[level].moves[cursor[level, 0]]
            cursor[level, 0] += 1
            states[level + 1] = states[level]
            s = states[level + 1]
            play(s, besides[0], s.turn, action, silence[0])
            level += 1
            cursor[level, 0] = 0
            cursor[level, 1] = 0 if s.over else legal(s, besides[0], s.turn, pads[level].moves)
    return total
