"""Caesar and Cleopatra, what is drawn: colours, emblems, portraits, figures, busts, the bag and the cards."""

from cmath import rect
from functools import cache
from itertools import product
from math import pi

from turnwise.games.caesar.captions import ACTION_TITLES
from turnwise.kit.shapes import Box, Disc, Group, Label, Part, Path, Shade, dots, moved, outlines

SIDES = ("caesar", "cleo")
COLOURS = """table e4dccb 17181b | marble efe8d9 43464d | marble_light fffcf4 5a5e67 | marble_dark cdc2ab 2c2e33 |
marble_edge 9c8f76 787c86 | hall b9c3c6 14171b | hall_light dfe4e2 262b31 | carved 5a4b33 f0e4c8 | gold c4902a d9a742 |
gold_light f7dd93 f8e1a0 | gold_dark 83590d 86611c | glow e08a00 ffcf4a | caesar a5251f ad302a |
caesar_dark 701413 701b18 | caesar_light cf5347 c04c42 | caesar_cloth dcb3a6 3d2120 | caesar_ink 8d1c18 f4998f |
cleo 0d6d60 0f685c | cleo_dark 06443c 07483f | cleo_light 2f8c7e 2b8274 | cleo_cloth a9cfc4 16332e |
cleo_ink 075a4e 6fd3c0 | parchment fcf5e1 f0e6cc | parchment_dark ecdcb4 d6c59a | letters 38291a 33251a |
skin e8bd95 dcae84 | skin_dark b9845a a97850 | brown 5d4632 5a4330 | night 1f1c28 16141d | toga fdfaf2 ece7da |
leather 85562f 7a4e2b | leather_light a5744a 95683e | PRAETOR 2f6fba 4b8cd4 | AEDILE 4d8f38 69ad51 |
QUAESTOR e0b21e ebc53c | CONSUL fbfaf4 f3f1e8 | CENSOR dd7aa4 e58fb3 | BLACK 2b2b31 0d0d10 | GREY 8f9299 8b8e95"""
PALETTE = {name: (f"#{light}", f"#{dark}") for name, light, dark in map(str.split, COLOURS.split("|"))}
"""Each for light and for dark."""
RUNS = """marble_shade marble_light marble marble_dark|gold_shade gold_light gold gold_dark|hall_shade hall hall_light|
parchment_shade parchment parchment_dark|leather_shade leather_light leather|cleo_shade cleo_light cleo cleo_dark|
caesar_shade caesar_light caesar caesar_dark|caesar_round caesar_light caesar_dark|cleo_round cleo_light cleo_dark"""
SHADES = tuple(
    Shade(name, tuple((at / (len(run) - 1), one) for at, one in enumerate(run)), radial=name.endswith("_round"))
    for name, *run in map(str.split, RUNS.split("|"))
)
EAGLE = outlines("""M-4 -8Q-16 -34 -48 -40Q-46 -28 -38 -24Q-42 -20 -42 -14Q-36 -14 -32 -12Q-34 -6 -32 -2Q-26 -4 -23 -2
Q-22 6 -12 12 L-4 10ZM4 -8Q16 -34 48 -40Q46 -28 38 -24Q42 -20 42 -14Q36 -14 32 -12Q34 -6 32 -2Q26 -4 23 -2Q22 6 12 12
L4 10Z M0 -34Q10 -32 8 -20C14 -10 12 10 6 18L12 36L4 31L0 40L-4 31L-12 36L-6 18C-12 10 -12 -8 -5 -18L-12 -23
Q-8 -34 0 -34Z/gold_light/gold_dark/2|M-2 -26v.1//gold_dark/4""")
"""With raised wings, some 96 wide."""
ASP = outlines("""M22 34C-26 44 -34 24 -8 20C10 17 10 10 4 2//gold_dark/13|
M22 34C-26 44 -34 24 -8 20C10 17 10 10 4 2//gold_light/9|
M0 -40C10 -40 12 -30 9 -26C20 -18 16 2 4 8C-12 4 -18 -16 -9 -26C-12 -30 -10 -40 0 -40Z/gold_light/gold_dark/2|
M-7 -14h14M-7 -7h14M-4 0h9M-4 -31v.2M4 -31v.2//gold_dark/2""")
"""A rearing cobra, some 70 high."""


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
def lotus(fill: str, edge: str) -> Path:
    """An opened flower, some 90 wide: Cleopatra's emblem."""
    petals = ((-1.15, 44.0), (1.15, 44.0), (-0.62, 50.0), (0.62, 50.0), (0, 54.0))
    opened = "".join(_leaf(26j, turn - pi / 2, length, 19) for turn, length in petals)
    return Path(f"{opened}M-16 24Q0 44 16 24Q0 32 -16 24Z", fill, edge, 2)


