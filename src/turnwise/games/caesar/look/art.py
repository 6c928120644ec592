"""Caesar and Cleopatra, what stands around the cards: colours, emblems, portraits, figures, busts and the bag."""

from cmath import rect
from functools import cache
from itertools import product
from math import pi

from turnwise.kit.shapes import Box, Disc, Group, Label, Part, Path, Shade

SIDES = ("caesar", "cleo")

COLOURS = """
table e4dccb 17181b | marble efe8d9 43464d | marble_light fffcf4 5a5e67 | marble_dark cdc2ab 2c2e33 |
marble_edge 9c8f76 787c86 | hall b9c3c6 14171b | hall_light dfe4e2 262b31 | carved 5a4b33 f0e4c8 |
gold c4902a d9a742 | gold_light f7dd93 f8e1a0 | gold_dark 83590d 86611c | glow e08a00 ffcf4a | caesar a5251f ad302a |
caesar_dark 701413 701b18 | caesar_light cf5347 d35d52 | caesar_cloth dcb3a6 3d2120 | caesar_ink 8d1c18 f4998f |
cleo 0d6d60 0f685c | cleo_dark 06443c 07483f | cleo_light 37998a 37998a | cleo_cloth a9cfc4 16332e |
cleo_ink 075a4e 6fd3c0 | parchment fcf5e1 f0e6cc | parchment_dark ecdcb4 d6c59a | letters 38291a 33251a |
skin e8bd95 dcae84 | skin_dark b9845a a97850 | brown 5d4632 5a4330 | night 1f1c28 16141d | toga fdfaf2 ece7da |
leather 85562f 7a4e2b | leather_light a5744a 95683e | PRAETOR 2f6fba 4b8cd4 | AEDILE 4d8f38 69ad51 |
QUAESTOR e0b21e ebc53c | CONSUL fbfaf4 f3f1e8 | CENSOR dd7aa4 e58fb3 | BLACK 2b2b31 0d0d10 | GREY 8f9299 8b8e95
"""
PALETTE = {name: (f"#{light}", f"#{dark}") for name, light, dark in map(str.split, COLOURS.split("|"))}
"""Each for light and for dark."""
SHADES = (
    Shade("marble_shade", ((0, "marble_light"), (0.5, "marble"), (1, "marble_dark"))),
    Shade("hall_shade", ((0, "hall"), (1, "hall_light"))),
    Shade("gold_shade", ((0, "gold_light"), (0.55, "gold"), (1, "gold_dark"))),
    *(Shade(f"{one}_shade", ((0, f"{one}_light"), (0.35, one), (1, f"{one}_dark"))) for one in SIDES),
    *(Shade(f"{one}_round", ((0, f"{one}_light"), (1, f"{one}_dark")), radial=True) for one in SIDES),
    Shade("parchment_shade", ((0, "parchment"), (1, "parchment_dark"))),
    Shade("leather_shade", ((0, "leather_light"), (1, "leather"))),
)
EAGLE = (
    "M-4 -8Q-16 -34 -48 -40Q-46 -28 -38 -24Q-42 -20 -42 -14Q-36 -14 -32 -12Q-34 -6 -32 -2Q-26 -4 -23 -2Q-22 6 -12 12"
    "L-4 10ZM4 -8Q16 -34 48 -40Q46 -28 38 -24Q42 -20 42 -14Q36 -14 32 -12Q34 -6 32 -2Q26 -4 23 -2Q22 6 12 12L4 10Z"
    "M0 -34Q10 -32 8 -20C14 -10 12 10 6 18L12 36L4 31L0 40L-4 31L-12 36L-6 18C-12 10 -12 -8 -5 -18L-12 -23Q-8 -34 0 -34Z"
)


def _leaf(root: complex, turn: float, length: float, breadth: float) -> str:
    """The outline of a leaf that grows from its root."""
    tip = (0, length / 2 - breadth * 1j, length, length / 2 + breadth * 1j, 0)
    a, b, c, d, e = (f"{at.real:.1f} {at.imag:.1f}" for at in (root + rect(1, turn) * one for one in tip))
    return f"M{a}Q{b} {c}Q{d} {e}Z"


