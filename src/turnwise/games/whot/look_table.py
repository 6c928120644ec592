"""The middle of a table of Whot: the cloth, the ring with the way of play, the pile, the top card and what stands at them."""

from functools import cache
from math import atan2, cos, degrees, hypot, pi, sin

from turnwise.games.whot import look_cards as cards
from turnwise.games.whot.deck import DECK, Special
from turnwise.games.whot.look_cards import MARKS, back, emblem, face
from turnwise.games.whot.look_motion import top_comes
from turnwise.games.whot.look_seats import BOTTOM, HEIGHT, RING, WIDTH, slots
from turnwise.games.whot.look_words import size
from turnwise.games.whot.notation import EFFECTS, SYMBOL, SYMBOL_CARDS, title
from turnwise.games.whot.rules import DRAW
from turnwise.kit.shapes import Box, Disc, Label, Part, Path, Seen, Thing, through
from turnwise.kit.words import Said, Seat, Words, counted, said

PILE_X, TOP_X, SCALE = 336, 500, 1.42


@cache
def cloth() -> Thing:
    """The table: wood, an indigo cloth with a woven border of the five symbols."""
    parts: list[Part] = [
        Box(6, 10, WIDTH - 12, HEIGHT - 14, "shadow", round=44, opacity=0.25),
        Box(6, 5, WIDTH - 12, HEIGHT - 14, "wood_shade", "wood", 2, round=44),
        Box(18, 17, WIDTH - 36, HEIGHT - 38, "cloth_shade", "wood", 3, round=34),
        Box(26, 25, WIDTH - 52, HEIGHT - 54, "", "cloth_line", 1.4, round=28, opacity=0.5, dash="9 6"),
    ]
    rings = ""
    for row in range(14):
        for column in range(11):
            x, y = 70 + column * 70 + 35 * (row % 2), 92 + row * 70
            if x < WIDTH - 60:
                rings += f"M{x - 11} {y}a11 11 0 1 0 22 0a11 11 0 1 0 -22 0M{x - 3} {y}a3 3 0 1 0 6 0a3 3 0 1 0 -6 0"
    parts.append(Path(rings, "", "cloth_line", 1.6, 0.13))
    down = "".join(f"l{right * 9} 10" for right in (-1, 1) * 48)
    parts.append(Path(f"M41 60{down}M808 60{down}", "", "cloth_line", 2, 0.28))
    return Thing("table", said("A table with an indigo cloth"), tuple(parts))


@cache
def _ring_parts(sudden: bool) -> tuple[Part, ...]:
    """The ring around the middle, with chevrons the way that play runs [W1]."""
    x, y, a, b = RING
    oval = f"M{x - a:g} {y:g}a{a:g} {b:g} 0 1 1 {2 * a:g} 0a{a:g} {b:g} 0 1 1 {-2 * a:g} 0Z"
    ink = "alarm" if sudden else "cloth_line"
    chevrons = ""
    for k in range(12):
        t = pi * k / 6 + pi / 12
        px, py = x + a * cos(t), y + b * sin(t)
        dx, dy = -a * sin(t), b * cos(t)
        dx, dy = 7 * dx / hypot(dx, dy), 7 * dy / hypot(dx, dy)
        ends = [(px - dx + dy, py - dy - dx), (px + dx * 0.4, py + dy * 0.4), (px - dx - dy, py - dy + dx)]
        chevrons += through([(round(ex, 1), round(ey, 1)) for ex, ey in ends])
    return (
        Path(oval, "cloth", opacity=0.4),
        Path(oval, "", ink, 5 if sudden else 2.5, 0.8 if sudden else 0.45, "2 9"),
        Path(chevrons, "", "gold", 3, 0.75),
    )


def middle(view: Seen, row: int) -> list[Thing]:
    """Pile, discards with the top card, and what stands at them: a call, a pick, an arrow at who is to act."""
    state, over = view.state, bool(view.outcome)
    y, scale = (330, 0.8) if over else (RING[1] - 8, SCALE)
    things = [_pile(view, y, scale, row), _discards(view, y, scale, row)]
    card = state["top"]
    tilt = DECK.ids.index(card) * 5 % 11 - 5
    words = said("{card:C} on top of the discards", card=title(card))
    things.append(
        card_thing(
            card,
            words,
            TOP_X,
            y,
            tilt,
            scale,
            face(card),
            cell=(13, row),
            text=_large(card),
            comes=top_comes(view),
        )
    )
    if over:
        return things
    if state["phase"] == "name" or state["called"]:
        things.append(_call("" if state["phase"] == "name" else state["called"], card, row))
    if state["pick"]:
        things.append(_seal(state["pick"], card, row))
    ring = Thing("ring", said("Play runs clockwise around the table"), _ring_parts(state["sudden_death"]))
    return [ring, *things, _marker(view)]


