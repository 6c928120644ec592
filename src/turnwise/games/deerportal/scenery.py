"""The land of DeerPortal: the board's ground, roads, portal and trees in the light of a season, or of Deer Mode."""

from functools import cache

from turnwise.games.deerportal.board import CELLS, PORTAL, SIZE
from turnwise.games.deerportal.notation import SEASON_NAMES, SEAT_NAMES
from turnwise.games.deerportal.pieces import EARS, HEAD, HOOF, NAMES, NECK, ellipse, emblem, placed
from turnwise.kit.shapes import Box, Disc, Part, Path, Shade, Thing, through
from turnwise.kit.words import Seat, said

CELL, LEFT, TOP, FRAME = 46, 32, 129, 12
SPAN = SIZE * CELL
CENTRE = (LEFT + SPAN / 2, TOP + SPAN / 2)
DEER_MODE = "deer mode"
CORNERS = (said("upper left"), said("upper right"), said("lower right"), said("lower left"))

# light and dark, by season; the names are the same, so that the whole table changes its light  [P55]
LIGHTS: dict[str, dict[str, tuple[str, str]]] = {
    "spring": {
        "sky": ("#f2f7e4", "#182019"),
        "ground": ("#d3ecb4", "#34503a"),
        "ground_low": ("#a7d490", "#233a2c"),
        "blade": ("#6fae5c", "#5c8a5c"),
        "road": ("#f7ead0", "#78694f"),
        "road_edge": ("#a98d5c", "#2b241a"),
        "stone": ("#fffaf0", "#94836a"),
        "crown": ("#f3a6c5", "#bd6f94"),
        "crown_light": ("#fdd9e7", "#e3a3bf"),
        "crown_deep": ("#b9577f", "#6a3550"),
        "bloom": ("#ffffff", "#f7d7e5"),
        "heart": ("#f2b52c", "#f2b52c"),
        "sign": ("#e9708f", "#f48fae"),
    },
    "summer": {
        "sky": ("#fff6d3", "#211e12"),
        "ground": ("#c5e27c", "#41581f"),
        "ground_low": ("#84bd4c", "#2a4217"),
        "blade": ("#568f2c", "#6d9a3b"),
        "road": ("#fbe6b4", "#86703f"),
        "road_edge": ("#a67a2e", "#2c2410"),
        "stone": ("#fff7de", "#a48c56"),
        "crown": ("#4c9a39", "#3d8032"),
        "crown_light": ("#8fce62", "#76b556"),
        "crown_deep": ("#24601f", "#1b4417"),
        "bloom": ("#ffd43b", "#ffd43b"),
        "heart": ("#8a4b12", "#5e330c"),
        "sign": ("#f0a400", "#ffc53d"),
    },
    "fall": {
        "sky": ("#faecd6", "#231a14"),
        "ground": ("#ecd394", "#5a4526"),
        "ground_low": ("#cf9f5a", "#3d2c18"),
        "blade": ("#a9702c", "#8f6a35"),
        "road": ("#f6e2bf", "#80664a"),
        "road_edge": ("#8c5f30", "#26190e"),
        "stone": ("#fff3da", "#a08462"),
        "crown": ("#e07b26", "#c56a20"),
        "crown_light": ("#f8b54a", "#efa53f"),
        "crown_deep": ("#96400f", "#6b2f0d"),
        "bloom": ("#c8321f", "#e2553c"),
        "heart": ("#f2b52c", "#f2b52c"),
        "sign": ("#c9551a", "#f0863a"),
    },
    "winter": {
        "sky": ("#e8f0f7", "#131a22"),
        "ground": ("#f6fafd", "#50647a"),
        "ground_low": ("#cadbe9", "#334457"),
        "blade": ("#a9c1d6", "#7f97ae"),
        "road": ("#d7c9b4", "#74706e"),
        "road_edge": ("#7f8ea0", "#18202a"),
        "stone": ("#efe6d6", "#939096"),
        "crown": ("#4b7f72", "#3a675c"),
        "crown_light": ("#ffffff", "#e2edf5"),
        "crown_deep": ("#27524a", "#1c3b36"),
        "bloom": ("#ffffff", "#eef6fc"),
        "heart": ("#8fb9dc", "#9cc8ea"),
        "sign": ("#3f8ac2", "#8cc8f2"),
    },
    DEER_MODE: {
        "sky": ("#d5c6f1", "#110a22"),
        "ground": ("#7a62b4", "#35265f"),
        "ground_low": ("#453274", "#1d1339"),
        "blade": ("#9a85cf", "#5b4890"),
        "road": ("#cbbbec", "#65529d"),
        "road_edge": ("#2b1c53", "#0c0619"),
        "stone": ("#e9dffb", "#8571bd"),
        "crown": ("#37265f", "#251745"),
        "crown_light": ("#8f79cb", "#5f4a99"),
        "crown_deep": ("#1d1138", "#120926"),
        "bloom": ("#fff2b8", "#ffeaa0"),
        "heart": ("#ffffff", "#ffffff"),
        "sign": ("#6a3fc0", "#c3a6ff"),
    },
}
PALETTE = {
    "wood": ("#8d6238", "#5b3f25"),
    "wood_light": ("#c2925a", "#87623a"),
    "wood_deep": ("#4f3319", "#22160b"),
    "trunk": ("#6b4526", "#4a3019"),
    "portal": ("#3b2a78", "#2b1d60"),
    "portal_light": ("#b9a2ff", "#a88cff"),
    "portal_core": ("#f6f0ff", "#efe6ff"),
    "glow": ("#ffe27a", "#ffdf6b"),
}
SHADES = (
    Shade("meadow", ((0, "ground"), (1, "ground_low")), radial=True),
    Shade("timber", ((0, "wood_light"), (0.5, "wood"), (1, "wood_deep"))),
    Shade("whirl", ((0, "portal_core"), (0.35, "portal_light"), (1, "portal")), radial=True),
    Shade("crown_shade", ((0, "crown_light"), (0.6, "crown"), (1, "crown_deep"))),
)