@cache
def laurel(fill: str, edge: str, radius: float, leaves: int = 8, spread: float = 2.35, foot: float = pi / 2) -> Path:
    """A wreath, open opposite to its foot: Caesar's emblem."""
    outline = ""
    for side, leaf in product((-1, 1), range(leaves)):
        where = foot - side * (0.22 + leaf * spread / leaves)
        for lean, size in ((0.5, 0.44), (-0.45, 0.36)):
            outline += _leaf(rect(radius, where), where - side * (pi / 2 - lean), size * radius, size * radius * 0.34)
    return Path(outline, fill, edge, 1)


@cache
def lotus(fill: str, edge: str) -> tuple[Part, ...]:
    """An opened flower, some 90 wide: Cleopatra's emblem."""
    petals = ((-1.15, 44.0), (1.15, 44.0), (-0.62, 50.0), (0.62, 50.0), (0, 54.0))
    opened = (Path(_leaf(26j, turn - pi / 2, length, 19), fill, edge, 2) for turn, length in petals)
    return (*opened, Path("M-16 24Q0 44 16 24Q0 32 -16 24Z", fill, edge, 2))


@cache
def eagle(fill: str, edge: str) -> tuple[Part, ...]:
    """An eagle with raised wings, some 96 wide."""
    return Path(EAGLE, fill, edge, 2), Disc(-2, -26, 2, edge)


@cache
def asp(fill: str, edge: str) -> tuple[Part, ...]:
    """A rearing cobra, some 70 high."""
    tail, ribs = "M22 34C-26 44 -34 24 -8 20C10 17 10 10 4 2", "M-7 -14h14M-7 -7h14M-4 0h9M-4 -31v.2M4 -31v.2"
    hood = Path("M0 -40C10 -40 12 -30 9 -26C20 -18 16 2 4 8C-12 4 -18 -16 -9 -26C-12 -30 -10 -40 0 -40Z", fill, edge, 2)
    return Path(tail, "", edge, 13), Path(tail, "", fill, 9), hood, Path(ribs, "", edge, 2)


FACES: tuple[tuple[Part, ...], ...] = (
    (
        Path("M-27 27C-24 14 -12 11 0 11C12 11 24 14 27 27C12 42 -12 42 -27 27Z", "toga", "marble_edge", 1),
        Path("M-14 12C-8 24 4 32 16 36L24 30C12 26 0 18 -4 11Z", "caesar", "caesar_dark", 1),
        Path("M-6 4L6 4L7 14Q0 20 -7 14Z", "skin_dark"),
        Path("M-15 -12C-15 -28 15 -28 15 -12C15 2 9 12 0 12C-9 12 -15 2 -15 -12Z", "skin", "skin_dark", 1),
        Path("M-16 -8C-19 -30 19 -30 16 -8C13 -14 11 -17 6 -16C2 -13 -6 -17 -11 -14C-13 -13 -14 -10 -16 -8Z", "brown"),
        Group((laurel("gold_light", "gold_dark", 17, 5, 1.55, -pi / 2),), 0, -8),
        Path("M-10 -7Q-6 -10 -2 -7M2 -7Q6 -10 10 -7M0 -5L-2 3L2 3M-4 7Q0 9 4 7M-6 -4v.2M6 -4v.2", "", "brown", 1.7),
    ),
    (
        Path("M-18 -10C-22 -34 22 -34 18 -10L22 18C14 24 -14 24 -22 18Z", "night"),
        Path("M-27 27C-24 16 -12 14 0 14C12 14 24 16 27 27C12 42 -12 42 -27 27Z", "gold_shade", "gold_dark", 1),
        Path("M-20 24Q0 36 20 24M-15 19Q0 28 15 19", "", "cleo_dark", 2.5),
        Path("M-5 6L5 6L7 17Q0 21 -7 17Z", "skin_dark"),
        Path("M-12 -10C-12 -22 12 -22 12 -10C12 2 7 12 0 12C-7 12 -12 2 -12 -10Z", "skin", "skin_dark", 1),
        Path("M-13 -8L-13 -20Q0 -26 13 -20L13 -8Q10 -16 0 -16Q-10 -16 -13 -8Z", "night"),
        Path("M-18 -16Q0 -27 18 -16L18 -20Q0 -32 -18 -20Z", "gold_shade", "gold_dark", 0.8),
        Group(asp("gold_light", "gold_dark"), 0, -29, 0.24),
        Path("M-11 -5Q-6 -9 -2 -5L-11 -5L-14 -4M11 -5Q6 -9 2 -5L11 -5L14 -4M0 -3L-1.5 2L1.5 2", "", "night", 1.7),
        Path("M-4 6Q0 4.5 4 6Q0 9 -4 6Z", "caesar"),
    ),
)


