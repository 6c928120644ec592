"""All chance: one uniform draw from the seed inside the state, and words made of it.

A draw is `below(s, n)`. It is called even if n is 1, so that how often chance is used depends on nothing hidden.
The bias of the multiplication is below n / 2^48.
"""

from turnwise.kit.plain import advance, count, drawn, rule, scramble


@rule
def below(s, n):
    """A uniform whole number from 0 to n - 1 (n < 32768)."""
    s.seed = advance(s.seed)
    return drawn(s.seed, n)


@rule
def roll(s):
    """A die."""
    return below(s, 6) + 1


@rule
def nth(mask, k):
    """The member of a set with k lower members: halve the set until one is left."""
    at = 0
    for width in (32, 16, 8, 4, 2, 1):
        lower = count((mask >> at) & ((1 << width) - 1))
        if k >= lower:
            k -= lower
            at += width
    return at


@rule
def any_of(s, mask):
    """A random member of a set that is not empty."""
    return nth(mask, below(s, count(mask)))


@rule
def some_of(s, mask, n):
    """n random members of a set, one after the other."""
    chosen = 0
    for _ in range(n):
        chosen |= 1 << any_of(s, mask & ~chosen)
    return chosen


@rule
def fork(s):
    """A seed for something else, independent of what comes next from this one."""
    s.seed = advance(s.seed)
    return scramble(s.seed)
