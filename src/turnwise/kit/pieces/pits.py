"""A board of pits with seeds, for the mancala family: two rows around which seeds are sown, and a store at each end.

    pits([Pit("a", 4), …], {0: 10, 1: 12}, near=0)

Each pit is a thing of its own, `pit:a`, touched wherever its seeds lie; so is each seed, `seed:a:3`, and each store,
`store:0`."""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from math import sqrt
from typing import NamedTuple

from turnwise.kit.pieces.area import Area
from turnwise.kit.pieces.characters import Form, Written, in_sizes
from turnwise.kit.pieces.table import Board, Counter, Plate
from turnwise.kit.shapes import Box, Disc, Group, Label, Part, Path, Seen, Shade, Thing, ray
from turnwise.kit.words import Said, Seat, counted, said

ACROSS, DOWN, STORE, RIM = 112.0, 176.0, 124.0, 18.0
"""A pit with its number, and a store, along the rows and across them."""
WIDE, HIGH, NUMBER = 46.0, 60.0, 44.0
"""Half of a pit, and the strip for its number."""
SEED, HEAP, SPREAD = 10.5, 13, 11.0
"""The radius of a seed; how many lie side by side before others lie on top of them; and their distance."""
LETTERS = 13.0
"""The smallest letters, in pixels."""
SIZES, SIGNS = ((3, 11, 4), (5, 7, 2), (3, 6, 2), (2, 7, 2), (4, 4, 1)), "•●"
"""Seeds per row, rows, and their distance in a pit in a terminal; in the smallest board they are only counted."""

PALETTE = {
    "wood": ("#b9824f", "#6d4a2f"),
    "wood_light": ("#d3a473", "#86603f"),
    "wood_edge": ("#7d5230", "#3c2717"),
    "pit": ("#8a5a35", "#45301f"),
    "pit_deep": ("#6a4326", "#2c1e13"),
    "wood_ink": ("#2f1c0d", "#f6e9d6"),
    "seed": ("#7f8f83", "#93a397"),
    "seed_light": ("#dfe8dd", "#e6eee4"),
    "seed_warm": ("#a8987c", "#b3a489"),
    "seed_warm_light": ("#f3ead8", "#f4ecdb"),
    "seed_edge": ("#3f4a42", "#1d231f"),
    "glow": ("#ffe9a8", "#ffe19a"),
    "south": ("#b3451f", "#f08a5d"),
    "north": ("#1f6f78", "#5fc3cc"),
}
"""Its colours, for the `palette` of a table."""
COLOURS, MARKS = ("south", "north"), "▲▼"
SEAT_COLOURS = (PALETTE["south"], PALETTE["north"])
"""The colours of its players, for a look that names them `SEAT_COLOURS` too."""
SHADES = (
    Shade("plank", ((0, "wood_light"), (1, "wood"))),
    Shade("hollow", ((0, "pit_deep"), (0.55, "pit_deep"), (1, "pit")), radial=True),
    Shade("seed0", ((0.1, "seed_light"), (1, "seed")), radial=True),
    Shade("seed1", ((0.1, "seed_warm_light"), (1, "seed_warm")), radial=True),
)
"""Its runs of colours, for the `shades` of a table."""


class Pit(NamedTuple):
    """A pit: its name, and how many seeds lie in it."""

    name: str
    seeds: int
    new: int = 0
    """How many of them came with the latest entry."""
    marked: bool = False
    """Whether it may be sown now."""
    ends: tuple[str, ...] = ()
    """The pits whose sowing would end here, seen while one of them is pointed at."""


def _taken(seat: int, seeds: int) -> Said:
    return counted("{seat} has taken one seed", "{seat} has taken {seeds} seeds", "seeds", seat=Seat(seat), seeds=seeds)


