"""When the pile runs out: reshuffle, Sudden Death, penalties and markets short of cards [W28 to W35]."""

from tests.games.whot.picture import table
from tests.law import law


@law("W28")
def test_taking_the_last_card_does_not_touch_the_discards() -> None:
    scene = table("A: star_3 | B: star_4 | top: circle_7 | under: 5 | pile: cross_10")
    scene.play("A", "draw")
    assert (scene.show["pile"], len(scene.show["discards"]), scene.show["reshuffled"]) == ([], 6, False)


@law("W29")
def test_the_first_time_all_discards_but_the_top_make_a_new_pile() -> None:
    under = ["cross_10", "cross_11", "whot_3"]
    scene = table(f"A: star_3 | B: star_4 | top: whot_1 | called: cross | under: {' '.join(under)} | pile:")
    scene.play("A", "draw")
    assert scene.show["discards"] == ["whot_1"]
    assert sorted([*scene.show["pile"], *scene.hand("A")]) == sorted([*under, "star_3"])
    assert len(scene.show["pile"]) == 2
    assert (scene.show["reshuffled"], scene.show["called"], scene.turn) == (True, "cross", "B")
    assert scene.heard("reshuffled") == [()]


@law("W29", "example 5")
def test_a_penalty_goes_on_after_the_reshuffle() -> None:
    """A plays 2, B plays 2, C has no 2; pile 3, then 10 discards: C takes 3, 9 are shuffled, C takes 1, 8 are left."""
    scene = table("A: circle_2 star_7 | B: star_2 star_8 | C: cross_3 | top: circle_7 | under: 7 | pile: 3")
    scene.play("A", "play circle_2").play("B", "play star_2")
    assert (len(scene.show["discards"]), len(scene.show["pile"])) == (10, 3)
    scene.play("C", "draw")
    assert (scene.sizes[2], len(scene.show["pile"]), scene.show["discards"]) == (5, 8, ["star_2"])
    assert (scene.turn, scene.show["pick"]) == ("A", None)


@law("W30", "W33", "example 9")
def test_the_second_time_a_voluntary_draw_announces_sudden_death_and_the_turn_stays() -> None:
    scene = table("A: circle_3 | B: star_4 | top: circle_7 | under: 9 | pile: | reshuffled | turn_number: 6")
    scene.play("A", "draw")
    assert (scene.show["sudden_death"], scene.turn, scene.hand("A")) == (True, "A", ["circle_3"])
    assert (scene.show["turn_number"], scene.may("A")) == (6, ["play circle_3"])
    assert scene.heard("sudden_death") == [()]


@law("W30")
def test_sudden_death_also_begins_if_only_the_top_card_is_discarded() -> None:
    scene = table("A: circle_3 circle_4 | B: circle_8 star_4 | top: circle_7 | pile:")
    scene.play("A", "draw")
    assert (scene.show["sudden_death"], scene.show["reshuffled"]) == (True, False)
    scene.play("A", "play circle_3")
    assert scene.may("B") == ["play circle_8"]  # there are discards now, and still no further reshuffle


@law("W30", "W32")
def test_a_forced_draw_that_cannot_be_met_ends_the_game_at_once() -> None:
    scene = table("A: star_3 | B: star_4 | top: circle_7 | under: 9 | pile: | reshuffled")
    scene.play("A", "draw")
    assert (scene.over, scene.winners, scene.points) == ("hand_value", "A", [6, 8])


@law("W31")
def test_in_sudden_death_cards_are_played_and_an_empty_hand_wins() -> None:
    scene = table("A: circle_3 circle_4 | B: circle_10 | top: circle_7 | pile: | sudden")
    scene.play("A", "play circle_3").play("B", "play circle_10")
    assert (scene.over, scene.winners) == ("empty_hand", "B")


@law("W32", "W37", "example 6")
def test_sudden_death_ends_when_a_turn_opens_without_a_legal_card() -> None:
    scene = table("A: star_8 circle_3 | B: circle_14 | top: circle_7 | pile: | sudden")
    scene.play("A", "play circle_3")
    assert scene.turn == "B"  # circle_14 follows
    scene = table("A: star_8 star_3 | B: circle_14 | top: star_7 | pile: | sudden")
    scene.play("A", "play star_3")
    assert (scene.over, scene.points, scene.winners) == ("hand_value", [16, 14], "B")


