"""Equipment in characters, as large as a terminal has room for: men, dice, cards, joined lines; and a board in several
sizes."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import cache
from typing import NamedTuple, TypeVar

from turnwise.kit.pieces.equipment import PIPS
from turnwise.kit.pieces.table import Board
from turnwise.kit.shapes import Thing
from turnwise.kit.words import Words

Size = TypeVar("Size")
Cell = tuple[int, int]
"""A column and a row, or their numbers."""

ROUND = {"●": "▄█▄███▀█▀", "○": "╭─╮│░│╰─╯"}
"""Signs that have larger forms, and the characters of these, row by row."""
UP, DOWN, LEFT, RIGHT = 1, 2, 4, 8
JOINED = " ╵╷│╴┘┐┤╶└┌├─┴┬┼"
"""The line character for each set of directions from a cell."""


class Written(NamedTuple):
    """The text of a thing in one size of a board."""

    text: tuple[Words, ...]
    cell: Cell
    back: str = ""
    """Its background; then all of it can be touched, with its blanks."""
    ink: str = ""
    """Its colour there; empty: its own."""
    columns: int = 0
    """The most columns of a line, such as a name; 0: no limit."""


Form = tuple[Cell, Callable[[], Mapping[str, Written]]]
"""A size of a board: its columns and rows, and the text of its things."""


def in_sizes(board: Board, sizes: Iterable[Size], form: Callable[[Size], Form]) -> Board:
    """A board in the first of these sizes that a terminal has room for; unchanged if none fits."""

    def written(columns: int, rows: int) -> Board:
        for (wide, high), things in map(form, sizes):
            if wide <= columns and high <= rows:
                new = things()
                kept = ((thing, new[thing.key]) for thing in board.things if thing.key in new)
                return replace(board, things=tuple(_rewritten(thing, it) for thing, it in kept), cells=(wide, high))
        return board

    return replace(board, written=written)


def _rewritten(thing: Thing, it: Written) -> Thing:
    rows, ink = len(it.text) if it.columns else 0, it.ink or thing.ink
    return thing.changed(text=it.text, cell=it.cell, back=it.back, ink=ink, columns=it.columns, rows=rows)


@cache
def field(sign: str, wide: int, high: int) -> tuple[str, ...]:
    """So many columns and rows between lines, with a sign or a man in the middle; a dot, for nothing, is left out."""
    return tuple(f" {line} " for line in block(" " if sign == "·" else sign, wide - 2, high))


@cache
def block(sign: str, wide: int, high: int) -> tuple[str, ...]:
    """A sign in the middle of so many columns and rows; a man (● or ○) grows with them."""
    disc = ROUND.get(sign)
    if disc is None or high < 2:
        blank = " " * wide
        return tuple(f"{sign:^{wide}}" if row == (high - 1) // 2 else blank for row in range(high))
    upper, middle, lower = (disc[at] + disc[at + 1] * (wide - 2) + disc[at + 2] for at in (0, 3, 6))
    return (upper, *[middle] * (high - 2), lower)


@cache
def die_block(face: int, size: int = 1) -> tuple[str, ...]:
    """A die that shows a number: nine columns by five rows, plus four by two for each size."""
    wide, high = 4 * size + 3, 2 * size + 1
    rows = [[" "] * wide for _ in range(high)]
    for across, down in PIPS[face]:
        rows[high // 2 + down * size][wide // 2 + across * (2 * size - (size > 1))] = "●"
    return f"╭{'─' * wide}╮", *(f"│{''.join(row)}│" for row in rows), f"╰{'─' * wide}╯"


@cache
def boxed(size: int, middle: tuple[str, ...], corner: str = "", fill: str = " ") -> tuple[str, ...]:
    """A card in characters, ten columns by five rows plus six by four for each size: rows in its middle, and text in
    its upper left corner, in a large one also in its lower right."""
    wide, high = 6 * size + 2, 4 * size - 1
    rows, start = [fill * wide] * high, (high - len(middle)) // 2
    rows[start : start + len(middle)] = [f"{row:^{wide}}" for row in middle]
    if corner:
        rows[0] = f"{corner:<{wide}}"
    if corner and size > 1:
        rows[-1] = f"{corner:>{wide}}"
    return f"┌{'─' * wide}┐", *(f"│{row}│" for row in rows), f"└{'─' * wide}┘"


class Ruling:
    """Lines between cells, which join where they meet, and signs beside them."""

    def __init__(self) -> None:
        self._joins: dict[Cell, int] = {}
        self._signs: dict[Cell, str] = {}

    def line(self, start: Cell, stop: Cell) -> None:
        """Horizontal, vertical or diagonal."""
        (x, y), (u, v) = sorted((start, stop))
        if y == v:
            self._join([(column, y) for column in range(x, u + 1)], LEFT, RIGHT)
        elif x == u:
            self._join([(x, row) for row in range(y, v + 1)], UP, DOWN)
        else:
            steps, sign = abs(v - y), "╲" if v > y else "╱"
            for at in range(1, steps):
                self._signs[x + round(at * (u - x) / steps), y + (at if v > y else -at)] = sign

    def box(self, column: int, row: int, wide: int, high: int) -> None:
        """Around so many columns and rows, from its corner's cell."""
        corners = [
            (column, row),
            (column + wide + 1, row),
            (column + wide + 1, row + high + 1),
            (column, row + high + 1),
        ]
        for start, stop in zip(corners, [*corners[1:], corners[0]], strict=True):
            self.line(start, stop)

    def write(self, column: int, row: int, text: str) -> None:
        """Letters, which cover lines."""
        self._signs |= {(column + at, row): letter for at, letter in enumerate(text) if letter != " "}

    def _join(self, cells: list[Cell], back: int, ahead: int) -> None:
        for at, cell in enumerate(cells):
            ways = (back if at else 0) | (ahead if at < len(cells) - 1 else 0)
            self._joins[cell] = self._joins.get(cell, 0) | ways

    @property
    def text(self) -> tuple[str, ...]:
        """Everything, line by line."""
        signs = {cell: JOINED[ways] for cell, ways in self._joins.items()} | self._signs
        rows = [
            [" "] * (1 + max((x for x, y in signs if y == row), default=-1))
            for row in range(1 + max(y for _, y in signs))
        ]
        for (column, row), sign in signs.items():
            rows[row][column] = sign
        return tuple(map("".join, rows))
