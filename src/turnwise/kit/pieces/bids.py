"""A table for bids of dice: how many of a face. A number and then a face is touched; the latest bid lies open, to be
doubted.

    bids(10, legal, bid, by, doubted=True)

Its things are `number:3`, `face:5`, `bid` and `doubt`. And dice in a hand or in front of a player, with their cups."""

from collections.abc import Callable, Collection, Sequence
from functools import cache

from turnwise.kit.pieces.area import Area
from turnwise.kit.pieces.characters import Form, Written, die_block, in_sizes
from turnwise.kit.pieces.equipment import die
from turnwise.kit.pieces.table import Board, Card, Counter, Panel, Plate
from turnwise.kit.shapes import Box, Disc, Group, Label, Part, Path, Seen, Shade, Thing
from turnwise.kit.words import Seat, Words, counted, said

SIDE, GAP, FACES = 480.0, 14.0, 6
LETTERS = 13.0
"""The smallest letters, in pixels."""
ACROSS = 10
"""Numbers in a row of a terminal."""
SIZES = 2, 1
"""Sizes of dice in a terminal; in the smallest table they are signs."""

PALETTE = {
    "baize": ("#1f5a56", "#173f3d"),
    "baize_light": ("#2b726c", "#20524f"),
    "baize_edge": ("#123f3c", "#0b2422"),
    "baize_ink": ("#f3ead2", "#eadfc3"),
    "token": ("#f6ecd2", "#e9dcb8"),
    "token_edge": ("#a8894a", "#8a7040"),
    "token_ink": ("#2d2413", "#241c0e"),
    "alarm": ("#a8321f", "#a8321f"),
    "alarm_edge": ("#6d1c10", "#e0705c"),
    "leather": ("#7a4a2b", "#8a5836"),
    "leather_dark": ("#4e2d18", "#4e2d18"),
    "ivory": ("#fffaf0", "#f4ecdb"),
    "pip": ("#1d1a16", "#1d1a16"),
    "seat0": ("#a8321f", "#e98a76"),
    "seat1": ("#1c5d99", "#7db8ec"),
    "seat2": ("#2f6f2a", "#86c97c"),
    "seat3": ("#8a5a00", "#e8b84a"),
    "seat4": ("#6b3a8c", "#c39ae0"),
    "seat5": ("#3d4a57", "#a9b7c4"),
}
"""Its colours, for the `palette` of a table."""
SEAT_COLOURS = tuple(PALETTE[f"seat{seat}"] for seat in range(6))
"""The colours of its players, for a look that names them `SEAT_COLOURS` too."""
SHADES = (Shade("cloth", ((0, "baize_light"), (1, "baize"))), Shade("hide", ((0, "leather"), (1, "leather_dark"))))
"""Its runs of colours, for the `shades` of a table."""


@cache
def cup(edge: str) -> tuple[Part, ...]:
    """An upturned cup, with a band in a player's colour."""
    body = Path("M-11 -15Q0 -19 11 -15L16 14Q0 20 -16 14Z", "hide", "leather_dark", 1)
    return body, Path("M-14.6 6Q0 12 14.6 6", "", edge, 4)


def dice(key: str, counts: Sequence[int], size: float = 52, high: float = 1.7) -> tuple[Card, ...]:
    """Dice side by side, so many of each face, which tumble when rolled anew; `high`: their height in parts of their
    size."""
    faces = [face for face, number in enumerate(counts, 1) for _ in range(number)]
    return _side_by_side(key, faces, size, high)


def _side_by_side(key: str, faces: Sequence[int], size: float, high: float = 1.7) -> tuple[Card, ...]:
    return tuple(_die(f"{key}:{at}", face, size, high) for at, face in enumerate(faces))


def showdown(lines: Sequence[Words], rolled: Sequence[Sequence[int]]) -> Panel:
    """The dice under each seat's cup, by face, when all were lifted."""
    rows = [
        (said("{seat}", seat=Seat(seat)), dice(f"shown:{seat}", counts, 30, 1.2))
        for seat, counts in enumerate(rolled)
        if any(counts)
    ]
    return Panel("showdown", said("The cups are lifted"), tuple(lines), tuple(rows), passing=True)


