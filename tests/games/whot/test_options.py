"""Tender games, defending Whots, finishing on special cards, and the call of "last card" [options, W51]."""

import pytest

from tests.games.whot.picture import GAME, opened, table
from tests.law import law
from turnwise.kit.errors import BadOption


@law("option tender")
@pytest.mark.parametrize("hand", ["circle_3", "star_3"])
def test_in_a_tender_game_the_first_card_that_cannot_be_had_ends_it(hand: str) -> None:
    """Forced (star_3) or not (circle_3), and whatever lies under the top card."""
    scene = table(f"A: {hand} | B: star_4 | top: circle_7 | under: 9 | pile:", tender=True)
    scene.play("A", "draw")
    assert (scene.over, scene.winners) == ("hand_value", "A")
    assert (scene.show["sudden_death"], scene.show["reshuffled"]) == (False, False)


@law("option tender")
def test_in_a_tender_game_a_market_or_penalty_short_of_cards_ends_it() -> None:
    scene = table(
        "A: circle_14 circle_3 | B: star_4 | C: star_7 | top: circle_7 | under: 9 | pile: cross_1", tender=True
    )
    scene.play("A", "play circle_14")
    assert (scene.over, scene.show["sudden_death"]) == ("hand_value", False)
    scene = table("A: star_3 star_2 | B: star_4 | top: circle_2 | pick: 2 | under: 9 | pile: cross_1", tender=True)
    scene.play("A", "draw")
    assert (scene.over, scene.sizes) == ("hand_value", [3, 1])


@law("option whot_defends_pick")
def test_a_whot_may_cancel_a_pick() -> None:
    scene = table("A: whot_1 star_3 | B: star_4 star_7 | top: circle_2 | pick: 4", whot_defends_pick=True)
    assert scene.may("A") == ["play whot_1", "draw"]
    scene.play("A", "play whot_1", "name star")
    assert (scene.turn, scene.show["pick"], scene.sizes) == ("B", None, [1, 2])
    assert scene.cards_for("B") == ["star_4", "star_7"]


@law("option no_finish_on_special")
@pytest.mark.parametrize("last", ["circle_1", "circle_2", "circle_5", "circle_8", "circle_14", "whot_1"])
def test_a_special_card_alone_in_hand_is_not_legal(last: str) -> None:
    scene = table(f"A: {last} | B: star_4 | top: circle_7", no_finish_on_special=True)
    assert scene.may("A") == ["draw"]
    assert scene.why_not("A", f"play {last}") == "no_finish_on_special"


@law("option no_finish_on_special")
def test_not_even_as_an_answer_but_with_a_second_card_it_is() -> None:
    scene = table("A: star_2 | B: star_4 | top: circle_2 | pick: 2", no_finish_on_special=True)
    assert scene.may("A") == ["draw"]
    scene = table("A: star_2 star_3 | B: star_4 | top: circle_2 | pick: 2", no_finish_on_special=True)
    assert scene.cards_for("A") == ["star_2"]
    scene = table("A: circle_3 | B: star_4 | top: circle_7", no_finish_on_special=True)
    assert scene.play("A", "play circle_3").over == "empty_hand"


@law("option no_finish_on_special", "W32")
def test_in_sudden_death_a_lone_special_card_is_no_legal_card() -> None:
    scene = table("A: circle_3 circle_4 | B: circle_8 | top: circle_7 | pile: | sudden", no_finish_on_special=True)
    assert scene.play("A", "play circle_3").over == "hand_value"


@law("W51")
def test_without_the_option_the_program_announces_the_last_card() -> None:
    scene = table("A: circle_3 star_3 | B: star_4 cross_3 | top: circle_7")
    assert "call" not in scene.may("A")
    scene.play("A", "play circle_3")
    assert scene.heard("last_card") == [(0,)]
    assert scene.may("B") == ["play cross_3", "draw"]


@law("W51", "option last_card_call")
def test_a_missing_call_can_be_caught_once_and_costs_two_cards() -> None:
    scene = table("A: circle_3 star_3 | B: star_4 cross_3 | C: star_7 | top: circle_7", last_card_call=True)
    scene.play("A", "play circle_3")
    assert scene.show["catchable"] == 0
    assert (scene.may("A"), scene.may("C")) == ([], ["catch"])
    assert "catch" in scene.may("B")
    assert scene.why_not("A", "catch") == "not_yourself"
    scene.play("C", "catch")
    assert (scene.sizes, scene.turn, scene.show["catchable"]) == ([3, 2, 1], "B", None)
    assert scene.heard("caught") == [(0, 2)]
    assert scene.why_not("B", "catch") == "nobody_to_catch"


@law("W51", "option last_card_call")
def test_a_call_with_two_cards_protects() -> None:
    scene = table("A: circle_3 star_3 | B: star_4 cross_3 | top: circle_7", last_card_call=True)
    assert scene.may("A") == ["play circle_3", "draw", "call"]
    scene.play("A", "call")
    assert (scene.show["said_last"], scene.why_not("A", "call")) == (True, "called_already")
    scene.play("A", "play circle_3")
    assert (scene.show["catchable"], scene.show["said_last"]) == (None, False)