@law("W32")
def test_sudden_death_ends_on_a_pick_without_an_answer() -> None:
    scene = table("A: circle_2 star_3 | B: circle_4 circle_5 | top: circle_7 | pile: | sudden")
    scene.play("A", "play circle_2")
    assert (scene.over, scene.sizes, scene.winners) == ("hand_value", [1, 2], "A")


@law("W32")
def test_sudden_death_ends_on_an_extra_turn_without_a_legal_card() -> None:
    scene = table("A: circle_1 star_3 | B: circle_4 | top: circle_7 | pile: | sudden")
    scene.play("A", "play circle_1")
    assert (scene.over, scene.winners) == ("hand_value", "B")


@law("W32", "W40")
def test_sudden_death_ends_on_a_turn_passed_on_by_a_leaver() -> None:
    scene = table("A: circle_1 | B: star_4 | C: circle_10 | top: circle_7 | pile: | sudden")
    scene.leave("A")
    assert (scene.over, scene.winners, scene.places) == ("hand_value", "B", [3, 1, 2])


@law("W32")
def test_before_sudden_death_the_player_himself_draws() -> None:
    scene = table("A: circle_3 star_3 | B: star_4 cross_10 | top: circle_7 | pile: | reshuffled")
    scene.play("A", "play circle_3")
    assert (scene.over, scene.may("B")) == (None, ["draw"])


@law("W33", "example 9")
def test_in_sudden_death_drawing_is_not_legal() -> None:
    scene = table("A: circle_3 | B: star_4 | top: circle_7 | pile: | sudden")
    assert scene.may("A") == ["play circle_3"]
    assert scene.why_not("A", "draw") == "sudden_death"


@law("W34", "example 10")
def test_a_penalty_that_cannot_be_completed_ends_the_game_with_the_cards_taken() -> None:
    scene = table("A: star_3 | B: circle_4 | top: circle_2 | pick: 6 | pile: cross_10 cross_11 | under: 4 | reshuffled")
    scene.play("A", "draw")
    assert scene.hand("A") == ["cross_10", "cross_11", "star_3"]
    assert (scene.over, scene.points, scene.winners) == ("hand_value", [27, 4], "B")


@law("W34")
def test_a_penalty_cut_short_ends_the_game_even_with_an_answer_in_hand() -> None:
    scene = table("A: star_2 | B: circle_14 | top: circle_2 | pick: 2 | pile: cross_3 | reshuffled")
    scene.play("A", "draw")
    assert (scene.over, scene.points, scene.winners) == ("hand_value", [7, 14], "A")


@law("W34")
def test_an_answer_in_hand_and_no_card_at_all_announces_sudden_death() -> None:
    scene = table("A: star_2 star_3 | B: circle_2 circle_4 | top: cross_2 | pick: 2 | pile: | reshuffled")
    scene.play("A", "draw")
    assert (scene.over, scene.turn, scene.may("A")) == (None, "A", ["play star_2"])
    assert (scene.show["sudden_death"], scene.show["pick"]["amount"]) == (True, 2)
    scene.play("A", "play star_2")
    assert (scene.turn, scene.show["pick"]["amount"]) == ("B", 4)


@law("W35")
def test_a_market_short_of_cards_ends_the_game() -> None:
    hands = "A: circle_14 circle_3 | B: star_4 | C: star_7"
    scene = table(f"{hands} | top: circle_7 | pile: cross_10 | under: 3 | reshuffled")
    scene.play("A", "play circle_14")
    assert (scene.sizes, scene.over) == ([1, 2, 1], "hand_value")
    assert (scene.points, scene.winners) == ([3, 18, 14], "A")


@law("W35", "W29")
def test_a_market_may_use_the_reshuffle() -> None:
    scene = table("A: circle_14 circle_3 | B: star_4 | C: star_7 | top: circle_7 | pile: cross_10 | under: 3")
    scene.play("A", "play circle_14")
    assert (scene.over, scene.sizes, scene.turn) == (None, [1, 2, 2], "B")
    assert len(scene.show["pile"]) == 3  # three under the top and the old top, less one


@law("W32", "W35")
def test_a_market_in_sudden_death_ends_the_game() -> None:
    scene = table("A: circle_14 circle_3 | B: circle_4 | top: circle_7 | pile: | sudden")
    scene.play("A", "play circle_14")
    assert (scene.over, scene.winners) == ("hand_value", "A")