def plate(seat: int, view: Seen, left: int, counts: Sequence[int]) -> Plate:
    """A player with a cup and the number of dice under it; the dice of others are drawn too, and seen once they are
    known."""
    under = _side_by_side(f"cup:{seat}", [0] * left, 52) if counts[0] < 0 else dice(f"cup:{seat}", counts)
    won = view.outcome and seat in view.outcome.winners
    line = said("has won") if won else "" if left else said("is out")
    icon = (Group(die(5, 40, "ivory", "pip"), scale=0.45),)
    counter = Counter(counted("one die", "{number} dice", "number", number=left), str(left), icon, mark="▪")
    colour = f"seat{seat}"
    return Plate(
        seat,
        colour,
        cup(colour),
        "",
        line,
        (counter,),
        () if seat == view.seat or view.outcome else under,
        view.turn == seat,
        not left,
    )


def way(words: str) -> tuple[str, ...]:
    """The things to touch for an action, by its words: `bid 3 5`, `doubt`."""
    kind, *named = words.split()
    return tuple(f"{what}:{word}" for what, word in zip(("number", "face"), named, strict=True)) if named else (kind,)


def bid_of(keys: Sequence[str]) -> int | None:
    """The bid that touching a number and a face means, from 0 for one die that shows 1."""
    named = dict(key.split(":") for key in keys if key.startswith(("number:", "face:")))
    return (int(named["number"]) - 1) * FACES + int(named["face"]) - 1 if len(named) == 2 else None


@cache
def _die(key: str, face: int, size: float, high: float) -> Card:
    words = said("A die that shows {face}", face=face) if face else said("A die under a cup")
    parts, text = (die(face, size, "ivory", "pip"), f"[{face}]") if face else (die(1, size, "leather")[:2], "")
    return Card(key, words, parts, size * 1.25, size * high, text, manner="tumbles")


