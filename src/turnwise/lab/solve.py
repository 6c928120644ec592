"""Solves small games: a strategy for every seat from which no seat gains much by deviating, and how far a bot is from
one.

CFR+ (Tammelin, 2014) over the whole tree of a game: each seat in turn weighs what other choices would have won, and its
average strategy converges. The gain of a best response is computed exactly.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from turnwise.bots import Bot, Budget, bot
from turnwise.games import game as game_named
from turnwise.kit.game import Game
from turnwise.lab.tree import Tree, Worth, tree

Strategy = NDArray[np.float64]
"""The probability of each choice, among the choices of all information sets."""
ROUND = 25
"""Iterations between two measurements."""


@dataclass
class Solution:
    """A strategy for all seats, the value of the game for each if all keep to it, and what each would gain by
    deviating."""

    tree: Tree
    strategy: Strategy
    values: list[float]
    gains: list[float]
    iterations: int = 0
    seconds: float = 0.0
    options: dict[str, Any] = field(default_factory=dict)

    @property
    def exploitability(self) -> float:
        """The gain of a best response, averaged over the seats."""
        return sum(self.gains) / len(self.gains)

    def policy(self) -> list[dict[str, Any]]:
        """For each information set its seat, and the probability of each action."""
        shown = []
        for moment in self.tree.moments:
            odds = self.strategy[moment.start : moment.start + len(moment.actions)]
            shown.append({"seat": moment.seat, "actions": dict(zip(moment.actions, odds.tolist(), strict=True))})
        return shown


def small_options(game: Game, given: dict[str, Any]) -> dict[str, Any]:
    """Given options, with those that make a game small enough, if its `hints.py` names such and they are not given."""
    return {**getattr(game.hints, "SMALL", {}), **given}


def solve(
    game: str | Game,
    *,
    seats: int | None = None,
    target: float = 1e-3,
    iterations: int = 20_000,
    worth: Worth = "points",
    progress: Callable[[int], None] = lambda done: None,
    **options: Any,
) -> Solution:
    """Improve a strategy until no seat gains more than `target` by deviating; Ctrl-C keeps the present one."""
    one = game if isinstance(game, Game) else game_named(game)
    options = small_options(one, options)
    whole = tree(one, seats, worth, **options)
    solver, began = Cfr(whole), time.perf_counter()
    try:
        while solver.done < iterations:
            for _ in range(min(ROUND, iterations - solver.done)):
                solver.iterate()
            progress(solver.done)
            if measured(whole, solver.mean()).exploitability <= target:
                break
    except KeyboardInterrupt:
        pass
    found = measured(whole, solver.mean())
    found.iterations, found.seconds, found.options = solver.done, time.perf_counter() - began, options
    return found


def exploitability(
    game: str | Game,
    player: str | Bot,
    *,
    seats: int | None = None,
    tries: int = 100,
    budget: Budget | None = None,
    worth: Worth = "points",
    **options: Any,
) -> Solution:
    """The gain of a best response to a bot in all other seats: the bot chooses `tries` times in every information
    set."""
    one = game if isinstance(game, Game) else game_named(game)
    options = small_options(one, options)
    whole = tree(one, seats, worth, **options)
    mind = bot(player, one) if isinstance(player, str) else player
    began, strategy = time.perf_counter(), np.zeros(whole.choices)
    for number, moment in enumerate(whole.moments):
        for attempt in range(tries):
            seed = number * tries + attempt
            chosen = mind.think(moment.known, moment.seat, seed=seed, budget=budget).action
            strategy[moment.start + moment.actions.index(int(chosen))] += 1 / tries
    found = measured(whole, strategy)
    found.iterations, found.seconds, found.options = tries, time.perf_counter() - began, options
    return found


class Cfr:
    """Regrets of all choices, and the average strategy."""

    def __init__(self, whole: Tree) -> None:
        self.tree, self.done = whole, 0
        self.regret, self.sum = np.zeros(whole.choices), np.zeros(whole.choices)
        self.moment = _moment_of_choices(whole)

    def iterate(self) -> None:
        """Each seat once: what its other choices would have won."""
        self.done += 1
        whole = self.tree
        for seat in range(whole.seats):
            strategy = self._matching(self.regret)
            own, others = _reach(whole, strategy, seat)
            value = _values(whole, strategy, whole.pays[:, seat])
            steps = np.flatnonzero((whole.slot >= 0) & (whole.seat[whole.parent] == seat))
            before, slots = whole.parent[steps], whole.slot[steps]
            gained = others[before] * (value[steps] - value[before])
            self.regret += np.bincount(slots, gained, whole.choices)
            np.maximum(self.regret, 0, out=self.regret)
            self.sum += self.done * np.bincount(slots, own[before], whole.choices) * strategy

    def mean(self) -> Strategy:
        return self._matching(self.sum)

    def _matching(self, weights: NDArray[np.float64]) -> Strategy:
        """Choices in proportion to their weights; uniform if there are none."""
        totals = np.bincount(self.moment, weights)[self.moment]
        alike = 1 / np.bincount(self.moment)[self.moment]
        return np.where(totals > 0, weights / np.where(totals > 0, totals, 1), alike)


def measured(whole: Tree, strategy: Strategy) -> Solution:
    """The value of a strategy for each seat, and the gain of a best response."""
    values = [float(_values(whole, strategy, whole.pays[:, seat])[0]) for seat in range(whole.seats)]
    best = [_best_answer(whole, strategy, seat) for seat in range(whole.seats)]
    return Solution(whole, strategy, values, [most - value for most, value in zip(best, values, strict=True)])


def _moment_of_choices(whole: Tree) -> NDArray[np.int64]:
    return np.repeat(np.arange(len(whole.moments)), [len(moment.actions) for moment in whole.moments])


def _odds(whole: Tree, strategy: Strategy) -> NDArray[np.float64]:
    """The probability of the step to each history, by chance or by choice."""
    return np.where(whole.slot >= 0, strategy[whole.slot], whole.odds)


def _reach(whole: Tree, strategy: Strategy, seat: int) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The probability that a seat's own choices reach each history, and that of all others and chance."""
    mine = (whole.slot >= 0) & (whole.seat[whole.parent] == seat)
    odds = _odds(whole, strategy)
    own, others = np.where(mine, odds, 1.0), np.where(mine, 1.0, odds)
    for level in whole.levels[1:]:
        before = whole.parent[level]
        own[level] *= own[before]
        others[level] *= others[before]
    return own, others


