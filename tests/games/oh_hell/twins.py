"""Two worlds that a seat cannot tell apart: the cards of the others and of the rest of the deck, dealt anew (Q11)."""

import random
from typing import Any


def twin(s: Any, beside: Any, seat: int, chance: random.Random) -> tuple[Any, Any]:
    """All hands keep their sizes, and nobody gets a suit that they are known not to have."""
    other = s.copy()
    while other.seed == s.seed:
        other.seed = chance.getrandbits(63)
    if s.over:
        return other, beside.copy()
    known = s.gone | s.last | s.upcard
    for at in range(s.seats):
        known |= s.trick[at] | (s.hand[at] if at == seat else 0)
    hidden = [at for at in range(s.seats) if at != seat]
    for _ in range(400):
        unknown = [card for card in range(52) if not known >> card & 1]
        chance.shuffle(unknown)
        for at in hidden:
            fits = [card for card in unknown if not s.void[at] >> card // 13 & 1][: int(s.hand[at]).bit_count()]
            other.hand[at] = sum(1 << card for card in fits)
            unknown = [card for card in unknown if card not in fits]
        if all(int(other.hand[at]).bit_count() == int(s.hand[at]).bit_count() for at in hidden):
            return other, beside.copy()
    other.hand[:] = s.hand
    return other, beside.copy()
