"""What every front end shows: the list of moves, and what a game's notation may tell front ends by optional names."""

from collections.abc import Mapping
from datetime import date
from typing import Any

from turnwise.kit.game import Game
from turnwise.kit.words import Said, Speaker
from turnwise.play.view import View


def move_list(view: View, speak: Speaker) -> str:
    """The log as text to be copied: an entry per line, as its viewer may know it."""
    rows, number = [], 0
    for line in view.lines[1:]:
        number += not line.joined
        rows.append(f"{number:4}{'+' if line.joined else '.'} {' '.join(map(speak, line.told))}")
    return "\n".join(rows)


def lists_moves(game: Game, settings: Mapping[str, Any]) -> bool:
    """Whether a table with these settings lists the legal moves unasked; it does unless the game says otherwise."""
    listed = getattr(game.notation, "lists_moves", None)
    return listed is None or bool(listed(settings))


def has_holidays(game: Game, settings: Mapping[str, Any]) -> bool:
    """Whether a table with these settings shows the holiday of the day; a menu does in every game that has holidays."""
    return hasattr(game.notation, "holidays_on") and bool(settings.get("holiday", True))


def holidays(game: Game, day: date) -> list[Said]:
    """The game's holidays on a date: none on most days, and in most games."""
    known = getattr(game.notation, "holidays_on", None)
    return list(known(day.month, day.day)) if known else []
