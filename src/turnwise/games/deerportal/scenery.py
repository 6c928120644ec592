"""The land of DeerPortal: the board's ground, roads, portal and trees in the light of a season, or of Deer Mode."""

from functools import cache

from turnwise.games.deerportal import telling
from turnwise.games.deerportal.board import CELLS, PORTAL, SIZE
from turnwise.games.deerportal.pieces import FLAKE, HOOF, MEDALS, NAMES, ellipse, emblem, placed, stag, tones
from turnwise.games.deerportal.telling import DEER_MODE
from turnwise.kit.shapes import Box, Disc, Group, Label, Part, Path, Shade, Thing, ray, through
from turnwise.kit.words import said

CELL, LEFT, TOP = 46, 13, 29
SPAN = SIZE * CELL
WIDTH, HEIGHT = SPAN + 2 * LEFT, TOP + SPAN + LEFT + 4
CENTRE = (LEFT + SPAN / 2, TOP + SPAN / 2)
TEXT = (3 * SIZE - 1, SIZE)
"""Columns and rows of the board in a terminal: three columns a cell, the mark of a place to go to at its left and right."""

# light and dark, by season and in Deer Mode: the names are the same, so that the whole table changes its light  [P55]
COLOURS = {
    "sky": "f2f7e4 182019  fff6d3 211e12  faecd6 231a14  e8f0f7 131a22  d5c6f1 110a22",
    "ground": "d3ecb4 34503a  c5e27c 41581f  ecd394 5a4526  f6fafd 50647a  7a62b4 35265f",
    "ground_low": "a7d490 233a2c  84bd4c 2a4217  cf9f5a 3d2c18  cadbe9 334457  453274 1d1339",
    "blade": "6fae5c 5c8a5c  568f2c 6d9a3b  a9702c 8f6a35  a9c1d6 7f97ae  9a85cf 5b4890",
    "road": "f7ead0 78694f  fbe6b4 86703f  f6e2bf 80664a  d7c9b4 74706e  cbbbec 65529d",
    "road_edge": "a98d5c 2b241a  a67a2e 2c2410  8c5f30 26190e  7f8ea0 18202a  2b1c53 0c0619",
    "stone": "fffaf0 94836a  fff7de a48c56  fff3da a08462  efe6d6 939096  e9dffb 8571bd",
    "crown": "f3a6c5 bd6f94  4c9a39 3d8032  e07b26 c56a20  4b7f72 3a675c  37265f 251745",
    "crown_light": "fdd9e7 e3a3bf  8fce62 76b556  f8b54a efa53f  ffffff e2edf5  8f79cb 5f4a99",
    "crown_deep": "b9577f 6a3550  24601f 1b4417  96400f 6b2f0d  27524a 1c3b36  1d1138 120926",
    "bloom": "ffffff f7d7e5  ffd43b ffd43b  c8321f e2553c  ffffff eef6fc  fff2b8 ffeaa0",
    "heart": "f2b52c f2b52c  8a4b12 5e330c  f2b52c f2b52c  8fb9dc 9cc8ea  ffffff ffffff",
    "sign": "c2456a f48fae  a06600 ffc53d  b3480f f0863a  2c75ab 8cc8f2  6a3fc0 c3a6ff",
}
TONES = {name: tones("spring summer fall winter night", row) for name, row in COLOURS.items()}
LIGHTS = {light: {name: tone[light] for name, tone in TONES.items()} for light in TONES["sky"]}
PALETTE = {
    **tones("wood wood_light wood_deep trunk", "8d6238 5b3f25  c2925a 87623a  4f3319 22160b  6b4526 4a3019"),
    **tones("portal portal_light portal_core glow", "3b2a78 2b1d60  b9a2ff a88cff  f6f0ff efe6ff  ffe27a ffdf6b"),
}
SHADES = (
    Shade("meadow", ((0, "ground"), (1, "ground_low")), radial=True),
    Shade("timber", ((0, "wood_light"), (0.5, "wood"), (1, "wood_deep"))),
    Shade("whirl", ((0, "portal_core"), (0.35, "portal_light"), (1, "portal")), radial=True),
    Shade("crown_shade", ((0, "crown_light"), (0.6, "crown"), (1, "crown_deep"))),
)

