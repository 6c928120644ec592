"""Nothing is hidden in Connect Four [F7], so a twin world differs in its coming chance alone."""

from random import Random
from typing import Any


def twin(s: Any, beside: Any, seat: int, chance: Random) -> tuple[Any, Any]:
    other = s.copy()
    other.seed = chance.getrandbits(62)
    return other, beside.copy()
