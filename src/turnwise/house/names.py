"""What may be a name, and when two of them are the same. It knows no people, so that any front end may ask it."""

import re
from unicodedata import category, normalize

from turnwise.kit.errors import TurnwiseError, quoted

LONGEST_NAME = 24
LONGEST_TYPED = 10 * LONGEST_NAME
"""Before it is tidied; it keeps a book that is sent as a name from being read."""
MOST_ACCENTS = 3
"""On one letter; more of them would climb into the lines above."""
BLANK = re.compile("[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]")
"""What counts as printable and can't be seen: with it two names would look the same."""


def tidy_name(text: str) -> str:
    """A name as it is shown: one line, nothing invisible, nothing that turns the text around it."""
    name = normalize("NFC", " ".join(BLANK.sub("", text[: LONGEST_TYPED + 1]).split()))
    fits = 1 <= len(name) <= LONGEST_NAME and len(text) <= LONGEST_TYPED
    if not fits or not name.isprintable() or category(name[0])[0] == "M" or _piled(name):
        raise TurnwiseError(f"A name has 1 to {LONGEST_NAME} printable characters, not {quoted(text)}.", "bad_name")
    return name


def name_key(name: str) -> str:
    """The same for all names that are told apart by case or by the form of letters only."""
    letters = normalize("NFKC", BLANK.sub("", name[:LONGEST_TYPED]))
    return " ".join(normalize("NFKC", letters.casefold()).split())


def _piled(name: str) -> bool:
    letters = normalize("NFD", name)
    marks = "".join("m" if category(letter)[0] == "M" else " " for letter in letters)
    return "m" * (MOST_ACCENTS + 1) in marks