STAG = "M-6 -8C-16 -20 -40 -16 -52 -32C-60 -42 -56 -52 -58 -58M-24 -17C-28 -28 -24 -40 -30 -50M-40 -21C-46 -32 -42 -42 -46 -52"
STAG += "M-52 -32C-64 -32 -70 -38 -76 -44M-16 -14C-12 -22 -14 -30 -12 -36"
CROWN = "M-20 2C-29 -2 -27 -16 -17 -17C-17 -31 4 -35 10 -25C21 -29 29 -14 21 -6C25 3 16 9 8 5C2 11 -13 10 -20 2Z"
LIT = "M-15 -5C-18 -16 -9 -26 4 -25C-4 -21 -10 -14 -15 -5Z"
TRUNK = "M-4 0L-4 15C-7 18 7 18 4 15L5 0Z"
FIR = "M0 -40L11 -22L6 -23L16 -6L9 -8L21 11L-21 11L-9 -8L-16 -6L-6 -23L-11 -22Z"
SNOW = "M0 -40L8 -27L3 -29L0 -26L-8 -27ZM-6 -23L6 -23L12 -12L5 -15L0 -11L-12 -12ZM-9 -8L9 -8L16 3L8 0L2 4L-6 0L-16 3Z"
CLOUD = "M-15 8C-22 8 -22 -2 -14 -2C-14 -11 0 -13 3 -5C10 -10 17 -3 13 1C19 2 18 8 13 8Z"
LEAF = "M-6 3C-6 -3 -1 -6 6 -5C6 2 1 5 -6 3Z"
STAR = "M0 -5L1.2 -1.2L5 0L1.2 1.2L0 5L-1.2 1.2L-5 0L-1.2 -1.2Z"
CRYSTAL = "M0 -5L0 5M-4.3 -2.5L4.3 2.5M-4.3 2.5L4.3 -2.5"
ARMS = "M0 0C10 -14 34 -16 44 4M0 0C14 10 16 34 -4 44M0 0C-10 14 -34 16 -44 -4M0 0C-14 -10 -16 -34 4 -44"
ICONS = {
    "spring": "".join(ellipse(*ray(10, 72 * petal - 90), 8, 8) for petal in range(5)),
    "summer": "".join(through([ray(15, 45 * beam), ray(21, 45 * beam)]) for beam in range(8)) + ellipse(0, 0, 9, 9),
    "fall": placed(LEAF, 0, 0, 3),
    "winter": placed(FLAKE, 0, 0, 1.9),
    DEER_MODE: placed(STAG, 0, 15, 0.34) + placed(STAG, 0, 15, -0.34, 0.34),
}
"""The signs of the seasons: blossom, sun, leaf and snow; antlers."""
QUARTER = "M0 0L352 0C336 90 300 120 322 200C330 260 300 300 220 330C130 345 90 300 0 338Z"

TREES = ((8.75, 1.2, 0.75), (7.3, 1.3, 0.8), (6.6, 1.4, 0.9), (9.4, 1.45, 0.95), (7.6, 2.8, 0.85), (8.5, 4.1, 0.85),
         (7.5, 5.2, 0.8), (0.5, 7.62, 0.95), (5.1, 7.7, 0.85), (10.5, 7.62, 0.9), (15.0, 7.68, 0.85), (1.1, 8.5, 0.85),
         (5.5, 8.5, 0.9), (15.5, 8.5, 0.95), (11.0, 8.55, 0.85), (8.4, 10.9, 0.85), (7.6, 12.1, 0.85), (8.5, 13.2, 0.85),
         (9.45, 14.4, 0.9), (6.6, 14.45, 0.95), (8.1, 14.5, 1.1), (7.3, 14.7, 0.85))  # fmt: skip
"""From back to front: where each stands, in columns and rows, and how large it is."""
SPOTS = ellipse(-8, -4, 2.4, 2) + ellipse(0, -7, 2.2, 1.8) + ellipse(9, 3, 1.8, 1.4)
SHADOW = Path(ellipse(0, 12, 16, 4), "shadow", opacity=0.2)
NOOK: tuple[tuple[Part, ...], ...] = (  # by element: a pond with a lily, mushrooms, a fire, a cloud
    (Path(ellipse(0, 3, 19, 13), "water", "water_deep", 1.4, 0.9), Path(ellipse(6, 1, 5, 3.4), "earth", "earth_deep", 1),
     Path("M-12 0q5 -3 10 0t10 0M-9 8q4 -3 8 0t8 0", "", "water_light", 1.6), Disc(6, -1, 2.2, "bloom")),
    (SHADOW, Path("M-7 11l1 -10h5l1 10zM6 12l1 -6h4l1 6z", "face", "earth_deep", 1.2),
     Path("M-16 2c2 -18 24 -18 25 0zM2 7c1 -9 13 -9 14 0z", "fire", "fire_deep", 1.4), Path(SPOTS, "white")),
    (SHADOW, Path("M-13 12L12 5M-12 5L13 12", "", "trunk", 5), emblem(2, 0, -4, 1.25, "fire"), emblem(2, 0, 0, 0.7, "glow")),
    (SHADOW, Path(CLOUD, "white", "air_deep", 1.2, 0.92), Path("M-9 3L2 3C6 3 6 -2 3 -2", "", "air", 1.8)),
)  # fmt: skip
NOOKS = ((0, 1), (2, 2), (4, 3), (2, 5), (0, 6), (4, 6))
"""The single cells of scenery in a quarter, in columns and rows from its corner."""
BENDS = {3: "│", 12: "·", 10: "╭", 6: "╮", 9: "╰", 5: "╯"}
"""Cells of a road in a terminal, by where it goes on: 1 up, 2 down, 4 left, 8 right."""


