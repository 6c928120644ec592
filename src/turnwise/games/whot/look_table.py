"""The middle of a table of Whot: the field with the way of play, the pile, the top card and what stands at them."""

from dataclasses import replace
from functools import cache, partial
from math import cos, pi, sin
from typing import NamedTuple

from turnwise.games.whot.deck import DECK, SYMBOLS, Special
from turnwise.games.whot.look_cards import MARKS, back, effect_of, emblem, face, outline
from turnwise.games.whot.notation import EFFECTS, SYMBOL_CARDS, number_of, symbol_of, title
from turnwise.games.whot.state import Do
from turnwise.kit.pieces import Area, Board, boxed
from turnwise.kit.shapes import Box, Disc, Label, Part, Path, Seen, Thing, star, through
from turnwise.kit.words import Said, Seat, Words, counted, said

APART = 74
"""Of the pile and the discards from the middle."""
BROAD = 2.8
"""The ratio of a room where words stand beside the cards, not below them."""


class Shape(NamedTuple):
    """The middle in a room: its measures, and how far words beside the cards may reach; 0 where they stand below."""

    width: float
    height: float
    reach: float

    def label(self, side: int, text: Words, aside: float = 0) -> Label:
        """What is said of the pile (side -1) or of the top card (1), around the middle of the card."""
        if not self.reach:
            return Label(0, 92, text, 17, "cloth_ink", bold=True, room=2 * APART - 12, lines=2)
        start = "start" if side > 0 else "end"
        return Label(side * (64 + aside), 0, text, 20, "cloth_ink", start, bold=True, room=self.reach - aside, lines=3)


def middle(view: Seen, area: Area, large: int = 1) -> Board:
    """Pile, discards with the top card, and what stands at them: a call, a pick. In text all is so many times as large."""
    state, ratio = view.state, max(1.1, min(5.0, area.ratio))
    if ratio >= BROAD:
        shape = Shape(172 * ratio, 172, 0.84 * (86 * ratio - APART - 72))  # some fonts have broader letters than ours
    else:
        width = max(350.0, 226 * ratio)
        shape = Shape(width, width / ratio, 0)
    x, y = shape.width / 2, shape.height / 2 - (0 if shape.reach else 13)
    left, right = x - APART, x + APART
    things = [_pile(view, shape, left, y, large), _discards(view, shape, right, y, large)]
    things.append(_top(view, right, y, large))
    if called(view):
        dx, dy = (98, 0) if shape.reach else (46, 36)
        things.append(_call(state["called"] or "", state["top"], right + dx, y + dy, large))
    if picked(view):
        things.append(_seal(state["pick"], state["top"], left, y - 14, large))
    cells = 12 * large + 26, 4 * large + 3
    return Board(shape.width, shape.height, tuple(things), cells, written=partial(_written, view, area))


