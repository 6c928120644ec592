"""Nothing is hidden in Example, so a twin world differs in its coming chance alone."""

import random
from typing import Any


def twin(s: Any, beside: Any, seat: int, chance: random.Random) -> tuple[Any, Any]:
    other = s.copy()
    while other.seed == s.seed:
        other.seed = chance.getrandbits(63)
    return other, beside.copy()
