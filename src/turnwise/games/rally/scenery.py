"""What never moves on a Rally map: land, water, trees and houses, roads, and the signs of the positions."""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from math import cos, hypot, pi, sin

from turnwise.games.rally.atlas import WIDTH, Curve, Map, Point, Site, placed, points_along, short
from turnwise.kit.shapes import Box, Disc, Label, Part, Path, Shade, Thing, through
from turnwise.kit.words import counted, said, sentences

TOP = 104  # where the map begins
SMALL_SIGN = 24.0  # below this radius signs are drawn without their finer parts
BEFORE_ID = {"plain": 0, "start": 6, "finish": 7, "checkpoint": 4}  # letters before an id on the board below a sign

PALETTE = {
    "land": ("#d5e3b9", "#1f2e29"),
    "land_light": ("#e8efcf", "#273830"),
    "land_edge": ("#9fb07e", "#121b18"),
    "field": ("#c6d9a2", "#22362c"),
    "crop": ("#e9dfa9", "#33372a"),
    "furrow": ("#d3c583", "#3f432f"),
    "leaf": ("#5f9155", "#2b5541"),
    "leaf_light": ("#86b571", "#3b7056"),
    "trunk": ("#7d5b3c", "#4a3a2c"),
    "water": ("#9ecbe3", "#1c4059"),
    "water_light": ("#c4e2ef", "#2a5876"),
    "shore": ("#efe4bd", "#46493a"),
    "wall": ("#fbf3e0", "#8d8675"),
    "roof": ("#c0553c", "#7d3c2e"),
    "roof_dark": ("#9a3f2a", "#602a20"),
    "rock": ("#a9a69a", "#454a4d"),
    "rock_light": ("#d2cfc2", "#6a7074"),
    "road_edge": ("#53575c", "#0b0e11"),
    "road": ("#8b8f95", "#4b525b"),
    "road_line": ("#fff8da", "#e3dcb4"),
    "plate": ("#fffdf4", "#3c4550"),
    "plate_ring": ("#d9cfb8", "#596472"),
    "plate_edge": ("#474c52", "#0d1013"),
    "plate_ink": ("#3a3f46", "#e9e6dc"),
    "gold": ("#f0b22c", "#d99a1e"),
    "gold_light": ("#ffe08a", "#f5cb6b"),
    "gold_edge": ("#6d4800", "#2c1e00"),
    "gold_ink": ("#3d2900", "#241800"),
    "go": ("#2f9a5f", "#2c8a57"),
    "go_light": ("#6cc894", "#4fb27c"),
    "go_edge": ("#134f2f", "#0a2b1a"),
    "flag_black": ("#20242a", "#14171b"),
    "flag_white": ("#ffffff", "#f2f0ea"),
    "pole": ("#6b5138", "#a98d6c"),
    "quiz": ("#6a3fa6", "#8d62c9"),
}
SHADES = (
    Shade("land_shade", ((0, "land_light"), (1, "land"))),
    Shade("gold_shade", ((0, "gold_light"), (1, "gold"))),
    Shade("go_shade", ((0, "go_light"), (1, "go"))),
    Shade("water_shade", ((0.2, "water_light"), (1, "water")), radial=True),
)


