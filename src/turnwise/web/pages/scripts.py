"""The sentences of a page's scripts: the page includes those that differ in its reader's language."""

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
"""The numbers by which a language's plural forms are found."""


@cache
def script_words(language: str, script: str = "") -> dict[str, str | dict[str, str]]:
    """By the English templates. Plural forms are given by the names that browsers use for them."""
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
    """A script and everything that it imports, statically or dynamically."""
    found, new = set[str](), {script}
    while new:
        found |= new
        new = {name for one in new for name in IMPORTS.findall((FOLDER / one).read_text())} - found
    return frozenset(found)
