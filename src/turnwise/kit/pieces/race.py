"""A board of 24 points with men, for backgammon and its relatives: two rows of points, a bar between their halves,
trays for men that are off, and dice in the middle.

    race_board(standing(men, near), thrown(dice, left), near=near, marked=…)

Each side counts 24 points from its own end; 25 is its bar and 0 its tray. Their things are `point:7`, in the viewer's
counting, and `bar:0` and `off:1`, by seat."""

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import cache
from itertools import chain
from typing import NamedTuple

from turnwise.kit.pieces.area import Area
from turnwise.kit.pieces.characters import Form, Ruling, Written, block, die_block, in_sizes
from turnwise.kit.pieces.equipment import die
from turnwise.kit.pieces.men import MARKS, disc
from turnwise.kit.pieces.table import Board
from turnwise.kit.shapes import Box, Disc, Label, Part, Path, Thing
from turnwise.kit.words import Said, Seat, counted, said

STEP, LONG, BAR, TRAY, RIM, END = 64.0, 290.0, 64.0, 64.0, 36.0, 5.0
"""A point's width and length, the bar, a tray, the rim with the numbers and the rim at the ends."""
HIGH, WIDE = 2 * LONG + 2 * RIM, 12 * STEP + BAR + TRAY + 2 * END
RADIUS, LETTERS, STACK, ON_BAR, OFF = 28.0, 13.0, 5, 25, 0
"""The radius of a man; the smallest letters in pixels; men that lie side by side before they lie closer."""
SIZES = (10, 4), (8, 3), (5, 2), (4, 2), (3, 1)
"""Columns of a point and rows of a man in a terminal; in the smallest board men are only counted."""

PALETTE = {
    "frame": ("#5b3a22", "#33231a"),
    "field": ("#e7d3ad", "#3a332b"),
    "point_dark": ("#9c4f32", "#7a3f2a"),
    "point_light": ("#c9a56d", "#6b5a41"),
    "frame_ink": ("#f3e6cf", "#e9dcc4"),
    "goal": ("#1f8a5b", "#54d69b"),
    "latest": ("#d98300", "#ffb938"),
}
"""Its colours, for the `palette` of a table."""


class Men(NamedTuple):
    """Men of one seat in one place."""

    seat: int
    number: int
    comes: str = ""
    """Where the topmost came from with the latest entry."""


class Die(NamedTuple):
    """A die: its face, and whether it has been played."""

    face: int
    played: bool


def place_of(seat: int, point: int, near: int) -> str:
    """The place of a seat's point on the board, as seat `near` sees it."""
    if point in (ON_BAR, OFF):
        return f"{'bar' if point else 'off'}:{seat}"
    return f"point:{point if seat == near else ON_BAR - point}"


def standing(men: Sequence[Sequence[int]], near: int, moves: Sequence[tuple[int, int, int]] = ()) -> dict[str, Men]:
    """Men by the key of their place, from how many each seat has on its points; the latest moves are seats with start
    and stop, and a move that stops on the other's man has hit it."""
    came = {}
    for seat, start, stop in moves:
        came[place_of(seat, stop, near)] = place_of(seat, start, near)
        if stop:
            came.setdefault(f"bar:{1 - seat}", place_of(seat, stop, near))
    rows = [(place_of(seat, point, near), seat, number) for seat in range(2) for point, number in enumerate(men[seat])]
    return {key: Men(seat, number, came.get(key, "")) for key, seat, number in rows if number}


def thrown(dice: Sequence[int], left: Sequence[int]) -> list[Die]:
    """The dice of a throw, of which so many of each face have yet to be played; doubles are four."""
    if dice[0] == dice[1]:
        return [Die(dice[0], at >= left[dice[0]]) for at in range(4)]
    return [Die(face, not left[face]) for face in dice]


def race_board(
    men: Mapping[str, Men], dice: Sequence[Die], *, near: int, marked: Collection[str] = ()
) -> Callable[[Area], Board]:
    """The board as seat `near` sees it: men by the key of their place, the dice, and the places that may be touched
    first."""
    return lambda room: _board(men, dice, near, frozenset(marked), room)


