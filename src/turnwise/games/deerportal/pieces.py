"""What lies and stands on the board of DeerPortal: emblems, diamonds, runes, deer, cards, the die. Drawn around (0, 0).

Each element is told by its colour, by its emblem and by the outline of its runes.
"""

import re
from functools import cache

from turnwise.games.deerportal.notation import CARD_NAMES
from turnwise.games.deerportal.rules import Kind
from turnwise.kit.shapes import Box, Disc, Label, Part, Path, Shade

NAMES = ("water", "earth", "fire", "air")

PALETTE = {
    "water": ("#7ab9f6", "#7ab9f6"),
    "water_light": ("#b9dcfb", "#b3d9fb"),
    "water_deep": ("#174f86", "#103a66"),
    "water_ink": ("#175a9a", "#8cc8ff"),
    "earth": ("#90e26a", "#90e26a"),
    "earth_light": ("#c6eeac", "#c3eeaa"),
    "earth_deep": ("#2a6118", "#183e0c"),
    "earth_ink": ("#2f6f1a", "#a5e585"),
    "fire": ("#ffa38e", "#ffa38e"),
    "fire_light": ("#ffc6b5", "#ffc8b8"),
    "fire_deep": ("#8a2911", "#6d1f0c"),
    "fire_ink": ("#a8341a", "#ff9d80"),
    "air": ("#faff75", "#faff75"),
    "air_light": ("#fbf7ae", "#fcf8b4"),
    "air_deep": ("#6d5e00", "#4c4100"),
    "air_ink": ("#756500", "#f5e96b"),
    "gem": ("#7fd8ee", "#86dcf2"),
    "gem_light": ("#f4fdff", "#f4fdff"),
    "gem_deep": ("#2b8fb4", "#2f8fb4"),
    "gem_edge": ("#0d4a66", "#0a3b52"),
    "gem_ink": ("#0a6d8f", "#8fe6ff"),
    "eye": ("#20160c", "#20160c"),
    "ice": ("#cdeefc", "#bfe6f8"),
    "ice_edge": ("#2f7fa8", "#e9f8ff"),
    "face": ("#fffaf0", "#f3ecdd"),
    "face_ink": ("#2b2118", "#2b2118"),
}
SHADES = (
    *(Shade(f"{name}_shade", ((0, f"{name}_light"), (0.75, name), (1, name))) for name in NAMES),
    *(Shade(f"{name}_base", ((0, name), (1, f"{name}_deep"))) for name in NAMES),
    Shade("gem_shade", ((0, "gem_light"), (0.5, "gem"), (1, "gem_deep"))),
)

DROP = "M0 -10C3.5 -4.5 7 -0.5 7 3.5C7 7.5 4 10 0 10C-4 10 -7 7.5 -7 3.5C-7 -0.5 -3.5 -4.5 0 -10Z"
PEAKS = "M-11 8.5L-4 -8L0.5 0.5L4 -4.5L11 8.5Z"
FLAME = (
    "M1 -11C2 -6 8 -3 7.5 3.5C7 8 4 10 0 10C-4.5 10 -7.5 7.5 -7.5 3C-7.5 -1 -4.5 -2.5 -4.5 -6"
    "C-2.5 -4.5 -2 -3.5 -1.5 -2C0.5 -4 1.5 -7 1 -11Z"
)
WIND = "M-10 -3.5L3 -3.5C8 -3.5 8.5 -9.5 4 -9.5C2 -9.5 1 -8 1.3 -6.8M-10 1L7 1C11 1 11 6 7.5 6M-8 5.5L1 5.5C5 5.5 5 10.5 1 10"
EMBLEMS = (DROP, PEAKS, FLAME, WIND)
HOOF = "M-1 -9C-7 -6 -8 2 -5 8C-2.5 8 -1 5 -1 1ZM1 -9C7 -6 8 2 5 8C2.5 8 1 5 1 1Z"

