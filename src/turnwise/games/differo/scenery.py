"""What the table of Differo is made of: where points lie, the wooden board, the two kinds of pieces, the tags at the lines' ends.

Everything here is the same in every match, or one of a few kinds, and so is made once. Things have the source's labels as their
keys; what people read of them is in the table's own system.
"""

from functools import cache
from math import cos, hypot, pi, sin
from types import SimpleNamespace

from turnwise.games.differo.board import BACKSLASH, BLACK, COLUMN, GRID, IN_ROW, ROW, SLASH, WHITE
from turnwise.games.differo.notation import LABELS, POINT_NAMES, SIDE_NAMES, SYSTEMS, signed, text_board
from turnwise.kit.grid import OFF
from turnwise.kit.shapes import Box, Disc, Label, Part, Path, Shade, Thing, through
from turnwise.kit.words import Said, said, sentences

Point = tuple[float, float]

STEP = 88
RISE = STEP * 0.75**0.5
WIDTH, HEIGHT = 1000, 1124
MIDDLE: Point = (WIDTH / 2, 501)
FRAME, FIELD = 5.55 * STEP, 4.39 * STEP  # from the middle to a corner
BOTTOM = MIDDLE[1] + FRAME * 0.75**0.5
TAG, LETTER = 50, 85  # from the last point of a line to its tag, and to its letter or number
RADIUS = 31
ASIDE = 63  # in the text picture: the column right of the board
AXES = {IN_ROW: 0, SLASH: 2 * pi / 3, BACKSLASH: pi / 3}
"""The ways in which lines run from their first point to their last, as angles."""

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
    "ahead": ("#0069a6", "#1d86c6"),
    "behind": ("#f7e6d2", "#efd9be"),
    "behind_ink": ("#a03a00", "#8e3300"),
    "trail": ("#b86f00", "#ffc94a"),
    "go": ("#0069a6", "#8fd3ff"),
    "target": ("#ffffff", "#16293a"),
    "danger": ("#c43d00", "#ff8a4c"),
}
SHADES = (
    Shade("frame_wood", ((0, "walnut_light"), (0.5, "walnut"), (1, "walnut_light"))),
    Shade("field_wood", ((0, "maple_light"), (1, "maple")), radial=True),
    Shade("ivory_shade", ((0.15, "ivory"), (0.7, "ivory"), (1, "ivory_dark")), radial=True),
    Shade("slate_shade", ((0, "slate_light"), (1, "slate"))),
)


def spot(point: int, turned: bool) -> Point:
    """Where a point lies; for Black the board is turned by half."""
    right, down = COLUMN[point] - 4 + (ROW[point] - 4) / 2, ROW[point] - 4
    way = -1 if turned else 1
    return MIDDLE[0] + way * right * STEP, MIDDLE[1] + way * down * RISE


def cell(point: int) -> tuple[int, int]:
    """Where a point stands in the text board, as (column, row).  [D35]"""
    return 6 + 2 * ROW[point] + 4 * COLUMN[point], 2 * ROW[point]


def beyond(line: tuple[int, ...], end: int, far: float, turned: bool) -> Point:
    """The place beyond one end of a line, so far from its last point."""
    (x, y), (x1, y1) = spot(line[end], turned), spot(line[-1 - end], turned)
    length = hypot(x - x1, y - y1)
    return x + far * (x - x1) / length, y + far * (y - y1) / length


def polygon(corners: list[Point], round_: float) -> str:
    """The outline of a polygon with its corners rounded."""
    d = ""
    for at, corner in enumerate(corners):
        before = _towards(corner, corners[at - 1], round_)
        after = _towards(corner, corners[at + 1 - len(corners)], round_)
        d += "{}{:.5g} {:.5g}Q{:.5g} {:.5g} {:.5g} {:.5g}".format("L" if d else "M", *before, *corner, *after)
    return d + "Z"


def _towards(start: Point, end: Point, far: float) -> Point:
    length = hypot(end[0] - start[0], end[1] - start[1])
    return start[0] + far * (end[0] - start[0]) / length, start[1] + far * (end[1] - start[1]) / length


def hexagon(x: float, y: float, radius: float, round_: float, first: float = 0) -> str:
    """The outline of a hexagon; `first` is the angle of its first corner, in sixths of a turn."""
    angles = [(first + n) * pi / 3 for n in range(6)]
    return polygon([(x + radius * cos(angle), y + radius * sin(angle)) for angle in angles], round_)


