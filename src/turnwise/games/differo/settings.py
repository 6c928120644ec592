"""What a table of Differo may set beside the options of the game."""

from collections.abc import Mapping
from typing import Any

from turnwise.kit.options import whole
from turnwise.kit.settings import settings

SETTINGS = settings(
    # How long it waits.
    bot_seconds=whole(
        1, 60, default=10, help="seconds that a computer player which looks some plies ahead may think about a move"
    ),
)


def thinking(settings: Mapping[str, Any]) -> float:
    return float(settings["bot_seconds"])  # [D32]
