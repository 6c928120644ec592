"""What must hold for every game's table in every window: nothing is cut or covered, everything can be read and touched.

`faults(table, stage, speaker)` gives a sentence for each fault. Our tests call it for every game; an author can too."""

from collections.abc import Iterator
from math import hypot

from turnwise.draw.boxes import Bounds, around, of_parts, of_thing
from turnwise.draw.cards import MOST_CARDS
from turnwise.draw.contrast import NEEDED_BY_LARGE, contrast, faint, rgb
from turnwise.draw.layout import laid
from turnwise.draw.lettered import lettered
from turnwise.draw.plan import Stage, board_in, planned
from turnwise.draw.text import text
from turnwise.draw.theme import DARK, LIGHT, colours
from turnwise.draw.typed import board_of, typed
from turnwise.kit.pieces import Board, Table
from turnwise.kit.shapes import Disc, Group, Label, Part, Picture, Thing
from turnwise.kit.words import Speaker

READ_ON_A_PHONE, READ_ELSEWHERE = 11.0, 12.0
"""The smallest letters, in CSS pixels."""
TOUCHED, POINT = 24.0, 17.0
"""CSS pixels of a touchable thing that must stay free, in each direction; and of a point of a board in a low window,
where the page takes the nearest one."""
SAMPLES = 9
"""Sample points, across and down, for whether something is covered."""
RIM = 1.5
"""Pixels that may be lost at the edge of a window."""


def faults(table: Table, on: Stage, speaker: Speaker) -> list[str]:
    """The faults of a table in a window; of a hand that scrolls, of the part that begins at the stage's first card."""
    picture = lettered(laid(table, on._replace(first=on.first or 0)), speaker)
    return [
        *_outside(picture, on),
        *_unread(picture, on),
        *_covered(table, picture, on),
        *_small(table, on),
        *_uncounted(table, picture),
        *_unnoticed(table, picture),
        *faint(picture),
    ]


def text_faults(table: Table, speaker: Speaker, columns: int, rows: int) -> list[str]:
    """The faults in a terminal; if its board has a fixed form, a lower one must scroll, and things on a board that is
    shown in part must be in view when they have the focus."""
    board = board_of(table)
    rows = max(rows, board.cells[1]) if board.fixed_by else rows
    picture = lettered(typed(table, speaker, columns, rows), speaker)
    lines = text(picture).splitlines()
    wrong = []
    if (broad := max(map(len, lines), default=0)) > columns:
        wrong.append(f"it is {broad} columns broad, and the terminal has {columns}")
    if len(lines) > rows:
        wrong.append(f"it is {len(lines)} rows high, and the terminal has {rows}")
    keys = {thing.key for thing in picture.things if thing.text or board.focus}
    return [*wrong, *(f"'{key}' can't be touched in a terminal" for key in sorted(table.touchable - keys))]


def board_cells(table: Table, speaker: Speaker, columns: int, rows: int) -> int:
    """How many cells of a terminal the board takes."""
    _, _, across, down = typed(table, speaker, columns, rows).board
    return int(4 * across * down)


def _outside(picture: Picture, on: Stage) -> Iterator[str]:
    window = Bounds(0, 0, on.width, on.height)
    for thing in picture.things:
        box = of_thing(thing)
        if box and thing.manner != "crosses" and not box.within(window, RIM):
            yield f"'{thing.key}' reaches out of the window: {tuple(round(side) for side in box)} in {on.width}×{on.height}"


def labels(parts: tuple[Part, ...], scale: float = 1) -> Iterator[tuple[Label, float]]:
    """The labels among parts, each with its scale."""
    for part in parts:
        if isinstance(part, Label):
            yield part, scale
        elif isinstance(part, Group):
            yield from labels(part.parts, scale * part.scale)


def _unread(picture: Picture, on: Stage) -> Iterator[str]:
    least = READ_ON_A_PHONE if on.phone else READ_ELSEWHERE
    for thing in picture.things:
        for label, scale in labels(thing.parts, thing.scale):
            if label.height * scale < least - 0.01 and str(label.text).strip():
                yield f"'{label.text}' at '{thing.key}' is {label.height * scale:.1f} pixels high; {least:g} can be read"


