"""What never moves on a Rally map: land, water, trees and houses, roads, and the signs of the positions."""

from collections.abc import Iterator
from functools import cache, lru_cache
from math import cos, hypot, pi, sin

from turnwise.games.rally import telling
from turnwise.games.rally.atlas import Map, Site
from turnwise.kit.pieces.network import Network, Point, curve, points_along, short
from turnwise.kit.shapes import Box, Disc, Group, Label, Part, Path, Shade, Thing, through

PALETTE = {
    "land": ("#d5e3b9", "#1f2e29"),
    "land_light": ("#e8efcf", "#273830"),
    "field": ("#c6d9a2", "#22362c"),
    "leaf": ("#5f9155", "#2b5541"),
    "leaf_light": ("#86b571", "#3b7056"),
    "water": ("#9ecbe3", "#1c4059"),
    "water_light": ("#c4e2ef", "#2a5876"),
    "shore": ("#efe4bd", "#46493a"),
    "wall": ("#fbf3e0", "#8d8675"),
    "roof": ("#c0553c", "#7d3c2e"),
    "rock": ("#d2cfc2", "#6a7074"),
    "road_edge": ("#53575c", "#0b0e11"),
    "road": ("#8b8f95", "#4b525b"),
    "road_line": ("#fff8da", "#e3dcb4"),
    "sign": ("#fffdf4", "#3c4550"),
    "sign_edge": ("#474c52", "#0d1013"),
    "gold": ("#f0b22c", "#d99a1e"),
    "gold_light": ("#ffe08a", "#f5cb6b"),
    "gold_edge": ("#6d4800", "#2c1e00"),
    "go": ("#2f9a5f", "#2c8a57"),
    "go_light": ("#6cc894", "#4fb27c"),
    "go_edge": ("#134f2f", "#0a2b1a"),
    "pole": ("#6b5138", "#a98d6c"),
}
SHADES = (
    Shade("land_shade", ((0, "land_light"), (1, "land"))),
    Shade("gold_shade", ((0, "gold_light"), (1, "gold"))),
    Shade("go_shade", ((0, "go_light"), (1, "go"))),
    Shade("water_shade", ((0.2, "water_light"), (1, "water")), radial=True),
)


def _blob(wide: float, high: float, phase: float, x: float = 0, y: float = 0) -> str:
    """A soft closed outline."""
    swing = [1 + 0.13 * sin(3 * i * pi / 5 + phase) + 0.07 * cos(2 * i * pi / 5 - phase) for i in range(10)]
    points = [(x + wide * s * cos(i * pi / 5), y + high * s * sin(i * pi / 5)) for i, s in enumerate(swing)]
    middles = [((a + c) / 2, (b + d) / 2) for (a, b), (c, d) in zip(points, points[1:] + points[:1], strict=True)]
    bends = (f"Q{a:.0f} {b:.0f} {c:.0f} {d:.0f}" for (a, b), (c, d) in zip(points, middles, strict=True))
    return f"M{middles[-1][0]:.0f} {middles[-1][1]:.0f}{''.join(bends)}Z"


# Sights, in a circle of 100 around their middle.

HOUSE = (
    Path("M-8 -8L12 -8L12 3L-8 3Z", "shadow", opacity=0.15),
    Path("M-10 -11L10 -11L10 0L-10 0Z", "wall", "sign_edge", 0.8),
    Path("M-12.4 -11L-6 -21L6 -21L12.4 -11Z", "roof", "pole", 1),
    Path("M-6 -8L-2 -8L-2 -4L-6 -4ZM2 0L2 -7L6 -7L6 0Z", "pole", opacity=0.7),
)
PEAK = (
    Path("M-62 0L0 -100L62 0Z", "road"),
    Path("M-62 0L0 -100L-8 -35L-18 0Z", "rock"),
    Path("M-21 -66L0 -100L21 -66L8 -72L-3 -60Z", "white"),
)
LAKE = (
    Path(_blob(100, 72, 1), "shore"),
    Path(_blob(92, 64, 1), "water_shade"),
    Path("M-42 -14q8 -5 15 0t15 0M14 15q8 -5 17 0t17 0M-24 32q5 -5 10 0t10 0", "", "water_light", 3),
    Path("M-16 5h34l-7 11h-20Z", "pole"),
    Path("M1 1v-32l18 29Z", "white", "sign_edge", 1),
    Path("M-2 1v-24l-11 23Z", "roof"),
)
VILLAGE = (
    Path(_blob(100, 66, 2.4), "field"),
    Group(HOUSE, 24, 4, 1.8),
    Path("M-10 4v-38h20v38Z", "wall", "sign_edge", 1),
    Path("M-14 -32l14 -30l14 30Z", "roof"),
    Disc(0, -20, 5, "sign", "pole", 1.2),
    *(Group(HOUSE, x, y, 1.3) for x, y in ((-42, -12), (52, -22), (-56, 26), (-12, 44), (48, 38))),
)
PEAKS = (
    Path(_blob(100, 45, 0.6, 0, 25), "leaf", opacity=0.3),
    *(Group(PEAK, x, y, scale) for x, y, scale in ((42, 20, 0.62), (-45, 26, 0.58), (0, 38, 0.98))),
)
CROPS = (
    Path("M-52 -40L62 -34L52 40L-62 34Z", "shore"),
    Path("M-50 -28L50 -23M-52 -14L48 -9M-55 0L45 5M-57 14L43 19M-59 28L41 33", "", "gold", 3, 0.35),
)
SIGHTS = (LAKE, VILLAGE, PEAKS, CROPS, LAKE, CROPS)
GOLDEN = 0.754878, 0.569840
"""Steps, in parts of the map, after any number of which it is filled evenly (Roberts' sequence)."""


