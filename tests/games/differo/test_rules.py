"""The law of Differo, rule by rule, worked out by hand from the sheet."""

from tests.games.differo.picture import START, Table, board, opening
from tests.law import law
from tests.setting import game_named
from turnwise.games.differo.board import BACKSLASH, GOAL, GRID, IN_ROW, SLASH
from turnwise.games.differo.rules import End, Reason
from turnwise.kit import members_of

START_MOVES = {  # all 20 of White's, line by line
    *("(5,1)-(5,7)", "(5,6)-(5,0)"),  # row 5: +6
    *("(6,1)-(6,4)", "(6,3)-(6,0)", "(6,3)-(6,6)", "(6,5)-(6,2)"),  # row 6: +3
    *("(7,1)-(7,5)", "(7,4)-(7,0)"),  # row 7: +4
    *("(6,1)-(3,1)", "(7,1)-(4,1)"),  # j = 1: +3
    *("(5,2)-(4,2)", "(5,2)-(6,2)", "(7,2)-(6,2)"),  # j = 2: +1
    "(5,3)-(4,3)",  # j = 3: +1
    "(5,4)-(4,5)",  # i+j = 9: +1
    *("(5,5)-(4,6)", "(5,5)-(6,4)", "(7,3)-(6,4)"),  # i+j = 10: +1
    *("(6,5)-(3,8)", "(7,4)-(4,7)"),  # i+j = 11: +3
}
THERE_AND_BACK = ("(5,1)-(5,7)", "(1,7)-(1,3)", "(5,7)-(5,1)", "(1,3)-(1,7)")


@law("D1", "example 1")
def test_the_board_is_a_hexagon_of_61_points() -> None:
    rows = [sum(place[0] == i for place in GRID.places) for i in range(9)]
    assert rows == [5, 6, 7, 8, 9, 8, 7, 6, 5] and sum(rows) == 61


@law("D2", "example 1")
def test_27_lines_cross_it_and_every_point_lies_on_three() -> None:
    assert len(GRID.lines) == 27
    for axis in range(3):
        assert sorted(len(line) for line in GRID.lines[9 * axis : 9 * axis + 9]) == [5, 5, 6, 6, 7, 7, 8, 8, 9]
    assert all(sum(point in line for line in GRID.lines) == 3 for point in GRID.points)


@law("D3", "example 1")
def test_seat_0_has_white_and_moves_first_with_13_pieces_a_side() -> None:
    table = opening()
    assert table.state.turn == 0 and table.state.white_seat == 0
    assert [len(members_of(side)) for side in table.state.sides] == [13, 13]


@law("D4", "D5")
def test_the_start_is_the_sheets_matrix() -> None:
    assert opening().matrix().split() == START.split()


@law("D5")
def test_the_half_turn_with_colours_swapped_maps_the_start_onto_itself() -> None:
    table = opening()
    white, black = ({GRID.places[p] for p in members_of(side)} for side in table.state.sides)
    assert {(8 - i, 8 - j) for i, j in white} == black


@law("D6")
def test_the_goals_are_the_far_edges_and_empty_at_the_start() -> None:
    assert [GRID.places[p] for p in members_of(GOAL[0])] == [(0, 4), (0, 5), (0, 6), (0, 7), (0, 8)]
    assert [GRID.places[p] for p in members_of(GOAL[1])] == [(8, 0), (8, 1), (8, 2), (8, 3), (8, 4)]
    sides = opening().state.sides
    assert not (sides[0] | sides[1]) & (GOAL[0] | GOAL[1])