def plate(seat: int, view: Seen, seeds: int) -> Plate:
    """A player with the stored seeds."""
    won = view.outcome and seat in view.outcome.winners
    counter = Counter(_taken(seat, seeds), str(seeds), seed(0, 8), mark="•")
    emblem = (Disc(0, 0, 18, COLOURS[seat]), *seed(seat, 11))
    line = said("has won") if won else ""
    return Plate(seat, COLOURS[seat], emblem, MARKS[seat], line, (counter,), active=view.turn == seat)


@cache
def seed(tint: int, radius: float = SEED) -> tuple[Part, ...]:
    """One seed."""
    return (
        Disc(0, radius * 0.16, radius, "shadow", opacity=0.35),
        Disc(0, 0, radius, f"seed{tint}", "seed_edge", radius * 0.1),
        Disc(-radius * 0.3, -radius * 0.35, radius * 0.22, "white", opacity=0.75),
    )


def _place_in(at: int, turned: float) -> tuple[float, float]:
    """The place of a seed, from the middle of its pit: they fill it from the inside, and then lie on top of each
    other."""
    across, along = ray(SPREAD * sqrt(at % HEAP + 0.3 * (at >= HEAP)), 137.5 * at + turned)
    return across, along * 1.2 - 4 * (at // HEAP)


class Shape(NamedTuple):
    """The orientation of a board: across the window with the stores at its ends, or in front of and behind the rows if
    there is more height; in a tall window it stands, with the viewer's row at the left, downwards."""

    columns: int
    lies: bool
    stores_at_ends: bool

    @property
    def size(self) -> tuple[float, float]:
        long, broad = self.columns * ACROSS + 2 * RIM, 2 * DOWN + 2 * RIM
        wide, high = (long + 2 * STORE, broad) if self.stores_at_ends else (long, broad + 2 * STORE)
        return (wide, high) if self.lies else (high, wide)

    def pit(self, at: int) -> tuple[float, float]:
        """The middle of a pit: on a lying board, the first ones below from left to right, the others above from right
        to left."""
        row, column = divmod(at, self.columns)
        along = RIM + (column + 0.5 if row == 0 else self.columns - column - 0.5) * ACROSS
        across = RIM + (1.5 * DOWN - NUMBER / 2 + 4 if row == 0 else 0.5 * DOWN + NUMBER / 2 - 4)
        if self.stores_at_ends:
            along += STORE
        else:
            across += STORE
        return (along, across) if self.lies else (self.size[0] - across, along)

    def store(self, at: int) -> tuple[float, float]:
        """The middle of a store, the viewer's first."""
        wide, high = self.size
        if self.lies and self.stores_at_ends:
            return (wide - RIM - STORE / 2 if at == 0 else RIM + STORE / 2), high / 2
        return wide / 2, (high - RIM - STORE / 2 if at == 0 else RIM + STORE / 2)

    @property
    def half(self) -> tuple[float, float]:
        """Half of a pit's width and of its height."""
        return (WIDE, HIGH) if self.lies else (HIGH, WIDE)


def shape_in(room: Area, columns: int = 6) -> Shape:
    """The shape that fills a room best."""
    return Shape(columns, room.ratio >= 0.7, room.ratio >= 1.7 or room.ratio < 0.7)


def ratio(room: Area) -> float:
    """Width divided by height of a board of twelve pits in a room."""
    wide, high = shape_in(room).size
    return wide / high


def pits(circle: Sequence[Pit], stores: Mapping[int, int], *, near: int, source: str = "") -> Callable[[Area], Board]:
    """The board: all pits in the order of sowing, and the first of the viewer's own; how many seeds each seat has
    stored, the viewer's first; and the pit that was sown last."""
    turned = [*circle[near:], *circle[:near]]
    return lambda room: _board(turned, stores, source, room)


def _board(circle: list[Pit], stores: Mapping[int, int], source: str, room: Area) -> Board:
    columns = len(circle) // 2
    shape = shape_in(room, columns)
    wide, high = shape.size
    letters = round(max(24.0, LETTERS / min(room.w / wide, room.h / high)), 1) if room.w > 50 else 24.0
    things, touched = [_ground(shape)], list[Thing]()
    for at, pit in enumerate(circle):
        row, column = divmod(at, columns)
        x, y = shape.pit(at)
        things += [_seed(pit, seed, x, y, shape.lies, source) for seed in range(pit.seeds)]
        cell = (9 + 5 * column, 3) if row == 0 else (9 + 5 * (columns - 1 - column), 0)
        touched.append(_pit(pit, x, y, row, shape, letters, cell, pit.name == source))
        things += [
            Thing(f"last:{name}", said("Where the last seed would fall"), _ring(shape), x, y, preview=f"pit:{name}")
            for name in pit.ends
        ]
    for at, (seat, seeds) in enumerate(stores.items()):
        cell, parts = (10 + 5 * columns, 2) if at == 0 else (1, 2), _stored(seeds, shape, letters)
        words, text = _taken(seat, seeds), (f"{seeds:3} ",)
        things.append(Thing(f"store:{seat}", words, parts, *shape.store(at), text=text, cell=cell, bold=True))
    board = Board(wide, high, (*things, *touched), cells=(16 + 5 * columns, 5))
    return in_sizes(board, SIZES, lambda size: _form(circle, stores, *size))


def _form(circle: Sequence[Pit], stores: Mapping[int, int], seeds: int, high: int, apart: int) -> Form:
    """The board in a terminal, with visible seeds in the pits: so many per row, so many rows, and their distance."""
    columns, wide = len(circle) // 2, seeds * apart + apart + 1
    across, down = wide + apart - 1, high + 3
    left = wide + apart

    def written() -> dict[str, Written]:
        found = {}
        for at, pit in enumerate(circle):
            row, column = divmod(at, columns)
            x, y = (left + column * across, down) if row == 0 else (left + (columns - 1 - column) * across, 0)
            hollow, name = _hollow(pit.seeds, seeds, high, apart), f"{pit.name:^{wide}}"
            found[f"pit:{pit.name}"] = Written((*hollow, name) if row == 0 else (name, *hollow), (x, y), "card")
        for at, (seat, taken) in enumerate(stores.items()):
            x = left + columns * across + 1 if at == 0 else 0
            found[f"store:{seat}"] = Written(_hollow(taken, seeds, 2 * high + 2, apart), (x, 1))
        return found

    return (2 * left + columns * across + 1, 2 * down), written


@cache
def _hollow(number: int, wide: int, high: int, apart: int) -> tuple[str, ...]:
    """A pit in characters: its seeds from the bottom, as far as there is room, and their number."""
    inner, gap = wide * apart + apart - 1, " " * (apart - 1)
    rows = [" " * inner] * high
    for at in range(0, min(number, wide * -(-high // max(1, apart // 2))), wide):
        line = gap + gap.join(SIGNS[apart > 2] * min(wide, number - at))
        rows[high - 1 - at // wide * max(1, apart // 2)] = f"{line:<{inner}}"
    told = f" {number} " if inner > 4 else str(number)
    return f"╭{'─' * inner}╮", *(f"│{row}│" for row in rows), f"╰{told:─^{inner}}╯"


def _oval(right: float, down: float) -> str:
    return f"M{-right:g} 0A{right:g} {down:g} 0 0 0 {right:g} 0A{right:g} {down:g} 0 0 0 {-right:g} 0Z"


@cache
def _ground(shape: Shape) -> Thing:
    wide, high = shape.size
    parts: list[Part] = [
        Box(0, 5, wide, high - 5, "wood_edge", round=48),
        Box(0, 0, wide, high - 5, "plank", "wood_edge", 2, round=48),
        Box(9, 9, wide - 18, high - 23, "", "wood_edge", 2, round=40, opacity=0.45),
    ]
    (x, y), (right, down) = shape.pit(0), shape.pit(shape.columns - 1)
    middle = f"M{x:g} {high / 2:g}H{right:g}" if shape.lies else f"M{wide / 2:g} {y:g}V{down:g}"
    parts.append(Path(middle, "", "wood_edge", 2, 0.5, "2 10"))
    hollow = (Path(_oval(*shape.half), "hollow"),)
    parts += [Group(hollow, *shape.pit(at)) for at in range(2 * shape.columns)]
    return Thing("board", said("The board"), tuple(parts))


@cache
def _ring(shape: Shape) -> tuple[Part, ...]:
    right, down = shape.half
    return (Path(_oval(right + 5, down + 5), "", "glow", 6, 0.95, "12 9"),)


@cache
def _seed_at(key: str, tint: int, x: float, y: float, comes: str) -> Thing:
    return Thing(key, said("A seed"), seed(tint), x, y, comes=comes)


def _seed(pit: Pit, at: int, x: float, y: float, lies: bool, source: str) -> Thing:
    letter = ord(pit.name[0])
    across, along = _place_in(at, 40.0 * letter)
    right, down = (across, along) if lies else (along, across)
    comes = f"pit:{source}" if source and at >= pit.seeds - pit.new else ""
    return _seed_at(f"seed:{pit.name}:{at}", (at + letter) % 2, round(x + right, 1), round(y + down, 1), comes)


def _pit(
    pit: Pit, x: float, y: float, row: int, shape: Shape, letters: float, cell: tuple[int, int], last: bool
) -> Thing:
    text, ink = (f"[{pit.seeds:2}]", "accent") if pit.marked else (f" {pit.seeds:2} ", "ink" if pit.seeds else "muted")
    lines = (text, f"  {pit.name} ") if row == 0 else (f"  {pit.name} ", text)
    words = counted("{pit}: one seed", "{pit}: {seeds} seeds", "seeds", pit=pit.name, seeds=pit.seeds)
    parts = _rim(pit.name, pit.seeds, pit.marked, row, shape, letters, last)
    return Thing(f"pit:{pit.name}", words, parts, x, y, text=lines, cell=cell, ink=ink, bold=pit.marked)


@cache
def _rim(name: str, seeds: int, marked: bool, row: int, shape: Shape, letters: float, last: bool) -> tuple[Part, ...]:
    """A pit over its seeds, to be touched: its edge, brighter if it may be sown and doubled if it was sown last, and
    its number at the outer side of the board."""
    (right, down), lies, apart = shape.half, shape.lies, letters * 0.6
    outwards = 1 if (row == 0) == lies else -1
    x, y = (0.0, outwards * (down + NUMBER / 2)) if lies else (outwards * (right + NUMBER / 2), 0.0)
    number, letter = ((x - apart, y), (x + apart, y)) if lies else ((x, y - apart), (x, y + apart))
    sown = (Path(_oval(right - 9, down - 9), "", "glow", 4, 0.8, "3 9"),) if last else ()
    return (
        Path(_oval(right + 5, down + 5), "white", opacity=0),
        *sown,
        Path(_oval(right, down), "", "glow" if marked else "wood_edge", 4 if marked else 2, 1 if marked else 0.7),
        Label(*number, str(seeds), letters, "wood_ink", bold=True),
        Label(*letter, name, letters * 0.85, "wood_ink"),
    )


@cache
def _stored(seeds: int, shape: Shape, letters: float) -> tuple[Part, ...]:
    """A store with all its seeds and their number."""
    upright, broad, line = shape.lies and shape.stores_at_ends, STORE - 28, 19.0
    long = 2 * DOWN - 40 if shape.stores_at_ends else shape.columns * ACROSS - 24
    w, h = (broad, long) if upright else (long, broad)
    parts: list[Part] = [Box(-w / 2, -h / 2, w, h, "hollow", "wood_edge", 2, round=broad / 2)]
    for at in range(seeds):
        along, across = long / 2 - 34 - at // 4 * line, (at % 4 - 1.5) * line + (at // 4 % 2) * 6 - 3
        parts.append(Disc(*((across, along) if upright else (along, across)), SEED, f"seed{at % 2}", "seed_edge", 1))
    end = 34 - long / 2
    parts.append(Label(*((0.0, end) if upright else (end, 0.0)), str(seeds), letters, "glow", bold=True))
    return tuple(parts)
