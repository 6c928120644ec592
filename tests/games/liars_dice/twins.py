"""Two worlds that a seat cannot tell apart: the dice of the others may be any [L1]; how many there are is known."""

from random import Random
from typing import Any


def twin(s: Any, beside: Any, seat: int, chance: Random) -> tuple[Any, Any]:
    other = s.copy()
    other.seed = chance.getrandbits(62)
    if s.over:
        return other, beside.copy()  # everything is shown now
    for one in range(6):
        if one != seat:
            faces = [chance.randrange(6) for _ in range(s.cups[one])]
            for face in range(6):
                other.rolled[one, face] = faces.count(face)
    return other, beside.copy()
