"""Caesar and Cleopatra: votes, the end of the game and the points, worked out by hand from the rule sheet."""

import pytest

from tests.games.caesar.picture import Table, fresh, picture
from tests.law import law

GROUPS = ["PRAETOR", "AEDILE", "QUAESTOR", "CONSUL", "CENSOR"]


def voted(cards: str, *, left: int = 5, **options: bool) -> Table:
    """PRAETOR after a vote that Caesar's bust has called."""
    table = picture(f"PRAETOR {left}: {cards} | hand 0: 1 | bag: PRAETOR", laid="up", **options)
    table.play("bust")
    return table


def won(table: Table, group: str = "PRAETOR") -> list[int]:
    return [side[group] for side in table.show()["won"]]


# Automatic votes


@law("C19", "C20", "C21", "example 11")
def test_eight_cards_in_a_tie_vote_once_each_turn() -> None:
    table = picture("PRAETOR: 1 1 (1) P - 1 1 (1) P | hand 0: 1 | hand 1: 1 2 | bag: GREY", laid="up")
    told = table.play("bust")
    assert [e for e in told if e[0] == "voted"] == [("voted", "PRAETOR", 3, 3, 1, 1, None)]
    assert table.side("PRAETOR") == "1 1 1 P - 1 1 1 P" and table.at.turn == 1
    table.s.bag, table.s.visible = 1 << 5, 1 << 6
    told = table.play("lay 1 CENSOR up", "bust")
    assert [e for e in told if e[0] == "voted"] == [("voted", "PRAETOR", 3, 3, 1, 1, None)]


@law("C19")
def test_seven_cards_are_not_enough_and_groups_vote_in_board_order() -> None:
    table = picture(
        "CENSOR: 1 1 1 1 - 2 2 2 2 | PRAETOR: 5 1 1 1 - 1 1 1 1 | AEDILE: 1 1 1 1 - 2 2 2 | hand 0: 1 | hand 1: 1 | bag: GREY",
        laid="up",
    )
    told = table.play("bust")
    assert [e[:4] for e in told if e[0] == "voted"] == [("voted", "PRAETOR", 8, 4), ("voted", "CENSOR", 4, 8)]
    assert table.show()["visible"] == ["GREY"]


@law("C19")
def test_a_group_may_vote_by_bust_and_automatically_in_one_turn() -> None:
    table = picture("PRAETOR: 5 1 1 1 1 - 1 1 1 1 1 | hand 0: 1 | hand 1: 1 | bag: PRAETOR", laid="up")
    told = table.play("bust")
    # 9 to 5: the 5 and a 1 go, 4 and 4 remain; then 4 to 4, a tie
    assert [e[:4] for e in told if e[0] == "voted"] == [("voted", "PRAETOR", 9, 5), ("voted", "PRAETOR", 4, 4)]


@law("C19", "C25", "example 10")
def test_the_last_patrician_taken_by_an_automatic_vote_closes_the_group() -> None:
    table = picture(
        "CONSUL 1: 2 1 1 P - 1 1 1 P | won 0: 0 0 0 2 0 | hand 0: 1 | hand 1: 1 | bag: GREY | visible: CONSUL",
        laid="up",
    )
    table.play("bust")
    shown = table.show()
    assert won(table, "CONSUL") == [3, 0] and shown["patricians"]["CONSUL"] == 0
    assert table.side("CONSUL") == "-" and table.discarded(0) == "1 1 2 P" and table.discarded(1) == "1 1 1 P"
    assert shown["visible"] == ["GREY"] and shown["gone"] == ["CONSUL"]


# The vote


@law("C20")
def test_all_hidden_cards_of_the_group_are_turned_up_and_stay_so() -> None:
    table = picture("PRAETOR: (3) - (3) | AEDILE: (1) - (2) | hand 0: 1 | hand 1: 1 | bag: PRAETOR", laid="up")
    table.play("bust")
    assert table.side("PRAETOR") == "3 - 3" and table.side("AEDILE") == "(1) - (2)"


@law("C21", "example 4")
def test_a_tie_changes_nothing() -> None:
    table = voted("2 2 - 4")
    assert won(table) == [0, 0] and table.side("PRAETOR") == "2 2 - 4" and table.show()["patricians"]["PRAETOR"] == 5


@law("C21", "example 7")
def test_nothing_to_nothing_is_a_tie() -> None:
    assert won(voted("-")) == [0, 0]
    table = voted("P -")
    assert won(table) == [0, 0] and table.side("PRAETOR") == "P -"


