"""Winning, places, leaving and matches [W36 to W43]."""

import pytest

from tests.games.whot.picture import GAME, table
from tests.law import law
from turnwise.kit.errors import BadOption


@law("W36")
def test_an_empty_hand_wins_at_once() -> None:
    scene = table("A: circle_3 | B: star_4 star_8 | top: circle_7")
    scene.play("A", "play circle_3")
    assert (scene.over, scene.turn, scene.winners) == ("empty_hand", None, "A")
    assert (scene.points, scene.may("B")) == ([0, 24], [])


@law("W36")
def test_an_open_pick_is_not_carried_out_after_the_win() -> None:
    scene = table("A: circle_2 | B: star_4 | top: circle_7")
    scene.play("A", "play circle_2")
    assert (scene.over, scene.sizes) == ("empty_hand", [0, 1])


@law("W36", "example 7")
def test_the_others_draw_for_a_last_14_and_then_its_player_wins() -> None:
    scene = table("A: circle_14 | B: star_4 | C: star_7 | top: circle_7")
    scene.play("A", "play circle_14")
    assert (scene.over, scene.winners, scene.sizes) == ("empty_hand", "A", [0, 2, 2])


@law("W36")
def test_a_last_14_wins_even_if_cards_run_short() -> None:
    scene = table("A: circle_14 | B: star_4 | C: star_7 | top: circle_7 | pile: circle_3 | reshuffled")
    scene.play("A", "play circle_14")
    assert (scene.over, scene.winners, scene.sizes) == ("empty_hand", "A", [0, 2, 1])


@law("W36", "example 7")
def test_a_last_whot_wins_and_no_symbol_is_asked() -> None:
    scene = table("A: whot_1 | B: star_4 | top: circle_7")
    scene.play("A", "play whot_1")
    assert (scene.over, scene.winners, scene.show["phase"]) == ("empty_hand", "A", "over")


@law("W37")
def test_all_tied_for_the_lowest_value_win() -> None:
    scene = table("A: star_8 star_3 | B: circle_10 circle_4 triangle_2 | C: circle_13 | top: star_7 | pile: | sudden")
    scene.play("A", "play star_3")
    assert scene.over == "hand_value"
    assert (scene.points, scene.winners, scene.places) == ([16, 16, 13], "C", [2, 2, 1])
    scene = table(
        "A: star_8 star_3 | B: circle_10 circle_4 triangle_2 | C: cross_13 cross_5 | top: star_7 | pile: | sudden"
    )
    scene.play("A", "play star_3")
    assert (scene.points, scene.winners, scene.places) == ([16, 16, 18], "AB", [1, 1, 3])


@law("W38")
def test_places_after_the_winner_go_by_hand_value_and_equals_share() -> None:
    scene = table("A: circle_3 | B: star_4 | C: circle_8 | D: circle_4 | E: circle_13 | top: circle_7")
    scene.play("A", "play circle_3")
    assert (scene.points, scene.places) == ([0, 8, 8, 4, 13], [1, 3, 3, 2, 5])


@law("W38")
def test_leavers_come_last_and_the_later_one_higher() -> None:
    scene = table("A: circle_3 | B: star_4 | C: circle_8 | D: circle_4 | top: circle_7")
    scene.leave("C").leave("B").play("A", "play circle_3")
    assert (scene.show["left"], scene.points, scene.places) == ([2, 1], [0, 0, 0, 4], [1, 3, 4, 2])


@law("W40")
def test_a_leavers_hand_goes_into_the_pile_and_the_mover_stays() -> None:
    scene = table("A: circle_3 circle_4 | B: star_4 star_7 | C: circle_8 | top: circle_7 | pile: cross_1 cross_2")
    scene.leave("B")
    assert scene.show["pile"] == ["cross_1", "cross_2", "star_4", "star_7"]
    assert (scene.turn, scene.sizes, scene.show["turn_number"]) == ("A", [2, 0, 1], 1)
    assert scene.play("A", "play circle_3").turn == "C"
    assert scene.may("B") == []
    assert scene.why_not("B", "draw") == "not_playing"