GEM = "M-8 -9L8 -9L14 -2L0 13L-14 -2Z"
FACETS = "M-14 -2L14 -2M-8 -9L-5 -2L0 13L5 -2L8 -9M-5 -2L0 -9L5 -2"
POINTED = (
    "M-2.8 -16C-1 -19.2 1 -19.2 2.8 -16L16.6 10.5C17.8 13 16.8 14.8 14 14.8L-14 14.8C-16.8 14.8 -17.8 13 -16.6 10.5Z"
)
GLINT = "M-8 -9L0 -9L-5 -2L-14 -2Z"
LEFT_ANTLER = (  # by element: waves, branches, flames, curls
    "M-4 -24C-10 -28 -5 -34 -11 -37C-16 -40 -12 -44 -15 -47M-8 -30C-13 -31 -16 -30 -19 -34M-11 -37C-8 -39 -7 -42 -8 -46",
    "M-4 -24C-7 -31 -13 -33 -15 -46M-7 -30C-12 -29 -17 -31 -20 -36M-12 -36C-9 -39 -8 -42 -8 -47M-14 -40C-18 -41 -20 -43 -21 -46",
    "M-4 -24C-12 -27 -17 -33 -12 -47M-9 -28C-15 -28 -20 -31 -21 -39M-14 -34C-9 -35 -7 -39 -6 -45",
    "M-4 -24C-10 -29 -18 -29 -18 -37C-18 -44 -9 -45 -9 -39C-9 -36 -12 -35 -13.5 -37M-9 -27C-8 -32 -6 -36 -4 -38",
)
HEAD = "M0 -2C-4 -2 -4.5 -7 -7 -13C-9.5 -20 -6 -25.5 0 -25.5C6 -25.5 9.5 -20 7 -13C4.5 -7 4 -2 0 -2Z"
EARS = "M-7 -20C-12 -25 -18 -24 -20 -20C-16 -15 -11 -14 -7 -16ZM7 -20C12 -25 18 -24 20 -20C16 -15 11 -14 7 -16Z"
NECK = "M-8 -8C-8 0 -11 4 -13 10L13 10C11 4 8 0 8 -8Z"
FLAKE = (
    "M0 -10L0 10M-8.7 -5L8.7 5M-8.7 5L8.7 -5M-3 -8.5L0 -6L3 -8.5M-3 8.5L0 6L3 8.5"
    "M-8.6 -1L-5 -3L-5.5 -7M8.6 1L5 3L5.5 7M-8.6 1L-5 3L-5.5 7M8.6 -1L5 -3L5.5 -7"
)


@cache
def placed(d: str, x: float, y: float, k: float = 1, flip: bool = False, fine: int = 1) -> str:
    """An outline in absolute points, moved to (x, y) and made `k` times as large; `flip` mirrors it left to right.
    It has `fine` places behind the point.

    It is written in steps from point to point, which takes half as many characters."""
    out, before, pen, start = "", "", (0.0, 0.0), (0.0, 0.0)
    for command, numbers in re.findall(r"([MLCZ])([^MLCZ]*)", d):
        values = [float(number) for number in numbers.split()]
        ends = list(zip(values[::2], values[1::2], strict=True))
        points = [(round(x + (-k if flip else k) * right, fine), round(y + k * down, fine)) for right, down in ends]
        if command == "Z":
            out, pen = out + "z", start
        else:
            steps = _written([value - at for point in points for value, at in zip(point, pen, strict=True)])
            letter = "M" if not out else command.lower()
            joined = " " * (steps[0] != "-") if letter == before else letter
            out, pen = out + joined + steps, points[-1]
            start = pen if command == "M" else start
        before = command.lower() if command in "LC" else ""
    return out


def _written(numbers: list[float]) -> str:
    """Numbers with one place behind the point, and no more between them than is needed to tell them apart."""
    texts = [re.sub(r"\b0\.", ".", f"{round(number, 1) + 0:g}") for number in numbers]
    return "".join(text if not at or text[0] == "-" else f" {text}" for at, text in enumerate(texts))


def ellipse(x: float, y: float, across: float, down: float) -> str:
    return (
        f"M{x - across:g} {y:g}a{across:g} {down:g} 0 1 0 {2 * across:g} 0a{across:g} {down:g} 0 1 0 {-2 * across:g} 0Z"
    )


