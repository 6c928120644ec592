"""Caesar and Cleopatra, the cards as they are drawn: faces, backs, and cards that only their owner knows."""

from functools import cache
from itertools import product

from turnwise.games.caesar.captions import ACTION_TITLES
from turnwise.games.caesar.look.art import SIDES, asp, eagle, laurel, lotus
from turnwise.kit.shapes import Box, Disc, Group, Label, Part, Path

W, H = 80.0, 112.0
"""The size of a card in the hand; those on the table are scaled down."""
BOLT = "M10 -46L-20 6L-3 6L-12 46L22 -10L4 -10L18 -46Z"
TOWER = "M-20 36L-17 -14L-24 -20L-24 -40L-13 -40L-13 -32L-5 -32L-5 -40L5 -40L5 -32L13 -32L13 -40L24 -40L24 -20L17 -14L20 36Z"
CLOUD = "M-34 -6C-50 -10 -42 -32 -26 -28C-22 -46 6 -48 12 -32C30 -44 48 -22 36 -8Q0 -2 -34 -6Z"
PALM = (
    "M-22 8L-22 -22Q-17 -29 -12 -22L-12 -34Q-6 -42 -1 -34L-1 -36Q5 -44 10 -35"
    "L10 -28Q16 -35 21 -27L21 16C21 46 -14 46 -24 28L-38 8Q-34 -2 -26 4Z"
)
LATTICE = "".join(
    f"M{way * max(-36, -52 - step)} {max(step - 36, -52)}L{way * min(36, 52 - step)} {min(36 + step, 52)}"
    for way, step in product((-1, 1), range(-80, 81, 20))
)
BEARD = "M-20 -12C-26 14 -14 38 0 42C14 38 26 14 20 -12C16 2 8 0 0 -2C-8 0 -16 2 -20 -12Z"
FACE = "M-12 -20Q-7 -24 -3 -20M3 -20Q7 -24 12 -20M-5 6Q0 9 5 6M-7 16Q-5 26 0 32M7 16Q6 24 4 28M-7 -15v.3M7 -15v.3"
SIGNS: dict[str, tuple[Part, ...]] = {
    "assassination": (
        Path("M0 44L-9 26L-8 -8L8 -8L9 26Z", "white", "letters", 2),
        Box(-20, -14, 40, 8, "gold", "letters", 2, round=3),
        Box(-5, -36, 10, 22, "leather", "letters", 2, round=3),
        Disc(0, -39, 7, "gold", "letters", 2),
        Path("M14 30C20 38 20 44 14 45C8 44 8 38 14 30Z", "caesar", "caesar_dark", 1),
    ),
    "scout": (  # an eye with the drawn brow of the Nile
        Path("M-40 -2Q0 -38 40 -2Q0 26 -40 -2Z", "white", "letters", 3.5),
        Disc(0, -5, 15, "AEDILE", "letters", 2.5),
        Disc(0, -5, 7, "night"),
        Path("M-42 -20Q0 -54 42 -20", "", "letters", 5),
        Path("M-10 14L-14 36M10 14Q16 34 34 30Q40 24 34 20", "", "letters", 4),
    ),
    "castling": (
        Path(TOWER, "parchment_shade", "letters", 2.5),
        Path("M-6 36L-6 20Q0 10 6 20L6 36Z", "letters"),
        Path("M-26 14L-42 14M-35 6L-43 14L-35 22M26 14L42 14M35 6L43 14L35 22", "", "caesar", 5),
    ),
    "wrath": (
        Group((Path(BOLT, "QUAESTOR", "letters", 2.5),), 2, 14, 0.72),
        Path(CLOUD, "GREY", "letters", 2.5),
    ),
    "veto": (
        Path(PALM, "skin", "letters", 2.5),
        Path("M-12 -22L-12 2M-1 -32L-1 2M10 -28L10 2M-14 26Q2 14 14 18", "", "letters", 2, 0.7),
    ),
    "spy": (
        Path("M-32 42C-34 8 -30 -40 0 -44C30 -40 34 8 32 42Q0 34 -32 42Z", "night", "letters", 2.5),
        Path("M-17 2C-17 -26 17 -26 17 2C14 20 -14 20 -17 2Z", "skin_dark", "letters", 1.5),
        Path("M-20 -10Q0 -2 20 -10L20 0Q0 8 -20 0Z", "night"),
        Path("M-12 -4Q-7 -8 -3 -3Q-8 0 -12 -4ZM12 -4Q7 -8 3 -3Q8 0 12 -4Z", "white"),
    ),
    "P": (
        Path("M-36 44C-34 24 -18 20 0 20C18 20 34 24 36 44Z", "toga", "letters", 2),
        Path("M-19 -16C-19 -48 19 -48 19 -16C19 4 10 14 0 14C-10 14 -19 4 -19 -16Z", "skin", "letters", 2),
        Path(BEARD, "white", "letters", 2),
        Path("M-20 -10Q-27 -20 -20 -26M20 -10Q27 -20 20 -26", "", "GREY", 5),
        Path(FACE, "", "letters", 2.4),
    ),
}
"""The pictures of the action cards and of the Philosopher, some 80 high."""


