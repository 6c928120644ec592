"""Law tests of DeerPortal: the turn, items and cards. Worked out by hand from the rule sheet."""

import pytest

from tests.games.deerportal.picture import LETTERS, Scene, scene, start
from tests.law import law


@law("P12")
def test_slots_go_round_and_a_round_begins_after_seat_3() -> None:
    game = scene("W5 E5 F5 A5")
    turns = []
    for _ in range(9):
        turns.append(f"{game.turn}{game.show['round']}")
        game.go(roll=1)
    assert turns == ["W1", "E1", "F1", "A1", "W2", "E2", "F2", "A2", "W3"]


@law("P15", "P32", "example 8")
def test_a_frozen_seat_misses_one_slot_for_each_point() -> None:
    game = scene("F5 A5!2", turn="F")
    turns = []
    for _ in range(8):
        turns.append(game.turn)
        game.go(roll=1)
    assert turns == ["F", "W", "E", "F", "W", "E", "F", "A"]
    assert game.show["freeze"] == [0, 0, 0, 0]


@law("P15", "P12")
def test_when_all_are_frozen_the_slots_run_on_until_one_opens() -> None:
    game = scene("W5!2 E5!2 F5!2 A5!1").go(roll=1)
    assert game.turn == "A"  # E, F, A and W, E, F miss a slot; then A has none left to miss
    assert game.show["freeze"] == [1, 0, 0, 0]
    assert game.show["round"] == 2


@law("P16", "example 3")
@pytest.mark.parametrize(
    ("counts", "leader"), [((4, 4, 1, 0), False), ((5, 4, 1, 0), True), ((3, 4, 1, 0), False), ((0, 0, 0, 0), False)]
)
def test_only_a_sole_leader_has_the_mark(counts: tuple[int, ...], leader: bool) -> None:
    figures = " ".join(f"{letter}5+{n}" for letter, n in zip(LETTERS, counts, strict=True))
    game = scene(figures, turn="A").go(roll=1)
    assert game.turn == "W"
    assert game.show["leader"] is leader
    assert ("leads" in game.said) is leader


@law("P16")
def test_the_mark_is_judged_when_the_turn_opens_and_ends_with_it() -> None:
    game = scene("W5+3 E5+2", turn="A").go(roll=1)
    assert game.show["leader"] is True
    game.go(roll=1)
    assert game.turn == "E"
    assert game.show["leader"] is False


@law("P16")
def test_in_deer_mode_nobody_has_the_mark() -> None:
    assert scene("W5+9 A40#1", turn="F", deer=10).go(roll=1).show["leader"] is False


@law("P17")
def test_the_die_shows_each_face_and_a_six_gives_no_second_turn() -> None:
    rolls = [start(seed * 101).show["roll"] for seed in range(300)]
    assert all(25 < rolls.count(face) < 80 for face in range(1, 7))  # 50 each on average
    assert scene("W5").go(roll=6).turn == "E"


@law("P18", "example 1")
@pytest.mark.parametrize(
    ("index", "roll", "forward", "backward"),
    [(38, 5, 40, 33), (3, 3, 6, 0), (2, 5, 7, None), (34, 6, 40, 28), (0, 1, 1, None), (39, 1, 40, 38)],
)
def test_targets(index: int, roll: int, forward: int, backward: int | None) -> None:
    assert scene(f"W{index}", roll=roll).go().show["index"][0] == forward
    game = scene(f"W{index}", roll=roll)
    if backward is None:
        assert game.legal() == ["forward"]
        assert game.refused("backward") == "too_far_back"
    else:
        assert game.legal() == ["forward", "backward"]
        assert game.go("backward").show["index"][0] == backward


@law("P19")
def test_only_the_seat_on_turn_chooses_and_it_cannot_pass() -> None:
    game = scene("W5 E5")
    assert game.refused("forward", "E") == "not_your_turn"
    assert game.position.legal(1) == []
    assert game.refused("computer") == "has_not_left"
    assert game.legal() == ["forward", "backward"]


@law("P19")
def test_even_the_poorest_may_enter_the_portal() -> None:
    assert scene("W39+0 E5+9").go(roll=6).show["entered"] == [0]


@law("P20")
def test_only_the_landing_cell_counts() -> None:
    game = scene("W5", areas="W: 6d 7e 8d 9d").go(roll=4)
    assert game.counts == [1, 0, 0, 0]
    assert game.area("W") == "6d 7e 8d"