def emblem(element: int, x: float, y: float, k: float = 1, fill: str = "") -> Part:
    """The sign of an element: drop, peaks, flame or wind."""
    d = placed(EMBLEMS[element], x, y, k)
    paint = fill or f"{NAMES[element]}_deep"
    return Path(d, "", paint, 2.4 * k) if element == 3 else Path(d, paint)


def medal(element: int, x: float, y: float, radius: float) -> tuple[Part, ...]:
    """The emblem in a ring."""
    name = NAMES[element]
    return (
        Disc(x, y, radius, f"{name}_shade", f"{name}_deep", max(1.5, radius / 12)),
        emblem(element, x, y, radius / 16),
    )


@cache
def diamond(k: float = 1) -> tuple[Part, ...]:
    return (
        Path(ellipse(0, 13 * k, 9 * k, 3 * k), "shadow", opacity=0.28),
        Path(placed(GEM, 0, 0, k), "gem_shade", "gem_edge", 1.8 * min(k, 1.4)),
        Path(placed(GLINT, 0, 0, k), "white", opacity=0.6),
        Path(placed(FACETS, 0, 0, k), "", "gem_edge", 0.8 * min(k, 1.6), 0.65),
    )


@cache
def rune(element: int) -> tuple[Part, ...]:
    name = NAMES[element]
    fill, edge = f"{name}_shade", f"{name}_deep"
    slabs = (
        Disc(0, 0, 15.6, fill, edge, 2),
        Box(-14.4, -14.4, 28.8, 28.8, fill, edge, 2, round=3.5),
        Path(POINTED, fill, edge, 2),
        Path("M-8.4 -14.8L8.4 -14.8L17 0L8.4 14.8L-8.4 14.8L-17 0Z", fill, edge, 2),
    )
    return (
        Disc(0, 3, 15.6, "shadow", opacity=0.3),
        slabs[element],
        emblem(element, 0, 2 if element == 2 else 0, 0.85 if element != 2 else 0.78),
    )


@cache
def deer(element: int) -> tuple[Part, ...]:
    """A figure: a deer's head over a foot that bears the emblem; no two elements have the same antlers."""
    name = NAMES[element]
    deep = f"{name}_deep"
    antlers = LEFT_ANTLER[element] + placed(LEFT_ANTLER[element], 0, 0, flip=True)
    return (
        Path(ellipse(1, 18, 20, 6), "shadow", opacity=0.3),
        Path(antlers, "", "face", 5.6, 0.85),
        Path(antlers, "", "eye", 4.2),
        Path(antlers, "", f"{name}_light", 2.2),
        Path("M-16 10C-18 13 -18 16 -16 18C-10 22 10 22 16 18C18 16 18 13 16 10Z", f"{name}_base", deep, 1.6),
        Path(NECK, f"{name}_base", deep, 1.6),
        Path(EARS, name, deep, 1.5),
        Path(HEAD, f"{name}_shade", deep, 1.6),
        Path("M-3 -6C-2 -7.5 2 -7.5 3 -6C3 -3.5 -3 -3.5 -3 -6Z" + ellipse(-4, -15.5, 1.5, 2) + ellipse(4, -15.5, 1.5, 2), "eye"),
        Disc(0, 9.5, 8.6, "face", deep, 1.5),
        emblem(element, 0, 9.5, 0.55),
    )  # fmt: skip


@cache
def ice() -> tuple[Part, ...]:
    """What stands around a frozen figure."""
    block = "M-19 -18L-8 -27L10 -25L20 -14L21 12L12 21L-13 21L-21 10Z"
    return (
        Path(block, "ice", "ice_edge", 1.8, 0.55),
        Path("M-19 -18L-6 -12L10 -25M-6 -12L-8 21M-6 -12L20 -14", "", "ice_edge", 1, 0.5),
        Disc(15, -19, 10, "white", "ice_edge", 1.4),
        Path(placed(FLAKE, 15, -19, 0.7), "", "water_deep", 1.6),
    )


PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (-1, 1), (1, -1), (1, 1)),
    5: ((-1, -1), (-1, 1), (0, 0), (1, -1), (1, 1)),
    6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}


