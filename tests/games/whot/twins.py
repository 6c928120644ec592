"""Two worlds that a seat cannot tell apart, made from the sheet's "Hidden information" (W44 to W50)."""

import random
from typing import Any

CARDS = range(54)
WHOTS = range(49, 54)
LONG, SHORT, STARS = (1, 2, 3, 4, 5, 7, 8, 10, 11, 12, 13, 14), (1, 2, 3, 5, 7, 10, 11, 13, 14), (1, 2, 3, 4, 5, 7, 8)
NUMBERS = [*LONG, *LONG, *SHORT, *SHORT, *STARS, *[20] * 5]
SYMBOLS = [0] * 12 + [1] * 12 + [2] * 9 + [3] * 9 + [4] * 7 + [5] * 5
SPECIAL = (1, 2, 5, 8, 14, 20)


def twin(s: Any, beside: Any, seat: int, chance: random.Random) -> tuple[Any, Any]:
    """Another deal of all cards that lie neither in the seat's own hand nor open on the table; all numbers stay."""
    other = s.copy()
    while other.seed == s.seed:
        other.seed = chance.getrandbits(63)
    if s.over:
        return other, beside.copy()  # all hands are shown (W50)
    while True:
        _deal_hidden(other, seat, chance)
        if other.turn == seat or not s.sudden or s.phase != 0 or _can_play(other):
            return other, beside.copy()


def _deal_hidden(s: Any, seat: int, chance: random.Random) -> None:
    zones = [("hand", i) for i in range(8) if i != seat] + [("pile", -1), ("aside", -1)]
    sets = [s.hand[i] if name == "hand" else getattr(s, name) for name, i in zones]
    hidden = [card for cards in sets for card in CARDS if cards >> card & 1]
    chance.shuffle(hidden)
    for (name, i), cards in zip(zones, sets, strict=True):
        size = int(cards).bit_count()
        dealt, hidden = hidden[:size], hidden[size:]
        mask = sum(1 << card for card in dealt)
        if name == "hand":
            s.hand[i] = mask
        else:
            setattr(s, name, mask)


def _can_play(s: Any) -> bool:
    """Whether the seat on turn can play: in Sudden Death the game would be over otherwise (W32)."""
    hand = [card for card in CARDS if s.hand[s.turn] >> card & 1]
    if s.no_finish_on_special and len(hand) == 1:
        hand = [card for card in hand if NUMBERS[card] not in SPECIAL]
    return any(_follows(s, card) for card in hand)


def _follows(s: Any, card: int) -> bool:
    if s.pick:
        return NUMBERS[card] == NUMBERS[s.top] or bool(s.whot_defends_pick) and card in WHOTS
    symbol = s.called if s.top in WHOTS else SYMBOLS[s.top]
    return card in WHOTS or SYMBOLS[card] == symbol or s.top not in WHOTS and NUMBERS[card] == NUMBERS[s.top]
