"""The laws of Connect Four, position by position. Pictures are read from the top row; `x` is seat 0, `o` seat 1."""

import random

import pyspiel
import pytest

import turnwise as tw
from tests.law import law
from tests.setting import position
from turnwise.games.connect_four.rules import COLUMNS, End, Reason
from turnwise.kit.position import Engine, Position
from turnwise.lab.perft import perft


def board(picture: str, turn: int = 0) -> Position:
    rows = picture.split()
    assert all(len(row) == COLUMNS for row in rows)
    sides = [0, 0]
    for height, row in enumerate(reversed(rows)):
        for column, mark in enumerate(row):
            if mark != ".":
                sides["xo".index(mark)] |= 1 << (7 * column + height)
    placed, _ = position("connect_four", {"discs": sides, "turn": turn, "ply": sum(s.bit_count() for s in sides)})
    return placed


@law("F1", "F2")
def test_the_board_is_empty_and_seat_0_begins() -> None:
    match = tw.Match("connect_four")
    assert match.turn == 0
    assert match.view(0).state["board"] == ["......."] * 6
    assert [str(a) for a in match.legal] == [f"drop {c}" for c in "abcdefg"]
    match.play("drop d")
    assert match.turn == 1


@law("F3")
def test_a_disc_falls_on_the_lowest_empty_point_and_a_full_column_takes_no_more() -> None:
    match = tw.Match("connect_four")
    for _ in range(6):
        match.play("drop d")
    assert match.view(0).state["board"] == ["...o...", "...x..."] * 3
    with pytest.raises(tw.TurnwiseError, match="column is full") as refused:
        match.play("drop d")
    assert refused.value.code == "column_full"
    assert board("...o... ...x... ...o... ...x... ...o... ...x...").check(0, 3) == Reason.COLUMN_FULL


@law("F4")
@pytest.mark.parametrize(
    ("picture", "column"),
    [
        ("xxx....", 3),
        (".x.xx..", 2),
        ("x...... x...... x......", 0),
        ("..xo... .xoo... xooo...", 3),
        ("x...... ox..... oox.... ooo....", 3),
    ],
)
def test_four_in_a_row_a_column_or_a_diagonal_win(picture: str, column: int) -> None:
    played = board(picture)
    played.play(0, column)
    assert played.over == End.FOUR_IN_LINE
    assert played.scores(2) == ([1, 2], [1.0, 0.0], [0])


@law("F4")
def test_three_in_a_line_and_a_line_around_the_edge_do_not_win() -> None:
    """The three topmost points of a column and the lowest of the next are no line."""
    played = board("x...... x...... x...... o...... o...... o......")
    played.play(0, 1)
    assert not played.over


@law("F5", "F6")
def test_a_full_board_without_a_line_is_a_draw() -> None:
    played = board(".oxoxox xoxoxox oxoxoxo oxoxoxo xoxoxox xoxoxox", turn=1)
    played.play(1, 0)
    assert played.over == End.BOARD_FULL
    assert played.scores(2) == ([1, 1], [0.5, 0.5], [])


@law("F7")
def test_a_move_may_be_taken_back_by_consent() -> None:
    match = tw.Match("connect_four")
    match.play("drop a")
    with pytest.raises(tw.TurnwiseError) as refused:
        match.undo()
    assert refused.value.code == "needs_consent"
    match.undo(consent=True)
    assert match.turn == 0 and match.view(None).state["board"] == ["......."] * 6
    assert [line.words for line in match.view(None).lines] == ["set-up", "drop a", "undo"]


def test_lines_of_play_are_as_many_as_published() -> None:
    """The counts for depths 1 to 7 of the plain game; depth 7 is the first where a full column matters."""
    assert [perft(tw.game("connect_four"), depth) for depth in range(8)] == [1, 7, 49, 343, 2401, 16807, 117649, 823536]


def test_ten_thousand_random_games_are_the_same_in_openspiel() -> None:
    """The game that we share with our peers, node by node: same legal moves, same end, same result."""
    chance = random.Random(1)
    engine = Engine(tw.game("connect_four"), compiled=True)
    start, _ = engine.position(tw.game("connect_four").frame(None, {}), 1)
    peer_game = pyspiel.load_game("connect_four")
    for _ in range(10_000):
        ours, peer = start.copy(), peer_game.new_initial_state()
        while not ours.over:
            legal = ours.legal(ours.turn)
            assert (legal, ours.turn) == (peer.legal_actions(), peer.current_player())
            column = chance.choice(legal)
            ours.play(ours.turn, column)
            peer.apply_action(column)
            assert bool(ours.over) == peer.is_terminal()
        assert [2 * points - 1 for points in ours.scores(2)[1]] == peer.returns()
