"""End, ranking and leaving: R25 to R31, worked out by hand from the rule sheet."""

from typing import Any

import pytest

from tests.games.rally.picture import QUIZ, Table, network, opened, seed_giving
from tests.games.rally.scenes import played
from tests.law import law
from turnwise.kit.errors import BadOption
from turnwise.play.transcript import verified

THREE = "P3 P7 P11"


@law("R26")
def test_the_first_player_on_the_finish_wins_and_the_others_play_on() -> None:
    table = Table(f"P15 P13 P1 | die 1 | points {THREE} / {THREE} / | round 4")
    heard = table.play("move P14", seed=seed_giving((6, 0)))
    assert ("arrived", {"seat": 0, "rank": 1}) in heard
    assert table.result == ([], [], "") and table.turn == 1
    assert table.show["arrival_round"] == [4, 0, 0] and table.show["at"][0] == "P14"
    table.play("move P14")
    assert table.result == ([1, 2, 3], [0], "all_in") and table.show["arrived"] == [0, 1]


@law("R26")
def test_everybody_is_in_is_said_only_if_so_and_transcripts_stay_as_they_are() -> None:
    for seats, words in ((1, "everybody is in"), (3, "one is still on the way")):
        match = played(seats, 2)
        assert match.outcome and str(match.outcome.words) == words
        assert " wins: everybody is in\n" in match.view(None).transcript() == match.save()
        assert verified(match.save()).outcome == match.outcome


@law("R26")
def test_ranks_go_by_arrival_not_by_points() -> None:
    table = Table(f"P14 P1 P15 | die 1 | turn 2 | in 0 | points {THREE} / P3 P7 P11 P17 P20 / {THREE}")
    table.play("move P14")
    assert table.result == ([1, 3, 2], [0], "all_in")


@law("R26")
def test_a_player_alone_plays_until_he_is_in() -> None:
    table = Table(f"P15 | die 1 | points {THREE}")
    table.play("move P14")
    assert table.result == ([1], [0], "all_in")
    assert table.show["turn"] is None and table.show["phase"] == "over"
    assert (table.show["die"], table.show["moves_left"], table.show["reach"]) == (0, 0, {})


@law("R26")
def test_of_two_the_first_arrival_decides() -> None:
    table = Table(f"P15 P15 | die 1 | turn 1 | points / {THREE}")
    table.play("move P14")
    assert table.result == ([2, 1], [1], "all_in")


@law("R27", "option after_first")
def test_after_the_first_arrival_the_others_rank_by_points_then_by_steps_and_share() -> None:
    """Two points each; P13 and P15 are one step from FINISH, P7 two: places 1, 2, 2, 4."""
    line = f"P15 P7 P13 P15 | die 1 | points {THREE} / P3 P7 / P3 P17 / P3 P7"
    table = Table(line, after_first="stop")
    table.play("move P14")
    assert table.result == ([1, 4, 2, 2], [0], "first_in")


@law("R27", "option after_first")
def test_more_points_rank_before_fewer_steps() -> None:
    table = Table(f"P15 P13 P1 | die 1 | points {THREE} / P3 / P3 P7", after_first="stop")
    table.play("move P14")
    assert table.result[0] == [1, 3, 2]


@law("R28", "option win")
def test_in_the_race_checkpoints_are_plain_and_the_finish_is_open() -> None:
    table = Table("P1 P15 | die 4", win="race")
    heard = table.play("move P3", seed=seed_giving((6, 0)))
    assert [kind for kind, _ in heard] == ["moved", "rolled"] and table.show["points"] == [[], []]
    table.play("move P14")
    assert table.result == ([2, 1], [1], "all_in")


@law("R28", "R23")
def test_in_the_race_the_finish_is_entered_exactly_too() -> None:
    assert Table("P7 | die 3", win="race").refused("move P14") == "finish_exactly"
    assert Table("P7 | die 2", win="race").refused("move P14") == ""


@law("R28", "R21", "option win")
def test_in_the_race_no_question_is_asked() -> None:
    table = Table("S S | die 1", board=QUIZ, win="race")
    table.play("move Q")
    assert table.show["phase"] == "move" and table.turn == 1


@law("R29", "option win")
def test_in_the_points_game_the_finish_is_a_plain_position() -> None:
    table = Table("P13 P1 | die 3", win="points")
    assert table.reach == {"P14": 1, "P16": 1, "P15": 2, "P17": 2, "P7": 3, "P18": 3}
    table.play("move P14")
    assert table.show["moves_left"] == 2 and table.reach == {"P15": 1, "P7": 2}
    table.play("move P7")
    assert table.show["points"] == [["P7"], []]


@law("R29")
def test_in_the_points_game_stopping_on_the_finish_is_no_arrival() -> None:
    table = Table(f"P15 P1 | die 1 | points {THREE} /", win="points")
    table.play("move P14")
    assert table.show["arrived"] == [] and table.turn == 1 and not table.position.over


@law("R29", "option rounds")
def test_most_points_win_after_the_full_rounds() -> None:
    table = Table("P1 P1 P1 | die 1 | turn 2 | round 5 | points P3 / P3 P7 / P11", win="points", rounds=5)
    table.play("move P4")
    assert table.result == ([2, 1, 2], [1], "rounds")  # P1 and P4 are 6 steps from FINISH both


@law("R29")
def test_a_tie_in_points_goes_to_fewer_steps_and_is_shared_if_these_are_equal() -> None:
    table = Table("P7 P16 P18 P1 | die 1 | turn 3 | round 5 | points P3 / P3 / P3 /", win="points", rounds=5)
    table.play("move P4")
    assert table.result == ([1, 1, 3, 4], [0, 1], "rounds")


