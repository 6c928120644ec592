"""Who sits where at a table of Whot, and how hands lie: the bottom seat's own fan large, the others' around the table."""

from functools import cache
from math import ceil, cos, degrees, radians, sin
from typing import NamedTuple

from turnwise.kit.shapes import Box, Disc, Label, Part, Path
from turnwise.kit.words import Said, Seat, said

WIDTH, HEIGHT = 840, 1080
MIDDLE = WIDTH / 2
RING = (MIDDLE, 428.0, 200.0, 150.0)
"""The ring around pile and top card: its middle and its two radii."""


class Lie(NamedTuple):
    """How a card lies."""

    x: float
    y: float
    turn: float = 0


class Slot(NamedTuple):
    """A place at the table: where the name plate stands, where the fan lies and whither it faces, and its room."""

    x: float
    y: float
    fan_x: float
    fan_y: float
    facing: float
    room: float
    scale: float


OPEN_SCALE = 0.56
"""Of the others' hands when they are shown."""

BOTTOM = Slot(MIDDLE, 1034, MIDDLE, 870, 0, 570, 1)


def _top(x: float, room: float, scale: float) -> Slot:
    return Slot(x, 108, x, 148 + 70 * scale, 180, room, scale)


def _side(right: bool, y: float, room: float, scale: float) -> Slot:
    at, plate, low = 42 + 70 * scale, 134, y + 35 + room / 2 + 50 * scale
    return Slot(
        WIDTH - plate if right else plate, y, WIDTH - at if right else at, low, -90 if right else 90, room, scale
    )


def _sides(y: float, room: float, scale: float) -> tuple[Slot, Slot]:
    return _side(False, y, room, scale), _side(True, y, room, scale)


@cache
def slots(others: int) -> tuple[Slot, ...]:
    """The places of the other seats in order of play: clockwise, from the bottom seat's left [W1]."""
    if others == 1:
        return (_top(MIDDLE, 330, 0.8),)
    if others == 2:
        return _top(220, 250, 0.75), _top(620, 250, 0.75)
    if others <= 5:
        left, right = _sides(306, 110, 0.62)
        across = {3: (_top(MIDDLE, 300, 0.75),), 4: (_top(225, 220, 0.7), _top(615, 220, 0.7))}
        three = (_top(148, 150, 0.6), _top(MIDDLE, 150, 0.6), _top(692, 150, 0.6))
        return left, *across.get(others, three), right
    high_left, high_right = _sides(262, 52, 0.5)
    low_left, low_right = _sides(434, 52, 0.5)
    across7 = (_top(148, 150, 0.5), _top(MIDDLE, 150, 0.5), _top(692, 150, 0.5))
    across6 = (_top(225, 220, 0.7), _top(615, 220, 0.7))
    return low_left, high_left, *(across7 if others == 7 else across6), high_right, low_right


@cache
def fan(slot: Slot, n: int) -> tuple[Lie, ...]:
    """A small hand as it is held towards the middle of the table."""
    return tuple(_turned(slot, lie) for lie in _arc(n, slot.room, 44 * slot.scale, 420 * slot.scale))


@cache
def laid_open(slot: Slot, n: int) -> tuple[Lie, ...]:
    """A small hand laid open: upright, in one row or two."""
    rows = 1 if n <= 7 else 2
    each = ceil(n / rows) if n else 0
    width = max(slot.room, 116.0)
    step = min(28.0, width / max(1, each - 1))
    top = slot.y + 33 + 70 * OPEN_SCALE
    found = []
    for at in range(n):
        row, column = divmod(at, each)
        count = min(each, n - row * each)
        found.append(Lie(round(slot.x + (column - (count - 1) / 2) * step, 1), round(top + 30 * row, 1)))
    return tuple(found)


