"""A small deck, its tables, masks and names."""

import pytest

from turnwise.kit.cards import deck

SMALL = deck(circle=(1, 3), star=(1, 2, 8), joker=(20, 20))


def test_cards_stand_in_board_order() -> None:
    assert SMALL.ids == ("circle_1", "circle_3", "star_1", "star_2", "star_8", "joker_1", "joker_2")
    assert len(SMALL) == 7
    assert SMALL.cards == 0b1111111


def test_tables_give_symbol_and_number_of_a_card() -> None:
    assert SMALL.symbols == ("circle", "star", "joker")
    assert SMALL.symbol == (0, 0, 1, 1, 1, 2, 2)
    assert SMALL.number == (1, 3, 1, 2, 8, 20, 20)


def test_masks_by_symbol_and_by_number() -> None:
    assert SMALL.bearing("circle") == 0b0000011
    assert SMALL.bearing("circle", "joker") == 0b1100011
    assert SMALL.numbered(1) == 0b0000101
    assert SMALL.numbered(2, 20) == 0b1101000
    assert SMALL.numbered(6) == 0


def test_alike_are_cards_of_the_same_symbol_or_number() -> None:
    assert SMALL.names(SMALL.alike(0)) == ["circle_1", "circle_3", "star_1"]
    assert SMALL.names(SMALL.alike(5)) == ["joker_1", "joker_2"]


def test_names_and_masks_are_inverse() -> None:
    assert SMALL.named("joker_2", "circle_3") == 0b1000010
    assert SMALL.names(0b1000010) == ["circle_3", "joker_2"]
    with pytest.raises(ValueError):
        SMALL.named("circle_2")


def test_a_symbol_with_one_card_keeps_its_number() -> None:
    assert deck(crown=(7,)).ids == ("crown_7",)


def test_cards_that_cannot_be_named_apart_are_refused() -> None:
    with pytest.raises(ValueError, match="named apart"):
        deck(circle=(1, 1, 2))


def test_a_deck_too_large_for_a_set_is_refused() -> None:
    with pytest.raises(ValueError, match="63 cards"):
        deck(circle=range(63))