def _marker(view: Seen) -> Thing:
    """An arrow on the ring that points at who is to act."""
    step = (view.state["turn"] - (view.seat or 0)) % view.seats
    slot = (BOTTOM, *slots(view.seats - 1))[step]
    x, y, a, b = RING
    t = atan2((slot.fan_y - y) / b, (slot.fan_x - x) / a)
    arrow = through([(-15, -19), (21, 0), (-15, 19), (-7, 0)], closed=True)
    parts = (Path(arrow, "shadow", "shadow", 7, 0.3), Path(arrow, "gold", "wood", 2))
    turn = degrees(atan2(a * sin(t), b * cos(t)))
    at = round(x + a * cos(t), 1), round(y + b * sin(t), 1)
    return Thing("marker", said("{seat} is to act", seat=Seat(view.state["turn"])), parts, *at, round(turn, 1))


def card_thing(
    card: str, words: Said, x: float, y: float, turn: float, scale: float, parts: tuple[Part, ...], *,
    cell: tuple[int, int], text: tuple[Words, ...], bold: bool = False, comes: str = ""
) -> Thing:  # fmt: skip
    symbol = cards.symbol_of(card)
    ink = "alarm" if symbol == "whot" else f"{symbol}_text"
    return Thing(f"card:{card}", words, parts, x, y, turn, scale, text, cell, ink=ink, bold=bold, comes=comes)


def _large(card: str) -> tuple[Words, ...]:
    """The top card in text, with what it does beside it."""
    mark, number, effect = MARKS[cards.symbol_of(card)], cards.number_of(card), cards.effect_of(card)
    foot = "└────────┘"
    named = said("{foot} {effect}", foot=foot, effect=effect) if effect else foot
    return ("┌────────┐", f"│{number:<2}      │", f"│   {mark}{mark}   │", "│        │", named)


def _pile(view: Seen, y: float, scale: float, row: int) -> Thing:
    """The pile face down, with its number of cards [W45]; touched to draw."""
    state = view.state
    number, sudden = size(state["pile"]), bool(state["sudden_death"])
    draw = any(action.id == DRAW for action in view.legal)
    amount = state["pick"]["amount"] if state["pick"] else 1
    words = counted("The pile, one card", "The pile, {number} cards", "number", number=number)
    if draw:
        touched = counted("touch it to draw one", "touch it to draw {amount}", "amount", amount=amount)
        words = said("{pile}; {touched}", pile=words, touched=touched)
    if state["reshuffled"]:
        words = said("{pile}; the discards have been shuffled into it once", pile=words)
    line = "!!!!!!!!" if sudden else "▒▒▒▒▒▒▒▒" if number else ""
    below: Words = said("[{draw}]", draw=_draw(amount)) if draw else said("Nobody draws") if sudden else ""
    text = ("┌────────┐", f"│{line:^8}│", f"│{number:^8}│", f"│{line:^8}│", "└────────┘", below)
    parts = _pile_parts(number, draw, amount, bool(state["reshuffled"]), sudden, bool(view.outcome))
    return Thing("pile", words, parts, PILE_X, y, 0, scale, text, (0, row), bold=draw)


def _draw(amount: int) -> Said:
    return counted("Draw", "Draw {amount}", "amount", amount=amount)