@lru_cache(32)
def landscape(here: Map, name: str) -> Thing:
    """Land and roads as one thing at the back, with the roads of the text map."""
    samples = [place for road in here.roads.values() for place in points_along(road, 9)]
    named = [site for site in here.sites if site.kind != "plain"]
    taken = [*samples, *((site.x, site.y) for site in here.sites)]
    taken += [(site.x, site.y + here.radius + 22) for site in named]
    taken += [(site.x - here.radius / 2, site.y - here.radius * 1.6) for site in named if site.kind != "checkpoint"]
    spots = sorted(((_room(spot, taken, here.height), spot) for spot in _scattered(here.height)), reverse=True)
    parts: list[Part] = [
        Box(8, 4, WIDTH - 16, here.height, "shadow", round=26, opacity=0.16),
        Box(8, 0, WIDTH - 16, here.height, "land_shade", "land_edge", 2, round=26),
        Path(_meadows(here.height), "field", opacity=0.6),
    ]
    sights = _apart(spots)
    for draw, (room, (x, y)) in zip((_lake, _village, _peaks, _crops, _lake, _crops), sights, strict=False):
        parts += draw(x, y, min(room - 26, 104))
    sighted = [(x, y, min(room, 130)) for room, (x, y) in sights[:6]]
    parts += _trees([spot for room, spot in spots if 30 < room and all(_off(spot, sight) for sight in sighted)])
    parts += _roads(here.roads.values(), min(1, here.radius / SMALL_SIGN))
    words = counted(
        "The map of {board}: {places} places and one road.",
        "The map of {board}: {places} places and {roads} roads.",
        "roads",
        board=name,
        places=len(here.sites),
        roads=len(here.roads),
    )
    return Thing("board", words, tuple(parts), 0, TOP, text=here.lines, cell=(0, 2), ink="muted")


@lru_cache(32)
def signs(here: Map) -> Thing:
    """The signs of all positions as one thing, over the roads and what is drawn on them."""
    parts: list[Part] = []
    for site in here.sites:
        parts += _sign(site, here)
    start, finish = (next(site.id for site in here.sites if site.kind == kind) for kind in ("start", "finish"))
    words = said("The start is {start}, the finish is {finish}.", start=start, finish=finish)
    if listed := tuple(said("{letter} is {place}", letter=letter, place=id) for id, letter in here.letters.items()):
        words = sentences(words, said("Checkpoints: {listed}.", listed=listed))
    return Thing("signs", words, tuple(parts), 0, TOP)


def _scattered(height: float) -> Iterator[Point]:
    """Points that fill the map evenly and never the same way twice in a row (Halton's)."""
    for i in range(1, 340):
        yield 34 + (WIDTH - 68) * _mirrored(i, 2), 30 + (height - 60) * _mirrored(i, 3)


def _mirrored(i: int, base: int) -> float:
    value, part = 0.0, 1.0
    while i:
        part /= base
        i, digit = divmod(i, base)
        value += digit * part
    return value


def _room(spot: Point, taken: list[Point], height: float) -> float:
    """How far a spot is from everything and from the map's edge."""
    x, y = spot
    edge = min(x - 8, WIDTH - 8 - x, y, height - y) + 18
    return min(edge, min(hypot(x - u, y - v) for u, v in taken))


def _apart(spots: list[tuple[float, Point]]) -> list[tuple[float, Point]]:
    """The roomiest spots, none in another's room."""
    found: list[tuple[float, Point]] = []
    for room, (x, y) in spots:
        if room > 74 and all(hypot(x - u, y - v) > room + other - 20 for other, (u, v) in found):
            found.append((room, (x, y)))
    return found


def _off(spot: Point, sight: tuple[float, float, float]) -> bool:
    return hypot(spot[0] - sight[0], spot[1] - sight[1]) > sight[2] - 12


def _blob(x: float, y: float, wide: float, high: float, phase: float) -> str:
    """A soft closed outline."""
    points = []
    for i in range(10):
        angle = i * pi / 5
        swing = 1 + 0.13 * sin(3 * angle + phase) + 0.07 * cos(2 * angle - phase)
        points.append((x + wide * swing * cos(angle), y + high * swing * sin(angle)))
    middles = [((a + c) / 2, (b + d) / 2) for (a, b), (c, d) in zip(points, points[1:] + points[:1], strict=True)]
    start = f"M{middles[-1][0]:.0f} {middles[-1][1]:.0f}"
    return (
        start
        + "".join(f"Q{a:.0f} {b:.0f} {c:.0f} {d:.0f}" for (a, b), (c, d) in zip(points, middles, strict=True))
        + "Z"
    )


