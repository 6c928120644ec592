"""How much room drawn things take: boxes around their parts, from outlines and letter widths."""

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from math import cos, radians, sin
from typing import NamedTuple

from turnwise.kit.lettering import text_width
from turnwise.kit.shapes import Box, Disc, Group, Label, Part, Path, Thing

TOKENS = re.compile(r"[A-Za-z]|-?(?:\d+\.?\d*|\.\d+)(?:e-?\d+)?")
NUMBERS = {"M": 2, "L": 2, "H": 1, "V": 1, "Q": 4, "T": 2, "C": 6, "S": 4, "A": 7, "Z": 0}
"""How many numbers follow each command of a path."""


class Bounds(NamedTuple):
    """A box by its sides."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def width(self) -> float:
        return self.right - self.left

    @property
    def height(self) -> float:
        return self.bottom - self.top

    @property
    def middle(self) -> tuple[float, float]:
        return (self.left + self.right) / 2, (self.top + self.bottom) / 2

    def overlaps(self, other: "Bounds", by: float = 0) -> bool:
        """Whether two boxes share more than a margin."""
        return (
            self.left + by < other.right
            and other.left + by < self.right
            and self.top + by < other.bottom
            and other.top + by < self.bottom
        )

    def within(self, other: "Bounds", by: float = 0) -> bool:
        return (
            self.left >= other.left - by
            and self.top >= other.top - by
            and self.right <= other.right + by
            and self.bottom <= other.bottom + by
        )


def around(boxes: Iterable[Bounds]) -> Bounds | None:
    """One box around others; None around nothing."""
    found = list(boxes)
    if not found:
        return None
    return Bounds(
        min(one.left for one in found),
        min(one.top for one in found),
        max(one.right for one in found),
        max(one.bottom for one in found),
    )


def of_thing(thing: Thing) -> Bounds | None:
    """The box of a thing in its picture; None if nothing is drawn."""
    inside = of_parts(thing.parts)
    if inside is None:
        return None
    turn, scale = radians(thing.turn), thing.scale
    corners = [(x * scale, y * scale) for x in (inside.left, inside.right) for y in (inside.top, inside.bottom)]
    xs = [thing.x + x * cos(turn) - y * sin(turn) for x, y in corners]
    ys = [thing.y + x * sin(turn) + y * cos(turn) for x, y in corners]
    return Bounds(min(xs), min(ys), max(xs), max(ys))


@lru_cache(8192)
def of_parts(parts: tuple[Part, ...]) -> Bounds | None:
    return around(box for part in parts if (box := of_part(part)))


@lru_cache(8192)
def of_part(part: Part) -> Bounds | None:
    match part:
        case Disc():
            reach = part.radius + part.width / 2
            return Bounds(part.x - reach, part.y - reach, part.x + reach, part.y + reach)
        case Box():
            return Bounds(part.x, part.y, part.x + part.w, part.y + part.h)
        case Label():
            return of_label(part)
        case Path():
            return around(Bounds(x, y, x, y) for points in outlines(part.d) for x, y in points)
        case Group():
            inside = of_parts(part.parts)
            if inside is None:
                return None
            return Bounds(*(at + part.scale * side for at, side in zip((part.x, part.y) * 2, inside, strict=True)))


def of_label(label: Label) -> Bounds:
    """A line of text by the widths of its letters."""
    width, half = text_width(str(label.text), label.height), label.height / 2
    left = {"middle": label.x - width / 2, "start": label.x, "end": label.x - width}[label.anchor]
    return Bounds(left, label.y - half, left + width, label.y + half)


@lru_cache(8192)
def outlines(d: str) -> tuple[tuple[tuple[float, float], ...], ...]:
    """The points on each outline of a path, including the control points of quadratic curves."""
    found: list[list[tuple[float, float]]] = []
    tokens, command, x, y, at = TOKENS.findall(d), "", 0.0, 0.0, 0
    while at < len(tokens):
        if tokens[at].isalpha():
            command = tokens[at]
            at += 1
        upper = command.upper()
        numbers = [float(token) for token in tokens[at : at + NUMBERS[upper]]]
        at += NUMBERS[upper]
        dx, dy = (x, y) if command.islower() else (0.0, 0.0)
        if upper == "Z":
            x, y = found[-1][0]
        elif upper == "H":
            x = numbers[0] + dx
        elif upper == "V":
            y = numbers[0] + dy
        else:
            pairs = numbers[-2:] if upper == "A" else numbers
            ends = [(px + dx, py + dy) for px, py in zip(pairs[::2], pairs[1::2], strict=True)]
            if upper == "M":
                found.append([])
                command = "l" if command.islower() else "L"
            found[-1] += _bent([(x, y), *ends]) if upper == "C" else ends[:-1]
            x, y = ends[-1]
        found[-1].append((x, y))
    return tuple(tuple(points) for points in found)


def _bent(ends: list[tuple[float, float]]) -> Iterator[tuple[float, float]]:
    """Points of a cubic curve from its start, its two control points and its end."""
    for step in range(1, 8):
        t = step / 8
        by = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3
        yield (
            sum(k * x for k, (x, _) in zip(by, ends, strict=True)),
            sum(k * y for k, (_, y) in zip(by, ends, strict=True)),
        )
