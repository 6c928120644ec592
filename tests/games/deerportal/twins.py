"""Two worlds that a seat cannot tell apart, made from the sheet's "Hidden information" (P43, P44)."""

import random
from typing import Any


def twin(s: Any, beside: Any, seat: int, chance: random.Random) -> tuple[Any, Any]:
    """Everything on the table is public, and coming chance is nowhere but in the seed: only the seed differs."""
    other = s.copy()
    while other.seed == s.seed:
        other.seed = chance.getrandbits(63)
    return other, beside.copy()
