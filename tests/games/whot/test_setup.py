"""Seats, deck, deal and first card [W1 to W12]."""

from collections import Counter
from typing import Any

import pytest

from tests.games.whot.picture import GAME, IDS, Scene, opened, table
from tests.law import law
from turnwise.games.whot.deck import DECK, SPECIALS, VALUE, worth
from turnwise.kit.errors import BadOption, BadSeats

SUMS = {
    "circle": (12, 90),
    "triangle": (12, 90),
    "cross": (9, 66),
    "square": (9, 66),
    "star": (7, 30),
    "whot": (5, 100),
}


@law("W1")
def test_two_to_eight_players() -> None:
    assert GAME.seats == (2, 8)
    with pytest.raises(BadSeats):
        GAME.frame(9, {})


@law("W1")
def test_play_runs_in_ascending_seat_order_and_wraps() -> None:
    scene = table("A: circle_3 star_3 | B: circle_4 star_4 | C: circle_7 star_7 | top: circle_10")
    scene.play("A", "play circle_3").play("B", "play circle_4").play("C", "play circle_7")
    assert scene.turn == "A"


@law("W2")
@pytest.mark.parametrize("symbol", SUMS)
def test_each_symbol_has_its_cards(symbol: str) -> None:
    numbers = [DECK.number[card] for card in range(54) if DECK.ids[card].startswith(symbol)]
    assert (len(numbers), sum(numbers)) == SUMS[symbol]


@law("W3")
def test_copies_of_each_number_and_no_six_or_nine() -> None:
    copies = {1: 5, 2: 5, 3: 5, 4: 3, 5: 5, 7: 5, 8: 3, 10: 4, 11: 4, 12: 2, 13: 4, 14: 4, 20: 5}
    assert Counter(DECK.number) == copies


@law("W4")
def test_cards_are_called_by_symbol_and_number_and_whots_are_counted() -> None:
    assert list(DECK.ids) == IDS
    assert {"circle_5", "star_8", "whot_1", "whot_5"} < set(DECK.ids)
    assert DECK.number[DECK.ids.index("whot_3")] == 20


@law("W5")
def test_special_cards_are_half_the_deck() -> None:
    special = DECK.names(SPECIALS)
    assert len(special) == 27
    assert {card.split("_")[1] for card in special if not card.startswith("whot")} == {"1", "2", "5", "8", "14"}


@law("W6", "example 1")
def test_hand_values() -> None:
    assert worth(DECK.named("star_8")) == 16
    assert worth(DECK.named("whot_2")) == 20
    assert worth(DECK.named("circle_13", "star_3")) == 13 + 6
    assert sum(VALUE) == 90 + 90 + 66 + 66 + 60 + 100 == 472


@law("W7")
def test_the_shuffle_is_uniform() -> None:
    """2,450 first cards: 50 expected of each card that is no Whot."""
    tops = Counter(opened(2, seed=seed * 7919).show["top"] for seed in range(2450))
    assert len(tops) == 49
    assert all(20 <= n <= 85 for n in tops.values())


@law("W8")
@pytest.mark.parametrize(
    ("seats", "each", "left"), [(2, 7, 39), (3, 7, 32), (4, 5, 33), (5, 4, 33), (6, 4, 29), (7, 3, 32), (8, 3, 29)]
)
def test_cards_each_by_number_of_players(seats: int, each: int, left: int) -> None:
    scene = opened(seats)
    assert scene.sizes == [each] * seats
    assert len(scene.show["pile"]) == left
    assert scene.heard("dealt")[0] == (0, each)


@law("W8", "W43")
def test_dealing_starts_with_the_player_who_moves_first() -> None:
    """With the same chance, A gets in a deal that A starts what B gets in one that B starts."""
    scene = table("A: circle_3 | B: circle_4 circle_7 | top: circle_10", match="points")
    scene.position.reseed(5)
    scene.play("A", "play circle_3")
    second = scene.show
    assert second["starter"] == 1 and scene.turn == "B"
    first = opened(2, seed=5, match="points").show
    assert second["hands"] == first["hands"][::-1]