@law("R29", "option rounds")
def test_the_game_goes_on_before_the_last_round_is_full() -> None:
    table = Table("P1 P1 | die 1 | turn 0 | round 5", win="points", rounds=5)
    table.play("move P4")
    assert not table.position.over and table.turn == 1


@law("R29")
def test_holding_all_points_does_not_end_the_points_game() -> None:
    table = Table("P2 P1 | die 1 | points P7 P11 P17 P20 /", win="points")
    table.play("move P3")
    assert len(table.show["points"][0]) == 5 and not table.position.over


@law("R29", "R30", "option max_rounds")
def test_the_limit_of_rounds_binds_the_points_game_too() -> None:
    table = Table("P1 P1 | die 1 | turn 1 | round 20 | points P3 /", win="points", rounds=50, max_rounds=20)
    table.play("move P4")
    assert table.result == ([1, 2], [0], "max_rounds")


@law("R30", "option max_rounds")
def test_after_the_last_round_place_one_wins_if_nobody_is_in() -> None:
    table = Table("P7 P4 P1 | die 1 | turn 2 | round 20 | points P3 / P3 P11 /", max_rounds=20)
    table.play("move P4")
    assert table.result == ([2, 1, 3], [1], "max_rounds") and table.show["round"] == 20


@law("R30", "R26")
def test_after_the_last_round_who_is_in_stays_first() -> None:
    line = f"P4 P14 P1 | die 1 | turn 2 | round 20 | in 1 | points {THREE} / {THREE} /"
    table = Table(line, max_rounds=20)
    table.play("move P4")
    assert table.result == ([2, 1, 3], [1], "max_rounds")


@law("R31")
def test_a_leaver_is_taken_off_and_shares_the_last_place() -> None:
    table = Table(f"P15 P1 P1 P1 | die 1 | points {THREE} / P3 / / P7")
    table.leave(1)
    assert table.show["at"][1] is None and table.show["left"] == [1] and table.turn == 0
    table.leave(3)
    table.play("move P14")
    assert table.result == ([1, 3, 2, 3], [0], "all_in")


@law("R31", "R18")
def test_if_it_was_his_turn_the_next_player_moves() -> None:
    table = Table("P1 P1 P1 | die 3 | left 1 | turn 2 | visited P1 P4")
    table.leave(2)
    assert (table.turn, table.show["round"], table.show["visited"]) == (0, 2, [])
    assert table.show["moves_left"] == table.show["die"] > 0


@law("R31")
def test_another_players_leaving_does_not_touch_the_turn() -> None:
    table = Table("P4 P1 P1 | die 3 | left 2 | visited P1 P4")
    before = table.show
    table.leave(1)
    assert table.show == before | {"at": ["P4", None, "P1"], "left": [1]}


@law("R31")
def test_who_is_in_keeps_his_place_when_he_leaves() -> None:
    table = Table(f"P14 P15 P1 | die 1 | turn 1 | in 0 | points {THREE} / {THREE} /")
    table.leave(0)
    assert not table.position.over
    table.play("move P14")
    assert table.result == ([1, 2, 3], [0], "all_in")


@law("R31")
def test_the_last_player_left_of_several_wins() -> None:
    table = Table("P1 P1 P1 | die 1")
    table.leave(0)
    assert table.turn == 1
    table.leave(2)
    assert table.result == ([2, 1, 2], [1], "last_left")


@law("R31", "R26")
def test_the_last_player_left_ranks_behind_those_who_are_in() -> None:
    table = Table(f"P14 P1 P1 | die 1 | turn 1 | in 0 | points {THREE} / /")
    table.leave(1)
    assert table.result == ([1, 3, 2], [0], "last_left")


@law("R31", "R29")
def test_the_points_game_plays_on_with_one_player() -> None:
    table = Table("P2 P1 | die 1 | round 5", win="points", rounds=5)
    table.leave(1)
    assert not table.position.over
    table.play("move P3")
    assert table.result == ([1, 2], [0], "rounds")


@law("R31")
@pytest.mark.parametrize(("seats", "options"), [(1, {}), (2, {"win": "points"})])
def test_if_all_have_left_nobody_wins(seats: int, options: dict[str, Any]) -> None:
    table = opened(seats, **options)
    for seat in range(seats):
        table.leave(seat)
    places, winners, reason = table.result
    assert (places, winners, reason) == ([1] * seats, [], "all_left")


@law("R31", "R21")
def test_an_asked_player_who_leaves_uses_the_question_up() -> None:
    table = Table("S S S | die 1", board=QUIZ)
    table.play("move Q", seed=seed_giving((2, 1)))
    table.leave(1)
    assert table.show["question"] == ["quiz", 1] and table.turn == 0
    table = Table("S S S | die 1", board=QUIZ)
    table.play("move Q", seed=seed_giving((2, 1)))
    table.leave(0)
    shown = table.show
    assert (shown["turn"], shown["phase"], shown["question"], shown["asked"]) == (1, "move", None, {"quiz": [1]})


@law("R49", "option board")
def test_a_board_without_checkpoints_serves_only_the_race() -> None:
    board = network("S> A F#", "S-A A-F")
    for win in ("rally", "points"):
        with pytest.raises(BadOption, match=r"Board 'Test board' has no checkpoint, only the race can be played\."):
            opened(board=board, win=win)
    assert opened(board=board, win="race").show["at"] == ["S", "S"]
