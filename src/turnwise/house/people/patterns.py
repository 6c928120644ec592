"""Patterns of names: `*` matches any letters, `?` one. They are compared by how names look, so that other alphabets,
digits for letters, capitals, spaces or dots do not get around one. They are no regular expressions, and none takes
long."""

import re
from fnmatch import translate
from functools import cache
from glob import escape
from unicodedata import category

from turnwise.house.names import looks
from turnwise.kit.errors import TurnwiseError, quoted

LONGEST, FEWEST = 60, 2
"""Characters of a pattern, and how many of them must be other than `*`, `?`, spaces and dots."""
WILD = re.compile("([*?])")


def tidy_pattern(text: str) -> str:
    """A pattern that is specific enough; else raises with a sentence."""
    pattern = " ".join(text.split())
    if len(pattern) > LONGEST or not pattern.isprintable():
        raise TurnwiseError(f"A pattern has at most {LONGEST} characters, all of which can be seen.", "bad_pattern")
    if len(_bare(WILD.sub("", pattern))[0]) < FEWEST:
        sentence = f"{quoted(pattern)} would refuse nearly every name; a pattern needs {FEWEST} letters or digits."
        raise TurnwiseError(sentence, "bad_pattern")
    return pattern


def fits(pattern: str, name: str) -> bool:
    """Whether a name looks like something that the pattern matches."""
    return any(form.match(look) for form, look in zip(_forms(pattern), _bare(name), strict=True))


@cache
def _forms(pattern: str) -> list[re.Pattern[str]]:
    """One for each of the looks of a name. `translate` makes them so that several `*` do not backtrack."""
    parts = [[part] * 3 if WILD.fullmatch(part) else list(map(escape, _bare(part))) for part in WILD.split(pattern)]
    return [re.compile(translate("".join(form))) for form in zip(*parts, strict=True)]


def _bare(text: str) -> tuple[str, ...]:
    """The looks of a text without separators between its letters."""
    found = (look.partition(" ")[2] for look in looks(text))
    return tuple("".join(letter for letter in look if category(letter)[0] not in "PZC") for look in found)