@law("P21")
def test_equal_path_indexes_of_two_seats_are_different_cells() -> None:
    game = scene("W5 E6", areas="W: 6d | E: 6d").go(roll=1)
    assert game.area("W") == ""
    assert game.area("E") == "6d"


@law("P22")
def test_meditation_lays_out_all_28_items_anew() -> None:
    game = scene("W3+2 E5+4!1", areas="W: 9d 30a | E: 7d 8w").go("backward", roll=3)
    shown = game.show
    assert len(shown["diamonds"][0]) == 12
    assert [len(cells) for cells in shown["runes"][0]] == [4, 4, 4, 4]
    assert len(game.area("W").split()) == 28
    assert game.area("E") == "7d 8w"
    assert game.counts == [2, 4, 0, 0]
    assert game.turn == "F"  # Earth's freeze point has been used up by its own slot
    assert shown["face_down"] == [[7, 8, 8, 8]] * 4
    assert "meditated" in game.said


@law("P22")
def test_meditation_mixes_differently_each_time() -> None:
    areas = {scene("W3", seed=seed).go("backward", roll=3).area("W") for seed in range(20)}
    assert len(areas) == 20


@law("P22", "P31", "example 12")
def test_meditation_does_not_bring_back_the_runes_of_dead_piles() -> None:
    game = scene("W3", piles="A: dead").go("backward", roll=3)
    assert [len(cells) for cells in game.show["runes"][0]] == [4, 4, 4, 0]
    assert len(game.area("W").split()) == 24
    game = scene("W3", piles="A: dead | W: dead").go("backward", roll=3)
    assert len(game.area("W").split()) == 20


@law("P23")
def test_a_diamond_counts_one_and_leaves_the_board() -> None:
    game = scene("W5+3", areas="W: 6d 7d").go(roll=1)
    assert game.counts == [4, 0, 0, 0]
    assert game.area("W") == "7d"


@law("P24")
def test_a_rune_turns_the_card_of_its_pile_and_the_next_is_turned_up() -> None:
    game = scene("W5", areas="W: 6e 7e", piles="E: stop 0 0 1 0").go(roll=1)
    assert game.area("W") == "7e"
    assert game.said[:4] == ["moved", "rune_taken", "stopped", "turned_up"]
    assert game.show["face_up"][1] == "diamond"
    assert game.show["face_down"][1] == [0, 0, 0, 0]
    assert game.show["face_down"][0] == [7, 8, 8, 8]


@law("P24")
def test_each_card_left_may_be_the_next() -> None:
    seen = {
        scene("W5", areas="W: 6e", piles="E: stop 1 0 2 3", seed=seed).go(roll=1).show["face_up"][1]
        for seed in range(40)
    }
    assert seen == {"stop", "diamond", "double"}


@law("P25", "P53", "example 7")
@pytest.mark.parametrize("face_up", ["stop", "card", "diamond", "double"])
def test_a_rune_of_ones_own_element_only_turns_the_next_card_up(face_up: str) -> None:
    game = scene("F5", turn="F", areas="F: 6f 9d 10w", piles=f"F: {face_up} 0 0 0 2").go(roll=1)
    assert game.area("F") == "9d 10w"
    assert game.counts == [0, 0, 0, 0]
    assert game.show["freeze"] == [0, 0, 0, 0]
    assert game.show["face_up"][2] == "double"
    assert game.show["face_down"][2] == [0, 0, 0, 1]
    assert "rune_taken" not in game.said  # no card message


@law("P26")
def test_stop_adds_a_freeze_point() -> None:
    game = scene("W5 A5!1", areas="W: 6a", piles="A: stop 8 8 8 7").go(roll=1)
    assert game.show["freeze"] == [0, 0, 0, 2]


@law("P26")
def test_stop_is_wasted_on_a_seat_in_the_portal() -> None:
    game = scene("W5 A40#1", areas="W: 6a", piles="A: stop 8 8 8 7", deer=9, first="A").go(roll=1)
    assert game.show["freeze"] == [0, 0, 0, 0]
    assert game.show["face_down"][3] != [8, 8, 8, 7]


@law("P27")
def test_card_removes_one_random_rune_of_any_element_and_no_diamond() -> None:
    lost = set()
    for seed in range(40):
        game = scene("W5", areas="W: 6e 9e | E: 3d 4w 5e 6a", piles="E: card 8 8 8 7", seed=seed).go(roll=1)
        assert game.counts == [0, 0, 0, 0]
        assert game.area("W") == "9e"
        lost.add(game.area("E"))
    assert lost == {"3d 5e 6a", "3d 4w 6a", "3d 4w 5e"}


