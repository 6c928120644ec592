"""What a game's `look.py` defines for the house."""

from collections.abc import Sequence
from typing import Protocol

from turnwise.kit.pieces.table import Table
from turnwise.kit.shapes import Seen


class Look(Protocol):
    """A game's `look.py`. Only `look` is required."""

    SEAT_COLOURS: Sequence[tuple[str, str]]
    """The colours of the game's own pieces for each seat, light and dark. Absent: the house's."""

    def look(self, view: Seen) -> Table:
        """What is on the table."""

    def meant(self, view: Seen, keys: tuple[str, ...]) -> int | None:
        """The action that touching these things one after the other would mean, legal or not; None if it means none.

        The keys are of things that the viewer sees. It explains to a player why a touch did nothing. Absent: None."""
