"""Turnwise: a home for turn-based tabletop games.

import turnwise as tw
match = tw.Match("connect_four")
match.play("drop d")
"""

from typing import TYPE_CHECKING, Any

from turnwise.games import game, games
from turnwise.kit.errors import TurnwiseError

if TYPE_CHECKING:
    from turnwise.play.imagine import imagine
    from turnwise.play.match import Match
    from turnwise.play.view import View

__all__ = ["Match", "TurnwiseError", "View", "game", "games", "imagine"]

_HOMES = {"Match": "match", "View": "view", "imagine": "imagine"}


def __getattr__(name: str) -> Any:
    """`Match`, `View` and `imagine` are imported when they are asked for: `import turnwise` stays quick."""
    if name not in _HOMES:
        raise AttributeError(f"module 'turnwise' has no attribute {name!r}")
    from importlib import import_module

    import_module("turnwise.play.view").View.painter = _painted
    return getattr(import_module(f"turnwise.play.{_HOMES[name]}"), name)


def _painted(view: "View") -> str:
    """A view as SVG, light or dark as its reader has it."""
    from turnwise.draw import picture
    from turnwise.draw.svg import svg
    from turnwise.draw.theme import AUTO

    return svg(picture(view), theme=AUTO)
