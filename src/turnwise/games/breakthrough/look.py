"""Breakthrough as a table: two armies of men on a chequered board, which each side sees from its own end."""

from turnwise.games.breakthrough.rules import BOARD
from turnwise.kit.pieces import Plate, Table, near_first
from turnwise.kit.pieces.men import MARKS, SEAT_COLOURS, SHADES, Man, disc, plate, standing, status
from turnwise.kit.pieces.squares import PALETTE, squares
from turnwise.kit.shapes import Seen
from turnwise.kit.words import Seat, counted, said

__all__ = ["SEAT_COLOURS", "look", "meant"]
SLATE = {
    "felt": ("#8fa9bf", "#4a6075"),
    "felt_dark": ("#7691aa", "#3d5163"),
    "felt_line": ("#5b7691", "#2b3a49"),
    "rim": ("#2f4256", "#1b2733"),
}


def look(view: Seen) -> Table:
    men = standing(view.state["men"])
    moves = {action.id: divmod(action.id, 64) for action in view.legal}
    last = [event[end] for event in view.events for end in ("base", "target")]
    came = {last[1]: f"point:{last[0]}"} if last else {}
    taken = any(event["event"] == "took" for event in view.events)
    return Table(
        said("Breakthrough. {status}", status=status(view)),
        squares(
            BOARD,
            {point: _man(BOARD.names_of_all[point], side, came) for point, side in men.items()},
            ways={base: [target for start, target in moves.values() if start == base] for base, _ in moves.values()},
            last=[BOARD.names_of_all.index(name) for name in last],
            chequered=True,
            turned=view.seat == 1,
        ),
        tuple(_plate(seat, view, list(men.values()).count(seat)) for seat in near_first(view)),
        touch={id: tuple(f"point:{BOARD.names_of_all[point]}" for point in move) for id, move in moves.items()},
        palette=PALETTE | SLATE,
        shades=SHADES,
        sounds=("collect" if taken else "step",) if last else (),
    )


def _man(name: str, side: int, came: dict[str, str]) -> Man:
    words = said("{seat}'s man", seat=Seat(side))
    return Man(f"man:{side}:{name}", words, disc(side), MARKS[side], comes=came.get(name, ""))


def _plate(seat: int, view: Seen, men: int) -> Plate:
    line = said("to row {row}", row=8 if seat == 0 else 1)
    return plate(view, seat, counted("{number} man", "{number} men", "number", number=men), men, line)


def meant(view: Seen, keys: tuple[str, ...]) -> int | None:
    """A man and then a square mean a move; a single square, a move of what stands there."""
    points = [BOARD.names_of_all.index(key.removeprefix("point:")) for key in keys if key.startswith("point:")]
    return 64 * points[0] + points[-1] if points else None
