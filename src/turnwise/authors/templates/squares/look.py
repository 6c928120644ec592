"""Example as a table: what lies on the board, who sits beside it, and what is touched for each move."""

from turnwise.authors.templates.squares.rules import BOARD, Do
from turnwise.kit.pieces import Table, near_first
from turnwise.kit.pieces.men import MARKS, SEAT_COLOURS, SHADES, Man, disc, plate, standing, status
from turnwise.kit.pieces.squares import PALETTE, squares
from turnwise.kit.shapes import Seen
from turnwise.kit.words import Seat, Words, counted, said

__all__ = ["SEAT_COLOURS", "look", "meant"]
NAMES = BOARD.names_of_all
NUMBER = {name: point for point, name in enumerate(NAMES)}


def look(view: Seen) -> Table:
    sides = standing(view.state["men"])
    took = [event for event in view.events if event["event"] == "took"]
    came = {NUMBER[event["goal"]]: f"point:{event['point']}" for event in took}
    moves = {action.id: _squares(action.id) for action in view.legal}
    numbers = [list(sides.values()).count(seat) for seat in (0, 1)]
    return Table(
        said("Example. {status}", status=status(view)),
        squares(
            BOARD,
            {point: _man(point, side, came.get(point, "")) for point, side in sides.items()},
            ways={point: [goal for start, goal in moves.values() if start == point] for point, _ in moves.values()},
            last=[*came],
            chequered=True,
        ),
        tuple(plate(view, seat, _counted(numbers[seat]), numbers[seat]) for seat in near_first(view)),
        touch={id: (f"point:{NAMES[point]}", f"point:{NAMES[goal]}") for id, (point, goal) in moves.items()},
        palette=PALETTE,
        shades=SHADES,
        sounds=("collect",) if took else (),
    )


def _squares(action: int) -> tuple[int, int]:
    """The man, and the square that he goes to."""
    taking = Do.kinds[0].split(action)
    return taking["point"], BOARD.next[taking["point"]][taking["way"]]


def _man(point: int, side: int, came: str) -> Man:
    words = said("{seat}'s man", seat=Seat(side))
    return Man(f"man:{NAMES[point]}:{side}", words, disc(side), MARKS[side], comes=came)


def _counted(men: int) -> Words:
    return counted("{number} man", "{number} men", "number", number=men)


def meant(view: Seen, keys: tuple[str, ...]) -> int | None:
    """Which move touching these squares would mean, allowed or not: so that somebody can be told why it is not."""
    points = [NUMBER.get(key.removeprefix("point:"), -1) for key in keys]
    if points[0] < 0:
        return None
    ways = BOARD.next[points[0]]
    if len(points) == 1:
        return 4 * points[0]  # in any way
    return 4 * points[0] + ways.index(points[1]) if points[1] in ways else None
