"""The contrast of a picture's texts with what is under them, in light and in dark.

A text is compared with the colour under its middle: all filled parts drawn there before it, each with its opacity."""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import pairwise
from math import cos, hypot, radians, sin
from typing import NamedTuple

from turnwise.draw.boxes import Bounds, of_label, of_part, of_thing, outlines
from turnwise.draw.theme import DARK, LIGHT, colours
from turnwise.kit.shapes import Box, Disc, Group, Label, Part, Path, Picture, Shade, Thing

NEEDED, NEEDED_BY_LARGE = 4.5, 3.0
"""The contrast of letters with their background, by WCAG 2 level AA."""
LARGE, LARGE_IF_BOLD = 24.0, 18.7
"""CSS pixels of large letters."""

Colour = tuple[float, float, float]
"""Red, green and blue, each from 0 to 255."""


class Fill(NamedTuple):
    """What covers a point: the name of a colour or of a shade, its opacity, and the position of the point in it, from
    its upper left corner (0, 0) to its lower right one (1, 1)."""

    paint: str
    opacity: float
    across: float = 0.5
    down: float = 0.5


class Written(NamedTuple):
    """A label, its middle in the units of its thing, its scale, and the fills under it, from the bottom."""

    label: Label
    x: float
    y: float
    scale: float
    under: tuple[Fill, ...]


class Paints:
    """The colours of a picture in one theme."""

    def __init__(self, picture: Picture, theme: str) -> None:
        self.theme = theme
        self._colours = colours(picture, theme)
        self._shades: Mapping[str, Shade] = {shade.name: shade for shade in picture.shades}

    def over(self, ground: Colour, fill: Fill) -> Colour:
        """The colour of a background under a fill."""
        top = self._colour(fill)
        return top if fill.opacity == 1 else _between(ground, top, fill.opacity)

    def _colour(self, fill: Fill) -> Colour:
        shade = self._shades.get(fill.paint)
        if shade is None:
            return rgb(self._colours[fill.paint])
        at = 2 * hypot(fill.across - 0.5, fill.down - 0.5) if shade.radial else fill.down
        stops = [(0.0, shade.stops[0][1]), *shade.stops, (1.0, shade.stops[-1][1])]
        for (start, one), (end, two) in pairwise(stops):
            if start <= at <= end and end > start:
                return _between(rgb(self._colours[one]), rgb(self._colours[two]), (at - start) / (end - start))
        return rgb(self._colours[shade.stops[-1][1]])


def faint(picture: Picture) -> Iterator[str]:
    """The texts with too little contrast."""
    themes = [Paints(picture, theme) for theme in (LIGHT, DARK)]
    boxes: list[Bounds | None] = []
    for thing in picture.things:
        for label, x, y, scale, under in _written(thing.parts):
            fills = under if _hidden_by(under) else (*_below(picture, boxes, *_outside(thing, x, y)), *under)
            large = label.height * scale * thing.scale >= (LARGE_IF_BOLD if label.bold else LARGE)
            needed = NEEDED_BY_LARGE if large else NEEDED
            for paints in themes:
                ground = (0.0, 0.0, 0.0)
                for fill in fills:
                    ground = paints.over(ground, fill)
                found = contrast(ground, paints.over(ground, Fill(label.fill, label.opacity)))
                if found < needed:
                    yield (
                        f"'{label.text}' at '{thing.key}' has a contrast of {found:.2f} with what is under it ({paints.theme}); "
                        f"{needed:g} can be read"
                    )
        boxes.append(of_thing(thing))


def contrast(one: Colour, two: Colour) -> float:
    """By WCAG: 1 to 21."""
    dark, bright = sorted((_luminance(one), _luminance(two)))
    return (bright + 0.05) / (dark + 0.05)


@lru_cache(1024)
def rgb(colour: str) -> Colour:
    """The components of #rrggbb."""
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def light_of(colour: Colour) -> Colour:
    """The linear light of a colour's components, each from 0 to 1."""
    red, green, blue = (
        step / 255 / 12.92 if step <= 0.04045 * 255 else ((step / 255 + 0.055) / 1.055) ** 2.4 for step in colour
    )
    return red, green, blue


