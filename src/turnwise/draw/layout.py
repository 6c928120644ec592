"""A table as a picture for one window: the pieces of each region drawn where the plan puts them."""

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from math import ceil

from turnwise.draw.plan import GAP, WIDE, Plan, Stage, planned
from turnwise.kit.lettering import text_width, wrapped
from turnwise.kit.pieces import Area, Board, Button, Card, Hand, Note, Panel, Plate, Table
from turnwise.kit.shapes import Box, Disc, Group, Label, Part, Picture, Thing
from turnwise.kit.words import Said, Seat, Words, said

LEAST_STEP = 26.0
"""Pixels of a card in a hand that stay free, to be read and touched."""
LETTERED = (Label, Group)
SHOWN_ABOVE = 0.42
"""How much of a card is seen above one that lies before it in the next row."""


def laid(table: Table, on: Stage = WIDE) -> Picture:
    """The picture of a table for a window."""
    if on.card:
        plates = tuple(replace(plate, line="", counters=(), cards=()) for plate in table.plates)
        table = replace(table, plates=plates, hand=None, tray=None, caption=None, notes=(), touch={}, gone={})
    plan = planned(table, on)
    board = table.board if isinstance(table.board, Board) else table.board(plan.board)
    things = [*_board(board, plan.board), *_plates(table, plan, on)]
    if table.notes and plan.notes.h > 3 * on.letters:
        things += _notes(table.notes, plan.notes, on)
    if table.caption:
        things.append(_caption(table.caption, plan.caption, on))
    if table.tray:
        things += _tray(table.tray, plan.tray, on)
    if table.hand:
        things += _hand(table.hand, plan.hand)
    things += _board(replace(board, things=table.over), plan.board)
    if table.panel:
        things += _panel(table.panel, plan.board, on)
    return Picture(
        on.width,
        on.height,
        table.words,
        tuple(replace(thing, parts=readable(thing.parts, round(on.least / thing.scale, 2))) for thing in things),
        table.touch,
        table.palette,
        table.shades,
        table.ground,
        table.gone,
        table.sounds,
        table.gesture,
        table.still,
    )


def _board(board: Board, area: Area) -> list[Thing]:
    at, scale = area.fitted(board.width, board.height)
    return [
        replace(
            thing,
            x=round(at.x + thing.x * scale, 2),
            y=round(at.y + thing.y * scale, 2),
            scale=round(thing.scale * scale, 4),
            by=tuple((round(at.x + x * scale, 2), round(at.y + y * scale, 2)) for x, y in thing.by),
        )
        for thing in board.things
    ]


@lru_cache(8192)
def readable(parts: tuple[Part, ...], least: float) -> tuple[Part, ...]:
    """The same parts with no label smaller than so much; the same tuple for the same parts, by which a page knows them."""
    if not any(type(part) in LETTERED for part in parts):
        return parts
    made = tuple(_readable(part, least) for part in parts)
    return parts if made == parts else made


def _readable(part: Part, least: float) -> Part:
    if type(part) is Label:
        if part.height >= least and not part.room:
            return part
        return part._replace(height=max(part.height, least), least=least)
    if type(part) is Group:
        return part._replace(parts=readable(part.parts, round(least / part.scale, 2)))
    return part


def _plates(table: Table, plan: Plan, on: Stage) -> list[Thing]:
    found = []
    for plate, area in zip(table.plates, plan.plates, strict=True):
        found += _plate(plate, area, on)
    return found


def plate_words(plate: Plate) -> Said:
    """A player for somebody who hears the table."""
    about = tuple(one for one in (plate.line, *(counter.words for counter in plate.counters)) if one)
    whole = (
        said("{seat}: {about}", seat=Seat(plate.seat), about=_row(about))
        if about
        else said("{seat}", seat=Seat(plate.seat))
    )
    return said("{player}, to move", player=whole) if plate.active else whole