STAG = (
    "M-6 -8C-16 -20 -40 -16 -52 -32C-60 -42 -56 -52 -58 -58"
    "M-24 -17C-28 -28 -24 -40 -30 -50M-40 -21C-46 -32 -42 -42 -46 -52M-52 -32C-64 -32 -70 -38 -76 -44M-16 -14C-12 -22 -14 -30 -12 -36"
)
CROWN = "M-20 2C-29 -2 -27 -16 -17 -17C-17 -31 4 -35 10 -25C21 -29 29 -14 21 -6C25 3 16 9 8 5C2 11 -13 10 -20 2Z"
LIT = "M-15 -5C-18 -16 -9 -26 4 -25C-4 -21 -10 -14 -15 -5Z"
TRUNK = "M-4 0L-4 15C-7 18 7 18 4 15L5 0Z"
FIR = "M0 -40L11 -22L6 -23L16 -6L9 -8L21 11L-21 11L-9 -8L-16 -6L-6 -23L-11 -22Z"
SNOW = "M0 -40L8 -27L3 -29L0 -26L-8 -27ZM-6 -23L6 -23L12 -12L5 -15L0 -11L-12 -12ZM-9 -8L9 -8L16 3L8 0L2 4L-6 0L-16 3Z"
MOONLIGHT = "M0 -40L8 -27L0 -31L-8 -27ZM-6 -23L6 -23L12 -12L0 -17L-12 -12ZM-9 -8L9 -8L16 3L0 -2L-16 3Z"
PETALS = "M0 -2.6L0 2.6M-2.6 0L2.6 0"
CLOUD = "M-15 8C-22 8 -22 -2 -14 -2C-14 -11 0 -13 3 -5C10 -10 17 -3 13 1C19 2 18 8 13 8Z"
LEAF = "M-6 3C-6 -3 -1 -6 6 -5C6 2 1 5 -6 3Z"
STAR = "M0 -5L1.2 -1.2L5 0L1.2 1.2L0 5L-1.2 1.2L-5 0L-1.2 -1.2Z"
CRYSTAL = "M0 -5L0 5M-4.3 -2.5L4.3 2.5M-4.3 2.5L4.3 -2.5"

