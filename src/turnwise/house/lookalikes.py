"""Whether two names look the same though their letters differ: by Unicode's tables for this (UTS 39).

The data comes with the package confusable_homoglyphs. Both are loaded when the first name is compared.
"""

from functools import cache
from typing import Any
from unicodedata import normalize

TOLD_APART = "m"
"""To Unicode "m" looks like "rn", but Arnie and Amie are two names."""
WITH_LATIN = frozenset({"HAN", "HIRAGANA", "KATAKANA", "BOPOMOFO", "HANGUL"})
"""Scripts that are written together, and with Latin letters among them (UTS 39, "highly restrictive")."""
ANY_SCRIPT = ("COMMON", "INHERITED", "Unknown")
DIRECTION = "\u200e"
"""The tables put right-to-left text between these."""


def skeleton(text: str) -> str:
    """The same for all texts that look the same."""
    prototypes = _prototypes()
    return normalize("NFD", "".join(prototypes.get(letter, letter) for letter in normalize("NFD", text)))


def scripts(word: str) -> list[str]:
    """The scripts of a word, in the order of its letters; none where all letters belong to any script."""
    found = dict.fromkeys(_script(ord(letter)) for letter in word)
    return [script for script in found if script not in ANY_SCRIPT]


def may_mix(found: list[str]) -> bool:
    """Whether scripts are usually written in one word: a single one is, and those of Chinese, Japanese and Korean
    are."""
    return len(found) < 2 or WITH_LATIN.issuperset(script for script in found if script != "LATIN")


@cache
def _prototypes() -> dict[str, str]:
    """For each letter the one that represents all that look like it."""
    alike = {_bare(text): [_bare(one["c"]) for one in others] for text, others in _load("confusables.json").items()}
    found = {letter: _prototype(letter, others, alike) for letter, others in alike.items() if len(letter) == 1}
    found |= {letter: letter for letter in TOLD_APART}
    return {letter: "".join(found.get(part, part) for part in text) for letter, text in found.items()}


def _prototype(letter: str, others: list[str], alike: dict[str, list[str]]) -> str:
    """The tables name the prototype of each letter, and the letters of each prototype; of two letters that have only
    each other, either will do."""
    if len(others) > 1:
        return letter
    (other,) = others
    return min(letter, other) if len(other) == 1 and len(alike[other]) == 1 else other


def _bare(text: str) -> str:
    return text.strip(DIRECTION)


def _script(code: int) -> str:
    table = _scripts()
    ranges: list[list[int]] = table["code_points_ranges"]
    low, high = 0, len(ranges)
    while low < high:
        middle = (low + high) // 2
        first, last, script, _ = ranges[middle]
        if first <= code <= last:
            return str(table["iso_15924_aliases"][script])
        low, high = (middle + 1, high) if code > last else (low, middle)
    return ANY_SCRIPT[-1]


@cache
def _scripts() -> dict[str, Any]:
    found: dict[str, Any] = _load("categories.json")
    return found


def _load(file: str) -> Any:
    from confusable_homoglyphs.utils import load  # loaded late: it imports all of urllib

    return load(file)
