"""A match at a position that was not played: to draw a position, and to say why an action is refused."""

from typing import Any

from turnwise.kit.position import Position
from turnwise.play.match import Match


def standing(position: Position, seats: int, options: dict[str, Any]) -> Match:
    """A match with nothing in its log; the position is copied."""
    engine = position.engine
    match = Match(engine.game, seats=seats, seed=0, compiled=engine.compiled, **options)
    match.position = position.copy()
    match._changed()
    return match