def _meadows(height: float) -> str:
    spots = (
        (0.2, 0.24, 118, 70),
        (0.76, 0.2, 132, 74),
        (0.5, 0.56, 150, 84),
        (0.17, 0.78, 104, 76),
        (0.82, 0.76, 122, 92),
    )
    return "".join(
        _blob(WIDTH * x, height * y, wide, min(high, height * 0.15), i) for i, (x, y, wide, high) in enumerate(spots)
    )


def _lake(x: float, y: float, r: float) -> Iterator[Part]:
    yield Path(_blob(x, y, r, r * 0.72, 1), "shore")
    yield Path(_blob(x, y, r - 7, r * 0.72 - 7, 1), "water_shade")
    for dx, dy, wide in ((-0.4, -0.18, 0.3), (0.12, 0.2, 0.34), (-0.22, 0.42, 0.2), (0.3, -0.3, 0.2)):
        a, b = x + dx * r, y + dy * r * 0.72
        wave = f"M{a:.0f} {b:.0f}q{wide * r / 4:.0f} -5 {wide * r / 2:.0f} 0t{wide * r / 2:.0f} 0"
        yield Path(wave, "", "water_light", 2.4)
    if r > 50:
        yield Path(f"M{x - 13:.0f} {y + 4:.0f}h28l-6 9h-16Z", "roof_dark")
        yield Path(f"M{x + 1:.0f} {y + 1:.0f}v-26l15 24Z", "flag_white", "plate_edge", 1)
        yield Path(f"M{x - 2:.0f} {y + 1:.0f}v-20l-9 19Z", "roof")


def _village(x: float, y: float, r: float) -> Iterator[Part]:
    yield Path(_blob(x, y, r, r * 0.66, 2.4), "field")
    houses = ((-0.42, -0.16, 20), (0.5, -0.26, 20), (-0.56, 0.24, 22), (-0.12, 0.42, 24), (0.46, 0.36, 24))
    yield from _house(x + 21, y + 4, 30)
    yield Path(f"M{x - 8:.0f} {y + 4:.0f}v-32h16v32Z", "wall", "plate_edge", 1)
    yield Path(f"M{x - 11:.0f} {y - 28:.0f}l11 -24l11 24Z", "roof_dark")
    yield Disc(x, y - 18, 4, "plate", "roof_dark", 1.2)
    for dx, dy, size in houses:
        yield from _house(x + dx * r, y + dy * r, min(size, r * 0.42))


def _house(x: float, y: float, size: float) -> Iterator[Part]:
    k = size / 20
    yield Path(placed("M-8 -8L12 -8L12 3L-8 3Z", x, y, k), "shadow", opacity=0.15)
    yield Path(placed("M-10 -11L10 -11L10 0L-10 0Z", x, y, k), "wall", "plate_edge", 0.8)
    yield Path(placed("M-12.4 -11L-6 -21L6 -21L12.4 -11Z", x, y, k), "roof", "roof_dark", 1)
    yield Path(placed("M-6 -8L-2 -8L-2 -4L-6 -4ZM2 0L2 -7L6 -7L6 0Z", x, y, k), "roof_dark", opacity=0.7)


def _peaks(x: float, y: float, r: float) -> Iterator[Part]:
    yield Path(_blob(x, y + r * 0.25, r, r * 0.45, 0.6), "leaf", opacity=0.3)
    for dx, dy, high in ((0.42, 0.2, 0.62), (-0.45, 0.26, 0.58), (0, 0.38, 0.98)):
        a, b, k = x + dx * r, y + dy * r, high * r / 100
        yield Path(placed("M-62 0L0 -100L62 0Z", a, b, k), "rock")
        yield Path(placed("M-62 0L0 -100L-8 -35L-18 0Z", a, b, k), "rock_light")
        yield Path(placed("M-21 -66L0 -100L21 -66L8 -72L-3 -60Z", a, b, k), "flag_white")


