"""Decks of cards that bear a symbol and a number. A card is its place in the deck; a set of cards is a mask.

    DECK = deck(circle=(1, 2, 3), star=(1, 2), joker=(20, 20))
    NUMBER = table(DECK.number)

Everything here is computed once, when a game is loaded; rules work on the resulting tables and masks.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from turnwise.kit.sets import members_of, set_of
from turnwise.kit.words import Said, Words, said


@dataclass(frozen=True)
class Deck:
    """The cards in board order: symbol after symbol, each in the order of its numbers."""

    symbols: tuple[str, ...]
    symbol: tuple[int, ...]
    """For each card, the index of its symbol."""
    number: tuple[int, ...]
    """For each card, its number."""
    ids: tuple[str, ...]
    """For each card, its name."""
    words: tuple[Words, ...] = ()
    """For each card, its name for people; absent: its name."""

    def __len__(self) -> int:
        return len(self.ids)

    @property
    def names_of_all(self) -> tuple[str, ...]:
        """The names of its cards for programs."""
        return self.ids

    @property
    def words_of_all(self) -> tuple[Words, ...]:
        """The names of its cards for people."""
        return self.words or self.ids

    @property
    def cards(self) -> int:
        """The whole deck."""
        return int(set_of(range(len(self))))

    def bearing(self, *symbols: str) -> int:
        """The cards with one of these symbols."""
        wanted = {self.symbols.index(symbol) for symbol in symbols}
        return int(set_of(card for card in range(len(self)) if self.symbol[card] in wanted))

    def numbered(self, *numbers: int) -> int:
        """The cards with one of these numbers."""
        return int(set_of(card for card in range(len(self)) if self.number[card] in numbers))

    def alike(self, card: int) -> int:
        """The cards with the symbol or the number of a card, including itself."""
        return self.bearing(self.symbols[self.symbol[card]]) | self.numbered(self.number[card])

    def named(self, *ids: str) -> int:
        """The cards with these names; raises ValueError for a name that no card has."""
        return int(set_of(self.ids.index(name) for name in ids))

    def names(self, cards: int) -> list[str]:
        """The names of these cards, in board order."""
        return [self.ids[card] for card in members_of(cards)]


def deck(**numbers: Sequence[int]) -> Deck:
    """The deck with these numbers of each symbol. A card is called by symbol and number, as in `star_8`.

    If a symbol has the same number on all its cards, they are counted instead: `joker_1`, `joker_2`."""
    symbols, every_number, ids = list[int](), list[int](), list[str]()
    for index, (symbol, its_numbers) in enumerate(numbers.items()):
        equal = len(its_numbers) > 1 and len(set(its_numbers)) == 1
        marks = range(1, len(its_numbers) + 1) if equal else its_numbers
        symbols += [index] * len(its_numbers)
        every_number += its_numbers
        ids += [f"{symbol}_{mark}" for mark in marks]
    if len(set(ids)) < len(ids):
        raise ValueError("cards of one symbol and number cannot be named apart, unless the symbol has no others")
    if len(ids) > 62:
        raise ValueError(f"a deck of {len(ids)} cards does not fit into a set of 62")
    return Deck(tuple(numbers), tuple(symbols), tuple(every_number), tuple(ids))


RANKS: dict[str, tuple[int, Words]] = {
    **{str(number): (number, str(number)) for number in range(2, 10)},
    "T": (10, "10"),
    "J": (11, said("jack")),
    "Q": (12, said("queen")),
    "K": (13, said("king")),
    "A": (14, said("ace")),
}
"""Of a French deck: the value of each rank, aces high, and its name for people."""
SUITS = {"c": said("clubs"), "d": said("diamonds"), "h": said("hearts"), "s": said("spades")}


def french(ranks: str = "23456789TJQKA", suits: str = "cdhs") -> Deck:
    """Playing cards, suit after suit, each in the order of these ranks: the ace of hearts is `Ah`, the ten of clubs
    `Tc`."""
    cards = [(suit, rank) for suit in suits for rank in ranks]
    return Deck(
        tuple(suits),
        tuple(suits.index(suit) for suit, _ in cards),
        tuple(RANKS[rank][0] for _, rank in cards),
        tuple(rank + suit for suit, rank in cards),
        tuple(card_words(rank + suit) for suit, rank in cards),
    )


def card_words(card: str) -> Said:
    """The name of a playing card for people: "ace of hearts"."""
    return said("{rank} of {suit}", rank=RANKS[card[0]][1], suit=SUITS[card[1]])
