"""What the table of Differo is made of: where points lie, the wooden board, the two kinds of pieces, the tags at the lines' ends.

Everything here is the same in every match, or one of a few kinds, and so is made once; it stands around the board's middle. Things
have the source's labels as their keys; what people read of them is in the table's own system.
"""

from functools import cache, partial
from math import atan2, copysign, degrees, hypot
from types import SimpleNamespace
from typing import NamedTuple

from turnwise.games.differo import notation
from turnwise.games.differo.board import BACKSLASH, BLACK, COLUMN, GRID, IN_ROW, ROW, SLASH, WHITE
from turnwise.games.differo.notation import POINT_NAMES, SIDE_NAMES, SYSTEMS, signed, text_board
from turnwise.kit.grid import OFF
from turnwise.kit.pieces import equipment
from turnwise.kit.shapes import Box, Disc, Group, Label, Part, Path, Shade, Thing, dots, head, ray, regular, through
from turnwise.kit.words import Said, said

Point = tuple[float, float]

STEP, RADIUS = 88, 31
TOUCHED = Disc(0, 0, 38, "white", opacity=0)
FIELD = 4.39 * STEP  # from the middle to a corner of the lighter wood
SPOTS = [((j - 4 + (i - 4) / 2) * STEP, (i - 4) * STEP * 0.75**0.5) for i, j in GRID.places]
CELLS = [(6 + 2 * i + 4 * j, 2 * i) for i, j in GRID.places]
"""Where points stand in the text board, as (column, row).  [D35]"""
OUT = {IN_ROW: 0.0, SLASH: 120.0, BACKSLASH: 240.0}
"""The way out of the board, as an angle, at the end of a line where its difference always stands."""


_hexagon = partial(regular, 6)


class Rim(NamedTuple):
    """What lies around the points: the frame, the tags, the letters and numbers. Places are told from the last point of a line."""

    frame: float  # from the middle to a corner
    tag: float
    size: float  # the radius of a tag
    letter: float
    lean: float  # how far letters turn away from their lines, to stand between two tags
    both: bool  # whether there is a tag at both ends of a line

    @property
    def extent(self) -> Point:
        return 2 * self.frame + 12, 3**0.5 * self.frame + 18


LARGE, SMALL = Rim(5.55 * STEP, 49, 17, 85, 0, True), Rim(5.2 * STEP, 60, 26, 54, 15, False)
"""In a small window there are fewer tags, and they are larger."""

PALETTE = {
    "walnut": ("#6a4325", "#3b2718"),
    "walnut_light": ("#8d5f39", "#553a25"),
    "walnut_edge": ("#3f260f", "#150d07"),
    "maple": ("#e3c08a", "#8d6c46"),
    "maple_light": ("#f4dfb8", "#aa8658"),
    "groove": ("#7d5228", "#3f2a14"),
    "brass": ("#e8c777", "#d9b766"),
    "ivory": ("#fffaf0", "#f8efda"),
    "ivory_dark": ("#dcc69b", "#c8b083"),
    "ivory_edge": ("#75582e", "#4e3a1c"),
    "slate_light": ("#66707e", "#525b68"),
    "slate": ("#2a3039", "#1a1e24"),
    "slate_edge": ("#0e1013", "#060708"),
    "slate_mark": ("#c3ccd8", "#b4bfcd"),
    "white_side": ("#96690f", "#f5e3b8"),
    "black_side": ("#2f3a4a", "#8fa6c4"),
    "ahead": ("#0069a6", "#1d86c6"),
    "behind": ("#f7e6d2", "#efd9be"),
    "behind_ink": ("#a03a00", "#8e3300"),
    "trail": ("#b86f00", "#ffc94a"),
}
SHADES = (
    Shade("frame_wood", ((0, "walnut_light"), (0.5, "walnut"), (1, "walnut_light"))),
    Shade("field_wood", ((0, "maple_light"), (1, "maple")), radial=True),
    Shade("ivory_shade", ((0.15, "ivory"), (0.7, "ivory"), (1, "ivory_dark")), radial=True),
    Shade("slate_shade", ((0, "slate_light"), (1, "slate"))),
)


