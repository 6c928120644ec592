"""The baselines of the rule sheet: Walker takes any step, Seeker looks at every end of its turn.   [R35] to [R38]"""

from turnwise.games.rally.quiz import is_computer
from turnwise.games.rally.state import CHECKPOINTS, NONE, OFF, POSITIONS, VISITED, Do, Phase, Win
from turnwise.games.rally.walking import finish_is_open
from turnwise.kit import below, count, first, has, one, others, scratch, spread_all

FAR = 1000
SCALE = 250.0
HORIZON = 2
BOLDNESS = 0.4
FINISHING, POINT, MISSING, APPROACH = 600, 270, 50, 29
"""Hundredths of a turn: to hit FINISH, one number of six; to earn a point; for each number of the die that hits no
checkpoint; for each step beyond the die's reach. Near what is exact on Demo 21."""


def walker(s, seat, moves, n):
    """Any position of layer 1.   [R36]"""
    if s.phase == Phase.QUESTION:
        return any_answer(s, seat, moves)
    steps = 0
    for i in range(n):
        if s.layer[moves[i]] == 1:
            moves[steps] = moves[i]
            steps += 1
    return moves[below(s, steps)]


def any_answer(s, seat, moves):
    """A computer trusts its luck; anybody else guesses.   [R38]"""
    return Do.LUCK if is_computer(s, seat) else moves[below(s, s.choices)]


def classic(s, beside, seat, moves):
    """Seeker: the first step of a random way to a random one of the best ends.   [R37]"""
    if s.phase == Phase.QUESTION:
        return any_answer(s, seat, moves)
    ways, way, tried = scratch(beside.positions), scratch(7), scratch(7)
    best = count_ways(s, beside, seat, way, tried, ways)
    end = any_end(s, ways)
    chosen = below(s, ways[end])
    length = first_way(s, beside, seat, way, tried)
    while length:
        if way[length] == end and worth(s, beside, seat, end, length) == best:
            if chosen == 0:
                break
            chosen -= 1
        length = next_way(s, beside, seat, way, tried, length - 1)
    return way[1]


PLAYERS = {"walker": walker}


def taste(s, beside, seat, moves, n):
    """How players walk on in a search: mostly to an end of their moves from which they need the fewest turns."""
    if s.phase == Phase.QUESTION:
        return any_answer(s, seat, moves)
    if below(s, 8) == 0:
        return moves[below(s, n)]
    chosen, best, equals = moves[0], 100 * FAR, 0
    for i in range(n):
        to = moves[i]
        if s.layer[to] == s.moves_left:
            turns = turns_needed(s, beside, to, s.held[seat] | point_at(beside, to))
        else:  # moves would be left over
            turns = 20 * FAR + turns_needed(s, beside, to, s.held[seat])
        if turns < best:
            best, equals = turns, 0
        if turns == best:
            equals += 1
            if below(s, equals) == 0:
                chosen = to
    return chosen


def rival(s, beside, seat, moves, n):
    """Nobody is in another's way, so what the others choose need not be weighed."""
    return taste(s, beside, seat, moves, n)


def evaluate(s, beside, seat):
    """The fewer turns a seat still needs the better; in hundredths of a turn."""
    if s.arrival_round[seat]:
        return 2000 - 10 * s.arrival_round[seat]
    if s.at[seat] == OFF:
        return -FAR * 20
    return -turns_needed(s, beside, s.at[seat], s.held[seat])


def turns_needed(s, beside, at, held):
    """About how many turns a seat needs from a position where a turn of its ended.

    A stop must be exact: it matters little how near the checkpoints are, and much how many numbers of the die hit one."""
    if s.win != Win.POINTS and at == beside.finish:
        return 0
    lacking = (one(beside.checkpoints) - 1) & ~held
    points, turns = count(lacking), 0
    if s.win != Win.POINTS:
        points, turns = max(s.needed - count(held), 0), FINISHING
    if points == 0:
        steps = beside.to_finish[at] + 0
        return turns + APPROACH * max(steps - 6, 0)
    numbers, nearest = 0, FAR
    while lacking:
        steps = beside.away[first(lacking), at] + 0
        nearest = min(nearest, steps)
        if steps <= 6:
            numbers |= one(steps)
        lacking = others(lacking)
    missing = 6 - count(numbers & ~one(0))
    return turns + POINT * (points - 1) + 100 + MISSING * missing + APPROACH * max(nearest - 6, 0)


def point_at(beside, position):
    checkpoint = beside.checkpoint[position]
    return one(checkpoint) if checkpoint != NONE else 0