@law("P27")
def test_card_does_nothing_where_no_rune_lies() -> None:
    game = scene("W5", areas="W: 6e | E: 3d 4d", piles="E: card 8 8 8 7").go(roll=1)
    assert game.area("E") == "3d 4d"
    assert game.counts == [0, 0, 0, 0]


@law("P28", "P30")
def test_diamond_steals_one_from_the_board_never_from_the_count() -> None:
    left = set()
    for seed in range(30):
        game = scene("W5 E5+7", areas="W: 6e 8d | E: 3d 4d 5w", piles="E: diamond 8 8 8 7", seed=seed).go(roll=1)
        assert game.counts == [1, 7, 0, 0]
        assert game.area("W") == "8d"
        left.add(game.area("E"))
    assert left == {"3d 5w", "4d 5w"}


@law("P28", "option strict_theft", "example 6")
def test_diamond_pays_even_from_an_empty_area_unless_theft_is_strict() -> None:
    for strict, gained in ((False, 1), (True, 0)):
        game = scene("W5 E5+3", areas="W: 6e | E: 5w", piles="E: diamond 8 8 8 7", strict_theft=strict).go(roll=1)
        assert game.counts == [gained, 3, 0, 0]
        assert game.area("E") == "5w"


@law("P28")
def test_diamond_pays_against_a_seat_in_the_portal() -> None:
    game = scene("W5 E40#1+9", areas="W: 6e", piles="E: diamond 8 8 8 7", deer=9, first="E").go(roll=1)
    assert game.counts == [1, 9, 0, 0]


@law("option strict_theft")
def test_strict_theft_still_pays_for_a_diamond_really_removed() -> None:
    game = scene("W5", areas="W: 6e | E: 3d", piles="E: diamond 8 8 8 7", strict_theft=True).go(roll=1)
    assert game.counts == [1, 0, 0, 0]
    assert game.area("E") == ""


@law("P29", "P30", "example 5")
@pytest.mark.parametrize(("diamonds", "gained"), [("", 0), ("9d", 1), ("9d 12d", 2), ("9d 12d 15d", 2)])
def test_diamond_x_2_pays_for_each_diamond_really_removed(diamonds: str, gained: int) -> None:
    game = scene("W5 E5+6", areas=f"W: 6e 7d | E: {diamonds} 20w", piles="E: double 8 8 8 7").go(roll=1)
    assert game.counts == [gained, 6, 0, 0]
    assert len(game.area("E").split()) == len(diamonds.split()) - gained + 1
    assert game.area("W") == "7d"


@law("P31", "example 12")
def test_the_32nd_card_acts_and_then_all_runes_of_its_element_vanish() -> None:
    areas = "W: 6a 7a 8e | E: 9a 14d | F: 10a 11w | A: 12a 13f"
    game = scene("W5", areas=areas, piles="A: stop 0 0 0 0").go(roll=1)
    assert game.show["freeze"] == [0, 0, 0, 1]
    assert [game.area(letter) for letter in LETTERS] == ["8e", "14d", "11w", "13f"]
    assert game.show["face_up"][3] is None
    assert game.show["face_down"][3] == [0, 0, 0, 0]
    assert game.said[:4] == ["moved", "rune_taken", "stopped", "pile_ended"]


@law("P31")
def test_the_32nd_card_still_finds_the_runes_of_its_own_element() -> None:
    game = scene("W5", areas="W: 6a | A: 12a", piles="A: card 0 0 0 0").go(roll=1)
    assert ("rune_lost", (3, 12, 3)) in game.events
    assert game.area("A") == ""


@law("P31", "P25")
def test_a_32nd_card_that_is_only_discarded_ends_the_pile_too() -> None:
    game = scene("A5", turn="A", areas="W: 7a 8w | A: 6a 9a", piles="A: stop 0 0 0 0").go(roll=1)
    assert game.show["face_up"][3] is None
    assert (game.area("W"), game.area("A")) == ("8w", "")
    assert game.show["freeze"] == [0, 0, 0, 0]


