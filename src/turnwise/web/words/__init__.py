"""The catalogue of sentences: those of the pages by name in `en.toml` and its sisters, those of a game in its own folder.

English is complete and every other language falls back to it. A game's `de.toml` has `texts`, from the English sentence or template to
the other; `events`, from an event's name to its sentence, or to two: for who may know everything of it, and for the others; and
`table`, for what stands in pictures, moves and refusals (`speech.py` finds it), where a text may be said otherwise than on a page.
"""

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

from starlette.requests import HTTPConnection

from turnwise.bots.names import NAMES, STRENGTHS, called, strength
from turnwise.kit.game import Game

ENGLISH = "en"
LANGUAGE = "language"
"""A cookie, which the pages' own script sets."""
HERE = Path(__file__).parent


@cache
def languages() -> dict[str, str]:
    """The languages that the pages speak, each by its own name; English first."""
    found = sorted((file.stem for file in HERE.glob("*.toml")), key=lambda name: (name != ENGLISH, name))
    return {name: _read(HERE / f"{name}.toml")["language"]["name"] for name in found}


def preferred(asked: str, kept: str) -> str:
    """The language for somebody who has chosen one, or whose browser asks for some, the best first."""
    for wish in (kept, *(part.partition(";")[0].strip() for part in asked.split(","))):
        short = wish.partition("-")[0].lower()
        if short in languages():
            return short
    return ENGLISH


def language_of(asked: HTTPConnection) -> str:
    """The language of whoever asks."""
    return preferred(asked.headers.get("accept-language", ""), asked.cookies.get(LANGUAGE, ""))


@cache
def catalogue(language: str) -> dict[str, str]:
    """Every sentence of the pages, by `section.name`."""
    own = {} if language == ENGLISH else catalogue(ENGLISH)
    for section, sentences in _read(HERE / f"{language}.toml").items():
        own = own | {f"{section}.{name}": text for name, text in sentences.items()}
    return own


@cache
def of_game(game: Game, language: str) -> dict[str, Any]:
    """What a game says on its pages in another language, as far as its folder has it."""
    own = _own(game, language)
    return {"texts": own.get("texts", {}), "events": own.get("events", {})}


def of_table(game: Game, language: str) -> dict[str, str]:
    """What it says in pictures, moves and refusals."""
    own = _own(game, language)
    texts: dict[str, str] = own.get("texts", {}) | own.get("table", {})
    return texts


@cache
def _own(game: Game, language: str) -> dict[str, Any]:
    file = Path(game.rules.__file__ or "").parent / f"{language}.toml"
    return _read(file) if file.exists() else {}


def said(game: Game, language: str, sentence: str) -> str:
    """A sentence of a game in another language, or as it stands where its folder has none."""
    translated: str = of_game(game, language)["texts"].get(sentence, sentence)
    return translated


def bot_name(game: Game, bot: str, language: str) -> str:
    """What a bot is called; the house's own names are in the catalogue, a game's own in its folder."""
    name = called(game, bot)
    if name == NAMES.get(bot):
        return catalogue(language)[f"bot.{bot.replace(':', '_')}"]
    return said(game, language, name)


def bot_strength(game: Game, bot: str, language: str) -> str:
    """How strong a bot of the menu is."""
    words = strength(game, bot)
    if words == STRENGTHS.get(bot):
        return catalogue(language)[f"strength.{bot.replace(':', '_')}"]
    return said(game, language, words)


def _read(file: Path) -> dict[str, Any]:
    return tomllib.loads(file.read_text())
