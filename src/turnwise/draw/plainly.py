"""A look for nothing: a table for any game that has none of its own, made of what its state shows and of its actions' words.

Rows of letters are men on a board, a seat's list is a hand or a counter, and every legal action that has no place is a button."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from turnwise.kit.pieces import Board, Button, Counter, Note, Plate, Table, near_first
from turnwise.kit.shapes import Box, Disc, Label, Part, Thing
from turnwise.kit.words import Seat, Words, said

if TYPE_CHECKING:
    from turnwise.play.view import View

CELL = 60
EMPTY = " ._-·"
MOST_BUTTONS = 24
"""Of the others the list of moves has them all."""
LETTERS = "abcdefghijklmnopqrstuvwxyz"


def plainly(view: "View") -> Table:
    state = {name: value for name, value in view.state.items() if name not in ("turn", "phase")}
    rows = next((value for value in state.values() if _is_board(value)), None)
    board = _board(rows) if rows else Board(CELL * 4, CELL, (), cells=(1, 1))
    keys = {thing.key for thing in board.things}
    touch = _ways(view, keys)
    buttons = [
        Button(f"action:{action.id}", action.said) for action in view.legal if touch[action.id][0].startswith("action:")
    ]
    return Table(
        said("{game}. {status}", game=said(view.game.title), status=_status(view)),
        board,
        tuple(
            Plate(
                seat,
                f"seat{seat % 8}",
                mark=str(seat),
                counters=tuple(_counters(state, seat, view.seats)),
                active=view.turn == seat,
            )
            for seat in near_first(view)
        ),
        tray=tuple(buttons),
        tray_items=min(MOST_BUTTONS, max(4, len(buttons))),
        notes=tuple(_notes(state, view.seats)),
        touch=touch,
    )


def _status(view: "View") -> Words:
    if view.outcome or view.turn is None:
        return said("The match is over.")
    return said("{seat} is to move.", seat=Seat(view.turn))


def _ways(view: "View", keys: set[str]) -> dict[int, tuple[str, ...]]:
    """The points that an action names, if the board has them; else a button. Where one way would begin another, all are buttons."""
    ways = {}
    for action in view.legal:
        named = (f"point:{word}" for part in action.words.split() for word in part.split("-"))
        ways[action.id] = tuple(key for key in named if key in keys) or (f"action:{action.id}",)
    in_order = sorted(ways.values())
    if any(two[: len(one)] == one for one, two in pairwise(in_order)):
        return {action.id: (f"action:{action.id}",) for action in view.legal}
    return ways


def _is_board(value: Any) -> bool:
    """Rows of letters, all of the same length."""
    return (
        isinstance(value, list)
        and len(value) > 1
        and all(isinstance(row, str) and len(row) == len(value[0]) > 1 for row in value)
    )


def _board(rows: Sequence[str]) -> Board:
    """Men on squares: each letter is a kind, a dot is nobody."""
    height, width = len(rows), len(rows[0])
    kinds = sorted({letter for row in rows for letter in row if letter not in EMPTY})
    things = []
    for down, row in enumerate(rows):
        for across, letter in enumerate(row):
            point = f"{LETTERS[across % 26]}{height - down}"
            fill = "card" if (down + across) % 2 else "paper"
            parts: list[Part] = [Box(0, 0, CELL, CELL, fill, "line", 1)]
            words: Words = said("{point}, empty", point=point)
            if letter not in EMPTY:
                colour = f"seat{kinds.index(letter) % 8}"
                parts += [
                    Disc(CELL / 2, CELL / 2, 22, colour),
                    Label(CELL / 2, CELL / 2, letter, 22, "card", bold=True),
                ]
                words = said("{point}: {man}", point=point, man=letter)
            text = letter if letter not in EMPTY else "·"
            things.append(
                Thing(
                    f"point:{point}",
                    words,
                    tuple(parts),
                    across * CELL,
                    down * CELL,
                    text=(text,),
                    cell=(2 * across, down),
                )
            )
    return Board(width * CELL, height * CELL, tuple(things), cells=(2 * width, height))


def _counters(state: Mapping[str, Any], seat: int, seats: int) -> Iterator[Counter]:
    """What each seat has: numbers, and how many of a list."""
    for name, value in state.items():
        if isinstance(value, list) and len(value) == seats and not _is_board(value):
            own = value[seat]
            shown = len(own) if isinstance(own, list | dict) else own
            if isinstance(shown, int) and not isinstance(shown, bool):
                label = name.replace("_", " ")
                yield Counter(
                    said("{what}: {number}", what=label, number=shown),
                    said("{what} {number}", what=label, number=shown),
                )


def _notes(state: Mapping[str, Any], seats: int) -> Iterator[Note]:
    """Whatever else the state shows."""
    lines = tuple(
        said("{what}: {value}", what=name.replace("_", " "), value=str(value))
        for name, value in state.items()
        if not _is_board(value) and not (isinstance(value, list) and len(value) == seats)
    )
    if lines:
        yield Note("state", lines)