@cache
def board(turned: bool, system: str) -> Thing:
    letters = SYSTEMS[system]
    upside_down = turned == (letters[0] == "A")
    words = sentences(
        said("The board: a hexagon of 61 points in rows A to I, on 27 lines."),
        said("White's goal is row {white}, Black's goal is row {black}.", white=letters[0], black=letters[-1]),
        said("Row A is at the bottom.") if upside_down else said("Row A is at the top."),
    )
    parts = (*_wood(), *_goals(turned), *_engraving(turned), *_coordinates(turned, letters))
    empty = text_board(SimpleNamespace(sides=(0, 0)), system)
    return Thing("board", words, parts, text=tuple(empty.split("\n")), ink="muted")


def _wood() -> tuple[Part, ...]:
    x, y = MIDDLE
    grain = "".join(
        f"M{x - half:.5g} {y + up:.5g}q{half / 2:.4g} {bend} {half:.4g} 0t{half:.4g} 0"
        for up, bend in ((n * 27 - 310, (n * 5) % 9 - 4) for n in range(24))
        for half in [FIELD - abs(up) / 3**0.5 - 26]
    )
    upright = "".join(
        through([spot(p, False), spot(GRID.next[p][3], False), spot(GRID.next[p][5], False)], closed=True)
        for p in GRID.points
        if OFF not in (GRID.next[p][3], GRID.next[p][5])
    )
    studs = [(x + right * (FRAME / 2 - 19), y + down * (FRAME * 0.866 - 21)) for right in (-1, 1) for down in (-1, 1)]
    return (
        Path(hexagon(x, y + 9, FRAME, 30), "shadow", opacity=0.22),
        Path(hexagon(x, y, FRAME, 30), "frame_wood", "walnut_edge", 3),
        Path(hexagon(x, y, FRAME - 8, 26), "", "brass", 1.5, 0.55),
        Path(hexagon(x, y, FIELD + 5, 20), "walnut_edge", opacity=0.75),
        Path(hexagon(x, y, FIELD, 18), "field_wood", "groove", 1.5),
        Path(grain, "", "groove", 1.2, 0.16),
        Path(upright, "groove", opacity=0.09),
        *(part for stud in studs for part in _stud(*stud)),
    )


def _stud(x: float, y: float) -> tuple[Part, ...]:
    """An inlay at a corner of the frame."""
    rays = [(x + 6.5 * cos(n * pi / 3), y + 6.5 * sin(n * pi / 3)) for n in range(6)]
    star = "".join(through([rays[n], rays[n + 3]]) for n in range(3))
    return Path(hexagon(x, y, 11, 2), "", "brass", 1.5, 0.7), Path(star, "", "brass", 1.5, 0.7)


def _goals(turned: bool) -> tuple[Part, ...]:
    """A strip of the side's own kind under each goal row, and its name on the frame.  [D6]"""
    parts: list[Part] = []
    for side, row in ((WHITE, 0), (BLACK, 8)):
        goal = [point for point in GRID.points if ROW[point] == row]
        x, y = spot(goal[2], turned)
        wide = 4 * STEP + 46
        fill, edge = (("ivory", "ivory_edge"), ("slate", "slate_edge"))[side]
        parts += [
            Box(x - wide / 2, y - 23, wide, 46, fill, round=23, opacity=0.62),
            Box(x - wide / 2, y - 23, wide, 46, "", edge, 2, round=23, dash="" if side == WHITE else "9 5"),
            Label(
                x,
                y + (-99 if y < MIDDLE[1] else 99),
                said("{side}’s goal", side=SIDE_NAMES[side]),
                19,
                "brass",
                bold=True,
                room=wide,
            ),
        ]
    return tuple(parts)


def _engraving(turned: bool) -> tuple[Part, ...]:
    """The 27 lines, run out to their tags, and the 61 points."""
    ends = [[spot(line[0], turned), spot(line[-1], turned)] for line in GRID.lines]
    outer = [[spot(line[end], turned), beyond(line, end, TAG, turned)] for line in GRID.lines for end in (0, -1)]
    lines = "".join(map(through, ends))
    spots = [spot(point, turned) for point in GRID.points]
    return (
        Path("".join(map(through, outer)), "", "brass", 2, 0.75),
        Path(lines, "", "maple_light", 4.5, 0.55),
        Path(lines, "", "groove", 2.4),
        Path(_dots(spots, 1), "", "maple_light", 18, 0.8),
        Path(_dots(spots, 0), "", "groove", 16),
        Path(_dots(spots, 1), "", "walnut_edge", 11),
    )


def _dots(points: list[Point], down: float) -> str:
    """Next to nothing at some points: with round ends, lines as short as this are discs as wide as they are."""
    return "".join(f"M{x:.4g} {y + down:.4g}h.01" for x, y in points)


