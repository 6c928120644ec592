"""A picture for one reader: its sentences worded in the reader's language with the players' names, and fitted into
place."""

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache

from turnwise.kit.lettering import cells_of, shortened, text_width, wrapped
from turnwise.kit.shapes import Group, Label, Part, Picture, Thing
from turnwise.kit.words import Speaker, Words

SMALLEST = 0.7
"""How far letters may shrink before a text is cut."""
LETTERED = (Label, Group)
"""Parts that may contain words."""
LEADING = 1.25
"""The line height, in heights of letters."""


def lettered(picture: Picture, speaker: Speaker) -> Picture:
    """The picture with all words as texts."""
    things = tuple(lettered_thing(thing, speaker) for thing in picture.things)
    return replace(picture, words=speaker(picture.words), things=things)


def lettered_thing(thing: Thing, speaker: Speaker) -> Thing:
    """A thing with all words as texts; the same object if that changes nothing."""
    words, parts = speaker(thing.words), thing.parts
    if any(type(part) in LETTERED for part in parts) and _worded(parts):
        parts = lettered_parts(parts, speaker)
    if thing.text:
        return thing.changed(words=words, parts=parts, text=tuple(_rows(thing, speaker)), columns=0, rows=0)
    return thing if words is thing.words and parts is thing.parts else thing.changed(words=words, parts=parts)


@lru_cache(4096)
def lettered_parts(parts: tuple[Part, ...], speaker: Speaker) -> tuple[Part, ...]:
    """Parts with each label as one or more lines of text."""
    return tuple(_said(parts, speaker))


def _said(parts: tuple[Part, ...], speaker: Speaker) -> Iterator[Part]:
    for part in parts:
        if type(part) is Label:
            yield from _fitted(part if type(part.text) is str else part._replace(text=speaker(part.text)))
        elif type(part) is Group and _worded(part.parts):
            yield part._replace(parts=lettered_parts(part.parts, speaker))
        else:
            yield part


@lru_cache(8192)
def _worded(parts: tuple[Part, ...]) -> bool:
    """Whether there are words among the parts; a group without any stays the same object, which is known to be written
    already."""
    return any(type(part) is Label or type(part) is Group and _worded(part.parts) for part in parts)


def _split(text: str, lines: list[str]) -> bool:
    """Whether a word was broken."""
    return " ".join(lines) != " ".join(text.split())


@lru_cache(4096)
def _fitted(label: Label) -> tuple[Label, ...]:
    """A label in as many lines as it may have, with smaller letters if that is not enough."""
    text, room, height = str(label.text), label.room, label.height
    if not room or text_width(text, height) <= room:
        return (label._replace(room=0, lines=1, least=0),)
    lines, least = wrapped(text, room, height), max(SMALLEST * label.height, min(label.least, label.height))
    while (len(lines) > label.lines or _split(text, lines)) and height > least:
        height = max(least, 0.95 * height)
        lines = wrapped(text, room, height)
    if label.spare and (len(lines) > label.lines or _split(text, lines)):
        return _fitted(label._replace(text=label.spare, spare=True)) if isinstance(label.spare, str) else ()
    if len(lines) > label.lines:
        lines = [*lines[: label.lines - 1], shortened(" ".join(lines[label.lines - 1 :]), room, height)]
    top = label.y - (len(lines) - 1) / 2 * LEADING * height
    return tuple(
        label._replace(
            text=line, y=round(top + at * LEADING * height, 2), height=round(height, 2), room=0, lines=1, least=0
        )
        for at, line in enumerate(lines)
    )


def _rows(thing: Thing, speaker: Speaker) -> Iterator[str]:
    """Its lines in a terminal."""
    if not thing.columns:
        yield from map(speaker, thing.text)
        return
    rows = [row for line in thing.text for row in _broken(line, thing.columns, speaker)]
    if thing.rows and len(rows) > thing.rows:
        rows = [*rows[: thing.rows - 1], shortened(" ".join(rows[thing.rows - 1 :]), thing.columns)]
    yield from rows


def _broken(line: Words, columns: int, speaker: Speaker) -> list[str]:
    text = speaker(line)
    return [text] if cells_of(text) <= columns else wrapped(text, columns)