def _written(view: Seen, area: Area, columns: int, rows: int) -> Board:
    """The middle in a terminal, with cards as large as it has room for."""
    return middle(view, area, max(1, min(5, (columns - 42) // 12, (rows - 3) // 4)))


def called(view: Seen) -> bool:
    """Whether a symbol was called for, or is to be [W15, W21]."""
    return not view.outcome and bool(view.state["phase"] == "name" or view.state["called"])


def picked(view: Seen) -> bool:
    """Whether somebody is to draw a penalty [W25]."""
    return not view.outcome and bool(view.state["pick"])


def size(hand: list[str] | int) -> int:
    return hand if isinstance(hand, int) else len(hand)


@cache
def cloth(sudden: bool, area: Area, plates: tuple[Area, ...]) -> Thing:
    """A darker field in the cloth that the players sit around: along its edge, where it is free, chevrons the way that play runs
    [W1] and the five symbols between them."""
    height = min(area.h, area.w / 1.1)
    size = max(4.0, min(15.0, height / 45))
    (x, y), rim = area.middle, size + 1
    r = height / 2 - rim
    straight = max(0.0, area.w - 2 * rim - 2 * r)
    edge = ("alarm", 4.0) if sudden else ("cloth_line", 1.5)
    beside, chevrons, symbols = [(plate.middle, plate.w, plate.h) for plate in plates], "", ""
    for k in range(20):
        along = (k + 0.5) / 10 % 1 * (straight + pi * r)  # half of the way around: the upper edge, then the right end
        t, flip = max(0.0, (along - straight) / r) - pi / 2, 1 if k < 10 else -1
        px, py = flip * (min(along, straight) - straight / 2 + r * cos(t)), flip * r * sin(t)
        dx, dy = -size * flip * sin(t), size * flip * cos(t)
        if any(abs(px + x - u) < w / 2 + size and abs(py + y - v) < h / 2 + size for (u, v), w, h in beside):
            continue
        if k % 2:
            ends = [(px - dx + dy, py - dy - dx), (px + dx * 0.4, py + dy * 0.4), (px - dx - dy, py - dy + dx)]
            chevrons += through([(round(ex, 1), round(ey, 1)) for ex, ey in ends])
        else:
            symbols += outline(SYMBOLS[k // 2 % 5], size, round(px, 1), round(py, 1))
    parts = (
        Box(-straight / 2 - r, -r, straight + 2 * r, 2 * r, "cloth_deep", *edge, r),
        Path(symbols, "cloth", "cloth_line", 1.4, 0.8),
        Path(chevrons, "", "gold", size / 2.2, 0.85),
    )
    return Thing("ring", said("Play runs clockwise around the table"), parts, round(x, 2), round(y, 2))


def _top(view: Seen, x: float, y: float, large: int) -> Thing:
    """The top card; it comes from the hand of whoever played it, or from the pile."""
    card, told = view.state["top"], view.latest("played")
    comes, dealt = "pile", any(event["event"] == "turned_up" for event in told)
    for event in told:
        if event["event"] == "played" and event["card"] == card and not dealt:
            seat = event["seat"]
            comes = f"hand:{seat}:0" if view.state["hands"][seat] and seat != view.seat else f"plate:{seat}"
    mark, number, effect = MARKS[symbol_of(card)], number_of(card), effect_of(card)
    text = (*boxed(large, (2 * large * mark,) * large, str(number)), effect or "")
    words, turn = said("{card:C} on top of the discards", card=title(card)), DECK.ids.index(card) * 5 % 9 - 4
    ink = f"{symbol_of(card)}_text"
    return Thing(f"card:{card}", words, face(card), x, y, turn, 1, text, (6 * large + 6, 0), ink=ink, comes=comes)


def _pile(view: Seen, shape: Shape, x: float, y: float, large: int) -> Thing:
    """The pile face down, with its number of cards [W45]; touched to draw."""
    state = view.state
    number, sudden = size(state["pile"]), bool(state["sudden_death"])
    amount = state["pick"]["amount"] if state["pick"] else 1
    words = counted("The pile, one card", "The pile, {number} cards", "number", number=number)
    left = said("Sudden Death: nobody draws") if sudden else said("{number} left", number=number)
    draw = None
    if any(action.id == Do.DRAW for action in view.legal):
        draw = counted("Draw", "Draw {amount}", "amount", amount=amount)
        touched = counted("touch it to draw one", "touch it to draw {amount}", "amount", amount=amount)
        words = said("{pile}; {touched}", pile=words, touched=touched)
    if state["reshuffled"] and not sudden:
        words = said("{pile}; the discards have been shuffled into it once", pile=words)
        left = said("{number} left, last pile", number=number)
    box = boxed(large, (str(number),), fill="!" if sudden else "▒" if number else " ")
    text: tuple[Words, ...] = (*box, said("[{draw}]", draw=draw), left) if draw else (*box, left)
    parts = _pile_parts(shape, number, left, draw, sudden)
    columns, rows, bold = 6 * large + 5, 4 * large + 3, draw is not None
    return Thing("pile", words, parts, x, y, text=text, columns=columns, rows=rows, bold=bold)


@cache
def _pile_parts(shape: Shape, number: int, left: Said, draw: Said | None, sudden: bool) -> tuple[Part, ...]:
    parts: list[Part] = []
    if draw:
        parts += [Box(-58, -78, 118, 158, "gold", round=16, opacity=0.3), Box(-54, -74, 110, 150, "gold", round=13)]
    if sudden:
        parts += [Box(-50, -70, 100, 140, "alarm", "gold", 2, round=10), Path("M0 -44L34 0L0 44L-34 0Z", "", "gold", 3)]
        parts += [Path("M0 -22V6", "", "gold", 7), Disc(0, 21, 4.5, "gold")]
    elif number:
        depth = [1.5 * layer for layer in range(min(5, number // 8), 0, -1)]
        parts += [Box(-50 + at, -70 + at, 100, 140, "face", "face_edge", 1, round=10) for at in depth]
        parts += back()
    else:
        parts.append(Box(-50, -70, 100, 140, "cloth", "cloth_line", 2, round=10, dash="6 5"))
    if draw and shape.reach:
        return (*parts, shape.label(-1, said("{draw}: {left}", draw=draw, left=left)))
    if draw:
        parts += [Box(-47, 32, 94, 30, "face", "gold", 2, round=15), Label(0, 47, draw, 19, "whot", bold=True, room=86)]
    return (*parts, shape.label(-1, left))


def _discards(view: Seen, shape: Shape, x: float, y: float, large: int) -> Thing:
    """What lies under the top card, and what that card does."""
    state = view.state
    number = size(state["discards"])
    count = counted("{number} discard", "{number} discards", "number", number=number)
    text = effect_of(state["top"]) or count
    if called(view):
        text = _called_for(state["called"]) if state["called"] else said("Which symbol?")
    edges = ((-5, 3), (4, 5), (6, -3), (-4, -4))[: number - 1]
    under = [Box(dx - 50, dy - 70, 100, 140, "face_shade", "face_edge", 1, round=10) for dx, dy in edges]
    words = said("The discards, {number} with the top card", number=number)
    parts: list[Part] = [*under, shape.label(1, text, 76 if called(view) else 0)]
    cell = 6 * large + 6, 4 * large + 2
    return Thing("discards", words, tuple(parts), x, y, text=(count,), cell=cell, ink="muted")


def _called_for(symbol: str) -> Said:
    return said("Called for: {symbol}", symbol=SYMBOL_CARDS[symbol])


def _call(symbol: str, top: str, x: float, y: float, large: int) -> Thing:
    """The called symbol at the Whot on top [W15], or a question mark while it is to be named [W21]."""
    words = _called_for(symbol) if symbol else said("A symbol is being chosen")
    parts: tuple[Part, ...] = (Disc(1, 4, 33, "shadow", opacity=0.3), Disc(0, 0, 33, "face_shade", "gold", 4))
    parts += emblem(symbol, 19) if symbol else (Label(0, 1, "?", 40, "circle", bold=True, serif=True),)
    thing = Thing("call_bubble", words, parts, x, y, manner="turns", comes=f"card:{top}")
    return replace(thing, text=(words,), cell=(12 * large + 11, 1), columns=15, rows=2, ink="accent")


def _seal(pick: dict[str, int], top: str, x: float, y: float, large: int) -> Thing:
    """The pending pick as a seal on the pile [W25]."""
    seat, amount, effect = Seat(pick["target"]), pick["amount"], EFFECTS[Special(pick["number"])]
    words = said("{effect}: {seat} is to draw {amount} cards or to answer", effect=effect, seat=seat, amount=amount)
    number = Label(0, 0, f"+{amount}", 34, "white", bold=True, room=58)
    parts = Path(star(14, 44, 37), "alarm", "gold", 2.5), Disc(0, 0, 31, "", "gold", 1.5, 0.8), number
    text = (said("penalty: {amount}", amount=amount),)
    thing = Thing("pick", words, parts, x, y, -8, manner="beats", comes=f"card:{top}")
    return replace(thing, text=text, cell=(12 * large + 11, 3), ink="warn", bold=True)