Tree = tuple[float, float, float]
"""Where it stands, and how large it is."""
TREES = ((6.6, 0.62, 0.9), (9.4, 0.66, 0.95), (7.3, 1.05, 0.8), (8.75, 1.2, 0.75), (8.0, 0.72, 1.2), (7.6, 2.8, 0.85),
         (8.5, 4.1, 0.85), (7.5, 5.2, 0.8), (0.5, 7.62, 0.95), (1.1, 8.5, 0.85), (5.1, 7.7, 0.85), (5.5, 8.5, 0.9),
         (10.5, 7.62, 0.9), (11.0, 8.55, 0.85), (15.0, 7.68, 0.85), (15.5, 8.5, 0.95), (8.4, 10.9, 0.85), (7.6, 12.1, 0.85),
         (8.5, 13.2, 0.85), (6.6, 14.6, 0.9), (7.3, 15.3, 0.95), (8.1, 14.75, 1.1), (8.8, 15.35, 0.9), (9.45, 14.65, 0.9))  # fmt: skip
TINTS = {"winter": 0.2, DEER_MODE: 0.13}
"""How strong the colours of the elements are on the ground."""
NOOKS = ((0, 1), (2, 2), (4, 3), (2, 5), (0, 6), (4, 6))
"""The single cells of scenery in a quarter, in columns and rows from its corner."""


def middle(seat: int, index: int) -> tuple[float, float]:
    """Where a cell of a path lies."""
    row, column = divmod(CELLS[seat][index], SIZE)
    return LEFT + (column + 0.5) * CELL, TOP + (row + 0.5) * CELL


def text_cell(seat: int, index: int) -> tuple[int, int]:
    """Where it lies in the text picture: four columns and two rows a cell."""
    row, column = divmod(CELLS[seat][index], SIZE)
    return 2 + 4 * column, 1 + 2 * row


def at(column: float, row: float) -> tuple[float, float]:
    return LEFT + column * CELL, TOP + row * CELL


@cache
def land(light: str) -> Thing:
    """The frame and everything that grows in it."""
    if light == DEER_MODE:
        words = said("The board: four winding paths through a night of violet light to the portal in the middle")
    else:
        season = SEASON_NAMES[light]
        words = said(
            "The board: four winding paths through a land in {season} to the portal in the middle", season=season
        )
    parts = (*_frame(), *_ground(light), *_nooks(), *_scattered(light), *_trees(light))
    if light == DEER_MODE:
        parts += _stag()
    return Thing(
        "land",
        words,
        parts,
        text=(said("♦ diamond   w e f a rune   W E F A deer   o start   ◎ portal   [ ] where you may go"),),
        cell=(2, 33),
        ink="muted",
    )


def _frame() -> tuple[Part, ...]:
    x, y, w = LEFT - FRAME, TOP - FRAME, SPAN + 2 * FRAME
    return (
        Box(x + 3, y + 5, w, w, "shadow", round=16, opacity=0.25),
        Box(x, y, w, w, "timber", "wood_deep", 2, round=14),
        Box(x + 4, y + 4, w - 8, w - 8, "", "wood_light", 1.4, round=11, opacity=0.7),
        Box(LEFT - 2, TOP - 2, SPAN + 4, SPAN + 4, "meadow", "wood_deep", 2.5, round=8),
    )