def bids(
    most: int, legal: Collection[int], bid: int, by: Words, *, doubted: bool, own: Sequence[int] | None = None
) -> Callable[[Area], Board]:
    """The table: the largest number of dice, the legal bids, the latest one (-1: none) and who made it, and whether it
    may be doubted now; and the viewer's own dice, so many of each face.

    A bid is a number from 0 on: one die that shows 1, one that shows 2 …"""
    numbers = frozenset(one // FACES + 1 for one in legal if one < most * FACES)
    rolled = None if own is None else [face for face, number in enumerate(own, 1) for _ in range(number)]
    return lambda room: _board(most, numbers, bid, by, doubted, rolled, room)


def _board(
    most: int, numbers: frozenset[int], bid: int, by: Words, doubted: bool, own: list[int] | None, room: Area
) -> Board:
    shape = min(4.0, max(0.55, room.ratio))
    lies = shape >= 1.1
    wide, high = (SIDE * shape, SIDE) if lies else (SIDE, SIDE / shape)
    scale = min(room.w / wide, room.h / high) if room.w > 50 else 1.0
    letters = round(LETTERS / scale, 1)
    whole = Area(0, 0, wide, high).inset(GAP)
    mine = Area(0, 0, 0, 0)
    if own is not None:
        mine, whole = whole.bottom(0.2 * high, GAP)
    if lies:
        side, rest = whole.left(0.32 * wide, GAP)
        doubt, latest = side.bottom(0.26 * high, GAP)
    else:
        side, rest = whole.top(0.24 * high, GAP)
        doubt, latest = side.right(0.34 * wide, GAP)
    below, grid = rest.bottom((0.3 if most > FACES else 0.45) * rest.h, GAP)
    things = [_cloth(wide, high), _latest(bid, by, latest, letters), _doubt(doubt, doubted, letters)]
    things += [
        _number(number, area, number in numbers, letters)
        for number, area in zip(range(1, most + 1), _cells(grid, most), strict=False)
    ]
    rows = -(-most // ACROSS)
    things += [
        _face(face, area, rows, bool(numbers))
        for face, area in zip(range(1, FACES + 1), _cells(below, FACES), strict=True)
    ]
    if own is not None:
        label, *areas = mine.inset(GAP / 2).row(6, GAP)
        things.append(_tray(mine, label, letters, rows + 4))
        things += [_own(at, face, area, rows + 4) for at, (face, area) in enumerate(zip(own, areas, strict=False))]
    board = Board(wide, high, tuple(things), cells=(ACROSS * 4, rows + 5))
    return in_sizes(board, SIZES, lambda size: _form(board, most, numbers, bid, by, size))


def _form(board: Board, most: int, legal: frozenset[int], bid: int, by: Words, size: int) -> Form:
    """The table in a terminal: numbers in rings, and dice with their pips."""
    die_wide, die_high, ring, lines = 4 * size + 7, 2 * size + 3, 2 * size + 4, -(-most // ACROSS)
    first, faces = die_high + 2, die_high + 3 + 3 * lines
    own = faces + die_high + 1
    wide = max(ACROSS * ring, FACES * die_wide)

    def written() -> dict[str, Written]:
        texts = {thing.key: thing.text for thing in board.things if thing.text}
        asked: tuple[Words, ...] = said("How many?"), *[""] * (faces - first - 1), said("Of which face?")
        found = {
            "cloth": Written(asked, (0, first - 1)),
            "bid": Written((by, *_bid_lines(bid, size)), (0, 0)),
            "doubt": Written(texts["doubt"], (die_wide + 10, 1 + die_high // 2)),
        }
        for number in range(1, most + 1):
            row, column = divmod(number - 1, ACROSS)
            found[f"number:{number}"] = Written(_ring(number, ring, number in legal), (column * ring, first + 3 * row))
        for face in range(1, FACES + 1):
            found[f"face:{face}"] = Written(die_block(face, size), ((face - 1) * die_wide, faces))
        for key, text in texts.items():
            if key == "own":
                found[key] = Written(text, (0, own + die_high // 2))
            elif key.startswith("die:"):
                at, face = int(key.removeprefix("die:")), int(str(text[0]).strip("[]"))
                found[key] = Written(die_block(face, size), ((at + 1) * die_wide, own))
        return found

    return (wide, own + (die_high if "own" in {thing.key for thing in board.things} else -1)), written


def _bid_lines(bid: int, size: int) -> tuple[str, ...]:
    """The latest bid in characters."""
    if bid < 0:
        return ()
    lines = die_block(bid % FACES + 1, size)
    return tuple(
        f"{f'{bid // FACES + 1} × ' if at == len(lines) // 2 else '':>6}{line}" for at, line in enumerate(lines)
    )


def _ring(number: int, wide: int, may: bool) -> tuple[str, ...]:
    if not may:
        return "", f"{number:^{wide}}", ""
    return f"╭{'─' * (wide - 2)}╮", f"│{number:^{wide - 2}}│", f"╰{'─' * (wide - 2)}╯"


def _tray(mine: Area, label: Area, letters: float, row: int) -> Thing:
    """What the viewer's own dice lie on."""
    words = said("Your dice")
    text = Label(
        *label.middle, words, max(letters, min(26.0, 0.3 * mine.h)), "baize_ink", bold=True, room=label.w, lines=2
    )
    return Thing("own", words, (Box(*mine, "hide", "leather_dark", 3, round=18), text), text=(words,), cell=(0, row))


def _own(at: int, face: int, area: Area, row: int) -> Thing:
    """One of the viewer's own dice."""
    (x, y), words = area.middle, said("Your die shows {face}", face=face)
    parts = die(face, min(area.w, area.h), "ivory", "pip")
    return Thing(
        f"die:{at}", words, parts, x, y, text=(f"[{face}]",), cell=(14 + 4 * at, row), bold=True, manner="tumbles"
    )


def _cells(area: Area, number: int) -> list[Area]:
    """Places in rows, as large as possible."""
    columns = max(range(1, number + 1), key=lambda one: min(area.w / one, area.h / -(-number // one)))
    rows = -(-number // columns)
    return [cell for line in area.column(rows, GAP / 2) for cell in line.row(columns, GAP / 2)]


@cache
def _cloth(wide: float, high: float) -> Thing:
    return Thing("cloth", said("The table"), (Box(0, 0, wide, high, "cloth", "baize_edge", 4, round=26),))


def _latest(bid: int, by: Words, area: Area, letters: float) -> Thing:
    """The latest bid: who made it, how many, and the face."""
    x, y = area.middle
    size = min(0.36 * area.h, 0.3 * area.w)
    parts: list[Part] = [
        Box(-area.w / 2, -area.h / 2, area.w, area.h, "baize_edge", round=18, opacity=0.55),
        Label(
            0,
            -0.3 * area.h,
            by,
            max(letters, min(30.0, 0.16 * area.h)),
            "baize_ink",
            bold=True,
            room=area.w - 20,
            lines=2,
            least=letters,
        ),
    ]
    if bid >= 0:
        number, face = bid // FACES + 1, bid % FACES + 1
        words = said("The latest bid: {number} × {face}", number=number, face=face)
        parts.append(Label(-0.68 * size, 0.17 * area.h, f"{number} ×", size * 0.9, "baize_ink", bold=True))
        parts.append(Group(die(face, size, "ivory", "pip"), 0.92 * size, 0.17 * area.h))
        text: Words = said("Latest bid: {number} × [{face}]", number=number, face=face)
    else:
        words = text = said("There is no bid yet.")
    return Thing("bid", words, tuple(parts), x, y, text=(text,), cell=(0, 0), bold=True)


def _doubt(area: Area, doubted: bool, letters: float) -> Thing:
    (x, y), half = area.middle, area.w / 2
    fill, edge = ("alarm", "alarm_edge") if doubted else ("baize_edge", "baize_edge")
    label = Label(0, 0, said("Liar!"), max(letters, 0.34 * area.h), "white", bold=True, room=area.w - 16)
    parts = (Box(-half, -area.h / 2, area.w, area.h, fill, edge, 3, round=min(26.0, area.h / 2)), label)
    text, ink = (said("[ Liar! ]"), "accent") if doubted else (said("  Liar!  "), "muted")
    return Thing("doubt", said("Doubt the bid"), parts, x, y, text=(text,), cell=(28, 0), ink=ink, bold=doubted)


@cache
def _number(number: int, area: Area, may: bool, letters: float) -> Thing:
    (x, y), radius = area.middle, min(area.w, area.h) / 2
    size = max(letters, min(radius * 0.95, 46.0))
    disc = (
        Disc(0, 0, radius, "token", "token_edge", 3) if may else Disc(0, 0, radius, "baize_edge", "baize_edge", 1, 0.5)
    )
    parts = (disc, Label(0, 0, str(number), size, "token_ink" if may else "baize_ink", bold=may))
    row, column = divmod(number - 1, ACROSS)
    words = said("Bid {number} of a face", number=number)
    text, ink = (f"{f'({number})':>4}", "accent") if may else (f"{number:3} ", "muted")
    return Thing(f"number:{number}", words, parts, x, y, text=(text,), cell=(4 * column, 1 + row), ink=ink, bold=may)


@cache
def _face(face: int, area: Area, rows: int, may: bool) -> Thing:
    (x, y), size = area.middle, min(area.w, area.h, 110.0) * 0.92
    parts = (Box(-area.w / 2, -area.h / 2, area.w, area.h, "white", opacity=0), *die(face, size, "ivory", "pip"))
    words = said("The face {face}", face=face)
    return Thing(
        f"face:{face}",
        words,
        parts,
        x,
        y,
        text=(f"[{face}]",),
        cell=(6 * face - 6, rows + 2),
        ink="accent" if may else "muted",
    )
