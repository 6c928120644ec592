"""Two worlds that a seat cannot tell apart: the cards of the others and what is left over, dealt anew."""

import random
from typing import Any


def cards(s: Any) -> range:
    """Three ranks in two suits (U1)."""
    return range(6)


def twin(s: Any, beside: Any, seat: int, chance: random.Random) -> tuple[Any, Any]:
    """Own card, chips and all that was shown stay; when all is over, everything is open."""
    other = s.copy()
    while other.seed == s.seed:
        other.seed = chance.getrandbits(63)
    if s.over:
        return other, beside.copy()
    others = [one for one in range(s.seats) if one != seat]
    known = s.board | (s.hand[seat] if seat >= 0 else 0)
    unknown = [card for card in cards(s) if not known >> card & 1]
    chance.shuffle(unknown)
    for one, card in zip(others, unknown, strict=False):
        other.hand[one] = 1 << card
    return other, beside.copy()