@cache
def portrait(seat: int) -> tuple[Part, ...]:
    """A persona in a roundel of radius 44."""
    ring = Disc(0, 0, 44, "gold_shade", "gold_dark", 1), Disc(0, 0, 38.5, f"{SIDES[seat]}_round", "gold_dark", 1)
    wreath = Group((laurel("gold_light", "gold_dark", 17, 5, 1.55, -pi / 2),), 0, -8)
    return *ring, *FACES[seat], Group(ASP, 0, -29, 0.24) if seat else wreath


FACES = (
    outlines("""M-27 27C-24 14 -12 11 0 11C12 11 24 14 27 27C12 42 -12 42 -27 27Z/toga/marble_edge/1|
M-14 12C-8 24 4 32 16 36L24 30C12 26 0 18 -4 11Z/caesar/caesar_dark/1|M-6 4L6 4L7 14Q0 20 -7 14Z/skin_dark|
M-15 -12C-15 -28 15 -28 15 -12C15 2 9 12 0 12C-9 12 -15 2 -15 -12Z/skin/skin_dark/1|
M-16 -8C-19 -30 19 -30 16 -8C13 -14 11 -17 6 -16C2 -13 -6 -17 -11 -14C-13 -13 -14 -10 -16 -8Z/brown|
M-10 -7Q-6 -10 -2 -7M2 -7Q6 -10 10 -7M0 -5L-2 3L2 3M-4 7Q0 9 4 7M-6 -4v.2M6 -4v.2//brown/1.7"""),
    outlines("""M-18 -10C-22 -34 22 -34 18 -10L22 18C14 24 -14 24 -22 18Z/night|
M-27 27C-24 16 -12 14 0 14C12 14 24 16 27 27C12 42 -12 42 -27 27Z/gold_shade/gold_dark/1|
M-20 24Q0 36 20 24M-15 19Q0 28 15 19//cleo_dark/2.5|M-5 6L5 6L7 17Q0 21 -7 17Z/skin_dark|
M-12 -10C-12 -22 12 -22 12 -10C12 2 7 12 0 12C-7 12 -12 2 -12 -10Z/skin/skin_dark/1|
M-13 -8L-13 -20Q0 -26 13 -20L13 -8Q10 -16 0 -16Q-10 -16 -13 -8Z/night|
M-18 -16Q0 -27 18 -16L18 -20Q0 -32 -18 -20Z/gold_shade/gold_dark/.8|M-4 6Q0 4.5 4 6Q0 9 -4 6Z/caesar|
M-11 -5Q-6 -9 -2 -5L-11 -5L-14 -4M11 -5Q6 -9 2 -5L11 -5L14 -4M0 -3L-1.5 2L1.5 2//night/1.7"""),
)


def patrician(group: str) -> tuple[Part, ...]:
    """A figure in a toga with a sash in the colour of the group, 26 wide and 46 high, standing on y = 0."""
    return outlines(f"""M-13 1Q0 -4 13 1Q0 5 -13 1Z/shadow//0/.3|
M-10 0C-13 -16 -11 -29 0 -30C11 -29 13 -16 10 0Z/toga/marble_edge/1|
M-9 -25C-4 -12 4 -6 11 -6L11 -13C5 -15 0 -20 -3 -29Z/{group}/letters/.8|
M-7 -37a7 7 0 0 0 14 0a7 7 0 0 0 -14 0Z/skin/skin_dark/.8|M-7 -37C-8 -47 8 -47 7 -37C4 -41 -4 -41 -7 -37Z/brown""")


