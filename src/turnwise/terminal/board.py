"""The board on the screen: the text picture in colour, with a cursor among the touchable things."""

from itertools import groupby
from typing import Any, ClassVar

from rich.color import Color as Ink
from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.binding import Binding, BindingType
from textual.color import Color
from textual.geometry import Region, Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip

from turnwise.draw.text import BLANK, Cell, cells, style
from turnwise.draw.theme import DARK, colours
from turnwise.kit.shapes import Picture

NEAR = (2, 1)
"""How many columns and rows a click may miss a thing by."""
TALL = 2
"""A row is about as high as this many columns are wide."""
DIRECTIONS = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}


class Board(ScrollView, can_focus=True):
    """Shows a picture and says which thing was touched."""

    class Touched(Message):
        """A thing was chosen by a click or by the cursor."""

        def __init__(self, key: str) -> None:
            self.key = key
            super().__init__()

    class Roamed(Message):
        """The cursor went to something that is not in the visible part of the board."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *(Binding(way, f"go('{way}')", show=False) for way in DIRECTIONS),
        Binding("enter", "touch", "Touch", show=False),
        Binding("space", "touch", show=False),
    ]

    def __init__(self, **names: Any) -> None:
        super().__init__(**names)
        self._rows: list[list[Cell]] = []
        self._extent = Size(0, 0)  # of the largest picture in this room: a smaller one stays at its place
        self._strips: list[Strip] = []
        self._places: dict[str, list[tuple[int, int]]] = {}
        self._written: set[str] = set()  # those of them in the picture
        self._ground = Style.null()
        self._paints: dict[str, str] = {}
        self._open: list[str] = []
        self._spot = (0.0, 0.0)  # where the cursor was, in case its thing is gone
        self._touched: tuple[str, ...] = ()
        self.cursor: str | None = None

    @property
    def drawn(self) -> Size:
        """How many columns and rows the picture has."""
        return Size(max(map(len, self._rows), default=0), len(self._rows))

    def clear(self) -> None:
        """Empty, for a curtain."""
        self._rows, self._places, self._open, self._touched, self.cursor = [], {}, [], (), None
        self._extent = self.drawn
        self._paint()

    def show(self, picture: Picture, *, dark: bool, open_keys: list[str], touched: tuple[str, ...]) -> None:
        """Draw a picture; `open_keys` are the things that may be touched next, the likeliest first."""
        paints = self._paints = colours(picture, DARK if dark else "light")
        self._ground = Style(bgcolor=paints.get(picture.ground, paints["paper"]))
        self._rows = cells(picture)
        self._extent = Size(max(self._extent.width, self.drawn.width), max(self._extent.height, self.drawn.height))
        self._places = {}
        for y, row in enumerate(self._rows):
            for x, cell in enumerate(row):
                if cell.thing:
                    self._places.setdefault(cell.thing.key, []).append((x, y))
        self._written = set(self._places)
        for thing in picture.things:
            self._places.setdefault(thing.key, [thing.cell])
        self.touching(open_keys, touched)

    def touching(self, open_keys: list[str], touched: tuple[str, ...]) -> None:
        """Set what may be touched next, and what has been. The cursor stays near, or begins with the likeliest."""
        self._open, self._touched = open_keys, touched
        if open_keys and self.cursor is None:
            self.cursor = open_keys[0]
        elif open_keys and (self.cursor not in open_keys or self.cursor not in self._written):
            near = self._middle(touched[-1]) if touched else self._spot
            in_sight = [key for key in open_keys if key in self._written]
            self.cursor = min(in_sight or open_keys, key=lambda key: (self._distance(near, key), key))
        self._paint()
        self.follow()

    def _middle(self, key: str | None) -> tuple[float, float]:
        places = self._places.get(key or "")
        if not places:
            return 0.0, 0.0
        return sum(x for x, _ in places) / len(places), sum(y for _, y in places) / len(places) * TALL

    def _distance(self, here: tuple[float, float], key: str) -> float:
        there = self._middle(key)
        return (there[0] - here[0]) ** 2 + (there[1] - here[1]) ** 2

    # Drawing.

    def _paint(self) -> None:
        width = self.drawn.width
        paper = Color.parse(self._paints.get("paper", "#000000"))
        accent = Color.parse(self._paints.get("accent", "#ffffff"))
        faint = Style(bgcolor=Ink.parse(paper.blend(accent, 0.28).hex6), bold=True)
        chosen = Style(color=Ink.parse(paper.hex6), bgcolor=Ink.parse(accent.hex6), bold=True)
        looks: dict[str, Style] = {}

        def look(cell: Cell) -> Style:
            if cell.thing is None:
                return self._ground
            key = cell.thing.key
            if key not in looks:
                found = self._ground + style(cell.thing, self._paints)
                if key == self.cursor and key in self._open:
                    found += chosen
                elif key in self._touched:
                    found += chosen + Style(underline=True)
                elif key in self._open:
                    found += faint
                looks[key] = found
            return looks[key]

        self._strips = []
        for row in self._rows:
            runs = groupby([*_joined(row), *[BLANK] * (width - len(row))], key=look)
            self._strips.append(Strip([Segment("".join(cell.text for cell in run), ink) for ink, run in runs], width))
        self._show_bar()
        self.virtual_size = self.drawn
        self.refresh()

    def _show_bar(self) -> None:
        """Hide the bar where it would cover the last column of a picture as wide as the room."""
        self.styles.scrollbar_size_vertical = 0 if self.drawn.width == self.outer_size.width else 1

    def _margin(self) -> tuple[int, int]:
        """Centres the picture in a larger room."""
        room, most = self.scrollable_content_region.size, self._extent
        return max(0, (room.width - most.width) // 2), max(0, (room.height - most.height) // 2)

    def on_resize(self, event: events.Resize) -> None:
        self._extent = self.drawn
        self._show_bar()
        self.scroll_home(animate=False, force=True)
        self.follow()

    def render_line(self, y: int) -> Strip:
        left, top = self._margin()
        scroll_x, scroll_y = self.scroll_offset
        width, at = self.scrollable_content_region.width, y + scroll_y - top
        if not 0 <= at < len(self._strips):
            return Strip.blank(width, self._ground)
        line = self._strips[at].crop(scroll_x, scroll_x + width)
        return Strip([Segment(" " * left, self._ground), *line]).extend_cell_length(width, self._ground)

    # Moving and touching.

    def action_go(self, way: str) -> None:
        """Go to the nearest thing in a direction; those to the side count as farther. Without one, the room is
        scrolled."""
        dx, dy = DIRECTIONS[way]
        here, best = self._middle(self.cursor), None
        for key in sorted(set(self._open) - {self.cursor or ""}):
            x, y = self._middle(key)
            along, aside = (x - here[0]) * dx + (y - here[1]) * dy, abs((x - here[0]) * dy) + abs((y - here[1]) * dx)
            if along > 0.4 and (best is None or along + 2 * aside < best[0]):
                best = along + 2 * aside, key
        if best:
            self.cursor = best[1]
            if self.cursor not in self._written:
                self.post_message(self.Roamed())
            self._paint()
            self.follow()
        else:
            self.scroll_relative(4 * dx, 2 * dy, animate=False)

    def action_touch(self) -> None:
        if self.cursor in self._open:
            self.post_message(self.Touched(self.cursor))

    def on_click(self, event: events.Click) -> None:
        left, top = self._margin()
        key = self._key_at(event.x - left + self.scroll_offset.x, event.y - top + self.scroll_offset.y)
        if key in (*self._open, *self._touched):
            self.cursor = key
        if key:
            self.post_message(self.Touched(key))

    def _key_at(self, x: int, y: int) -> str | None:
        """The thing in a cell if it may be touched, else the nearest touchable thing close by, else what is in the
        cell."""
        inside = 0 <= y < len(self._rows) and 0 <= x < len(self._rows[y])
        thing = self._rows[y][x].thing if inside else None
        if thing and thing.key in (*self._open, *self._touched):
            return thing.key
        near = [
            (abs(at[0] - x) + TALL * abs(at[1] - y), key)
            for key in self._written.intersection(self._open)
            for at in self._places[key]
            if abs(at[0] - x) <= NEAR[0] and abs(at[1] - y) <= NEAR[1]
        ]
        return min(near)[1] if near else thing.key if thing else None

    def follow(self) -> None:
        """Keep touchable things in view, above all the cursor's."""
        if self.cursor in self._places:
            self._spot = self._middle(self.cursor)
        room = self.scrollable_content_region.size
        for keys in (self._open, [self.cursor or ""]):
            places = [place for key in keys for place in self._places.get(key, ())]
            if places:
                x, y = min(x for x, _ in places) - 2, min(y for _, y in places) - 1
                wide, high = max(x for x, _ in places) + 3 - x, max(y for _, y in places) + 2 - y
                if wide <= room.width and high <= room.height or keys is not self._open:
                    self.scroll_to_region(Region(x, y, wide, high), animate=False, force=True)


def _joined(row: list[Cell]) -> list[Cell]:
    """Highlight a blank between two letters of the same thing with it."""
    sides = zip([BLANK, *row], row, [*row[1:], BLANK], strict=False)
    return [
        Cell(here.text, left.thing) if here.thing is None and left.thing is right.thing else here
        for left, here, right in sides
    ]
