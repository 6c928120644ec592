"""A table as a picture for one window: the pieces of each region drawn where the plan puts them."""

from dataclasses import replace
from functools import lru_cache
from math import ceil

from turnwise.draw.cards import APART, cards_in, hand_in, put
from turnwise.draw.plan import GAP, WIDE, Plan, Stage, board_in, planned
from turnwise.kit.lettering import text_width, wrapped
from turnwise.kit.pieces import BESIDE, Area, Board, Button, Card, Note, Panel, Plate, Table
from turnwise.kit.shapes import Box, Disc, Group, Label, Part, Picture, Thing
from turnwise.kit.words import Said, Seat, Speaker, Words, row, said

LETTERED = (Label, Group)
BOLD, BROADER = 1.1, 1.2
"""How much broader bold letters are than others, and those of a broad face."""
EMBLEM = 5.5
"""The size of an emblem on a panel, in heights of letters."""
LARGE_CARDS = 2.0
"""The height of cards in the rows of a panel, in lines, if that leaves it low enough."""
MOST_OVER = 0.6
"""The part of a window that a panel with such cards may cover."""
SOME_NAMES = Speaker(names=("Maximiliane",) * 16)
"""With names of some length, by which room is kept for those of the players."""


def laid(table: Table, on: Stage = WIDE) -> Picture:
    """The picture of a table for a window."""
    if on.card:
        table = replace(
            table,
            plates=(),
            sitting=BESIDE,
            hand=None,
            tray=None,
            caption=None,
            notes=(),
            panel=table.panel if table.panel and not table.panel.passing else None,
            touch={},
            gone={},
        )
    plan = planned(table, on)
    board = board_in(table, plan.board)
    things = [table.cloth(plan.cloth, plan.plates)] if table.cloth else []
    things += [*_board(board, plan.board), *_plates(table, plan, on)]
    if table.notes and plan.notes.h > 3 * on.letters:
        things += _notes(table.notes, plan.notes, on, bool(table.touch))
    if table.caption:
        things.append(_caption(table.caption, plan.caption, on, table.ink))
    if table.tray:
        things += _tray(table.tray, plan.tray, on)
    rolls = dict[str, int]()
    if table.hand:
        held, rolls = hand_in(table.hand, plan.hand, on)
        things += held
    things += _board(replace(board, things=table.over), plan.board)
    if table.panel:
        things += _panel(table.panel, plan.board, on)
    drops = {key: table.drops[other] for key, other in table.equals.items() if other in table.drops} | {**table.drops}
    there, least = {thing.key for thing in things}, on.least
    at, _ = plan.board.fitted(board.width, board.height)
    return Picture(
        on.width,
        on.height,
        table.words,
        tuple(_seen(thing, least, there) for thing in things),
        table.touch,
        table.palette,
        table.shades,
        table.ground,
        {key: aim for key, aim in table.gone.items() if key not in there and aim in there},
        table.sounds,
        table.gesture,
        table.still,
        {key: goal for key, goal in drops.items() if key in there and goal in there},
        (round(at.x + at.w / 2, 2), round(at.y + at.h / 2, 2), round(at.w / 2, 2), round(at.h / 2, 2)),
        rolls,
        {key: other for key, other in table.equals.items() if key in there},
        tuple(table.palette[name] for name in table.seats),
    )


def _seen(thing: Thing, least: float, there: set[str]) -> Thing:
    """A thing with readable labels, and without an origin that is not in this picture; the same object if that changes
    nothing."""
    parts, comes = readable(thing.parts, round(least / thing.scale, 2)), thing.comes if thing.comes in there else ""
    return thing if parts is thing.parts and comes == thing.comes else thing.changed(parts=parts, comes=comes)


def _board(board: Board, area: Area) -> list[Thing]:
    at, scale = area.fitted(board.width, board.height)
    left, top = at.x - board.corner[0] * scale, at.y - board.corner[1] * scale
    return [
        thing.changed(
            x=round(left + thing.x * scale, 2),
            y=round(top + thing.y * scale, 2),
            scale=round(thing.scale * scale, 4),
            text=(),
            by=tuple((round(left + x * scale, 2), round(top + y * scale, 2)) for x, y in thing.by) if thing.by else (),
        )
        for thing in board.things
    ]


def readable(parts: tuple[Part, ...], least: float) -> tuple[Part, ...]:
    """The same parts with no label smaller than this; the same tuple for the same parts, by which a page knows them."""
    return _enlarged(parts, least) if any(type(part) in LETTERED for part in parts) else parts


