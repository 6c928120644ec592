"""A card table: playing cards with French suits, face up and face down, chips, and the felt.

Cards are named as in `french(…)` of `kit/cards.py`: `Ah` is the ace of hearts. Everything is drawn around its own
middle."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import cache, partial
from math import cos, pi, sin
from typing import NamedTuple

from turnwise.kit.cards import RANKS, card_words
from turnwise.kit.pieces.area import Area
from turnwise.kit.pieces.characters import Form, Written, boxed, in_sizes
from turnwise.kit.pieces.table import Board, Card, Counter, Plate, Table
from turnwise.kit.shapes import Box, Disc, Group, Label, Part, Path, Seen, Shade, Thing, star
from turnwise.kit.words import Seat, Words, said

W, H = 100, 140
"""A card's width and height."""
COLOURS = """
felt 1f6b4c 174a37 | felt_light 267a57 226349 | felt_line 8fcbaf 5f9c82 | felt_ink f3f7ec e6efe4 | wood 6b4426 3a281b |
face fffdf7 f2ecdf | face_low f3ecdd e2d9c6 | face_edge a89b84 7c725f | red b3202c b3202c | red_light f3d9d6 ecd0cb |
night 22262e 22262e | night_light dcdfe6 d0d3da | red_text b3202c f08c92 | night_text 22262e d9dde6 |
felt_text 1f6b4c 7fd0ac | room 15402e 0e2a1f |
back 27408b 27408b | back_line c9d4f2 c9d4f2 | gold f4cf67 f0c04a | gold_dark 8a6414 8a6414 | veil 3d3a35 26241f |
chip c8372d c8372d | chip_low 8e1f1b 8e1f1b | chip_edge fff6e6 f7ead2
"""
PALETTE = {name: (f"#{light}", f"#{dark}") for name, light, dark in map(str.split, COLOURS.split("|"))}
"""Its colours, for the `palette` of a table."""
SHADES = (
    Shade("face_shade", ((0, "face"), (1, "face_low"))),
    Shade("felt_shade", ((0, "felt_light"), (1, "felt")), radial=True),
    Shade("chip_shade", ((0, "chip"), (1, "chip_low"))),
)
"""Its runs of colours, for the `shades` of a table."""
SIGNS = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}
INKS = {"c": "night", "d": "red", "h": "red", "s": "night"}
OUTLINES = {
    "h": "M0 95C-155 -10 -95 -120 0 -45C95 -120 155 -10 0 95Z",
    "d": "M0 -100Q30 -40 76 0Q30 40 0 100Q-30 40 -76 0Q-30 -40 0 -100Z",
    "s": "M0 -98C30 -50 150 10 72 56C45 70 22 60 10 44Q14 82 36 95H-36Q-14 82 -10 44C-22 60 -45 70 -72 56C-150 10 -30 -50 0 -98Z",
    "c": "M-10 40A46 46 0 1 1 -42 -28A46 46 0 1 1 42 -28A46 46 0 1 1 10 40Q14 80 36 95H-36Q-14 80 -10 40Z",
}
"""Of each suit, about as large as a circle of radius 100."""
COLUMN, TOP = 15, -43
PIPS = {
    2: ((0, 0), (0, 4)),
    3: ((0, 0), (0, 2), (0, 4)),
    4: ((-1, 0), (1, 0), (-1, 4), (1, 4)),
    5: ((-1, 0), (1, 0), (0, 2), (-1, 4), (1, 4)),
    6: ((-1, 0), (1, 0), (-1, 2), (1, 2), (-1, 4), (1, 4)),
    7: ((-1, 0), (1, 0), (0, 1), (-1, 2), (1, 2), (-1, 4), (1, 4)),
    8: ((-1, 0), (1, 0), (0, 1), (-1, 2), (1, 2), (0, 3), (-1, 4), (1, 4)),
    9: ((-1, 0), (1, 0), (-1, 1.33), (1, 1.33), (0, 2), (-1, 2.67), (1, 2.67), (-1, 4), (1, 4)),
    10: ((-1, 0), (1, 0), (0, 0.67), (-1, 1.33), (1, 1.33), (-1, 2.67), (1, 2.67), (0, 3.33), (-1, 4), (1, 4)),
}
"""The column and the height of the signs of each number."""
CROWNS = {
    "J": "M-15 -22Q-4 -36 16 -34Q6 -30 8 -22Z",
    "Q": "M-15 -22L-18 -36L-7 -29L0 -39L7 -29L18 -36L15 -22Z",
    "K": "M-16 -22V-38L-8 -31L-3 -37V-42H-6V-46H-3V-49H3V-46H6V-42H3V-37L8 -31L16 -38V-22Z",
}
"""What the jack, the queen and the king wear."""