def bust(name: str) -> tuple[Part, ...]:
    """A bust on its foot, 36 wide and 50 high, standing on y = 0."""
    edge = "GREY" if name == "BLACK" else "letters"
    return outlines(f"""M-18 1Q0 -4 18 1Q0 6 -18 1Z/shadow//0/.3|M-11 -9h22v9h-22z/{name}/{edge}/1.2|
M-18 -12C-17 -22 -10 -25 -5 -26h10C10 -25 17 -22 18 -12Q9 -7 6 -9h-12Q-9 -7 -18 -12Z/{name}/{edge}/1.2|
M-9 -37C-9 -50 9 -50 9 -37C9 -30 5 -24 0 -24C-5 -24 -9 -30 -9 -37Z/{name}/{edge}/1.2|
M-9 -37C-11 -52 11 -52 9 -37Q8 -43 3 -42Q-3 -44 -5 -42Q-8 -42 -9 -37Z/{edge}//0/.45|
M-6 -38L-2 -38M2 -38L6 -38M0 -37L-1.5 -32L1.5 -32M-3 -28.5L3 -28.5//{edge}/1.1/.75""")


@cache
def bag(count: int, lit: bool, before: str) -> tuple[Part, ...]:
    """The sack with so many busts, 112 wide and 88 high, and the one that stands before it."""
    sack, neck = "M-12 -22C-34 -10 -40 18 -30 34Q0 44 30 34C40 18 34 -10 12 -22Z", "M-20 -38Q-8 -32 0 -37Q8 -32 20 -38"
    parts = outlines(f"""M-34 36Q0 28 34 36Q0 48 -34 36Z/shadow//0/.35|{sack}//glow/{9 * lit}/.8|
{neck}Q14 -28 12 -22L-12 -22Q-14 -28 -20 -38Z/leather_shade/letters/1.2|{sack}/leather_shade/letters/1.5|
M-13 -22Q0 -16 13 -22//gold/4""")
    number = Label(0, 10, str(count), 30, "parchment", bold=True, serif=True)
    return *moved((*parts, number), -16), *((Group(bust(before), 38, 40, 0.9),) if before else ())


