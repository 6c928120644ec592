"""Two worlds that a seat cannot tell apart, made from the rules: X2 says what is hidden."""

import random
from typing import Any


def twin(s: Any, beside: Any, seat: int, chance: random.Random) -> tuple[Any, Any]:
    """Other coins in the fists of the others, as far as they have hidden any in this round."""
    other = s.copy()
    while other.seed == s.seed:
        other.seed = chance.getrandbits(63)
    for at in range(s.seats):
        if not s.over and at != seat and (at - s.begins) % s.seats < s.done:
            other.coins[at] = chance.randrange(4)
    return other, beside.copy()
