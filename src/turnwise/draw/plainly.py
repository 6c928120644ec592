"""The default look: a table for any game without a look of its own, from its state and its actions' words.

Rows of letters are men on a board, the viewer's zone of cards is a hand, what else a seat has stands beside its name, and every legal
action that has no place is a button. Where there is no board, all that the state shows is a sheet in the middle."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from turnwise.kit.game import Game
from turnwise.kit.grid import Grid, square
from turnwise.kit.notation import is_in_rows
from turnwise.kit.pieces import Board, Button, Card, Hand, Note, Plate, Table, near_first
from turnwise.kit.pieces.men import LINES
from turnwise.kit.record import OWNER
from turnwise.kit.shapes import Box, Disc, Label, Part, Thing
from turnwise.kit.words import Said, Seat, Words, row, said

if TYPE_CHECKING:
    from turnwise.play.view import View

CELL = 60
EMPTY = " ._-·"
SHORT = 4
"""Letters that fit on a small card."""
MOST_BUTTONS = 24
"""Of the others the list of moves has them all."""
FEW = 4
"""Things of a seat that are named; of more it is said how many there are."""
LINE, COLUMN, LETTERS = 40, 110, 11
"""A line of a sheet, a column, and how many letters it has in a terminal."""
TOLD = ("turn", "phase", "winner")
"""Fields that are shown in another way, or not at all."""


def plainly(view: "View") -> Table:
    state = {name: value for name, value in view.state.items() if name not in TOLD}
    rows = [name for name, value in state.items() if _is_board(view.game, name, value)]
    name = rows[0] if rows else ""
    each = {name: value for name, value in state.items() if _is_of_seats(view, name, value) and name not in rows}
    others = {name: value for name, value in state.items() if name not in each and name not in rows}
    board = _board(state[name], _grid(view.game, name)) if name else _sheet(view, each, others)
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
                line=_facts(view, each, seat) if name else "",
                active=view.turn == seat,
            )
            for seat in near_first(view)
        ),
        hand=hand,
        tray=tuple(buttons),
        tray_items=min(MOST_BUTTONS, max(4, len(buttons))),
        notes=tuple(_notes(others)) if name else (),
        touch=touch,
    )


def _status(view: "View") -> Words:
    if view.outcome or view.turn is None:
        return said("The match is over.")
    return said("{seat} is to move.", seat=Seat(view.turn))


def _ways(view: "View", keys: set[str]) -> dict[int, tuple[str, ...]]:
    """The points that an action names, if the board has them; else a button. If one way would begin another, all are
    buttons."""
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
    own = [view.state.get(name) for name in _hands(view.game)]
    if view.seat is None or not own:
        return None
    cards = [
        card for zone in own if isinstance(zone, list) and isinstance(zone[view.seat], list) for card in zone[view.seat]
    ]
    return Hand(tuple(_card(card, view.game) for card in cards), said("Hand:"))


def _hands(game: Game) -> list[str]:
    return [name for name, field in game.records[0].fields.items() if field.is_zone and field.see == OWNER]


def _card(card: str, game: Game) -> Card:
    """A card with its name; in a large hand, where the name would be cut, with the beginning of its id."""
    found = game.notation.noun("card", card, None)
    words = found if isinstance(found, Said) else str(found or card).replace("_", " ")
    start = card if len(card) <= SHORT else f"{card[: SHORT - 1].rstrip('_')}…"
    paper = Box(-40, -56, 80, 112, "card", "line", 2, round=8)
    name = Label(0, 0, words, 18, bold=True, room=72, lines=3, spare=start)
    return Card(f"card:{card}", words, (paper, name), 80, 112, words)


def _is_board(game: Game, name: str, value: Any) -> bool:
    """Rows of letters, all of the same length. A set of cards or of names is none, however long they are."""
    field = game.records[0].fields.get(name)
    return (
        isinstance(value, list)
        and len(value) > 1
        and all(isinstance(row, str) and 26 >= len(row) == len(value[0]) > 1 for row in value)
        and not (field and field.is_set and field.of is not None and not is_in_rows(field))
    )


def _is_of_seats(view: "View", name: str, value: Any) -> bool:
    """Whether each seat has one of these. A field has as many as could sit there, what a game's own notation shows as many as do;
    and the members of a single set are nobody's."""
    field, most = view.game.records[0].fields.get(name), view.game.seats[1]
    if not isinstance(value, list) or field and not field.shape:
        return False
    return len(value) == view.seats or len(value) == most and field is not None and field.shape[0] == most


