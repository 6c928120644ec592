"""What lies and stands on the board of DeerPortal, drawn around (0, 0). An element is told by its colour, emblem and runes' outline."""

import re
from functools import cache

from turnwise.games.deerportal.telling import FACES
from turnwise.kit import pieces as kit
from turnwise.kit.shapes import Box, Disc, Group, Label, Part, Path, Shade, regular

NAMES = ("water", "earth", "fire", "air")


def tones(names: str, row: str) -> dict[str, tuple[str, str]]:
    """Colours by their names, each for light and for dark."""
    values = [f"#{value}" for value in row.split()]
    return dict(zip(names.split(), zip(values[::2], values[1::2], strict=True), strict=True))


PALETTE = {
    **tones("water water_light water_deep water_ink", "7ab9f6 7ab9f6  b9dcfb b3d9fb  174f86 103a66  175a9a 8cc8ff"),
    **tones("earth earth_light earth_deep earth_ink", "90e26a 90e26a  c6eeac c3eeaa  2a6118 183e0c  2f6f1a a5e585"),
    **tones("fire fire_light fire_deep fire_ink", "ffa38e ffa38e  ffc6b5 ffc8b8  8a2911 6d1f0c  a8341a ff9d80"),
    **tones("air air_light air_deep air_ink", "faff75 faff75  fbf7ae fcf8b4  6d5e00 4c4100  756500 f5e96b"),
    **tones("night night_light night_deep", "8a72d0 7a62c4  b9a2ff a88cff  1d1138 120926"),
    **tones("gem gem_light gem_deep gem_edge", "7fd8ee 86dcf2  f4fdff f4fdff  2b8fb4 2f8fb4  0d4a66 0a3b52"),
    **tones("gem_ink eye ice ice_edge", "0a6d8f 8fe6ff  20160c 20160c  cdeefc bfe6f8  2f7fa8 e9f8ff"),
    **tones("face face_ink", "fffaf0 f3ecdd  2b2118 2b2118"),
}
SHADES = (
    *(Shade(f"{name}_shade", ((0, f"{name}_light"), (0.75, name), (1, name))) for name in (*NAMES, "night")),
    *(Shade(f"{name}_base", ((0, name), (1, f"{name}_deep"))) for name in (*NAMES, "night")),
    Shade("gem_shade", ((0, "gem_light"), (0.5, "gem"), (1, "gem_deep"))),
)

EMBLEMS = (  # drop, peaks, flame, wind
    "M0 -10C3.5 -4.5 7 -0.5 7 3.5C7 7.5 4 10 0 10C-4 10 -7 7.5 -7 3.5C-7 -0.5 -3.5 -4.5 0 -10Z",
    "M-11 8.5L-4 -8L0.5 0.5L4 -4.5L11 8.5Z",
    "M1 -11C2 -6 8 -3 7.5 3.5C7 8 4 10 0 10C-4.5 10 -7.5 7.5 -7.5 3C-7.5 -1 -4.5 -2.5 -4.5 -6C-2.5 -4.5 -2 -3 -1.5 -2C0.5 -4 1.5 -7 1 -11Z",
    "M-10 -3.5L3 -3.5C8 -3.5 8.5 -9.5 4 -9.5C2 -9.5 1 -8 1.3 -6.8M-10 1L7 1C11 1 11 6 7.5 6M-8 5.5L1 5.5C5 5.5 5 10.5 1 10",
)
SLABS = (regular(32, 15.6), regular(4, 19.5, 1, first=45), regular(3, 21.5, 6, 3.4, -90), regular(6, 17.2, 1))
ANTLERS = (  # the left ones: waves, branches, flames, curls
    "M-4 -24C-10 -28 -5 -34 -11 -37C-16 -40 -12 -44 -15 -47M-8 -30C-13 -31 -16 -30 -19 -34M-11 -37C-8 -39 -7 -42 -8 -46",
    "M-4 -24C-7 -31 -13 -33 -15 -46M-7 -30C-12 -29 -17 -31 -20 -36M-12 -36C-9 -39 -8 -42 -8 -47M-14 -40C-18 -41 -20 -43 -21 -46",
    "M-4 -24C-12 -27 -17 -33 -12 -47M-9 -28C-15 -28 -20 -31 -21 -39M-14 -34C-9 -35 -7 -39 -6 -45",
    "M-4 -24C-10 -29 -18 -29 -18 -37C-18 -44 -9 -45 -9 -39C-9 -36 -12 -35 -13.5 -37M-9 -27C-8 -32 -6 -36 -4 -38",
)
HOOF = "M-1 -9C-7 -6 -8 2 -5 8C-2.5 8 -1 5 -1 1ZM1 -9C7 -6 8 2 5 8C2.5 8 1 5 1 1Z"
FACETS = "M-14 -2L14 -2M-8 -9L-5 -2L0 13L5 -2L8 -9M-5 -2L0 -9L5 -2"
HEAD = "M0 -2C-4 -2 -4.5 -7 -7 -13C-9.5 -20 -6 -25.5 0 -25.5C6 -25.5 9.5 -20 7 -13C4.5 -7 4 -2 0 -2Z"
EARS = "M-7 -20C-12 -25 -18 -24 -20 -20C-16 -15 -11 -14 -7 -16ZM7 -20C12 -25 18 -24 20 -20C16 -15 11 -14 7 -16Z"
FOOT = "M-16 10C-18 13 -18 16 -16 18C-10 22 10 22 16 18C18 16 18 13 16 10Z"
FLAKE = "M0 -10L0 10M-8.7 -5L8.7 5M-8.7 5L8.7 -5M-3 -8.5L0 -6L3 -8.5M-3 8.5L0 6L3 8.5M-8.6 -1L-5 -3L-5.5 -7"
FLAKE += "M8.6 1L5 3L5.5 7M-8.6 1L-5 3L-5.5 7M8.6 -1L5 -3L5.5 -7"
CARD_W, CARD_H = 72, 88