def _row(parts: tuple[Words, ...]) -> Said:
    return Said(
        ", ".join(f"{{p{at}}}" for at in range(len(parts))), tuple((f"p{at}", one) for at, one in enumerate(parts))
    )


def _plate(plate: Plate, area: Area, on: Stage) -> list[Thing]:
    """A plate: the name, below it what is said or counted, and cards at the right."""
    slim = area.h < 4.2 * on.letters
    letters = min(on.letters, max(on.least, area.h / 2.7)) if slim else on.letters
    size = min(area.h - 8, 2.5 * letters)
    x, emblem_y = 0.5 * GAP + size + 0.75 * GAP, area.h / 2 if slim else 0.5 * GAP + size / 2
    parts: list[Part] = [
        Box(0, 2, area.w, area.h, "shadow", round=10, opacity=0.12),
        Box(
            0, 0, area.w, area.h, "card", plate.colour if plate.active else "line", 3 if plate.active else 1.5, round=10
        ),
        _icon(plate.emblem or (Disc(0, 0, 14, plate.colour),), 0.5 * GAP + size / 2, emblem_y, size / 40),
    ]
    cards = _card_area(plate, area, slim, letters)
    room = area.w - x - GAP - (cards.w if slim else 0)
    second = bool(plate.line) or slim and bool(plate.counters)
    y = emblem_y - (0.6 * letters if second else 0)
    ink = "muted" if plate.faded else "ink"
    parts.append(Label(x, y, said("{seat}", seat=Seat(plate.seat)), letters, ink, "start", bold=True, room=room))
    if plate.line and not (slim and plate.counters):
        left = room if slim or not plate.cards else max(2 * letters, cards.x - area.x - x - 4)
        parts.append(
            Label(x, y + 1.25 * letters, plate.line, max(on.least, 0.82 * letters), "muted", "start", room=left)
        )
    counters_x, counters_y = (x, y + 1.25 * letters) if slim else (GAP, area.h - letters)
    free = room if slim else (cards.x - area.x if plate.cards else area.w) - 2 * GAP
    found = _counters(plate, Area(area.x + counters_x, area.y + counters_y, free, 0), letters, on, parts, area)
    plain = Thing(f"plate:{plate.seat}", plate_words(plate), tuple(parts), round(area.x, 2), round(area.y, 2))
    return [plain, *found, *cards_in(plate.cards, cards)]


def _counters(plate: Plate, at: Area, letters: float, on: Stage, parts: list[Part], area: Area) -> list[Thing]:
    """Counters in a row: those with a key are things of their own, the others parts of the plate."""
    found = []
    size = max(on.least, 0.9 * letters)
    broad = 4.2 if any(counter.value for counter in plate.counters) else 1.7  # or signs alone
    slot = min(broad * size, at.w / max(1, len(plate.counters)))
    for number, counter in enumerate(plate.counters):
        x = at.x + number * slot
        icon = (_icon(counter.icon, 0.6 * size, 0, 1.2 * size / 20),) if counter.icon else ()
        start = 1.35 * size if icon else 0.0
        label = Label(start, 0, counter.value, size, counter.ink, "start", bold=True, room=max(size, slot - start - 2))
        if counter.key:
            found.append(Thing(counter.key, counter.words, (*icon, label), round(x, 2), round(at.y, 2), manner="beats"))
        else:
            parts.append(Group((*icon, label), round(x - area.x, 2), round(at.y - area.y, 2)))
    return found


def _card_area(plate: Plate, area: Area, slim: bool, letters: float) -> Area:
    """Where the cards of a plate lie: at its right, in a single line or below the name."""
    if not plate.cards:
        return Area(area.x + area.w, area.y, 0, 0)
    height = area.h - 8 if slim else area.h - 2.6 * letters
    one = plate.cards[0].width * height / plate.cards[0].height
    wanted = one + 0.4 * one * min(7, len(plate.cards) - 1)
    width = min(wanted, (0.34 if slim else 0.55) * area.w)
    return Area(area.x + area.w - width - 5, area.y + area.h - height - 4, width, height)