@cache
def _pile_parts(number: int, draw: bool, amount: int, reshuffled: bool, sudden: bool, over: bool) -> tuple[Part, ...]:
    parts: list[Part] = []
    if draw:
        parts += [
            Box(-60, -80, 120, 160, "gold", round=18, opacity=0.3),
            Box(-55, -75, 110, 150, "gold", round=14),
        ]
    if sudden:
        parts += [
            Box(-50, -70, 100, 140, "alarm", "gold", 2, round=10),
            Path(through([(0, -54), (16, -34), (0, -14), (-16, -34)], closed=True), "", "gold", 2.5),
            Label(0, -33, "!", 24, "gold", bold=True, serif=True),
            Label(0, 28, said("Sudden Death: nobody draws"), 17, "white", bold=True, serif=True, room=90, lines=4),
        ]
    elif number:
        height = min(7, (number + 5) // 6)
        for layer in range(height):
            at = 1.7 * (height - 1 - layer)
            parts.append(Box(-50 + at, -70 + at, 100, 140, "face", "face_edge", 1, round=10))
        parts += back()[1:]
    else:
        parts += [
            Box(-50, -70, 100, 140, "cloth", "cloth_line", 2, round=10, dash="6 5"),
            Label(0, 0, said("empty"), 17, "cloth_ink", room=92),
        ]
    if draw:
        parts += [
            Box(-36, 32, 72, 28, "plate", "gold", 2, round=14),
            Label(0, 46, _draw(amount), 17, "plate_ink", bold=True, room=64),
        ]
    if not sudden and not over:
        left = said("{number} left, last pile", number=number) if reshuffled else said("{number} left", number=number)
        parts.append(Label(0, 88, left, 15, "cloth_ink", room=112))
    return tuple(parts)


def _discards(view: Seen, y: float, scale: float, row: int) -> Thing:
    """What lies under the top card."""
    number = size(view.state["discards"])
    return Thing(
        "discards",
        said("The discards, {number} with the top card", number=number),
        _discard_parts(number, bool(view.outcome)),
        TOP_X,
        y,
        0,
        scale,
        (_discarded(number),),
        (13, row + 5),
        ink="muted",
    )


@cache
def _discard_parts(number: int, over: bool) -> tuple[Part, ...]:
    edges = ((-5, 3), (4, 5), (6, -3), (-4, -4))
    under = [Box(-50 + x, -70 + y, 100, 140, "face_shade", "face_edge", 1, round=10) for x, y in edges[: number - 1]]
    if over:
        return tuple(under)
    return (*under, Label(0, 88, _discarded(number), 15, "cloth_ink", room=112))


def _discarded(number: int) -> Said:
    return counted("{number} discard", "{number} discards", "number", number=number)


def _call(symbol: str, top: str, row: int) -> Thing:
    """The called symbol as a bubble at the Whot on top [W15], or a question mark while it is to be named [W21]."""
    words = said("Called for: {symbol}", symbol=SYMBOL_CARDS[symbol]) if symbol else said("A symbol is being chosen")
    called: Words = said("│ {mark} {symbol}", mark=MARKS[symbol], symbol=SYMBOL[symbol]) if symbol else "│ ?"
    text = ("╭──", called, said("╰─ called for"))
    return Thing(
        "call_bubble",
        words,
        _call_parts(symbol),
        562,
        478,
        text=text,
        cell=(25, row),
        ink="accent",
        manner="turns",
        comes=f"card:{top}",
    )


@cache
def _call_parts(symbol: str) -> tuple[Part, ...]:
    tail = "M-48 -12L-66 -36L-22 -48Z"
    within = emblem(symbol, 23, 0, -9) if symbol else (Label(0, -6, "?", 52, "circle", bold=True, serif=True),)
    return (
        Box(-48, -48, 100, 104, "shadow", round=30, opacity=0.25),
        Path(tail, "face", "face_edge", 2),
        Box(-50, -52, 100, 104, "face_shade", "face_edge", 2, round=30),
        Path("M-46 -14L-54 -36L-24 -48L-18 -28Z", "face"),
        *within,
        Label(0, 33, SYMBOL[symbol] if symbol else said("choosing"), 19, symbol or "circle", bold=True, room=88),
    )


def _seal(pick: dict[str, int], top: str, row: int) -> Thing:
    """The pending pick as a seal on the pile [W25]."""
    seat, amount, effect = Seat(pick["target"]), pick["amount"], EFFECTS[Special(pick["number"])]
    words = said("{effect}: {seat} is to draw {amount} cards or to answer", effect=effect, seat=seat, amount=amount)
    text = (said("penalty: {amount}", amount=amount),)
    return Thing(
        "pick",
        words,
        _seal_parts(pick["amount"]),
        PILE_X,
        396,
        -8,
        text=text,
        cell=(25, row + 3),
        ink="warn",
        bold=True,
        manner="beats",
        comes=f"card:{top}",
    )


@cache
def _seal_parts(amount: int) -> tuple[Part, ...]:
    rim = [
        (round(r * sin(pi * k / 14), 1), round(r * cos(pi * k / 14), 1)) for k in range(28) for r in [47 - 7 * (k % 2)]
    ]
    return (
        Path(through([(x + 2, y + 4) for x, y in rim], closed=True), "shadow", opacity=0.3),
        Path(through(rim, closed=True), "alarm", "gold", 2.5),
        Disc(0, 0, 32, "", "gold", 1.5, 0.8),
        Label(0, -13, said("penalty"), 15, "white", bold=True, room=58),
        Label(0, 10, f"+{amount}", 28, "white", bold=True),
    )
