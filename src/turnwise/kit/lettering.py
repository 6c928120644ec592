"""Texts of any length in a picture: their approximate width, wrapped into lines, shortened to one."""

from functools import lru_cache
from unicodedata import east_asian_width

LEAST_OF_A_NAME = 4
"""Letters, about, of what is shortened before a number that stays."""


def plain(text: str) -> str:
    """A text of a board without control characters, for a picture or a terminal."""
    return "".join(letter for letter in " ".join(text.split()) if letter.isprintable())


@lru_cache(4096)
def letter_width(letter: str) -> float:
    """The approximate width of a letter, in parts of its height."""
    if letter in "ijl.,:;'|!()[]ftrI ":
        return 0.33
    if east_asian_width(letter) in "WF":
        return 1.0
    return 0.88 if letter in "mwMW@%…" else 0.65 if letter.isupper() else 0.54


def text_width(text: str, height: float) -> float:
    return height * sum(map(letter_width, text))


def cells_of(text: str) -> int:
    """How many cells a text takes in a terminal."""
    return sum(2 if east_asian_width(letter) in "WF" else 1 for letter in text)


def _size(text: str, height: float) -> float:
    return text_width(text, height) if height else cells_of(text)


def wrapped(text: str, width: float, height: float = 0) -> list[str]:
    """A text in lines of at most this width; without a height, in terminal cells."""
    lines = [""]
    for word in plain(text).split(" "):
        longer = f"{lines[-1]} {word}".lstrip()
        if _size(longer, height) <= width:
            lines[-1] = longer
            continue
        if lines[-1]:
            lines.append("")
        for letter in word:  # a word longer than a line is broken
            if _size(lines[-1] + letter, height) > width:
                lines.append("")
            lines[-1] += letter
    return lines


def shortened(text: str, width: float, height: float = 0) -> str:
    """The beginning of a text that fits one line; a number at its end stays, by which those of the same name are told apart."""
    text = plain(text)
    if _size(text, height) <= width:
        return text
    name, _, number = text.rpartition(" ")
    if number.isdecimal() and (left := width - _size(f" {number}", height)) > _size("…" * LEAST_OF_A_NAME, height):
        return f"{shortened(name, left, height)} {number}"
    while text and _size(text + "…", height) > width:
        text = text[:-1].rstrip()
    return text + "…"
