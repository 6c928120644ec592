"""Kuhn Poker as a table: felt, a card each, and chips."""

from turnwise.games.kuhn_poker.rules import Do
from turnwise.kit.pieces import Table
from turnwise.kit.pieces.french import Felt, lying
from turnwise.kit.pieces.poker import poker, pressed
from turnwise.kit.shapes import Seen, Thing
from turnwise.kit.words import said


def look(view: Seen) -> Table:
    return poker(view, said("Kuhn Poker"), _middle, 2)


def meant(view: Seen, keys: tuple[str, ...]) -> int | None:
    return pressed(view, keys, Do)


def _middle(on: Felt) -> list[Thing]:
    x, y = on.middle
    return [lying("stock", "", said("The card that nobody has"), on, x, y, scale=0.8)]
