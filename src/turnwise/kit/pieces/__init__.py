"""Drawn equipment that games are built from, and the regions of a table where it lies."""

from turnwise.kit.pieces.area import Area
from turnwise.kit.pieces.characters import boxed
from turnwise.kit.pieces.equipment import die
from turnwise.kit.pieces.look import Look
from turnwise.kit.pieces.table import (
    AROUND,
    BESIDE,
    CORNERS,
    Board,
    Button,
    Card,
    Counter,
    Hand,
    Note,
    Panel,
    Plate,
    Table,
    near_first,
)

__all__ = [
    "AROUND",
    "BESIDE",
    "CORNERS",
    "Area",
    "Board",
    "Button",
    "Card",
    "Counter",
    "Hand",
    "Look",
    "Note",
    "Panel",
    "Plate",
    "Table",
    "boxed",
    "die",
    "near_first",
]
