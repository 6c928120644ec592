"""The state record of a match as its author reads it: every field by its name, who may know it, and how a seat sees
it."""

from collections.abc import Iterator
from typing import Any

from turnwise.kit.block import Block
from turnwise.kit.declared import domain
from turnwise.kit.record import NOTHING_BESIDE, Field, Record
from turnwise.kit.sets import members_of
from turnwise.play.match import Match

LONGEST = 600
"""Letters of a value; longer ones, such as a trail of positions, are cut."""


def fields(match: Match, seat: int | None) -> Iterator[dict[str, Any]]:
    """All fields of the state and of what is beside it. `seen`: how the seat sees a field that is partly hidden."""
    view = match.view(seat).position
    whole, seen = (_plain(position) for position in (match.position, view))
    for record, states, home in zip(match.game.records, zip(whole, seen, strict=True), ("", "beside"), strict=True):
        if record is NOTHING_BESIDE:
            continue
        for name, field in record.fields.items():
            true, known = (_written(field, getattr(state, name)) for state in states)
            told = {"name": name, "home": home, "see": field.see, "value": true}
            yield told if known == true else told | {"seen": known}


def _plain(position: Any) -> tuple[Any, Any]:
    records: tuple[Record, Record] = position.engine.game.records
    state, beside = (record.unpack(data) for record, data in zip(records, position.pack(), strict=True))
    return state, beside


def _written(field: Field, value: Any) -> str:
    cells: Any = value.cells if isinstance(value, Block) else value
    text = _nested(field, cells, field.shape) if field.shape else _cell(field, cells)
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"


def _nested(field: Field, cells: list[int], shape: tuple[int, ...]) -> str:
    if len(shape) == 1:
        return f"[{', '.join(_cell(field, one) for one in cells)}]"
    size = len(cells) // shape[0]
    return f"[{', '.join(_nested(field, cells[at : at + size], shape[1:]) for at in range(0, len(cells), size))}]"


def _cell(field: Field, value: int) -> str:
    if not field.is_set:
        return str(value)
    if value < 0 and field.see != "all":
        return f"{~value} hidden"
    names = domain(field.of).names if field.of is not None else None
    return "{" + " ".join(str(names[one] if names else one) for one in members_of(value)) + "}"