@cache
def own_fan(n: int) -> tuple[float, tuple[Lie, ...]]:
    """The scale and the lies of the large hand at the bottom: one arc, or several behind each other."""
    rows = max(1, ceil(n / 15))
    each = ceil(n / rows)
    scale = 1.4 if n <= 8 else (1.25, 1.12, 1.0, 0.92)[rows - 1]
    found: list[Lie] = []
    for row in range(rows):
        count = min(each, n - row * each)
        y = 876.0 if rows == 1 else 914 - (rows - 1 - row) * (104, 57, 40)[rows - 2]
        found += (
            Lie(MIDDLE + lie.x, y + lie.y, lie.turn) for lie in _arc(count, 590 - 60 * (scale - 1.12), 88 * scale, 1150)
        )
    return scale, tuple(found)


def _arc(n: int, room: float, step: float, radius: float) -> list[Lie]:
    """Cards along an arc, around (0, 0)."""
    step = min(step, room / max(1, n - 1))
    lies = []
    for at in range(n):
        along = (at - (n - 1) / 2) * step
        angle = along / radius
        lies.append(Lie(round(along, 1), round(radius * (1 - cos(angle)), 1), round(degrees(angle), 1)))
    return lies


def _turned(slot: Slot, lie: Lie) -> Lie:
    a = radians(slot.facing)
    x, y = lie.x * cos(a) - lie.y * sin(a), lie.x * sin(a) + lie.y * cos(a)
    return Lie(round(slot.fan_x + x, 1), round(slot.fan_y + y, 1), slot.facing + lie.turn)


def plate(seat: int, below: Said, mark: str, w: float) -> tuple[Part, ...]:
    """A name plate; `mark` is "turn" for who is to move, "won", "gone" or nothing."""
    h, room = 54, w - 60
    edge = "gold" if mark in ("turn", "won") else "face_edge"
    parts: list[Part] = [Box(-w / 2, -h / 2 + 3, w, h, "shadow", round=16, opacity=0.3)]
    if edge == "gold":
        parts.append(Box(-w / 2 - 6, -h / 2 - 6, w + 12, h + 12, "gold", round=21, opacity=0.35))
    parts += [
        Box(-w / 2, -h / 2, w, h, "plate", edge, 3 if edge == "gold" else 1.2, round=16),
        Disc(-w / 2 + 25, 0, 18, f"seat{seat}"),
        Disc(-w / 2 + 25, 0, 13, "plate"),
        Label(-w / 2 + 25, 0, str(seat), 19, "plate_ink", bold=True),
        Label(-w / 2 + 50, -11, who(seat), 20, "plate_ink", "start", bold=True, room=room),
        Label(-w / 2 + 50, 13, below, 19, "plate_soft", "start", room=room - 44 * (mark == "won")),
    ]
    if mark == "won":
        crown = f"M{w / 2 - 44:g} 21l-4 -18l10 7l8 -12l8 12l10 -7l-4 18Z"
        parts.append(Path(crown, "gold", "face_edge", 1.5))
    if mark == "gone":
        parts.append(Box(-w / 2, -h / 2, w, h, "cloth", round=16, opacity=0.38))
    return tuple(parts)


def tag_place(slot: Slot) -> tuple[float, float]:
    """Where a tag stands: beside a small hand, towards the middle of the table."""
    if slot == BOTTOM:
        return slot.x + 214, slot.y
    if slot.facing == 180:
        aside = 50 * slot.scale + 54
        return slot.x + (aside if slot.x <= MIDDLE else -aside), slot.fan_y
    aside = 70 * slot.scale + 54
    return slot.fan_x + (aside if slot.x <= MIDDLE else -aside), slot.fan_y


@cache
def tag(text: Said) -> tuple[Part, ...]:
    """A bubble beside a hand, with something that everybody should notice."""
    w = 108
    return (
        Box(-w / 2, -15, w, 34, "shadow", round=16, opacity=0.25),
        Box(-w / 2, -17, w, 34, "alarm", "face", 1.6, round=16),
        Label(0, 0, text, 16, "white", bold=True, room=w - 16),
    )


def who(seat: int) -> Said:
    """A player by name."""
    return said("{seat}", seat=Seat(seat))
