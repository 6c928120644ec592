"""What a game's `look.py` offers the house."""

from collections.abc import Sequence
from typing import Protocol

from turnwise.kit.pieces.table import Table
from turnwise.kit.shapes import Seen


class Look(Protocol):
    """A game's `look.py`. Only `look` is needed."""

    SEAT_COLOURS: Sequence[tuple[str, str]]
    """Of the game's own pieces for each seat, light and dark. Absent: the house's stay."""

    def look(self, view: Seen) -> Table:
        """What is on the table."""

    def meant(self, view: Seen, keys: tuple[str, ...]) -> int | None:
        """The action that touching these things one after the other would mean, allowed or not; None where it means none.

        The keys are of things that the viewer sees. From it a player hears why nothing came of a touch. Absent: None."""
