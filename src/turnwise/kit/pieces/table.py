"""What is on a table and in which region. A game's look says this, and `draw/layout.py` makes the picture for a window
of it.

    Table(words, board=Board(…), plates=(Plate(…), …), hand=Hand(…), tray=(Button(…), …), touch={…})

A region needs the same room at every moment of a match, so that nothing moves when a turn changes: a hand without cards
keeps its place, and so does an empty tray.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Protocol

from turnwise.kit.pieces.area import Area
from turnwise.kit.shapes import Part, Shade, Thing
from turnwise.kit.words import Words


@dataclass(frozen=True, slots=True)
class Board:
    """What is in the middle: things in units of their own, scaled to the available room.

    In a terminal its things are at `cells` (columns, rows), from its own corner."""

    width: float
    height: float
    things: tuple[Thing, ...]
    cells: tuple[int, int] = (0, 0)
    fixed_by: str = ""
    """The number of the rule in RULES.md that fixes the form of its text, which is then the same in every terminal.
    Else its text is spaced out if there is room: each thing one cell farther from the next."""
    pitch: tuple[int, int] = (0, 0)
    """Columns and rows from one place to the next, if discs (● and ○) on them grow with the board."""
    written: "Callable[[int, int], Board] | None" = None
    """The board for a terminal with so many columns and rows for it, if its text is made for each size; never smaller
    than `cells`."""
    corner: tuple[float, float] = (0, 0)
    """Its upper left corner in those units, for instance if things are placed around its middle."""
    focus: str = ""
    """The thing that is kept in view in a terminal that shows only a part of it."""


@dataclass(frozen=True, slots=True)
class Card:
    """A card, or anything else in a hand or beside a name: its parts are around its middle, `width` by `height`."""

    key: str
    words: Words
    parts: tuple[Part, ...]
    width: float
    height: float
    text: Words = ""
    """In a terminal, in one line."""
    ink: str = "ink"
    manner: str = ""
    comes: str = ""
    raised: bool = False
    """In a hand: whether it is raised a little, as one that may be played."""


@dataclass(frozen=True, slots=True)
class Hand:
    """The viewer's own cards, side by side; they overlap as far as necessary."""

    cards: tuple[Card, ...]
    title: Words = ""
    """In a terminal, before them."""


@dataclass(frozen=True, slots=True)
class Counter:
    """Something of a player that is counted: an icon in a square of 20 around its middle, and a number or a word."""

    words: Words
    value: Words
    icon: tuple[Part, ...] = ()
    key: str = ""
    """If it can be touched, or something flies to it."""
    ink: str = "ink"
    mark: str = ""
    """In a terminal, before the value."""


@dataclass(frozen=True, slots=True)
class Plate:
    """A player: the name, a line below it, counters, and cards beside it."""

    seat: int
    colour: str
    """The name of the seat's own colour."""
    emblem: tuple[Part, ...] = ()
    """In a square of 40 around its middle."""
    mark: str = ""
    """In a terminal, before the name."""
    line: Words = ""
    """Under the name."""
    counters: tuple[Counter, ...] = ()
    cards: tuple[Card, ...] = ()
    """A hand of backs, a deck, a pile: drawn small."""
    active: bool = False
    """Whether the player is to act."""
    faded: bool = False
    """Whether the player is out, or has left."""
    apart: bool = False
    """Whether the cards are side by side, as piles, in a row of their own if there is room."""


@dataclass(frozen=True, slots=True)
class Button:
    """Something to press, for an action that has no place on the board."""

    key: str
    label: Words
    words: Words = ""
    icon: tuple[Part, ...] = ()
    """In a square of 40 around its middle."""
    strong: bool = False
    """Whether it is the usual choice."""


@dataclass(frozen=True, slots=True)
class Note:
    """Something to read beside the board, if there is room for it."""

    key: str
    lines: tuple[Words, ...]
    """Each in as many lines as it needs; empty if it is for terminals only."""
    title: Words = ""
    text: tuple[Words, ...] = ()
    """In a terminal, in place of the lines."""
    moves: bool = False
    """Whether it lists the legal moves, which is redundant beside a list of them."""