@law("C21")
def test_tied_cards_count_again_in_the_next_vote() -> None:
    table = picture("PRAETOR: 2 2 - 4 | hand 0: 1 | hand 1: 3 1 | bag: PRAETOR", laid="up")
    table.play("bust")
    table.s.bag, table.s.visible = 1, 0
    table.play("lay 3 PRAETOR down", "bust")  # 4 to 7
    assert won(table) == [0, 1] and table.side("PRAETOR") == "2 - 3"


@law("C22", "C23", "C24", "example 2", "example 3", "example 6")
@pytest.mark.parametrize(
    ("before", "winner", "after"),
    [("3 2 - 1", 0, "2 -"), ("1 - 4 2", 1, "- 2"), ("5 -", 0, "-"), ("- (1)", 1, "-")],
)
def test_the_higher_sum_wins_a_patrician(before: str, winner: int, after: str) -> None:
    table = voted(before)
    assert won(table) == [1 - winner, winner] and table.side("PRAETOR") == after
    assert table.show()["patricians"]["PRAETOR"] == 4


@law("C22", "C24", "example 5", "example 7", "example 8")
@pytest.mark.parametrize(
    ("before", "winner", "after"),
    [
        ("2 P - 3", 0, "P -"),
        ("P 1 -", 1, "P -"),
        ("5 P - 3 P", 0, "P - P"),
        ("5 P P - 3 P", 1, "P P - P"),
        ("5 2 P P - 3 1 P P", 0, "2 P P - 3 P P"),
        ("5 - P", 1, "- P"),
    ],
)
def test_more_philosophers_on_one_side_turn_the_vote_round(before: str, winner: int, after: str) -> None:
    table = voted(before)
    assert won(table) == [1 - winner, winner] and table.side("PRAETOR") == after


@law("C24")
def test_the_higher_sum_loses_its_highest_and_the_lower_its_lowest_card() -> None:
    table = voted("1 4 5 - 2 3 3")  # 10 to 8
    assert table.side("PRAETOR") == "1 4 - 3 3"
    assert (table.discarded(0), table.discarded(1)) == ("5", "2")


@law("C25")
def test_a_group_without_patricians_is_closed() -> None:
    table = voted("3 3 P - 2 2 P", left=1)
    assert table.side("PRAETOR") == "-" and table.show()["gone"] == ["PRAETOR"] and table.show()["visible"] == []
    assert (table.discarded(0), table.discarded(1)) == ("3 3 P", "2 2 P")


@law("C25")
def test_the_bust_of_a_closed_group_leaves_the_bag_as_well() -> None:
    seed = next(seed for seed in range(50) if black_first(seed))
    text = "CONSUL 1: 2 2 2 2 - 1 1 1 1 | hand 0: 1 | hand 1: 1 | bag: BLACK CONSUL | visible: GREY"
    table = picture(text, laid="up", seed=seed)
    table.play("bust")
    assert table.show()["bag"] == ["BLACK", "GREY"] and table.show()["gone"] == ["CONSUL"]


def black_first(seed: int) -> bool:
    told = picture("hand 0: 1 | hand 1: 1 | bag: BLACK CONSUL", laid="up", seed=seed).play("bust")
    return told[0] == ("drawn", 0, "BLACK")


@law("option philosopher_spent")
def test_an_inverted_vote_may_cost_the_philosopher() -> None:
    table = voted("2 P - 3", philosopher_spent=True)
    assert won(table) == [1, 0] and table.side("PRAETOR") == "-" and table.discarded(0) == "2 P"
    assert voted("5 P - 3 P", philosopher_spent=True).side("PRAETOR") == "P - P"
    assert voted("3 P - 3", philosopher_spent=True).side("PRAETOR") == "3 P - 3"
    assert voted("5 P - 3 P P", philosopher_spent=True).side("PRAETOR") == "P - P"


# The end


@law("C35")
def test_the_last_patrician_ends_the_game_at_once() -> None:
    table = picture(
        "PRAETOR 0: - | AEDILE 0: - | QUAESTOR 0: - | CONSUL 0: - | CENSOR 1: 3 2 - 1 | hand 0: 1 | deck 0: 1 1 | bag: CENSOR"
        "| gone: PRAETOR AEDILE QUAESTOR CONSUL | won 0: 5 5 5 3 2",
        laid="up",
        quiet=3,
    )
    table.play("bust")
    assert table.result()[3] == "all_taken" and table.side("CENSOR") == "-"
    shown = table.show()
    assert (shown["turn"], shown["phase"], shown["laid"], shown["mover"], shown["quiet"]) == (None, "over", [], 0, 3)
    assert table.moves(0) == table.moves(1) == [] and table.refused("draw influence", 0) == "over"


