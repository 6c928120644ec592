"""Two worlds that a seat cannot tell apart, made from the rules: X2 says what nobody sees."""

import random
from typing import Any

CARDS = range(32)


def twin(s: Any, beside: Any, seat: int, chance: random.Random) -> tuple[Any, Any]:
    """Another deal of all cards that are neither played nor in the seat's own hand; all numbers stay."""
    other = s.copy()
    while other.seed == s.seed:
        other.seed = chance.getrandbits(63)
    if s.over:
        return other, beside.copy()
    others = [at for at in range(s.seats) if at != seat]
    unseen = [card for card in CARDS if any(s.hand[at] >> card & 1 for at in others) or s.pile >> card & 1]
    chance.shuffle(unseen)
    for at in others:
        number = int(s.hand[at]).bit_count()
        other.hand[at], unseen = sum(1 << card for card in unseen[:number]), unseen[number:]
    other.pile = sum(1 << card for card in unseen)
    return other, beside.copy()