def _ground(light: str) -> tuple[Part, ...]:
    """A quarter for each element, in its colour, and the grass on all of them."""
    quarter = "M0 0L352 0C336 90 300 120 322 200C330 260 300 300 220 330C130 345 90 300 0 338Z"
    parts: list[Part] = []
    for seat, name in enumerate(NAMES):
        across, down = seat in (1, 2), seat in (2, 3)
        d = _mirrored(quarter, across, down)
        parts.append(Path(d, name, opacity=TINTS.get(light, 0.26)))
    blades = [placed("M-3 3L-4 -2M0 3L0 -4M3 3L4 -2", x, y) for x, y in _spread(120, 0.6180339, 0.7548777)]
    parts.append(Path("".join(blades), "", "blade", 1.3, 0.6))
    return tuple(parts)


def _mirrored(d: str, across: bool, down: bool) -> str:
    """An outline of the upper left quarter in another one."""
    out, first = [], True
    for token in d.replace("M", "M ").replace("L", " L ").replace("C", " C ").replace("Z", " Z").split():
        if token in "MLCZ":
            out.append(token)
            continue
        value = float(token)
        size, low = SPAN, LEFT if first else TOP
        out.append(f"{low + (size - value if (across if first else down) else value):g}")
        first = not first
    return " ".join(out)


def _nooks() -> tuple[Part, ...]:
    """Something small of its element on every single cell beside a road."""
    parts: list[Part] = []
    for seat in range(4):
        for u, v in NOOKS:
            x, y = at((SIZE - 1 - u if seat in (1, 2) else u) + 0.5, (SIZE - 1 - v if seat in (2, 3) else v) + 0.5)
            parts += _nook(seat, x, y)
    return tuple(parts)


def _nook(seat: int, x: float, y: float) -> tuple[Part, ...]:
    name = NAMES[seat]
    if seat == 0:  # a pond with a lily
        return (
            Path(ellipse(x, y + 3, 19, 13), "water", "water_deep", 1.4, 0.9),
            Path(f"M{x - 12:g} {y:g}q5 -3 10 0t10 0M{x - 9:g} {y + 8:g}q4 -3 8 0t8 0", "", "water_light", 1.6),
            Path(ellipse(x + 6, y + 1, 5, 3.4), "earth", "earth_deep", 1),
            Disc(x + 6, y - 1, 2.2, "bloom"),
        )
    if seat == 1:  # mushrooms
        return (
            Path(ellipse(x, y + 11, 16, 4), "shadow", opacity=0.2),
            Path(f"M{x - 7:g} {y + 11:g}l1 -10h5l1 10zM{x + 6:g} {y + 12:g}l1 -6h4l1 6z", "face", "earth_deep", 1.2),
            Path(f"M{x - 16:g} {y + 2:g}c2 -18 24 -18 25 0zM{x + 2:g} {y + 7:g}c1 -9 13 -9 14 0z", "fire", "fire_deep", 1.4),
            Path(ellipse(x - 8, y - 4, 2.4, 2) + ellipse(x, y - 7, 2.2, 1.8) + ellipse(x + 9, y + 3, 1.8, 1.4), "white"),
        )  # fmt: skip
    if seat == 2:  # a fire
        return (
            Path(ellipse(x, y + 11, 17, 4.5), "shadow", opacity=0.25),
            Path(
                f"M{x - 13:g} {y + 12:g}L{x + 12:g} {y + 5:g}M{x - 12:g} {y + 5:g}L{x + 13:g} {y + 12:g}",
                "",
                "trunk",
                5,
            ),
            emblem(2, x, y - 4, 1.25, "fire"),
            emblem(2, x, y, 0.7, "glow"),
        )
    return (  # a cloud
        Path(ellipse(x, y + 12, 15, 3.5), "shadow", opacity=0.14),
        Path(placed(CLOUD, x, y), "white", f"{name}_deep", 1.2, 0.92),
        Path(placed("M-9 3L2 3C6 3 6 -2 3 -2", x, y), "", name, 1.8),
    )  # fmt: skip


def _trees(light: str) -> tuple[Part, ...]:
    """Trees in blossom, in leaf, in flame; firs in the snow and at night, when there is a clearing at the upper edge."""
    grove = sorted(((*at(column, row), k) for column, row, k in TREES), key=lambda tree: tree[1])
    edge = TOP + 2 * CELL
    back, front = ([tree for tree in grove if (tree[1] < edge) == far] for far in (True, False))
    return (*(() if light == DEER_MODE else _grove(back, light)), *_grove(front, light))