def _coordinates(turned: bool, letters: str) -> tuple[Part, ...]:
    """Letters at the left ends of the rows, numbers at the lower ends of the columns.  [D9] [D10]"""
    parts: list[Part] = []
    end = -1 if turned else 0
    for line in GRID.lines[:9]:
        parts.append(Label(*beyond(line, end, LETTER, turned), letters[ROW[line[0]]], 22, "brass", bold=True))
    for line in GRID.lines[18:]:
        number = str(COLUMN[line[0]] + 1)
        parts.append(Label(*beyond(line, -1 - end, LETTER, turned), number, 22, "brass", bold=True))
    return tuple(parts)


@cache
def piece_parts(side: int) -> tuple[Part, ...]:
    """White is a turned disc with a ring, Black a hexagon of slate with a star: they differ in shape and mark."""
    if side == WHITE:
        return (
            Disc(2, 4.5, RADIUS, "shadow", opacity=0.32),
            Disc(0, 0, RADIUS, "ivory_shade", "ivory_edge", 2),
            Disc(0, 0, RADIUS - 6, "", "ivory_dark", 1.6),
            Disc(0, 0, 12, "", "ivory_edge", 4.5),
            Path("M-22 -10A24 24 0 0 1 8 -23", "", "white", 3.2, 0.9),
        )
    star = "".join(
        through([(14 * cos(a), 14 * sin(a)), (-14 * cos(a), -14 * sin(a))]) for a in (pi / 6, pi / 2, 5 * pi / 6)
    )
    return (
        Path(hexagon(2, 4.5, RADIUS + 2, 9, 0.5), "shadow", opacity=0.36),
        Path(hexagon(0, 0, RADIUS + 2, 9, 0.5), "slate_shade", "slate_edge", 2),
        Path(hexagon(0, 0, RADIUS - 5, 7, 0.5), "", "slate_light", 1.6),
        Path(star, "", "slate_mark", 4.2),
        Path("M-24 -11L-24 -14L0 -28", "", "white", 2.4, 0.45),
    )


@cache
def outline(side: int, grow: float, edge: str, width: float, opacity: float = 1, dash: str = "") -> Part:
    """A frame in the shape of a side's piece."""
    if side == WHITE:
        return Disc(0, 0, RADIUS + grow, "", edge, width, opacity, dash)
    return Path(hexagon(0, 0, RADIUS + 2 + grow, 9 + grow / 2, 0.5), "", edge, width, opacity, dash)


@cache
def standing_piece(side: int, point: int, moved: bool, targets: tuple[int, ...], turned: bool) -> tuple[Part, ...]:
    """A piece with its marks: that it moved last; that it may move, with a small arrow head for each way."""
    parts = piece_parts(side)
    if moved:
        parts += (outline(side, 2.5, "trail", 4),)
    if targets:
        ways = [_way(point, target, turned) for target in targets]
        heads = (Path(_head(right, down, 45, 15, 9), "go", "target", 1) for right, down, _ in ways)
        parts = (*heads, *parts, outline(side, 2, "go", 3.5))
    return parts


@cache
def arrow(base: int, target: int, turned: bool, paint: str, width: float, dash: str) -> tuple[Part, ...]:
    """From one point to another, drawn around the first."""
    right, down, far = _way(base, target, turned)
    back = far - 52
    return (
        Path(through([(26 * right, 26 * down), (back * right, back * down)]), "", paint, width, 0.85, dash),
        Path(_head(right, down, far - 33, 19, 6 + width), paint, paint, 1.5, 0.95),
    )


def _way(base: int, target: int, turned: bool) -> tuple[float, float, float]:
    """The direction from one point to another, and how far it is."""
    (x, y), (x1, y1) = spot(base, turned), spot(target, turned)
    far = hypot(x1 - x, y1 - y)
    return (x1 - x) / far, (y1 - y) / far, far


def _head(right: float, down: float, tip: float, long: float, wing: float) -> str:
    """The head of an arrow in a direction, its tip so far from the origin."""
    back = tip - long
    corners = [
        (tip * right, tip * down),
        (back * right - wing * down, back * down + wing * right),
        (back * right + wing * down, back * down - wing * right),
    ]
    return through(corners, closed=True)


