"""Example as a table: fists and what they hold, the numbers that may be called, and what is touched for each move."""

from functools import cache

from turnwise.authors.templates.hidden.rules import MOST_COINS, ROUNDS, Do
from turnwise.kit.pieces import Board, Button, Counter, Plate, Table, near_first
from turnwise.kit.shapes import Box, Disc, Label, Part, Seen, Thing
from turnwise.kit.words import Said, Seat, Words, counted, said

PALETTE = {
    "felt": ("#dcd3e6", "#2b2735"),
    "gold": ("#d9a21b", "#e8bb45"),
    "gold_edge": ("#8a6200", "#7a5a08"),
}
CELL, COLUMNS = 100, 4


def look(view: Seen) -> Table:
    called = {total: seat for seat, total in enumerate(view.state["called"][: view.seats]) if total >= 0}
    numbers = [_number(total, called.get(total)) for total in range(MOST_COINS * view.seats + 1)]
    rows = (len(numbers) - 1) // COLUMNS + 1
    ground = Box(0, 0, COLUMNS * CELL, rows * CELL, "felt", "line", 2, round=20)
    hiding = [action.id for action in view.legal if action.id < Do.CALL]
    touch = {action.id: (_key(action.id),) for action in view.legal}
    opened = any(event["event"] == "opened" for event in view.events)
    return Table(
        said("Example. {status}", status=_status(view)),
        Board(
            COLUMNS * CELL,
            rows * CELL,
            (Thing("felt", said("The numbers"), (ground,)), *numbers),
            cells=(4 * COLUMNS, 2 * rows - 1),
        ),
        tuple(_plate(seat, view) for seat in near_first(view)),
        tray=tuple(Button(_key(coins), _coins(coins), icon=_pile(coins)) for coins in hiding),
        tray_items=MOST_COINS + 1,
        caption=_status(view),
        touch=touch,
        palette=PALETTE,
        sounds=("collect",) if opened else ("step",) if view.events else (),
    )


def _key(action: int) -> str:
    return f"coins:{action}" if action < Do.CALL else f"total:{action - Do.CALL}"


def _coins(number: int) -> Words:
    return counted("{number} coin", "{number} coins", "number", number=number)


@cache
def _pile(coins: int) -> tuple[Part, ...]:
    return tuple(Disc(9 * at - 4.5 * (coins - 1), 0, 11, "gold", "gold_edge", 2) for at in range(coins))


def _number(total: int, seat: int | None) -> Thing:
    """A number that may be called; who has called it is seen there."""
    row, column = divmod(total, COLUMNS)
    edge, width = ("line", 2) if seat is None else (f"seat{seat}", 9)
    parts = (Disc(0, 0, 0.4 * CELL, "card", edge, width), Label(0, 0, str(total), 36, bold=True))
    words: Words = said("{number}, called by {seat}", number=total, seat=Seat(seat)) if seat is not None else str(total)
    text = str(total) if seat is None else f"{total}:{seat}"
    cell = 4 * column, 2 * row
    return Thing(f"total:{total}", words, parts, (column + 0.5) * CELL, (row + 0.5) * CELL, text=(text,), cell=cell)


def _plate(seat: int, view: Seen) -> Plate:
    points = view.state["points"][seat]
    told = counted("{number} point", "{number} points", "number", number=points)
    won = view.outcome and seat in view.outcome.winners
    line: Words = said("has won") if won else _fist(seat, view)
    emblem = (Disc(0, 0, 16, f"seat{seat}"),)
    return Plate(seat, f"seat{seat}", emblem, str(seat), line, (Counter(told, told),), active=view.turn == seat)


def _fist(seat: int, view: Seen) -> Words:
    """What a seat has in its fist, as far as the viewer may know."""
    coins, done = view.state["coins"][seat], (seat - view.state["begins"]) % view.seats < view.state["done"]
    if not done:
        return ""
    return said("hidden") if coins < 0 else _coins(coins)


def _status(view: Seen) -> Said:
    if view.turn is None:
        return said("It is over.")
    phase = said("hides coins") if view.state["done"] < view.seats else said("calls")
    number, seat = view.state["rounds"], Seat(view.turn)
    return said("Round {number} of {rounds}: {seat} {phase}.", number=number, rounds=ROUNDS, seat=seat, phase=phase)


def meant(view: Seen, keys: tuple[str, ...]) -> int | None:
    """Touching a number means to call it, and a button to hide coins, allowed or not: so that somebody can be told why it is not."""
    kind, _, number = keys[-1].partition(":")
    return {"coins": 0, "total": Do.CALL}[kind] + int(number) if kind in ("coins", "total") else None
