"""A turn, and the effects of the cards [W13 to W27]."""

import pytest

from tests.games.whot.picture import GAME, table
from tests.law import law


@law("W13")
def test_a_turn_is_one_card_or_one_draw() -> None:
    scene = table("A: circle_3 circle_4 | B: star_3 | top: circle_10")
    assert scene.may("A") == ["play circle_3", "play circle_4", "draw"]
    assert scene.play("A", "play circle_3").turn == "B"
    scene = table("A: circle_3 circle_4 | B: star_3 | top: circle_10")
    assert scene.play("A", "draw").turn == "B"


@law("W14", "example 2")
def test_symbol_number_or_whot_follow_the_top_card() -> None:
    hand = "circle_7 circle_14 triangle_5 star_5 triangle_7 cross_10 whot_1"
    scene = table(f"A: {hand} | B: star_1 | top: circle_5")
    assert scene.cards_for("A") == ["circle_7", "circle_14", "triangle_5", "star_5", "whot_1"]
    assert scene.why_not("A", "play triangle_7") == "must_match"


@law("W14", "example 13")
def test_a_special_card_must_match_like_any_other() -> None:
    scene = table("A: star_8 circle_3 | B: star_1 | top: circle_7")
    assert scene.cards_for("A") == ["circle_3"]
    scene = table("A: circle_8 circle_3 | B: star_1 | top: circle_7")
    assert scene.cards_for("A") == ["circle_3", "circle_8"]


@law("W15", "W16", "example 8")
def test_under_a_whot_only_the_called_symbol_or_another_whot() -> None:
    scene = table("A: star_3 circle_5 whot_2 | B: circle_3 cross_7 | top: whot_1 | called: star")
    assert scene.cards_for("A") == ["star_3", "whot_2"]
    assert scene.why_not("A", "play circle_5") == "must_follow_call"
    scene.play("A", "play star_3")
    assert scene.show["called"] is None
    assert scene.cards_for("B") == ["circle_3"]


@law("W15", "example 8")
def test_a_whot_on_a_whot_needs_a_new_call_which_replaces_the_old_one() -> None:
    scene = table("A: star_3 whot_2 | B: circle_3 star_7 | top: whot_1 | called: star")
    scene.play("A", "play whot_2")
    assert (scene.turn, scene.show["phase"]) == ("A", "name")
    scene.play("A", "name circle")
    assert scene.show["called"] == "circle"
    assert scene.cards_for("B") == ["circle_3"]


@law("W17", "example 3")
def test_a_pending_pick_is_answered_by_the_same_number_only() -> None:
    hand = "circle_2 square_2 star_1 star_5 star_8 cross_14 star_3 whot_1"
    scene = table(f"A: {hand} | B: star_4 | top: star_2 | pick: 4")
    assert scene.cards_for("A") == ["circle_2", "square_2"]
    assert scene.why_not("A", "play star_5") == "must_answer"
    scene = table("A: circle_2 square_5 star_4 whot_1 | B: star_3 | top: star_5 | pick: 3")
    assert scene.cards_for("A") == ["square_5"]


@law("W18", "example 3")
def test_a_draw_takes_the_whole_penalty_clears_it_and_passes() -> None:
    scene = table("A: circle_2 star_3 | B: star_4 | top: star_2 | pick: 4")
    scene.play("A", "draw")
    assert (scene.sizes, scene.show["pick"], scene.turn) == ([6, 1], None, "B")
    assert scene.cards_for("B") == ["star_4"]


@law("W18")
def test_a_draw_takes_one_card_and_the_turn_passes_at_once() -> None:
    scene = table("A: star_3 | B: star_4 | top: circle_7 | pile: circle_10 circle_11")
    scene.play("A", "draw")
    assert (scene.sizes, scene.turn, scene.may("A")) == ([2, 1], "B", [])


@law("W19")
def test_drawing_is_allowed_with_a_legal_card_in_hand() -> None:
    scene = table("A: circle_3 | B: star_4 | top: circle_7")
    assert scene.may("A") == ["play circle_3", "draw"]
    scene = table("A: star_2 | B: star_4 | top: circle_2 | pick: 2")
    assert scene.may("A") == ["play star_2", "draw"]


@law("W20")
def test_a_play_moves_the_card_then_acts_then_passes() -> None:
    scene = table("A: circle_14 star_3 | B: star_4 | C: star_7 | top: circle_7")
    scene.play("A", "play circle_14")
    assert (scene.show["top"], scene.show["discards"]) == ("circle_14", ["circle_7", "circle_14"])
    assert scene.hand("A") == ["star_3"]
    assert [kind for kind, *_ in scene.told] == ["played", "special", "last_card", "drew", "drew"]
    assert scene.turn == "B"


@law("W21")
def test_after_a_whot_only_its_player_may_act_and_only_name() -> None:
    scene = table("A: whot_1 star_3 | B: star_4 | C: star_7 | top: circle_7", last_card_call=True)
    scene.play("A", "play whot_1")
    names = ["name circle", "name triangle", "name cross", "name square", "name star"]
    assert (scene.may("A"), scene.may("B"), scene.may("C")) == (names, [], [])
    assert scene.why_not("A", "draw") == "name_first"
    assert scene.why_not("B", "draw") == "not_your_turn"
    scene.play("A", "name square")
    assert (scene.turn, scene.show["called"], scene.show["phase"]) == ("B", "square", "play")
    assert scene.why_not("B", "name star") == "nothing_to_name"


