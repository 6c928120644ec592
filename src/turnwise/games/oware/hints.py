"""What a computer player may know about Oware: seeds that are taken count most, then freedom to choose and what is in danger."""

from turnwise.games.oware.rules import LAST, ROW, SOWN, left_of, seeds_in

OBSERVED = {"houses": (2, ROW), "taken": (2,), "since": (1,)}


def evaluate(s, seat):
    return 30 * (s.taken[seat] - s.taken[1 - seat]) + outlook(s.rows[seat]) - outlook(s.rows[1 - seat])


def outlook(row):
    """A row is the better the more houses can be sown and the fewer can be taken; many seeds in one house reach far."""
    worth = 0
    for at in range(ROW):
        seeds = seeds_in(row, at)
        worth += (seeds > 0) * 5 - (seeds == 1 or seeds == 2) * 8 + (seeds > 11) * 15
    return worth


def appeal(s, seat, action):
    """What takes seeds is tried first, and then what leaves the other little."""
    seeds = seeds_in(s.rows[seat], action - seat * ROW)
    row = s.rows[1 - seat] + SOWN[action, seeds, 1 - seat]
    left = left_of(row, SOWN[action, seeds, LAST] - (1 - seat) * ROW)
    return 100 * (left != row and left != 0) - outlook(left)


def observe(s, seat, into):
    """The seeds in the own houses and in the other's, what both have taken, and how long nobody has."""
    for side in range(2):
        owner = abs(max(seat, 0) - side)
        for at in range(ROW):
            into[ROW * side + at] = seeds_in(s.rows[owner], at)
        into[2 * ROW + side] = s.taken[owner]
    into[2 * ROW + 2] = min(s.ply - s.since, 127)