@lru_cache(8192)
def _enlarged(parts: tuple[Part, ...], least: float) -> tuple[Part, ...]:
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
        found += _plate(plate, area, on, "" if table.ink == "ink" else table.ink)
    return found


def plate_words(plate: Plate) -> Said:
    """A player in words, for screen readers."""
    about = tuple(one for one in (plate.line, *(counter.words for counter in plate.counters)) if one)
    whole = (
        said("{seat}: {about}", seat=Seat(plate.seat), about=row(about, ", "))
        if about
        else said("{seat}", seat=Seat(plate.seat))
    )
    return said("{player}, to move", player=whole) if plate.active else whole


def _plate(plate: Plate, area: Area, on: Stage, glow: str) -> list[Thing]:
    """A plate: the name, below it a line or counters, and cards at the right; a glow around the player to act, if the
    background has an ink of its own."""
    slim = area.h < 4.2 * on.letters
    letters = min(on.letters, max(on.least, area.h / 2.7)) if slim else on.letters
    size = min(area.h - 8, 2.5 * letters)
    x, emblem_y = 0.5 * GAP + size + 0.75 * GAP, area.h / 2 if slim else 0.5 * GAP + size / 2
    parts: list[Part] = [
        Box(-4.5, -4.5, area.w + 9, area.h + 9, glow, round=14)
        if plate.active and glow
        else Box(0, 2, area.w, area.h, "shadow", round=10, opacity=0.12),
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
    parts.append(Label(x, y, said("{seat}", seat=Seat(plate.seat)), letters, ink, "start", bold=True, room=room / BOLD))
    if plate.line and not (slim and plate.counters):
        aside = plate.cards and not (slim or plate.apart or _high(plate, area, letters))
        left = max(2 * letters, cards.x - area.x - x - 4) if aside else room
        parts.append(
            Label(x, y + 1.25 * letters, plate.line, max(on.least, 0.82 * letters), "muted", "start", room=left)
        )
    counters_x, counters_y = (x, y + 1.25 * letters) if slim else (GAP, area.h - letters)
    free = room if slim else (cards.x - area.x if plate.cards else area.w) - 2 * GAP
    if plate.apart and not slim:
        counters_y, free = 3.4 * letters, area.w - 2 * GAP
    elif _high(plate, area, letters):  # one below the other
        counters_y -= 1.6 * letters * (len(plate.counters) - 1)
    found, end = _counters(plate, Area(area.x + counters_x, area.y + counters_y, free, 0), letters, on, parts, area)
    if plate.line and slim and plate.counters and x + room - end > 4 * letters:  # what is left beside them
        size = max(on.least, 0.82 * letters)
        parts.append(Label(end, counters_y, plate.line, size, "muted", "start", room=x + room - end))
    plain = Thing(f"plate:{plate.seat}", plate_words(plate), tuple(parts), round(area.x, 2), round(area.y, 2))
    return [plain, *found, *cards_in(plate.cards, cards, apart=plate.apart)]


def _counters(
    plate: Plate, at: Area, letters: float, on: Stage, parts: list[Part], area: Area
) -> tuple[list[Thing], float]:
    """Counters in a row, or below each other: those with a key are things of their own, the others parts of the plate. And where on the
    plate the last of them ends."""
    found, below, end = list[Thing](), _high(plate, area, letters), 0.0
    size = max(on.least, 0.9 * letters)
    valued = any(counter.value for counter in plate.counters)
    broad = 4.2 if valued else 1.7  # or signs alone
    slot = min(broad * size, at.w / (1 if below else max(1, len(plate.counters))))
    for number, counter in enumerate(plate.counters):
        x, y = (at.x, at.y + 1.6 * letters * number) if below else (at.x + number * slot, at.y)
        last = number == len(plate.counters) - 1  # which may be wider
        here = at.x + at.w - x if last else slot
        needed = max(1.3, BOLD * text_width(str(counter.value), 1) + 0.2)
        large = (
            min(1.0, max(0.6, (slot / size - needed) / 1.35)) if valued else 1.0
        )  # smaller where digits need its room
        icon = (_icon(counter.icon, 0.6 * size * large, 0, 1.2 * size * large / 20),) if counter.icon else ()
        start = 1.35 * size * large if icon else 0.0
        label = Label(start, 0, counter.value, size, counter.ink, "start", bold=True, room=max(size, here - start - 2))
        if counter.key:
            found.append(Thing(counter.key, counter.words, (*icon, label), round(x, 2), round(y, 2), manner="beats"))
        else:
            dx, dy = round(x - area.x, 2), round(y - area.y, 2)  # an icon stays the same part when its number changes
            parts += [one._replace(x=round(one.x + dx, 2), y=round(one.y + dy, 2)) for one in (*icon, label)]
        end = max(x + slot, x + start + needed * size) - area.x
    return found, end


def _card_area(plate: Plate, area: Area, slim: bool, letters: float) -> Area:
    """Where the cards of a plate lie: at its right, in a single line or below the name."""
    if not plate.cards:
        return Area(area.x + area.w, area.y, 0, 0)
    if plate.apart and not slim:
        return Area(area.x, area.y, area.w, area.h).inset(GAP).bottom(area.h - 4.3 * letters - GAP)[0]
    below = _high(plate, area, letters)  # the counters are there in a column
    height = area.h - 8 if slim else area.h - (3.1 if below else 2.6) * letters
    one = plate.cards[0].width * height / plate.cards[0].height
    wanted = one + (APART if plate.apart else 0.4) * one * min(7, len(plate.cards) - 1)
    share = (0.34 if slim else 0.55) - (0.13 if len(plate.counters) > 1 and not (plate.apart or below) else 0)
    width = min(wanted, share * area.w)
    return Area(area.x + area.w - width - 5, area.y + area.h - height - 4, width, height)


def _high(plate: Plate, area: Area, letters: float) -> bool:
    """Whether a plate has room for cards below the line and the counters; with piles it always has."""
    return area.h > 7 * letters and not plate.apart


def _icon(parts: tuple[Part, ...], x: float, y: float, scale: float) -> Group:
    """Parts of an icon in another size and place."""
    return Group(parts, round(x, 2), round(y, 2), round(scale, 3))


def _tray(items: tuple[Button | Card, ...], area: Area, on: Stage) -> list[Thing]:
    """Things to press: in rows, or one below the other in a narrow tray."""
    cards = tuple(item for item in items if isinstance(item, Card))
    only = len(cards) == len(items)  # cards may be narrower and higher than buttons
    if only and len({card.width for card in cards}) > 1:
        return _side_by_side(cards, area, on)
    most = max(1, int((area.w + GAP) // ((3.2 if only else 6) * on.letters + GAP)))
    rows = ceil(len(items) / most)
    columns = ceil(len(items) / rows)
    height = (area.h - GAP / 2 * (rows - 1)) / rows
    height = min((1.5 if only else 1) * max(44.0, 2.7 * on.letters), height)
    width = min((area.w - GAP * (columns - 1)) / columns, 13 * on.letters)
    top = area.y + (area.h - rows * height - (rows - 1) * GAP / 2) / 2 + height / 2
    found = []
    for at, item in enumerate(items):
        row, column = divmod(at, columns)
        here = min(columns, len(items) - row * columns)
        x = area.x + area.w / 2 + (column - (here - 1) / 2) * (width + GAP)
        y = top + row * (height + GAP / 2)
        if isinstance(item, Card):
            found.append(put(item, x, y, min(height / item.height, width / item.width)))
        else:
            found.append(_button(item, x, y, width, height, on))
    return found


def _side_by_side(cards: tuple[Card, ...], area: Area, on: Stage) -> list[Thing]:
    """Cards of different widths: in one row, or one below the other if they are too wide for that."""
    height = max(44.0, 2.7 * on.letters)
    scales = [min(height / card.height, area.w / card.width) for card in cards]
    widths = [card.width * scale for card, scale in zip(cards, scales, strict=True)]
    across = sum(widths) + GAP * (len(cards) - 1) <= area.w
    x, y = area.middle
    x -= (sum(widths) + GAP * (len(cards) - 1)) / 2 if across else 0
    y -= 0 if across else (len(cards) - 1) * (height + GAP / 2) / 2
    found = []
    for card, width, scale in zip(cards, widths, scales, strict=True):
        found.append(put(card, x + width / 2 if across else x, y, scale))
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
    lines = max(lines, 2 if h > 2.6 * on.letters else 1)
    parts.append(Label(text_x, 0, button.label, size or on.letters, ink, bold=True, room=room, lines=lines))
    return Thing(button.key, button.words or button.label, tuple(parts), round(x, 2), round(y, 2))


def _caption(text: Words, area: Area, on: Stage, ink: str) -> Thing:
    """One line, or two where letters that are broader than ours would reach out of the window."""
    x, y = area.middle
    label = Label(0, 0, text, on.letters, ink, bold=True, room=area.w / BROADER, lines=2)
    return Thing("caption", text, (label,), round(x, 2), round(y, 2))


def _notes(notes: tuple[Note, ...], area: Area, on: Stage, listed: bool) -> list[Thing]:
    """As many notes as there is room for, each in as many lines as it gets; side by side in a wide room. If moves are
    listed anyway, no note repeats them to screen readers."""
    found, shown = [], [note for note in notes if note.lines]
    size = max(on.least, 0.82 * on.letters)
    broad = area.w >= 20 * on.letters * len(shown)
    left = area.row(len(shown), GAP) if broad else [area]
    for note in shown:
        free = left.pop(0)
        lines = [*([note.title] if note.title else []), *note.lines]
        wanted = [_lines_of(line, free.w - 2 * GAP, size) for line in lines]
        height = min(free.h, (sum(wanted) + 0.8) * 1.45 * size)
        if height < 2.4 * size:
            break
        own, rest = free.top(height, GAP)
        left = left if broad else [rest]
        words = Said("{a}", (("a", row(lines[:1] if listed and note.moves else lines, ", ")),))
        found.append(Thing(note.key, words, _note(note, lines, wanted, own, size), round(own.x, 2), round(own.y, 2)))
    return found


def _note(note: Note, lines: list[Words], wanted: list[int], own: Area, size: float) -> tuple[Part, ...]:
    """A note's lines in its own area, as far as they go."""
    step, at = 1.45 * size, 0
    parts: list[Part] = [Box(0, 0, own.w, own.h, "card", "line", 1, round=10, opacity=0.9)]
    free = max(1, int(own.h / step - 0.6))
    for line, rows in zip(lines, wanted, strict=True):
        rows = min(rows, free - at)
        if rows < 1:
            break
        bold = bool(note.title) and at == 0
        y, ink = (0.4 + at + rows / 2) * step, "ink" if bold else "muted"
        parts.append(Label(GAP, y, line, size, ink, "start", bold=bold, room=own.w - 2 * GAP, lines=rows))
        at += rows
    return tuple(parts)


def _panel(panel: Panel, over: Area, on: Stage) -> list[Thing]:
    """A card over the board: its head, its lines, its rows, and its choices one below the other. If it does not fit, it
    has smaller cards in its rows, is wider than the board, then has choices side by side, then smaller letters; and
    then its longest texts are cut."""
    broad = on.width - 2 * GAP
    usual = max(min(over.w, broad), min(broad, 26 * on.letters))
    fits = Folded(panel, usual, on.letters, 1, cards=LARGE_CARDS)
    if fits.height > MOST_OVER * on.height:
        fits = Folded(panel, usual, on.letters, 1)
    for size in (on.letters, (on.letters + on.least) / 2, on.least):
        for width, columns in ((usual, 1), (broad, 1), (broad, 2)):
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
        Label(width / 2, 1.15 * size, panel.title, 1.05 * size, "card", bold=True, room=room / BROADER, lines=2),
    ]
    y = 2.3 * size + GAP
    if panel.emblem:
        parts.append(_icon(panel.emblem, width / 2, y + EMBLEM * size / 2, EMBLEM * size / 40))
        y += EMBLEM * size
    for line, lines in zip(panel.lines, fits.lines, strict=True):
        parts.append(Label(width / 2, y + lines * step / 2, line, size, "ink", room=room, lines=lines))
        y += lines * step
    for drawn, high in fits.sheet:
        parts.append(Group(drawn, 0, round(y, 2)))
        y += high
    sheet = (row(tuple(map(heard, one)), ", ") for one in panel.rows)
    words = panel.words or row((panel.title, *panel.lines, *sheet), ", ")
    manner = "lingers" if panel.passing else ""
    found = [Thing(panel.key, words, tuple(parts), round(left, 2), round(top, 2), manner=manner, comes=panel.comes)]
    for at, choice in enumerate(panel.choices):
        row_at, column = divmod(at, fits.columns)
        x = left + 2 * GAP + (column + 0.5) * fits.each + column * GAP
        high = fits.rows[row_at]
        middle = top + y + sum(fits.rows[:row_at]) + row_at * GAP + GAP / 2 + high / 2
        found.append(_button(choice, x, middle, fits.each, high, on, size, fits.choices[at]))
    return found


class Folded:
    """A panel fitted into a width, with letters of a size and its choices in so many columns; cards in its rows are so
    many times as high as a line."""

    def __init__(self, panel: Panel, width: float, size: float, columns: int, cards: float = 1) -> None:
        self.size, self.step = size, 1.4 * size
        self.columns = min(columns, max(1, len(panel.choices)))
        self.width = min(width, 36 * size * self.columns)
        room = self.width - 4 * GAP
        self.each = (room - GAP * (self.columns - 1)) / self.columns
        self.lines = [_lines_of(line, room, size) for line in panel.lines]
        first = _first_column(panel, self.width, self.step, size, cards)
        self.sheet = [_sheet_row(one, self.width, self.step, size, cards, first) for one in panel.rows]
        self.choices = [_lines_of(choice.label, self.each - 2 * size, size) for choice in panel.choices]
        head = 2.6 + (EMBLEM if panel.emblem else 0)
        self._rest = head * size + sum(high for _, high in self.sheet) + 2 * GAP
        self._press = max(40.0, 2.5 * size) if columns == 1 else max(28.0, 2 * size)

    @property
    def rows(self) -> list[float]:
        """The height of each row of choices."""
        each = [max(self._press, (1.25 * lines + 0.9) * self.size) for lines in self.choices]
        return [max(each[at : at + self.columns]) for at in range(0, len(each), self.columns)]

    @property
    def height(self) -> float:
        return self._rest + sum(self.lines) * self.step + sum(self.rows) + GAP * len(self.rows)

    def cut(self, height: float) -> None:
        """Remove lines from the longest texts, until the rest is no higher than that."""
        while self.height > height and (most := max((*self.lines, *self.choices), default=1)) > 1:
            self.lines = [min(lines, most - 1) for lines in self.lines]
            self.choices = [min(lines, most - 1) for lines in self.choices]


def heard(cell: Words | tuple[Card, ...]) -> Words:
    """A cell of a sheet in words."""
    if isinstance(cell, str | Said):
        return cell
    return said("{cards}", cards=tuple(card.words for card in cell)) if cell else ""


def _lines_of(text: Words, room: float, size: float) -> int:
    """About how many lines a text needs, allowing for languages longer than English; for a fixed text, exactly."""
    if isinstance(text, str):
        return len(wrapped(text, room, size))
    return max(1, ceil(1.25 * text_width(SOME_NAMES(text), size) / room))


def _first_column(panel: Panel, width: float, step: float, size: float, cards: float) -> float:
    """How broad the column of names is: beside cards it has what the most of them in a row leave it."""
    held = [cell for one in panel.rows for cell in one[1:] if not isinstance(cell, str | Said)]
    if not held:
        return 0.42 * width
    needed = max(sum(card.width / card.height for card in cell) for cell in held) * 0.94 * step * cards
    numbers = max(map(len, panel.rows)) - 2
    return max(0.36 * width, min(0.5 * width, width - needed - 3 * size * numbers - 3 * GAP))


def _sheet_row(
    row: tuple[Words | tuple[Card, ...], ...], width: float, step: float, size: float, cards: float, first: float
) -> tuple[tuple[Part, ...], float]:
    """A row of a sheet and its height: the first column is left-aligned, the others end at equal distances; cards take
    as many lines as they need, and numbers are at their right."""
    spread = any(not isinstance(cell, str | Said) for cell in row)
    step = step * cards if spread and row[0] else step
    each = 3 * size if spread else (width - first - GAP) / max(1, len(row) - 1)
    parts: list[Part] = [Label(2 * GAP, step / 2, heard(row[0]), size, "ink", "start", room=first - 3 * GAP)]
    end, lines = width - GAP, 1
    for cell in reversed(row[1:]):
        if isinstance(cell, str | Said):
            parts.append(Label(end - GAP, step / 2, cell, size, "ink", "end", room=each - GAP))
            end -= each
        else:
            shown, lines = _small_cards(cell, Area(first, 0, end - first - GAP, step))
            parts += shown
    return tuple(parts), lines * step


def _small_cards(cards: tuple[Card, ...], area: Area) -> tuple[list[Part], int]:
    """Cards as high as a line, in as many lines as needed."""
    if not cards:
        return [], 1
    scale = 0.94 * area.h / cards[0].height
    lines, x = [list[Part]()], 0.0
    for card in cards:
        if lines[-1] and (x + card.width) * scale > area.w:
            lines.append([])
            x = 0
        lines[-1].append(Group(card.parts, round(x + card.width / 2, 1)))
        x += card.width
    return [_icon(tuple(line), area.x, (at + 0.5) * area.h, scale) for at, line in enumerate(lines)], len(lines)
