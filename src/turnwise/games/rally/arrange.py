"""Places for the positions of a board, made from its connections alone.

Positions come to lie about as far from each other as they are steps apart: the stress of the drawing is made smaller and smaller
(Gansner, Koren and North, "Graph drawing by stress majorization"). There is no chance in it: the same board gets the same places.
"""

from collections.abc import Sequence
from itertools import count
from math import cos, sin

import numpy as np
from numpy.typing import NDArray

from turnwise.kit.graph import APART, Edge, Neighbours, Place, crossings, distances, passages

Places = NDArray[np.float64]

STEP = 4
"""Places from one position to the next."""
CLEAR = 2
"""Places that are kept free around a position, so that none hides another."""
BETWEEN = 3
"""Steps between two parts of a board that no connection joins."""
ROUNDS = 300
STRETCHES = (1.0, 1.15, 1.3, 1.5)
GOLDEN = 2.399963
"""An angle, so that no two of many turns by it look in the same direction."""


def arranged(near: Neighbours, first: int, span: int) -> list[Place]:
    """A place for each position, from 0 to `span` in both directions, with `first` on the left."""
    if not near:
        return []
    drawn = _turned(_relaxed(_apart(near)), first)
    edges = [(a, b) for a, others in enumerate(near) for b in others if a < b]
    tries = [_snapped(drawn * STEP * stretch, span) for stretch in STRETCHES]
    return min(tries, key=lambda places: _flaws(places, edges))


def _apart(near: Neighbours) -> Places:
    """How many steps each position is from each other; parts of the board that are not joined stand beside each other."""
    steps = np.array([distances(near, node) for node in range(len(near))], float)
    unjoined = steps == APART
    steps[unjoined] = steps.max() + BETWEEN
    return steps


def _relaxed(steps: Places) -> Places:
    n = len(steps)
    # A spiral is a start in which no two positions have the same place, and which is as good for any board.
    spiral = np.array([(cos(i * GOLDEN) * (i + 1) ** 0.5, sin(i * GOLDEN) * (i + 1) ** 0.5) for i in range(n)])
    places = _scaled(steps) + spiral * 0.05
    weights = np.divide(1, steps**2, out=np.zeros_like(steps), where=steps > 0)
    inverse = np.linalg.pinv(np.diag(weights.sum(1)) - weights)
    for _ in range(ROUNDS):
        gaps = np.linalg.norm(places[:, None] - places[None], axis=2)
        pull = -np.divide(weights * steps, gaps, out=np.zeros_like(gaps), where=gaps > 1e-9)
        np.fill_diagonal(pull, -pull.sum(1))
        places = inverse @ (pull @ places)
    return np.asarray(places)


def _scaled(steps: Places) -> Places:
    """Classical scaling: the two directions in which the board is widest."""
    n = len(steps)
    middle = np.eye(n) - 1 / n
    values, vectors = np.linalg.eigh(-0.5 * middle @ steps**2 @ middle)
    widest = np.argsort(values)[::-1][:2]
    places = np.zeros((n, 2))
    places[:, : len(widest)] = vectors[:, widest] * np.sqrt(np.maximum(values[widest], 0))
    return places


def _turned(places: Places, first: int) -> Places:
    """The longer side lies across, and the first position on the left and above."""
    places = places - places.mean(0)
    _, _, axes = np.linalg.svd(places, full_matrices=True)
    turned = np.asarray(places @ axes.T)
    turned[:, turned[first] > 0] *= -1
    return turned


def _snapped(places: Places, span: int) -> list[Place]:
    """Whole numbers, each position in the nearest place that is clear of those before it."""
    low, wide = places.min(0), float(np.ptp(places, axis=0).max())
    room = span - 2 * CLEAR
    scale = min(1.0, room / wide) if wide else 1.0
    taken: list[Place] = []
    for x, y in (places - low) * scale + CLEAR:
        taken.append(_nearest_clear(round(float(x)), round(float(y)), taken, span))
    left, top = min(x for x, _ in taken), min(y for _, y in taken)
    return [(x - left, y - top) for x, y in taken]


def _nearest_clear(x: int, y: int, taken: Sequence[Place], span: int) -> Place:
    for far in count():
        ring = [
            (x + i, y + j) for i in range(-far, far + 1) for j in range(-far, far + 1) if max(abs(i), abs(j)) == far
        ]
        for u, v in sorted(ring, key=lambda at: ((at[0] - x) ** 2 + (at[1] - y) ** 2, at)):
            if 0 <= u <= span and 0 <= v <= span and all(max(abs(u - a), abs(v - b)) >= CLEAR for a, b in taken):
                return u, v
    raise AssertionError("128 positions leave room")


def _flaws(places: Sequence[Place], edges: Sequence[Edge]) -> int:
    return len(crossings(places, edges)) + 2 * len(passages(places, edges))
