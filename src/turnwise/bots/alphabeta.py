"""Alpha-beta for two seats, no secrets and no dice; bound to a game by `bind`.

The stack of the search is in `frames` (states[d] is the position at depth d), so that it can stop after any number of
nodes and go on later: `run` is called in slices, with the clock read in between. A principal variation search with a
transposition table (`book`), late move reductions, and a quiescence search of urgent moves beyond the depth. Values are
for the seat on turn. A win is WIN less the plies to it. A mood (control.mood, not 0) shifts every evaluation by up to
3, so that another seed breaks ties differently.
"""

from turnwise.kit.contract import appeal, evaluate, identity, legal, play, scores, urgent
from turnwise.kit.plain import entry, inlined, mix, rule

WIN = 1_000_000
FAR = 10 * WIN
DEEPEST = 63
"""Frames of the stack; a line ends there."""

FULL, SCOUT, REDUCED = 0, 1, 2
"""How the child is searched: with the full window, with a null window, or with a null window and less depth."""

EXACT, AT_LEAST, AT_MOST = 0, 1, 2
NONE = -1
DONE, PAUSED = 1, 0
FIRST_RATE, KILLER_RATE, LEARNED = 1 << 50, 1 << 30, 1 << 29


@entry
def begin(states, besides, frames, control, book, learned, depth):
    """Open the root for a search of so many plies."""
    d = control[0]
    d.depth, d.at, d.best = depth, 0, NONE
    enter(states, besides, frames, d, book, learned, 0, -FAR, FAR, depth)


@entry
def run(states, besides, frames, control, book, learned, roots, silence, stop):
    """Go on until the depth is done or `stop` nodes have been visited in total."""
    d = control[0]
    while True:
        f = frames[d.at]
        if f.next == f.number or f.best >= f.beta:
            leave_node(frames, d, book, learned)
            if d.at == 0:
                return DONE
            d.at -= 1
        elif d.nodes >= stop:
            return PAUSED
        else:
            d.nodes += 1
            if not step(states, besides, frames, d, book, learned, silence):
                d.at += 1
                continue
        while not weigh(frames, d, roots):
            # The child must be searched again, deeper or with a wider window.
            if not enter(states, besides, frames, d, book, learned, d.at + 1, d.low, d.high, d.left):
                d.at += 1
                break


@entry
def identified(states):
    """The key of a position in the book."""
    return identity(states[0])


@inlined
def step(states, besides, frames, d, book, learned, silence):
    """Try the next move of a frame; True if its value is known at once."""
    at = d.at
    f = frames[at]
    action = next_move(f)
    f.action = action
    states[at + 1] = states[at]
    play(states[at + 1], besides[0], f.seat, action, silence[0])
    left = f.depth - 1
    f.mode = FULL
    if f.next > 1 and f.depth > 0 and not (d.exact and at == 0):
        f.mode = SCOUT
        if d.reduce and f.depth >= 3 and f.next > 4 and f.rates[f.next - 1] < KILLER_RATE:
            f.mode = REDUCED
            left -= 1 + (f.next > 12)
    set_window(f, states[at + 1].turn == f.seat, d, left, d.exact and at == 0)
    return enter(states, besides, frames, d, book, learned, at + 1, d.low, d.high, d.left)


@inlined
def set_window(f, same, d, left, exact):
    """The child's window and depth, for the child's seat."""
    low = -FAR if exact else f.alpha
    high = f.beta if f.mode == FULL else f.alpha + 1
    if same:
        d.low, d.high = low, high
    else:
        d.low, d.high = -high, -low
    d.left = left


@inlined
def weigh(frames, d, roots):
    """Take the child's value (d.value) into the frame. False if the child must be searched again."""
    f = frames[d.at]
    same = frames[d.at + 1].seat == f.seat
    value = d.value if same else -d.value
    if f.mode == REDUCED and value > f.alpha:
        f.mode = SCOUT
        set_window(f, same, d, f.depth - 1, False)
        return False
    if f.mode == SCOUT and f.alpha < value < f.beta:
        f.mode = FULL
        set_window(f, same, d, f.depth - 1, False)
        return False
    if d.at == 0:
        note_root(roots, d, f.action, value, f.mode == FULL or value > f.alpha)
    if value > f.best:
        f.best, f.choice = value, f.action
        if d.at == 0:
            d.best, d.worth = f.action, value
    if value > f.alpha:
        f.alpha = value
    return True