def _values(whole: Tree, strategy: Strategy, pays: NDArray[np.float64]) -> NDArray[np.float64]:
    """The value of each history if all keep to a strategy."""
    value, odds = pays.copy(), _odds(whole, strategy)
    for level in reversed(whole.levels[1:]):
        np.add.at(value, whole.parent[level], odds[level] * value[level])
    return value


def _best_answer(whole: Tree, strategy: Strategy, seat: int) -> float:
    """What a best response of a seat wins."""
    _, others = _reach(whole, strategy, seat)
    value, odds = whole.pays[:, seat].copy(), _odds(whole, strategy)
    moments = _moment_of_choices(whole)
    for level in reversed(whole.levels[1:]):
        before, slots = whole.parent[level], whole.slot[level]
        mine = (slots >= 0) & (whole.seat[before] == seat)
        steps = np.arange(level.start, level.stop)
        np.add.at(value, before[~mine], odds[level][~mine] * value[level][~mine])
        if mine.any():
            worth: NDArray[Any] = np.bincount(slots[mine], others[before[mine]] * value[steps[mine]], whole.choices)
            best = _best_of(worth, moments)
            taken = mine & best[slots]
            value[before[taken]] = value[steps[taken]]
    return float(value[0])


def _best_of(worth: NDArray[Any], moments: NDArray[np.int64]) -> NDArray[np.bool_]:
    """The best choice of each information set, the first of equals."""
    order = np.lexsort((np.arange(len(worth)), -worth, moments))
    first = np.ones(len(worth), np.bool_)
    first[1:] = moments[order][1:] != moments[order][:-1]
    best = np.zeros(len(worth), np.bool_)
    best[order[first]] = True
    return best
