"""What a picture is made of: keyed things, each of a few simple parts. A game's `look.py` makes them, `draw` renders
them.

A colour is always a name: of the house's palette (`draw/theme.py`), of the game's own `palette`, or of a `Shade`. So
the same picture can be drawn light or dark, and no game writes SVG, CSS or JavaScript.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import product
from math import cos, hypot, pi, radians, sin
from operator import attrgetter
from typing import Any, NamedTuple, Protocol

from turnwise.kit.words import Said, Words


class Disc(NamedTuple):
    """A circle."""

    x: float
    y: float
    radius: float
    fill: str = ""
    edge: str = ""
    width: float = 0
    opacity: float = 1
    dash: str = ""


class Box(NamedTuple):
    """A rectangle by its upper left corner; `round` is the radius of its corners."""

    x: float
    y: float
    w: float
    h: float
    fill: str = ""
    edge: str = ""
    width: float = 0
    round: float = 0
    opacity: float = 1
    dash: str = ""


class Path(NamedTuple):
    """Any outline, in the path language of SVG."""

    d: str
    fill: str = ""
    edge: str = ""
    width: float = 0
    opacity: float = 1
    dash: str = ""


class Label(NamedTuple):
    """Words in the picture; (x, y) is the middle of the line, or its start or end.

    With `room` they are never wider than that: wrapped into at most `lines` lines around y, then made smaller, then
    cut."""

    x: float
    y: float
    text: Words
    height: float
    fill: str = "ink"
    anchor: str = "middle"
    bold: bool = False
    serif: bool = False
    opacity: float = 1
    room: float = 0
    lines: int = 1
    least: float = 0
    """The smallest size of its letters."""
    spare: bool | str = False
    """Whether it is left out where it would have to be cut, as a name on a small card; or its replacement, such as a
    number."""


class Group(NamedTuple):
    """Parts drawn at another place and in another size, such as an emblem on a plate."""

    parts: tuple[Any, ...]
    x: float = 0
    y: float = 0
    scale: float = 1


Part = Disc | Box | Path | Label | Group


@dataclass(frozen=True, slots=True)
class Thing:
    """Something on the table. It keeps its key as long as it is the same thing, wherever it moves.

    Its parts are drawn around its own origin, which is at (x, y). In the text picture its lines start at `cell`
    (column, row)."""

    key: str
    words: Words
    """For screen readers."""
    parts: tuple[Part, ...] = ()
    x: float = 0
    y: float = 0
    turn: float = 0
    scale: float = 1
    text: tuple[Words, ...] = ()
    cell: tuple[int, int] = (0, 0)
    columns: int = 0
    """The most cells of a line of its text; a longer one is wrapped. 0: no limit."""
    rows: int = 0
    """With `columns`, the most lines of text; the rest is cut."""
    ink: str = "ink"
    back: str = ""
    bold: bool = False
    trail: bool = False
    """Whether it collects what a pointer passes over, such as a path drawn through several places. A page then sends
    `{"led": [actions]}`, the moves to all of them, and the notation's `read` interprets it."""
    manner: str = ""
    """How it changes in animated pictures. By default it glides. It `turns` over when its parts change, as a card does,
    `tumbles`, as a die does, or `beats`, as a counter does. While it is there it `blinks`, as a target (its first part
    is then seen only under the pointer), or `hovers`; or it `crosses` the table in large letters and is gone; or it
    `lingers` for some seconds over things that can still be touched. One that `asks` is an answer at the place that was
    touched: it is seen only while it may be touched next."""
    comes: str = ""
    """When it is new: the thing that it comes from, as a card from its pile."""
    by: tuple[tuple[float, float], ...] = ()
    """The places that it passed on its way here with the latest entry, as a figure that goes step by step."""
    preview: str = ""
    """The thing whose touch it previews, such as where a disc would land: seen only in a page, and only while that
    thing may be touched and has the pointer or the focus."""

    def changed(self, **facts: Any) -> "Thing":
        """The same thing with some other facts. Pictures have hundreds, and `dataclasses.replace` takes four times as
        long."""
        other = object.__new__(Thing)
        for put, fact in zip(PUT.values(), FACTS(self), strict=True):
            put(other, fact)
        for name, fact in facts.items():
            PUT[name](other, fact)
        return other