@law("W51")
def test_the_call_needs_exactly_two_cards_and_ones_own_turn() -> None:
    scene = table("A: circle_3 star_3 star_8 | B: star_4 cross_3 | top: circle_7", last_card_call=True)
    assert scene.why_not("A", "call") == "call_with_two"
    assert scene.why_not("B", "call") == "not_your_turn"
    scene = table("A: circle_3 | B: star_4 cross_3 | top: circle_7", last_card_call=True)
    assert scene.why_not("A", "call") == "call_with_two"


@law("W51")
def test_a_call_lapses_when_the_turn_ends() -> None:
    scene = table("A: circle_3 star_3 | B: star_4 cross_3 | top: circle_7 | pile: star_1 star_2", last_card_call=True)
    scene.play("A", "call", "draw")  # a needless call costs nothing
    assert (scene.sizes, scene.show["said_last"], scene.show["catchable"]) == ([3, 2], False, None)


@law("W51")
def test_the_window_opens_when_a_whots_symbol_is_named() -> None:
    scene = table("A: whot_1 star_3 | B: star_4 cross_3 | C: star_7 | top: circle_7", last_card_call=True)
    scene.play("A", "play whot_1")
    assert (scene.show["catchable"], scene.may("B")) == (None, [])
    scene.play("A", "name star")
    assert (scene.show["catchable"], scene.may("C")) == (0, ["catch"])


@law("W51")
@pytest.mark.parametrize("move", ["play circle_4", "draw"])
def test_the_window_closes_with_the_next_play_or_draw(move: str) -> None:
    scene = table("A: circle_3 star_3 | B: circle_4 star_4 cross_3 | C: star_7 | top: circle_7", last_card_call=True)
    scene.play("A", "play circle_3").play("B", move)
    assert (scene.show["catchable"], scene.may("A")) == (None, [])


@law("W51")
def test_the_window_closes_with_the_extra_turn_after_a_hold_on() -> None:
    scene = table("A: circle_1 star_3 | B: circle_4 star_4 | top: circle_7", last_card_call=True)
    scene.play("A", "play circle_1")
    assert (scene.turn, scene.show["catchable"], scene.may("B")) == ("A", 0, ["catch"])
    scene.play("A", "draw")
    assert scene.may("B") == ["play circle_4", "draw", "call"]


@law("W51")
def test_a_caught_player_may_use_the_reshuffle_that_is_due() -> None:
    scene = table(
        "A: circle_3 star_3 | B: star_4 cross_3 | top: circle_7 | under: 3 | pile: cross_1", last_card_call=True
    )
    scene.play("A", "play circle_3").play("B", "catch")
    assert (scene.sizes, len(scene.show["pile"]), scene.show["reshuffled"]) == ([3, 2], 3, True)


@law("W51")
def test_a_caught_player_draws_as_many_as_can_be_had_and_nothing_ends() -> None:
    scene = table(
        "A: circle_3 star_3 | B: star_4 cross_3 | top: circle_7 | pile: cross_1 | reshuffled", last_card_call=True
    )
    scene.play("A", "play circle_3").play("B", "catch")
    assert (scene.sizes, scene.over, scene.show["sudden_death"]) == ([2, 2], None, False)


@law("W51")
def test_in_sudden_death_a_caught_player_draws_nothing() -> None:
    scene = table(
        "A: circle_3 star_3 | B: star_4 cross_3 | top: circle_7 | pile: | under: 5 | sudden", last_card_call=True
    )
    scene.play("A", "play circle_3").play("B", "catch")
    assert (scene.sizes, scene.over, scene.turn) == ([1, 2], None, "B")


@law("W51", "W43")
def test_a_missing_call_is_forgotten_when_the_next_game_opens() -> None:
    picture = "A: circle_3 star_3 | B: star_4 cross_10 | top: circle_7 | pile: | sudden"
    scene = table(picture, last_card_call=True, match="points").play("A", "play circle_3")
    assert (scene.show["game"], scene.show["catchable"], scene.may("A")) == (2, None, [])
    assert opened(3, last_card_call=True).show["catchable"] is None


@law("W51", "W40")
def test_nobody_is_caught_after_leaving() -> None:
    scene = table("A: circle_3 star_3 | B: star_4 cross_3 | C: star_7 | top: circle_7", last_card_call=True)
    scene.play("A", "play circle_3").leave("A")
    assert (scene.show["catchable"], scene.may("C")) == (None, [])


@law("option match", "option match_target", "option match_rounds")
def test_values_outside_the_options_are_refused() -> None:
    for wrong in (
        {"match": "league"},
        {"match_target": 49},
        {"match_target": 501},
        {"match_rounds": 21},
        {"cards_each": 8},
    ):
        with pytest.raises(BadOption):
            GAME.frame(3, wrong)
    assert GAME.frame(3, {}).options == {
        "cards_each": "auto",
        "tender": False,
        "whot_defends_pick": False,
        "no_finish_on_special": False,
        "last_card_call": False,
        "first_card_acts": False,
        "market_keeps_turn": False,
        "match": "single",
        "match_target": 100,
        "match_rounds": 0,
    }