@lru_cache(64)
def landscape(here: Map, name: str) -> Thing:
    """Land and roads as one thing at the back."""
    net, wide, high = here.net, here.net.width, here.net.height
    taken = [place for road in net.roads.values() for place in points_along(road, 9)]
    taken += [(site.x, site.y + net.radius + 14) for site in here.sites if site.kind != "plain"]
    spread = [(i * GOLDEN[0] % 1, i * GOLDEN[1] % 1) for i in range(1, 340)]
    soft = [(9 * x, wide * (0.2 + 0.6 * x), high * (0.2 + 0.6 * y)) for x, y in spread[:5]]
    field = Path("".join(_blob(0.16 * wide, 0.12 * high, *meadow) for meadow in soft), "field", opacity=0.6)
    parts: list[Part] = [Box(0, 0, wide, high, "land_shade", "leaf", 1.5, round=26), field]
    sights: list[tuple[float, float, float]] = []
    trees: list[Point] = []
    scattered = ((34 + (wide - 68) * x, 30 + (high - 60) * y) for x, y in spread)
    spots = sorted(((_room(spot, taken, net), spot) for spot in scattered), reverse=True)
    for room, (x, y) in spots:  # sights in the roomiest, none in another's room; then trees
        if room > 74 and len(sights) < len(SIGHTS) and all(hypot(x - u, y - v) > room + r - 20 for r, u, v in sights):
            parts.append(Group(SIGHTS[len(sights)], round(x), round(y), round((min(room, 130) - 26) / 100, 2)))
            sights.append((room, x, y))
    for room, (x, y) in spots:
        free = all(hypot(x - u, y - v) > min(r, 130) - 12 for r, u, v in sights)
        if free and room > 30 and len(trees) < 64 and all(hypot(x - u, y - v) > 21 for u, v in trees):
            trees.append((x, y))
    parts += _trees(sorted(trees, key=lambda tree: tree[1]))
    way, size = "".join(map(curve, net.roads.values())), min(1.0, net.radius / 24)
    parts += [Path(way, "", "shadow", 21 * size, 0.1), Path(way, "", "road_edge", 16 * size)]
    parts += [Path(way, "", "road", 12.5 * size), Path(way, "", "road_line", 1.8 * size, 0.9, "8 9")]
    return Thing("board", telling.landscape(name, len(here.sites), len(net.roads)), tuple(parts))


def _room(spot: Point, taken: list[Point], net: Network) -> float:
    """How far a spot is from everything and from the map's edge."""
    x, y = spot
    return min(min(x, net.width - x, y, net.height - y) + 18, min(hypot(x - u, y - v) for u, v in taken))


def _trees(trees: list[Point]) -> Iterator[Part]:
    """Pines and leafy trees, all of a kind in one outline."""
    pines = [tree for i, tree in enumerate(trees) if i % 3]
    for of, outline, fill, opacity in (
        (trees, "m-8 8a9 3 0 1 0 18 0a9 3 0 1 0 -18 0Z", "shadow", 0.12),
        (trees, "m-2 2h4v7h-4Z", "pole", 1),
        (pines, "m0 -17l7 11h-4l6 10h-18l6 -10h-4Z", "leaf", 1),
        (pines, "m0 -17l-7 11h4l-6 10h7Z", "leaf_light", 1),
        (trees[::3], "m-9.5 -5a9.5 9.5 0 1 0 19 0a9.5 9.5 0 1 0 -19 0Z", "leaf", 1),
        (trees[::3], "m-7.5 -7a5.5 5.5 0 1 0 11 0a5.5 5.5 0 1 0 -11 0Z", "leaf_light", 1),
    ):
        yield Path("".join(f"M{x:.0f} {y:.0f}{outline}" for x, y in of), fill, opacity=opacity)


# The signs of the positions, those of START, FINISH and checkpoints in a circle of 36.