def _crops(x: float, y: float, r: float) -> Iterator[Part]:
    k = r / 100
    yield Path(placed("M-52 -40L62 -34L52 40L-62 34Z", x, y, k), "crop")
    rows = "".join(f"M{-50 - i * 0.16:g} {-28 + i}L{50 - i * 0.16:g} {-23 + i}" for i in range(0, 60, 14))
    yield Path(placed(rows, x, y, k), "", "furrow", 3)


def _trees(spots: list[Point]) -> Iterator[Part]:
    """Pines and leafy trees, all of a kind in one outline."""
    kept: list[Point] = []
    for x, y in spots:
        if len(kept) < 64 and all(hypot(x - u, y - v) > 21 for u, v in kept):
            kept.append((x, y))
    kept.sort(key=lambda spot: spot[1])
    pines = [spot for i, spot in enumerate(kept) if i % 3]
    leafy = [spot for i, spot in enumerate(kept) if not i % 3]
    yield Path(
        "".join(f"M{x - 8:.0f} {y + 8:.0f}a9 3 0 1 0 18 0a9 3 0 1 0 -18 0Z" for x, y in kept), "shadow", opacity=0.12
    )
    yield Path("".join(f"M{x - 2:.0f} {y + 2:.0f}h4v7h-4Z" for x, y in kept), "trunk")
    yield Path("".join(f"M{x:.0f} {y - 17:.0f}l7 11h-4l6 10h-18l6 -10h-4Z" for x, y in pines), "leaf")
    yield Path("".join(f"M{x:.0f} {y - 17:.0f}l-7 11h4l-6 10h7Z" for x, y in pines), "leaf_light")
    yield Path("".join(_round(x, y - 5, 9.5) for x, y in leafy), "leaf")
    yield Path("".join(_round(x - 2, y - 7, 5.5) for x, y in leafy), "leaf_light")


def _round(x: float, y: float, r: float) -> str:
    return f"M{x - r:.1f} {y:.1f}a{r:.1f} {r:.1f} 0 1 0 {2 * r:.1f} 0a{r:.1f} {r:.1f} 0 1 0 {-2 * r:.1f} 0Z"


def curve(road: Curve) -> str:
    """A road as an outline without its width."""
    (ax, ay), *rest = road
    return f"M{ax:.1f} {ay:.1f}C" + " ".join(f"{x:.1f} {y:.1f}" for x, y in rest)


def _roads(roads: Iterable[Curve], wide: float) -> Iterator[Part]:
    way = "".join(curve(road) for road in roads)
    yield Path(way, "", "shadow", 21 * wide, 0.1)
    yield Path(way, "", "road_edge", 16 * wide)
    yield Path(way, "", "road", 12.5 * wide)
    yield Path(way, "", "road_line", 1.8 * wide, 0.9, "8 9")


# The signs of the positions.


