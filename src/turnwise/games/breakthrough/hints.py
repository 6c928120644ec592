"""What a computer player may know about Breakthrough: men count, the far ones most, and who is a step away must be taken at once."""

from turnwise.games.breakthrough.rules import AHEAD, BOARD, goes
from turnwise.kit import count, first, has, one, others, set_of, table
from turnwise.kit.choosing import by_appeal

SCALE = 30.0
ROWS = table([[set_of(BOARD.lines[row]) for row in rows] for rows in (range(7, -1, -1), range(8))])
"""Of each seat the rows, from the first it has men on."""
WORTH = table([104, 100, 102, 106, 114, 130, 175])
SURE = 5000


def takers(s, seat, point):
    """The men of a seat that could take on a point, as a set."""
    return (AHEAD[1 - seat, 0, point] | AHEAD[1 - seat, 2, point]) & s.men[seat]


def runners(s, seat):
    """The men that are one step away from winning."""
    return s.men[seat] & ROWS[seat, 6]


def value(s, seat):
    total = 0
    for row in range(7):
        total += WORTH[row] * count(s.men[seat] & ROWS[seat, row])
    return total


def evaluate(s, seat):
    mover, other = s.turn, 1 - s.turn
    lead, rest = value(s, mover) - value(s, other), runners(s, other)
    if runners(s, mover):
        lead = SURE
    elif rest and (others(rest) or takers(s, mover, first(rest)) == 0):
        lead = -SURE
    return lead if seat == mover else -lead


def urgent(s, seat, moves):
    """The step that wins; else what takes a man a step away from winning; else whatever takes."""
    n, home, far = 0, runners(s, seat), runners(s, 1 - seat)
    if home:
        base = first(home)
        way = 0 if goes(s, seat, base, 0) else 2
        moves[0] = 64 * base + first(AHEAD[seat, way, base])
        return -1
    preys = far if far else s.men[1 - seat]
    while preys:
        target, preys = first(preys), others(preys)
        able = takers(s, seat, target)
        while able:
            moves[n], able = 64 * first(able) + target, others(able)
            n += 1
    return -n if far else n


def appeal(s, seat, action):
    """Take, and the far men first; go where nobody takes; keep the first row."""
    base, target = action // 64, action % 64
    row = abs(base // 8 - (7 if seat == 0 else 0))
    takes = has(s.men[1 - seat], target)
    risk = takers(s, 1 - seat, target) != 0 and takers(s, seat, target) & ~one(base) == 0
    return 40 * takes + (3 * (7 - row) if takes else row) - 30 * risk - 5 * (row == 0) + 500 * (row == 6)


classic = by_appeal  # whoever looks one step ahead, and not at who takes him there, wins 7 % against it