PUT: Mapping[str, Callable[[Thing, Any], None]] = {name: getattr(Thing, name).__set__ for name in Thing.__slots__}
FACTS = attrgetter(*PUT)
"""Sets the facts of a thing, and reads all of them."""


class Shade(NamedTuple):
    """A gradient from top to bottom, or from the middle outwards; used as a fill by its name."""

    name: str
    stops: tuple[tuple[float, str], ...]
    radial: bool = False


@dataclass(frozen=True, slots=True)
class Picture:
    """A table as one seat sees it, things from back to front.

    `touch` gives for each legal action the things to touch one after the other; no sequence is the beginning of
    another."""

    width: float
    height: float
    words: Words
    things: tuple[Thing, ...]
    touch: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    palette: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    """The game's own colours, each for light and for dark."""
    shades: tuple[Shade, ...] = ()
    ground: str = "paper"
    """The background."""
    gone: Mapping[str, str] = field(default_factory=dict)
    """For things that left the table with the latest entry, the things they went to: animated pictures show them fly
    there."""
    sounds: tuple[str, ...] = ()
    """The sounds of the latest entry, of `SOUNDS`."""
    gesture: str = ""
    """The thing that the player touches to show the opening of the turn, while that is still to be done."""
    still: bool = False
    """Whether it changes without animation, at a table that wants that."""
    drops: Mapping[str, str] = field(default_factory=dict)
    """Things that may be dragged to another thing instead of being touched, with that other thing, by key."""
    board: tuple[float, float, float, float] = (0, 0, 0, 0)
    """The place of the board: its middle, half of its width and of its height; in a terminal, in cells."""
    rolls: Mapping[str, int] = field(default_factory=dict)
    """The things that scroll a hand with more cards than there is room for, each with the first card shown then."""
    equals: Mapping[str, str] = field(default_factory=dict)
    """Things that may be touched in place of another, as the second of two equal cards, with that other thing."""
    seats: tuple[tuple[str, str], ...] = ()
    """The colour of each seat, light and dark, at a table where it may change; else empty."""

    def ways(self, action: int) -> list[tuple[str, ...]]:
        """All ways to touch an action: the given one, and those with equal things in it."""
        return every_way(self.touch.get(action, ()), self.equals)


SOUNDS = ("dice", "step", "card", "shuffle", "collect", "lose", "calm", "gate", "glory", "vote", "right", "wrong")
"""Names of the sounds that a page can make: a throw, a move, a card laid, a pile mixed, something gained, something
lost, quiet, an arrival, a great moment, a count of votes, a right answer and a wrong one."""

MANNERS = ("", "turns", "tumbles", "beats", "blinks", "hovers", "crosses", "lingers", "asks")


class Seen(Protocol):
    """What a look may use of a view: everything in it has passed the gate."""

    @property
    def seat(self) -> int | None: ...
    @property
    def seats(self) -> int: ...
    @property
    def turn(self) -> int | None: ...
    @property
    def state(self) -> dict[str, Any]: ...
    @property
    def options(self) -> dict[str, Any]: ...
    @property
    def settings(self) -> dict[str, Any]: ...
    @property
    def opened(self) -> bool | None:
        """Whether the opening of the turn has been shown, at a table where a gesture shows it; None where there is no
        gesture."""

    @property
    def legal(self) -> Sequence[Any]: ...
    @property
    def left(self) -> Sequence[int]: ...
    @property
    def draw_offer(self) -> int | None: ...
    @property
    def outcome(self) -> Any: ...
    @property
    def position(self) -> Any: ...
    @property
    def events(self) -> Sequence[dict[str, Any]]:
        """The events of the latest entry."""

    @property
    def told(self) -> Sequence[Said]:
        """The same in sentences, one for each event."""

    def latest(self, event: str) -> Sequence[dict[str, Any]]:
        """The events of the latest entry that has such an event; empty if none has."""


