"""Whether two kinds of measurements can be told apart."""

from collections import Counter
from collections.abc import Sequence
from math import comb

FINEST = 1000
"""Measurements are compared in thousandths."""


def p_value(these: Sequence[float], those: Sequence[float]) -> float:
    """How likely their means would differ so much if who is of which kind had been drawn by lot: an exact permutation test."""
    values = [round(FINEST * value) for value in (*these, *those)]
    size, total = len(these), sum(values)
    ways: list[Counter[int]] = [Counter() for _ in range(size + 1)]
    ways[0][0] = 1
    for value in values:
        for chosen in range(size, 0, -1):
            for part, count in ways[chosen - 1].items():
                ways[chosen][part + value] += count
    middle = total * size / len(values)
    seen = abs(sum(values[:size]) - middle)
    return sum(count for part, count in ways[size].items() if abs(part - middle) >= seen) / comb(len(values), size)