WAITING = 0
"""The face of a die that nobody has rolled yet."""


@cache
def die(element: int, roll: int) -> tuple[Part, ...]:
    """The die in the colour of the seat that rolled it, or with a hoof print while it waits to be rolled. [P50]"""
    name = NAMES[element]
    pips = "".join(ellipse(17 * x, 17 * y, 6.2, 6.2) for x, y in PIPS[roll]) if roll else placed(HOOF, 0, 0, 2)
    return (
        Box(-31, -26, 66, 64, "shadow", round=15, opacity=0.28),
        Box(-32, -32, 64, 67, f"{name}_deep", round=14),
        Box(-32, -32, 64, 64, f"{name}_shade", f"{name}_deep", 2, round=14),
        Box(-26, -27, 52, 24, "white", round=10, opacity=0.3),
        Path(pips, f"{name}_deep"),
    )


CARD_W, CARD_H = 72, 88
LONG_NAMES = ("card", "double")
"""Cards whose names take two lines."""


@cache
def card(element: int, kind: str) -> tuple[Part, ...]:
    """A card face up: its element above, a picture of what it does, its name below."""
    name = NAMES[element]
    two = kind in LONG_NAMES
    return (
        Box(-CARD_W / 2 + 2, -CARD_H / 2 + 3, CARD_W, CARD_H, "shadow", round=9, opacity=0.25),
        Box(-CARD_W / 2, -CARD_H / 2, CARD_W, CARD_H, "face", f"{name}_deep", 2.4, round=9),
        Box(-CARD_W / 2 + 5, -CARD_H / 2 + 5, CARD_W - 10, 46 if two else 56, f"{name}_shade", round=6),
        *_deed(kind),
        Disc(-CARD_W / 2 + 13, -CARD_H / 2 + 13, 9.5, "face", f"{name}_deep", 1.4),
        emblem(element, -CARD_W / 2 + 13, -CARD_H / 2 + 13, 0.6),
        Label(0, 25 if two else 29, CARD_NAMES[Kind[kind.upper()]], 16, "face_ink", bold=True, room=CARD_W - 4, lines=1 + two),
    )  # fmt: skip


def _deed(kind: str) -> tuple[Part, ...]:
    """Ice for a turn missed, a broken rune for one lost, diamonds for those taken."""
    if kind == "stop":
        return (Disc(0, -12, 20, "ice", "ice_edge", 1.5, 0.9), Path(placed(FLAKE, 0, -12, 1.55), "", "water_deep", 2.4))
    if kind == "card":
        crack = "M-2 -34L4 -22L-5 -14L5 -5L-1 7"
        return (
            Box(-16, -30, 32, 36, "face", "face_ink", 2, round=7),
            Path(placed(HOOF, 0, -12, 1.2), "face_ink", opacity=0.55),
            Path(crack, "", "face", 6),
            Path(crack, "", "fire_deep", 2.6),
        )
    gems = ((-11, -10), (13, -20)) if kind == "double" else ((0, -11),)
    size = 1 if kind == "double" else 1.4
    return tuple(
        part
        for x, y in gems
        for part in (
            Path(placed(GEM, x, y, size), "gem_shade", "gem_edge", 1.8),
            Path(placed(GLINT, x, y, size), "white", opacity=0.6),
            Path(placed(FACETS, x, y, size), "", "gem_edge", 0.9, 0.65),
        )
    )


@cache
def back(element: int, cards: int) -> tuple[Part, ...]:
    """The edges of the cards below the face-up one; an exhausted pile leaves its empty place."""
    name = NAMES[element]
    w, h = CARD_W, CARD_H
    if not cards:
        return (Box(-w / 2, -h / 2, w, h, "", "muted", 2, round=9, dash="6 5"), emblem(element, 0, 0, 1.4, "muted"))
    edges = min(4, (cards + 6) // 8)
    return tuple(
        Box(-w / 2 + 2.5 * i, -h / 2 + 1, w, h - 2, f"{name}_light", f"{name}_deep", 1.4, round=9)
        for i in range(edges, 0, -1)
    )
