"""The players' figures: little rally cars in the seats' colours, each with its seat's number, and the slots they share.   [R1] [R6]"""

from functools import cache

from turnwise.kit.shapes import Disc, Label, Part, Path

CARS = ("white", "blue", "green", "red", "yellow", "purple")
DIGITS = "⓪①②③④⑤"
"""Figures in a terminal."""
PAINTS = (  # of the body, its edge, and of letters; each light and dark
    (("#fbfaf5", "#f4f2ea"), ("#3b3f46", "#17191d"), ("#5a5f66", "#f4f2ea")),
    (("#2e6fd6", "#3874d1"), ("#0f2c5e", "#0a1c3d"), ("#1f58b3", "#7db0ff")),
    (("#288644", "#2a8646"), ("#0d3d1c", "#082814"), ("#1f7339", "#5fd488")),
    (("#d23a33", "#d1443c"), ("#530f0c", "#370a08"), ("#b32a24", "#ff8a80")),
    (("#f6c81f", "#f7cd35"), ("#5f4700", "#332700"), ("#8a6600", "#f7cd35")),
    (("#8447bd", "#9156cb"), ("#30124f", "#1f0b35"), ("#6d35a3", "#c79bf2")),
)
USES = ("", "_edge", "_ink")
PALETTE = {f"car{seat}{USES[i]}": pair for seat, paints in enumerate(PAINTS) for i, pair in enumerate(paints)}
BODY = (
    "M-27 12L-28 2C-28 -3 -25 -6 -20 -7L-15 -18C-14 -21 -11 -23 -8 -23L9 -23"
    "C13 -23 15 -21 17 -18L21 -8L25 -6C28 -5 28 -2 28 2L27 12Z"
)
SLOTS: dict[int, tuple[tuple[float, float], ...]] = {
    1: ((0, 0),),
    2: ((-0.45, 0), (0.45, 0)),
    3: ((-0.45, 0.3), (0.45, 0.3), (0, -0.45)),
    4: ((-0.45, -0.45), (0.45, -0.45), (-0.45, 0.45), (0.45, 0.45)),
    5: ((-0.45, -0.45), (0.45, -0.45), (-0.45, 0.45), (0.45, 0.45), (0, 0)),
    6: ((-0.6, -0.4), (0, -0.4), (0.6, -0.4), (-0.6, 0.4), (0, 0.4), (0.6, 0.4)),
}
SHARING = (1.0, 1.06, 0.8, 0.78, 0.75, 0.62, 0.6)
"""A figure's size by how many stand there, on a position of radius 36."""


def slot(seat: int, sharing: tuple[int, ...], radius: float) -> tuple[float, float, float]:
    """Where a figure stands on its position, and how large."""
    dx, dy = SLOTS[len(sharing)][sharing.index(seat)]
    return dx * radius, dy * radius, SHARING[len(sharing)] * max(radius, 22) / 36


def car_ink(seat: int) -> str:
    """What can be read on a figure's colour."""
    return "black" if CARS[seat] in ("white", "yellow") else "white"


@cache
def car(seat: int) -> tuple[Part, ...]:
    """A car with its number, 56 wide around its middle, and some room to touch it."""
    body, edge = f"car{seat}", f"car{seat}_edge"
    number = ("white", "black") if seat == 0 else ("black", "white")
    return (
        Disc(0, 0, 34, "white", opacity=0),
        Path("M-27 17C-27 24 27 24 27 17C27 12 -27 12 -27 17Z", "shadow", opacity=0.28),
        Path("M18 -12L24 -12L24 -16L28 -16L28 -8L20 -5Z", body, edge, 1.4),
        Path(BODY, body, edge, 2),
        Path("M-27 6L27 6L27 12L-27 12Z", edge, opacity=0.4),
        Path("M-16 -7L-12 -16C-11 -18 -10 -19 -8 -19L8 -19C11 -19 12 -18 13 -16L17 -7Z", "water_light", edge, 1.2),
        Path("M-22 -3L-27 -1L-27 2L-22 2Z", "white", edge, 0.8),
        *(Disc(x, 12, radius, fill, edge, 1) for x in (-16, 16) for radius, fill in ((7.5, "black"), (3.3, "rock"))),
        Disc(0, -3, 13.5, number[1], edge, 1.8),
        Label(0, -3, str(seat), 23, number[0], bold=True),
    )
