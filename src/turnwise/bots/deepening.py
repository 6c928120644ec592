"""Alpha-beta from Python: iterative deepening until the time is up."""

from math import exp
from typing import Any

import numpy as np

from turnwise.bots.alphabeta import DEEPEST, DONE, NONE, WIN
from turnwise.bots.bot import Considered, Effort, Thought
from turnwise.bots.clock import Clock
from turnwise.kit import contract
from turnwise.kit.bind import bind
from turnwise.kit.events import buffer
from turnwise.kit.position import Position, rows_of

ALGORITHM = "turnwise.bots.alphabeta"
BOOK = 1 << 18
"""Positions in the transposition table."""

FRAME = ("seat", "number", "next", "depth", "alpha", "beta", "start", "best", "choice", "action", "mode", "key")
CONTROL = ("at", "depth", "nodes", "best", "worth", "value", "low", "high", "left", "exact", "reduce", "roots", "mood")
LONGEST_LINE = 12


class _Work:
    """The arrays of a search."""

    def __init__(self, position: Position, legal: list[int]) -> None:
        game, compiled = position.engine.game, position.engine.compiled
        self.bound: Any = bind(ALGORITHM, game.package, compiled=compiled)
        self.states, self.besides = rows_of(position, DEEPEST + 2)
        room = (game.actions + 1,)
        marks = [("killer", "i8"), ("rival", "i8"), ("moves", "i8", room), ("rates", "i8", room)]
        self.frames = np.zeros(DEEPEST + 2, [(name, "i8") for name in FRAME] + marks).view(np.recarray)
        self.frames["killer"] = self.frames["rival"] = NONE
        control = [(name, "i8") for name in CONTROL] + [("places", "i8", (2,)), ("points", "f8", (2,))]
        self.control = np.zeros(1, control).view(np.recarray)
        book = [("key", "i8"), ("value", "i8"), ("depth", "i2"), ("bound", "i2"), ("action", "i4")]
        self.book = np.zeros(BOOK, book).view(np.recarray)
        self.learned = np.zeros((2, game.actions), np.int64)
        self.roots = np.zeros(len(legal), [("action", "i8"), ("value", "i8"), ("depth", "i8")]).view(np.recarray)
        self.roots["action"] = legal
        self.control["roots"] = len(legal)
        self.silence = buffer(False, compiled=compiled)

    def begin(self, depth: int) -> None:
        self.bound.begin(self.states, self.besides, self.frames, self.control, self.book, self.learned, depth)

    def run(self, stop: int) -> int:
        parts = (self.frames, self.control, self.book, self.learned, self.roots, self.silence)
        return int(self.bound.run(self.states, self.besides, *parts, stop))


def think(
    position: Position, legal: list[int], depth: int | None, clock: Clock, *, exact: bool = False, mood: int = 0
) -> Thought:
    """The best action for the seat on turn.

    `exact`: every first action gets its true value, not only the best. `mood`: breaks ties between equal choices; 0 for
    none."""
    work = _Work(position, legal)
    control = work.control
    control["exact"], control["reduce"], control["mood"] = exact, depth is None, mood
    best, worth, reached = legal[0], 0, 0
    while reached < (depth or DEEPEST):
        work.begin(reached + 1)
        status = 0
        while status != DONE and (slice := clock.next(int(control["nodes"][0]))):
            status = work.run(int(control["nodes"][0]) + slice)
        # The best of an interrupted depth counts too (its first move was the best so far), unless the level is a number
        # of plies.
        if control["best"][0] != NONE and (status == DONE or depth is None or not reached):
            best, worth = int(control["best"][0]), int(control["worth"][0])
        if status != DONE:
            break
        reached += 1
        if abs(worth) > WIN // 2 and WIN - abs(worth) <= reached:
            break  # decided: more depth changes nothing
    nodes = int(control["nodes"][0])
    scale = getattr(position.engine.game.hints, "SCALE", contract.SCALE)
    rows = sorted(work.roots.tolist(), key=lambda row: (row[0] != best, -row[1]))
    considered = tuple(
        Considered(
            int(action),
            _chance(worth if action == best else min(int(value), worth), scale),
            float(action == best),
            _line(work, position, int(action)) if action == best else (),
        )
        for action, value, _ in rows
    )
    return Thought(best, considered, Effort("plies", reached, nodes), nodes)


def _chance(value: int, scale: float) -> float:
    """A value as a probability of winning."""
    if abs(value) > WIN // 2:
        return 1.0 if value > 0 else 0.0
    return 1 / (1 + exp(-2 * value / scale))


def _line(work: _Work, position: Position, action: int) -> tuple[int, ...]:
    """The expected line of play, from the transposition table."""
    line, ahead = [action], position.copy()
    ahead.play(ahead.turn, action)
    while not ahead.over and len(line) < LONGEST_LINE:
        key = int(work.bound.identified(ahead.states))
        known = work.book[key & (BOOK - 1)]
        if known.key != key or known.action not in ahead.legal(ahead.turn):
            break
        line.append(int(known.action))
        ahead.play(ahead.turn, line[-1])
    return tuple(line)
