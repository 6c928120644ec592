"""The words of Oware: the table as data, house by house."""

from typing import Any

from turnwise.games.oware.rules import ROW, seeds_in


def show(s: Any, frame: Any) -> dict[str, Any]:
    houses = [seeds_in(row, at) for row in s.rows for at in range(ROW)]
    return {"turn": None if s.over else s.turn, "houses": houses, "taken": list(s.taken)}