def spot(point: int, turned: bool) -> Point:
    """Where a point lies; for Black the board is turned by half."""
    x, y = SPOTS[point]
    return (-x, -y) if turned else (x, y)


def beyond(point: int, angle: float, far: float, turned: bool) -> Point:
    """The place so far from a point, in a direction of the picture."""
    (x, y), (right, down) = spot(point, turned), ray(far, angle)
    return x + right, y + down


def tagged(number: int, turned: bool, rim: Rim) -> list[tuple[int, float]]:
    """The ends of a line that bear its difference, each with the way out from there."""
    axis, ends = number // 9, GRID.lines[number][:: -1 if (number // 9 != BACKSLASH) != turned else 1]
    return [(ends[0], OUT[axis]), (ends[-1], OUT[axis] + 180)][: 2 if rim.both else 1]


@cache
def board(turned: bool, system: str, rim: Rim) -> Thing:
    letters = SYSTEMS[system]
    words = notation.of_board(letters, upside_down=turned == (letters[0] == "A"))
    parts = (*_wood(rim), *_goals(turned, rim), *_engraving(rim), *_coordinates(turned, letters, rim))
    empty = text_board(SimpleNamespace(sides=(0, 0)), system)
    return Thing("board", words, parts, text=tuple(empty.split("\n")), ink="muted")


def _wood(rim: Rim) -> tuple[Part, ...]:
    grain = "".join(
        f"M{-half:.5g} {up:.5g}q{half / 2:.4g} {bend} {half:.4g} 0t{half:.4g} 0"
        for up, bend in ((n * 27 - 310, (n * 5) % 9 - 4) for n in range(24))
        for half in [FIELD - abs(up) / 3**0.5 - 26]
    )
    triples = ((point, *GRID.next[point][3::2]) for point in GRID.points)
    upright = "".join(through([SPOTS[p] for p in three], closed=True) for three in triples if OFF not in three)
    star = "".join(through([ray(6.5, angle), ray(-6.5, angle)]) for angle in (0, 60, 120))
    stud = Path(_hexagon(11, 2), "", "brass", 1.5, 0.7), Path(star, "", "brass", 1.5, 0.7)
    corner = rim.frame / 2 - 19, rim.frame * 0.866 - 21
    return (
        Path(_hexagon(rim.frame, 30, 9), "shadow", opacity=0.22),
        Path(_hexagon(rim.frame, 30), "frame_wood", "walnut_edge", 3),
        Path(_hexagon(rim.frame - 8, 26), "", "brass", 1.5, 0.55),
        Path(_hexagon(FIELD + 5, 20), "walnut_edge", opacity=0.75),
        Path(_hexagon(FIELD, 18), "field_wood", "groove", 1.5),
        Path(grain, "", "groove", 1.2, 0.16),
        Path(upright, "groove", opacity=0.09),
        *(Group(stud, right * corner[0], down * corner[1]) for right in (-1, 1) for down in (-1, 1) if rim.both),
    )


def _goals(turned: bool, rim: Rim) -> tuple[Part, ...]:
    """A strip of the side's own kind under each goal row, and its name on a frame that has room for it.  [D6]"""
    parts: list[Part] = []
    wide = 4 * STEP + 46
    for side, point in ((WHITE, 2), (BLACK, 58)):
        _, y = spot(point, turned)
        fill, edge = (("ivory", "ivory_edge"), ("slate", "slate_edge"))[side]
        dash = "" if side == WHITE else "9 5"
        parts.append(Box(-wide / 2, y - 23, wide, 46, fill, edge, 2, round=23, opacity=0.7, dash=dash))
        if rim.both:
            name = said("{side}’s goal", side=SIDE_NAMES[side])
            parts.append(Label(0, y + copysign(97, y), name, 19, "brass", bold=True, room=wide))
    return tuple(parts)