@dataclass(frozen=True, slots=True)
class Panel:
    """A card over the board for a while: a question with its answers, a score sheet, a result."""

    key: str
    title: Words
    lines: tuple[Words, ...] = ()
    rows: tuple[tuple[Words | tuple[Card, ...], ...], ...] = ()
    """A sheet with columns, the first of them the widest. A column of cards gets the room that the others leave; a row
    that begins with an empty cell is a heading."""
    choices: tuple[Button, ...] = ()
    """One below the other."""
    words: Words = ""
    colour: str = "accent"
    """Of its head."""
    passing: bool = False
    """Whether it only informs: it is shown for a while, and things under it can be touched."""
    comes: str = ""
    """The thing that it comes from when it is new."""
    emblem: tuple[Part, ...] = ()
    """Below its head, in a square of 40 around its middle."""


BESIDE, AROUND, CORNERS = "beside", "around", "corners"
"""Where the players sit: in columns beside the board; around the table in their order; or, four of them, each at their
own corner of the board, from the lower left clockwise, for every viewer."""


@dataclass(frozen=True, slots=True)
class Table:
    """A table as one seat sees it. `touch` gives for each legal action the things to touch one after the other; no
    sequence is the beginning of another."""

    words: Words
    board: Board | Callable[[Area], Board]
    """Or a function of the available room, if the board has several shapes."""
    plates: tuple[Plate, ...] = ()
    """One for each seat, in the order of play, the one nearest to the viewer first."""
    sitting: str = BESIDE
    hand: Hand | None = None
    tray: tuple[Button | Card, ...] | None = None
    """What is pressed for actions without a place on the board; None if there is never anything."""
    tray_items: int = 3
    """How many things the tray must have room for."""
    tray_letters: float = 6
    """The least width of each of them, in letters."""
    caption: Words | None = None
    """One line between board and hand, kept free if it is empty; None if there is never one."""
    notes: tuple[Note, ...] = ()
    over: tuple[Thing, ...] = ()
    """Things over everything else, in the board's units: a banner, a card that is shown."""
    panel: Panel | None = None
    touch: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    palette: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    """The game's own colours, each for light and for dark."""
    shades: tuple[Shade, ...] = ()
    ground: str = "paper"
    """The background."""
    ink: str = "ink"
    """The colour of text on the background."""
    gone: Mapping[str, str] = field(default_factory=dict)
    """For things that left the table with the latest entry, the things they went to; things that a picture does not
    have, or still has, are ignored."""
    sounds: tuple[str, ...] = ()
    """The sounds of the latest entry."""
    gesture: str = ""
    """The thing that the player touches to show the opening of the turn, while that is still to be done."""
    still: bool = False
    """Whether it changes without animation, at a table that wants that."""
    drops: Mapping[str, str] = field(default_factory=dict)
    """For things that end a sequence of `touch`: another thing that they may be dragged to instead, as a card to the
    discards. Things that a picture does not have are ignored."""
    equals: Mapping[str, str] = field(default_factory=dict)
    """Things that may be touched in place of one of `touch`, as the second of two equal cards, with that other one."""
    ratio: Callable[[Area], float] | None = None
    """For a board with several shapes: width divided by height in a room, if that is known before drawing."""
    seats: tuple[str, ...] = ()
    """The name of each seat's colour, at a table where it is not always that of `SEAT_COLOURS`, as after sides were
    swapped."""
    cloth: Callable[[Area, tuple[Area, ...]], Thing] | None = None
    """If players sit around it: the table itself, which fills an area, with the board in its middle and these plates at
    its edge; in pixels."""

    @property
    def touchable(self) -> set[str]:
        """The keys of everything that may be touched, now or as a later step."""
        named = {key for way in self.touch.values() for key in way}
        return named | {key for key, other in self.equals.items() if other in named}


class Sighted(Protocol):
    """A viewer of a table, with or without a seat."""

    @property
    def seat(self) -> int | None: ...
    @property
    def seats(self) -> int: ...


def near_first(view: Sighted) -> list[int]:
    """The seats in the order of play, from the viewer's own; for a spectator from the first one."""
    near = view.seat or 0
    return [(near + at) % view.seats for at in range(view.seats)]