def _checks(x: float, y: float, q: float, rows: int) -> str:
    """The dark squares of a chequered flag."""
    dark = ((x + i * q, y + j * q) for i in range(4) for j in range(rows) if (i + j) % 2)
    return "".join(f"M{a:g} {b:g}h{q:g}v{q:g}h{-q:g}Z" for a, b in dark)


@cache
def hexagon(r: float) -> str:
    """The outline of a checkpoint."""
    return through([(round(r * cos(i * pi / 3), 1), round(r * sin(i * pi / 3), 1)) for i in range(6)], closed=True)


def _flag(fill: str, edge: str) -> tuple[Part, ...]:
    return Path("M-34 -18V-64", "", "pole", 3), Path("M-34 -62h28v21h-28Z", fill, edge, 1.5)


SHADOW = Disc(1.5, 3.5, 37.5, "shadow", opacity=0.22)
SIGNS: dict[str, tuple[Part, ...]] = {
    "plain": (SHADOW, Disc(0, 0, 36, "sign", "sign_edge", 2.2), Disc(0, 0, 31, "", "line", 1.8)),
    "start": (
        SHADOW,
        Box(-36, -36, 72, 72, "go_shade", "go_edge", 2.5, round=11),
        Box(-31, -31, 62, 62, "", "white", 1.6, round=7, opacity=0.75),
        Path("M-12 -18L20 0L-12 18Z", "white", opacity=0.9),
        *_flag("go_shade", "go_edge"),
    ),
    "finish": (
        SHADOW,
        Box(-36, -36, 72, 72, "white", "black", 2.5, round=11),
        Path(_checks(-28, -28, 14, 4), "black", opacity=0.85),
        *_flag("white", "black"),
        Path(_checks(-34, -62, 7, 3), "black"),
    ),
    "checkpoint": (SHADOW, Path(hexagon(40), "gold_shade", "gold_edge", 2.5), Path(hexagon(31), "", "gold_edge", 0.8)),
}


@lru_cache(64)
def signs(here: Map) -> Thing:
    """The signs of all positions as one thing, over the roads and what is drawn on them."""
    parts: list[Part] = []
    for site in here.sites:
        parts.append(Group(SIGNS[site.kind], site.x, site.y, round(here.net.radius / 36, 3)))
        parts += _lettering(site, here)
    return Thing("signs", telling.signs(here.sites), tuple(parts))


def _lettering(site: Site, here: Map) -> Iterator[Part]:
    """What stands on a sign, and the name below it where it does not fit inside and nothing is in the way."""
    r, least, ink = here.net.radius, here.net.least, "gold_edge" if site.letter else "ink"
    plain, fit = site.kind == "plain", int((2 * r - 6) / (0.6 * least))
    below = None if plain and len(site.id) <= fit else _below(site, here, max(16.0, least))
    inside = "" if below or fit < 3 or not (plain or site.letter and least < 0.5 * r) else short(site.id, fit)
    if site.asks:
        q, x, y = max(11.5 * r / 36, 0.6 * least), site.x - 0.8 * r, site.y + 0.8 * r
        yield from (Disc(x, y, q, "quiz", "card", 1.6), Label(x, y, "?", max(q * 1.5, least), "card", bold=True))
    if site.letter:
        up, size = (0.26, 0.75) if inside else (0, 0.95)
        yield Label(site.x, site.y - r * up, site.letter, max(least, r * size), ink, bold=True)
    if inside:
        size = max(least, min(18, r * 0.5)) if plain and len(inside) < 5 else least
        yield Label(site.x, site.y + r * (0.46 if site.letter else 0), inside, size, ink, bold=True)
    if below:
        told, (x, y, wide, high, *_) = telling.sign(site), below
        yield below
        yield Label(x + wide / 2, y + high / 2, told, high - 5, "ink", bold=True, room=wide - 4)


def _below(site: Site, here: Map, high: float) -> Box | None:
    """The board below a sign, if it has room among the others."""
    net, y, r = here.net, site.y, here.net.radius
    wide = (len(site.id) + telling.BEFORE_ID[site.kind]) * high * 0.6 + 10
    x = min(max(site.x, 8 + wide / 2), net.width - 8 - wide / 2)
    if y + r + 16 + high > net.height or wide > net.width / 3:
        return None
    for other in here.sites:
        dx, dy = abs(other.x - x), other.y - y
        named = other.kind != "plain" or len(other.id) * 0.6 * net.least > 2 * r - 6
        in_the_way = dx < wide / 2 + r + 3 and -r < dy - r - 11 < high + r + 8 or named and dx < wide and abs(dy) < 24
        if other is not site and in_the_way:
            return None
    return Box(round(x - wide / 2, 1), round(y + r + 11, 1), wide, high + 5, "sign", "sign_edge", 1, 5, 0.93)