def _name(key: str) -> Said:
    kind, _, number = key.partition(":")
    if kind == "point":
        return said("Point {point}", point=number)
    seat = Seat(int(number))
    return said("The bar of {seat}", seat=seat) if kind == "bar" else said("The tray of {seat}", seat=seat)


def ratio(room: Area) -> float:
    """Width divided by height: in a tall window the board stands."""
    return WIDE / HIGH if room.ratio >= 0.85 else HIGH / WIDE


class Spot(NamedTuple):
    """A place on a lying board: the middle of its base, and the direction in which its men are stacked."""

    x: float
    y: float
    up: int
    cell: tuple[int, int]


@cache
def spots(near: int) -> dict[str, Spot]:
    """All places: the viewer's point 1 is at the lower right."""
    found = {}
    low, top = HIGH - RIM, RIM
    for point in range(1, 25):
        column = 12 - point if point <= 12 else point - 13
        x = END + (column + 0.5) * STEP + BAR * (column >= 6)
        cell = (3 * column + (6 if column >= 6 else 0), 7 if point <= 12 else 1)
        found[f"point:{point}"] = Spot(x, low, -1, cell) if point <= 12 else Spot(x, top, 1, cell)
    middle, right = END + 6 * STEP + BAR / 2, WIDE - END - TRAY / 2
    for seat in range(2):
        mine = seat == near
        found[f"bar:{seat}"] = Spot(middle, HIGH / 2 + (30 if mine else -30), 1 if mine else -1, (20, 5 if mine else 3))
        found[f"off:{seat}"] = Spot(right, low if mine else top, -1 if mine else 1, (43, 7 if mine else 1))
    return found


def _turned(x: float, y: float, lies: bool) -> tuple[float, float]:
    """On a standing board, the viewer's own rows are at the right."""
    return (x, y) if lies else (y, x)


def _board(
    men: Mapping[str, Men],
    dice: Sequence[Die],
    near: int,
    marked: frozenset[str],
    room: Area,
) -> Board:
    lies = room.ratio >= 0.85
    wide, high = (WIDE, HIGH) if lies else (HIGH, WIDE)
    letters = round(max(20.0, LETTERS / min(room.w / wide, room.h / high)), 1) if room.w > 50 else 20.0
    things, touched = [_ground(lies, letters)], list[Thing]()
    for key, spot in spots(near).items():
        there = men.get(key, Men(0, 0))
        things += _stack(key, spot, there, lies, letters)
        touched.append(_place(key, spot, there, _name(key), key in marked, lies))
    for at, one in enumerate(dice):
        x = END + (9 if at < 2 else 3) * STEP + BAR * (at < 2) + (at % 2 - 0.5) * 70
        parts = die(one.face, 50, *(("field", "ink") if one.played else ("light_man", "dark_man")))
        words = said("A die that shows {face}", face=one.face)
        if one.played:
            words = said("A die that shows {face}, played", face=one.face)
        text = f"({one.face})" if one.played else f"[{one.face}]"
        x, y = _turned(x, HIGH / 2, lies)
        things.append(
            Thing(
                f"die:{at}",
                words,
                parts,
                x,
                y,
                text=(text,),
                cell=(26 + 4 * at - 26 * (at > 1), 4),
                bold=not one.played,
                manner="tumbles",
                ink="muted" if one.played else "ink",
            )
        )
    board = Board(wide, high, (*things, *touched), cells=(46, 9))
    return in_sizes(board, SIZES, lambda size: _form(men, dice, near, *size))