@law("C36")
def test_without_influence_in_hands_and_decks_the_game_ends_after_the_turn() -> None:
    table = picture("PRAETOR: 3 (2) - (4) | hand 0: 5 veto | hand 1: veto | deck 1: scout | bag: GREY")
    table.play("lay 5 CONSUL up", "bust")
    assert table.result()[3] == "no_influence"


@law("C36")
def test_an_influence_card_in_a_deck_keeps_the_game_going() -> None:
    table = picture("hand 0: 5 | hand 1: veto | deck 1: P | bag: GREY")
    table.play("lay 5 CONSUL up", "bust")
    assert not table.at.over and table.at.turn == 1


@law("C37")
def test_fourteen_turns_without_influence_and_success_end_the_game() -> None:
    table = picture("PRAETOR: 2 - 2 | deck 1: 1 | bag: GREY", quiet=12)
    table.play("bust")
    assert not table.at.over and table.show()["quiet"] == 13
    table = picture("PRAETOR: 2 - 2 | deck 1: 1 | bag: PRAETOR", quiet=13)
    table.play("bust")
    assert table.result()[3] == "dead_board"


@law("C37")
def test_a_patrician_or_an_influence_card_starts_the_count_anew() -> None:
    table = picture("PRAETOR: 3 - 2 | deck 1: 1 | bag: PRAETOR", quiet=13)
    table.play("bust")
    assert not table.at.over and table.show()["quiet"] == 0
    table = picture("hand 0: 1 | deck 1: 1 | bag: GREY", quiet=13)
    table.play("lay 1 CONSUL down", "bust")
    assert not table.at.over and table.show()["quiet"] == 0
    table = picture("PRAETOR: 5 1 1 1 - 1 1 1 1 | deck 1: 1 | bag: GREY", quiet=13)
    table.play("bust")
    assert not table.at.over and table.show()["quiet"] == 0


@law("C36", "C37")
def test_no_influence_is_tested_before_the_dead_board() -> None:
    table = picture("bag: GREY", quiet=13)
    table.play("bust")
    assert table.result()[3] == "no_influence" and table.show()["quiet"] == 14


@law("C38", "C39", "example 13")
def test_points_of_the_example() -> None:
    table = picture("won 0: 5 2 3 2 0 | won 1: 0 3 2 1 3", over=1)
    assert table.result() == ([1, 2], [16, 12], [0], "all_taken")


@law("C38", "example 1")
def test_everything_is_worth_thirty_one() -> None:
    assert picture("won 1: 5 5 5 3 3", over=1).result() == ([2, 1], [0, 31], [1], "all_taken")


@law("C39")
def test_equal_points_are_decided_by_patricians() -> None:
    # 3 + 2 + 1 + 1 = 7 and one majority; 1 + 1 + 1 + 3 = 6, one majority and one complete group
    assert picture("won 0: 3 2 1 1 0 | won 1: 1 1 1 0 3", over=2).result() == ([1, 2], [8, 8], [0], "no_influence")


@law("C39")
def test_equal_points_and_patricians_are_a_draw() -> None:
    assert picture("won 0: 3 0 0 0 0 | won 1: 0 3 0 0 0", over=3).result() == ([1, 1], [4, 4], [], "dead_board")


@law("C40", "option secret_bonus")
def test_each_player_gets_one_of_six_bonus_cards() -> None:
    deals = {tuple(fresh(secret_bonus=True, seed=seed).show()["bonus"]) for seed in range(120)}
    assert deals == {(a, b) for a in GROUPS[:3] for b in GROUPS[:3]}
    assert fresh().show()["bonus"] == [None, None]
    pairs = [fresh(secret_bonus=True, seed=seed).show()["bonus"] for seed in range(400)]
    assert 50 < sum(a == b for a, b in pairs) < 110  # one of the five cards that are left


@law("C40", "option secret_bonus")
def test_three_of_the_bonus_group_are_worth_two_points() -> None:
    table = picture(
        "won 0: 3 0 0 0 0 | won 1: 2 3 0 0 0 | bonus 0: PRAETOR | bonus 1: PRAETOR", over=2, secret_bonus=True
    )
    assert table.result() == ([2, 1], [6, 6], [1], "no_influence")  # 3 + 1 + 2 and 5 + 1; more patricians decide
