"""Loads what playing needs before the house opens: later there may be no file descriptor left for it.

A house that has run out of descriptors still lets everybody finish their match, see its end and replay it. A file read
for the first time then would fail.
"""

import logging
import pkgutil
from collections.abc import Callable
from contextlib import suppress
from importlib import import_module

from markdown_it import MarkdownIt

from turnwise.draw import coached, picture
from turnwise.draw.svg import svg
from turnwise.draw.text import text
from turnwise.games import all_games
from turnwise.house.names import looks
from turnwise.kit.catalogues import languages, tongue
from turnwise.kit.errors import TurnwiseError
from turnwise.kit.game import Game
from turnwise.play.match import Match
from turnwise.play.rating import Rating, rated
from turnwise.play.view import View
from turnwise.web.pages.guide import written
from turnwise.web.pages.rulebook import rendered

log = logging.getLogger("turnwise")

NAMES = "\u0410nn", "Ben"
"""One of them looks like another name, so that the tables of look-alike letters are loaded."""
BESIDE = (
    "encodings.idna",
    "encodings.utf_8_sig",
    "PIL.GifImagePlugin",
    "PIL.PngImagePlugin",
    "resvg_py",
    "turnwise.bots.search",
    "turnwise.bots.simple",
)
"""Modules that others import lazily."""


def rehearse() -> None:
    """Play the beginning and the end of a match of every game, and look at it in every way."""
    for module in BESIDE:
        import_module(module)
    looks(NAMES[0])
    rated({0: Rating(), 1: Rating()}, (0, 1), (0, 1))
    rendered(MarkdownIt("commonmark").enable("table").parse(""))
    for one in all_games():
        _tried(_rehearse, one)


def load_compiled(one: Game) -> None:
    """Load what a match needs of compiled rules, once they are there."""
    _tried(_load, one)


def _tried(deed: Callable[[Game], None], one: Game) -> None:
    """A game that fails here may still be played; its players are told what is wrong."""
    try:
        deed(one)
    except Exception:
        log.exception("a game could not be rehearsed")


def _rehearse(one: Game) -> None:
    package = import_module(one.package)
    for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
        import_module(module.name)
    assert one.rulebook
    for language in languages():
        tongue(language, one.folder)
        written(one, language)
    _play(Match(one, compiled=False), _look)


def _load(one: Game) -> None:
    _play(Match(one, compiled=True), lambda view: None)


def _play(match: Match, looked: Callable[[View], None]) -> None:
    def look() -> None:
        for seat in (0, None):
            looked(match.view(seat))

    look()
    match.play(match.legal[0])
    look()
    with suppress(TurnwiseError):  # where nothing can be undone
        match.undo(0, consent=True)
    for seat in range(match.seats):
        with suppress(TurnwiseError):  # it may be over before the last seat has left
            match.leave(seat)
    look()
    Match.load(match.save(), compiled=match.position.engine.compiled)


def _look(view: View) -> None:
    shown = picture(view)
    svg(shown)
    text(shown)
    coached(view)