@cache
def placed(d: str, x: float, y: float, across: float = 1, down: float | None = None) -> str:
    """An outline in absolute points, moved to (x, y) and made so many times as large; less than nothing mirrors it."""
    down = across if down is None else down
    moved = ((x + across * float(a), y + down * float(b)) for a, b in re.findall(r"(-?[\d.]+) (-?[\d.]+)", d))
    return re.sub(r"-?[\d.]+ -?[\d.]+", lambda _: "{:g} {:g}".format(*(round(one, 1) for one in next(moved))), d)


def ellipse(x: float, y: float, across: float, down: float) -> str:
    half = f"a{across:g} {down:g} 0 1 0"
    return f"M{x - across:g} {y:g}{half} {2 * across:g} 0{half} {-2 * across:g} 0Z"


def emblem(element: int, x: float = 0, y: float = 0, k: float = 1, fill: str = "") -> Part:
    """The sign of an element: drop, peaks, flame or wind."""
    d, paint = placed(EMBLEMS[element], x, y, k), fill or f"{NAMES[element]}_deep"
    return Path(d, "", paint, 2.4 * k) if element == 3 else Path(d, paint)


def stag(name: str, antler: str) -> tuple[Part, ...]:
    """The head of a deer with its antlers."""
    antlers, deep = antler + placed(antler, 0, 0, -1, 1), f"{name}_deep"
    return (
        Path(antlers, "", "face", 5.6, 0.85),
        Path(antlers, "", "eye", 4.2),
        Path(antlers, "", f"{name}_light", 2.2),
        Path("M-8 -8C-8 0 -11 4 -13 10L13 10C11 4 8 0 8 -8Z", f"{name}_base", deep, 1.6),
        Path(EARS, name, deep, 1.5),
        Path(HEAD, f"{name}_shade", deep, 1.6),
        Path("M-3 -6C-2 -7.5 2 -7.5 3 -6C3 -3.5 -3 -3.5 -3 -6Z" + ellipse(-4, -15.5, 1.5, 2) + ellipse(4, -15.5, 1.5, 2), "eye"),
    )  # fmt: skip


