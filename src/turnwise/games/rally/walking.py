"""How a figure walks: the reach of the die, the path taken, and what is closed to it.   [R7] to [R17]"""

from turnwise.games.rally.state import VISITED, Event, Win
from turnwise.kit import count, say


def finish_is_open(s, seat):
    return s.win == Win.POINTS or count(s.held[seat]) >= s.needed  # [R23] [R29]


def find_reach(s, beside, seat):
    """Write the layers around the figure, and where the path of R12 to each position comes from.   [R8] [R12]

    Positions are met in the order of their first paths, so the first path comes from whoever meets a position first."""
    here, moves = s.at[seat], s.moves_left
    barred = beside.finish if s.win != Win.POINTS else -1
    last = moves - 1 if finish_is_open(s, seat) else -1  # the layer that FINISH may be entered from [R23]
    n, i, at, layer = 0, 0, here, 0
    while layer < moves:
        for j in range(beside.degree[at]):
            to = beside.near[at, j]
            if s.layer[to] == 0 and to != here and (to != barred or layer == last):
                s.layer[to] = layer + 1
                s.came[to] = at
                s.order[n] = to
                n += 1
        if i == n:
            break
        at = s.order[i]
        layer = s.layer[at]
        i += 1
    s.targets = n


def forget_reach(s):
    """Take the layers away; V stays."""
    for i in range(s.targets):
        target = s.order[i]
        s.layer[target] = min(s.layer[target], 0)
        s.came[target] = 0
        s.order[i] = 0
    s.targets = 0


def forget_visited(s, beside):
    """Empty V as well."""
    forget_reach(s)
    for position in range(beside.positions):
        s.layer[position] = 0


def walk(s, beside, seat, to, tell):
    """Move the figure along the path to a target of the reach.   [R9] [R12]"""
    here, at, path = s.at[seat], to, to + 1
    s.moves_left -= s.layer[to]
    while at != here:
        if s.moves_left:
            s.layer[at] = VISITED  # [R11]
        at = s.came[at] + 0
        path = path << 8 | (at + 1)  # a byte a position, the first one last
    forget_reach(s)
    s.at[seat] = to
    say(tell, Event.MOVED, seat, path, s.moves_left)
    if s.moves_left:
        if beside.degree[to] == 1:  # [R15]
            forget_visited(s, beside)
            s.layer[to] = VISITED
        else:
            s.layer[here] = VISITED
        find_reach(s, beside, seat)
