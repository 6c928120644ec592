"""What a computer player may know about Hex: how many stones each side still needs, if pairs of free hexagons count as joined."""

from turnwise.games.hex.rules import ALL_POINTS, AROUND, BOARD, GOAL, NONE, SIDE, START, may_swap
from turnwise.kit import at, count, set_of, set_table, some, spread_all, stepped, table

SCALE = 60.0
OBSERVED = {"own": (SIDE, SIDE), "other": (SIDE, SIDE), "seat": (1,), "may_swap": (1,)}
WEST, EAST, NORTH_EAST, SOUTH_WEST, NORTH_WEST, SOUTH_EAST = range(6)
BY = table([by for by, _ in BOARD.shifts])
LEAVING = set_table([leaving for _, leaving in BOARD.shifts])
HINDMOST = 20
"""What a side needs that can no longer be joined."""
MIDDLE = table([SIDE - abs(row - column) // 2 - abs(row + column - SIDE + 1) for row, column in BOARD.places])
BRIDGES = ((-1, -1), (-2, 1), (-1, 2), (1, 1), (2, -1), (1, -2))
ACROSS = set_table(
    [
        set_of({BOARD.at(row + down, column + right) for down, right in BRIDGES} - {-1}, BOARD)
        for row, column in BOARD.places
    ]
)
"""Of each point those that it would have a bridge to: two free hexagons between them, of which nobody can take both."""


def go(points, way):
    return stepped(points, BY[way], at(LEAVING, way))


def linked(points, free):
    """All points beside these, and those that two free hexagons lead to."""
    west, east, north_east = go(points, WEST), go(points, EAST), go(points, NORTH_EAST)
    south_west, north_west, south_east = go(points, SOUTH_WEST), go(points, NORTH_WEST), go(points, SOUTH_EAST)
    near = west | east | north_east | south_west | north_west | south_east
    near |= go(east & free, NORTH_EAST) & go(north_east & free, EAST)
    near |= go(north_east & free, NORTH_WEST) & go(north_west & free, NORTH_EAST)
    near |= go(north_west & free, WEST) & go(west & free, NORTH_WEST)
    near |= go(west & free, SOUTH_WEST) & go(south_west & free, WEST)
    near |= go(south_west & free, SOUTH_EAST) & go(south_east & free, SOUTH_WEST)
    return near | go(south_east & free, EAST) & go(east & free, SOUTH_EAST)


def at_edge(edge, free, one_way, other_way):
    """The points of an edge, and those of the next row that two free ones join to it."""
    return edge | go(edge & free, one_way) & go(edge & free, other_way)


def needs(s, seat):
    """How many stones a seat must place until its sides are joined; and, in hundredths, less for more ways to do it."""
    own, free = at(s.stones, seat), ALL_POINTS & ~(at(s.stones, 0) | at(s.stones, 1))
    if seat == 0:
        edge = at_edge(at(START, 0), free, SOUTH_WEST, SOUTH_EAST)
        goal = at_edge(at(GOAL, 0), free, NORTH_WEST, NORTH_EAST)
    else:
        edge = at_edge(at(START, 1), free, EAST, NORTH_EAST)
        goal = at_edge(at(GOAL, 1), free, WEST, SOUTH_WEST)
    reached, fresh = NONE, edge
    for stones in range(HINDMOST):
        more = fresh & own & ~reached
        while some(more):
            reached |= more
            fresh |= linked(more, free)
            more = fresh & own & ~reached
        if some(reached & goal):
            return 100 * stones - 3 * count(reached & goal)
        more = fresh & free & ~reached
        if not some(more):
            return 100 * HINDMOST
        reached |= more
        fresh |= linked(more, free)
    return 100 * HINDMOST


def evaluate(s, seat):
    lead = needs(s, 1 - seat) - needs(s, seat)
    return lead + (50 if s.turn == seat else -50)


def appeal(s, seat, action):
    """Near the middle, a bridge away from own stones, and beside those of the other."""
    if action == SIDE * SIDE:
        return 0
    bridges = count(at(ACROSS, action) & at(s.stones, seat)) + count(at(ACROSS, action) & at(s.stones, 1 - seat))
    return 3 * bridges + 4 * count(at(AROUND, action) & at(s.stones, 1 - seat)) + MIDDLE[action]


def observe(s, seat, into):
    """The own stones and the other's, whose sides they are to join, and whether they may be swapped."""
    own = max(seat, 0)
    spread_all(into, 0, at(s.stones, own), SIDE * SIDE)
    spread_all(into, SIDE * SIDE, at(s.stones, 1 - own), SIDE * SIDE)
    into[2 * SIDE * SIDE], into[2 * SIDE * SIDE + 1] = own, may_swap(s)