@law("W9", "example 12", "option cards_each")
def test_a_deal_needs_enough_cards() -> None:
    with pytest.raises(BadOption, match="Not enough cards for this deal"):
        GAME.frame(8, {"cards_each": 7})
    scene = opened(7, cards_each=7)
    assert scene.sizes == [7] * 7
    assert len(scene.show["pile"]) == 4


@law("option cards_each")
def test_cards_each_overrides_the_table() -> None:
    assert opened(2, cards_each=3).sizes == [3, 3]
    assert opened(8, cards_each=6).sizes == [6] * 8


@law("W10")
def test_a_whot_turned_up_goes_back_and_another_card_is_turned() -> None:
    scenes = [opened(2, seed=seed) for seed in range(120)]
    shown = [scene for scene in scenes if scene.heard("put_back")]
    assert shown
    for scene in shown:
        whots = [card for (card,) in scene.heard("put_back")]
        assert all(card.startswith("whot") and card in scene.show["pile"] for card in whots)
        assert len(set(whots)) == len(whots)
    for scene in scenes:
        assert not scene.show["top"].startswith("whot")
        assert scene.show["discards"] == [scene.show["top"]]


@law("W11")
def test_the_first_card_has_no_effect() -> None:
    for seed in range(150):
        scene = opened(3, seed=seed)
        assert (scene.turn, scene.show["pick"], scene.sizes) == ("A", None, [7, 7, 7])


@law("W12")
def test_seat_0_moves_first() -> None:
    scene = opened(4)
    assert (scene.turn, scene.show["starter"], scene.show["turn_number"]) == ("A", 0, 1)


def first_card(number: int, seats: int, **options: Any) -> Scene:
    """A table opened with this number as first card."""
    for seed in range(3000):
        scene = opened(seats, seed=seed, first_card_acts=True, **options)
        if scene.show["top"].split("_")[1] == str(number):
            return scene
    raise AssertionError(f"no {number} turned up")


@law("option first_card_acts")
@pytest.mark.parametrize(("number", "amount"), [(2, 2), (5, 3)])
def test_a_first_pick_card_stands_on_the_starter(number: int, amount: int) -> None:
    scene = first_card(number, 3)
    assert scene.turn == "A"
    assert scene.show["pick"] == {"number": number, "amount": amount, "target": 0}


@law("option first_card_acts")
def test_a_first_suspension_skips_the_starter() -> None:
    scene = first_card(8, 3)
    assert (scene.turn, scene.show["starter"], scene.sizes) == ("B", 0, [7, 7, 7])


@law("option first_card_acts", "W12")
def test_a_first_general_market_serves_everyone_but_the_dealer() -> None:
    scene = first_card(14, 3)
    assert (scene.turn, scene.sizes) == ("A", [8, 8, 7])  # C sits before the starter and deals
    assert [seat for seat, *_ in scene.heard("drew")] == [0, 1]


@law("option first_card_acts")
def test_a_first_general_market_reaches_as_far_as_the_cards() -> None:
    scene = first_card(14, 7, cards_each=7)
    assert scene.sizes == [8, 8, 8, 8, 7, 7, 7]  # 4 cards were left
    assert (scene.turn, scene.over, scene.show["sudden_death"], scene.show["pile"]) == ("A", None, False, [])


@law("option first_card_acts")
def test_a_first_hold_on_does_nothing() -> None:
    scene = first_card(1, 3)
    assert (scene.turn, scene.sizes, scene.show["turn_number"]) == ("A", [7, 7, 7], 1)


@law("option first_card_acts", "option market_keeps_turn")
def test_a_first_market_never_gives_the_dealer_the_turn() -> None:
    assert first_card(14, 2, market_keeps_turn=True).turn == "A"
