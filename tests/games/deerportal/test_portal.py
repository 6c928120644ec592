"""Law tests of DeerPortal: portal, big diamond, Deer Mode, the end and the ranking. Worked out by hand."""

import pytest

from tests.games.deerportal.picture import LETTERS, Scene, scene
from tests.law import law
from turnwise.games.deerportal.rules import End


@law("P33")
def test_who_lands_on_index_40_is_in_and_its_area_is_cleared() -> None:
    game = scene("W36 E5", areas="W: 1d 2w 3e 4f 5a | E: 7d 8w").go(roll=4)
    assert game.show["entered"] == [0]
    assert game.area("W") == ""
    assert game.area("E") == "7d 8w"


@law("P14", "P33")
def test_a_seat_in_the_portal_is_skipped_and_moves_no_more() -> None:
    game = scene("W36 E5 F5 A5").go(roll=4)
    turns = []
    for _ in range(6):
        turns.append(game.turn)
        game.go(roll=1)
    assert turns == ["E", "F", "A", "E", "F", "A"]
    assert game.show["index"][0] == 40


@law("P34", "P35", "P16", "example 4")
def test_a_sole_leader_who_is_first_in_gets_eight() -> None:
    game = scene("W36+7 E5+6", leader=True).go(roll=4)
    assert game.counts == [15, 6, 0, 0]
    assert game.show["first"] == 0
    assert game.show["deer"] == 15  # 16 when it started; Earth's slot has dropped it


@law("P35", "example 4")
def test_another_who_is_first_in_gets_five() -> None:
    game = scene("W36+7 E5+7").go(roll=4)
    assert game.counts == [12, 7, 0, 0]
    assert "big_diamond_taken" not in game.said


@law("P34")
@pytest.mark.parametrize("letter", LETTERS)
def test_any_of_the_four_portal_cells_pays_the_big_diamond(letter: str) -> None:
    game = scene(f"{letter}39+1", turn=letter, leader=True).go(roll=1)
    assert game.counts[LETTERS.index(letter)] == 1 + 3 + 5


@law("option big_diamond")
@pytest.mark.parametrize(
    ("letter", "option", "count"), [("F", "fire", 9), ("W", "fire", 6), ("A", "fire", 6), ("F", "off", 6)]
)
def test_the_option_narrows_the_big_diamond_to_fire_or_to_nobody(letter: str, option: str, count: int) -> None:
    game = scene(f"{letter}39+1", turn=letter, leader=True, big_diamond=option).go(roll=1)
    assert game.counts[LETTERS.index(letter)] == count


@law("option big_diamond", "P16")
def test_the_leader_mark_is_given_even_without_a_big_diamond() -> None:
    assert scene("W5+2", turn="A", big_diamond="off").go(roll=1).show["leader"] is True


@law("P34")
def test_the_big_diamond_needs_the_mark_of_this_turn_not_the_riches_of_the_moment() -> None:
    assert scene("W39+9 E5+1", leader=False).go(roll=1).counts == [14, 1, 0, 0]


@law("P35", "P34")
def test_in_deer_mode_an_entry_pays_nothing() -> None:
    game = scene("W40#1+5 E36+9 F5 A5", turn="E", deer=14, first="W").go(roll=4)
    assert game.counts == [5, 9, 0, 0]
    assert game.show["first"] == 0
    assert game.show["entered"] == [0, 1]
    assert game.show["deer"] == 13


@law("P13", "P36", "P51", "example 9")
def test_after_the_first_entry_sixteen_slots_follow_and_the_17th_ends_the_game() -> None:
    game = scene("F36 W1 E1 A1", turn="F").go(roll=4)
    rounds_left = game.position.engine.game.notation.rounds_left
    slots = []
    while not game.over:
        slots.append((game.turn, game.show["deer"], rounds_left(game.position.plain())))
        game.go(roll=1)
    assert slots == [
        ("A", 15, 4), ("W", 14, 4), ("E", 13, 4),
        ("A", 11, 3), ("W", 10, 3), ("E", 9, 3),
        ("A", 7, 2), ("W", 6, 2), ("E", 5, 2),
        ("A", 3, 1), ("W", 2, 1), ("E", 1, 1),
    ]  # fmt: skip
    assert game.over == "deer_mode_over"
    assert game.show["deer"] == -1
    assert (game.show["roll"], game.show["leader"], game.show["turn"]) == (0, False, None)
    assert game.legal() == []
    assert game.refused("forward") == "over"


@law("P36", "P15", "example 8")
def test_in_deer_mode_a_frozen_slot_counts_as_well() -> None:
    game = scene("W40#1 E5 F5 A5!2", turn="F", deer=8, first="W").go(roll=1)
    assert game.turn == "E"  # Air misses 7, Water is in at 6
    assert game.show["deer"] == 5
    assert game.show["freeze"] == [0, 0, 0, 1]


@law("P36", "P22", "P24")
def test_items_cards_and_meditation_go_on_in_deer_mode() -> None:
    game = scene("W40#1 E5 F5 A3", turn="E", areas="E: 6d | F: 6a", piles="A: diamond 8 8 7 8", deer=14, first="W")
    game.go(roll=1).go(roll=1).go("backward", roll=3)
    assert game.counts == [0, 1, 1, 0]
    assert len(game.area("A").split()) == 28


@law("P12", "P13")
def test_the_round_has_risen_when_the_17th_slot_is_that_of_seat_0() -> None:
    game = scene("W5 E40#1 F5 A5", turn="A", round=9, deer=0, first="E").go(roll=1)
    assert game.over == "deer_mode_over"
    assert game.show["round"] == 10


