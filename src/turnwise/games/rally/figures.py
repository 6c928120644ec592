"""The players' figures: little rally cars in the seats' colours, each with its seat's number, and the slots they share.   [R1] [R6]"""

from functools import lru_cache

from turnwise.games.rally.atlas import placed
from turnwise.kit.shapes import Disc, Label, Part, Path
from turnwise.kit.words import said

CARS = (said("white"), said("blue"), said("green"), said("red"), said("yellow"), said("purple"))
LIGHT = (0, 4)
"""The cars whose colour is light."""
DIGITS = "⓪①②③④⑤"
PALETTE = {
    "car0": ("#fbfaf5", "#f4f2ea"),
    "car0_low": ("#cfccc0", "#bdb9ab"),
    "car0_edge": ("#3b3f46", "#17191d"),
    "car0_ink": ("#5a5f66", "#f4f2ea"),
    "car1": ("#2e6fd6", "#3f82ea"),
    "car1_low": ("#1b4a99", "#2657a8"),
    "car1_edge": ("#0f2c5e", "#0a1c3d"),
    "car1_ink": ("#1f58b3", "#7db0ff"),
    "car2": ("#2f9e50", "#35a958"),
    "car2_low": ("#1d6d35", "#217640"),
    "car2_edge": ("#0d3d1c", "#082814"),
    "car2_ink": ("#1f7339", "#5fd488"),
    "car3": ("#d23a33", "#de4840"),
    "car3_low": ("#96211c", "#9b2a24"),
    "car3_edge": ("#530f0c", "#370a08"),
    "car3_ink": ("#b32a24", "#ff8a80"),
    "car4": ("#f6c81f", "#f7cd35"),
    "car4_low": ("#c39304", "#c4960f"),
    "car4_edge": ("#5f4700", "#332700"),
    "car4_ink": ("#8a6600", "#f7cd35"),
    "car5": ("#8447bd", "#9156cb"),
    "car5_low": ("#572787", "#603096"),
    "car5_edge": ("#30124f", "#1f0b35"),
    "car5_ink": ("#6d35a3", "#c79bf2"),
    "glass": ("#cfe6f2", "#b9d6e6"),
    "tyre": ("#24272c", "#0d0f12"),
    "hub": ("#c9ccd1", "#aeb3ba"),
}

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
SHARING = (1.0, 1.06, 0.8, 0.78, 0.75, 0.62, 0.6)  # a figure's size by how many stand there, on a position of radius 36
SMALLEST = 0.46


def slot(seat: int, others: list[int], radius: float) -> tuple[float, float, float]:
    """Where a figure stands on its position, and how large."""
    dx, dy = SLOTS[len(others)][others.index(seat)]
    return dx * radius, dy * radius, max(SHARING[len(others)] * max(radius, 26) / 36, SMALLEST)


def digit(seat: int) -> str:
    """A figure in the text picture."""
    return DIGITS[seat]


def car_ink(seat: int) -> str:
    """What can be read on a figure's colour."""
    return "black" if seat in LIGHT else "white"


@lru_cache(1024)
def car(seat: int, x: float = 0, y: float = 0, k: float = 1) -> tuple[Part, ...]:
    """A car with its number; (x, y) is its middle, k its size."""

    def disc(dx: float, dy: float, radius: float, *paint: str, width: float = 0, opacity: float = 1) -> Disc:
        fill, edge = (*paint, "")[:2]
        return Disc(round(x + k * dx, 2), round(y + k * dy, 2), round(radius * k, 2), fill, edge, width * k, opacity)

    low, edge = f"car{seat}_low", f"car{seat}_edge"
    number = ("white", "black") if seat == 0 else ("black", "white")
    return (
        Path(placed("M-27 17C-27 24 27 24 27 17C27 12 -27 12 -27 17Z", x, y, k), "shadow", opacity=0.28),
        Path(placed("M18 -12L24 -12L24 -16L28 -16L28 -8L20 -5Z", x, y, k), low, edge, 1.4 * k),
        Path(placed(BODY, x, y, k), f"car{seat}", edge, 2 * k),
        Path(placed("M-27 6L27 6L27 12L-27 12Z", x, y, k), low, opacity=0.75),
        Path(
            placed("M-16 -7L-12 -16C-11 -18 -10 -19 -8 -19L8 -19C11 -19 12 -18 13 -16L17 -7Z", x, y, k),
            "glass",
            edge,
            1.2 * k,
        ),
        Path(placed("M-22 -3L-27 -1L-27 2L-22 2Z", x, y, k), "flag_white", edge, 0.8 * k),
        *(disc(dx, 12, 7.5, "tyre", edge, width=1) for dx in (-16, 16)),
        *(disc(dx, 12, 3.3, "hub") for dx in (-16, 16)),
        disc(0, -3, 13.5, number[1], edge, width=1.8),
        Label(x, y - 3 * k, str(seat), 23 * k, number[0], bold=True),
    )