@law("W22")
def test_the_turn_number_rises_when_a_turn_opens_and_only_then() -> None:
    hands = "A: circle_1 whot_1 star_3 | B: star_4 star_7 | C: star_8 cross_7"
    scene = table(f"{hands} | top: circle_7 | turn_number: 9", last_card_call=True)
    assert scene.play("A", "play circle_1").show["turn_number"] == 10  # an extra turn
    assert scene.play("A", "call").show["turn_number"] == 10
    assert scene.play("A", "play whot_1").show["turn_number"] == 10
    assert scene.play("A", "name star").show["turn_number"] == 11
    assert scene.leave("C").show["turn_number"] == 11
    assert scene.play("B", "play star_4").show["turn_number"] == 12
    assert scene.play("A", "catch").show["turn_number"] == 12


@law("W22")
def test_a_refused_action_has_a_reason_and_changes_nothing() -> None:
    scene = table("A: star_3 | B: star_4 | top: circle_7")
    before = scene.position.pack()
    assert scene.why_not("A", "play star_3") == "must_match"
    assert scene.why_not("A", "play star_4") == "not_your_card"
    assert scene.why_not("B", "play star_4") == "not_your_turn"
    assert scene.why_not("A", "call") == "no_calls"
    assert scene.why_not("A", "catch") == "nobody_to_catch"
    assert scene.position.pack() == before
    assert set(GAME.notation.REASONS) == set(GAME.rules.Reason)


@law("W23", "W24")
def test_hold_on_gives_a_full_extra_turn_and_a_1_on_a_1_another() -> None:
    scene = table("A: circle_1 star_1 cross_3 star_3 | B: star_4 | top: circle_7")
    scene.play("A", "play circle_1")
    assert (scene.turn, scene.may("A")) == ("A", ["play star_1", "draw"])
    scene.play("A", "play star_1")
    assert (scene.turn, scene.may("A")) == ("A", ["play star_3", "draw"])
    assert scene.play("A", "draw").turn == "B"


@law("W23", "example 14")
def test_pick_two_grows_by_two_and_stands_on_the_next_player() -> None:
    scene = table("A: circle_2 star_3 | B: star_2 star_4 | C: cross_2 star_7 | top: circle_7")
    scene.play("A", "play circle_2")
    assert (scene.turn, scene.show["pick"]) == ("B", {"number": 2, "amount": 2, "target": 1})
    scene.play("B", "play star_2")
    assert (scene.turn, scene.show["pick"]) == ("C", {"number": 2, "amount": 4, "target": 2})


@law("W23", "example 11")
def test_pick_three_grows_by_three() -> None:
    scene = table("A: circle_5 star_3 | B: star_5 star_4 | C: cross_3 star_7 | top: circle_7")
    scene.play("A", "play circle_5").play("B", "play star_5")
    assert (scene.turn, scene.may("C"), scene.show["pick"]["amount"]) == ("C", ["draw"], 6)
    scene.play("C", "draw")
    assert (scene.sizes, scene.turn) == ([1, 1, 8], "A")


@law("W23", "W26", "example 4")
def test_suspension_skips_the_next_player() -> None:
    scene = table("A: circle_8 star_3 | B: star_4 | C: star_7 | top: circle_7")
    assert scene.play("A", "play circle_8").turn == "C"
    scene = table("A: circle_8 star_3 | B: star_4 | top: circle_7")
    assert scene.play("A", "play circle_8").turn == "A"


@law("W23", "W27")
def test_general_market_makes_every_other_player_draw_in_turn_order_and_passes() -> None:
    scene = table("A: star_3 | B: circle_14 star_4 | C: star_7 | D: star_8 | top: circle_7 | turn: B")
    scene.play("B", "play circle_14")
    assert scene.sizes == [2, 1, 2, 2]
    assert [seat for seat, *_ in scene.heard("drew")] == [2, 3, 0]
    assert scene.turn == "C"


@law("W23")
@pytest.mark.parametrize("number", [3, 4, 7, 10, 11, 12, 13])
def test_plain_numbers_have_no_effect(number: int) -> None:
    scene = table(f"A: circle_{number} star_1 | B: star_5 | C: star_8 | top: circle_8")
    scene.play("A", f"play circle_{number}")
    assert (scene.turn, scene.sizes, scene.show["pick"]) == ("B", [1, 1, 1], None)


@law("W25")
def test_after_the_penalty_the_top_card_acts_no_more() -> None:
    scene = table("A: star_3 | B: star_4 cross_2 circle_7 cross_10 | top: circle_2 | pick: 2")
    scene.play("A", "draw")
    assert scene.turn == "B"
    assert scene.may("B") == ["play circle_7", "play cross_2", "draw"]


@law("W26")
def test_with_two_players_hold_on_keeps_the_turn_and_the_market_serves_the_opponent() -> None:
    scene = table("A: circle_1 circle_14 star_3 | B: star_4 | top: circle_7")
    assert scene.play("A", "play circle_1").turn == "A"
    scene.play("A", "play circle_14")
    assert (scene.sizes, scene.turn) == ([1, 2], "B")


@law("W27", "option market_keeps_turn")
def test_market_keeps_turn_gives_the_mover_another_turn() -> None:
    scene = table(
        "A: circle_14 star_3 | B: star_4 | C: star_7 | top: circle_7 | turn_number: 4", market_keeps_turn=True
    )
    scene.play("A", "play circle_14")
    assert (scene.sizes, scene.turn, scene.show["turn_number"]) == ([1, 2, 2], "A", 5)
