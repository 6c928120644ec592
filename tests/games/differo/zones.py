"""No piece of Differo is ever captured: 13 white and 13 black points, none of them shared [D3, D20]."""

from typing import Any


def pieces(s: Any) -> list[int]:
    white, black = s.sides
    return [white.bit_count(), black.bit_count(), (white & black).bit_count()]