@inlined
def note_root(roots, d, action, value, exact):
    """Note what is known of a first move: its value, or an upper bound."""
    for i in range(d.roots):
        if roots[i].action == action:
            if exact or roots[i].depth == 0 or value < roots[i].value:
                roots[i].value = value
            roots[i].depth = d.depth
            return


@inlined
def enter(states, besides, frames, d, book, learned, at, alpha, beta, depth):
    """Open the node at `at`. True if its value is known; d.value is then its value for frames[at].seat."""
    s, f = states[at], frames[at]
    f.seat = s.turn
    if s.over:
        d.value = ending(s, besides[0], at, d)
        return True
    f.number, f.next, f.depth, f.choice, f.key = 0, 0, depth, NONE, 0
    f.alpha, f.beta, f.start, f.best = alpha, beta, alpha, -FAR
    if depth <= 0 or at == DEEPEST:
        return rest(s, besides[0], f, d, at)
    key = identity(s)
    f.key = key
    known = book[key & (len(book) - 1)]
    hint = NONE
    if known.key == key:
        hint = known.action
        if known.depth >= depth and at > 0:
            value = from_book(known.value, at)
            if known.bound == EXACT or (value >= beta if known.bound == AT_LEAST else value <= alpha):
                d.value = value
                return True
    if d.reduce and at > 0:
        forced = urgent(s, besides[0], f.seat, f.moves)
        if forced < 0:  # a forced move costs no depth
            f.number, f.depth = -forced, depth + 1
            for i in range(f.number):
                f.rates[i] = 0
            return False
    f.number = legal(s, besides[0], f.seat, f.moves)
    for i in range(f.number):
        action = f.moves[i]
        rate = KILLER_RATE if action == f.killer or action == f.rival else learned[f.seat, action]
        rate += appeal(s, besides[0], f.seat, action) << 20
        f.rates[i] = FIRST_RATE if action == hint else rate
    return False


@rule
def rest(s, beside, f, d, at):
    """Beyond the depth: take the static evaluation, or the value of an urgent move."""
    stand = evaluate(s, beside, f.seat)
    if d.mood:
        stand += (mix(identity(s), d.mood) >> 40) & 3
    d.value = stand
    if at == DEEPEST:
        return True
    n = urgent(s, beside, f.seat, f.moves)
    if n == 0 or n > 0 and stand >= f.beta:  # a seat that must take an urgent move has no static evaluation
        return True
    if n > 0:
        f.best = stand
        f.alpha = max(f.alpha, stand)
    f.number = abs(n)
    for i in range(f.number):
        f.rates[i] = 0
    return False


@rule
def ending(s, beside, at, d):
    """The value of the end of a game for the seat on turn; a sooner win is worth more."""
    winners = scores(s, beside, d.places, d.points)
    if winners == 0:
        return 0
    return WIN - at if (winners >> s.turn) & 1 else at - WIN


@rule
def next_move(f):
    """The best rated of the moves that have not been tried."""
    best = f.next
    for i in range(f.next + 1, f.number):
        if f.rates[i] > f.rates[best]:
            best = i
    i = f.next
    f.next += 1
    action, rate = f.moves[best], f.rates[best]
    f.moves[best], f.rates[best] = f.moves[i], f.rates[i]
    f.moves[i], f.rates[i] = action, rate
    return action


@inlined
def leave_node(frames, d, book, learned):
    """A node is done: pass its value up and store it in the book."""
    at = d.at
    f = frames[at]
    d.value = f.best
    if f.depth <= 0:
        return
    if f.best >= f.beta and f.choice != f.killer:
        f.rival, f.killer = f.killer, f.choice
    if f.best >= f.beta:
        learned[f.seat, f.choice] = min(learned[f.seat, f.choice] + f.depth * f.depth, LEARNED)
    known = book[f.key & (len(book) - 1)]
    known.key, known.depth, known.action = f.key, f.depth, f.choice
    known.value = into_book(f.best, at)
    known.bound = AT_LEAST if f.best >= f.beta else EXACT if f.best > f.start else AT_MOST


@rule
def into_book(value, at):
    """In the book, plies to the end are counted from the position itself."""
    if value > WIN // 2:
        return value + at
    return value - at if value < -WIN // 2 else value


@rule
def from_book(value, at):
    if value > WIN // 2:
        return value - at
    return value + at if value < -WIN // 2 else value + 0