def count_ways(s, beside, seat, way, tried, ways):
    """Count the ways to each of the best ends; what these are worth."""
    best = FAR
    length = first_way(s, beside, seat, way, tried)
    while length:
        value = worth(s, beside, seat, way[length], length)
        if value < best:
            best = value
            for end in range(beside.positions):
                ways[end] = 0
        if value == best:
            ways[way[length]] += 1
        length = next_way(s, beside, seat, way, tried, length - 1)
    return best


def any_end(s, ways):
    ends = 0
    for end in range(len(ways)):
        if ways[end]:
            ends += 1
    chosen = below(s, ends)
    end = 0
    while chosen or ways[end] == 0:
        if ways[end]:
            chosen -= 1
        end += 1
    return end


def worth(s, beside, seat, end, length):
    """Steps from an end to what is wanted, the fewer the better; -1 for a point earned at once."""
    if s.win != Win.POINTS and finish_is_open(s, seat):
        return beside.to_finish[end] + 0
    lacking = (one(beside.checkpoints) - 1) & ~s.held[seat]
    if lacking == 0:
        return 0
    checkpoint = beside.checkpoint[end]
    if length == s.moves_left and checkpoint != NONE and has(lacking, checkpoint):
        return -1
    steps = FAR - 1
    while lacking:
        steps = min(steps, beside.away[first(lacking), end])
        lacking = others(lacking)
    return steps


def first_way(s, beside, seat, way, tried):
    way[0], tried[0] = s.at[seat], 0
    return next_way(s, beside, seat, way, tried, 0)


def next_way(s, beside, seat, way, tried, depth):
    """The next way step by step, to its last move or into a trap, that shares `depth` steps or fewer with this one.

    Its length; 0 after the last."""
    while depth >= 0:
        to = next_step(s, beside, seat, way, depth, tried[depth])
        if to == NONE:
            depth -= 1
            continue
        tried[depth] = to + 1
        depth += 1
        way[depth], tried[depth] = to, 0
        if depth == s.moves_left or next_step(s, beside, seat, way, depth, 0) == NONE:
            return depth
    return 0


def next_step(s, beside, seat, way, depth, lowest):
    """The first position from `lowest` on, in board order, that the way may go on to."""
    at = way[depth]
    for j in range(beside.degree[at]):
        to = beside.near[at, j]
        if to >= lowest and may_enter(s, beside, seat, way, depth, to):
            return to + 0
    return NONE


def may_enter(s, beside, seat, way, depth, to):
    if to == beside.finish and s.win != Win.POINTS:
        return finish_is_open(s, seat) and depth + 1 == s.moves_left
    for i in range(depth, -1, -1):
        if way[i] == to:
            return False
        if i > 0 and beside.degree[way[i]] == 1:
            return True  # it turned round there [R15]
    return s.layer[to] != VISITED


OBSERVED = {
    "own": (POSITIONS,),
    "others": (POSITIONS,),
    "layer": (POSITIONS,),
    "held": (6, CHECKPOINTS),
    "turn": (6,),
    "arrived": (6,),
    "gone": (6,),
    "phase": (3,),
    "this_round": (2,),
    "needed": (1,),
    "die": (1,),
    "moves_left": (1,),
    "choices": (1,),
}


def observe(s, seat, into):
    """Where the own car stands and the others, what the moves left reach, who holds which points, and the turn: own rows first."""
    own, k = max(seat, 0), 3 * POSITIONS
    for position in range(POSITIONS):
        into[position], into[POSITIONS + position] = 0, 0
        into[2 * POSITIONS + position] = s.layer[position]
    for i in range(6):
        row = (i + own) % s.seats if i < s.seats else i
        if s.at[row] != OFF and i < s.seats:
            into[s.at[row] if row == own else POSITIONS + s.at[row]] += 1
        spread_all(into, k + CHECKPOINTS * i, s.held[row], CHECKPOINTS)
    k += 6 * CHECKPOINTS
    for i in range(6):
        row = (i + own) % s.seats if i < s.seats else i
        into[k + i], into[k + 6 + i], into[k + 12 + i] = row == s.turn, s.arrived[row], s.gone[row]
    k += 18
    for phase in range(3):
        into[k + phase] = s.phase == phase
    into[k + 3], into[k + 4] = s.this_round & 127, s.this_round >> 7
    into[k + 5], into[k + 6], into[k + 7], into[k + 8] = s.needed, s.die, s.moves_left, s.choices
