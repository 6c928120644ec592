"""How likely something is, for bots: plain Python, from which a game makes its tables."""

from math import comb


def at_least(number: int, tries: int, odds: int) -> int:
    """In 1,000, how likely at least a number of tries succeed, if each does so once in `odds`."""
    ways = sum(comb(tries, good) * (odds - 1) ** (tries - good) for good in range(number, tries + 1))
    worlds = odds**tries
    return int((2000 * ways + worlds) // (2 * worlds))
