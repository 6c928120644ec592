"""The laws of Example: every rule of RULES.md, proved at a board that was worked out by hand."""

import pytest

import turnwise as tw


# [X1]
def test_men_of_both_stand_on_the_whole_board_in_turns() -> None:
    rows = tw.Match("example").view(None).state["men"]
    assert len(rows) == 8 and {len(row) for row in rows} == {8}
    assert rows[0][:3] == "xox" and rows[1][:3] == "oxo" and "." not in "".join(rows)


# [X2, X3]
def test_a_man_goes_to_the_square_beside_him_and_takes_who_stands_there() -> None:
    match = tw.Match("example")
    first = match.legal[0]
    before = "".join(match.view(None).state["men"])
    match.play(first)
    after = "".join(match.view(None).state["men"])
    assert match.turn == 1 and first.words == "take a8 right"
    assert before[:2] == "xo" and after[:2] == ".x" and after[2:] == before[2:]


# [X3]
def test_only_own_men_take_and_only_men_of_the_other() -> None:
    match = tw.Match("example")
    with pytest.raises(tw.TurnwiseError, match="You have no man") as refused:
        match.play("take b8 left")
    assert refused.value.code == "not_yours"
    for way in ("left", "up"):
        with pytest.raises(tw.TurnwiseError, match="where he takes") as refused:
            match.play(f"take a8 {way}")
        assert refused.value.code == "nobody_there"


# [X4]
def test_who_takes_last_wins() -> None:
    match = tw.Match("example")
    while match.turn is not None:
        seat = match.turn
        match.play(match.legal[0])
    assert match.outcome and match.outcome.winners == (seat,) and match.outcome.reason == "nothing_to_take"
    rows = match.view(None).state["men"]
    columns = ["".join(column) for column in zip(*rows, strict=True)]
    assert not [line for line in [*rows, *columns] if "xo" in line or "ox" in line]


# [X5]
def test_a_move_is_taken_back_if_the_other_agrees() -> None:
    match = tw.Match("example")
    start = match.view(None).state
    match.play(match.legal[0])
    with pytest.raises(tw.TurnwiseError, match="consent"):
        match.undo()
    match.undo(consent=True)
    assert match.view(None).state == start
