"""The 54 cards of Whot [W2 to W6]."""

from enum import IntEnum

from turnwise.kit import table, total
from turnwise.kit.cards import deck

Special = IntEnum("Special", {"HOLD_ON": 1, "PICK_TWO": 2, "PICK_THREE": 5, "SUSPENSION": 8, "MARKET": 14, "WHOT": 20})
"""Numbers that do something [W5]."""
LONG, SHORT, STARS = (1, 2, 3, 4, 5, 7, 8, 10, 11, 12, 13, 14), (1, 2, 3, 5, 7, 10, 11, 13, 14), (1, 2, 3, 4, 5, 7, 8)
DECK = deck(circle=LONG, triangle=LONG, cross=SHORT, square=SHORT, star=STARS, whot=(20,) * 5)  # [W2]
CARDS = len(DECK)
SYMBOLS = DECK.symbols[:-1]
"""The symbols that a Whot can call; a Whot's own is none of them."""

ALL_CARDS = DECK.cards
WHOTS = DECK.bearing("whot")
SPECIALS = DECK.numbered(*Special)

NUMBER = table(DECK.number)
VALUE = table([DECK.number[card] * (2 if DECK.ids[card].startswith("star") else 1) for card in range(CARDS)])  # [W6]
FOLLOWS = table([DECK.alike(card) | WHOTS for card in range(CARDS)])  # [W14]
FOLLOWS_CALL = table([DECK.bearing(symbol) | WHOTS for symbol in SYMBOLS])  # [W15]
ANSWERS = table([DECK.numbered(number) for number in DECK.number])  # [W17]
PENALTY = table([{2: 2, 5: 3}.get(number, 0) for number in range(21)])  # cards that a number adds to a pick [W23]


def worth(hand):
    """What a hand counts [W6]."""
    return total(VALUE, hand)
