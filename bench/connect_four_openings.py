"""Solve the openings of Connect Four for the first player and write the table that the game's strongest bot plays by.

    python -m bench.connect_four_openings --plies 12 --notes FILE

For every position that can arise when the first player keeps to the table and the second does what he likes, it finds a move that
wins by force. All candidates are looked at in turn, the middle longest and each time twice as long, until one is proved, so
that of several winning moves one with an easy proof is taken. What was found is noted in FILE at once: Ctrl-C ends it, and
the same command goes on from there. The table is written when every position is known. It takes some minutes on one core.
"""

import argparse
import sys
from collections.abc import Iterator
from json import dumps
from pathlib import Path
from typing import Any

import numpy as np
from rich.console import Console
from rich.progress import track

from turnwise.games.connect_four.openings import (
    EMPTY,
    TABLE,
    Board,
    boards_after,
    columns_of,
    dropped,
    ply,
)
from turnwise.games.connect_four.rules import COLUMNS, ROWS, has_four
from turnwise.kit.bind import bind
from turnwise.kit.sets import members_of

REMEMBERED = 1 << 25
"""Positions, of 8 bytes each."""

SLICE = 1 << 20
"""Positions between two moments at which Ctrl-C is heard."""

FIRST_LOOK = 1 << 10
WIDTH = 112


class Solver:
    """Tells what the first player wins; remembers what it saw."""

    def __init__(self, remembered: int = REMEMBERED) -> None:
        self.bound: Any = bind("bench.connect_four_solver", "turnwise.games.connect_four")
        self.table = np.zeros(remembered, np.int64)
        self.nodes = 0

    def wins(self, board: Board) -> bool:
        """Whether the first player wins or has won, whoever is to move."""
        if any(has_four(side) for side in board):
            return bool(has_four(board[0]))
        if ply(board) % 2:
            return _Question(self, board).wins(None) is True
        return self.winning_column(board) is not None

    def winning_column(self, board: Board) -> int | None:
        """By which column the first player, who is to move, wins by force."""
        columns = sorted(columns_of(board), key=lambda column: abs(column - COLUMNS // 2))
        for column in columns:
            if has_four(dropped(board, column)[0]):
                return column
        questions = {column: _Question(self, dropped(board, column)) for column in columns}
        look = FIRST_LOOK
        while questions:
            for rank, (column, question) in enumerate(list(questions.items())):
                answer = question.wins(look >> rank)
                if answer:
                    return column
                if answer is False:
                    del questions[column]
            look *= 2
        return None


class _Question:
    """Whether the first player wins with the second to move; can be asked again where it was left."""

    def __init__(self, solver: Solver, board: Board) -> None:
        self.solver, bound = solver, solver.bound
        self.stack = np.zeros((COLUMNS * ROWS + 2, bound.FRAME), np.int64)
        self.control = np.zeros(2, np.int64)
        self.stack[0, [bound.ME, bound.ALL, bound.PLY]] = board[1], board[0] | board[1], ply(board)
        self.lost = any(has_four(dropped(board, column)[1]) for column in columns_of(board))

    def wins(self, nodes: int | None) -> bool | None:
        """The answer; None if it is not known after so many positions more."""
        if self.lost:
            return False
        bound = self.solver.bound
        began, value = int(self.control[bound.NODES]), bound.OPEN
        while value == bound.OPEN and (nodes is None or self.control[bound.NODES] < began + nodes):
            stop = self.control[bound.NODES] + min(SLICE, nodes or SLICE)
            value = bound.run(self.stack, self.control, self.solver.table, stop)
        self.solver.nodes += int(self.control[bound.NODES]) - began
        return None if value == bound.OPEN else bool(value == bound.FAILS)


class Notes:
    """What was found, a line for each position, on disk as soon as it is found."""

    def __init__(self, file: Path) -> None:
        self.file, self.columns = file, dict[Board, int]()
        for line in file.read_text().splitlines() if file.exists() else []:
            first, second, column = map(int, line.split())
            self.columns[first, second] = column

    def add(self, board: Board, column: int) -> None:
        self.columns[board] = column
        with self.file.open("a") as out:
            out.write(f"{board[0]} {board[1]} {column}\n")


def rows(notes: Notes, solver: Solver, plies: int) -> Iterator[str]:
    """For 0, 2, 4 … discs, up to so many, the winning columns of all positions in their order."""
    boards = [EMPTY]
    for discs in range(0, plies + 1, 2):
        missing = sorted((board for board in boards if board not in notes.columns), key=_by_likelihood)
        for board in track(missing, f"{len(boards):,} positions of {discs} discs", console=Console(stderr=True)):
            column = solver.winning_column(board)
            assert column is not None, "the second player has got away"
            notes.add(board, column)
        moves = {board: notes.columns[board] for board in boards}
        yield "".join(map(str, moves.values()))
        boards = boards_after(moves)


def _by_likelihood(board: Board) -> tuple[int, Board]:
    """Where the second player kept to the middle first: of what is solved together, much is remembered."""
    return sum(abs(point // 7 - COLUMNS // 2) for point in members_of(board[1])), board


def text_of(table: list[str], plies: int) -> str:
    """The table as JSON, in lines that can be looked at."""
    columns = [[row[i : i + WIDTH] for i in range(0, len(row), WIDTH)] for row in table]
    return dumps({"made by": f"python -m bench.connect_four_openings --plies {plies}", "columns": columns}, indent=1)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--plies", type=int, default=12, help="the most discs of a position in the table")
    parser.add_argument("--notes", type=Path, required=True, metavar="FILE", help="where findings are kept")
    chosen = parser.parse_args()
    try:
        table = list(rows(Notes(chosen.notes), Solver(), chosen.plies))
    except KeyboardInterrupt:
        sys.exit("Stopped. The same command goes on from here.")
    TABLE.write_text(text_of(table, chosen.plies) + "\n")
    print(f"{sum(map(len, table)):,} positions written to {TABLE.name}.")


if __name__ == "__main__":
    main()