@cache
def line(number: int, difference: int, leader: Said, turned: bool, system: str) -> Thing:
    """A line with its difference as the player to move sees it; its words don't change with the turn.  [D39]"""
    points, axis = GRID.lines[number], number // 9
    key, ends = (f"{labels[points[0]]}-{labels[points[-1]]}" for labels in (POINT_NAMES, LABELS[system]))
    at = COLUMN[points[0]] if axis == BACKSLASH else number % 9
    return Thing(
        key,
        _line_words(axis, ends, said("{side} leads by {number}", side=leader, number=abs(difference)))
        if difference
        else _line_words(axis, ends, said("level")),
        tags(axis, len(points), difference, turned),
        *beyond(points, 0, TAG, turned),
        text=(f"{ends} {signed(difference):>2}",),
        cell=(ASIDE + 12 * axis, 2 + int(at)),
        ink="accent" if difference > 0 else "warn" if difference < 0 else "muted",
        bold=difference > 0,
    )


def _line_words(axis: int, ends: str, lead: Said) -> Said:
    if axis == IN_ROW:
        return said("Row {ends}: {lead}", ends=ends, lead=lead)
    if axis == SLASH:
        return said('"/" line {ends}: {lead}', ends=ends, lead=lead)
    return said('"\\" line {ends}: {lead}', ends=ends, lead=lead)


@cache
def tags(axis: int, length: int, difference: int, turned: bool) -> tuple[Part, ...]:
    """The difference at both ends of a line: filled for a lead, framed for none, pale for a lag.  [D39]

    They are drawn around the first of them, so that lines of one length and axis have the same parts."""
    angle = AXES[axis] + turned * pi
    far = (length - 1) * STEP + 2 * TAG
    return tag((0, 0), (round(far * cos(angle), 1), round(far * sin(angle), 1)), difference=difference)


def tag(*places: Point, difference: int) -> tuple[Part, ...]:
    fill, edge, ink = ("walnut", "brass", "brass")
    if difference:
        fill, edge, ink = ("ahead", "white", "white") if difference > 0 else ("behind", "behind_ink", "behind_ink")
    discs = "".join(f"M{x - 18:g} {y:g}a18 18 0 1 0 36 0a18 18 0 1 0-36 0Z" for x, y in places)
    left = 1 if difference else 0
    labels = (Label(x - left, y, signed(difference), 24, ink, bold=True) for x, y in places)
    return (Path(discs, fill, edge, 1.5), *labels)


@cache
def legend() -> Thing:
    """What the numbers mean, at a free corner."""
    words = said("The lead of whoever is to move")
    parts = (
        Label(0, 0, words, 17, "ink", "start", bold=True, room=230),
        *tag((17, 31), difference=2),
        Label(42, 31, said("2 steps"), 17, "muted", "start", room=64),
        *tag((126, 31), difference=0),
        *tag((166, 31), difference=-1),
        Label(191, 31, said("no move"), 17, "muted", "start", room=92),
    )
    text = (words, said('rows        "/" lines   "\\" lines'))
    return Thing("differences", words, parts, 18, BOTTOM + 6, text=text, cell=(ASIDE, 0))


def plate_spot(side: int, turned: bool) -> Point:
    """Where a player's plate stands: at the lower right for who looks, at the upper left for the other."""
    return (WIDTH - 192, BOTTOM + 18) if (side == WHITE) != turned else (58, 54)


@cache
def turn_parts() -> tuple[Part, ...]:
    """A frame around a plate, and a mark on it."""
    arrow = through([(150, 6), (163, 15), (150, 24)], closed=True)
    return (Box(-42, -38, 218, 76, "", "accent", 4, round=16), Path(arrow, "accent"))


@cache
def free_point(point: int, target: bool, threatened: bool, turned: bool, system: str) -> Thing:
    """An empty point: an area to be touched, marked if a piece of the viewer may go there or his opponent threatens to."""
    words = said("{point}, empty", point=LABELS[system][point])
    if ROW[point] in (0, 8):
        side = WHITE if ROW[point] == 0 else BLACK
        words = said("{point}, empty, in {side}'s goal", point=LABELS[system][point], side=SIDE_NAMES[side])
    parts: tuple[Part, ...] = (Disc(0, 0, 30, "white", opacity=0),)
    if target:
        parts += (Disc(0, 0, 18, "target", "go", 3.5, 0.9, "8 4.5"), Disc(0, 0, 7, "go"))
    if threatened:
        parts += (Disc(0, 0, 26, "", "danger", 3.5),)
    return Thing(
        POINT_NAMES[point],
        said("{point}, threatened", point=words) if threatened else words,
        parts,
        *spot(point, turned),
        text=("o",),
        cell=cell(point),
        ink="accent" if target else "warn" if threatened else "muted",
        bold=target,
    )