def _grove(trees: list[Tree], light: str) -> tuple[Part, ...]:
    parts: list[Part] = [
        Path("".join(ellipse(x + 3, y + 15 * k, 18 * k, 5 * k) for x, y, k in trees), "shadow", opacity=0.22),
        Path("".join(placed(TRUNK, *tree, fine=0) for tree in trees), "trunk"),
    ]
    if light in ("winter", DEER_MODE):
        cover, opacity = (SNOW, 0.95) if light == "winter" else (MOONLIGHT, 0.35)
        for row in _rows(trees):
            parts.append(Path("".join(placed(FIR, *tree, fine=0) for tree in row), "crown", "crown_deep", 1.3))
            parts.append(Path("".join(placed(cover, *tree, fine=0) for tree in row), "crown_light", opacity=opacity))
        return tuple(parts)
    for tree in trees:
        parts.append(Path(placed(CROWN, *tree, fine=0), "crown_shade", "crown_deep", 1.3))
        parts.append(Path(placed(LIT, *tree, fine=0), "crown_light", opacity=0.8))
    return tuple(parts)


def _rows(trees: list[Tree]) -> list[list[Tree]]:
    """Firs from back to front, as many in a row as do not hide each other: a row is drawn in one go."""
    rows: list[list[Tree]] = []
    for x, y, k in trees:
        hidden = [
            at for at, row in enumerate(rows) if any(abs(x - x1) < 42 * k and y - 41 * k < y1 + 12 for x1, y1, _ in row)
        ]
        at = hidden[-1] + 1 if hidden else 0
        rows[at:] = rows[at:] or [[]]
        rows[at].append((x, y, k))
    return rows


def _stag() -> tuple[Part, ...]:
    """The Great Deer of the night, before the moon."""
    x, y = CENTRE[0], TOP + 66
    antlers = "".join(placed(STAG, x, y, 1, flip) for flip in (False, True))
    return (
        Disc(x, y - 14, 54, "bloom", opacity=0.16),
        Disc(x, y - 14, 43, "bloom", opacity=0.95),
        Path(
            ellipse(x - 14, y - 32, 7, 6) + ellipse(x + 20, y - 22, 5, 4) + ellipse(x - 24, y - 8, 5, 4),
            "glow",
            opacity=0.6,
        ),
        Path(antlers, "", "crown_deep", 9),
        Path(antlers, "", "portal_light", 4.5),
        Path(placed(NECK, x, y + 18, 1.5), "crown_deep"),
        Path(placed(EARS, x, y + 24, 1.25), "portal", "crown_deep", 2),
        Path(placed(HEAD, x, y + 24, 1.35), "portal_light", "crown_deep", 2.5),
        Path(ellipse(x - 5.5, y + 3, 2.4, 2) + ellipse(x + 5.5, y + 3, 2.4, 2), "white", "crown_deep", 1.5),
        Path(placed("M-3 -6C-2 -7.5 2 -7.5 3 -6C3 -3.5 -3 -3.5 -3 -6Z", x, y + 24, 1.35), "crown_deep"),
    )