@law("W40")
def test_a_leavers_turn_and_pick_pass_to_the_next_seat() -> None:
    scene = table("A: circle_3 | B: star_4 | C: star_2 star_8 | top: circle_2 | pick: 2 | turn: B | turn_number: 5")
    scene.leave("B")
    assert (scene.turn, scene.show["turn_number"]) == ("C", 6)
    assert scene.show["pick"] == {"number": 2, "amount": 2, "target": 2}
    assert scene.cards_for("C") == ["star_2"]


@law("W40")
def test_a_leavers_symbol_is_drawn_at_random() -> None:
    called = set()
    for seed in range(40):
        scene = table("A: star_3 | B: star_4 | C: star_8 | top: whot_1 | name")
        scene.position.reseed(seed * 1_000_003)
        scene.leave("A")
        assert (scene.turn, scene.show["phase"]) == ("B", "play")
        called.add(scene.show["called"])
    assert called == {"circle", "triangle", "cross", "square", "star"}


@law("W40")
def test_in_sudden_death_a_leavers_hand_is_set_aside() -> None:
    scene = table("A: circle_3 | B: star_4 | C: circle_8 | top: circle_7 | pile: | under: 45 | sudden")
    assert scene.show["aside"] == ["whot_1", "whot_2", "whot_3", "whot_4", "whot_5"]
    scene.leave("B")
    assert scene.show["aside"] == ["star_4", "whot_1", "whot_2", "whot_3", "whot_4", "whot_5"]
    assert (scene.show["pile"], scene.over, scene.turn) == ([], None, "A")


@law("W40")
def test_the_last_player_left_wins() -> None:
    scene = table("A: circle_3 | B: star_4 | C: circle_8 | top: circle_7")
    scene.leave("A").leave("C")
    assert (scene.over, scene.winners, scene.places, scene.points) == ("last_left", "B", [3, 1, 2], [0, 8, 0])


@law("W40")
def test_leaving_twice_changes_nothing() -> None:
    scene = table("A: circle_3 | B: star_4 | C: circle_8 | top: circle_7").leave("A")
    before = scene.position.pack()
    assert scene.leave("A").position.pack() == before


@law("W41", "option match")
def test_in_a_points_match_losers_add_their_hand_value_and_the_next_game_opens() -> None:
    scene = table("A: circle_3 | B: star_4 | C: circle_8 | top: circle_7 | totals: 5 6 7", match="points")
    scene.play("A", "play circle_3")
    show = scene.show
    assert (show["totals"], show["game"], show["turn"], scene.over) == ([5, 14, 15], 2, 1, None)
    assert (scene.sizes, len(show["pile"]), show["called"], show["turn_number"]) == ([7, 7, 7], 32, None, 2)


@law("W41")
def test_winners_by_hand_value_add_nothing() -> None:
    scene = table("A: star_8 star_3 | B: circle_10 circle_4 | top: star_7 | pile: | sudden", match="points")
    scene.play("A", "play star_3")
    assert (scene.show["totals"], scene.show["sudden_death"]) == ([16, 0], False)


@law("W41", "option match_target")
def test_a_points_match_ends_when_a_total_reaches_the_target() -> None:
    scene = table(
        "A: circle_3 | B: star_4 | C: circle_8 | top: circle_7 | totals: 30 42 7", match="points", match_target=50
    )
    scene.play("A", "play circle_3")
    assert (scene.over, scene.points, scene.winners, scene.places) == ("target", [30, 50, 15], "C", [2, 3, 1])


@law("W41", "option match_target")
def test_one_point_below_the_target_the_match_goes_on() -> None:
    scene = table("A: circle_3 | B: star_4 | C: circle_8 | top: circle_7 | totals: 30 91 7", match="points")
    assert scene.play("A", "play circle_3").over is None


@law("W41", "option match_rounds")
def test_a_points_match_ends_after_its_rounds_and_ties_share() -> None:
    scene = table(
        "A: circle_3 | B: star_4 | C: circle_8 | top: circle_7 | totals: 8 0 4 | game: 2",
        match="points",
        match_rounds=2,
    )
    scene.play("A", "play circle_3")
    assert (scene.over, scene.points, scene.winners, scene.places) == ("rounds", [8, 8, 12], "AB", [1, 1, 3])