def at(column: float, row: float) -> tuple[float, float]:
    return LEFT + column * CELL, TOP + row * CELL


def middle(seat: int, index: int) -> tuple[float, float]:
    """Where a cell of a path lies."""
    row, column = divmod(CELLS[seat][index], SIZE)
    return at(column + 0.5, row + 0.5)


def text_cell(seat: int, index: int) -> tuple[int, int]:
    """Where it lies in a terminal."""
    row, column = divmod(CELLS[seat][index], SIZE)
    return 1 + 3 * column, row


@cache
def land(light: str) -> Thing:
    """The frame and everything that grows in it."""
    x, y, w = LEFT - 12, TOP - 12, SPAN + 24
    frame = (
        Box(x + 2, y + 5, w - 2, w, "shadow", round=16, opacity=0.25),
        Box(x, y, w, w, "timber", "wood_deep", 2, round=14),
        Box(LEFT - 2, TOP - 2, SPAN + 4, SPAN + 4, "meadow", "wood_deep", 2.5, round=8),
    )
    return Thing("land", telling.land(light), (*frame, *_ground(), _scattered(light), *_trees(light)))


@cache
def _ground() -> tuple[Part, ...]:
    """A quarter for each element, in its colour, grass on all of them, and something small on every cell beside a road."""
    parts = list[Part]()
    for seat, name in enumerate(NAMES):
        across, down = seat in (1, 2), seat in (2, 3)
        corner = *at(SIZE * across, SIZE * down), -1 if across else 1, -1 if down else 1
        parts.append(Path(placed(QUARTER, *corner), name, opacity=0.24))
        nooks = ((SIZE - 1 - u if across else u, SIZE - 1 - v if down else v) for u, v in NOOKS)
        parts += (Group(NOOK[seat], *at(column + 0.5, row + 0.5)) for column, row in nooks)
    blades = [placed("M-3 3L-4 -2M0 3L0 -4M3 3L4 -2", x, y) for x, y in _spread(120, 0.6180339, 0.7548777)]
    return *parts, Path("".join(blades), "", "blade", 1.3, 0.6)


def _trees(light: str) -> list[Part]:
    """Trees in blossom, in leaf, in flame; firs in the snow and at night, when there is a clearing for the Great Deer."""
    crown = Path(CROWN, "crown_shade", "crown_deep", 1.3), Path(LIT, "crown_light", opacity=0.8)
    if light in ("winter", DEER_MODE):
        snow = Path(SNOW, "crown_light", opacity=0.95 if light == "winter" else 0.35)
        crown = Path(FIR, "crown", "crown_deep", 1.3), snow
    tree = Path(ellipse(3, 15, 18, 5), "shadow", opacity=0.22), Path(TRUNK, "trunk"), *crown
    parts: list[Part] = [Group(tree, *at(*place), k) for *place, k in TREES if light != DEER_MODE or place[1] > 4]
    if light == DEER_MODE:
        x, y = CENTRE[0], TOP + 98
        parts += [Disc(x, y, 54, "bloom", opacity=0.16), Disc(x, y, 43, "bloom", opacity=0.95)]
        parts.append(Group(stag("night", placed(STAG, 0, -17.8, 0.74)), x, y + 38, 1.35))
    return parts


def _scattered(light: str) -> Part:
    """Petals, sunflowers, fallen leaves, snow or stars, between the roads."""
    shape, fill, edge, width = "M0 -2.6L0 2.6M-2.6 0L2.6 0", "heart", "bloom", 3.4
    if light in ("fall", DEER_MODE):
        shape, fill, edge, width = STAR if light == DEER_MODE else LEAF, "bloom", "", 0
    elif light == "winter":
        shape, edge, width = CRYSTAL, "heart", 1.3
    places = enumerate(_spread(76, 0.7548777, 0.5698403))
    outlines = (placed(shape, x, y, (-1) ** i * (0.7 + i % 4 * 0.18)) for i, (x, y) in places)
    return Path("".join(outlines), fill, edge, width, 0.85)