def _grid(game: Game, name: str) -> Grid | None:
    """The board whose points a field is declared as a set of."""
    field = game.records[0].fields.get(name)
    return field.of if field and isinstance(field.of, Grid) else None


def _board(rows: Sequence[str], declared: Grid | None) -> Board:
    """Men on the points of a board, on squares if none is declared: each letter is a kind, a dot is empty."""
    grid = declared or square(len(rows), len(rows[0]))
    letters = [letter for letter in "".join(rows) if not declared or letter not in LINES]
    kinds = sorted({letter for letter in letters if letter not in EMPTY})
    left, right = (side(x for x, _ in grid.spots) for side in (min, max))
    bottom = max(y for _, y in grid.spots)
    things = []
    for point, letter, (x, y), (down, across) in zip(grid.names_of_all, letters, grid.spots, grid.places, strict=True):
        fill = "card" if (down + across) % 2 else "paper"
        parts: list[Part] = [Box(0, 0, CELL, CELL, fill, "line", 1)]
        words: Words = said("{point}, empty", point=point)
        if letter not in EMPTY:
            colour = f"seat{kinds.index(letter) % 8}"
            parts += [Disc(CELL / 2, CELL / 2, 22, colour), Label(CELL / 2, CELL / 2, letter, 22, "card", bold=True)]
            words = said("{point}: {man}", point=point, man=letter)
        text = (letter if letter not in EMPTY else "·",)
        cell = round(2 * (x - left)), down
        things.append(Thing(f"point:{point}", words, tuple(parts), (x - left) * CELL, y * CELL, text=text, cell=cell))
    cells = 2 + round(2 * (right - left)), grid.rows
    return Board((right - left + 1) * CELL, (bottom + 1) * CELL, tuple(things), cells=cells)


def _facts(view: "View", each: Mapping[str, Any], seat: int) -> Words:
    """What a seat has, in a line."""
    parts = [
        said("{what} {number}", what=_label(name), number=_of_seat(view, name, value[seat]))
        for name, value in each.items()
    ]
    return row(parts, " · ") if parts else ""


def _of_seat(view: "View", name: str, value: Any) -> str:
    """What a seat has of something: few things by their names, of many and of a hand how many there are."""
    if isinstance(value, list) and (len(value) > FEW or name in _hands(view.game)):
        return str(len(value))
    return _listed(value)


def _sheet(view: "View", each: Mapping[str, Any], others: Mapping[str, Any]) -> Board:
    """What each seat has, in columns, and below it what else the state shows."""
    seats = list(near_first(view))
    head: list[Words] = [said("{seat}", seat=Seat(seat)) for seat in seats] if each else []
    lines: list[tuple[str, list[Words]]] = [("", head)] if head else []
    lines += [(name, [_of_seat(view, name, value[seat]) for seat in seats]) for name, value in each.items()]
    lines += [(name, [_listed(value)]) for name, value in others.items()]
    width = max(6, 2 + len(head)) * COLUMN
    things = []
    for at, (name, values) in enumerate(lines):
        y, what = (at + 0.5) * LINE, _label(name)
        things.append(_written(f"fact:{name}", what, 0, y, at, 2 * COLUMN, "muted"))
        for column, value in enumerate(values):
            room = COLUMN if len(values) > 1 else width - 2 * COLUMN
            things.append(_written(f"fact:{name}:{column}", value, (2 + column) * COLUMN, y, at, room))
    height = max(len(lines), 5) * LINE
    return Board(width, height, tuple(things), cells=(width // COLUMN * LETTERS, max(len(lines), 1)))


def _written(key: str, text: Words, x: float, y: float, at: int, room: float, ink: str = "ink") -> Thing:
    """One entry of a sheet."""
    label = Label(8, 0, text, 20, ink, "start", room=room - 12)
    columns = int(room // COLUMN * LETTERS) - 1
    cell = int(x // COLUMN * LETTERS), at
    return Thing(key, text, (label,), x, y, text=(text,), cell=cell, columns=columns, rows=1, ink=ink)


def _notes(state: Mapping[str, Any]) -> Iterator[Note]:
    """Whatever else the state shows."""
    lines = tuple(said("{what}: {value}", what=_label(name), value=_listed(value)) for name, value in state.items())
    if lines:
        yield Note("state", lines)


def _label(name: str) -> str:
    return name.replace("_", " ")


def _listed(value: Any) -> str:
    """A value as people write it: a list without brackets, and a line where there is nothing."""
    if isinstance(value, list):
        parts = [f"({_listed(one)})" if isinstance(one, list) else _listed(one) for one in value]
        return ", ".join(parts) or "–"
    return "–" if value is None else str(value)