def _sign(site: Site, here: Map) -> Iterator[Part]:
    x, y, r = site.x, site.y, here.radius
    letter = here.letters.get(site.id, "")
    board = _board(site, here)
    inside = ""
    if not board and (site.kind == "plain" or r > SMALL_SIGN):
        inside = short(site.id, int((2 * r - 4) / (7.9 if site.kind == "plain" else 9.6)))
    name = said("{place}", place=inside)
    yield Disc(x + 1.5, y + 3.5, r + 1.5, "shadow", opacity=0.22)
    match site.kind:
        case "start":
            yield Box(x - r, y - r, 2 * r, 2 * r, "go_shade", "go_edge", 2.5, round=r * 0.3)
            yield Box(x - r + 5, y - r + 5, 2 * r - 10, 2 * r - 10, "", "flag_white", 1.6, round=r * 0.2, opacity=0.75)
            yield Path(placed("M-34 -50L56 0L-34 50Z", x, y, r / 100), "flag_white", opacity=0.9)
            yield from _flag(x - r * 0.95, y - r * 0.5, r, "go_shade", "go_edge")
        case "finish":
            yield Box(x - r, y - r, 2 * r, 2 * r, "flag_white", "flag_black", 2.5, round=r * 0.3)
            yield Path(_checks(x - r * 0.76, y - r * 0.76, r * 0.38, 4, 4), "flag_black", opacity=0.85)
            yield from _flag(x - r * 0.95, y - r * 0.5, r, "flag_white", "flag_black")
            yield Path(_checks(x - r * 0.95, y - r * 0.5 - max(r * 1.35, 24), max(r * 0.2, 4), 4, 3), "flag_black")
        case "checkpoint":
            yield Path(_hexagon(x, y, r * 1.12), "gold_shade", "gold_edge", 2.5)
            yield Path(_hexagon(x, y, r * 0.86), "", "gold_edge", 1.3, 0.6)
            up, high = (0.26, 0.75) if inside else (0, 0.95)
            yield Label(x, y - r * up, letter, r * high, "gold_ink", bold=True)
            if inside:
                yield Label(x, y + r * 0.46, name, 14, "gold_ink", bold=True)
        case _:
            yield Disc(x, y, r, "plate", "plate_edge", 2.2)
            yield Disc(x, y, r - max(3.5, r * 0.14), "", "plate_ring", 1.8)
            if inside:
                high = min(18, max(14, r * 0.5)) if len(inside) < 5 else 14
                yield Label(x, y, name, high, "plate_ink", bold=True)
    yield from board


def _checks(x: float, y: float, q: float, columns: int, rows: int) -> str:
    """The dark squares of a chequered flag."""
    dark = ((x + i * q, y + j * q) for i in range(columns) for j in range(rows) if (i + j) % 2)
    return "".join(f"M{a:.1f} {b:.1f}h{q:.1f}v{q:.1f}h{-q:.1f}Z" for a, b in dark)


def _flag(x: float, y: float, r: float, fill: str, edge: str) -> Iterator[Part]:
    high, wide = max(r * 1.35, 24), max(r * 0.8, 16)
    top = y - high
    yield Path(f"M{x:.1f} {y:.1f}V{top - 3:.1f}", "", "pole", 3)
    yield Path(f"M{x:.1f} {top:.1f}h{wide:.1f}v{max(r * 0.6, 12):.1f}h{-wide:.1f}Z", fill, edge, 1.5)


def _hexagon(x: float, y: float, r: float) -> str:
    return through(
        [(round(x + r * cos(i * pi / 3), 1), round(y + r * sin(i * pi / 3), 1)) for i in range(6)], closed=True
    )


def _board(site: Site, here: Map) -> tuple[Part, ...]:
    """The id on a board below the sign, where it does not fit inside and nothing else is in the way."""
    x, y, r = site.x, site.y, here.radius
    if site.kind == "plain" and len(site.id) * 8.4 < 2 * r - 4:
        return ()
    match site.kind:
        case "start":
            sign = said("Start {place}", place=site.id)
        case "finish":
            sign = said("Finish {place}", place=site.id)
        case "checkpoint":
            sign = said("{letter} · {place}", letter=here.letters[site.id], place=site.id)
        case _:
            sign = said("{place}", place=site.id)
    high = 16 if r > SMALL_SIGN else 14
    wide = (len(site.id) + BEFORE_ID[site.kind]) * high * 0.6 + 10
    x = min(max(x, 14 + wide / 2), WIDTH - 14 - wide / 2)
    for other in here.sites:
        dx, dy = abs(other.x - x), other.y - y
        if other is not site and (
            dx < wide / 2 + r + 3 and -r < dy - r - 11 < high + r + 8 or dx < wide and abs(dy) < 24
        ):
            return ()
    return (
        Box(x - wide / 2, y + r + 11, wide, high + 5, "plate", "plate_edge", 1, round=5, opacity=0.93),
        Label(x, y + r + 13.5 + high / 2, sign, high, "plate_ink", bold=True, room=wide - 4),
    )
