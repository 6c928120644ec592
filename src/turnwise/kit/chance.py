"""All chance: uniform draws from the seed inside the state, and words made of them.

A draw is `below(s, n)`. It is called even if n is 1, so that the number of draws depends on nothing hidden.
The bias of the multiplication is below n / 2^48.
"""

from turnwise.kit.plain import advance, count, drawn, minus, narrowed, rule, scramble


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
    word, start, k = narrowed(mask, k)
    at = 0
    for width in (32, 16, 8, 4, 2, 1):
        lower = count((word >> at) & ((1 << width) - 1))
        above = int(k >= lower)  # computed without a branch, which the processor would mispredict half of the time
        k -= above * lower
        at += above * width
    return start + at


@rule
def any_of(s, mask):
    """A random member of a set that is not empty."""
    return nth(mask, below(s, count(mask)))


@rule
def some_of(s, mask, n):
    """n random members of a set, one after the other."""
    rest = mask
    for _ in range(n):
        rest = minus(rest, any_of(s, rest))
    return mask & ~rest


@rule
def fork(s):
    """A seed for something else, independent of the next draws from this one."""
    s.seed = advance(s.seed)
    return scramble(s.seed)