MEDALS: tuple[tuple[Part, ...], ...] = tuple(
    (Disc(0, 0, 18, f"{name}_shade", f"{name}_deep", 1.8), emblem(element, k=1.1)) for element, name in enumerate(NAMES)
)
RUNES = tuple(
    (Disc(0, 3, 15.6, "shadow", opacity=0.3), Path(slab, f"{name}_shade", f"{name}_deep", 2), emblem(element, k=0.82))
    for element, (name, slab) in enumerate(zip(NAMES, SLABS, strict=True))
)
DEER = tuple(  # no two elements have the same antlers
    (
        Path(ellipse(1, 18, 20, 6), "shadow", opacity=0.3),
        Path(FOOT, f"{name}_base", f"{name}_deep", 1.6),
        *stag(name, ANTLERS[element]),
        Disc(0, 9.5, 8.6, "face", f"{name}_deep", 1.5),
        emblem(element, 0, 9.5, 0.55),
    )
    for element, name in enumerate(NAMES)
)
DIAMOND: tuple[Part, ...] = (
    Path(ellipse(0, 13, 9, 3), "shadow", opacity=0.28),
    Path("M-8 -9L8 -9L14 -2L0 13L-14 -2Z", "gem_shade", "gem_edge", 1.8),
    Path("M-8 -9L0 -9L-5 -2L-14 -2Z", "white", opacity=0.6),
    Path(FACETS, "", "gem_edge", 0.8, 0.65),
)
ICE = (
    Path("M-19 -18L-8 -27L10 -25L20 -14L21 12L12 21L-13 21L-21 10Z", "ice", "ice_edge", 1.8, 0.55),
    Path("M-19 -18L-6 -12L10 -25M-6 -12L-8 21M-6 -12L20 -14", "", "ice_edge", 1, 0.5),
    Disc(15, -19, 10, "white", "ice_edge", 1.4),
    Path(placed(FLAKE, 15, -19, 0.7), "", "water_deep", 1.6),
)
DEEDS: dict[str, tuple[Part, ...]] = {  # ice for a turn missed, a broken rune for one lost, diamonds for those taken
    "stop": (Disc(0, 0, 20, "ice", "ice_edge", 1.5, 0.9), Path(placed(FLAKE, 0, 0, 1.55), "", "water_deep", 2.4)),
    "card": (
        Box(-16, -18, 32, 36, "face", "face_ink", 2, round=7),
        Path(placed(HOOF, 0, 0, 1.2), "face_ink", opacity=0.55),
        *(Path("M-2 -22L4 -10L-5 -2L5 7L-1 19", "", ink, width) for ink, width in (("face", 6), ("fire_deep", 2.6))),
    ),
    "diamond": (Group(DIAMOND[1:], scale=1.4),),
    "double": (Group(DIAMOND[1:], -11, 5), Group(DIAMOND[1:], 13, -7)),
}


@cache
def badge(element: int, freeze: int, portal: bool, leads: bool) -> tuple[Part, ...]:
    """The medal of a player: in ice with the turns to miss, in the light of the portal, or with a diamond for whoever leads."""
    parts = MEDALS[element]
    if portal:
        parts = Disc(0, 0, 20, "whirl", "portal", 1.5), Group(parts, scale=0.74)
    if freeze:
        number = Disc(12, -11, 9.5, "white", "ice_edge", 1.5), Label(12, -11, str(freeze), 15, "water_deep", bold=True)
        parts = *parts, Group(ICE[:2], 0, 1, 0.92), *number
    return (*parts, Group(DIAMOND, 12, -13, 0.62)) if leads else parts


@cache
def die(element: int, roll: int) -> tuple[Part, ...]:
    """The die in the colour of the seat that rolled it, or with a hoof print while it waits to be rolled. [P50]"""
    drawn = kit.die(roll, 64, f"{NAMES[element]}_shade", f"{NAMES[element]}_deep")
    return drawn if roll else (*drawn[:2], Path(placed(HOOF, 0, 0, 2), f"{NAMES[element]}_deep"))


@cache
def card(element: int, kind: str) -> tuple[Part, ...]:
    """A card face up: its element above, a picture of what it does, its name below where that can be read."""
    name, two, left, top = NAMES[element], kind in ("card", "double"), -CARD_W / 2, -CARD_H / 2
    return (
        Box(left, top, CARD_W, CARD_H, "face", f"{name}_deep", 2.4, round=9),
        Box(left + 5, top + 5, CARD_W - 10, CARD_H - 10, f"{name}_shade", round=6),
        Group(DEEDS[kind], 2, -16 if two else -11, 0.95 if two else 1.1),
        Disc(left + 13, top + 13, 9.5, "face", f"{name}_deep", 1.4),
        emblem(element, left + 13, top + 13, 0.6),
        Label(0, 22 if two else 29, FACES[kind], 15, "face_ink", bold=True, room=CARD_W - 4, lines=1 + two, spare=True),
    )


@cache
def back(element: int, cards: int) -> tuple[Part, ...]:
    """The cards below the face-up one, with their number where it is seen; an exhausted pile leaves its empty place."""
    name, left, top = NAMES[element], -CARD_W / 2, -CARD_H / 2
    if not cards:
        return Box(left, top, CARD_W, CARD_H, "", "muted", 2, round=9, dash="6 5"), emblem(element, k=1.4, fill="muted")
    number = Label(left + 15, top + 17, str(cards), 17, "face_ink", bold=True, room=24, spare=True)
    return Box(left, top + 1, CARD_W, CARD_H - 2, f"{name}_base", f"{name}_deep", 1.4, round=9), number
