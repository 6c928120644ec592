"""Positions for tests, set up by hand."""

from typing import Any

from turnwise.kit.game import Frame, Game
from turnwise.kit.position import Engine, Position


def game_named(name: str) -> Game:
    return Game(f"turnwise.games.{name}")


def party(name: str, wanted: int = 3) -> int:
    """As many seats as are wanted, or as near to that as the game allows."""
    fewest, most = game_named(name).seats
    return max(fewest, min(wanted, most))


def position(
    name: str,
    fields: dict[str, Any],
    *,
    seats: int | None = None,
    compiled: bool = False,
    seed: int = 1,
    **options: Any,
) -> tuple[Position, Frame]:
    """A position with these fields written over a blank state (no set-up is run); options as a user would give them.

    A field's value is a whole number or nested lists of its shape. `turn`, `over` and `seed` are fields too."""
    game = game_named(name)
    frame = game.frame(seats, options)
    engine = Engine(game, compiled=compiled)
    start, _ = engine.position(frame, seed)
    state, beside = (record.unpack(data) for record, data in zip(game.records, start.pack(), strict=True))
    blank = game.records[0].blank()
    for field in game.records[0].fields:
        if field not in {"seed", "seats", *game.options.coded}:
            setattr(state, field, getattr(blank, field))
    for field, value in fields.items():
        write(state, field, value)
    return Position(engine, game.records[0].pack(state), game.records[1].pack(beside)), frame


def write(plain: Any, field: str, value: Any) -> None:
    """Set a field of a plain state from a number or nested lists."""
    old = getattr(plain, field)
    if isinstance(old, int):
        setattr(plain, field, int(value))
        return
    cells = value
    while cells and isinstance(cells[0], list | tuple):
        cells = [cell for row in cells for cell in row]
    flat = old if isinstance(old, list) else old.cells
    assert len(cells) == len(flat), f"{field} has {len(flat)} cells, not {len(cells)}"
    flat[:] = [int(cell) for cell in cells]
