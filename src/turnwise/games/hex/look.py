"""Hex as a table: a comb of hexagons between two dark and two light edges."""

from turnwise.games.hex.rules import BOARD, Do
from turnwise.kit.graph import distances
from turnwise.kit.pieces import Button, Plate, Table, near_first
from turnwise.kit.pieces.hexes import PALETTE, RADIUS, hexes
from turnwise.kit.pieces.men import MARKS, SEAT_COLOURS, SHADES, Man, disc, plate, standing, status
from turnwise.kit.shapes import Seen
from turnwise.kit.words import Seat, counted, said

__all__ = ["SEAT_COLOURS", "look", "meant"]
NAMES = BOARD.names_of_all


def look(view: Seen) -> Table:
    stones = standing(view.state["stones"])
    touch = {action.id: (f"point:{NAMES[action.id]}" if action.id < Do.SWAP else "swap",) for action in view.legal}
    last = [NAMES.index(event["point"]) for event in view.events]
    take = Button("swap", said("Take over the stone"))
    return Table(
        said("Hex. {status}", status=status(view)),
        hexes(BOARD, {point: _stone(point, side) for point, side in stones.items()}, last=last, chain=_chain(view)),
        tuple(_plate(seat, view, list(stones.values()).count(seat)) for seat in near_first(view)),
        tray=(take,) * (Do.SWAP in touch) if view.options["swap"] else None,
        tray_items=1,
        tray_letters=18,
        touch=touch,
        palette=PALETTE,
        shades=SHADES,
        sounds=("glory" if view.outcome else "step",) if last else (),
    )


def _stone(point: int, side: int) -> Man:
    return Man(f"stone:{side}:{NAMES[point]}", said("{seat}'s stone", seat=Seat(side)), disc(side, RADIUS), MARKS[side])


def _plate(seat: int, view: Seen, stones: int) -> Plate:
    line = said("from 1 to 11") if seat == 0 else said("from a to k")
    return plate(view, seat, counted("{number} stone", "{number} stones", "number", number=stones), stones, line)


def _chain(view: Seen) -> list[int]:
    """The shortest chain that joins both sides of who has won."""
    if not view.outcome or view.outcome.reason != "joined":
        return []
    winner = view.outcome.winners[0]
    own = {point for point, side in standing(view.state["stones"]).items() if side == winner}
    start, goal = ({point for point in own if BOARD.places[point][winner] == end} for end in (0, BOARD.rows - 1))
    near = [[q for q in BOARD.neighbours[p] if q in own] if p in own else [] for p in BOARD.points]
    near.append(sorted(start))  # the edge itself
    steps = distances(near, len(BOARD.points))
    chain = [min((point for point in goal if steps[point] > 0), key=lambda point: steps[point])]
    while steps[chain[-1]] > 1:
        chain.append(next(point for point in near[chain[-1]] if steps[point] == steps[chain[-1]] - 1))
    return chain


def meant(view: Seen, keys: tuple[str, ...]) -> int | None:
    """Touching a hexagon means to place a stone there."""
    name = keys[-1].removeprefix("point:")
    return NAMES.index(name) if name in NAMES else Do.SWAP if keys == ("swap",) else None
