"""What a computer player may know about Nine Men's Morris: men count most, then room to move and lines that are nearly mills."""

from turnwise.games.nine_mens_morris.rules import POINTS, Do, Phase, free, is_mill, reach
from turnwise.kit import count, has, one

SCALE = 60.0


def value(s, seat):
    """What the men of a seat are worth where they stand."""
    men = s.men[seat]
    total = 100 * (count(men) + s.hand[seat]) + 5 * count(reach(s, seat, men))
    for point in range(POINTS):
        total += (4 if has(men, point) else 9 * has(free(s), point)) * is_mill(men | one(point), point)
    return total


def evaluate(s, seat):
    """A man that is about to be taken counts as good as gone."""
    lead, due = value(s, seat) - value(s, 1 - seat), 90 * (s.phase == Phase.TAKING)
    return lead + due if s.turn == seat else lead - due


def appeal(s, seat, action):
    """Close a mill, else stop one; take the man that is in the way of one."""
    point, men = action % POINTS, s.men[seat]
    if action >= Do.MOVE:
        men &= ~one((action - Do.MOVE) // POINTS)
    return 60 * is_mill(men | one(point), point) + 40 * is_mill(s.men[1 - seat] | one(point), point)
