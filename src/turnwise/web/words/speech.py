"""What a table says in another language. Pictures, moves, hints and refusals come as whole English sentences; the catalogue finds each
by the template it was made from, and what fills that template is found in the same way.

In a key, `{card}` stands for anything that is found itself, `{n:d}` for a number, `{one:s}` for a whole sentence; `{place:w}` for a word
and `{question:t}` for a text that somebody else wrote, which stay as they are."""

import re
from collections.abc import Callable
from functools import cache, lru_cache
from string import Formatter
from typing import NamedTuple

from turnwise.kit.game import Game
from turnwise.web.words import ENGLISH, catalogue, of_table

Found = Callable[[str], str | None]
"""A text in another language; None if nothing is known of it."""

LONGEST = 1000
"""Letters of a text that is looked up; whatever a game says is shorter."""
MOST_TEXTS, MOST_TABLES, MOST_AT_A_TABLE = 8192, 128, 1024
"""What is kept of that which was found: of a game, and of the tables that somebody looks at."""

MARK = 0xE000
"""The first of the signs that stand for the players' names: so no name is taken for a word, and what is found serves every table."""
MARKS = f"{chr(MARK)}-{chr(MARK + LONGEST)}"
KINDS = {"": ".+?", "d": rf"[+−–]?[\d{MARKS}]+", "s": ".+?[.!?]", "w": r"[\w#-]+", "t": ".+?"}
KEPT = ("w", "t")
"""What a placeholder may stand for, and of that what stays as it is."""
WORD = re.compile(r"[^\W\d_]{2}")
"""What is more than numbers, signs and the letters of places."""


class Template(NamedTuple):
    """A sentence with something to be filled in."""

    needle: str
    """Its longest part that is always the same."""
    pattern: re.Pattern[str]
    kept: frozenset[str]
    """What stays as it is."""
    translated: str


@cache
def tongue(game: Game, language: str) -> Found:
    """How the tables of a game speak."""
    return _finder(_texts(language, "said", "refused") | of_table(game, language))


@cache
def _refusals(language: str) -> Found:
    """How the house itself refuses."""
    return _finder(_texts(language, "refused"))


def refused_in(language: str, sentence: str) -> str:
    """A sentence of the house that refuses something, as far as it is found."""
    if language == ENGLISH or len(sentence) > LONGEST:
        return sentence
    return _refusals(language)(sentence) or sentence


def _texts(language: str, *sections: str) -> dict[str, str]:
    """What the catalogue has for English sentences of some sections."""
    own = catalogue(language)
    return {text: own[name] for name, text in catalogue(ENGLISH).items() if name.partition(".")[0] in sections}


def _finder(texts: dict[str, str]) -> Found:
    specific = sorted((english for english in texts if "{" in english), key=_letters, reverse=True)
    templates = [_template(english, texts[english]) for english in specific]

    @lru_cache(MOST_TEXTS)
    def found(text: str) -> str | None:
        if text in texts:
            return texts[text]
        if not WORD.search(text):
            return text
        for needle, pattern, kept, translated in templates:
            if needle not in text or not (match := pattern.fullmatch(text)):
                continue
            given = {name: part if name in kept else found(part) for name, part in match.groupdict().items()}
            if None not in given.values():
                return translated.format_map(given)
        return None

    return found


def _letters(english: str) -> int:
    """How much of a template is always the same."""
    return sum(len(literal) for literal, *_ in Formatter().parse(english))


def _template(english: str, translated: str) -> Template:
    parts, kept, pattern = list(Formatter().parse(english)), set(), ""
    for literal, name, kind, _ in parts:
        pattern += re.escape(literal)
        if name:
            pattern += f"(?P<{name}>{KINDS[kind or '']})"
            if kind in KEPT:
                kept.add(name)
    return Template(max((part[0] for part in parts), key=len), re.compile(pattern), frozenset(kept), translated)


@lru_cache(MOST_TABLES)
def speech(game: Game, language: str, names: tuple[str, ...] = ()) -> Found | None:
    """How one table speaks, where the players' names stay what they are; None where it speaks as its game was written."""
    if language == ENGLISH:
        return None
    known = sorted(filter(None, set(names)), key=len, reverse=True)
    called = re.compile(rf"(?<!\w)(?:{'|'.join(map(_name, known)) or '(?!)'})(?!\w)")
    found = tongue(game, language)

    @lru_cache(MOST_AT_A_TABLE)
    def said(text: str) -> str | None:
        given: list[str] = []

        def mark(name: re.Match[str]) -> str:
            given.append(name[0])
            return chr(MARK + len(given) - 1)

        try:
            told = found(called.sub(mark, text)) if len(text) <= LONGEST else None
        except RecursionError:  # somebody's own text, made of nothing but commas
            told = None
        return told and told.translate({MARK + number: name for number, name in enumerate(given)})

    return said


def _name(name: str) -> str:
    """A name, or its beginning where there was no room for all of it."""
    begun = "(?:".join(map(re.escape, name)) + ")?" * (len(name) - 1)
    return f"{re.escape(name)}|{begun}(?=…)"


def in_words(text: str, found: Found | None) -> str:
    """A text as a table says it, as far as it is found."""
    return (found and found(text)) or text