@cache
def face(seat: int, kind: str, frame: str = "") -> tuple[Part, ...]:
    """A card face up; a frame of the given colour marks it."""
    side, ink = SIDES[seat], f"{SIDES[seat]}_dark"
    sheet = Box(-W / 2, -H / 2, W, H, "parchment_shade", "letters", 1, 8), Box(-36.5, -52.5, 73, 105, "", side, 3, 5.5)
    signs: tuple[Part, ...]
    if kind in ACTION_TITLES:
        signs = (
            Box(-35, -51, 70, 76, f"{side}_shade", opacity=0.16, round=4),
            Group(SIGNS[kind], 0, -14, 0.72),
            Box(-36, 26, 72, 26, f"{side}_shade", round=4),
            Label(0, 39, ACTION_TITLES[kind], 16, "parchment", bold=True, serif=True, room=68),
        )
    elif kind == "P":
        turn = Path("M18 -26L18 -44M12 -38L18 -45L24 -38M29 -45L29 -27M23 -33L29 -26L35 -33", "", "gold_dark", 2.5)
        signs = Group(SIGNS["P"], 5, 14, 0.74), Label(-20, -31, "P", 34, ink, bold=True, serif=True), turn
    else:
        pips = (Disc((pip - (int(kind) - 1) / 2) * 11, 39, 3.6, "gold", "gold_dark", 1) for pip in range(int(kind)))
        number = Label(-3 * seat, -10 - 7 * seat, kind, 52, ink, bold=True, serif=True)
        signs = (Group((laurel(f"{side}_light", ink, 40, 6),), 0, -8, 0.66),)
        if seat:
            signs = Group(lotus(f"{side}_light", ink), 0, 17, 0.42), Group(asp("gold", "gold_dark"), 25, -33, 0.3)
        signs = *signs, number, *pips
    return *_under(frame), *sheet, *signs


@cache
def back(seat: int, action: bool, frame: str = "") -> tuple[Part, ...]:
    """A card face down: influence has an emblem in a roundel, action a lattice with a bolt."""
    side, dark = f"{SIDES[seat]}_shade", f"{SIDES[seat]}_dark"
    sheet = Box(-W / 2, -H / 2, W, H, "parchment", "letters", 1, 8), Box(-36, -52, 72, 104, side, "gold_dark", 1, 5)
    if action:
        night = Box(-36, -52, 72, 104, "night", round=5, opacity=0.55), Path(LATTICE, "", "gold_light", 1.6, 0.55)
        bolt = Group((Path(BOLT, "gold_light", "gold_dark", 2.5),), 0, 0, 0.42)
        return *_under(frame), *sheet, *night, Path("M0 -27L27 0L0 27L-27 0Z", dark, "gold", 2.5), bolt
    rim, emblem = Box(-32, -48, 64, 96, "", "gold", 1.5, round=3), (eagle, lotus)[seat]("gold_light", "gold_dark")
    studs = (Disc(x, y, 2.6, "gold_light") for x in (-25, 25) for y in (-41, 41))
    return *_under(frame), *sheet, rim, Disc(0, 0, 27, dark, "gold", 2.5), Group(emblem, 0, 0, 0.46), *studs


@cache
def known(seat: int, sign: str, frame: str = "", *, action: bool = False) -> tuple[Part, ...]:
    """A back with a window: an own card that lies face down, or how many cards there are in a pile."""
    label = Label(0, 1, sign, 50 if len(sign) == 1 else 42, "letters", bold=True, serif=True)
    return *back(seat, action, frame), Disc(0, 0, 31, "parchment", "gold_dark", 2, dash="5 4"), label


@cache
def piled(seat: int, action: bool, number: int, how: str = "") -> tuple[Part, ...]:
    """A deck, which may be `lit`, a hidden hand (`fan`) or cards that are `out`, with their number; an empty pile is its place."""
    if not number:
        return Box(-W / 2, -H / 2, W, H, "", SIDES[seat], 3, 8, 0.6, "7 6"), Label(0, 0, "0", 42, "carved", serif=True)
    top = known(seat, str(number), "glow" if how == "lit" else "", action=action)
    if how == "fan":
        return Group(back(seat, action), -9, -5, 0.9), Group(top, 3, 3, 0.94)
    edges = [Box(-W / 2 + 3 * at, -H / 2 + 3 * at, W, H, "parchment_dark", "letters", 0.8, round=8) for at in (2, 1, 0)]
    if how == "out":
        return *edges, Path("M-26 -42L26 42M26 -42L-26 42", "", SIDES[seat], 8, 0.5), *top[-2:]
    return *(edges[:2] if number > 1 else ()), *top


def _under(frame: str) -> tuple[Part, ...]:
    shadow = Box(-W / 2 + 1, -H / 2 + 3.5, W, H, "shadow", round=8, opacity=0.28)
    return (shadow, Box(-W / 2 - 2, -H / 2 - 2, W + 4, H + 4, "", frame, 5, round=10)) if frame else (shadow,)
