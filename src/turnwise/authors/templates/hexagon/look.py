"""Example as a table: what lies on the board, who sits beside it, and what is touched for each move."""

from math import sqrt

from turnwise.authors.templates.hexagon.rules import BOARD
from turnwise.kit.pieces import Board, Table, near_first
from turnwise.kit.pieces.men import MARKS, SEAT_COLOURS, SHADES, disc, plate, status
from turnwise.kit.pieces.squares import PALETTE
from turnwise.kit.shapes import Disc, Part, Path, Seen, Thing, regular
from turnwise.kit.words import Seat, Words, counted, said

__all__ = ["SEAT_COLOURS", "look", "meant"]
NAMES = BOARD.names_of_all
NUMBER = {name: point for point, name in enumerate(NAMES)}
RADIUS = 40.0
ACROSS, DOWN = sqrt(3) * RADIUS, 1.5 * RADIUS
LEFT = min(column + row / 2 for row, column in BOARD.places)
"""From one field to the next, and how far to the right the first column begins: every row is half a field farther than the one above."""


def look(view: Seen) -> Table:
    sides = {NUMBER[name]: side for side, men in enumerate(view.state["men"]) for name in men}
    numbers = [len(men) for men in view.state["men"]]
    last = [NUMBER[event["point"]] for event in view.events if event["event"] == "placed"]
    things = [_field(point, sides.get(point), point in last) for point in BOARD.points]
    right = max(thing.x for thing in things) + ACROSS / 2
    columns = 1 + max(thing.cell[0] for thing in things)
    return Table(
        said("Example. {status}", status=status(view)),
        Board(right, BOARD.rows * DOWN + RADIUS / 2, tuple(things), cells=(columns, BOARD.rows)),
        tuple(plate(view, seat, _counted(numbers[seat]), numbers[seat]) for seat in near_first(view)),
        touch={action.id: (f"point:{NAMES[action.id]}",) for action in view.legal},
        palette=PALETTE,
        shades=SHADES,
        sounds=("step",) if last else (),
    )


def _field(point: int, side: int | None, last: bool) -> Thing:
    (row, column), name = BOARD.places[point], NAMES[point]
    words: Words = said("{point}, empty", point=name)
    parts: list[Part] = [Path(regular(6, RADIUS - 1, first=30), "felt", "felt_line", 2)]
    if side is not None:
        words = said("{point}: {seat}'s man", point=name, seat=Seat(side))
        parts += disc(side, 0.7 * RADIUS)
    if last:
        parts.append(Disc(0, 0, 0.8 * RADIUS, "", "rim_ink", 3, 0.9))
    right = column + row / 2 - LEFT
    cell = round(4 * right), row
    text = "·" if side is None else MARKS[side]
    return Thing(
        f"point:{name}",
        words,
        tuple(parts),
        (right + 0.5) * ACROSS,
        row * DOWN + RADIUS,
        text=(text,),
        cell=cell,
        bold=last,
    )


def _counted(men: int) -> Words:
    return counted("{number} man", "{number} men", "number", number=men)


def meant(view: Seen, keys: tuple[str, ...]) -> int | None:
    """Touching a point means to place a man there, allowed or not: so that somebody can be told why it is not."""
    return NUMBER.get(keys[-1].removeprefix("point:"))
