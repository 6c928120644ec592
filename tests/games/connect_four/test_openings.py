"""The first player's table of openings: complete, legal, and proved; and the solver that proved it."""

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bench.connect_four_openings import Notes, Solver, rows, text_of
from turnwise.games import game
from turnwise.games.connect_four import openings
from turnwise.games.connect_four.hints import completing
from turnwise.games.connect_four.openings import EMPTY, Board, columns_of, dropped, mirrored, ply, winning_column
from turnwise.games.connect_four.rules import COLUMNS, has_four
from turnwise.kit import set_of
from turnwise.kit.position import Engine, Position

REMEMBERED = 1 << 20
PLIES = 2 * len(openings.rows()) - 2


@pytest.fixture(scope="module")
def solver() -> Solver:
    return Solver(REMEMBERED)


def board_of(position: Position) -> Board:
    first, second = position.plain().discs
    return first, second


def test_the_table_has_a_legal_move_for_everything_that_the_second_player_can_do() -> None:
    """By the game's own rules, for one of every pair of mirror images; and it has nothing beside that."""
    start, _ = Engine(game("connect_four"), compiled=True).position(game("connect_four").frame(None, {}), 1)
    positions = {EMPTY: start}
    for row in range(PLIES // 2 + 1):
        assert set(positions) == set(openings.known(row))
        found = list(positions.values())
        positions = {}
        for position in found:
            board = board_of(position)
            column = winning_column(board)
            assert column in position.legal(0)
            if mirrored(board) != board:
                assert winning_column(mirrored(board)) == COLUMNS - 1 - column
            position.play(0, column)
            if row < PLIES // 2:
                for answered in replies(position):
                    image = mirrored(board_of(answered))
                    positions[min(board_of(answered), image)] = answered
    assert PLIES == 12


def replies(position: Position) -> Iterator[Position]:
    for column in position.legal(1):
        ahead = position.copy()
        ahead.play(1, column)
        assert not ahead.over, "the second player does not get to win"
        yield ahead


def test_beyond_the_table_nothing_is_known() -> None:
    assert winning_column((1, 0)) == -1, "the second player is to move"
    assert winning_column((1, 1 << 7)) == -1, "the first player has begun in another column"
    last = next(board for board, column in openings.known(PLIES // 2).items() if not wins_at_once(board, column))
    after = dropped(last, winning_column(last))
    assert winning_column(dropped(after, columns_of(after)[0])) == -1


def wins_at_once(board: Board, column: int) -> bool:
    return bool(has_four(dropped(board, column)[0]))


def test_the_solver_is_right_about_the_end_of_the_game(solver: Solver) -> None:
    """Looked at to the end, line by line, without anything clever."""
    chance, seen, known = Random(3), set(), dict[Board, int]()
    for _ in range(120):
        board = random_board(chance, chance.randint(29, 38))
        value = minimax(board, known)
        assert solver.wins(board) == (value > 0)
        seen.add((ply(board) % 2, value))
    assert len(seen) == 6, "won, drawn and lost with either to move"


def random_board(chance: Random, discs: int) -> Board:
    """Of a random game that is not over, with nobody about to make four."""
    while True:
        board = EMPTY
        while ply(board) < discs and not any(has_four(side) for side in board):
            board = dropped(board, chance.choice(columns_of(board)))
        if not any(has_four(side) for side in board):
            return board


def minimax(board: Board, known: dict[Board, int]) -> int:
    """1 if the first player wins, 0 for a draw, else -1."""
    if board not in known:
        if any(has_four(side) for side in board):
            known[board] = 1 if has_four(board[0]) else -1
        elif columns := columns_of(board):
            best = min if ply(board) % 2 else max
            known[board] = best(minimax(dropped(board, column), known) for column in columns)
        else:
            known[board] = 0
    return known[board]


@pytest.mark.parametrize("odd", [0, 1], ids=["the second holds", "the first wins"])
def test_who_answers_in_the_same_column_for_good_gets_what_the_solver_says(solver: Solver, odd: int) -> None:
    """With pairs of points left in all columns, and for the first player's win one odd column; looked at to the end."""
    chance, found = Random(4), 0
    while found < 20:
        board = paired_board(chance, odd)
        everything = board[0] | board[1]
        chances = completing(board[0]) & ~everything
        if odd and solver.bound.zugzwang(board[0], board[1], everything, chances):
            assert minimax(board, {}) == 1
            found += 1
        if not odd and solver.bound.followed(board[0], everything):
            assert minimax(board, {}) < 1
            found += 1


def paired_board(chance: Random, odd: int) -> Board:
    """A board with few points left and an even number in each column, but for one or three if `odd`; nobody has four."""
    while True:
        heights = [chance.choice((4, 4, 6)) for _ in range(COLUMNS)]
        for column in chance.sample(range(COLUMNS), odd * chance.choice((1, 3))):
            heights[column] -= 1
        points = [7 * column + row for column, height in enumerate(heights) for row in range(height)]
        chance.shuffle(points)
        board = set_of(points[::2]), set_of(points[1::2])
        if not any(has_four(side) for side in board):
            return board


def test_moves_of_the_table_are_proved_and_others_are_not(solver: Solver) -> None:
    """Some of those with most discs, whose proofs are short. In some of these positions other moves win as well."""
    last = list(openings.known(PLIES // 2).items())
    spoilt = 0
    for board, column in last[::250]:
        assert solver.wins(dropped(board, column))
        spoilt += sum(not solver.wins(dropped(board, other)) for other in columns_of(board))
    assert spoilt > 20


def test_a_position_and_its_mirror_image_are_remembered_as_one() -> None:
    board = next(board for board in openings.known(PLIES // 2) if board != mirrored(board))
    solver = Solver(REMEMBERED)
    after = dropped(board, winning_column(board))
    assert solver.wins(after)
    looked_at = solver.nodes
    assert solver.wins(mirrored(after))
    assert solver.nodes == looked_at + 1


def test_the_table_is_as_it_was_written() -> None:
    assert text_of(openings.rows(), PLIES) + "\n" == openings.TABLE.read_text()


def test_solving_goes_on_where_it_was_stopped(tmp_path: Path) -> None:
    """Every position is asked for once, though Ctrl-C came in between."""
    asked = list[Board]()

    class Answers:
        patience = 12

        def winning_column(self, board: Board) -> int:
            if len(asked) == self.patience:
                raise KeyboardInterrupt
            asked.append(board)
            return winning_column(board)

    answers: Any = Answers()
    with pytest.raises(KeyboardInterrupt):
        list(rows(Notes(tmp_path / "notes"), answers, 4))
    answers.patience = 1000
    assert list(rows(Notes(tmp_path / "notes"), answers, 4)) == openings.rows()[:3]
    assert len(asked) == len(set(asked)) == 30