def every_way(way: tuple[str, ...], equals: Mapping[str, str]) -> list[tuple[str, ...]]:
    """A way to touch an action, and all others with equal things in it."""
    keys = dict.fromkeys(way)
    alike = [[key, *(one for one, other in equals.items() if other == key)] for key in keys]
    return [tuple(dict(zip(keys, one, strict=True))[key] for key in way) for one in product(*alike)]


def through(points: Sequence[tuple[float, float]], *, closed: bool = False) -> str:
    """The outline of straight lines through points."""
    return "M" + "L".join(f"{x:g} {y:g}" for x, y in points) + ("Z" if closed else "")


def ray(far: float, angle: float) -> tuple[float, float]:
    """The point at a distance from the origin, in a direction in degrees: 0 is to the right, 90 down."""
    return far * cos(radians(angle)), far * sin(radians(angle))


def regular(sides: int, radius: float, round: float = 0, y: float = 0, first: float = 0) -> str:
    """The outline of a regular polygon with rounded corners, the first of them so many degrees from the right."""
    corners = [(x, y + down) for x, down in (ray(radius, first + 360 * at / sides) for at in range(sides))]
    part = round / (2 * radius * sin(pi / sides))  # of a side, at each end
    d = ""
    for at, (x, down) in enumerate(corners):
        near = corners[at - 1], corners[at + 1 - sides]
        ends = [(x + part * (x1 - x), down + part * (y1 - down)) for x1, y1 in near]
        d += "{}{:.5g} {:.5g}Q{:.5g} {:.5g} {:.5g} {:.5g}".format("L" if d else "M", *ends[0], x, down, *ends[1])
    return d + "Z"


def star(points: int, outer: float, inner: float, x: float = 0, y: float = 0) -> str:
    """The outline of a star with so many points, the first of them at the top."""
    ends = (ray(inner if at % 2 else outer, 180 * at / points - 90) for at in range(2 * points))
    return through([(round(x + right, 1), round(y + down, 1)) for right, down in ends], closed=True)


def head(right: float, down: float, tip: float, long: float, wing: float) -> str:
    """The outline of an arrowhead in a direction, its tip at a distance from the origin."""
    far = hypot(right, down)
    right, down = right / far, down / far
    corners = ((tip, 0.0), (tip - long, wing), (tip - long, -wing))
    return through(
        [(ahead * right - aside * down, ahead * down + aside * right) for ahead, aside in corners], closed=True
    )


def dots(points: Sequence[tuple[float, float]]) -> str:
    """Zero-length lines at some points: with round line ends, a `Path` of these is discs as wide as its edge."""
    return "".join(f"M{x:.4g} {y:.4g}h.01" for x, y in points)


@cache
def outlines(text: str) -> tuple[Part, ...]:
    """Paths from a text, separated by bars: for each the outline, the fill and optionally edge, width and opacity,
    separated by slashes: `M0 0h9v9z/gold|M2 2h5//ink/2`."""
    parts = (map(str.strip, f"{part}////".split("/")[:5]) for part in text.replace("\n", " ").split("|"))
    return tuple(Path(d, fill, edge, float(width or 0), float(opacity or 1)) for d, fill, edge, width, opacity in parts)


@cache
def moved(parts: tuple[Part, ...], x: float, y: float = 0, scale: float = 1) -> tuple[Part, ...]:
    """Parts drawn elsewhere, each by itself, so that a page is sent only those that change."""
    return tuple(Group((part,), x, y, scale) for part in parts)
