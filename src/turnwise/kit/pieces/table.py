"""What is on a table and where it belongs. A game's look says this, and `draw/layout.py` makes the picture for a window of it.

    Table(words, board=Board(…), plates=(Plate(…), …), hand=Hand(…), tray=(Button(…), …), touch={…})

What a region needs is the same at every moment of a match, so that nothing moves when a turn changes: a hand without cards keeps
its place, and so does an empty tray.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Protocol

from turnwise.kit.pieces.area import Area
from turnwise.kit.shapes import Part, Shade, Thing
from turnwise.kit.words import Words


@dataclass(frozen=True, slots=True)
class Board:
    """What lies in the middle: things in units of its own, which are scaled to the room that there is.

    In a terminal its things stand in `cells` (columns, rows), from its own corner."""

    width: float
    height: float
    things: tuple[Thing, ...]
    cells: tuple[int, int] = (0, 0)
    fixed_by: str = ""
    """The number of the rule in RULES.md that fixes the form of its text, which then is the same in every terminal. Else its text is
    spread out where there is room: each thing one cell farther from the next."""
    pitch: tuple[int, int] = (0, 0)
    """Columns and rows from one place to the next, where discs (● and ○) on them grow with the board."""
    written: "Callable[[int, int], Board] | None" = None
    """The board in a terminal that has so many columns and rows for it, where its text is made for each size; none is smaller
    than `cells`."""
    corner: tuple[float, float] = (0, 0)
    """Where its upper left corner lies in those units, as when things are placed around its middle."""
    focus: str = ""
    """Where a terminal may show a part of it only: the thing that is kept in sight then."""


@dataclass(frozen=True, slots=True)
class Card:
    """A card, or whatever lies in a hand or beside a name: its parts stand around its middle, `width` by `height`."""

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
    """In a hand: whether it stands out a little, as one that may be played."""


@dataclass(frozen=True, slots=True)
class Hand:
    """The viewer's own cards, side by side; they lie over each other as far as they must."""

    cards: tuple[Card, ...]
    title: Words = ""
    """In a terminal, before them."""


@dataclass(frozen=True, slots=True)
class Counter:
    """Something that a player has, counted: an icon in a square of 20 around its middle, and a number or a word."""

    words: Words
    value: Words
    icon: tuple[Part, ...] = ()
    key: str = ""
    """Where it can be touched, or something flies to it."""
    ink: str = "ink"
    mark: str = ""
    """In a terminal, before the value."""


@dataclass(frozen=True, slots=True)
class Plate:
    """A player: the name, what is said of it, what is counted, and what lies beside it."""

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
    """A hand of backs, a deck, a pile: shown small."""
    active: bool = False
    """Whether the player is to act."""
    faded: bool = False
    """Whether the player is out, or has left."""
    apart: bool = False
    """Whether they lie beside each other, as piles do, in a row of their own where there is room."""


@dataclass(frozen=True, slots=True)
class Button:
    """Something to press, for an action that has no place on the board."""

    key: str
    label: Words
    words: Words = ""
    icon: tuple[Part, ...] = ()
    """In a square of 40 around its middle."""
    strong: bool = False
    """Whether it is what is mostly meant."""


@dataclass(frozen=True, slots=True)
class Note:
    """Something to read beside the board, where there is room for it."""

    key: str
    lines: tuple[Words, ...]
    """Each in as many lines as it needs; none where it is for terminals only."""
    title: Words = ""
    text: tuple[Words, ...] = ()
    """In a terminal, in place of the lines."""
    moves: bool = False
    """Whether it lists the moves that may be made, which need not be read twice where a list of them stands anyway."""


