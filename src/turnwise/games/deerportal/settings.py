"""What a table of DeerPortal may set beside the options of the game."""

from collections.abc import Mapping, Sequence
from typing import Any

from turnwise.kit.options import switch
from turnwise.kit.settings import seconds, settings
from turnwise.kit.words import said

SETTINGS = settings(
    # How long it waits.
    card_lock=seconds(0, 10, default=4, help="how long a card message holds up the next roll"),
    bot_pause=seconds(
        0, 3, default=1, help="how long a computer player waits before it rolls, and again before it moves"
    ),
    # What is shown.
    animation=switch(True, "things move: items fly in, the die tumbles, the cells to go to blink"),
    season_theme=switch(True, "colours and decoration of the board follow the season; otherwise it looks like spring"),
    holiday=switch(True, "the name of today's holiday, if there is one"),
)
GESTURE = said("Roll the die")
"""The die has fallen when a turn opens; whoever is on turn lets it be seen.  [P17] [P50]"""


def lock(events: Sequence[Mapping[str, Any]], settings: Mapping[str, Any]) -> float:
    """A card message is read before anybody rolls; a rune of one's own gives none.  [P25] [P53]"""
    return float(settings["card_lock"]) if any(event["event"] == "rune_taken" for event in events) else 0


def pauses(s: Any, settings: Mapping[str, Any]) -> tuple[float, float]:
    return settings["bot_pause"], settings["bot_pause"]  # [P48]
