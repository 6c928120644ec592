"""The laws of Example: every rule of RULES.md, proved by rounds that were worked out by hand."""

import pytest

import turnwise as tw


def played(*actions: str, seats: int = 2) -> tw.Match:
    match = tw.Match("example", seats=seats)
    for action in actions:
        match.play(action)
    return match


# [X1]
@pytest.mark.parametrize("seats", [2, 5])
def test_first_all_hide_and_then_all_call(seats: int) -> None:
    match = tw.Match("example", seats=seats)
    for seat in range(2 * seats):
        assert match.turn == seat % seats
        assert {action.words.split()[0] for action in match.legal} == {"hide" if seat < seats else "call"}
        match.play(match.legal[0])


# [X2]
def test_the_others_see_that_coins_are_hidden_and_not_how_many() -> None:
    match = played("hide 2")
    assert [str(told) for told in match.view(0).told] == ["Seat 0 hides 2."]
    assert [str(told) for told in match.view(1).told] == ["Seat 0 hides some coins."]
    assert match.view(0).state["coins"][0] == 2 and match.view(1).state["coins"][0] == -1
    assert match.view(1).lines[-1].words == "hides" == match.view(None).lines[-1].words


# [X3]
def test_no_number_is_called_twice_and_none_that_cannot_be() -> None:
    match = played("hide 2", "hide 3", "call 4")
    assert [action.words for action in match.legal] == [f"call {total}" for total in (0, 1, 2, 3, 5, 6)]
    for action, code in (("call 4", "called"), ("call 7", "too_many"), ("hide 1", "hidden_already")):
        with pytest.raises(tw.TurnwiseError) as refused:
            match.play(action)
        assert refused.value.code == code
    with pytest.raises(tw.TurnwiseError, match="First everybody hides") as refused:
        played("hide 1").play("call 1")


# [X4]
def test_who_called_the_right_number_gets_a_point() -> None:
    match = played("hide 2", "hide 3", "call 4", "call 5")
    told = [str(sentence) for sentence in match.view(None).told]
    assert told == ["Seat 1 calls 5.", "Seat 0 had 2.", "Seat 1 had 3.", "There are 5 in all: Seat 1 was right."]
    assert match.view(None).state["points"][:2] == [0, 1]
    match = played("hide 2", "hide 3", "call 4", "call 6")
    assert str(match.view(None).told[-1]) == "There are 5 in all, which nobody has called."
    assert match.view(None).state["points"][:2] == [0, 0]


# [X5]
def test_the_next_seat_begins_the_next_round() -> None:
    match = played("hide 2", "hide 3", "call 4", "call 5")
    assert match.turn == 1 and [action.words for action in match.legal] == ["hide 0", "hide 1", "hide 2", "hide 3"]


# [X6]
def test_after_five_rounds_the_most_points_win() -> None:
    first, second = ["hide 2", "hide 3", "call 4", "call 5"], ["hide 3", "hide 2", "call 6", "call 5"]
    match = played(*first, *second, *first, *second)
    assert match.outcome is None and match.view(None).state["points"][:2] == [2, 2]
    for action in first:
        match.play(action)
    assert match.outcome and match.outcome.winners == (1,) and match.outcome.scores == (2.0, 3.0)


# [X7]
def test_nothing_is_taken_back() -> None:
    with pytest.raises(tw.TurnwiseError, match="can't be taken back"):
        played("hide 2").undo(consent=True)