@dataclass(frozen=True, slots=True)
class Panel:
    """A card that lies over the board for a while: a question with its answers, a score sheet, a result."""

    key: str
    title: Words
    lines: tuple[Words, ...] = ()
    rows: tuple[tuple[Words | tuple[Card, ...], ...], ...] = ()
    """A sheet with columns, the first of them the broadest. A column of cards gets the room that the others leave; a row that begins
    with nothing heads them."""
    choices: tuple[Button, ...] = ()
    """One below the other."""
    words: Words = ""
    colour: str = "accent"
    """Of its head."""
    passing: bool = False
    """Whether it only tells something: it lies there for a while, and what is under it can be touched."""
    comes: str = ""
    """The thing that it comes from when it is new."""
    emblem: tuple[Part, ...] = ()
    """Below its head, in a square of 40 around its middle."""


BESIDE, AROUND, CORNERS = "beside", "around", "corners"
"""Where the players sit: in columns beside the board; around the table as they would; or, four of them, each at their own corner of
the board, from the lower left clockwise, whoever looks."""


@dataclass(frozen=True, slots=True)
class Table:
    """A table as one seat sees it. `touch` gives for each legal action the things to be touched one after the other; no such
    sequence begins another."""

    words: Words
    board: Board | Callable[[Area], Board]
    """Or a function of the room that there is, where the board has several shapes."""
    plates: tuple[Plate, ...] = ()
    """One for each seat, in the order of play, the one nearest to the viewer first."""
    sitting: str = BESIDE
    hand: Hand | None = None
    tray: tuple[Button | Card, ...] | None = None
    """What is pressed for what has no place on the board; None where there is never anything."""
    tray_items: int = 3
    """How many things the tray must have room for."""
    tray_letters: float = 6
    """How broad each of them is at least, in letters."""
    caption: Words | None = None
    """One line between board and hand, kept free where it is empty; None where there is never one."""
    notes: tuple[Note, ...] = ()
    over: tuple[Thing, ...] = ()
    """What lies over everything, in the board's units: a banner, a card that is shown."""
    panel: Panel | None = None
    touch: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    palette: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    """The game's own colours, each for light and for dark."""
    shades: tuple[Shade, ...] = ()
    ground: str = "paper"
    """What the table stands on."""
    ink: str = "ink"
    """What is written on the ground."""
    gone: Mapping[str, str] = field(default_factory=dict)
    """Of the things that left the table with the latest entry, the things they went to; those that a picture does not have, or has
    still, are passed over."""
    sounds: tuple[str, ...] = ()
    """What the latest entry sounds like."""
    gesture: str = ""
    """While what the turn opens with is still to be shown: the thing that its player touches for it."""
    still: bool = False
    """Whether it changes at once, at a table that wants nothing to move."""
    drops: Mapping[str, str] = field(default_factory=dict)
    """Of things that end a way of `touch`: another thing that they may be dragged to instead of being touched, as a card to the
    discards. Those that a picture does not have are passed over."""
    equals: Mapping[str, str] = field(default_factory=dict)
    """Of things that may be touched in place of one of `touch`, as the second of two equal cards: that other one."""
    ratio: Callable[[Area], float] | None = None
    """Of a board with several shapes: how many times as broad as high it is in a room, where that is known before it is drawn."""
    seats: tuple[str, ...] = ()
    """The name of each seat's colour, at a table where it is not always that of `SEAT_COLOURS`, as after sides were swapped."""
    cloth: Callable[[Area, tuple[Area, ...]], Thing] | None = None
    """Where players sit around it: the table itself, which fills an area, with the board in its middle and these plates at its edge; in
    pixels."""

    @property
    def touchable(self) -> set[str]:
        """The keys of all that may be touched, now or as a later step."""
        named = {key for way in self.touch.values() for key in way}
        return named | {key for key, other in self.equals.items() if other in named}


class Sighted(Protocol):
    """Somebody who looks at a table, from a seat or from none."""

    @property
    def seat(self) -> int | None: ...
    @property
    def seats(self) -> int: ...


def near_first(view: Sighted) -> list[int]:
    """The seats in the order of play, from the viewer's own; a spectator looks from the first one."""
    near = view.seat or 0
    return [(near + at) % view.seats for at in range(view.seats)]