def _engraving(rim: Rim) -> tuple[Part, ...]:
    """The 27 lines, run out to their tags, and the 61 points: the same whichever way the board is turned."""
    lines = "".join(through([SPOTS[line[0]], SPOTS[line[-1]]]) for line in GRID.lines)
    ends = [end for number in range(len(GRID.lines)) for end in tagged(number, False, rim)]
    runs = "".join(through([SPOTS[point], beyond(point, way, rim.tag, False)]) for point, way in ends)
    lower = [(x, y + 1) for x, y in SPOTS]
    return (
        Path(runs, "", "brass", 2, 0.75),
        Path(lines, "", "maple_light", 4.5, 0.55),
        Path(lines, "", "groove", 2.4),
        Path(dots(lower), "", "maple_light", 18, 0.8),
        Path(dots(SPOTS), "", "groove", 16),
        Path(dots(lower), "", "walnut_edge", 11),
    )


def _coordinates(turned: bool, letters: str, rim: Rim) -> tuple[Part, ...]:
    """Letters at the left ends of the rows, numbers at the lower ends of the columns.  [D9] [D10]"""
    near, far = (-1, 0) if turned else (0, -1)
    marks = [(line[near], 180, int(ROW[line[0]]), letters[ROW[line[0]]]) for line in GRID.lines[:9]]
    marks += [(line[far], 60, int(COLUMN[line[0]]), str(COLUMN[line[0]] + 1)) for line in GRID.lines[18:]]
    parts = []
    for point, angle, at, text in marks:
        lean = rim.lean * ((at < 4) - (at > 4)) * (-1 if turned else 1)
        parts.append(Label(*beyond(point, angle + lean, rim.letter, turned), text, 22, "brass", bold=True))
    return tuple(parts)


@cache
def piece(side: int) -> tuple[Part, ...]:
    """White is a turned disc with a ring, Black a hexagon of slate with a star: they differ in shape and mark."""
    if side == WHITE:
        return (
            Disc(2, 4.5, RADIUS, "shadow", opacity=0.32),
            Disc(0, 0, RADIUS, "ivory_shade", "ivory_edge", 2),
            Disc(0, 0, RADIUS - 6, "", "ivory_dark", 1.6),
            Disc(0, 0, 12, "", "ivory_edge", 4.5),
            Path("M-22 -10A24 24 0 0 1 8 -23", "", "white", 3.2, 0.9),
        )
    star = "".join(through([ray(14, angle), ray(-14, angle)]) for angle in (30, 90, 150))
    return (
        Path(_hexagon(RADIUS + 2, 9, 4.5, 30), "shadow", opacity=0.36),
        Path(_hexagon(RADIUS + 2, 9, first=30), "slate_shade", "slate_edge", 2),
        Path(_hexagon(RADIUS - 5, 7, first=30), "", "slate_light", 1.6),
        Path(star, "", "slate_mark", 4.2),
        Path("M-24 -11L-24 -14L0 -28", "", "white", 2.4, 0.45),
    )


def emblem(side: int, won: bool) -> tuple[Part, ...]:
    """A piece on the plate of its player, crowned if the game is won."""
    crown = Path("M-8 -8l-3 -11l6 4l5 -7l5 7l6 -4l-3 11z", "trail", "ivory_edge", 1)
    return (Group(piece(side), 0, 4, 0.46), crown) if won else (Group(piece(side), 0, 0, 0.56),)


def _outline(side: int, grow: float, edge: str, width: float, opacity: float = 1, dash: str = "") -> Part:
    """A frame in the shape of a side's piece."""
    if side == WHITE:
        return Disc(0, 0, RADIUS + grow, "", edge, width, opacity, dash)
    return Path(_hexagon(RADIUS + 2 + grow, 9 + grow / 2, first=30), "", edge, width, opacity, dash)


