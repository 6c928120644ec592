"""The language of a request, and at a table the names to use."""

from functools import cache

from babel import Locale
from starlette.requests import HTTPConnection

from turnwise.games import recorded
from turnwise.house.house import House
from turnwise.house.services.seen import speaker_at
from turnwise.kit.catalogues import languages, speaker
from turnwise.kit.words import ENGLISH, Said, Speaker, Words, said

LANGUAGE = "language"
"""A cookie, set by the pages' own script. In a request's state: the language of a page inside another program, which
has no cookies and uses that program's language."""


@cache
def language_names() -> dict[str, str]:
    """The languages that the pages speak, each by its own name; English first."""
    return {code: Locale.parse(code).get_display_name() or code for code in languages()}


def preferred(asked: str, kept: str) -> str:
    """The language for a person who has chosen one, or whose browser lists some, the best first."""
    for wish in (kept, *(part.partition(";")[0].strip() for part in asked.split(","))):
        short = wish.partition("-")[0].lower()
        if short in languages():
            return short
    return ENGLISH.language


def language_of(asked: HTTPConnection) -> str:
    """The language of a request."""
    kept = asked.scope.get(LANGUAGE) or asked.cookies.get(LANGUAGE, "")
    return preferred(asked.headers.get("accept-language", ""), kept)


def speaker_for(asked: HTTPConnection, house: House, language: str = "") -> Speaker:
    """The speaker for a request: with the names at its table, or with the words of its game."""
    language, about = language or language_of(asked), asked.scope.get("path_params", {})
    if loaded := house.loaded.get(about.get("id", "")):
        return speaker_at(loaded, language)
    return speaker(recorded(about.get("game", "")), language)


def worded(words: Words) -> Said:
    """A game's plain word for something, to be looked up in its catalogue."""
    return words if isinstance(words, Said) else said(words)