def _scattered(light: str) -> tuple[Part, ...]:
    """Petals, sunflowers, fallen leaves, snow or stars, between the roads."""
    places = [(x, y, 0.7 + i % 4 * 0.18) for i, (x, y) in enumerate(_spread(76, 0.7548777, 0.5698403))]
    if light == DEER_MODE:
        return (Path("".join(placed(STAR, x, y, k * 1.1) for x, y, k in places), "bloom", opacity=0.85),)
    if light == "winter":
        return (Path("".join(placed(CRYSTAL, x, y, k) for x, y, k in places), "", "heart", 1.3, 0.8),)
    if light == "fall":
        return (
            Path(
                "".join(placed(LEAF, x, y, k, i % 2 == 0) for i, (x, y, k) in enumerate(places)), "bloom", opacity=0.75
            ),
            Path("".join(placed(LEAF, x, y, k, i % 2 == 0) for i, (x, y, k) in enumerate(places[::3])), "heart"),
        )
    return (
        Path("".join(placed(PETALS, x, y, k) for x, y, k in places), "", "bloom", 4, 0.95),
        Path("".join(ellipse(x, y, 1.6, 1.6) for x, y, _ in places), "heart"),
    )


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
    stones = "".join(ellipse(x, y, 14.5, 14.5) for x, y in points[1:PORTAL])
    x, y = points[0]
    parts = (
        Path(through([(x, y + 3) for x, y in points[:PORTAL]]), "", "shadow", 38, 0.22),
        Path(line, "", "road_edge", 38),
        Path(line, "", "road", 34),
        Path(line, "", name, 34, 0.26),
        Path(stones, "stone", "road_edge", 1.1, 0.85),
        Disc(x, y, 21, f"{name}_deep"),
        Disc(x, y, 18.5, f"{name}_shade", "face", 1.5),
        emblem(seat, x, y, 1.05),
    )
    words = said(
        "{seat}'s path, that of {element}: 40 steps from the {corner} corner to the portal",
        seat=Seat(seat),
        element=SEAT_NAMES[seat],
        corner=CORNERS[seat],
    )
    return Thing(f"path:{seat}", words, parts, text=_road_text(seat), cell=(2, 1), ink=f"{name}_ink")


def _road_text(seat: int) -> tuple[str, ...]:
    rows = [[" "] * (4 * SIZE - 3) for _ in range(2 * SIZE - 1)]
    for index in range(PORTAL + 1):
        row, column = divmod(CELLS[seat][index], SIZE)
        rows[2 * row][4 * column] = "o" if index == 0 else "◎" if index == PORTAL else "·"
        if index:
            before, aside = divmod(CELLS[seat][index - 1], SIZE)
            if before != row:
                rows[row + before][4 * column] = "│"
            else:
                rows[2 * row][4 * min(column, aside) + 1 : 4 * max(column, aside)] = "───"
    return tuple("".join(row).rstrip() for row in rows)


@cache
def portal(light: str) -> Thing:
    """The whirl in the middle with the hoof, a quarter for each element."""
    x, y = CENTRE
    ring = "".join(
        ellipse(x + 62 * across, y + 62 * down, 7, 7)
        for across, down in ((0.38, 0.92), (0.92, 0.38), (0.92, -0.38), (0.38, -0.92),
                             (-0.38, 0.92), (-0.92, 0.38), (-0.92, -0.38), (-0.38, -0.92))
    )  # fmt: skip
    arm = "M0 0C10 -14 34 -16 44 4M0 0C14 10 16 34 -4 44M0 0C-10 14 -34 16 -44 -4M0 0C-14 -10 -16 -34 4 -44"
    parts = (
        Disc(x, y, 76 if light == DEER_MODE else 68, "portal_light", opacity=0.45 if light == DEER_MODE else 0.25),
        Disc(x, y, 63, "wood_deep"),
        Disc(x, y, 60, "stone", "road_edge", 1.5),
        Path(ring, "road", "road_edge", 1.4),
        Disc(x, y, 53, "whirl", "portal", 3),
        Path(placed(arm, x, y, 1.05), "", "white", 3, 0.5),
        Path(placed(arm, x, y, 0.75, True), "", "portal", 2, 0.35),
        *(emblem(seat, x + 30 * across, y + 30 * down, 0.85, f"{NAMES[seat]}_light")
          for seat, (across, down) in enumerate(((-1, -1), (1, -1), (1, 1), (-1, 1)))),
        Disc(x, y, 17, "portal_core", opacity=0.9),
        Path(placed(HOOF, x, y, 1.35), "portal"),
    )  # fmt: skip
    return Thing("portal", said("The portal with the print of a hoof"), parts)