@law("D7", "D8")
def test_the_six_directions_lie_on_three_axes() -> None:
    assert GRID.directions == ((0, -1), (0, 1), (-1, 1), (1, -1), (-1, 0), (1, 0))
    for number, line in enumerate(GRID.lines):
        places = [GRID.places[p] for p in line]
        constant = {
            IN_ROW: {i for i, _ in places},
            SLASH: {i + j for i, j in places},
            BACKSLASH: {j for _, j in places},
        }
        assert len(constant[number // 9]) == 1


@law("D12")
def test_a_turn_is_one_move_and_nobody_passes() -> None:
    table = opening()
    assert table.refused("(5,1)-(5,1)")[0] == Reason.NOT_ON_LINE
    table.play("(5,1)-(5,7)")
    assert table.state.turn == 1 and table.state.ply == 1
    assert table.position.legal(0) == []


@law("D13", "D15", "example 3")
def test_white_has_these_20_moves_at_the_start() -> None:
    assert opening().moves() == START_MOVES


@law("example 3")
def test_black_would_have_20_as_well() -> None:
    assert len(board(START, ply=1).moves()) == 20


@law("D13")
def test_pieces_on_both_sides_and_the_moving_piece_itself_count() -> None:
    table = board(white=((4, 0), (4, 3), (4, 6)), black=((4, 8),))  # row 4: 3 - 1
    assert table.moves_from((4, 3)) >= {"(4,3)-(4,1)", "(4,3)-(4,5)"}
    assert not table.moves_from((4, 3)) & {"(4,3)-(4,2)", "(4,3)-(4,4)"}


@law("D14", "D17", "example 5")
def test_the_piece_on_5_1_has_exactly_one_move_at_the_start() -> None:
    table = opening()
    assert table.moves_from((5, 1)) == {"(5,1)-(5,7)"}
    assert table.refused("(5,1)-(5,-5)")[0] == Reason.OFF_BOARD
    assert table.refused("(5,1)-(2,1)")[0] == Reason.OFF_BOARD
    assert table.refused("(5,1)-(8,1)")[0] == Reason.OPPONENTS_GOAL
    reason, sentence = table.refused("(5,1)-(4,2)")
    assert reason == Reason.NO_STEPS and "worth −1" in sentence


@law("D15", "D18", "example 6")
def test_exactly_three_steps_either_way() -> None:
    table = opening()
    assert {"(6,3)-(6,0)", "(6,3)-(6,6)"} <= table.moves()
    reason, sentence = table.refused("(6,3)-(6,4)")
    assert reason == Reason.WRONG_STEPS and "3 steps" in sentence


@law("D16", "D19", "D20")
def test_jumped_pieces_of_either_colour_stay() -> None:
    table = board(white=((4, 0), (4, 4), (4, 6)), black=((4, 1), (1, 8)))  # row 4: 3 - 1
    table.play("(4,0)-(4,2)")
    assert table.matrix().split("\n")[4] == "0 2 1 0 1 0 1 0 0"
    table = board(white=((4, 0), (4, 1)), black=((1, 8),))
    table.play("(4,0)-(4,2)")
    assert table.matrix().split("\n")[4] == "0 1 1 0 0 0 0 0 0"


@law("D17")
def test_nobody_lands_on_a_piece() -> None:
    table = board(white=((4, 4), (4, 6)), black=((1, 8),))  # row 4: +2
    assert table.refused("(4,4)-(4,6)")[0] == Reason.OCCUPIED
    assert "(4,4)-(4,2)" in table.moves()
    table = board(white=((4, 2), (4, 4)), black=((4, 5),))  # row 4: +1
    assert table.refused("(4,4)-(4,5)")[0] == Reason.OCCUPIED
    assert "(4,4)-(4,3)" in table.moves()


@law("D17")
def test_nobody_enters_the_opponents_goal() -> None:
    table = board(white=((7, 1),), black=((1, 6),))
    assert table.moves() == {"(7,1)-(7,0)", "(7,1)-(7,2)", "(7,1)-(6,1)", "(7,1)-(6,2)"}
    assert table.refused("(7,1)-(8,1)")[0] == Reason.OPPONENTS_GOAL
    table = board(white=((7, 1),), black=((1, 6),), ply=1)
    assert table.moves() == {"(1,6)-(1,5)", "(1,6)-(1,7)", "(1,6)-(2,5)", "(1,6)-(2,6)"}
    assert table.refused("(1,6)-(0,6)")[0] == Reason.OPPONENTS_GOAL


@law("D18")
def test_the_first_reason_that_applies_is_given_and_the_turn_stays() -> None:
    table = board(white=((4, 4), (4, 6), (7, 4)), black=((2, 4), (6, 6), (1, 5), (3, 7)))
    # row 4: +2; j = 4: 2 - 1; i+j = 8: +1; j = 6: 1 - 1; i+j = 10: 1 - 1; row 7, i+j = 11: +1
    assert table.position.check(1, table.action("(3,3)-(5,4)")) == Reason.NOT_YOUR_TURN
    assert table.refused("(3,3)-(5,4)")[0] == Reason.NO_PIECE
    assert table.refused("(0,0)-(9,9)")[0] == Reason.NO_PIECE
    assert table.refused("(2,4)-(5,5)")[0] == Reason.NOT_YOUR_PIECE
    assert table.refused("(4,4)-(5,5)")[0] == Reason.NOT_ON_LINE
    assert table.refused("(4,4)-(9,9)")[0] == Reason.NOT_ON_LINE
    reason, sentence = table.refused("(4,6)-(3,7)")  # occupied, too
    assert reason == Reason.NO_STEPS and "no move on this line" in sentence and "worth 0" in sentence
    assert table.refused("(4,6)-(-4,6)")[0] == Reason.NO_STEPS  # off the board, too
    reason, sentence = table.refused("(4,4)-(2,4)")  # occupied, too
    assert reason == Reason.WRONG_STEPS and "exactly one step there." in sentence
    reason, sentence = table.refused("(4,6)-(4,9)")  # off the board, too
    assert reason == Reason.WRONG_STEPS and "exactly 2 steps there." in sentence
    assert table.refused("(4,4)-(4,6)")[0] == Reason.OCCUPIED
    assert table.refused("(7,4)-(8,4)")[0] == Reason.OPPONENTS_GOAL
    assert table.state.turn == 0 and table.state.ply == 0
    table = board(white=((5, 6), (7, 4)), black=((8, 3),))  # i+j = 11: 2 - 1
    assert table.refused("(7,4)-(8,3)")[0] == Reason.OCCUPIED  # and the opponent's goal


@law("D19", "D20")
def test_a_move_changes_one_place_and_the_differences_that_follow_from_it() -> None:
    table = opening()
    table.play("(5,1)-(5,7)")
    assert table.matrix().split() == START.replace("0 1 1 1 1 1 1 0 3", "0 0 1 1 1 1 1 1 3").split()
    from_black = table.differences()
    assert from_black["F1-F8"] == -6  # row 5, as before
    assert from_black["D2-I2"] == -2  # j = 1: White had 3, the piece left
    assert from_black["A8-F8"] == 2  # j = 7: Black had 3 to 0, the piece came


@law("D21", "D22", "example 8")
def test_a_full_game_won_on_ply_5() -> None:
    table = opening()
    table.play("F3-G3", "D6-E6", "F4-D6", "B8-B4")
    assert table.end is None
    table.play("D6-A9")
    assert table.end == End.GOAL and table.state.ply == 5
    assert table.position.scores(2) == ([1, 2], [1.0, 0.0], [0])
    same = opening()
    same.play("(5,2)-(6,2)", "(3,5)-(4,5)", "(5,3)-(3,5)", "(1,7)-(1,3)", "(3,5)-(0,8)")
    assert same.matrix() == table.matrix() and same.end == End.GOAL
    assert table.position.legal(0) == table.position.legal(1) == []
    assert table.position.check(1, table.action("(1,4)-(2,4)")) == Reason.OVER


@law("D21", "D22")
def test_the_goal_comes_before_an_opponent_without_a_move() -> None:
    # Black's lines after the move: row 4: 1 - 1, j = 4: 1 - 1, i+j = 8: 1 - 2
    table = board(white=((4, 0), (1, 4), (5, 3), (1, 8)), black=((4, 4),))
    table.play("(1,8)-(0,8)")
    assert table.end == End.GOAL


@law("D23", "D14", "example 9")
def test_white_loses_without_a_legal_move() -> None:
    table = board(white=((4, 4),), black=((3, 1), (1, 4), (5, 3)), ply=1)
    table.play("(3,1)-(4,0)")
    assert table.end == End.NO_MOVE
    assert table.position.scores(2) == ([2, 1], [0.0, 1.0], [1])


@law("D24", "D27", "example 12")
def test_the_third_occurrence_draws() -> None:
    table = opening()
    table.play(*THERE_AND_BACK, *THERE_AND_BACK[:3])
    assert table.end is None
    table.play(THERE_AND_BACK[3])
    assert table.end == End.REPETITION and table.state.ply == 8
    assert table.position.scores(2) == ([1, 1], [0.5, 0.5], [])


@law("D24")
def test_only_occurrences_with_the_same_colour_to_move_count() -> None:
    # White needs 3 moves for its round, Black 2: the position of ply 0 stands with White to move at plies 12 and 24,
    # with Black to move at plies 5 and 17
    table = board(white=((6, 1),), black=((2, 8),))
    white = ("(6,1)-(6,2)", "(6,2)-(5,2)", "(5,2)-(6,1)") * 4
    black = ("(2,8)-(1,8)", "(1,8)-(2,8)") * 6
    for ours, theirs in zip(white, black, strict=True):
        assert table.end is None
        table.play(ours)
        assert table.end is None
        table.play(theirs)
    assert table.end == End.REPETITION and table.state.ply == 24


@law("D25", "D27", "option ply_cap")
def test_the_ply_cap_draws() -> None:
    table = board(START, ply=298)
    table.play("(5,1)-(5,7)")
    assert table.end is None
    table.play("(3,7)-(3,1)")
    assert table.end == End.PLY_CAP and table.state.ply == 300
    assert table.position.scores(2) == ([1, 1], [0.5, 0.5], [])
    table = board(START, ply=99, ply_cap=100)
    table.play("(3,7)-(3,1)")
    assert table.end == End.PLY_CAP
    table = board(START, ply=998, ply_cap=1000)
    table.play("(5,1)-(5,7)", "(3,7)-(3,1)")
    assert table.end == End.PLY_CAP
    game = game_named("differo")
    assert game.longest(2) == 300 and game.longest(2, ply_cap=1000, swap=True) == 1001


@law("D21", "D22", "D24", "D25")
def test_on_the_last_ply_the_other_ends_come_first() -> None:
    table = board(white=((1, 8),), black=((7, 1),), ply=299)
    table.play("(7,1)-(8,1)")
    assert table.end == End.GOAL and table.position.scores(2)[2] == [1]
    after = (((1, 8),), ((7, 2),))
    table = board(white=((1, 8),), black=((7, 1),), ply=299, past={296: after, 298: after})
    table.play("(7,1)-(7,2)")
    assert table.end == End.REPETITION


@law("D26")
def test_leaving_is_resigning_and_no_rule_of_this_game() -> None:
    assert not game_named("differo").has_leave


@law("D28", "D29")
def test_everybody_sees_everything() -> None:
    table = opening()
    table.play("(5,1)-(5,7)")
    views = [table.position.redacted(seat) for seat in (0, 1, -1)]
    assert views[0].pack() == views[1].pack() == views[2].pack()
    assert views[0].pack()[1] == table.position.pack()[1]
    assert views[0].state.sides == table.state.sides and views[0].legal(1) == table.position.legal(1)


@law("example 4")
def test_perft() -> None:
    table = opening()
    assert [_leaves(table, depth) for depth in (1, 2, 3)] == [20, 396, 7618]


def _leaves(table: Table, depth: int) -> int:
    """Move sequences of a length; the trail beside the state is shared along the way, as in a search."""
    position, before = table.position, table.state.copy()
    moves = [] if position.over else position.legal(position.turn)
    if depth == 1:
        return len(moves)
    leaves = 0
    for move in moves:
        position.play(position.turn, move)
        leaves += _leaves(table, depth - 1)
        position.states[0] = before
    return leaves


@law("example 10")
def test_the_intermediate_state_has_13_moves() -> None:
    table = board("""
        3 3 3 3 0 0 0 0 0
        3 3 3 0 2 2 2 0 0
        3 3 2 1 0 1 0 0 0
        3 0 2 0 1 2 2 0 0
        0 0 1 2 2 0 0 2 0
        0 1 1 2 1 1 1 0 3
        0 0 1 1 2 1 0 3 3
        0 1 2 0 0 0 3 3 3
        0 0 0 0 0 3 3 3 3
    """)
    assert len(table.moves()) == 13


@law("D30")
def test_every_move_is_listed_once_so_a_random_choice_is_uniform_and_in_order_of_base_and_target() -> None:
    moves = opening().position.legal(0)
    assert len(set(moves)) == 20 and moves == sorted(moves)