def _icon(parts: tuple[Part, ...], x: float, y: float, scale: float) -> Group:
    """Parts of an icon in another size and place."""
    return Group(parts, round(x, 2), round(y, 2), round(scale, 3))


def cards_in(cards: tuple[Card, ...], area: Area) -> list[Thing]:
    """Cards side by side in an area, over each other as far as they must, from its left."""
    if not cards or area.h <= 0 or area.w <= 0:
        return []
    width, height = cards[0].width, cards[0].height
    scale = min(area.h / height, area.w / width)
    step = min(1.08 * width * scale, (area.w - width * scale) / (len(cards) - 1)) if len(cards) > 1 else 0.0
    y = area.y + area.h / 2
    return [
        _card(card, area.x + area.w - width * scale / 2 - (len(cards) - 1 - at) * step, y, scale)
        for at, card in enumerate(cards)
    ]


def _card(card: Card, x: float, y: float, scale: float) -> Thing:
    return Thing(
        card.key,
        card.words,
        card.parts,
        round(x, 2),
        round(y, 2),
        scale=round(scale, 4),
        manner=card.manner,
        comes=card.comes,
    )


def _hand(hand: Hand, area: Area) -> list[Thing]:
    """A hand in one row, or in several where each card would be too narrow to be touched."""
    cards = hand.cards
    if not cards:
        return []
    n, width, height = len(cards), cards[0].width, cards[0].height
    for rows in range(1, n + 1):
        each = ceil(n / rows)
        scale = min(area.h / (height * (1 + (rows - 1) * SHOWN_ABOVE)), area.w / width)
        below = max(SHOWN_ABOVE * height * scale, LEAST_STEP) if rows > 1 else 0.0
        scale = min(scale, max(0.1, (area.h - (rows - 1) * below) / height))
        step = (area.w - width * scale) / (each - 1) if each > 1 else area.w
        if step >= LEAST_STEP:
            break
    step = min(step, 1.06 * width * scale)
    top = area.y + (area.h - height * scale - (rows - 1) * below) / 2 + height * scale / 2
    found = []
    for at, card in enumerate(cards):
        row, column = divmod(at, each)
        here = min(each, n - row * each)
        x = area.x + area.w / 2 + (column - (here - 1) / 2) * step
        found.append(_card(card, x, top + row * below, scale))
    return found


