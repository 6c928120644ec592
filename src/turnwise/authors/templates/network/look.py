"""Example as a table: what lies on the board, who sits beside it, and what is touched for each move."""

from functools import cache

from turnwise.authors.templates.network.rules import EDGES, HARE, POINTS, Do
from turnwise.kit.pieces import Board, Plate, Table, near_first
from turnwise.kit.shapes import Disc, Label, Part, Path, Seen, Thing, through
from turnwise.kit.words import Said, Seat, Words, said

__all__ = ["SEAT_COLOURS", "look", "meant"]
PALETTE = {
    "meadow": ("#dfe8cf", "#27332a"),
    "path": ("#a98f63", "#7d6c4d"),
    "spot": ("#fffdf8", "#3a4238"),
    "hound": ("#5b4636", "#8d7460"),
    "hare": ("#a86f14", "#e5ad55"),
    "beast_ink": ("#ffffff", "#14110d"),
}
COLOURS, MARKS = ("hound", "hare"), "HR"
SEAT_COLOURS = (PALETTE["hound"], PALETTE["hare"])
FAR, EDGE, RADIUS = 130, 70, 34
WIDTH, HEIGHT = 4 * FAR + 2 * EDGE, 2 * FAR + 2 * EDGE


def look(view: Seen) -> Table:
    stands = {name: side for side, names in enumerate(view.state["stands"]) for name in names}
    moved = [event for event in view.events if event["event"] == "moved"]
    came = {event["goal"]: f"point:{event['point']}" for event in moved}
    spots = [_spot(name, stands.get(name)) for name in POINTS]
    beasts = [_beast(name, side, came.get(name, "")) for name, side in stands.items()]
    return Table(
        said("Example. {status}", status=_status(view)),
        Board(WIDTH, HEIGHT, (_paths(), *beasts, *spots), cells=(20, 5)),
        tuple(_plate(seat, view) for seat in near_first(view)),
        touch={action.id: _touched(action.id) for action in view.legal},
        palette=PALETTE,
        sounds=("step",) if moved else (),
    )


def _touched(action: int) -> tuple[str, str]:
    """First the beast, then the point that it goes to."""
    going = Do.kinds[0].split(action)
    return f"point:{POINTS[going['point']]}", f"point:{POINTS[going['goal']]}"


def _place(name: str) -> tuple[float, float]:
    return EDGE + FAR * "abcde".index(name[0]), EDGE + FAR * (3 - int(name[1]))


@cache
def _paths() -> Thing:
    lines = "".join(through([_place(POINTS[a]), _place(POINTS[b])]) for a, b in EDGES)
    rows = ("    b3──c3──d3", "   ╱│ ╲ │ ╱ │╲", " a2─b2──c2──d2─e2", "   ╲│ ╱ │ ╲ │╱", "    b1──c1──d1")
    ground = Path(f"M0 0h{WIDTH}v{HEIGHT}h{-WIDTH}z", "meadow")
    return Thing("paths", said("The paths"), (ground, Path(lines, "", "path", 7)), text=rows, ink="muted")


def _spot(name: str, side: int | None) -> Thing:
    """A point, which is touched whoever stands there."""
    (x, y), words = _place(name), said("{point}, empty", point=name)
    column, row = "abcde".index(name[0]), 3 - int(name[1])
    if side is not None:
        words = said("{point}: {beast}", point=name, beast=_called(side))
    parts: tuple[Part, ...] = (Disc(0, 0, RADIUS, "spot", "path", 4, opacity=0 if side is not None else 1),)
    if side is None:
        parts += (Label(0, 0, name, 20),)
    cell = (1, 4, 8, 12, 15)[column], 2 * row
    text = name if side is None else MARKS[side] * 2
    ink = "muted" if side is None else COLOURS[side]
    return Thing(f"point:{name}", words, parts, x, y, text=(text,), cell=cell, ink=ink, bold=side is not None)


def _called(side: int) -> Said:
    return said("the hare") if side == HARE else said("a hound")


def _beast(name: str, side: int, came: str) -> Thing:
    (x, y), words = _place(name), _called(side)
    return Thing(f"beast:{side}:{name}", words, _drawn(side, RADIUS), x, y, comes=came)


@cache
def _drawn(side: int, radius: float) -> tuple[Part, ...]:
    """A head with ears: a hare's stand, a hound's hang."""
    far, high = (0.4, -1.5) if side == HARE else (0.85, 0.9)
    ear = 0.4 * radius
    root, tip = 0.2 * radius * (1 if high > 0 else -1), high * radius
    ears = "".join(f"M{x * far * radius:g} {root:g}v{tip - root:g}" for x in (-1, 1))
    eyes = tuple(Disc(x * 0.33 * radius, -0.15 * radius, 0.12 * radius, "beast_ink") for x in (-1, 1))
    nose = Disc(0, 0.3 * radius, 0.17 * radius, "beast_ink")
    head = Disc(0, 0, 0.8 * radius, COLOURS[side], "beast_ink", 0.06 * radius)
    return Path(ears, "", COLOURS[side], ear), head, *eyes, nose


def _plate(seat: int, view: Seen) -> Plate:
    line: Words = said("the hare") if seat == HARE else said("the hounds")
    if view.outcome and seat in view.outcome.winners:
        line = said("has won")
    return Plate(seat, COLOURS[seat], _drawn(seat, 15), MARKS[seat], line, active=view.turn == seat)


def _status(view: Seen) -> Said:
    if view.turn is None:
        return said("It is over.")
    return said("{seat} is to move.", seat=Seat(view.turn))


def meant(view: Seen, keys: tuple[str, ...]) -> int | None:
    """Which move touching these points would mean, allowed or not: so that somebody can be told why it is not."""
    points = [POINTS.index(key.removeprefix("point:")) for key in keys if key.removeprefix("point:") in POINTS]
    if len(points) != len(keys):
        return None
    return len(POINTS) * points[0] + points[-1]
