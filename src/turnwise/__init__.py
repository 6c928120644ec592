"""Turnwise: a home for turn-based tabletop games.

import turnwise as tw
match = tw.Match("connect_four")
match.play("drop d")
"""

from importlib import metadata as _metadata
from typing import TYPE_CHECKING, Any

from turnwise.draw.painter import Painter as _Painter
from turnwise.games import all_games, game
from turnwise.kit.errors import TurnwiseError
from turnwise.kit.position import Position
from turnwise.play.imagine import imagine
from turnwise.play.known import position
from turnwise.play.match import Match
from turnwise.play.view import View

if TYPE_CHECKING:
    from turnwise.lab.study import study

__all__ = ["Match", "Position", "TurnwiseError", "View", "all_games", "game", "imagine", "position", "study"]


def __getattr__(name: str) -> Any:
    """Large modules are loaded when they are used."""
    if name == "study":
        from turnwise.lab.study import study

        return study
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


try:
    __version__ = _metadata.version("turnwise")
except _metadata.PackageNotFoundError:  # run from the sources, never installed
    __version__ = "unknown"

View.painter = _Painter()
