"""How somebody is spoken to: in which language, and at a table with which names."""

from functools import cache

from babel import Locale
from starlette.requests import HTTPConnection

from turnwise.games import recorded
from turnwise.house.house import House
from turnwise.house.services.seen import speaker_at
from turnwise.kit.catalogues import languages, speaker
from turnwise.kit.words import ENGLISH, Said, Speaker, Words, said

LANGUAGE = "language"
"""A cookie, which the pages' own script sets. In what is known of a request: the language of a page inside another program, which has
no cookies and speaks as that program does."""


@cache
def language_names() -> dict[str, str]:
    """The languages that the pages speak, each by its own name; English first."""
    return {code: Locale.parse(code).get_display_name() or code for code in languages()}


def preferred(asked: str, kept: str) -> str:
    """The language for somebody who has chosen one, or whose browser asks for some, the best first."""
    for wish in (kept, *(part.partition(";")[0].strip() for part in asked.split(","))):
        short = wish.partition("-")[0].lower()
        if short in languages():
            return short
    return ENGLISH.language


def language_of(asked: HTTPConnection) -> str:
    """The language of whoever asks."""
    kept = asked.scope.get(LANGUAGE) or asked.cookies.get(LANGUAGE, "")
    return preferred(asked.headers.get("accept-language", ""), kept)


def speaker_for(asked: HTTPConnection, house: House, language: str = "") -> Speaker:
    """How whoever asks is spoken to: with the names at the table, or in the words of the game, that it is about."""
    language, about = language or language_of(asked), asked.scope.get("path_params", {})
    if place := house.places.get(about.get("id", "")):
        return speaker_at(place, language)
    return speaker(recorded(about.get("game", "")), language)


def worded(words: Words) -> Said:
    """What a game calls something by a plain word, to be found in its catalogue."""
    return words if isinstance(words, Said) else said(words)
