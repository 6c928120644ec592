"""Information-set tree search for any game: several seats, dice, hidden cards; bound to a game by `bind`.

Every iteration imagines a world that the seat cannot rule out, walks down one tree that all these worlds share, adds a
node, plays the game to its end by simple players, and passes the result up. Chance is not in the tree: every walk has
its own. A node is an action by a seat; `offered` counts how often it could have been chosen (Cowling, Powley and
Whitehouse's correction for actions that are not always available).
"""

from math import exp, log, sqrt

from turnwise.kit import below, count, one
from turnwise.kit.chance import fork
from turnwise.kit.contract import (
    BOLDNESS,
    FORESEEN,
    HORIZON,
    SCALE,
    SECRETS_BESIDE,
    appeal,
    classic,
    evaluate,
    imagine,
    interruptible,
    legal,
    play,
    rival,
    scores,
    taste,
)
from turnwise.kit.plain import entry, inlined, rule

KNOWN, WORLD, DICE = 0, 1, 2
KNOWN_BESIDE = 1
ROOT, NONE = 0, -1
FRESH = 16
"""Walks after which the hidden part beside the state is imagined anew; it is larger than a state."""

WORLDS = 32
"""Worlds in which an action must win to count as an open win: one decided by a die does not."""

WINNING = 0.9
"""The share of a result for winning; the rest is for the place."""


@entry
def run(states, besides, control, nodes, path, found, pad, silence, iterations):
    """Walk down the tree so many times. states[KNOWN] and besides[KNOWN_BESIDE] are what the seat control.seat may
    know."""
    d, moves, chances = control[0], pad[0].moves, control[0].chances
    for _ in range(iterations):
        if SECRETS_BESIDE and d.iterations % FRESH == 0:
            besides[0] = besides[KNOWN_BESIDE]
        states[WORLD] = states[KNOWN]
        s = states[WORLD]
        s.seed = fork(states[DICE])
        imagine(s, besides[0], d.seat)
        s.seed = fork(states[DICE])
        depth = walk(s, besides[0], d, nodes, path, found, moves, states[DICE], silence)
        play_on(s, besides[0], d.seat, moves, silence)
        judge(s, besides[0], d, chances)
        for i in range(depth + 1):
            node = nodes[path[i]]
            node.visits += 1
            node.total += chances[node.seat]
        d.iterations += 1


@entry
def open_win(states, besides, control, pad, silence):
    """An action that ends the game as a win for the seat control.seat alone, in all of many imagined worlds; else NONE.

    Later walks have the same dice as without this call."""
    d, moves, seed = control[0], pad[0].moves, states[DICE].seed
    found = NONE
    n = legal(states[KNOWN], besides[KNOWN_BESIDE], d.seat, moves)
    for i in range(n):
        worlds = 0
        while worlds < WORLDS and wins(states, besides, d, moves[i], silence):
            worlds += 1
        if worlds == WORLDS:
            found = moves[i]
            break
    states[DICE].seed = seed
    return found


@rule
def wins(states, besides, d, action, silence):
    """Whether an action wins at once in one imagined world."""
    besides[0] = besides[KNOWN_BESIDE]
    states[WORLD] = states[KNOWN]
    s = states[WORLD]
    s.seed = fork(states[DICE])
    imagine(s, besides[0], d.seat)
    s.seed = fork(states[DICE])
    play(s, besides[0], d.seat, action, silence[0])
    return s.over != 0 and scores(s, besides[0], d.places, d.points) == one(d.seat)


@inlined
def walk(s, beside, d, nodes, path, found, moves, dice, silence):
    """Walk from the root to a new leaf, which is added; returns the length of the path."""
    depth, at = 0, ROOT
    path[0] = ROOT
    while not s.over and depth < len(path) - 1:
        seat = s.turn
        n = legal(s, beside, seat, moves)
        if FORESEEN and seat != d.seat:
            act(s, beside, seat, rival(s, beside, seat, moves, n), moves, silence[0])
            continue
        mark_children(nodes, at, found)
        action, child = choose(s, beside, seat, nodes, found, moves, n, dice)
        new = child == NONE
        unmark_children(nodes, at, found)
        if new:
            if d.used == len(nodes):
                return depth
            child = add(nodes, d, at, seat, action)
        act(s, beside, seat, action, moves, silence[0])
        depth += 1
        path[depth] = child
        if new:
            return depth
        at = child
    return depth


