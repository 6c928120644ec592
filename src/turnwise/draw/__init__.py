"""View → picture: a game's `look.py` makes keyed things of a view, and these renderers make SVG, PNG and text of them."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from turnwise.kit.said import Said
from turnwise.kit.shapes import Picture

if TYPE_CHECKING:
    from turnwise.play.view import View


def picture(view: "View", names: Sequence[str] | None = None) -> Picture:
    """The table as a view shows it. `names` are the players', by seat."""
    drawn: Picture = view.game.module("look").look(view, tuple(names or (f"Seat {seat}" for seat in range(view.seats))))
    return drawn


def coached(view: "View", names: Sequence[str]) -> list[Said]:
    """What somebody who plays this game for the first time should be told now; nothing if the game has no `coach.py`."""
    game = view.game
    if not game.has("coach"):
        return []
    said: list[Said] = game.module("coach").coach(view, tuple(names))
    return said
