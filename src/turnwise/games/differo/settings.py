"""What a table of Differo may set beside the options of the game."""

from collections.abc import Mapping
from typing import Any

from turnwise.games.differo.notation import SYSTEMS
from turnwise.kit.options import choice, switch, whole
from turnwise.kit.settings import settings

SETTINGS = settings(
    # How long it waits.
    bot_seconds=whole(
        1, 60, default=10, help="seconds that a computer player which looks some plies ahead may think about a move"
    ),
    # What is shown and read.
    coordinates=choice(
        *SYSTEMS, help="the letters of the rows: from the top, or as the official sheet from the bottom"
    ),
    show_differences=switch(True, "the difference of every line, and the steps of a piece"),
    show_moves=switch(True, "the list of all legal moves of the player to move"),
    warn_goal=switch(True, "a warning when the opponent could enter his goal row with his next move"),
)


def thinking(settings: Mapping[str, Any]) -> float:
    return float(settings["bot_seconds"])  # [D32]
