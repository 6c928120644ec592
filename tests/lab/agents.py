"""Agents of somebody's own, good and bad, that tests name as `tests/lab/agents.py:…`."""

import os
import threading
from typing import Any

import numpy as np

from turnwise.bots import Thought
from turnwise.kit.position import Position


def first(legal: list[int]) -> int:
    return legal[0]


def lone(seat: int, legal: list[int]) -> Any:
    """Also a number of NumPy's is one."""
    return np.int64(legal[-1])


class Last:
    """Made once, without arguments, and called like a function."""

    def __init__(self) -> None:
        self.calls = 0

    def __call__(self, known: Position, seat: int) -> Thought:
        self.calls += 1
        return Thought(known.legal(seat)[-1], iterations=self.calls)


class Thinker:
    """A bot as ours are."""

    def think(self, known: Position, seat: int, **wishes: Any) -> Thought:
        return Thought(known.legal(seat)[0])


def greedy_for_arguments(board: int) -> int:
    return board


def raises() -> int:
    raise ValueError("no idea")


def moody(seed: int, legal: list[int]) -> Any:
    """Fails in another way each time, as its seed says; now and then it plays."""
    match seed % 7:
        case 0:
            return 10**6
        case 1:
            raise ValueError("no idea")
        case 2:
            threading.Event().wait()
        case 3:
            return np.zeros(1 << 40, np.uint8)[0]
        case 4:
            os._exit(3)
        case 5:
            return "drop d"
    return legal[0]
