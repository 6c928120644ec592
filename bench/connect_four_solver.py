"""Connect Four solved: does the first player win, whatever the second does? Bound to the game by `bind`.

The answer is yes or no for the side to move: the first player *succeeds* if he wins, the second if he does not lose. So a
side succeeds if a move leads to a position in which the other does not. The stack of the search lies in `stack`, so that it
can stop after any number of positions and go on later.
No position is opened in which the side to move makes four at once: `run` never leads there, and may not be started there.
"""

from turnwise.games.connect_four.hints import BOARD, GOOD_ROWS, completing
from turnwise.games.connect_four.rules import COLUMNS, FLOOR, ROWS, has_four
from turnwise.kit import count, first
from turnwise.kit.plain import entry, inlined, mix, rule

FAILS, SUCCEEDS, OPEN = 0, 1, -1
ME, ALL, PLY, KEY, BEGAN, NUMBER, NEXT, MOVES, RATES, FRAME = 0, 1, 2, 3, 4, 5, 6, 7, 14, 21
"""A frame of the stack: the discs of the side to move, all discs, how many, and the moves to try."""

AT, NODES = 0, 1
"""In the control record: the frame that is open, and how many positions were looked at."""

MIRRORED = 18
"""Up to so many discs a position and its mirror image are remembered as one."""

COLUMN = (1 << ROWS) - 1


@entry
def run(stack, control, table, stop):
    """Go on until the side to move at stack[0] is known to succeed or to fail, or `stop` positions were looked at: OPEN."""
    at, nodes = control[AT], control[NODES]
    value = OPEN
    if nodes == 0:
        nodes = 1
        value = opened(stack, 0, table, nodes)
    while True:
        if value == OPEN and nodes >= stop:
            break
        while value != OPEN:
            if at == 0:
                control[NODES] = nodes
                return value
            # A child is known.
            at -= 1
            if value == FAILS:
                value = SUCCEEDS
            elif stack[at, NEXT] == stack[at, NUMBER]:
                value = FAILS
            else:
                value = OPEN
            if value != OPEN:
                remember(table, stack[at, KEY], value, nodes - stack[at, BEGAN])
        move = stack[at, MOVES + stack[at, NEXT]]
        stack[at, NEXT] += 1
        stack[at + 1, ME] = stack[at, ALL] ^ stack[at, ME]
        stack[at + 1, ALL] = stack[at, ALL] | move
        stack[at + 1, PLY] = stack[at, PLY] + 1
        at += 1
        nodes += 1
        value = opened(stack, at, table, nodes)
    control[AT], control[NODES] = at, nodes
    return OPEN


@inlined
def opened(stack, at, table, nodes):
    """Open a frame whose position is filled in; its value, if that can be seen at once."""
    me, everything, ply = stack[at, ME], stack[at, ALL], stack[at, PLY]
    other = everything ^ me
    dangers = completing(other) & ~everything
    moves = (everything + FLOOR) & BOARD
    forced = moves & dangers
    if forced:
        moves = forced if forced & (forced - 1) == 0 else 0
    moves &= ~(dangers >> 1)  # nobody plays below a point where the other makes four
    value = OPEN
    if moves == 0:
        value = FAILS
    elif ply & 1:
        if not has_four(other | BOARD & ~everything):
            value = SUCCEEDS
        elif zugzwang(other, me, everything, dangers):
            value = FAILS
    elif not has_four(me | BOARD & ~everything) or followed(me, everything):
        value = FAILS
    if value == OPEN:
        key = me + everything
        if ply <= MIRRORED:
            key = min(key, mirrored(me) + mirrored(everything))
        stack[at, KEY] = key
        value = recalled(table, key)
        if value == OPEN:
            stack[at, BEGAN] = nodes
            stack[at, NEXT] = 0
            n = 0
            while moves:
                move = moves & -moves
                moves ^= move
                chances = completing(me | move) & ~(everything | move)
                rate = (2 * count(chances) + count(chances & GOOD_ROWS[ply & 1])) * 8 + 3 - abs(first(move) // 7 - 3)
                i = n
                while i > 0 and stack[at, RATES + i - 1] < rate:
                    stack[at, RATES + i], stack[at, MOVES + i] = stack[at, RATES + i - 1], stack[at, MOVES + i - 1]
                    i -= 1
                stack[at, RATES + i], stack[at, MOVES + i] = rate, move
                n += 1
            stack[at, NUMBER] = n
    return value


@entry
def followed(me, everything):
    """Whether the second player holds by answering in the same column for good: the first only gets odd rows then."""
    if (everything + FLOOR) & GOOD_ROWS[1]:
        return False
    return not has_four(me | GOOD_ROWS[0] & ~everything)


@entry
def zugzwang(one, two, everything, chances):
    """Whether the first player wins by answering in the same column for good, with the second to move.

    All columns but one have room for pairs, in which the second gets the odd rows. In the one the first lacks one disc to four on an
    odd row, below which the second has to play in the end."""
    heads = (everything + FLOOR) & GOOD_ROWS[1]
    if heads == 0 or heads & (heads - 1):
        return False
    column = COLUMN << (first(heads) // 7 * 7)
    aim = chances & GOOD_ROWS[0] & column
    if aim == 0:
        return False
    below = (aim & -aim) - 1
    lows = GOOD_ROWS[0] & ~column | GOOD_ROWS[1] & column & below
    return not has_four(two | lows & ~everything)


@rule
def mirrored(discs):
    """Left and right exchanged."""
    image = 0
    for column in range(COLUMNS):
        image |= ((discs >> (7 * column)) & COLUMN) << (7 * (COLUMNS - 1 - column))
    return image


@inlined
def recalled(table, key):
    """What is remembered of a position, else OPEN."""
    place = mix(0, key) & (len(table) - 2)
    value = OPEN
    for i in range(2):
        if table[place + i] >> 8 == key:
            value = table[place + i] & 1
    return value


@inlined
def remember(table, key, value, work):
    """Keep a result: of two places one is for what was most work, the other for what came last."""
    place = mix(0, key) & (len(table) - 2)
    effort = 1
    while work > 1 and effort < 63:
        work >>= 1
        effort += 1
    entry = key << 8 | effort << 1 | value
    kept = table[place]
    if kept >> 8 == key or (kept >> 1) & 127 <= effort:
        if kept >> 8 != key:
            table[place + 1] = kept
        table[place] = entry
    else:
        table[place + 1] = entry
