"""Nine Men's Morris as a table: a plank with three squares, and the mill that has just been closed glowing."""

from turnwise.games.nine_mens_morris.rules import BOARD, POINTS, Do, Phase
from turnwise.kit.pieces import Counter, Plate, Table, near_first
from turnwise.kit.pieces.men import SEAT_COLOURS, SHADES, plate, standing, status
from turnwise.kit.pieces.points import PALETTE, named, points, touched, touches
from turnwise.kit.shapes import Seen
from turnwise.kit.words import Seat, counted, said

__all__ = ["SEAT_COLOURS", "look", "meant"]
SOUNDS = {"placed": "step", "moved": "step", "closed": "gate", "took": "collect"}


def look(view: Seen) -> Table:
    men, taking = standing(view.state["men"]), view.state["phase"] == Phase.TAKING and not view.outcome
    moves = {action.id: _points_of(action.id) for action in view.legal}
    last = named(BOARD, view.events)
    mills = [line for line in BOARD.lines if taking and last[-1] in line and len({men.get(one) for one in line}) == 1]
    return Table(
        said("Nine Men's Morris. {status}", status=status(view)),
        points(BOARD, men, moves.values(), last, mills),
        tuple(_plate(seat, view, list(men.values()).count(seat)) for seat in near_first(view)),
        caption=said("{seat} has closed a mill and takes a man.", seat=Seat(view.turn or 0)) if taking else "",
        touch=touches(BOARD, moves),
        palette=PALETTE,
        shades=SHADES,
        sounds=tuple(SOUNDS[event["event"]] for event in view.events[-1:]),
    )


def _points_of(action: int) -> tuple[int, ...]:
    return divmod(action - int(Do.MOVE), POINTS) if action >= Do.MOVE else (action % POINTS,)


def _plate(seat: int, view: Seen, men: int) -> Plate:
    hand = view.state["hand"][seat]
    told = said("{number} in hand", number=hand)
    on_board = counted("{number} man", "{number} men", "number", number=men)
    line = said("may fly") if not hand and men == 3 else ""
    return plate(view, seat, on_board, men, line, (Counter(told, told),) if hand else ())


def meant(view: Seen, keys: tuple[str, ...]) -> int | None:
    """One point means to place or to take there; two, to move from one to the other."""
    chosen = touched(BOARD, keys)
    start = (Do.PLACE, Do.MOVE, Do.TAKE)[view.state["phase"]]
    base = chosen[0] if chosen and start == Do.MOVE else 0
    return start + POINTS * base + chosen[-1] if chosen else None
