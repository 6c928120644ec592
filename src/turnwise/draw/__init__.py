"""View → picture: a game's `look.py` makes keyed things of a view, and these renderers make SVG, PNG and text of them."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from turnwise.draw.lettered import lettered
from turnwise.kit.catalogues import speaker
from turnwise.kit.shapes import Picture
from turnwise.kit.words import ENGLISH, Said

if TYPE_CHECKING:
    from turnwise.play.view import View


def looked(view: "View") -> Picture:
    """The table as a view shows it, with its sentences still as data."""
    drawn: Picture = view.game.module("look").look(view)
    return drawn


def picture(view: "View", names: Sequence[str] = (), language: str = ENGLISH.language) -> Picture:
    """The table as a view shows it to somebody. `names` are the players', by seat."""
    return lettered(looked(view), speaker(view.game, language, names))


def coached(view: "View") -> list[Said]:
    """What somebody who plays this game for the first time should be told now; nothing if the game has no `coach.py`."""
    game = view.game
    if not game.has("coach"):
        return []
    told: list[Said] = game.module("coach").coach(view)
    return told
