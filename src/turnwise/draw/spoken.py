"""A picture in another language: its words and labels are looked up, and everything else stays."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import lru_cache
from textwrap import shorten, wrap

from turnwise.kit.shapes import Label, Part, Picture, Thing

Found = Callable[[str], str | None]
"""A text in another language; None if nothing is known of it."""

MOST_LINES = 4
"""Labels that one sentence may be broken into."""
ROOM, LEAST = 1.2, 0.7
"""How much longer than its place's own text another may be before its letters get smaller, and how small they may get."""


def spoken(picture: Picture, found: Found) -> Picture:
    """The same picture with what is found for its words."""
    things = tuple(_thing(thing, found) for thing in picture.things)
    return replace(picture, words=found(picture.words) or picture.words, things=things)


def _thing(thing: Thing, found: Found) -> Thing:
    return replace(thing, words=found(thing.words) or thing.words, parts=tuple(spoken_parts(thing, found)))


def spoken_parts(thing: Thing, found: Found) -> Iterator[Part]:
    """The parts of a thing with what is found for its labels."""
    parts, at = thing.parts, 0
    while at < len(parts):
        said = _sentence(parts[at : at + MOST_LINES], thing.words, found) if type(parts[at]) is Label else ()
        yield from said or parts[at : at + 1]
        at += len(said) or 1


def _sentence(parts: tuple[Part, ...], words: str, found: Found) -> tuple[Label, ...]:
    """What the first labels say. They may be the lines of one sentence, or the beginning of the thing's words: only the whole is found.
    What stands in its words in both languages is a name, or somebody's own text, and stays."""
    whole, text = found(words), ""
    labels: tuple[Label, ...] = ()
    for part in parts:
        if type(part) is not Label:
            break
        labels += (part,)
        text = f"{text} {part.text}" if text else part.text
        if whole and text in words and text in whole:
            return labels
        if said := found(text):
            return labels if said == text else _laid(labels, said)
        if whole and text == part.text and text.endswith("…") and words.startswith(text[:-1]):
            return (part._replace(text=shorten(whole, len(text), placeholder="…")),)
    return ()


@lru_cache(4096)
def _laid(labels: tuple[Label, ...], text: str) -> tuple[Label, ...]:
    """A text in the place of labels: in as many lines, with smaller letters if it is much longer."""
    room = width = max(len(label.text) for label in labels)
    lines = [text]
    while len(labels) > 1 and len(lines := wrap(text, width, break_long_words=False)) > len(labels):
        width += 1
    lines += [""] * (len(labels) - len(lines))
    size = max(LEAST, min(1, ROOM * room / max(map(len, lines))))
    return tuple(
        label._replace(text=line, height=label.height * size) for label, line in zip(labels, lines, strict=True)
    )
