"""Following suit, and who takes a trick."""

import pytest

from turnwise.kit.cards import french
from turnwise.kit.tricks import SUITS, beats, following, suit_of, without

DECK = french()
CLUBS, DIAMONDS, HEARTS, SPADES = range(SUITS)


def cards(names: str) -> int:
    return DECK.named(*names.split())


def card(name: str) -> int:
    return DECK.ids.index(name)


def test_a_french_deck_has_52_cards_with_names_for_programs_and_people() -> None:
    assert len(DECK) == 52 and DECK.ids[:3] == ("2c", "3c", "4c") and DECK.ids[-1] == "As"
    assert [str(DECK.words[card(name)]) for name in ("Ah", "Td", "7c", "Qs")] == [
        "ace of hearts",
        "10 of diamonds",
        "7 of clubs",
        "queen of spades",
    ]
    assert [suit_of(card(name)) for name in ("2c", "Ac", "2d", "Kh", "As")] == [CLUBS, CLUBS, DIAMONDS, HEARTS, SPADES]


def test_who_can_follows_suit_and_who_cannot_plays_anything() -> None:
    hand = cards("2c 9h Kh 3s")
    assert following(hand, card("4h")) == cards("9h Kh") and following(hand, card("4d")) == hand


@pytest.mark.parametrize(
    ("new", "best", "takes"),
    [("Th", "9h", True), ("8h", "9h", False), ("Ac", "9h", False), ("2s", "Ah", True), ("2s", "3s", False)],
)
def test_a_higher_card_of_the_suit_or_a_trump_takes_a_trick(new: str, best: str, takes: bool) -> None:
    assert beats(card(new), card(best), SPADES) == takes


def test_suits_that_somebody_does_not_have_are_left_out() -> None:
    assert without(cards("2c 3d 4h 5s"), 1 << DIAMONDS | 1 << SPADES) == cards("2c 4h")