def _form(men: Mapping[str, Men], dice: Sequence[Die], near: int, wide: int, high: int) -> Form:
    """The board in a terminal, with stacked men."""
    lane, between = STACK * high, 7 if high > 1 else 3
    low = 2 + lane + between

    def written() -> dict[str, Written]:
        found = {"board": Written(_lanes(wide, lane, between), (0, 0))}
        for key in spots(near):
            there, (kind, _, number) = men.get(key, Men(0, 0)), key.partition(":")
            lower = int(number) <= 12 if kind == "point" else int(number) == near
            x, y = _column(key, wide), low if lower else 2
            if kind == "bar":
                found[key] = Written(_one(there, wide, high), (x, y - high if lower else y + lane))
            else:
                blocks = _slabs(there, wide, lane) if kind == "off" else _piled(there, wide, high)
                found[key] = Written(tuple(chain.from_iterable(blocks[::-1] if lower else blocks)), (x, y))
        for at, one in enumerate(dice):
            text = die_block(one.face) if high > 1 else (f"({one.face})" if one.played else f"[{one.face}]",)
            broad, left = len(text[0]) + 1, 1 + 3 * wide + (7 * wide + 2 if at < 2 else 0)
            found[f"die:{at}"] = Written(text, (left + (at % 2 - 1) * broad, 2 + lane + (between - len(text)) // 2))
        return found

    return (14 * wide + 4, low + lane + 2), written


def _column(key: str, wide: int) -> int:
    """The first column of a place in a terminal."""
    kind, _, number = key.partition(":")
    if kind != "point":
        return 6 * wide + 2 if kind == "bar" else 13 * wide + 4
    at = 12 - int(number) if int(number) <= 12 else int(number) - 13
    return 1 + at * wide + (wide + 2 if at >= 6 else 0)


@cache
def _lanes(wide: int, lane: int, between: int) -> tuple[str, ...]:
    """The numbers of the points, the rim and the bar."""
    ruling, high = Ruling(), 2 * lane + between
    ruling.box(0, 1, 13 * wide + 2, high)
    ruling.box(6 * wide + 1, 1, wide, high)
    for point in range(1, 25):
        ruling.write(_column(f"point:{point}", wide), high + 3 if point <= 12 else 0, f"{point:^{wide}}")
    return ruling.text


def _man(seat: int, wide: int, high: int, number: int = 1) -> list[str]:
    """A man in characters, with the number of men that it represents."""
    lines = [f"{line:^{wide}}" for line in block(MARKS[seat], max(1, wide - 2), high)]
    if number > 1:
        told, row = str(number), (high - 1) // 2
        at = (wide - len(told)) // 2
        lines[row] = f"{lines[row][:at]}{told}{lines[row][at + len(told) :]}"
    return lines


def _one(there: Men, wide: int, high: int) -> tuple[str, ...]:
    """Men on the bar, of which one is shown."""
    if not there.number:
        return block("·", wide, high)
    if high == 1 and there.number > 1:
        return (f"{MARKS[there.seat]}{there.number}",)
    return tuple(_man(there.seat, wide, high, there.number))


def _piled(there: Men, wide: int, high: int) -> list[list[str]]:
    """Men from the base of their point on, and how much of it they leave free."""
    shown = min(STACK, there.number)
    men = [
        _man(there.seat, wide, high, there.number if at == STACK - 1 and there.number > STACK else 1)
        for at in range(shown)
    ]
    return [*men, *[[f"{'┊':^{wide}}"] * high] * (STACK - shown)]


def _slabs(there: Men, wide: int, lane: int) -> list[list[str]]:
    """Men in a tray, seen from the side, after their number."""
    told, slab = str(there.number) if there.number else "·", ("▬" if there.seat == 0 else "▭") * max(1, wide - 2)
    lines = [told, *[slab] * there.number, *[""] * lane][:lane]
    return [[f"{line:^{wide}}"] for line in lines]


@cache
def _ground(lies: bool, letters: float) -> Thing:
    def area(x: float, y: float, w: float, h: float, fill: str) -> Box:
        return Box(x, y, w, h, fill, round=4) if lies else Box(y, x, h, w, fill, round=4)

    w, h = (WIDE, HIGH) if lies else (HIGH, WIDE)
    half = 6 * STEP
    parts: list[Part] = [Box(0, 0, w, h, "frame", round=20)]
    parts += [area(x, RIM, half, HIGH - 2 * RIM, "field") for x in (END, END + half + BAR)]
    tray = WIDE - END - TRAY + 5
    parts += [area(tray, y, TRAY - 10, LONG - 20, "field") for y in (RIM, HIGH - RIM - LONG + 20)]
    for key, spot in spots(0).items():
        kind, _, number = key.partition(":")
        if kind != "point":
            continue
        tip = spot.y + spot.up * (LONG - 34)
        corners = [
            _turned(x, y, lies)
            for x, y in ((spot.x - STEP / 2 + 3, spot.y), (spot.x + STEP / 2 - 3, spot.y), (spot.x, tip))
        ]
        d = "M" + "L".join(f"{x:g} {y:g}" for x, y in corners) + "Z"
        parts.append(Path(d, "point_dark" if int(number) % 2 else "point_light"))
        x, y = _turned(spot.x, spot.y - spot.up * RIM / 2, lies)
        parts.append(Label(x, y, number, letters, "frame_ink", bold=True))
    above, below = ("".join(f"{point:3}" for point in half) for half in (range(13, 19), range(12, 6, -1)))
    home, inner = ("".join(f"{point:3}" for point in half) for half in (range(19, 25), range(6, 0, -1)))
    text = (f"{above} │   │{home}", *[" " * 19 + "│   │"] * 7, f"{below} │   │{inner}")
    return Thing("board", said("The board"), tuple(parts), text=text, cell=(0, 0), ink="muted")


def _stack(key: str, spot: Spot, there: Men, lies: bool, letters: float) -> list[Thing]:
    """Men stacked from the base of their place; with their number, if there are many."""
    kind, slim = key.partition(":")[0], key.startswith("off")
    room = {"point": LONG - 36, "bar": 190.0, "off": LONG - 40}[kind]
    step = min(2 * RADIUS, room / max(1, there.number)) if not slim else (LONG - 30) / 15
    things = []
    for at in range(there.number):
        x, y = _turned(spot.x, spot.y + spot.up * (step * at + (step / 2 if slim else RADIUS)), lies)
        parts = _slab(there.seat, lies) if slim else disc(there.seat, RADIUS - 1)
        last = at == there.number - 1
        if last and there.comes and not slim:
            parts = (*parts, Disc(0, 0, RADIUS - 3, "", "latest", 4))
        if last and there.number > STACK and not slim:
            parts = (*parts, *_counted(there.number, there.seat, letters))
        words = said("A man of {seat}", seat=Seat(there.seat))
        things.append(Thing(f"man:{key}:{at}", words, parts, x, y, comes=there.comes if last else ""))
    return things


@cache
def _slab(seat: int, lies: bool) -> tuple[Part, ...]:
    """A man in its tray, seen from the side."""
    w, h = (TRAY - 16, 15.0) if lies else (15.0, TRAY - 16)
    edge = ("dark_man_edge", "light_man_edge")[seat]
    return (Box(-w / 2, -h / 2, w, h, ("dark_man", "light_man")[seat], edge, 1.5, round=4),)


@cache
def _counted(number: int, seat: int, letters: float) -> tuple[Part, ...]:
    ground, ink = ("dark_man", "light_man") if seat == 0 else ("light_man", "dark_man")
    return Disc(0, 0, 0.62 * RADIUS, ground), Label(0, 0, str(number), letters, ink, bold=True)


def _place(key: str, spot: Spot, there: Men, name: Said, marked: bool, lies: bool) -> Thing:
    """A place over its men, to be touched."""
    words: Said = said("{place}, empty", place=name)
    if there.number:
        seat = Seat(there.seat)
        number = there.number
        words = counted(
            "{place}: one man of {seat}",
            "{place}: {number} men of {seat}",
            "number",
            place=name,
            seat=seat,
            number=number,
        )
    mark = MARKS[there.seat] if there.number else "·"
    text = f"{mark}{there.number}" if there.number else mark
    x, y = _turned(spot.x, spot.y, lies)
    ink = "accent" if marked else "ink" if there.number else "muted"
    return Thing(
        key,
        words,
        _area(key.partition(":")[0], spot.up, marked, lies),
        x,
        y,
        text=(f"{text:>3}",),
        cell=spot.cell,
        ink=ink,
        bold=marked,
    )


@cache
def _area(kind: str, up: int, marked: bool, lies: bool) -> tuple[Part, ...]:
    w, h = {"point": (STEP, LONG - 30), "bar": (BAR, 200.0), "off": (TRAY, LONG - 20)}[kind]
    top = 0.0 if up > 0 else -h
    box = (-w / 2, top, w, h) if lies else (top, -w / 2, h, w)
    parts: tuple[Part, ...] = (Box(*box, "white", opacity=0),)
    return (*parts, Box(box[0] + 3, box[1] + 3, box[2] - 6, box[3] - 6, "", "goal", 4, round=8)) if marked else parts
