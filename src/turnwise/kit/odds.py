"""Probabilities for bots: plain Python, from which a game makes its tables."""

from math import comb


def at_least(number: int, tries: int, odds: int) -> int:
    """The probability in 1,000 that at least a number of tries succeed, if each does so once in `odds`."""
    ways = sum(comb(tries, good) * (odds - 1) ** (tries - good) for good in range(number, tries + 1))
    worlds = odds**tries
    return int((2000 * ways + worlds) // (2 * worlds))
