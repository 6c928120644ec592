"""Learns Connect Four by playing against itself, a thousand games at once, with NumPy alone; then it plays others.

    python examples/connect_four_learner.py learn learned.npz                        less than a minute
    python examples/connect_four_learner.py meet learned.npz classic                 a thousand games
    python examples/connect_four_learner.py sit learned.npz http://127.0.0.1:8000 TOKEN

What it learns is what a board is worth to who has just moved: a sum over the 69 lines of four, of a weight for each way in which a line can
be filled. A point is own, the other's, empty, or empty and the next to be filled in its column. After each move the weights of its board
are drawn towards what the best answer leaves (temporal differences), and so towards 1 where the game is won.
"""

import os
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

import turnwise as tw
from turnwise.bots import Thought
from turnwise.envs import Batch

ROWS, COLUMNS = 6, 7
LINES = [
    [(row + i * down) * COLUMNS + column + i * right for i in range(4)]
    for down, right in ((0, 1), (1, 0), (1, 1), (-1, 1))
    for row in range(ROWS)
    for column in range(COLUMNS)
    if 0 <= row + 3 * down < ROWS and column + 3 * right < COLUMNS
]
EMPTY, NEXT, OWN, OTHER = range(4)
WAYS = 4**4
PLACES = np.zeros((ROWS * COLUMNS + 1, len(LINES)), np.float32)
"""What a point adds to the number of a line, for each step of what lies on it; the last row is no point at all."""
for _line, _points in enumerate(LINES):
    for _at, _point in enumerate(_points):
        PLACES[_point, _line] = 4**_at
STEPS = PLACES.astype(np.int32)
FIRST = np.arange(len(LINES), dtype=np.int32) * WAYS
NO_POINT = ROWS * COLUMNS


class Mind:
    """What each way to fill a line is worth."""

    def __init__(self, weights: NDArray[np.float32] | None = None) -> None:
        self.weights = np.zeros(len(LINES) * WAYS, np.float32) if weights is None else weights

    def afterwards(self, boards: NDArray[np.int8]) -> tuple[NDArray[np.int32], NDArray[np.float32]]:
        """For each board (own discs, then the other's) and column: the ways in which its lines are filled after a disc there, and what
        that is worth to who drops it. Full columns are worth less than anything."""
        own, other = boards[:, :NO_POINT], boards[:, NO_POINT:]
        filled = (own | other).reshape(-1, ROWS, COLUMNS)
        heights = filled.sum(axis=1)
        rows = ROWS - 1 - heights
        columns = np.arange(COLUMNS)
        landing = np.where(rows >= 0, rows * COLUMNS + columns, NO_POINT)
        above = np.where(rows >= 1, landing - COLUMNS, NO_POINT)
        points = (OWN * own + OTHER * other).astype(np.float32)
        lines = (points @ PLACES[:-1]).astype(np.int32)[:, None, :] + FIRST
        lines = lines + STEPS[landing].sum(axis=1, keepdims=True)  # the next points of all columns
        ways = lines + (OWN - NEXT) * STEPS[landing] + STEPS[above]
        worth = np.tanh(self.weights[ways].sum(axis=2))
        worth[rows < 0] = -2
        return ways, worth

    def choose(self, boards: NDArray[np.int8]) -> NDArray[np.int64]:
        return self.afterwards(boards)[1].argmax(axis=1)

    def save(self, file: Path) -> None:
        np.savez_compressed(file, weights=self.weights)

    @staticmethod
    def load(file: Path) -> "Mind":
        with np.load(file) as held:
            return Mind(held["weights"])


def learn(steps: int = 12_000, *, games: int = 256, seed: int = 1, rate: float = 0.005, explores: float = 0.15) -> Mind:
    """Let a mind play against itself; now and then it tries something else than what it likes best."""
    mind, chance = Mind(), np.random.default_rng(seed)
    batch = Batch("connect_four", games, seed=seed)
    every = np.arange(games)
    before: NDArray[np.int32] | None = None
    worth_before, ended = np.zeros(games, np.float32), np.zeros(games, np.bool_)
    for _ in range(steps):
        ways, worth = mind.afterwards(batch.observation)
        best = worth.argmax(axis=1)
        if before is not None:  # what was left to who moves now is what it was worth to who moved before
            mind.weights += _drawn(before, worth_before, -worth[every, best], ~ended, rate)
        actions = np.where(chance.random(games) < explores, batch.sample(), best)
        before, worth_before = ways[every, actions], worth[every, actions]
        seats = batch.current_player.copy()
        batch.step(actions)
        ended = batch.terminated.copy()
        if ended.any():
            results = batch.rewards[every, seats]
            mind.weights += _drawn(before, worth_before, results, ended, rate)
    return mind


def _drawn(ways: Any, worth: Any, target: Any, which: Any, rate: float) -> NDArray[np.float32]:
    """How the weights change when some boards are worth something else."""
    ways, wrong = ways[which], ((target - worth) * (1 - worth**2))[which]
    total = np.bincount(ways.ravel(), np.repeat(wrong, len(LINES)), len(LINES) * WAYS)
    times = np.bincount(ways.ravel(), minlength=len(LINES) * WAYS)
    return (rate * total / np.sqrt(np.maximum(times, 1))).astype(np.float32)


def share_against(mind: Mind, opponent: str, games: int = 1000, seed: int = 7) -> float:
    """The part of the points that a mind wins, in both seats by turns."""
    batch = Batch("connect_four", games, seed=seed, opponents=[{1: opponent}, {0: opponent}])
    own = np.arange(games) % 2
    points, left = np.zeros(games), np.ones(games, np.bool_)
    chance = np.random.default_rng(seed)
    opening = chance.integers(COLUMNS, size=games)  # the first disc falls anywhere, so that no two games are alike
    while left.any():
        actions = mind.choose(batch.observation)
        if opening is not None:
            actions, opening = opening, None
        batch.step(actions)
        just = left & batch.terminated
        points[just] = (batch.rewards[np.flatnonzero(just), own[just]] + 1) / 2
        left &= ~just
    return float(points.mean())


class Agent:
    """The mind at a table, as a bot: in the arena, in the terminal, or in the house."""

    name, game = "learned", None

    def __init__(self, mind: Mind | None = None, file: Path = Path("learned.npz")) -> None:
        self.mind = mind or Mind.load(file)

    def think(self, known: tw.Position, seat: int, **more: Any) -> Thought:
        return Thought(int(self.mind.choose(known.observed(seat)[None])[0]))


def main(arguments: list[str]) -> None:
    match arguments:
        case ["learn", file]:
            began = time.perf_counter()
            mind = learn(int(os.environ.get("LEARNER_STEPS", "12000")))
            mind.save(Path(file))
            print(f"learned for {time.perf_counter() - began:.0f} seconds")
        case ["meet", file, opponent]:
            print(f"{share_against(Mind.load(Path(file)), opponent):.1%} of the points against {opponent}")
        case ["sit", file, house, token]:
            from thinking_bot import play  # beside this file: how a program plays at a table

            play(house.rstrip("/"), token, "connect_four", Agent(Mind.load(Path(file))))
        case _:
            sys.exit(__doc__)


if __name__ == "__main__":
    main(sys.argv[1:])