@cache
def portrait(seat: int) -> tuple[Part, ...]:
    """A persona in a roundel of radius 44."""
    ring = Disc(0, 0, 44, "gold_shade", "gold_dark", 1), Disc(0, 0, 38.5, f"{SIDES[seat]}_round", "gold_dark", 1)
    return (*ring, *FACES[seat])


@cache
def patrician(group: str) -> tuple[Part, ...]:
    """A figure in a toga with a sash in the colour of the group, 26 wide and 46 high, standing on y = 0."""
    return (
        Path("M-13 1Q0 -4 13 1Q0 5 -13 1Z", "shadow", opacity=0.3),
        Path("M-10 0C-13 -16 -11 -29 0 -30C11 -29 13 -16 10 0Z", "toga", "marble_edge", 1),
        Path("M-9 -25C-4 -12 4 -6 11 -6L11 -13C5 -15 0 -20 -3 -29Z", group, "letters", 0.8),
        Disc(0, -37, 7, "skin", "skin_dark", 0.8),
        Path("M-7 -37C-8 -47 8 -47 7 -37C4 -41 -4 -41 -7 -37Z", "brown"),
    )


@cache
def bust(name: str) -> tuple[Part, ...]:
    """A bust on its foot, 36 wide and 50 high, standing on y = 0."""
    edge = "GREY" if name == "BLACK" else "letters"
    return (
        Path("M-18 1Q0 -4 18 1Q0 6 -18 1Z", "shadow", opacity=0.3),
        Box(-11, -9, 22, 9, name, edge, 1.2, round=1.5),
        Path("M-18 -12C-17 -22 -10 -25 -5 -26h10C10 -25 17 -22 18 -12Q9 -7 6 -9h-12Q-9 -7 -18 -12Z", name, edge, 1.2),
        Path("M-9 -37C-9 -50 9 -50 9 -37C9 -30 5 -24 0 -24C-5 -24 -9 -30 -9 -37Z", name, edge, 1.2),
        Path("M-9 -37C-11 -52 11 -52 9 -37Q8 -43 3 -42Q-3 -44 -5 -42Q-8 -42 -9 -37Z", edge, opacity=0.45),
        Path("M-6 -38L-2 -38M2 -38L6 -38M0 -37L-1.5 -32L1.5 -32M-3 -28.5L3 -28.5", "", edge, 1.1, 0.75),
    )


@cache
def bag(count: int, lit: bool, before: str) -> tuple[Part, ...]:
    """The sack with so many busts, 112 wide and 88 high, and the one that stands before it."""
    sack, neck = "M-12 -22C-34 -10 -40 18 -30 34Q0 44 30 34C40 18 34 -10 12 -22Z", "M-20 -38Q-8 -32 0 -37Q8 -32 20 -38"
    parts = (
        Path("M-34 36Q0 28 34 36Q0 48 -34 36Z", "shadow", opacity=0.35),
        *((Path(sack, "", "glow", 9, 0.8),) if lit else ()),
        Path(f"{neck}Q14 -28 12 -22L-12 -22Q-14 -28 -20 -38Z", "leather_shade", "letters", 1.2),
        Path(sack, "leather_shade", "letters", 1.5),
        Path("M-13 -22Q0 -16 13 -22", "", "gold", 4),
        Label(0, 10, str(count), 30, "parchment", bold=True, serif=True),
    )
    return (Group(parts, -16, 0), *((Group(bust(before), 38, 40, 0.9),) if before else ()))
