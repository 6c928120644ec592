"""The cards of Whot as they are drawn: cream faces, deep red backs, five symbols of our own."""

from functools import cache

from turnwise.games.whot.deck import SYMBOLS, Special
from turnwise.games.whot.notation import EFFECTS, number_of, symbol_of, title
from turnwise.kit.lettering import text_width
from turnwise.kit.pieces import Card
from turnwise.kit.shapes import Box, Disc, Label, Part, Path, Shade, star, through
from turnwise.kit.words import Said, said

W, H = 100, 140
"""A card's measures, around its middle."""
MARKS = {"circle": "●", "triangle": "▲", "cross": "✚", "square": "■", "star": "★", "whot": "W"}
"""The symbols in text."""
COLOURS = """
face fdf6e6 f1e6cd | face_low f0e0be e4d5b2 | face_edge a98b5a 7d6843 | back_line f0d9a8 dcc595 | veil 4b4034 2a241d |
gold f7d067 f2c14e | cloth 2b477b 17233f | cloth_light 3a5c93 24385f | cloth_deep 22396a 101a31 |
cloth_line a9c0e6 6f8cc0 | cloth_ink fbf3e0 efe6d2 | alarm a61c2e b8283b |
circle 8e1b2b 8e1b2b | circle_light cb4355 cb4355 | circle_text 8e1b2b f28b9a |
triangle 9c430d 9c430d | triangle_light dd8240 dd8240 | triangle_text 9c430d f0a063 |
cross 632a5c 632a5c | cross_light a05a98 a05a98 | cross_text 632a5c d79ad0 |
square 17524f 17524f | square_light 439088 439088 | square_text 17524f 6cc7bd |
star 75560a 75560a | star_light c4972a c4972a | star_text 75560a e6c65c |
whot 7c1526 7c1526 | whot_light b8344a b8344a | whot_text 7c1526 f28b9a
"""
PALETTE = {name: (f"#{light}", f"#{dark}") for name, light, dark in map(str.split, COLOURS.split("|"))}
"""Of each symbol: on the cream of a card, its lighter side there, and as letters on the ground."""
SHADES = (
    Shade("face_shade", ((0, "face"), (1, "face_low"))),
    Shade("cloth_shade", ((0, "cloth_light"), (1, "cloth")), radial=True),
    *(Shade(f"{symbol}_shade", ((0, f"{symbol}_light"), (0.8, symbol))) for symbol in MARKS),
)


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
    a, b, c = round(0.36 * r, 1), round(0.64 * r, 1), round(0.88 * r, 1)
    match symbol:
        case "circle":
            return f"M{x - r:g} {y:g}a{r:g} {r:g} 0 1 0 {2 * r:g} 0a{r:g} {r:g} 0 1 0 {-2 * r:g} 0Z"
        case "triangle":
            return f"M{x:g} {y - 1.22 * c:.3g}l{1.22 * c:.3g} {2.17 * c:.3g}h{-2.44 * c:.3g}Z"
        case "cross":
            arms = f"h{2 * a:g}v{b:g}h{b:g}v{2 * a:g}h{-b:g}v{b:g}h{-2 * a:g}v{-b:g}h{-b:g}v{-2 * a:g}h{b:g}Z"
            return f"M{x - a:g} {y - a - b:g}{arms}"
        case "square":
            return f"M{x - c:g} {y - c:g}h{2 * c:g}v{2 * c:g}h{-2 * c:g}Z"
        case "star":
            return star(5, 1.16 * r, 0.5 * r, x, y + 0.06 * r)
    return star(8, 1.2 * r, 0.9 * r, x, y)


@cache
def emblem(symbol: str, r: float, x: float = 0, y: float = 0) -> tuple[Part, ...]:
    """A symbol drawn large: two shades, a dark edge and a light line within."""
    low = y + {"triangle": 0.16 * r, "star": 0.04 * r}.get(symbol, 0)
    return (
        Path(outline(symbol, r, x + 1.5, y + 2.5), "shadow", opacity=0.18),
        Path(outline(symbol, r, x, y), f"{symbol}_shade", symbol, 1.6),
        Path(outline(symbol, r * 0.66, x, low), "", "face", 1.6, 0.75),
    )


def letter(r: float) -> Path:
    """The W on a back, drawn."""
    points = [(-r, -0.7 * r), (-0.5 * r, 0.7 * r), (0, -0.45 * r), (0.5 * r, 0.7 * r), (r, -0.7 * r)]
    return Path(through(points), "", "back_line", 0.3 * r)


@cache
def face(card: str) -> tuple[Part, ...]:
    """A card face up, its index in the upper left corner and what it does on its foot."""
    symbol, number = symbol_of(card), str(number_of(card))
    parts: list[Part] = [
        Box(-W / 2 + 1, -H / 2 + 3, W, H, "shadow", round=10, opacity=0.25),
        Box(-W / 2, -H / 2, W, H, "face_shade", "face_edge", 1.2, round=10),
        Path("M-6 -63H39a5 5 0 0 1 5 5V12M10 63H-39a-5 -5 0 0 1 -5 -5V-6", "", symbol, 1.2, 0.45),
        Label(-45, -53, number, 28, symbol, "start", bold=True, serif=True),
        Path(outline(symbol, 8.5, -35, -30), symbol),
    ]
    if symbol == "whot":
        parts += _whot()
    elif symbol == "star":  # it bears what it counts [W6]
        value = str(2 * int(number))
        parts += [*emblem(symbol, 27, 3), Label(3, 2, value, 17, "white", bold=True, room=26, spare=True)]
    else:
        within = Path(outline(symbol, 9, 3, 4 if symbol == "triangle" else 0), "face", opacity=0.9)
        parts += [*emblem(symbol, 27, 3), within]
    if effect_of(card) and symbol != "whot":
        foot = Path("M-50 42H50V60a10 10 0 0 1 -10 10H-40a-10 -10 0 0 1 -10 -10Z", symbol)
        return (*parts, foot, *_sign(number_of(card)))
    return (*parts, Label(44, 54, number, 24, symbol, "end", bold=True, serif=True))


