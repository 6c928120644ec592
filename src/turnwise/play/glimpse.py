"""What a viewer must be sent after a change: much less than a view, through the same gate."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from turnwise.play.language import Action
from turnwise.play.outcome import Outcome
from turnwise.play.view import Line


class Glimpse(NamedTuple):
    """A match as a viewer may see it now. Its parts are shared with other viewers: do not modify them."""

    version: int
    turn: int | None
    state: dict[str, Any]
    """The table as in `View.state`."""
    lines: Sequence[Line]
    """The lines added to the log since the given version."""
    legal: Sequence[Action]
    draw_offer: int | None
    left: tuple[int, ...]
    outcome: Outcome | None