def _spread(number: int, across: float, down: float) -> list[tuple[float, float]]:
    """Places all over the land, as far as no road would hide what lies there."""
    places = [(12 + i * across % 1 * (SPAN - 24), 12 + i * down % 1 * (SPAN - 24)) for i in range(number)]
    roads = {cell for cells in CELLS for cell in cells}
    return [(LEFT + x, TOP + y) for x, y in places if int(y // CELL) * SIZE + int(x // CELL) not in roads]


@cache
def road(seat: int) -> Thing:
    """A seat's winding path, stone by stone from its shrine to the portal. [P4]"""
    name, points = NAMES[seat], [middle(seat, index) for index in range(PORTAL + 1)]
    line = through(points[:PORTAL])
    x, y = points[0]
    parts = (
        Path(through([(x, y + 3) for x, y in points[:PORTAL]]), "", "shadow", 38, 0.22),
        Path(line, "", "road_edge", 38),
        Path(line, "", "road", 34),
        Path(line, "", name, 34, 0.26),
        Path("".join(ellipse(x, y, 14.5, 14.5) for x, y in points[1:PORTAL]), "stone", "road_edge", 1.1, 0.85),
        Disc(x, y, 20.5, "face"),
        Group(MEDALS[seat], x, y, 1.05),
    )
    return Thing(f"path:{seat}", telling.path(seat), parts, text=_road_text(seat), cell=(1, 0), ink=f"{name}_ink")


def _road_text(seat: int) -> tuple[str, ...]:
    rows = [[" "] * (3 * SIZE - 2) for _ in range(SIZE)]
    spots = [divmod(cell, SIZE) for cell in CELLS[seat]]
    for index, (row, column) in enumerate(spots):
        ways = {spots[near] for near in (index - 1, index + 1) if 0 <= near <= PORTAL}
        sides = ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1))
        bend = sum(1 << side for side, spot in enumerate(sides) if spot in ways)
        rows[row][3 * column] = "o" if index == 0 else "◎" if index == PORTAL else BENDS[bend]
        if bend & 8:
            rows[row][3 * column + 1 : 3 * column + 3] = "──"
    return tuple("".join(row).rstrip() for row in rows)


@cache
def portal() -> Thing:
    """The whirl in the middle with the hoof, a quarter for each element."""
    corners = ((-1, -1), (1, -1), (1, 1), (-1, 1))
    steps = (ellipse(*ray(62, 22.5 + 45 * side), 7, 7) for side in range(8))
    parts = (
        Disc(0, 0, 70, "portal_light", opacity=0.35),
        Disc(0, 0, 63, "wood_deep"),
        Disc(0, 0, 60, "stone", "road_edge", 1.5),
        Path("".join(steps), "road", "road_edge", 1.4),
        Disc(0, 0, 53, "whirl", "portal", 3),
        Path(placed(ARMS, 0, 0, 1.05), "", "white", 3, 0.5),
        *(emblem(seat, 30 * a, 30 * b, 0.85, f"{NAMES[seat]}_light") for seat, (a, b) in enumerate(corners)),
        Disc(0, 0, 17, "portal_core", opacity=0.9),
        Path(placed(HOOF, 0, 0, 1.35), "portal"),
    )
    return Thing("portal", said("The portal with the print of a hoof"), parts, *CENTRE)


@cache
def signs(season: str, number: int) -> tuple[Thing, Thing]:
    """At the upper edge of the board the season or "Deer Mode", at the lower the round or the rounds left. [P50]"""
    (name, now), (short, time) = telling.season(season), telling.time(season, number)
    planks = (
        Box(-94, -22, 188, 45, "timber", "wood_deep", 2, round=12),
        Box(-88, -17, 176, 35, "card", "wood_deep", 1.2, round=8),
    )
    filled = "sign" if season in ("spring", "summer", "fall") else ""
    icon = Disc(-76, 0, 19, "card", "wood_deep", 2), Group((Path(ICONS[season], filled, "sign", 3),), -76, 0, 0.62)
    above = Label(16, 1, name, 23, "sign", bold=True, serif=True, room=146, spare=True)
    below = Label(0, 1, short, 23, "sign", bold=True, serif=True, room=170, spare=str(number))
    return (
        Thing("season", now, (*planks, *icon, above), CENTRE[0], TOP + 25,
              text=(now,), cell=(18, 0), columns=11, rows=2, ink="sign"),
        Thing("round", time, (*planks, below), CENTRE[0], TOP + SPAN - 25, text=(time,), cell=(18, 14), columns=11, rows=2),
    )  # fmt: skip
