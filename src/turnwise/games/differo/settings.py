"""What a table of Differo may set beside the options of the game."""

from collections.abc import Mapping
from typing import Any

from turnwise.games.differo.notation import SYSTEMS
from turnwise.kit.options import choice, switch, whole
from turnwise.kit.settings import settings

SETTINGS = settings(
    # How long it waits.
    bot_seconds=whole(1, 60, default=10, help="how many seconds Depth 2, 4 and 6 may think about a move"),
    # What is shown and read.
    coordinates=choice(
        *SYSTEMS, help="where the letters of the rows begin: at the top, or at the bottom as on the official sheet"
    ),
    show_differences=switch(True, "show what every line is worth, and how far each piece goes"),
    show_moves=switch(True, "list all moves of whoever is to move"),
    warn_goal=switch(True, "warn when the opponent could enter the goal with the next move"),
)


def thinking(settings: Mapping[str, Any]) -> float:
    return float(settings["bot_seconds"])  # [D32]