def _covered(table: Table, picture: Picture, on: Stage) -> Iterator[str]:
    """Touchable things must stay free, or be visible beside what covers them."""
    touchable = {*picture.rolls, *table.touchable}
    points = {thing.key for thing in _board(table, on).things} if on.low else set()
    targets = [
        (thing.key, box, _round(thing))
        for thing in picture.things
        if thing.key in touchable and (box := of_thing(thing))
    ]
    for at, (key, box, _) in enumerate(targets):
        needed = POINT if key in points else TOUCHED
        if min(box.width, box.height) < needed - 0.5:
            yield f"'{key}' is {box.width:.0f} × {box.height:.0f} pixels; a finger needs {needed:g}"
            continue
        over = [(other, disc) for _, other, disc in targets[at + 1 :] if other.overlaps(box)]
        if over and not _free(box, over, needed):
            yield f"'{key}' is covered by what may be touched, too"


def _round(thing: Thing) -> bool:
    """Whether the touchable part of a thing is a disc, which leaves the corners of its box free."""
    discs, box = [2 * part.radius for part in thing.parts if isinstance(part, Disc)], of_parts(thing.parts)
    return box is not None and max(discs, default=0.0) > 0.9 * max(box.width, box.height)


def _free(box: Bounds, over: list[tuple[Bounds, bool]], needed: float) -> bool:
    """Whether enough room for a finger is left; a finger is round, and a disc covers no more than itself."""
    for row in range(SAMPLES):
        for column in range(SAMPLES):
            x = box.left + (box.width - needed) * column / (SAMPLES - 1)
            y = box.top + (box.height - needed) * row / (SAMPLES - 1)
            if not any(_meet(Bounds(x, y, x + needed, y + needed), other, disc) for other, disc in over):
                return True
    return False


def _meet(finger: Bounds, other: Bounds, disc: bool) -> bool:
    """Whether a finger overlaps something else by more than a margin."""
    if not finger.overlaps(other, 1):
        return False
    (x, y), (u, v) = finger.middle, other.middle
    return not disc or hypot(x - u, y - v) + 1 < (finger.width + other.width) / 2


def _small(table: Table, on: Stage) -> Iterator[str]:
    if table.hand and len(table.hand.cards) > 0 and planned(table, on).hand.h < 2 * TOUCHED:
        yield "the hand has no room"


def _uncounted(table: Table, picture: Picture) -> Iterator[str]:
    """All cards of a hand must be visible; of a large one that scrolls, their number."""
    hand, things = table.hand.cards if table.hand else (), {thing.key: thing for thing in picture.things}
    hidden = sum(card.key not in things for card in hand)
    if hidden and len(hand) <= MOST_CARDS:
        yield f"{hidden} cards of a hand of {len(hand)} can't be seen"
    said = {str(label.text) for key in picture.rolls for label, _ in labels(things[key].parts)}
    if hidden and not any(str(len(hand)) in text for text in said):
        yield f"nobody says that the hand has {len(hand)} cards"


def _unnoticed(table: Table, picture: Picture) -> Iterator[str]:
    """The plate of the player to act must have a frame in the seat's colour, and the name that colour in a terminal."""
    for theme in (LIGHT, DARK):
        paints = colours(picture, theme)
        for plate in table.plates:
            found = contrast(rgb(paints[plate.colour]), rgb(paints["card"]))
            if found < NEEDED_BY_LARGE:
                yield f"'{plate.colour}', the colour of a seat, has a contrast of {found:.1f} with its plate in {theme}"


def _board(table: Table, on: Stage) -> Board:
    return board_in(table, planned(table, on).board)


def share(table: Table, on: Stage) -> tuple[float, float]:
    """How much of a window the table fills, with board, hand and plates; and the board alone, which is the whole table
    where people sit around it: the piles in its middle, the players at its edge."""
    plan, board = planned(table, on), _board(table, on)
    at = plan.cloth if table.cloth else plan.board.fitted(board.width, board.height)[0]
    areas = [at, *plan.plates, *([plan.hand] if table.hand is not None else [])]
    box = around(Bounds(one.x, one.y, one.x + one.w, one.y + one.h) for one in areas)
    whole = on.width * on.height
    return (box.width * box.height / whole if box else 0.0), at.w * at.h / whole