@cache
def standing(side: int, moved: bool, ways: tuple[int, ...]) -> tuple[Part, ...]:
    """A piece with its marks: that it moved last; that it may move, with a small arrow head for each way. The piece itself is one
    part, and so is an empty point with its mark: a page is told of every change by the numbers of parts."""
    heads = (Path(head(*ray(1, angle), 45, 15, 9), "accent", "card", 1) for angle in ways)
    last = (_outline(side, 2.5, "trail", 4),) if moved else ()
    return (*heads, Group((TOUCHED, *piece(side))), *last, *((_outline(side, 2, "accent", 3.5),) if ways else ()))


@cache
def bearing(base: int, target: int, turned: bool) -> tuple[int, int]:
    """How many steps it is from one point to another of its lines, and in which direction, as an angle."""
    (x, y), (x1, y1) = spot(base, turned), spot(target, turned)
    return round(hypot(x1 - x, y1 - y) / STEP), round(degrees(atan2(y1 - y, x1 - x)))


def arrow(base: int, target: int, turned: bool, words: Said, mover: int | None = None) -> Thing:
    """The last move, with the outline of its piece where that stood, or without a mover a threat."""
    steps, angle = bearing(base, target, turned)
    kind, paint, width, dash = ("threat", "warn", 4, "4 9") if mover is None else ("last", "trail", 9, "")
    ghost = () if mover is None else (_outline(mover, -3, paint, 3, 0.9, "6 5"),)
    parts = (*ghost, *equipment.arrow(steps * STEP, 0, paint, width, start=26, stop=33, dash=dash))
    return Thing(f"{kind}:{POINT_NAMES[base]}-{POINT_NAMES[target]}", words, parts, *spot(base, turned), angle)


@cache
def line(number: int, difference: int, leader: Said, turned: bool, labels: tuple[str, ...], rim: Rim) -> Thing:
    """A line with its difference as the player to move sees it.  [D39]"""
    points = GRID.lines[number]
    (point, way), *both = tagged(number, turned, rim)
    there = (_tag(difference, rim, *ray(-(len(points) - 1) * STEP - 2 * rim.tag, way)),) if both else ()
    words, at = notation.of_line(number, difference, leader, labels), beyond(point, way, rim.tag, turned)
    return Thing(f"{POINT_NAMES[points[0]]}-{POINT_NAMES[points[-1]]}", words, (_tag(difference, rim), *there), *at)


def _tag(difference: int, rim: Rim, x: float = 0, y: float = 0) -> Part:
    """The difference at an end of a line: filled for a lead, framed for none, pale for a lag."""
    fill, ink = (("walnut", "brass"), ("ahead", "white"), ("behind", "behind_ink"))[(difference > 0) - (difference < 0)]
    label = Label(-1 if difference else 0, 0, signed(difference), rim.size * 1.34, ink, bold=True)
    return Group((Disc(0, 0, rim.size, fill, ink, 1.5), label), x, y)


@cache
def free_point(point: int, target: bool, threatened: bool, turned: bool, label: str) -> Thing:
    """An empty point: an area to be touched, marked if a piece of the viewer may go there or his opponent threatens to."""
    words = notation.of_point(point, label, threatened)
    ink = "accent" if target else "warn" if threatened else "muted"
    at, parts = spot(point, turned), _marked(target, threatened)
    return Thing(POINT_NAMES[point], words, parts, *at, text=("o",), cell=CELLS[point], ink=ink, bold=target)


@cache
def _marked(target: bool, threatened: bool) -> tuple[Part, ...]:
    ways = (Disc(0, 0, 18, "card", "accent", 3.5, 0.9, "8 4.5"), Disc(0, 0, 7, "accent")) if target else ()
    return (Group((TOUCHED, *ways, *((Disc(0, 0, 26, "", "warn", 3.5),) if threatened else ()))),)
