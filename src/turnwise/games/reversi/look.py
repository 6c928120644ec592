"""Reversi as a table: a board of felt, and discs that turn over."""

from turnwise.games.reversi.rules import BOARD, Do
from turnwise.kit.pieces import Button, Panel, Plate, Table, near_first
from turnwise.kit.pieces.men import MARKS, SEAT_COLOURS, SHADES, Man, disc, plate, standing
from turnwise.kit.pieces.squares import PALETTE, squares
from turnwise.kit.shapes import Seen
from turnwise.kit.words import Said, Seat, counted, said

__all__ = ["SEAT_COLOURS", "look", "meant"]
NAMES = BOARD.names_of_all
NUMBER = {name: point for point, name in enumerate(NAMES)}


def look(view: Seen) -> Table:
    discs = standing(view.state["discs"])
    number = [sum(side == seat for side in discs.values()) for seat in range(2)]
    touch = {action.id: (f"point:{action.words.removeprefix('place ')}",) for action in view.legal}
    last = [NUMBER[event["point"]] for event in view.events if event["event"] == "placed"]
    stuck = Panel("stuck", said("You can enclose nothing."), choices=(Button("point:pass", said("Pass"), strong=True),))
    return Table(
        said("Reversi. {status}", status=_status(view, *number)),
        squares(BOARD, {point: _man(point, side) for point, side in discs.items()}, marked=touch, last=last),
        tuple(_plate(seat, view, number[seat]) for seat in near_first(view)),
        panel=stuck if Do.PASS in touch else None,
        touch=touch,
        palette=PALETTE,
        shades=SHADES,
        sounds=("step",) if last else (),
    )


def _man(point: int, side: int) -> Man:
    words = said("{seat}'s disc", seat=Seat(side))
    return Man(f"disc:{NAMES[point]}", words, disc(side), MARKS[side], manner="turns")


def _plate(seat: int, view: Seen, discs: int) -> Plate:
    return plate(view, seat, counted("{number} disc", "{number} discs", "number", number=discs), discs)


def _status(view: Seen, first: int, second: int) -> Said:
    if view.outcome:
        return said("It is over with {first} discs to {second}.", first=first, second=second)
    return said("{seat} is to move.", seat=Seat(view.turn or 0))


def meant(view: Seen, keys: tuple[str, ...]) -> int | None:
    """Touching a square means to place a disc there."""
    return NUMBER.get(keys[-1].removeprefix("point:"))
