"""Pictures as data for a page that draws them itself: complete first, and then only the difference to the picture
before.

A page keeps every thing by its key, so it can animate what moves, and every part by its number, so it is sent a card's
face once, and of a group only the places of parts that it knows. Colours are CSS variables: the page is light or dark
by itself.
"""

from collections.abc import Iterable
from dataclasses import replace
from itertools import islice, pairwise
from typing import Any

from turnwise.draw.lettered import lettered_parts
from turnwise.draw.svg import END, group_svg, inks, part_svg, shades_svg
from turnwise.draw.theme import AUTO, Colours
from turnwise.kit.shapes import Group, Part, Picture, Thing
from turnwise.kit.words import ENGLISH, Speaker

PREFIX = "shade-"
"""The prefix of the names of shades, which are ids in the page."""
MOST_PARTS = 5000
"""A page is sent everything anew when it would have to keep more."""

Told = dict[str, Any]
Drawn = str | tuple[str | int, ...]
"""A part as it is sent to a page: SVG, or pieces of it and the numbers of the parts between them."""


class Sketches:
    """The pictures that the pages of one viewer are shown, one after the other."""

    def __init__(self) -> None:
        self._about: Told = {}
        self._things: dict[str, Thing] = {}
        self._parts: dict[Drawn, int] = {}
        """The numbers of all parts that have been sent."""
        self._numbers: dict[int, tuple[tuple[Part, ...], list[int]]] = {}
        """The part numbers of a thing, by the identity of its tuple, which is kept so that the identity stays
        unique."""
        self._speaker = ENGLISH

    def __contains__(self, key: str) -> bool:
        """Whether the latest picture has such a thing."""
        return key in self._things

    def whole(self) -> Told:
        """The latest picture for a page that has none."""
        things = {key: self._thing(thing) for key, thing in self._things.items()}
        parts = {number: drawn for drawn, number in self._parts.items()}
        return self._about | {"whole": True, "parts": parts, "things": things}

    def next(self, picture: Picture, speaker: Speaker = ENGLISH) -> Told:
        """What must be sent to a page with the picture before, to have this one; all of it if there is none before, or
        if that was sent in another speaker.

        `things` has new things in full, each with the key of the one it lies `over`, and the changes of old ones.
        `lost` has the keys of those that are gone. If old things are in another order than before, `order` names all of
        them."""
        paints, old, before = Colours(inks(picture, AUTO, PREFIX)), self._things, self._about
        same, self._speaker = speaker is self._speaker, speaker
        self._about = _about(picture, paints, speaker(picture.words))
        if not before or not same or len(self._parts) > MOST_PARTS:
            self._parts.clear()
            self._numbers.clear()
            self._things = {thing.key: thing for thing in picture.things}
            self._number(picture.things, paints)
            return self.whole()
        # What has not changed is the same object, whose parts have their numbers.
        now = {thing.key: was if (was := old.get(thing.key)) == thing else thing for thing in picture.things}
        self._things = now
        changed = [thing for key, thing in now.items() if old.get(key) is not thing]
        told = {name: fact for name, fact in self._about.items() if name in EACH or fact != before[name]}
        if parts := self._number(changed, paints):
            told["parts"] = parts
        changes = {thing.key: self._changes(old.get(thing.key), thing) for thing in changed}
        told["things"] = things = {key: change for key, change in changes.items() if change}  # some change only in text
        for under, key in pairwise(["", *now]):
            if key not in old:
                things[key]["over"] = under
        if lost := [key for key in old if key not in now]:
            told["lost"] = lost
        if [key for key in old if key in now] != [key for key in now if key in old]:
            told["order"] = list(now)
        if len(self._numbers) > MOST_PARTS:
            self._numbers = {id(thing.parts): self._numbers[id(thing.parts)] for thing in now.values()}
        return told

    def _number(self, things: Iterable[Thing], paints: dict[str, str]) -> dict[int, Drawn]:
        """Number the parts of things; returns the new ones, to be sent to the page."""
        known = len(self._parts)
        for thing in things:
            if id(thing.parts) not in self._numbers:
                parts = lettered_parts(thing.parts, self._speaker)
                self._numbers[id(thing.parts)] = thing.parts, [self._numbered(part, paints) for part in parts]
        return {number: drawn for drawn, number in islice(self._parts.items(), known, None)}

    def _numbered(self, part: Part, paints: dict[str, str]) -> int:
        """The number of a part, which is higher than those of its own parts."""
        drawn: Drawn
        if isinstance(part, Group):
            drawn = single_quoted(group_svg(part)), *(self._numbered(one, paints) for one in part.parts), END
        else:
            drawn = single_quoted(part_svg(part, paints))
        return self._parts.setdefault(drawn, len(self._parts))

    def _thing(self, thing: Thing) -> Told:
        told: Told = {
            "at": place(thing),
            "words": self._speaker(thing.words),
            "parts": self._numbers[id(thing.parts)][1],
        }
        if thing.trail:
            told["trail"] = True
        if thing.manner:
            told["manner"] = thing.manner
        if thing.comes:
            told["comes"] = thing.comes
        if thing.preview:
            told["preview"] = thing.preview
        if thing.by:
            told["by"] = [place(replace(thing, x=x, y=y)) for x, y in thing.by]
        return told

    def _changes(self, before: Thing | None, thing: Thing) -> Told:
        now = self._thing(thing)
        if before is None:
            return now
        was = self._thing(before)
        return {name: now.get(name) for name in (*now, *was) if now.get(name) != was.get(name)}


def single_quoted(svg: str) -> str:
    """The same SVG with single quotes, which need no escape in JSON, if it has none; its texts have no double ones."""
    return svg if "'" in svg else svg.replace('"', "'")


def place(thing: Thing) -> str:
    """The position of a thing, as CSS."""
    at = f"translate({thing.x:g}px,{thing.y:g}px)"
    if thing.turn:
        at += f" rotate({thing.turn:g}deg)"
    if thing.scale != 1:
        at += f" scale({thing.scale:g})"
    return at


def keyed(picture: Picture, speaker: Speaker = ENGLISH) -> Told:
    """One picture by itself, complete."""
    return Sketches().next(picture, speaker)


EACH = ("gone", "sounds")
"""What belongs to one entry of the log, so that it is sent with each."""


def _about(picture: Picture, paints: dict[str, str], words: str) -> Told:
    return {
        "size": [picture.width, picture.height],
        "words": words,
        "ground": paints[picture.ground],
        "palette": {name.replace("_", "-"): pair for name, pair in picture.palette.items()},
        "seats": picture.seats,
        "shades": shades_svg(picture, tuple(paints.items()), PREFIX),
        "still": picture.still,
        "board": picture.board,
        "drops": dict(picture.drops),
        "gone": dict(picture.gone),
        "sounds": picture.sounds,
    }