@law("P32")
def test_a_frozen_seat_keeps_its_items_and_its_place() -> None:
    game = scene("F5 A7+4!1", turn="F", areas="A: 8d 9w").go(roll=1)
    assert game.turn == "W"
    assert game.area("A") == "8d 9w"
    assert game.show["index"][3] == 7
    assert game.counts == [0, 0, 0, 4]


@law("P41")
def test_a_seat_that_leaves_only_gets_its_flag_and_the_computer_plays_on_for_it() -> None:
    game = scene("W5 E12 F3", turn="W", areas="E: 13d")
    before = game.show
    game.position.leave(1)
    assert game.show == before | {"left": [False, True, False, False]}
    game.go(roll=1)
    assert game.turn == "E"
    assert game.legal() == ["computer"]
    assert game.refused("forward") == game.refused("backward") == "has_left"
    game.go("computer", roll=1)
    assert game.show["index"][1] == 13
    assert game.counts == [0, 1, 0, 0]
    assert game.turn == "F"
    assert game.legal() == ["forward", "backward"] or game.show["roll"] > 3


def advice(game: Scene, seed: int = 1) -> str:
    """What the classic computer player would do."""
    seat = game.position.turn
    return ("forward", "backward", "computer")[game.position.redacted(seat).advice(seat, seed)]


def both_ways(game: Scene) -> set[str]:
    return {advice(game, seed) for seed in range(40)}


@law("P46")
def test_with_one_target_the_computer_takes_it() -> None:
    assert both_ways(scene("W2", roll=5, areas="W: 1d")) == {"forward"}


@law("P46")
@pytest.mark.parametrize(
    ("story", "game", "ways"),
    [
        ("deer mode", scene("W9 A40#1", roll=2, areas="W: 7d", deer=9), {"forward"}),
        ("leader mark", scene("W9+4", roll=2, areas="W: 7d", leader=True), {"forward"}),
        ("a diamond ahead", scene("W9", roll=2, areas="W: 7d 11d"), {"forward"}),
        ("a rune ahead", scene("W9", roll=2, areas="W: 7d 11w"), {"forward"}),
        ("a diamond behind", scene("W9", roll=2, areas="W: 7d 10d 8d"), {"backward"}),
        ("a rune behind", scene("W9", roll=2, areas="W: 7f"), {"backward"}),
        ("nothing", scene("W9", roll=2, areas="W: 8d 10e"), {"forward", "backward"}),
        ("the portal is no item", scene("W38", roll=2), {"forward", "backward"}),
        ("items of another area", scene("W9", roll=2, areas="E: 7d 11d"), {"forward", "backward"}),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_the_first_matching_line_decides(story: str, game: Scene, ways: set[str]) -> None:
    assert both_ways(game) == ways


@law("P46")
def test_without_a_reason_the_computer_goes_either_way_with_equal_chance() -> None:
    game = scene("W9", roll=2)
    forward = [advice(game, seed * 31) for seed in range(400)].count("forward")
    assert 150 < forward < 250


@law("P47")
def test_the_computer_looks_at_no_card_no_element_and_no_freeze() -> None:
    for piles in ("", "W: dead", "E: double 8 8 8 7"):
        for rune in "wefa":
            assert both_ways(scene("W9 E5!3", roll=2, areas=f"W: 7d 11{rune}", piles=piles)) == {"forward"}
    assert both_ways(scene("W3", roll=3)) == {"forward", "backward"}  # meditation is worth nothing to it


@law("P41", "P46")
def test_the_computer_of_a_leaver_chooses_as_the_computer_seat_does() -> None:
    assert advice(scene("W9", roll=2, left="W")) == "computer"
    assert scene("W9", left="W", areas="W: 7d").go("computer", roll=2).show["index"][0] == 7
    assert scene("W9", left="W", areas="W: 7d", leader=True).go("computer", roll=2).show["index"][0] == 11
    assert scene("W2", left="W").go("computer", roll=5).show["index"][0] == 7
    ends = {scene("W9", left="W", seed=seed).go("computer", roll=2).show["index"][0] for seed in range(30)}
    assert ends == {7, 11}


@law("P43", "P44", "P45")
def test_everybody_knows_everything_but_the_seed() -> None:
    game = start(3)
    for _ in range(30):
        game.go()
        truth = game.position.plain()
        for seat in (-1, 0, 1, 2, 3):
            known = game.position.redacted(seat).plain()
            assert known.seed == -1
            known.seed = truth.seed
            record = game.position.engine.game.records[0]
            assert record.pack(known) == record.pack(truth)
