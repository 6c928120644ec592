"""Men of two sides, dark and light, for boards of any kind: how they are drawn, where they stand, and their players'
plates.

    men = {point: Man(f"man:{side}:{NAMES[point]}", words, disc(side), MARKS[side])
           for point, side in standing(rows).items()}

A man is a thing that keeps its key while it is the same man; if it has come from another place, `comes` names it."""

from collections.abc import Iterable
from functools import cache
from typing import NamedTuple

from turnwise.kit.pieces.table import Counter, Plate
from turnwise.kit.shapes import Disc, Part, Path, Seen, Shade
from turnwise.kit.words import Said, Seat, Words, said

RADIUS = 31
PALETTE = {
    "dark_man": ("#20242b", "#14171c"),
    "dark_man_light": ("#4d5563", "#3a414d"),
    "dark_man_edge": ("#0d0f13", "#8b93a1"),
    "light_man": ("#ece7da", "#dcd6c7"),
    "light_man_light": ("#ffffff", "#f6f2e8"),
    "light_man_edge": ("#8d8672", "#6f6958"),
    "dark_side": ("#2b303a", "#9aa6b8"),
    "light_side": ("#7d6a3a", "#ece0c0"),
}
"""Its colours, for the `palette` of a table."""
SHADES = (
    Shade("man0", ((0.15, "dark_man_light"), (1, "dark_man")), radial=True),
    Shade("man1", ((0.15, "light_man_light"), (1, "light_man")), radial=True),
)
"""Its runs of colours, for the `shades` of a table."""
COLOURS, MARKS = ("dark_side", "light_side"), "●○"
"""For the player of a side: a name and the frame of a plate must be visible in light and in dark."""
EDGES = ("dark_man_edge", "light_man_edge")
SEAT_COLOURS = tuple(PALETTE[name] for name in COLOURS)
"""The colours of its players, for a look that names them `SEAT_COLOURS` too."""
LINES = " -|/\\"
LETTERS = "xo"
"""Of the two sides in rows of letters, as in a state's board."""


class Man(NamedTuple):
    """A man: its drawing around its middle, its sign in a terminal, and its name."""

    key: str
    words: Words
    parts: tuple[Part, ...]
    text: str
    ink: str = "ink"
    manner: str = ""
    comes: str = ""


@cache
def disc(side: int, radius: float = RADIUS) -> tuple[Part, ...]:
    """A round man of one side; the dark ones have a ring, so that they differ without colours."""
    edge = EDGES[side]
    sign: Part = Disc(0, 0, radius * 0.55, "", edge, radius * 0.06, 0.8)
    cross = radius * 0.3
    if side:
        sign = Path(f"M{-cross:g} 0H{cross:g}M0 {-cross:g}V{cross:g}", "", edge, radius * 0.07, 0.55)
    return Disc(0, radius * 0.08, radius, "shadow", opacity=0.3), Disc(0, 0, radius, f"man{side}", edge, 1.5), sign


def standing(rows: Iterable[str]) -> dict[int, int]:
    """The side of the man on each occupied point, from a board in rows of letters, with or without lines between
    them."""
    points = (letter for letter in "".join(rows) if letter not in LINES)
    return {point: LETTERS.index(letter) for point, letter in enumerate(points) if letter in LETTERS}


def plate(view: Seen, seat: int, told: Words, number: int, line: Words = "", more: tuple[Counter, ...] = ()) -> Plate:
    """A player with a number of men, described by `told`, and further counters (`more`); `line` is under the name until
    the match is over."""
    counter = Counter(told, str(number), disc(seat, 9), mark=MARKS[seat])
    return sitting(view, seat, (counter, *more), line)


def sitting(view: Seen, seat: int, counters: tuple[Counter, ...], line: Words = "") -> Plate:
    """A player of one side with counters."""
    won = view.outcome and seat in view.outcome.winners
    line = said("has won") if won else line
    return Plate(seat, COLOURS[seat], disc(seat, 17), MARKS[seat], line, counters, active=view.turn == seat)


def status(view: Seen) -> Said:
    """Who is to move, or why it is over."""
    if view.outcome or view.turn is None:
        return said("{why:C}.", why=view.outcome.words)
    return said("{seat} is to move.", seat=Seat(view.turn))
