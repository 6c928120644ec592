"""A look for nothing: a table for any game that has none of its own, made of what its state shows and of its actions' words.

Rows of letters are men on a board, the viewer's zone of cards is a hand, what else a seat has is counted, and every legal action that
has no place is a button."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from turnwise.kit.game import Game
from turnwise.kit.grid import Grid, square
from turnwise.kit.pieces import Board, Button, Card, Counter, Hand, Note, Plate, Table, near_first
from turnwise.kit.pieces.men import LINES
from turnwise.kit.record import OWNER
from turnwise.kit.shapes import Box, Disc, Label, Part, Thing
from turnwise.kit.words import Said, Seat, Words, said

if TYPE_CHECKING:
    from turnwise.play.view import View

CELL = 60
EMPTY = " ._-·"
SHORT = 4
"""Letters that fit on a small card."""
MOST_BUTTONS = 24
"""Of the others the list of moves has them all."""
TOLD = ("turn", "phase", "winner")
"""What is said otherwise, or no matter of the players."""


def plainly(view: "View") -> Table:
    state = {name: value for name, value in view.state.items() if name not in TOLD}
    name = next((name for name, value in state.items() if _is_board(value)), "")
    board = _board(state[name], _grid(view.game, name)) if name else Board(CELL * 4, CELL, (), cells=(1, 1))
    hand = _hand(view)
    keys = {thing.key for thing in board.things} | {card.key for card in (hand.cards if hand else ())}
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
        hand=hand,
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
        words = [word for part in action.words.split() for word in part.split("-")]
        named = (f"{kind}:{word}" for word in words for kind in ("point", "card"))
        ways[action.id] = tuple(key for key in named if key in keys) or (f"action:{action.id}",)
    in_order = sorted(ways.values())
    if any(two[: len(one)] == one for one, two in pairwise(in_order)):
        return {action.id: (f"action:{action.id}",) for action in view.legal}
    return ways


def _hand(view: "View") -> Hand | None:
    """The viewer's own cards, where the rules declare a zone of them for each seat."""
    zones = [name for name, field in view.game.records[0].fields.items() if field.is_zone and field.see == OWNER]
    own = [view.state.get(name) for name in zones]
    if view.seat is None or not own:
        return None
    cards = [
        card for zone in own if isinstance(zone, list) and isinstance(zone[view.seat], list) for card in zone[view.seat]
    ]
    return Hand(tuple(_card(card, view.game) for card in cards), said("Hand:"))


def _card(card: str, game: Game) -> Card:
    """A card with its name on it; in a hand of many, where it would have to be cut, with how its id begins."""
    found = game.notation.noun("card", card, None)
    words = found if isinstance(found, Said) else str(found or card).replace("_", " ")
    start = card if len(card) <= SHORT else f"{card[: SHORT - 1].rstrip('_')}…"
    paper = Box(-40, -56, 80, 112, "card", "line", 2, round=8)
    name = Label(0, 0, words, 18, bold=True, room=72, lines=3, spare=start)
    return Card(f"card:{card}", words, (paper, name), 80, 112, words)


def _is_board(value: Any) -> bool:
    """Rows of letters, all of the same length."""
    return (
        isinstance(value, list)
        and len(value) > 1
        and all(isinstance(row, str) and 26 >= len(row) == len(value[0]) > 1 for row in value)
    )


def _grid(game: Game, name: str) -> Grid | None:
    """The board that a field is declared to be a set of points of."""
    field = game.records[0].fields.get(name)
    return field.of if field and isinstance(field.of, Grid) else None


def _board(rows: Sequence[str], declared: Grid | None) -> Board:
    """Men on the points of a board, on squares if none is declared: each letter is a kind, a dot is nobody."""
    grid = declared or square(len(rows), len(rows[0]))
    letters = [letter for letter in "".join(rows) if not declared or letter not in LINES]
    kinds = sorted({letter for letter in letters if letter not in EMPTY})
    left, right = (side(x for x, _ in grid.spots) for side in (min, max))
    bottom = max(y for _, y in grid.spots)
    things = []
    for point, letter, (x, y), (row, column) in zip(grid.names_of_all, letters, grid.spots, grid.places, strict=True):
        fill = "card" if (row + column) % 2 else "paper"
        parts: list[Part] = [Box(0, 0, CELL, CELL, fill, "line", 1)]
        words: Words = said("{point}, empty", point=point)
        if letter not in EMPTY:
            colour = f"seat{kinds.index(letter) % 8}"
            parts += [Disc(CELL / 2, CELL / 2, 22, colour), Label(CELL / 2, CELL / 2, letter, 22, "card", bold=True)]
            words = said("{point}: {man}", point=point, man=letter)
        text = (letter if letter not in EMPTY else "·",)
        cell = round(2 * (x - left)), row
        things.append(Thing(f"point:{point}", words, tuple(parts), (x - left) * CELL, y * CELL, text=text, cell=cell))
    cells = 2 + round(2 * (right - left)), grid.rows
    return Board((right - left + 1) * CELL, (bottom + 1) * CELL, tuple(things), cells=cells)


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
