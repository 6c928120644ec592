"""Patterns of names: `*` stands for any letters, `?` for one. They are compared by how names look, so that nobody gets around one with
other alphabets, digits for letters, capitals, spaces or dots. There are no regular expressions to write, and none that take long."""

import re
from fnmatch import translate
from functools import cache
from glob import escape
from unicodedata import category

from turnwise.house.names import looks
from turnwise.kit.errors import TurnwiseError, quoted

LONGEST, FEWEST = 60, 2
"""Characters of a pattern, and how many of them must be more than `*`, `?`, spaces and dots."""
WILD = re.compile("([*?])")


def tidy_pattern(text: str) -> str:
    """A pattern that means something, or a sentence why this one does not."""
    pattern = " ".join(text.split())
    if len(pattern) > LONGEST or not pattern.isprintable():
        raise TurnwiseError(f"A pattern has at most {LONGEST} characters, all of which can be seen.", "bad_pattern")
    if len(_bare(WILD.sub("", pattern))[0]) < FEWEST:
        sentence = f"{quoted(pattern)} would refuse nearly every name; a pattern needs {FEWEST} letters or digits."
        raise TurnwiseError(sentence, "bad_pattern")
    return pattern


def fits(pattern: str, name: str) -> bool:
    """Whether a name looks like something that the pattern stands for."""
    return any(form.match(look) for form, look in zip(_forms(pattern), _bare(name), strict=True))


@cache
def _forms(pattern: str) -> list[re.Pattern[str]]:
    """One for each of the looks of a name. What `translate` makes of several `*` does not try them against each other."""
    parts = [[part] * 3 if WILD.fullmatch(part) else list(map(escape, _bare(part))) for part in WILD.split(pattern)]
    return [re.compile(translate("".join(form))) for form in zip(*parts, strict=True)]


def _bare(text: str) -> tuple[str, ...]:
    """The looks of a text without what only separates its letters."""
    found = (look.partition(" ")[2] for look in looks(text))
    return tuple("".join(letter for letter in look if category(letter)[0] not in "PZC") for look in found)
