"""What the scripts of a page say: it brings those sentences along that its reader's language says otherwise."""

import re
from functools import cache
from pathlib import Path

from babel import Locale

from turnwise.kit.catalogues import found_in, tongue

FOLDER = Path(__file__).parent.parent / "static"
EVERYWHERE = "site.js"
"""The script of every page."""
IMPORTS = re.compile(r'(?:from |import ?\(?)"\./(\w+\.js)"')
NUMBERS = range(101)
"""Which a language's plurals are looked at with."""


@cache
def script_words(language: str, script: str = "") -> dict[str, str | dict[str, str]]:
    """By the English templates. Of one that depends on a number each plural form, by the name that browsers have for it."""
    modules, say = _loaded(EVERYWHERE) | (_loaded(script) if script else frozenset()), tongue(language)
    said: dict[str, str | dict[str, str]] = {}
    for one, many in found_in(language, {f"web/static/{module}" for module in modules}):
        if many:
            form = Locale.parse(language).plural_form
            said[one] = {form(number): say.find(one, many, number) for number in NUMBERS}
        else:
            said[one] = say.find(one, "", 0)
    return said


@cache
def _loaded(script: str) -> frozenset[str]:
    """A script and all that it imports, now or later."""
    found, new = set[str](), {script}
    while new:
        found |= new
        new = {name for one in new for name in IMPORTS.findall((FOLDER / one).read_text())} - found
    return frozenset(found)
