"""The cards of Whot as they are drawn: cream faces, deep red backs, five symbols of our own."""

from functools import cache
from math import cos, pi, sin

from turnwise.games.whot.deck import DECK, SYMBOLS, VALUE, Special
from turnwise.games.whot.notation import EFFECTS
from turnwise.kit.shapes import Box, Disc, Label, Part, Path, Shade, through
from turnwise.kit.words import Said

W, H = 100, 140
"""A card's measures, around its middle."""

MARKS = {"circle": "●", "triangle": "▲", "cross": "✚", "square": "■", "star": "★", "whot": "W"}
"""The symbols in text."""

TEXT = {
    "circle": ("#8e1b2b", "#f28b9a"),
    "triangle": ("#a4480f", "#f0a063"),
    "cross": ("#632a5c", "#d79ad0"),
    "square": ("#17524f", "#6cc7bd"),
    "star": ("#83600a", "#e6c65c"),
}
PALETTE = {
    "face": ("#fdf6e6", "#f1e6cd"),
    "face_low": ("#f0e0be", "#dccba5"),
    "face_edge": ("#a98b5a", "#7d6843"),
    "back": ("#7c1526", "#6e1322"),
    "back_light": ("#b8344a", "#a02c40"),
    "back_line": ("#f0d9a8", "#dcc595"),
    "veil": ("#4b4034", "#2a241d"),
    "gold": ("#f4c552", "#f2c14e"),
    # The symbols, on the cream of a card and as letters on the ground of a terminal.
    **{f"{symbol}_text": pair for symbol, pair in TEXT.items()},
    "circle": ("#8e1b2b", "#8e1b2b"),
    "circle_light": ("#cb4355", "#cb4355"),
    "triangle": ("#a4480f", "#a4480f"),
    "triangle_light": ("#dd8240", "#dd8240"),
    "cross": ("#632a5c", "#632a5c"),
    "cross_light": ("#a05a98", "#a05a98"),
    "square": ("#17524f", "#17524f"),
    "square_light": ("#439088", "#439088"),
    "star": ("#83600a", "#83600a"),
    "star_light": ("#cfa32f", "#cfa32f"),
}
SHADES = (
    Shade("face_shade", ((0, "face"), (1, "face_low"))),
    Shade("back_shade", ((0, "back_light"), (1, "back"))),
    *(Shade(f"{symbol}_shade", ((0, f"{symbol}_light"), (0.8, symbol))) for symbol in SYMBOLS),
)


def symbol_of(card: str) -> str:
    return card.partition("_")[0]


def number_of(card: str) -> int:
    return DECK.number[DECK.ids.index(card)]


def value_of(card: str) -> int:
    """What a card counts in a hand [W6]."""
    return int(VALUE[DECK.ids.index(card)])


def effect_of(card: str) -> Said | None:
    """The name of what a card does, if it does anything [W23]."""
    number = number_of(card)
    return EFFECTS[Special(number)] if number in EFFECTS else None


def short(card: str) -> str:
    """A card in two or three letters, for text: "★8", "W20"."""
    return f"{MARKS[symbol_of(card)]}{number_of(card)}"


@cache
def outline(symbol: str, r: float, x: float = 0, y: float = 0) -> str:
    """The outline of a symbol about as large as a circle of that radius."""
    match symbol:
        case "circle":
            return f"M{x - r:g} {y:g}a{r:g} {r:g} 0 1 0 {2 * r:g} 0a{r:g} {r:g} 0 1 0 {-2 * r:g} 0Z"
        case "triangle":
            corners = [(0, -1.08), (1.08, 0.84), (-1.08, 0.84)]
        case "cross":
            a, b = 0.36, 1.0
            corners = [(-a, -b), (a, -b), (a, -a), (b, -a), (b, a), (a, a), (a, b), (-a, b), (-a, a), (-b, a), (-b, -a)]
            corners.append((-a, -a))
        case "square":
            corners = [(-0.88, -0.88), (0.88, -0.88), (0.88, 0.88), (-0.88, 0.88)]
        case _:
            radii = [1.16 if point % 2 == 0 else 0.5 for point in range(10)]
            corners = [(q * sin(pi * k / 5), 0.06 - q * cos(pi * k / 5)) for k, q in enumerate(radii)]
    return through([(round(x + r * dx, 1), round(y + r * dy, 1)) for dx, dy in corners], closed=True)


@cache
def emblem(symbol: str, r: float, x: float = 0, y: float = 0) -> tuple[Part, ...]:
    """A symbol drawn large: two shades, a dark edge and a light line within."""
    low = y + {"triangle": 0.16 * r, "star": 0.04 * r}.get(symbol, 0)
    return (
        Path(outline(symbol, r, x + 1.5, y + 2.5), "shadow", opacity=0.18),
        Path(outline(symbol, r, x, y), f"{symbol}_shade", symbol, 1.6),
        Path(outline(symbol, r * 0.66, x, low), "", "face", 1.6, 0.75),
    )


