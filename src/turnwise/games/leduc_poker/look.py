"""Leduc Poker as a table: felt, a card each, one in the middle, and chips."""

from functools import partial

from turnwise.games.leduc_poker.rules import Do
from turnwise.kit.cards import card_words
from turnwise.kit.pieces import Table
from turnwise.kit.pieces.french import Felt, free, lying
from turnwise.kit.pieces.poker import poker, pressed
from turnwise.kit.shapes import Seen, Thing
from turnwise.kit.words import said


def look(view: Seen) -> Table:
    return poker(view, said("Leduc Poker"), partial(_middle, view), 3)


def meant(view: Seen, keys: tuple[str, ...]) -> int | None:
    return pressed(view, keys, Do)


def _middle(view: Seen, on: Felt) -> list[Thing]:
    """What is left of the deck, and the card for both."""
    left, right = on.pair
    stock = lying("stock", "", said("The cards that are left"), on, *left, scale=0.8)
    coming = said("The card for both comes after the first round")
    middle = free("middle", said("for both"), coming, on, *right, scale=0.8)
    for card in view.state["board"]:
        words = said("{card:C}, for both", card=card_words(card))
        middle = lying("middle", card, words, on, *right, comes="stock", scale=0.8)
    return [stock, middle]