@inlined
def mark_children(nodes, at, found):
    child = nodes[at].child
    while child != NONE:
        found[nodes[child].action] = child
        child = nodes[child].sibling


@inlined
def unmark_children(nodes, at, found):
    child = nodes[at].child
    while child != NONE:
        found[nodes[child].action] = NONE
        child = nodes[child].sibling


@inlined
def choose(s, beside, seat, nodes, found, moves, n, dice):
    """An action never tried in this node, the most appealing first, else the one with the best prospects."""
    fresh, best, untried = 0, NONE, 0
    for i in range(n):
        action = moves[i]
        child = found[action]
        if child == NONE:
            charm = appeal(s, beside, seat, action)
            if untried == 0 or charm > best:
                untried, best = 0, charm
            if charm == best:
                untried += 1
                if below(dice, untried) == 0:
                    fresh = action
        else:
            nodes[child].offered += 1
    if untried:
        return fresh, NONE
    return most_promising(nodes, found, moves, n)


@inlined
def most_promising(nodes, found, moves, n):
    chosen, highest = NONE, -1.0
    for i in range(n):
        node = nodes[found[moves[i]]]
        prospect = node.total / node.visits + BOLDNESS * sqrt(log(node.offered) / node.visits)
        if prospect > highest:
            chosen, highest = found[moves[i]], prospect
    return nodes[chosen].action + 0, chosen


@inlined
def add(nodes, d, parent, seat, action):
    index = d.used
    d.used = index + 1
    node = nodes[index]
    node.action, node.seat, node.child, node.sibling = action, seat, NONE, nodes[parent].child
    node.visits, node.offered, node.total = 0, 1, 0.0
    nodes[parent].child = index
    return index


@rule
def act(s, beside, seat, action, moves, tell):
    """Take an action, and the interjections of other seats as the classic player would."""
    play(s, beside, seat, action, tell)
    if interruptible(s):
        for other in range(s.seats):
            if other != s.turn and not s.over:
                n = legal(s, beside, other, moves)
                if n:
                    play(s, beside, other, classic(s, beside, other, moves, n), tell)


@inlined
def play_on(s, beside, thinker, moves, silence):
    """Play on to the end or to the horizon: the thinker by taste, the others as they are expected to."""
    left = HORIZON
    while not s.over and left > 0:
        seat = s.turn
        n = legal(s, beside, seat, moves)
        action = taste(s, beside, seat, moves, n) if seat == thinker else rival(s, beside, seat, moves, n)
        act(s, beside, seat, action, moves, silence[0])
        left -= 1


@inlined
def judge(s, beside, d, chances):
    """The value for each seat, from 0 to 1: its result, or its chance of winning by the evaluation."""
    if s.over:
        winners = scores(s, beside, d.places, d.points)
        for seat in range(s.seats):
            won = ((winners >> seat) & 1) / count(winners) if winners else 1 / s.seats
            chances[seat] = WINNING * won + (1 - WINNING) * standing(d.places, seat, s.seats)
        return
    highest, total = 0.0, 0.0
    for seat in range(s.seats):
        chances[seat] = evaluate(s, beside, seat) / SCALE
        highest = chances[seat] if seat == 0 else max(highest, chances[seat])
    for seat in range(s.seats):
        chances[seat] = exp(chances[seat] - highest)
        total += chances[seat]
    for seat in range(s.seats):
        chances[seat] /= total


@rule
def standing(places, seat, seats):
    """The share of the other seats that a seat has beaten; a tie counts half."""
    twice = 0
    for other in range(seats):
        if other != seat:
            twice += places[seat] < places[other]
            twice += places[seat] <= places[other]  # separate: interpreted, the sum of two NumPy booleans is a boolean
    return twice / (2 * max(seats - 1, 1))
