"""Catalogues of other languages: gettext files, `de.po` beside a game's rules, and one in `turnwise/catalogues` for the
rest.

English is in the code, so it is always complete. A template that a language lacks stays in English.
`scripts/words` collects the templates, updates the files and reports what is missing.
"""

import os
import re
from collections.abc import Mapping, Sequence, Set
from functools import cache, lru_cache
from gettext import GNUTranslations, NullTranslations
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

from turnwise.kit.game import Game
from turnwise.kit.words import ENGLISH, Speaker, Tongue

if TYPE_CHECKING:
    from babel.messages.catalog import Catalog

HOUSE = Path(__file__).parent.parent / "catalogues"
"""The catalogues of everything outside the games' folders."""
MOST_SPEAKERS = 256
"""Speakers that are cached."""
LOCALE = ("LC_ALL", "LC_MESSAGES", "LANG")
"""The variables with the user's language, such as `de_AT.UTF-8`; the first that is set counts."""


@cache
def languages() -> tuple[str, ...]:
    """The codes of all languages that the house speaks, English first."""
    return ENGLISH.language, *sorted(file.stem for file in HOUSE.glob("*.po"))


def found_in(language: str, files: Set[str]) -> list[tuple[str, str]]:
    """The templates in some files of the house that a language translates, each with its plural, if it has one."""
    if language == ENGLISH.language:
        return []
    ids = [
        one.id
        for one in _messages(HOUSE / f"{language}.po")
        if one.string and {file for file, _ in one.locations} & files
    ]
    return [(id, "") if isinstance(id, str) else (id[0], id[1]) for id in ids]


@cache
def translated(language: str, folder: Path | None = None) -> frozenset[str]:
    """The English templates that a language translates, in a game's folder or in the house, even if unchanged."""
    files = [HOUSE / f"{language}.po", *([folder / f"{language}.po"] if folder else [])]
    kept = [one for file in files if file.exists() for one in _messages(file) if one.string]
    return frozenset(one.id if isinstance(one.id, str) else one.id[0] for one in kept)


def users_language(environment: Mapping[str, str] = os.environ) -> str:
    """The language of the user's system, if the house speaks it; else English."""
    named = next(filter(None, map(environment.get, LOCALE)), "")
    code = re.split("[^a-z]", named.lower())[0]
    return code if code in languages() else ENGLISH.language


@cache
def tongue(language: str, folder: Path | None = None) -> Tongue:
    """A language with the catalogue of a game's folder, and the house's for what that lacks."""
    if language not in languages() or language == ENGLISH.language:
        return ENGLISH.tongue
    translations = _read(HOUSE / f"{language}.po")
    if folder and (folder / f"{language}.po").exists():
        own = _read(folder / f"{language}.po")
        own.add_fallback(translations)
        translations = own

    def find(template: str, plural: str, number: int) -> str:
        if plural:
            return translations.ngettext(template, plural, number)
        return translations.gettext(template) if template else ""  # the empty template is the file's header

    return Tongue(language, find)


def speaker(game: Game | None, language: str = ENGLISH.language, names: Sequence[str] = ()) -> Speaker:
    """The speaker for a table of a game, or for the house."""
    return _speaker(game.folder if game and not game.missing else None, language, tuple(names))


@lru_cache(MOST_SPEAKERS)
def _speaker(folder: Path | None, language: str, names: tuple[str, ...]) -> Speaker:
    return Speaker(tongue(language, folder), names)


@cache
def _messages(file: Path) -> "Catalog":
    from babel.messages.pofile import read_po

    with file.open("rb") as source:
        return read_po(source)


@cache
def _read(file: Path) -> NullTranslations:
    from babel.messages.mofile import write_mo

    compiled = BytesIO()
    write_mo(compiled, _messages(file))
    compiled.seek(0)
    return GNUTranslations(compiled)
