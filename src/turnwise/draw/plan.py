"""The regions of a table in a window: side by side in a wide one, one below the other in a tall one.

The plan depends on the window, on the number of seats and on which regions a game has, never on the moment: so nothing
moves when a turn changes."""

from typing import NamedTuple

from turnwise.kit.pieces import AROUND, CORNERS, Area, Board, Table

GRID = 1.05
"""Windows that differ by less than this have the same plan, so that pages with the same view share a picture."""
NARROWEST, LOWEST, WIDEST = 300, 180, 3840
GAP = 8.0
SLENDEREST, BROADEST = 0.4, 4.5
"""The limits of a board's width divided by its height."""
LEAST = 48.0
"""The smallest board, in pixels, in each direction."""
RICH = 7.9
"""The height of plates at the corners of a board, or with piles, in heights of letters, if there is room."""


class Stage(NamedTuple):
    """The size of a picture, in CSS pixels."""

    width: int
    height: int
    card: bool = False
    """A thumbnail or a picture in a chat: the board alone, and no small text."""
    first: int | None = None
    """The first card shown of a hand with more cards than there is room for; None if it can't scroll, and all of it is
    shown, however small."""

    @property
    def phone(self) -> bool:
        return min(self.width, self.height) < 500

    @property
    def low(self) -> bool:
        """A phone in landscape, or a window at a zoom of two."""
        return self.width > self.height and self.height < 440

    @property
    def tall(self) -> bool:
        return self.width < 1.1 * self.height

    @property
    def least(self) -> float:
        """The smallest readable letters there."""
        return 11.5 if self.phone else 12.5

    @property
    def letters(self) -> float:
        """The default size of letters."""
        return max(self.least + 1.5, min(26.0, 15 * min(self.width / 900, self.height / 620)))


WIDE, TALL, LOW, CARD = Stage(960, 640), Stage(390, 640), Stage(844, 260), Stage(400, 500, card=True)
FILM = Stage(480, 540)
"""The size of a film."""


def stage(width: float, height: float) -> Stage:
    """The stage for a window: never larger, and the same for windows of about the same size."""
    return Stage(_rounded(width, NARROWEST), _rounded(height, LOWEST))


def _rounded(size: float, least: float) -> int:
    size = max(least, min(WIDEST, size))
    step = least * 1.0
    while step * GRID <= size:
        step *= GRID
    return int(step) if size < WIDEST else WIDEST


class Plan(NamedTuple):
    """The regions of a table in one window; those that a game does not have are empty."""

    board: Area
    plates: tuple[Area, ...]
    hand: Area
    tray: Area
    caption: Area
    notes: Area
    cloth: Area
    """What the players sit around: the board, and where they sit around a table, as far as their plates lie on it."""


NOTHING = Area(0, 0, 0, 0)


def planned(table: Table, on: Stage) -> Plan:
    """The place of each region; in a window that is too small for all, some room is left for the board."""
    whole = Area(0, 0, on.width, on.height).inset(4 if on.phone else GAP)
    plan = _tall(table, on, whole) if on.tall else _wide(table, on, whole)
    board, cloth = (Area(x, y, max(w, LEAST), max(h, LEAST)) for x, y, w, h in (plan.board, plan.cloth))
    return plan._replace(board=board, cloth=cloth)


def _strips(table: Table, on: Stage, main: Area, *, with_tray: bool = True) -> tuple[Area, Area, Area, Area]:
    """Hand, tray and caption from the bottom up, and the rest for the board."""
    hand = tray = caption = NOTHING
    if table.hand is not None:
        share = 0.34 if on.low else 0.19 if on.tall else 0.2
        hand, main = main.bottom(max(84.0, min(300.0, share * on.height)), GAP)
    if table.tray is None or not with_tray:
        pass
    elif on.low:
        tray, main = main.right(9 * on.letters, GAP)
    else:
        height = max(44.0, 2.7 * on.letters)
        rows = 1 if table.tray_items * (table.tray_letters * on.letters) <= main.w else 2
        tray, main = main.bottom(height * rows + GAP * (rows - 1), GAP)
    if table.caption is not None:
        caption, main = main.bottom(1.7 * on.letters, GAP / 2)
    return hand, tray, caption, main


def board_in(table: Table, area: Area) -> Board:
    """The board for an area."""
    return table.board if isinstance(table.board, Board) else table.board(_asked(area))


def _asked(area: Area) -> Area:
    """Keeps the area for a board with several shapes from being a mere strip."""
    ratio = max(SLENDEREST, min(BROADEST, area.ratio))
    return area if ratio == area.ratio else area.fitted(ratio, 1)[0]


def _ratio(table: Table, area: Area) -> float:
    if table.ratio:
        return table.ratio(_asked(area))
    board = board_in(table, area)
    return board.width / board.height


