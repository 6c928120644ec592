"""What playing needs is loaded before the house opens: later there may be no file left to open it with.

A house that has run out of files still lets everybody finish their match, see how it ended and look at it again. What is read for
the first time then would fail.
"""

import logging
import pkgutil
from contextlib import suppress
from importlib import import_module

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
from turnwise.web.pages.guide import guide
from turnwise.web.pages.rulebook import rulebook

log = logging.getLogger("turnwise")

NAMES = "\u0410nn", "Ben"
"""One of them looks like another name, so that the tables of letters are read."""
BESIDE = (
    "encodings.idna",
    "encodings.utf_8_sig",
    "PIL.GifImagePlugin",
    "PIL.PngImagePlugin",
    "resvg_py",
    "turnwise.bots.search",
    "turnwise.bots.simple",
)
"""What others import when they need it first."""


def rehearse() -> None:
    """Play the beginning and the end of a match of every game, and look at it in every way."""
    for module in BESIDE:
        import_module(module)
    looks(NAMES[0])
    rated({0: Rating(), 1: Rating()}, (0, 1), (0, 1))
    for one in all_games():
        _tried(one, compiled=False)


def load_compiled(one: Game) -> None:
    """The same with compiled rules, once there are some."""
    _tried(one, compiled=True)


def _tried(one: Game, *, compiled: bool) -> None:
    """A game that can't be rehearsed may be played all the same; whoever plays it is told what is wrong."""
    try:
        _play(one, compiled=compiled)
    except Exception:
        log.exception("a game could not be rehearsed")


def _play(one: Game, *, compiled: bool) -> None:
    package = import_module(one.package)
    for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
        import_module(module.name)
    rulebook(one)
    for language in languages():
        tongue(language, one.folder)
        guide(one, language)
    match = Match(one, compiled=compiled)
    seats = range(match.seats)
    _look(match)
    match.play(match.legal[0])
    _look(match)
    with suppress(TurnwiseError):  # where nothing can be taken back
        match.undo(0, consent=True)
    for seat in seats:
        with suppress(TurnwiseError):  # it may be over before the last has left
            match.leave(seat)
    _look(match)
    Match.load(match.save(), compiled=compiled)


def _look(match: Match) -> None:
    for view in (match.view(0), match.view(None)):
        shown = picture(view)
        svg(shown)
        text(shown)
        coached(view)