@cache
def face(card: str, lit: bool = False, locked: bool = False) -> tuple[Part, ...]:
    """A card face up; `lit` while it may be played, `locked` while it may not [W55]."""
    symbol, number = symbol_of(card), str(number_of(card))
    ink = "circle" if symbol == "whot" else symbol
    corner, height = (33, 30) if len(number) == 1 else (30, 27)
    parts: list[Part] = []
    if lit:
        parts += [
            Box(-W / 2 - 8, -H / 2 - 8, W + 16, H + 16, "gold", round=17, opacity=0.3),
            Box(-W / 2 - 4, -H / 2 - 4, W + 8, H + 8, "gold", round=13),
        ]
    parts += [
        Box(-W / 2 + 2, -H / 2 + 4, W, H, "shadow", round=10, opacity=0.25),
        Box(-W / 2, -H / 2, W, H, "face_shade", "face_edge", 1.2, round=10),
        Path("M-10 -63H39a5 5 0 0 1 5 5V12M10 63H-39a-5 -5 0 0 1 -5 -5V-12", "", ink, 1.2, 0.45),
        Label(-corner, -49, number, height, ink, bold=True, serif=True),
    ]
    if symbol == "whot":
        parts += [*_whot(), Label(corner, 50, number, height, ink, bold=True, serif=True)]
    else:
        parts += [Path(outline(symbol, 8, -33, -24), ink), *emblem(symbol, 25, 1, -3)]
        parts += _middle(card)
        effect = effect_of(card)
        if effect:
            parts += [
                Path("M-50 44H50V60a10 10 0 0 1 -10 10H-40a-10 -10 0 0 1 -10 -10Z", ink),
                Path("M-50 44H50", "", "gold", 1.4),
                Label(0, 57, effect, 15, "face", bold=True, room=W - 10),
            ]
        else:
            parts += [
                Path(outline(symbol, 7, 33, 29), ink),
                Label(corner, 50, number, height, ink, bold=True, serif=True),
            ]
    if locked:
        parts += [
            Box(-W / 2, -H / 2, W, H, "veil", round=10, opacity=0.34),
            Path("M-37.5 6v-5a5.5 5.5 0 0 1 11 0v5", "", "veil", 3),
            Box(-41, 5, 18, 14, "veil", "face", 0.8, round=3),
            Disc(-32, 11, 2, "face"),
        ]
    return tuple(parts)


@cache
def small_face(card: str) -> tuple[Part, ...]:
    """A card of a hand that is laid open at the end, where little more than its corner can be seen: few parts, for there are many."""
    symbol, number = symbol_of(card), str(number_of(card))
    middle = (
        _whot()[:1] if symbol == "whot" else (Path(outline(symbol, 8, -33, -24), symbol), emblem(symbol, 25, 1, -3)[1])
    )
    return (
        Box(-W / 2, -H / 2, W, H, "face_shade", "face_edge", 1.2, round=10),
        Label(-31, -49, number, 30, "black", bold=True),
        *middle,
    )


def _middle(card: str) -> list[Part]:
    """What stands within the large symbol: a star bears what it counts, the others a small one of their kind."""
    symbol = symbol_of(card)
    if symbol == "star":
        return [Label(1, -1, str(value_of(card)), 15, "face", bold=True)]
    return [Path(outline(symbol, 8, 1, 1 if symbol == "triangle" else -3), "face", opacity=0.9)]


@cache
def _whot() -> tuple[Part, ...]:
    """The middle of a Whot: a sun with the word, and the five symbols that may be named."""
    rays = through(
        [
            (round(q * sin(pi * k / 20), 1), round(-q * cos(pi * k / 20), 1))
            for k in range(40)
            for q in [38 - 5 * (k % 2)]
        ],
        closed=True,
    )
    at = ((0, -22), (18, -15.5), (11, 20.5), (-11, 20.5), (-18, -15.5))
    return (
        Path(rays, "back_shade", "circle", 1),
        Disc(0, 0, 30, "", "back_line", 1.2, 0.9),
        *(Path(outline(symbol, 5, x, y), "face") for symbol, (x, y) in zip(SYMBOLS, at, strict=True)),
        Label(0, 2, EFFECTS[Special.WHOT], 22, "face", bold=True, serif=True),
    )


@cache
def back() -> tuple[Part, ...]:
    """A card face down: the same for every card."""
    diamonds = "".join(f"M{x} {y - 13}l9 13l-9 13l-9 -13Z" for x in (-27, -9, 9, 27) for y in (-39, -13, 13, 39))
    return (
        Box(-W / 2 + 2, -H / 2 + 3, W, H, "shadow", round=10, opacity=0.25),
        Box(-W / 2, -H / 2, W, H, "face", "face_edge", 1.2, round=10),
        Box(-W / 2 + 6, -H / 2 + 6, W - 12, H - 12, "back_shade", round=6),
        Path(diamonds, "", "back_line", 1.2, 0.5),
        Disc(0, 0, 19, "back", "back_line", 2),
        Label(0, 0, "W", 25, "back_line", bold=True, serif=True),
    )


def boxed(card: str, lit: bool) -> tuple[str, ...]:
    """A card of one's own hand in text; a double frame says that it may be played."""
    inside = f"{short(card):^3}"
    return ("╔═══╗", f"║{inside}║", "╚═══╝") if lit else ("┌───┐", f"│{inside}│", "└───┘")