def _wide(table: Table, on: Stage, whole: Area) -> Plan:
    """Players in columns beside the board, the hand below it."""
    n = len(table.plates)
    if table.sitting == AROUND:
        return _around(table, on, whole)
    columns = 0 if not n else 1 if n <= 2 else 2
    least = (8 if on.low else 9.5) * on.letters
    rich = any(plate.counters or plate.cards for plate in table.plates)
    height = (6.2 if rich and not on.low else 4.6 if rich else 3.4) * on.letters
    if table.sitting == CORNERS or any(plate.apart for plate in table.plates):
        height = RICH * on.letters
    pressed = _column_of_buttons(table, on, least)
    beside = columns > 0 and not on.low and pressed + -(-n // columns) * (height + GAP) <= whole.h
    *_, free = _strips(table, on, whole, with_tray=not beside)
    spare = free.w - free.h * _ratio(table, free) - GAP * columns
    width = max(least, min(20 * on.letters, spare / columns)) if columns else 0.0
    main, columns_at = whole, list[Area]()
    if columns:
        first, main = main.left(width, GAP)
        columns_at.append(first)
    if columns == 2:
        second, main = main.right(width, GAP)
        columns_at.append(second)
    hand, tray, caption, board = _strips(table, on, main, with_tray=not beside)
    plates, notes, between = _seated(n, columns_at, height, pressed if beside else 0)
    return Plan(board, plates, hand, between if beside else tray, caption, notes, board)


def _column_of_buttons(table: Table, on: Stage, width: float) -> float:
    """The height of a tray in a column of that width."""
    if table.tray is None:
        return 0.0
    each = max(1, int((width + GAP) // (table.tray_letters * on.letters + GAP)))
    return -(-table.tray_items // each) * (max(44.0, 2.7 * on.letters) + GAP / 2)


def _seated(n: int, columns: list[Area], height: float, pressed: float) -> tuple[tuple[Area, ...], Area, Area]:
    """Clockwise from the lower left, where the viewer sits; the room between the plates at the left; and below or
    between those at the right, or above the viewer, a tray of this height."""
    if not columns:
        return (), NOTHING, NOTHING
    lefts = -(-n // len(columns))
    taken = (pressed + GAP) / lefts if pressed else 0.0
    height = min(height, columns[0].h / lefts - GAP - taken)
    if len(columns) == 1:
        low, rest = columns[0].bottom(height, GAP)
        plates: tuple[Area, ...] = (low,)
        if n == 2:
            high, rest = rest.top(height, GAP)
            plates = low, high
        tray, notes = rest.bottom(pressed, GAP) if pressed else (NOTHING, rest)
        return plates, notes, tray
    left, right = columns
    rights, rows, tray = n - lefts, lefts, NOTHING
    if pressed and rights == lefts == 2:
        tray = Area(right.x, right.y + (right.h - pressed) / 2, right.w, pressed)
    elif pressed:
        tray, above = right.bottom(pressed, GAP)
        if rights == lefts or pressed + GAP > (right.h - height) / (lefts - 1):  # else the last place is free
            right, rows = above, rights
    places = [*reversed(_spread(left, lefts, height)), *_spread(right, rows, height)[:rights]]
    between = left.h - lefts * height - GAP * (lefts + 1)
    notes = Area(left.x, left.y + height + GAP, left.w, between) if lefts == 2 and between > 0 else NOTHING
    return tuple(places), notes, tray


def _spread(column: Area, n: int, height: float) -> list[Area]:
    """At equal distances from the top of a column to its bottom."""
    step = (column.h - height) / max(1, n - 1)
    return [Area(column.x, column.y + at * step, column.w, height) for at in range(n)]


def _around(table: Table, on: Stage, whole: Area) -> Plan:
    """The others around the table in their order, the viewer at the bottom with the hand."""
    others = len(table.plates) - 1
    if on.low:
        return _around_low(table, on, whole)
    sides = 0 if others < 3 else 1 if others < 6 else 2
    across = others - 2 * sides
    height, width = 5.4 * on.letters, 11 * on.letters
    if table.hand is None:
        own, whole = whole.bottom(height, GAP)
        own = _slender(own, 1.6 * width)
        hand, tray, caption, rest = _strips(table, on, whole)
    else:  # the viewer at the left of the hand, the tray at its right
        strip, _, caption, rest = _strips(table, on, whole, with_tray=False)
        own, hand = strip.left(width, GAP)
        own = own.bottom(height)[0]
        right, hand = hand.right(width, GAP)
        tray = NOTHING if table.tray is None else right
    top, rest = rest.top(height if across else 0, GAP)
    left, right = NOTHING, NOTHING
    if sides:
        left, rest = rest.left(width, GAP)
        right, rest = rest.right(width, GAP)
    seats = [_stacked(area, sides, height) for area in (left, right)] if sides else [[], []]
    tops = Area(top.x, top.y, top.w, top.h).row(across, GAP) if across else []
    tops = [_slender(area, 1.6 * width) for area in tops]
    around = [*reversed(seats[0]), *tops, *seats[1]]  # clockwise, from the viewer's left
    below = (own.h / 2 + GAP) if table.hand is None else 0.0
    cloth = _sat_at(whole, 1.3 * on.letters if sides else 0, rest, top.h / 2 + GAP if across else 0, below)
    return Plan(rest, (own, *around), hand, tray, caption, NOTHING, cloth)


def _sat_at(whole: Area, beside: float, rest: Area, above: float, below: float) -> Area:
    """The table that players sit at: its edge runs through the emblems of those beside it, and through the middle of
    the plates above and below."""
    return Area(whole.x + beside, rest.y - above, whole.w - 2 * beside, above + rest.h + below)


def _around_low(table: Table, on: Stage, whole: Area) -> Plan:
    """In a low window the others are in single lines at the left and the right, the viewer at the bottom left."""
    n, width = len(table.plates), 11 * on.letters
    if table.hand is None:
        own, whole = whole.bottom(2.6 * on.letters, GAP)
        own = _slender(own, 1.6 * width)
        hand, tray, caption, rest = _strips(table, on, whole)
    else:
        strip, _, caption, rest = _strips(table, on, whole, with_tray=False)
        own, hand = strip.left(width, GAP)
        tray, hand = hand.right(0 if table.tray is None else width, GAP)
    lefts = n // 2
    left, rest = rest.left(width, GAP)
    right, rest = rest.right(width if n - 1 > lefts else 0, GAP)
    height = 2.6 * on.letters
    plates = [*reversed(_stacked(left, lefts, height))] if lefts else []
    if n - 1 - lefts:
        plates += _stacked(right, n - 1 - lefts, height)
    own = own.bottom(min(own.h, 4.4 * on.letters))[0]
    return Plan(rest, (own, *plates), hand, tray, caption, NOTHING, _sat_at(whole, 1.3 * on.letters, rest, 0, 0))


def _stacked(area: Area, n: int, height: float) -> list[Area]:
    height = min(height, (area.h - GAP * (n - 1)) / n)
    parts = area.column(n, GAP)
    return [Area(part.x, part.y + (part.h - height) / 2, part.w, height) for part in parts]


def _slender(area: Area, width: float) -> Area:
    w = min(width, area.w)
    return Area(area.x + (area.w - w) / 2, area.y, w, area.h)


def _tall(table: Table, on: Stage, whole: Area) -> Plan:
    """The others above the board, the viewer with the hand below it."""
    n = len(table.plates)
    plates: tuple[Area, ...] = ()
    main = whole
    if table.sitting == CORNERS:
        plates, main = _at_corners(table, on, whole)
    elif n:
        others, height = n - 1, 2.9 * on.letters
        columns = max(1, min(others, 2 if whole.w < 44 * on.letters else 4))
        rows = -(-others // columns)
        above = height if rows <= 2 else 2.2 * on.letters  # many players must leave room for the board
        if others:
            top, main = main.top(rows * above + (rows - 1) * GAP / 2, GAP / 2)
            plates = tuple(_in_rows(top, others, columns))
        own, main = main.bottom(height, GAP / 2)
        plates = (own, *plates)
    hand, tray, caption, board = _strips(table, on, main)
    if table.notes:  # a board that is wider than high leaves room below itself
        needed = board.w / _ratio(table, board)
        if board.h - needed > 6 * on.letters:
            board, notes = board.top(needed, GAP)
            return Plan(board, plates, hand, tray, caption, notes, board)
    return Plan(board, plates, hand, tray, caption, NOTHING, board)


def _at_corners(table: Table, on: Stage, whole: Area) -> tuple[tuple[Area, ...], Area]:
    """Two plates above the board and two below it, as high as the board allows."""
    *_, free = _strips(table, on, whole)
    spare = (free.h - free.w / _ratio(table, free) - GAP) / 2
    height = max(2.9 * on.letters, min(RICH * on.letters, spare))
    top, main = whole.top(height, GAP / 2)
    below, main = main.bottom(height, GAP / 2)
    (upper_left, upper_right), (lower_left, lower_right) = top.row(2, GAP / 2), below.row(2, GAP / 2)
    return (lower_left, upper_left, upper_right, lower_right), main


def _in_rows(top: Area, n: int, columns: int) -> list[Area]:
    """Rows of plates; an incomplete last one is as wide as the others."""
    rows = top.column(-(-n // columns), GAP / 2)
    found: list[Area] = []
    for at, row in enumerate(rows):
        here = min(columns, n - at * columns)
        found += row.row(here, GAP / 2)
    return found