@lru_cache(4096)
def _luminance(colour: Colour) -> float:
    red, green, blue = light_of(colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _between(one: Colour, two: Colour, far: float) -> Colour:
    (r, g, b), (red, green, blue) = one, two
    return r + (red - r) * far, g + (green - g) * far, b + (blue - b) * far


@lru_cache(8192)
def _written(parts: tuple[Part, ...]) -> tuple[Written, ...]:
    """The labels among parts, each with the fills that were drawn before it."""
    return tuple(_labels(parts))


def _labels(parts: tuple[Part, ...]) -> Iterator[Written]:
    for at, part in enumerate(parts):
        if isinstance(part, Label) and str(part.text).strip():
            box = of_label(part)
            x, y = (box.left + box.right) / 2, part.y
            yield Written(part, x, y, 1, fills_at(parts[:at], x, y))
        elif isinstance(part, Group):
            for label, x, y, scale, under in _labels(part.parts):
                there = part.x + part.scale * x, part.y + part.scale * y
                below = () if _hidden_by(under) else fills_at(parts[:at], *there)
                yield Written(label, *there, scale * part.scale, (*below, *under))


@lru_cache(8192)
def fills_at(parts: tuple[Part, ...], x: float, y: float) -> tuple[Fill, ...]:
    """The fills that cover a point, from the bottom; without those under an opaque one."""
    found: list[Fill] = []
    for fill in _fills(parts, x, y):
        if fill.opacity == 1:
            found.clear()
        found.append(fill)
    return tuple(found)


def _fills(parts: tuple[Part, ...], x: float, y: float) -> Iterator[Fill]:
    for part in parts:
        if isinstance(part, Group):
            yield from _fills(part.parts, (x - part.x) / part.scale, (y - part.y) / part.scale)
        elif not isinstance(part, Label) and part.fill and _covers(part, x, y):
            box = of_part(part) or Bounds(x, y, x, y)
            across, down = (x - box.left) / (box.width or 1), (y - box.top) / (box.height or 1)
            yield Fill(part.fill, part.opacity, round(across, 2), round(down, 2))


def _covers(part: Disc | Box | Path, x: float, y: float) -> bool:
    match part:
        case Disc():
            return hypot(x - part.x, y - part.y) <= part.radius
        case Box():
            return part.x <= x <= part.x + part.w and part.y <= y <= part.y + part.h
        case Path():
            box = of_part(part)
            return (
                box is not None and box.left <= x <= box.right and box.top <= y <= box.bottom and _winds(part.d, x, y)
            )


def _winds(d: str, x: float, y: float) -> bool:
    """Whether an outline encloses a point."""
    turns = 0
    for points in outlines(d):
        for (x1, y1), (x2, y2) in pairwise((*points, points[0])):
            if (y1 <= y) != (y2 <= y) and x < x1 + (y - y1) / (y2 - y1) * (x2 - x1):
                turns += 1 if y1 <= y else -1
    return turns != 0


def _hidden_by(fills: tuple[Fill, ...]) -> bool:
    """Whether nothing below shows through."""
    return bool(fills) and fills[0].opacity == 1


def _below(picture: Picture, boxes: list[Bounds | None], x: float, y: float) -> tuple[Fill, ...]:
    """What is at a point of the picture, of the things with these boxes, down to something opaque or to the
    background."""
    found: tuple[Fill, ...] = ()
    for thing, box in reversed([*zip(picture.things, boxes, strict=False)]):
        if box and box.left <= x <= box.right and box.top <= y <= box.bottom:
            found = (*fills_at(thing.parts, *_inside(thing, x, y)), *found)
            if _hidden_by(found):
                return found
    return (Fill(picture.ground, 1, x / picture.width, y / picture.height), *found)


def _outside(thing: Thing, x: float, y: float) -> tuple[float, float]:
    """A point of a thing in the units of its picture."""
    turn, x, y = radians(thing.turn), thing.scale * x, thing.scale * y
    return thing.x + x * cos(turn) - y * sin(turn), thing.y + x * sin(turn) + y * cos(turn)


def _inside(thing: Thing, x: float, y: float) -> tuple[float, float]:
    """A point of a picture in the units of a thing."""
    turn, x, y = radians(-thing.turn), (x - thing.x) / thing.scale, (y - thing.y) / thing.scale
    return round(x * cos(turn) - y * sin(turn), 1), round(x * sin(turn) + y * cos(turn), 1)