def _tray(items: tuple[Button | Card, ...], area: Area, on: Stage) -> list[Thing]:
    """Things to press: in rows, or below each other in a narrow tray."""
    cards = tuple(item for item in items if isinstance(item, Card))
    if len(cards) == len(items) and len({card.width for card in cards}) > 1:
        return _side_by_side(cards, area, on)
    most = max(1, int((area.w + GAP) // (6 * on.letters + GAP)))
    rows = ceil(len(items) / most)
    columns = ceil(len(items) / rows)
    height = min(max(44.0, 2.7 * on.letters), (area.h - GAP / 2 * (rows - 1)) / rows)
    width = min((area.w - GAP * (columns - 1)) / columns, 13 * on.letters)
    top = area.y + (area.h - rows * height - (rows - 1) * GAP / 2) / 2 + height / 2
    found = []
    for at, item in enumerate(items):
        row, column = divmod(at, columns)
        here = min(columns, len(items) - row * columns)
        x = area.x + area.w / 2 + (column - (here - 1) / 2) * (width + GAP)
        y = top + row * (height + GAP / 2)
        if isinstance(item, Card):
            found.append(_card(item, x, y, min(height / item.height, width / item.width)))
        else:
            found.append(_button(item, x, y, width, height, on))
    return found


def _side_by_side(cards: tuple[Card, ...], area: Area, on: Stage) -> list[Thing]:
    """Cards of different widths: in one row, or below each other where they are too broad for that."""
    height = max(44.0, 2.7 * on.letters)
    scales = [min(height / card.height, area.w / card.width) for card in cards]
    widths = [card.width * scale for card, scale in zip(cards, scales, strict=True)]
    across = sum(widths) + GAP * (len(cards) - 1) <= area.w
    x, y = area.middle
    x -= (sum(widths) + GAP * (len(cards) - 1)) / 2 if across else 0
    y -= 0 if across else (len(cards) - 1) * (height + GAP / 2) / 2
    found = []
    for card, width, scale in zip(cards, widths, scales, strict=True):
        found.append(_card(card, x + width / 2 if across else x, y, scale))
        x, y = (x + width + GAP, y) if across else (x, y + height + GAP / 2)
    return found


def _button(
    button: Button, x: float, y: float, w: float, h: float, on: Stage, size: float = 0, lines: int = 1
) -> Thing:
    fill, ink = ("button_edge", "card") if button.strong else ("button", "button_ink")
    parts: list[Part] = [
        Box(-w / 2, -h / 2 + 2, w, h, "shadow", round=min(h / 2, 22), opacity=0.18),
        Box(-w / 2, -h / 2, w, h, fill, "button_edge", 1.5, round=min(h / 2, 22)),
    ]
    room = w - (h * 0.5 if lines == 1 else 1.4 * (size or on.letters))
    if button.icon:
        parts.append(_icon(button.icon, -w / 2 + h / 2, 0, h * 0.8 / 40))
        room = w - h * 1.25
    text_x = h * 0.35 if button.icon else 0.0
    parts.append(Label(text_x, 0, button.label, size or on.letters, ink, bold=True, room=room, lines=lines))
    return Thing(button.key, button.words or button.label, tuple(parts), round(x, 2), round(y, 2))


def _caption(text: Words, area: Area, on: Stage) -> Thing:
    x, y = area.middle
    return Thing(
        "caption", text, (Label(0, 0, text, on.letters, "ink", bold=True, room=area.w),), round(x, 2), round(y, 2)
    )


def _notes(notes: tuple[Note, ...], area: Area, on: Stage) -> list[Thing]:
    """As many notes as there is room for, each in as many lines as it gets."""
    found, left = [], area
    size = max(on.least, 0.82 * on.letters)
    for note in notes:
        lines = [*([note.title] if note.title else []), *note.lines]
        height = min(left.h, (len(lines) + 0.8) * 1.45 * size)
        if height < 2.4 * size:
            break
        own, left = left.top(height, GAP)
        parts: list[Part] = [Box(0, 0, own.w, own.h, "card", "line", 1, round=10, opacity=0.9)]
        fit = int((own.h / (1.45 * size)) - 0.6)
        for at, line in enumerate(lines[: max(1, fit)]):
            bold = bool(note.title) and at == 0
            y = (0.9 + at) * 1.45 * size
            parts.append(
                Label(GAP, y, line, size, "ink" if bold else "muted", "start", bold=bold, room=own.w - 2 * GAP)
            )
        found.append(
            Thing(note.key, Said("{a}", (("a", _row(tuple(lines))),)), tuple(parts), round(own.x, 2), round(own.y, 2))
        )
    return found


def _panel(panel: Panel, over: Area, on: Stage) -> list[Thing]:
    """A card over the board: its head, what it says, its rows, and below each other what may be chosen. What does not fit so is
    broader than the board, then has choices side by side, then smaller letters; and then its longest texts are cut."""
    broad = on.width - 2 * GAP
    fits = Folded(panel, min(over.w, broad), on.letters, 1)
    for size in (on.letters, (on.letters + on.least) / 2, on.least):
        for width, columns in ((min(over.w, broad), 1), (broad, 1), (broad, 2)):
            if fits.height > on.height - 2 * GAP:
                fits = Folded(panel, width, size, columns)
    fits.cut(on.height - 2 * GAP)
    size, width, step, height = fits.size, fits.width, fits.step, fits.height
    left = max(GAP, min(over.middle[0] - width / 2, on.width - GAP - width))
    top = max(GAP, min(over.middle[1] - height / 2, on.height - GAP - height))
    room = width - 4 * GAP
    parts: list[Part] = [
        Box(0, 4, width, height, "shadow", round=14, opacity=0.3),
        Box(0, 0, width, height, "card", "line", 1.5, round=14),
        Box(0, 0, width, 2.3 * size, panel.colour, round=14),
        Box(0, 1.3 * size, width, size, panel.colour),
        Label(width / 2, 1.15 * size, panel.title, 1.15 * size, "card", bold=True, room=room),
    ]
    y = 2.3 * size + GAP
    for line, lines in zip(panel.lines, fits.lines, strict=True):
        parts.append(Label(width / 2, y + lines * step / 2, line, size, "ink", room=room, lines=lines))
        y += lines * step
    for row in panel.rows:
        parts += _sheet_row(row, width, y + step / 2, size)
        y += step
    words = panel.words or _row((panel.title, *panel.lines, *(_row(row) for row in panel.rows)))
    found = [Thing(panel.key, words, tuple(parts), round(left, 2), round(top, 2), comes=panel.comes)]
    for at, (choice, column) in enumerate(zip(panel.choices, fits.columns_of(), strict=True)):
        row_at, lines = at // fits.columns, fits.choices[at]
        x = left + 2 * GAP + (column + 0.5) * fits.each + column * GAP
        high = fits.rows[row_at]
        middle = top + y + sum(fits.rows[:row_at]) + row_at * GAP + GAP / 2 + high / 2
        found.append(_button(choice, x, middle, fits.each, high, on, size, lines))
    return found


class Folded:
    """How a panel fits into a width, with letters of a size and its choices in so many columns."""

    def __init__(self, panel: Panel, width: float, size: float, columns: int) -> None:
        self.size, self.step = size, 1.4 * size
        self.columns = min(columns, max(1, len(panel.choices)))
        self.width = min(width, 36 * size * self.columns)
        room = self.width - 4 * GAP
        self.each = (room - GAP * (self.columns - 1)) / self.columns
        self.lines = [_lines_of(line, room, size) for line in panel.lines]
        self.choices = [_lines_of(choice.label, self.each - 2 * size, size) for choice in panel.choices]
        self._rest = 2.6 * size + len(panel.rows) * self.step + 2 * GAP
        self._press = max(40.0, 2.5 * size) if columns == 1 else max(28.0, 2 * size)

    @property
    def rows(self) -> list[float]:
        """How high each row of choices is."""
        each = [max(self._press, (1.25 * lines + 0.9) * self.size) for lines in self.choices]
        return [max(each[at : at + self.columns]) for at in range(0, len(each), self.columns)]

    @property
    def height(self) -> float:
        return self._rest + sum(self.lines) * self.step + sum(self.rows) + GAP * len(self.rows)

    def columns_of(self) -> list[int]:
        return [at % self.columns for at in range(len(self.choices))]

    def cut(self, height: float) -> None:
        """Take lines from what has most of them, until the rest is no higher than that."""
        while self.height > height and (most := max((*self.lines, *self.choices), default=1)) > 1:
            self.lines = [min(lines, most - 1) for lines in self.lines]
            self.choices = [min(lines, most - 1) for lines in self.choices]


def _lines_of(text: Words, room: float, size: float) -> int:
    """About how many lines a text needs, in a language that is longer than English too; of one that stays as it is, exactly."""
    if isinstance(text, str):
        return len(wrapped(text, room, size))
    return max(1, ceil(1.25 * text_width(str(text), size) / room))


def _sheet_row(row: tuple[Words, ...], width: float, y: float, size: float) -> Iterator[Part]:
    """Columns of a sheet: the first from the left, the others ending at equal distances."""
    first, others = 0.42 * width, len(row) - 1
    yield Label(2 * GAP, y, row[0], size, "ink", "start", room=first - 3 * GAP)
    each = (width - first - GAP) / max(1, others)
    for at, text in enumerate(row[1:], 1):
        yield Label(first + at * each - GAP, y, text, size, "ink", "end", room=each - GAP)