@law("W42", "option match")
def test_in_a_knockout_the_highest_hand_value_is_out_and_the_deal_follows_the_number_left() -> None:
    scene = table("A: circle_3 | B: star_8 | C: circle_8 | D: circle_4 | E: circle_1 | top: circle_7", match="knockout")
    scene.play("A", "play circle_3")
    assert (scene.show["out"], scene.show["game"], scene.over) == ([0, 1, 0, 0, 0], 2, None)
    assert scene.sizes == [5, 0, 5, 5, 5]
    assert scene.turn == "C"  # B would start, and is out


@law("W42")
def test_all_who_tie_for_highest_are_out_and_the_last_one_in_wins() -> None:
    scene = table(
        "A: circle_3 | B: star_4 | C: circle_8 | D: | top: circle_7 | in: A B C | out: D1 | game: 2", match="knockout"
    )
    scene.play("A", "play circle_3")
    assert (scene.over, scene.winners, scene.places) == ("last_in", "A", [1, 2, 2, 4])


@law("W42")
def test_if_everybody_ties_nobody_is_out_and_the_game_counts() -> None:
    scene = table(
        "A: star_8 star_3 | B: circle_12 circle_4 | C: cross_13 square_3 | top: star_7 | pile: | sudden",
        match="knockout",
    )
    scene.play("A", "play star_3")
    assert (scene.show["out"], scene.show["game"], scene.show["totals"]) == ([0, 0, 0], 2, [16, 16, 16])
    assert scene.sizes == [7, 7, 7]


@law("W42")
def test_a_knockout_needs_three_seats() -> None:
    with pytest.raises(BadOption, match="3 players"):
        GAME.frame(2, {"match": "knockout"})


@law("W38", "W42")
def test_in_a_knockout_leavers_rank_behind_those_knocked_out() -> None:
    scene = table(
        "A: circle_3 | B: star_4 | C: | D: circle_8 | top: circle_7 | in: A B D | out: C1 | game: 2", match="knockout"
    )
    scene.leave("D").play("A", "play circle_3")
    assert (scene.over, scene.places) == ("last_in", [1, 2, 3, 4])


@law("W40", "W42")
def test_if_all_others_still_in_leave_the_match_is_over() -> None:
    scene = table("A: circle_3 | B: star_4 | C: | top: circle_7 | in: A B | out: C1 | game: 2", match="knockout")
    scene.leave("A")
    assert (scene.over, scene.winners, scene.places) == ("last_in", "B", [3, 1, 2])


@law("W38", "W41")
def test_a_leavers_total_counts_for_nothing() -> None:
    scene = table(
        "A: circle_3 | B: star_4 | C: circle_8 | top: circle_7 | totals: 9 2 45", match="points", match_target=50
    )
    scene.leave("C").play("A", "play circle_3")
    assert (scene.over, scene.show["game"], scene.sizes) == (None, 2, [7, 7, 0])
    scene.leave("B")
    assert (scene.over, scene.points, scene.places) == ("last_left", [9, 0, 0], [1, 2, 3])


@law("W43")
def test_the_starter_moves_on_one_seat_per_game() -> None:
    scene = table("A: circle_3 | B: star_4 | C: circle_8 | top: circle_7 | starter: C | game: 3", match="points")
    scene.play("A", "play circle_3")
    assert (scene.show["starter"], scene.turn, scene.show["game"]) == (0, "A", 4)


@law("W43")
def test_a_points_match_ends_after_thirty_games() -> None:
    picture = "A: circle_3 | B: star_4 | C: circle_8 | top: circle_7 | totals: 3 2 1 | game: 30"
    scene = table(picture, match="points", match_target=500).play("A", "play circle_3")
    assert (scene.over, scene.points, scene.winners) == ("rounds", [3, 10, 9], "A")
    assert table(picture.replace("30", "29"), match="points").play("A", "play circle_3").over is None


@law("W43")
def test_after_thirty_games_of_a_knockout_the_lowest_total_of_those_in_wins() -> None:
    hands = "A: circle_3 | B: star_4 | C: circle_10 | D: | top: circle_7"
    scene = table(f"{hands} | in: A B C | out: D5 | totals: 30 20 9 2 | game: 30", match="knockout")
    scene.play("A", "play circle_3")
    assert (scene.over, scene.points, scene.places, scene.winners) == ("rounds", [30, 28, 19, 2], [2, 1, 3, 4], "B")