@cache
def suit(sign: str, r: float, x: float = 0, y: float = 0, ink: str = "") -> Group:
    """A suit about as large as a circle of that radius."""
    return Group((Path(OUTLINES[sign], ink or INKS[sign]),), x, y, r / 100)


def short(card: str) -> str:
    """A card in two or three letters, for text: "K♠", "10♥"."""
    return f"{_index(card)}{SIGNS[card[1]]}"


def ink_of(card: str) -> str:
    """The colour of a card's letters on paper."""
    return f"{INKS[card[1]]}_text"


def _index(card: str) -> str:
    return "10" if card[0] == "T" else card[0]


@cache
def face(card: str) -> tuple[Part, ...]:
    """A card face up, with its index in both corners."""
    sign, ink, index = card[1], INKS[card[1]], _index(card)
    parts: list[Part] = [
        Box(-W / 2 + 1, -H / 2 + 3, W, H, "shadow", round=9, opacity=0.25),
        Box(-W / 2, -H / 2, W, H, "face_shade", "face_edge", 1.2, round=9),
        Label(-36, -54, index, 24, ink, bold=True, serif=True, room=40),
        suit(sign, 7, -37.5, -34),
        Label(36, 54, index, 24, ink, bold=True, serif=True, room=40),
    ]
    if card[0] in CROWNS:
        pale = f"{ink}_light"
        parts += [
            Box(-23, -52, 46, 104, pale, ink, 1.4, round=5),
            Path(CROWNS[card[0]], "gold", "gold_dark", 1.2),
            Label(0, 3, index, 44, ink, bold=True, serif=True),
            suit(sign, 12, 0, 36),
        ]
    elif card[0] == "A":
        parts.append(suit(sign, 30))
    else:
        parts += [suit(sign, 9, x * COLUMN, TOP - y * TOP / 2) for x, y in PIPS[RANKS[card[0]][0]]]
    return tuple(parts)


@cache
def small_face(card: str) -> tuple[Part, ...]:
    """A card for small sizes: its index and its suit, enlarged."""
    paper = Box(-W / 2, -H / 2, W, H, "face_shade", "face_edge", 3, round=9)
    return paper, Label(0, -30, _index(card), 58, INKS[card[1]], bold=True, room=80), suit(card[1], 27, 0, 32)


@cache
def back() -> tuple[Part, ...]:
    """A card face down: the same for every card."""
    lattice = "".join(f"M{x} {y - 12}l12 12l-12 12l-12 -12Z" for x in (-24, 0, 24) for y in (-36, -12, 12, 36))
    return (
        Box(-W / 2 + 1, -H / 2 + 3, W, H, "shadow", round=9, opacity=0.25),
        Box(-W / 2, -H / 2, W, H, "face", "face_edge", 1.2, round=9),
        Box(-W / 2 + 6, -H / 2 + 6, W - 12, H - 12, "back", round=5),
        Path(lattice, "", "back_line", 1.6, 0.6),
        Disc(0, 0, 15, "back", "back_line", 2),
        Path(star(5, 10, 4.4), "back_line"),
    )


GLOW = Box(-55, -75, 110, 150, "gold", round=13, opacity=0.4), Box(-53, -73, 106, 146, "gold", round=11)
DIM = (Box(-W / 2, -H / 2, W, H, "veil", round=9, opacity=0.3),)


def held(card: str, seat: int, *, lit: bool = False, dim: bool = False, comes: str = "") -> Card:
    """A card of one's own hand: highlighted and raised if it may be played, dimmed if it may not."""
    told = said("{card:C} in {seat}'s hand, may be played") if lit else said("{card:C} in {seat}'s hand")
    parts = (*(GLOW if lit else ()), *face(card), *(DIM if dim else ()))
    words = told.given_also(card=card_words(card), seat=Seat(seat))
    text = f"[{short(card)}]" if lit else short(card)
    return Card(f"card:{card}", words, parts, 110, 164, text, ink_of(card), comes=comes, raised=lit)


def beside(seat: int, cards: Sequence[str] | int, comes: str = "", text: Words = "") -> tuple[Card, ...]:
    """Another player's cards beside the name: face down with position keys, or face up; they turn over when they are
    shown."""
    shown: list[tuple[Words, tuple[Part, ...], Words]]
    if isinstance(cards, int):
        hidden = [said("Card {number} of {seat}, face down", number=at + 1, seat=Seat(seat)) for at in range(cards)]
        shown = [(words, back(), text) for words in hidden]
    else:
        shown = [
            (said("{seat}'s {card}", seat=Seat(seat), card=card_words(one)), small_face(one), short(one))
            for one in cards
        ]
    return tuple(
        Card(f"hand:{seat}:{at}", words, parts, W, H, letters, manner="turns", comes=comes)
        for at, (words, parts, letters) in enumerate(shown)
    )