W, H = 80.0, 112.0
"""The size of a card in the hand; those on the table are scaled down."""
CROSS = "M-26 -42L26 42M26 -42L-26 42"
SIGNS = {
    "assassination": outlines("""M0 44L-9 26L-8 -8L8 -8L9 26Z/white/letters/2|M-5 -36h10v22h-10z/leather/letters/2|
M-20 -14h40v8h-40zM-7 -39a7 7 0 1 1 14 0a7 7 0 1 1 -14 0Z/gold/letters/2|
M14 30C20 38 20 44 14 45C8 44 8 38 14 30Z/caesar/caesar_dark/1"""),
    "scout": outlines("""M-40 -2Q0 -38 40 -2Q0 26 -40 -2Z/white/letters/3.5|M0 -5v.1//letters/33|M0 -5v.1//AEDILE/28|
M0 -5v.1//night/14|M-42 -20Q0 -54 42 -20M-10 14L-14 36M10 14Q16 34 34 30Q40 24 34 20//letters/4.5"""),
    "castling": outlines("""M-20 36L-17 -14L-24 -20v-20h11v8h8v-8h10v8h8v-8h11v20L17 -14
L20 36Z/parchment_shade/letters/2.5|M-6 36L-6 20Q0 10 6 20L6 36Z/letters|
M-26 14L-42 14M-35 6L-43 14L-35 22M26 14L42 14M35 6L43 14L35 22//caesar/5"""),
    "wrath": outlines("""M9 -19L-12 18L0 18L-7 47L18 7L5 7L15 -19Z/QUAESTOR/letters/2|
M-34 -6C-50 -10 -42 -32 -26 -28C-22 -46 6 -48 12 -32C30 -44 48 -22 36 -8Q0 -2 -34 -6Z/GREY/letters/2.5"""),
    "veto": outlines("""M-22 8v-30Q-17 -29 -12 -22v-12Q-6 -42 -1 -34v-2Q5 -44 10 -35v7Q16 -35 21 -27v43
C21 46 -14 46 -24 28L-38 8 Q-34 -2 -26 4Z/skin/letters/2.5|
M-12 -22L-12 2M-1 -32L-1 2M10 -28L10 2M-14 26Q2 14 14 18//letters/2/.7"""),
    "spy": outlines("""M-32 42C-34 8 -30 -40 0 -44C30 -40 34 8 32 42Q0 34 -32 42Z/night/letters/2.5|
M-17 2C-17 -26 17 -26 17 2C14 20 -14 20 -17 2Z/skin_dark/letters/1.5|M-20 -10Q0 -2 20 -10L20 0Q0 8 -20 0Z/night|
M-12 -4Q-7 -8 -3 -3Q-8 0 -12 -4ZM12 -4Q7 -8 3 -3Q8 0 12 -4Z/white"""),
    "P": outlines("""M-36 44C-34 24 -18 20 0 20C18 20 34 24 36 44Z/toga/letters/2|
M-19 -16C-19 -48 19 -48 19 -16C19 4 10 14 0 14C-10 14 -19 4 -19 -16Z/skin/letters/2|
M-20 -12C-26 14 -14 38 0 42C14 38 26 14 20 -12C16 2 8 0 0 -2C-8 0 -16 2 -20 -12Z/white/letters/2|
M-20 -10Q-27 -20 -20 -26M20 -10Q27 -20 20 -26//GREY/5|M-12 -20Q-7 -24 -3 -20M3 -20Q7 -24 12 -20
M-5 6Q0 9 5 6M-7 16Q-5 26 0 32M7 16Q6 24 4 28M-7 -15v.3M7 -15v.3//letters/2.4"""),
}
"""The pictures of the action cards and of the Philosopher, some 80 high."""


def _sheet(fill: str, frame: str) -> tuple[Part, ...]:
    """An empty card with its shadow; a frame of a colour marks it."""
    marked = (Box(-W / 2 - 2, -H / 2 - 2, W + 4, H + 4, "", frame, 5, round=10),) if frame else ()
    return Box(-39, -52.5, W, H, "shadow", round=8, opacity=0.28), *marked, Box(-40, -56, W, H, fill, "letters", 1, 8)


@cache
def face(seat: int, kind: str, frame: str = "") -> tuple[Part, ...]:
    """A card face up, its index in the upper left corner; a frame of a colour marks it, or a cross if it is spent."""
    side, ink = SIDES[seat], f"{SIDES[seat]}_dark"
    sheet = *_sheet("parchment_shade", "" if frame == "spent" else frame), Box(-36.5, -52.5, 73, 105, "", side, 3, 5.5)
    index: Part = Label(-19, -30, kind, 42, ink, bold=True, serif=True)
    if kind in ACTION_TITLES:
        index = Group(SIGNS[kind], -22, -37, 0.25)
        title = Label(0, 39, ACTION_TITLES[kind], 16, "parchment", bold=True, serif=True, room=68, spare=True)
        shade = outlines(f"M-35 -51h70v76h-70z/{side}_shade//0/.16|M-36 26h72v26h-72z/{side}_shade")
        signs: tuple[Part, ...] = *shade, title, Group(SIGNS[kind], 5, -5, 0.62)
    elif kind == "P":
        turn = Path("M18 -26L18 -44M12 -38L18 -45L24 -38M29 -45L29 -27M23 -33L29 -26L35 -33", "", "gold_dark", 2.5)
        signs = Group(SIGNS["P"], 5, 14, 0.74), turn
    else:
        pips = dots([((pip - (int(kind) - 1) / 2) * 11, 42) for pip in range(int(kind))])
        wreath = laurel(f"{side}_light", ink, 22, 5), Group(EAGLE, 0, 0, 0.3)
        flower = Group((lotus(f"{side}_light", ink),), 0, 6, 0.52), Group(ASP, 18, -45, 0.32)
        signs = Group((wreath, flower)[seat], 6, 9), Path(pips, "", "gold_dark", 8), Path(pips, "", "gold", 6.2)
    cross = (Path(CROSS, "", side, 8, 0.5),) if frame == "spent" else ()
    return *sheet, *signs, *cross, index


