"""What a computer player may know about Backgammon: the race, men that stand alone, and points that are made."""

from turnwise.games.backgammon.rules import BAR, OFF, Do
from turnwise.kit.choosing import by_appeal

SCALE, HORIZON = 60.0, 8


def evaluate(s, seat):
    return standing(s, seat) - standing(s, 1 - seat)


def standing(s, seat):
    """The fewer pips to go, the fewer blots before men of the other, the more points made, the better."""
    worth = 8 * s.men[seat, OFF] - 20 * s.men[seat, BAR]
    for point in range(1, BAR + 1):
        men = s.men[seat, point]
        worth -= men * point
        if men > 1:
            worth += 6 if point < 9 else 3
        elif men == 1 and point < BAR:
            worth -= exposed(s, seat, point) * (25 - point) // 8
    return worth


def exposed(s, seat, point):
    """How many men of the other could hit a man within one die or two."""
    men = 0
    for ahead in range(1, 12):
        if point - ahead > 0:
            men += s.men[1 - seat, 25 - point + ahead] > 0
    return men + 2 * (s.men[1 - seat, BAR] > 0)


def appeal(s, seat, action):
    """Hit, make points, leave no man alone, bear off."""
    if action == Do.PASS:
        return 0
    start, stop = action // 6 + 1, max(action // 6 - action % 6, OFF)
    if stop == OFF:
        return 30 + start
    worth = (s.men[seat, start] == 1) * 6 - (s.men[seat, start] == 2) * 8 + start // 4
    if s.men[1 - seat, 25 - stop] == 1:
        worth += 12 + (24 - stop) // 4
    own = s.men[seat, stop]
    return worth + (own == 1) * (14 if stop < 9 else 9) + (own > 1) * 5 - (own == 0) * exposed(s, seat, stop)


taste = by_appeal
