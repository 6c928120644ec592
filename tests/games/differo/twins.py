"""Worlds that a seat of Differo cannot tell apart: nothing is hidden (D28), so only the seed may differ."""

import random
from typing import Any


def twin(s: Any, beside: Any, seat: int, chance: random.Random) -> tuple[Any, Any]:
    other = s.copy()
    while other.seed == s.seed:
        other.seed = chance.getrandbits(63)
    return other, beside.copy()