@cache
def back(seat: int, action: bool, frame: str = "") -> tuple[Part, ...]:
    """A card face down: influence has an emblem in a roundel, action a lattice with a bolt."""
    side, dark = f"{SIDES[seat]}_shade", f"{SIDES[seat]}_dark"
    sheet = *_sheet("parchment", frame), Box(-36, -52, 72, 104, side, "gold_dark", 1, 5)
    if action:
        return *sheet, *outlines(f"""M-36 -52h72v104h-72z/night//0/.55|
M-36 -32L-16 -52M-36 -12L4 -52M-36 8L24 -52M-36 28L36 -44 M-36 48L36 -24M-20 52L36 -4M0 52L36 16M20 52L36 36M36 -32
L16 -52M36 -12L-4 -52M36 8L-24 -52M36 28L-36 -44M36 48L-36 -24 M20 52L-36 -4M0 52L-36 16M-20 52
L-36 36//gold_light/1.6/.55|M0 -27L27 0L0 27L-27 0Z/{dark}/gold/2.5|
M4 -19L-8 3L-1 3L-5 19L9 -4L2 -4L8 -19Z/gold_light/gold_dark/1""")
    rim = outlines("M-32 -48h64v96h-64z//gold/1.5|M-25 -41v.1M25 -41v.1M-25 41v.1M25 41v.1//gold_light/5.2")
    emblem = (lotus("gold_light", "gold_dark"),) if seat else EAGLE
    return *sheet, *rim, Disc(0, 0, 27, dark, "gold", 2.5), Group(emblem, 0, 0, 0.46)


@cache
def known(seat: int, sign: str, frame: str = "", *, action: bool = False) -> tuple[Part, ...]:
    """A back with a window: an own card that lies face down, or how many cards there are in a pile."""
    label = Label(0, 1, sign, 50 if len(sign) == 1 else 42, "letters", bold=True, serif=True)
    return *back(seat, action, frame), Disc(0, 0, 31, "parchment", "gold_dark", 2, dash="5 4"), label


@cache
def piled(seat: int, action: bool, number: int, how: str = "") -> tuple[Part, ...]:
    """A deck, which may be `lit`, a hidden hand (`fan`) or cards that are `out`, and their number; if none, a place."""
    if not number:
        return Box(-W / 2, -H / 2, W, H, "", SIDES[seat], 3, 8, 0.6, "7 6"), Label(0, 0, "0", 42, "carved", serif=True)
    top = known(seat, str(number), "glow" if how == "lit" else "", action=action)
    if how == "fan":
        return Group(back(seat, action), -9, -5, 0.9), *moved(top, 3, 3, 0.94)
    edges = [Box(-W / 2 + 3 * at, -H / 2 + 3 * at, W, H, "parchment_dark", "letters", 0.8, round=8) for at in (2, 1, 0)]
    if how == "out":
        return *edges, Path(CROSS, "", SIDES[seat], 8, 0.5), *top[-2:]
    if number == 1 and how == "lit":  # a last card to be touched is as broad as a pile, for a finger
        edges = [Box(-W / 2 + 6, -H / 2 + 6, W, H, "", SIDES[seat], 3, 8, 0.6, "7 6")]
    return *(edges[:2] if number > 1 or how == "lit" else ()), *top