def lying(
    key: str, card: str, words: Words, on: "Felt", x: float, y: float, *, comes: str = "", scale: float = 1
) -> Thing:
    """A card on the table, face up, or face down if it has no name."""
    text, ink = (typed(card, on.size + 1), ink_of(card)) if card else (boxed(on.size + 1, (), fill="░"), "muted")
    parts, cell = face(card) if card else back(), on.cell(x, y, len(text[0]), len(text))
    return Thing(key, words, parts, x, y, 0, scale * on.scale, text, cell, ink=ink, manner="turns", comes=comes)


def free(key: str, label: Words, words: Words, on: "Felt", x: float, y: float, *, scale: float = 1) -> Thing:
    """Where a card will lie."""
    text = boxed(on.size + 1, ())
    cell = on.cell(x, y, len(text[0]), len(text))
    return Thing(key, words, place(label), x, y, 0, scale * on.scale, text, cell, ink="muted")


@cache
def typed(card: str, size: int) -> tuple[str, ...]:
    """A card in characters, face up; a large one has the right number of signs."""
    sign, index, wide, high = SIGNS[card[1]], _index(card), 6 * size + 2, 4 * size - 1
    if size == 1 or card[0] == "A":
        return boxed(size, (sign,), index)
    if card[0] in CROWNS:
        return boxed(size, (sign, "", index, "", sign), index)
    rows = [[" "] * wide for _ in range(high)]
    for across, down in PIPS[RANKS[card[0]][0]]:
        rows[1 + round(down * (high - 3) / 4)][wide // 2 + across * (size + 1)] = sign
    return boxed(size, tuple(map("".join, rows)), index)


@cache
def place(label: Words = "") -> tuple[Part, ...]:
    """Where a card will lie."""
    frame = Box(-W / 2, -H / 2, W, H, "", "felt_line", 2, round=9, dash="7 6", opacity=0.7)
    return (frame, Label(0, 0, label, 17, "felt_ink", room=88, lines=3, spare=True)) if label else (frame,)


@cache
def chip(r: float = 9, y: float = 0, x: float = 0) -> tuple[Part, ...]:
    """One chip, seen from above."""
    dashes = f"{r * 0.5:.3g} {r * 0.547:.3g}"
    return (
        Disc(x, y, r, "chip_shade", "chip_low", r * 0.1),
        Disc(x, y, r * 0.8, "", "chip_edge", r * 0.26, dash=dashes),
        Disc(x, y, r * 0.5, "chip", "chip_edge", r * 0.08),
    )


MOST_HIGH, TOWERS, NAMED = 5, 3, 10
"""Chips in a tower, towers in a heap, and columns of a name below a thing in a terminal."""


@cache
def chips(number: int, r: float = 21) -> tuple[Part, ...]:
    """So many chips, in towers; those beyond the room are not drawn."""
    towers = [min(MOST_HIGH, number - at) for at in range(0, min(number, MOST_HIGH * TOWERS), MOST_HIGH)]
    parts: list[Part] = []
    for at, high in enumerate(towers):
        x = (at - (len(towers) - 1) / 2) * r * 2.2
        for up in range(high):
            y = -up * r * 0.3
            parts.append(Box(x - r, y - r * 0.15, 2 * r, r * 0.5, "chip_low", "chip_edge", r * 0.05, round=r * 0.24))
        parts += chip(r, -high * r * 0.3, x)
    return tuple(parts)


def heap(key: str, words: Words, number: int, on: "Felt", x: float, y: float, name: Words, comes: str = "") -> Thing:
    """Chips on the table with their number below; in a row and in a terminal also with a name."""
    label = Label(0, 40, str(number), 26, "felt_ink", bold=True)
    empty = (Disc(0, 0, 21, "", "felt_line", 2, 0.6, "5 5"),)
    parts = (*(chips(number) if number else empty), label, *on.named(name, 68))
    text, ink = (*_counted(number, on.size), name), "accent" if number else "muted"
    cell = on.cell(x, y, NAMED, len(text))
    up = 26 if on.flat else 10
    heap = Thing(key, words, parts, x, y - up, 0, on.scale, text, cell, ink=ink, manner="beats", comes=comes)
    return heap.changed(columns=NAMED, rows=len(text))


@cache
def _counted(number: int, size: int) -> tuple[str, ...]:
    """Chips in characters."""
    if not number or not size:
        return (f"{number} ●" if number else "·",)
    towers = [" ".join("●" * min(MOST_HIGH, number - at)) for at in range(0, number, MOST_HIGH)][:TOWERS]
    return (*towers, str(number))


HIGH, CELLS = 380, (46, 11)
"""The height of a table, and its columns and rows in a terminal."""
LOW, BROAD = 130.0, 2.3
"""Everything is in a row on a table lower than so many pixels and wider than so many times its height."""
SIZES = {2: (150, 46), 1: (66, 27)}
"""Columns and rows of larger tables, by the size of things there."""


class Felt(NamedTuple):
    """The middle of a table, as wide as its room; in a very low one everything is in a row, and larger. `cloth` is the
    table itself."""

    width: float
    cells: tuple[int, int] = CELLS
    size: int = 0
    """How large things are in a terminal."""
    flat: bool = False

    @classmethod
    def in_room(cls, room: Area) -> "Felt":
        flat = room.ratio > BROAD and 10 < room.h < LOW
        return cls(HIGH * min(6.0 if flat else 2.7, max(1.0, room.ratio)), flat=flat)

    @property
    def scale(self) -> float:
        """How much larger things are than by default."""
        return 2.0 if self.flat else 1.0

    @property
    def middle(self) -> tuple[float, float]:
        return max(110.0, 0.14 * self.width) if self.flat else self.width / 2, HIGH / 2

    @property
    def pair(self) -> tuple[tuple[float, float], tuple[float, float]]:
        """Where two cards lie side by side in the middle."""
        x, y = self.middle
        left, apart = (max(96.0, x - 110), 200) if self.flat else (x - 76, 152)
        return (left, y), (left + apart, y)

    def named(self, name: Words, y: float) -> tuple[Part, ...]:
        """The owner's name of something in a row with others, at a distance below its middle."""
        return (Label(0, y, name, 20, "felt_ink", bold=True, room=104),) if self.flat else ()

    def around(self, at: int, number: int) -> tuple[float, float]:
        """Where things of the at-th player from the viewer lie, clockwise around the middle; in a row, from left to
        right."""
        places = [pi / 2 + 2 * pi * one / number for one in range(number)]
        angle, (x, y) = places[at], self.middle
        if self.flat:
            row = sorted(range(number), key=lambda one: (round(cos(places[one]), 3), -round(sin(places[one]), 3)))
            return self.width * (0.29 + 0.66 * (row.index(at) + 0.5) / number), y
        return x + min(210, x - 84) * cos(angle), y + (y - 84) * sin(angle)

    def cell(self, x: float, y: float, wide: int = 1, high: int = 1) -> tuple[int, int]:
        """The terminal cell of something with this middle, so many columns wide and rows high."""
        columns, rows = self.cells
        left, top = round(x / self.width * columns - wide / 2), round((y / HIGH * rows) - high / 2)
        return max(0, min(columns - wide, left)), max(0, min(rows - high, top))


def felt(lay: Callable[[Felt], Iterable[Thing]]) -> Callable[[Area], Board]:
    """The middle of a table in any room, with the things on it."""

    def board(room: Area) -> Board:
        on = Felt.in_room(room)
        return in_sizes(Board(on.width, HIGH, tuple(lay(on)), CELLS), SIZES, lambda size: _form(lay, on, size))

    return board


def _form(lay: Callable[[Felt], Iterable[Thing]], on: Felt, size: int) -> Form:
    def written() -> dict[str, Written]:
        larger = lay(on._replace(cells=SIZES[size], size=size))
        return {thing.key: Written(thing.text, thing.cell, columns=thing.columns) for thing in larger if thing.text}

    return SIZES[size], written


def cloth(words: Words, area: Area, plates: tuple[Area, ...]) -> Thing:
    """The table that the players sit around: felt with a wooden rim."""
    (x, y), wide, high = area.middle, area.w, min(area.h, area.w)
    rim, line = max(5.0, 0.03 * high), max(12.0, 0.09 * high)
    parts: list[Part] = []
    for inset, fill, edge, width in ((0.0, "wood", "", 0), (rim, "felt_shade", "", 0), (line, "", "felt_line", 2)):
        w, h = wide - 2 * inset, high - 2 * inset
        parts.append(Box(-w / 2, -h / 2, w, h, fill, edge, width, min(w, h) / 2, 0.5 if edge else 1))
    return Thing("felt", words, tuple(parts), x, y)


def felted(shown: Table, words: Words) -> Table:
    """A table with its felt, its colours and its surroundings."""
    return replace(shown, cloth=partial(cloth, words), palette=PALETTE, shades=SHADES, ground="room", ink="felt_ink")


def signed(number: int) -> str:
    """What was won or lost."""
    return f"+{number}" if number > 0 else f"−{-number}" if number else "0"


def seated(view: Seen, seat: int, counters: tuple[Counter, ...], cards: tuple[Card, ...]) -> Plate:
    """A player at a card table, with counters and the cards that are held."""
    emblem = Disc(0, 0, 18, f"seat{seat}"), Disc(0, 0, 13, "card"), Label(0, 0, str(seat + 1), 18, bold=True)
    line = said("has won") if view.outcome and seat in view.outcome.winners else ""
    return Plate(seat, f"seat{seat}", emblem, str(seat + 1), line, counters, cards, active=view.turn == seat)
