"""Information-set tree search from Python: walks until the time is up, on one core or with several trees."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from turnwise.bots.bot import Considered, Effort, Thought
from turnwise.bots.clock import Clock
from turnwise.bots.ismcts import NONE, ROOT
from turnwise.kit.bind import bind
from turnwise.kit.chance import fork
from turnwise.kit.contract import WEIGHED
from turnwise.kit.events import buffer
from turnwise.kit.position import Position, rows_of

ALGORITHM = "turnwise.bots.ismcts"
NODES = 1 << 18
LONGEST_WAY = 256
NODE = ("action", "child", "sibling", "visits", "offered", "seat")
LONGEST_LINE = 6
LINES = 3
"""For how many actions a line is returned: it takes time that belongs to the next player."""


class Tree:
    """One tree and the arrays of its walks."""

    def __init__(self, position: Position, seat: int, seed: int, nodes: int = NODES) -> None:
        game, compiled = position.engine.game, position.engine.compiled
        self.bound: Any = bind(ALGORITHM, game.package, compiled=compiled)
        self.states, self.besides = rows_of(position, 3)
        if compiled:
            self.states["seed"][2] = seed
        else:
            self.states[2].seed = seed
        seats = game.seats[1]
        control = [("seat", "i8"), ("used", "i8"), ("iterations", "i8"), ("places", "i8", (seats,))]
        self.control = np.zeros(1, [*control, ("points", "f8", (seats,)), ("chances", "f8", (seats,))]).view(
            np.recarray
        )
        self.control["seat"], self.control["used"] = seat, 1
        whole = "i4" if compiled else "i8"  # interpreted, an action read from a node must not overflow in a shift
        self.nodes = np.zeros(nodes, [(name, whole) for name in NODE] + [("total", "f8")]).view(np.recarray)
        self.nodes[ROOT].child = NONE
        self._rows = self.nodes.view(np.ndarray)  # reading a record field by field takes ten times as long
        weighed = getattr(game.hints, "WEIGHED", WEIGHED)
        self.path = np.zeros(min(weighed + 1, LONGEST_WAY), np.int64)  # the root, and a node for each choice
        self.found = np.full(game.actions + 1, NONE, np.int64)
        self.pad, self.silence = position.engine.pad(), buffer(False, compiled=compiled)

    @property
    def iterations(self) -> int:
        return int(self.control["iterations"][0])

    def run(self, iterations: int) -> None:
        work = (self.control, self.nodes, self.path, self.found, self.pad, self.silence)
        self.bound.run(self.states, self.besides, *work, iterations)

    def open_win(self) -> int:
        """An action that wins at once in every possible world; NONE if there is none."""
        return int(self.bound.open_win(self.states, self.besides, self.control, self.pad, self.silence))

    def children(self, at: int = ROOT) -> dict[int, tuple[int, float, int]]:
        """The actions tried in a node: visits, sum of results, and their own node."""
        found = {}
        child = int(self._rows["child"][at])
        while child != NONE:
            action, _, sibling, visits, _, _, total = self._rows[child].item()
            found[action] = visits, total, child
            child = sibling
        return found

    def line(self, action: int, wanted: bool) -> tuple[int, ...]:
        """The most frequent continuation."""
        line: list[int] = []
        children = self.children() if wanted else {}
        while action in children and len(line) < LONGEST_LINE:
            line.append(action)
            children = self.children(children[action][2])
            action = max(children, key=lambda one: children[one][0], default=NONE)
        return tuple(line)


def think(
    position: Position, seat: int, legal: list[int], most: int | None, clock: Clock, seed: int, cores: int = 1
) -> Thought:
    """The action that wins at once, else the most visited one.

    Several cores grow trees of their own from split seeds; their visits are added up."""
    dice = position.plain()
    dice.seed = seed
    room = NODES if most is None else min(NODES, most + 1)  # a walk adds a node
    trees = [Tree(position, seat, fork(dice), room) for _ in range(cores)]
    if (winning := trees[0].open_win()) != NONE:
        return Thought(winning, (Considered(winning, 1.0, 1.0, (winning,)),), Effort("win"))
    if cores == 1:
        _grow(trees[0], most, clock)
    else:
        with ThreadPoolExecutor(cores) as pool:
            list(pool.map(lambda tree: _grow(tree, most, clock.twin()), trees))
    visits, totals = dict.fromkeys(legal, 0), dict.fromkeys(legal, 0.0)
    for tree in trees:
        for action, (n, total, _) in tree.children().items():
            visits[action] += n
            totals[action] += total
    walks = max(sum(visits.values()), 1)
    order = sorted(legal, key=lambda action: (-visits[action], action))
    considered = tuple(
        Considered(action, totals[action] / visits[action], visits[action] / walks, trees[0].line(action, at < LINES))
        for at, action in enumerate(order)
        if visits[action]
    )
    return Thought(order[0], considered, Effort("games", number=walks), sum(visits.values()))


def _grow(tree: Tree, most: int | None, clock: Clock) -> None:
    while slice := clock.next(tree.iterations):
        if most is not None:
            slice = min(slice, most - tree.iterations)
            if slice <= 0:
                return
        tree.run(slice)