@law("P39")
def test_the_fourth_entry_ends_the_game_at_once() -> None:
    game = scene("W40#1+5 E40#3 F40#2+2 A38", turn="A", round=7, deer=6, first="W").go(roll=2)
    assert game.over == "all_in"
    assert game.show["entered"] == [0, 2, 1, 3]
    assert (game.show["round"], game.show["deer"], game.show["roll"]) == (7, 6, 0)
    assert game.places() == "WFEA"


@law("P39", "option max_rounds")
def test_deer_mode_starts_by_itself_when_the_last_round_ends_with_nobody_in() -> None:
    game = scene("W5 E5 F5 A5", turn="A", round=50, max_rounds=50).go(roll=1)
    assert game.turn == "W"
    assert (game.show["round"], game.show["deer"], game.show["first"]) == (51, 15, None)
    assert "deer_mode" in game.said
    assert game.counts == [0, 0, 0, 0]


@law("P39", "option max_rounds")
def test_before_the_last_round_ends_nothing_starts() -> None:
    assert scene("A5", turn="A", round=49, max_rounds=50).go(roll=1).show["deer"] is None
    assert scene("F5", turn="F", round=50, max_rounds=50).go(roll=1).show["deer"] is None
    assert scene("A5", turn="A", round=250).go(roll=1).show["deer"] == 15
    assert scene("A5", turn="A", round=249).go(roll=1).show["deer"] is None


@law("P39")
def test_a_skipped_slot_of_seat_3_ends_the_last_round_as_well() -> None:
    game = scene("F5 A5!1", turn="F", round=50, max_rounds=50).go(roll=1)
    assert game.turn == "W"
    assert game.show["deer"] == 15


@law("P39")
def test_who_enters_after_a_deer_mode_that_started_by_itself_gets_neither_mark_nor_bonus() -> None:
    game = scene("W38+2 E5", round=51, deer=15, max_rounds=50).go(roll=3)
    assert game.counts == [2, 0, 0, 0]
    assert game.show["first"] is None
    assert game.show["entered"] == [0]
    assert game.show["deer"] == 14


@law("P39", "P35")
def test_entering_in_the_last_slot_of_the_last_round_still_pays() -> None:
    game = scene("A38+2", turn="A", round=50, max_rounds=50).go(roll=3)
    assert game.counts == [0, 0, 0, 7]
    assert (game.show["first"], game.show["deer"], game.show["round"]) == (3, 15, 51)


@law("P39")
def test_a_deer_mode_that_started_by_itself_lasts_sixteen_slots_too() -> None:
    game = scene("W1 E1 F1 A1", turn="A", round=50, max_rounds=50).go(roll=1)
    played = ""
    while not game.over:
        played += game.turn or ""
        game.go(roll=1)
    assert played == "WEFA" * 4
    assert game.show["round"] == 55


def ended(figures: str, first: str | None = None) -> Scene:
    """The game at its end."""
    return scene(figures, deer=-1, first=first, over=End.DEER_MODE_OVER)


@law("P40")
def test_points_are_the_diamond_counts() -> None:
    assert ended("W40#1+12 E7+3 F2+9", first="W").position.scores(4)[1] == [12.0, 3.0, 9.0, 0.0]


@law("P41", "example 10")
def test_survivors_come_before_all_others_then_diamonds_count() -> None:
    assert ended("W40#1+6 F40#2+9 E30+12 A20+3", first="W").places() == "FWEA"


@law("P41", "example 11")
def test_the_first_mark_breaks_a_tie() -> None:
    assert ended("W40#1+8 A40#2+8", first="W").places()[:2] == "WA"
    assert ended("W40#2+8 A40#1+8", first="A").places()[:2] == "AW"


@law("P41")
def test_without_the_first_mark_earlier_entry_breaks_a_tie_and_then_the_seat() -> None:
    assert ended("E40#3+4 F40#2+4 A40#1+4 W3+4", first="A").places() == "AFEW"
    assert ended("E40#2+4 F40#1+4 W3+1 A5+1").places() == "FEWA"
    assert ended("W3+2 E9+2 F1+2 A39+2").places() == "WEFA"


@law("P41", "P42")
def test_if_nobody_is_in_the_richest_wins_and_is_deer_god() -> None:
    game = ended("W3+2 E9+5 F1+1 A39+4")
    assert game.places() == "EAWF"
    places = game.position.scores(4)[0]
    titles = game.position.engine.game.notation.titles(game.position.plain(), places)
    assert titles == ["Heritage", "Deer God", "Heritage", "Heritage"]


@law("P42", "example 10")
def test_titles_of_winner_other_survivors_and_the_rest() -> None:
    game = ended("W40#1+6 F40#2+9 E30+12 A20+3", first="W")
    places = game.position.scores(4)[0]
    titles = game.position.engine.game.notation.titles(game.position.plain(), places)
    assert titles == ["Monks", "Heritage", "Deer God", "Heritage"]


@law("P37", "example 11")
@pytest.mark.parametrize(
    ("round", "season"),
    [
        (1, "spring"),
        (4, "spring"),
        (5, "summer"),
        (8, "summer"),
        (9, "fall"),
        (13, "winter"),
        (16, "winter"),
        (17, "spring"),
    ],
)
def test_the_season_advances_every_four_rounds(round: int, season: str) -> None:
    assert scene("W5", round=round).show["season"] == season
