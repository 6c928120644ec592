"""What a viewer has to be told after a change: much less than a view, from the same gate."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from turnwise.play.language import Action
from turnwise.play.outcome import Outcome
from turnwise.play.view import Line


class Glimpse(NamedTuple):
    """How a match stands for a viewer. Its parts are shared with other viewers: look, but don't touch."""

    version: int
    turn: int | None
    state: dict[str, Any]
    """The table as in `View.state`."""
    lines: Sequence[Line]
    """What has been added to the log since the version that was asked for."""
    legal: Sequence[Action]
    draw_offer: int | None
    left: tuple[int, ...]
    outcome: Outcome | None