@cache
def _sign(number: int) -> tuple[Part, ...]:
    """What a card does, as a sign that needs no words: once more, so many cards, a turn lost, a card for all others."""
    if number == Special.HOLD_ON:
        return (Path("M9 51a9.5 9.5 0 1 0 2 8M10 44V52H2", "", "face", 3),)
    if number == Special.SUSPENSION:
        return Disc(0, 56, 9.5, "", "face", 3), Path("M-6.5 49.5L6.5 62.5", "", "face", 3)
    plus, places = {2: (-26, (-10, 7)), 5: (-35, (-19, -2, 15)), 14: (0, (-36, -21, 10, 25))}[number]
    drawn = "".join(f"M{x} 48.5h11v15h-11Z" for x in places)
    return Path(drawn, "face", opacity=0.9), Path(f"M{plus - 4.5} 56h9m-4.5 -4.5v9", "", "gold", 3)


@cache
def _whot() -> tuple[Part, ...]:
    """The middle of a Whot: a sun with the word, and the five symbols that may be named."""
    at = ((0, -22), (18, -15.5), (11, 20.5), (-11, 20.5), (-18, -15.5))
    return (
        Path(star(20, 39, 33), "whot_shade", "circle", 1),
        Disc(0, 0, 30, "", "back_line", 1.2, 0.9),
        *(Path(outline(symbol, 5, x, y), "face") for symbol, (x, y) in zip(SYMBOLS, at, strict=True)),
        Label(0, 2, EFFECTS[Special.WHOT], 22, "face", bold=True, serif=True, room=66, spare=True),
    )


@cache
def small_face(card: str) -> tuple[Part, ...]:
    """A card of a hand that is laid open beside a name: its number and its symbol at the left."""
    number = Label(-44, -38, str(number_of(card)), 46, "black", "start", bold=True)
    symbol = Path(outline(symbol_of(card), 26, -16, 26), symbol_of(card))
    return Box(-W / 2, -H / 2, W, H, "face_shade", "face_edge", 3, round=10), number, symbol


@cache
def back() -> tuple[Part, ...]:
    """A card face down: the same for every card."""
    diamonds = "".join(f"M{x} {y - 13}l9 13l-9 13l-9 -13Z" for x in (-27, -9, 9, 27) for y in (-39, -13, 13, 39))
    return (
        Box(-W / 2, -H / 2, W, H, "face", "face_edge", 1.2, round=10),
        Box(-W / 2 + 6, -H / 2 + 6, W - 12, H - 12, "whot_shade", round=6),
        Path(diamonds, "", "back_line", 1.2, 0.5),
        Disc(0, 0, 21, "whot", "back_line", 2),
        letter(12),
    )


GLOW = Box(-55, -75, 110, 150, "gold", round=14, opacity=0.4), Box(-53, -73, 106, 146, "gold", round=12)
PADLOCK: tuple[Part, ...] = (
    Box(-W / 2, -H / 2, W, H, "veil", round=10, opacity=0.34),
    Path("M-38 8v-6a5.5 5.5 0 0 1 11 0v6", "", "veil", 3),
    Box(-42, 6, 19, 15, "veil", "face", 0.8, round=3),
    Disc(-32.5, 13, 2, "face"),
)


def in_hand(card: str, words: Said, lit: bool, locked: bool) -> Card:
    """A card of one's own hand: raised and lit while it may be played, with a padlock while it may not [W55]."""
    parts = (*(GLOW if lit else ()), *face(card), *(PADLOCK if locked else ()))
    text, ink = f"[{short(card)}]" if lit else short(card), f"{symbol_of(card)}_text"
    return Card(f"card:{card}", words, parts, 110, 164, text, ink, comes="pile", raised=lit)


def chips(hand: list[str]) -> tuple[Card, ...]:
    """A hand in a line of a score sheet: a symbol with the numbers of its cards, no more than a few together."""
    by_symbol = {symbol: [card for card in hand if symbol_of(card) == symbol] for symbol in MARKS}
    few = [(symbol, of[at : at + 4]) for symbol, of in by_symbol.items() for at in range(0, len(of), 4)]
    found = []
    for symbol, together in few:
        numbers = " ".join(str(number_of(card)) for card in together)
        width = 26 + round(text_width(numbers, 15))
        words = said("{cards}", cards=tuple(map(title, together)))
        parts = Path(outline(symbol, 7.5, 10 - width / 2), f"{symbol}_text"), Label(7, 0, numbers, 15)
        found.append(Card(f"chip:{together[0]}", words, parts, width, 24, " ".join(map(short, together))))
    return tuple(found)


@cache
def token(symbol: str, words: Said, comes: str) -> Card:
    """A symbol to be named [W21]."""
    sides = Box(-31, -28, 62, 62, "shadow", round=16, opacity=0.3), Box(-31, -31, 62, 62, "face_shade", "gold", 4, 16)
    text, ink = f"[{MARKS[symbol]}]", f"{symbol}_text"
    return Card(f"symbol:{symbol}", words, (*sides, *emblem(symbol, 19)), 66, 66, text, ink, comes=comes)
