"""What a table of Whot may set beside the options of the game."""

from typing import Any

from turnwise.games.whot.state import Phase
from turnwise.kit.settings import seconds, settings

SETTINGS = settings(
    symbol_seconds=seconds(5, 60, default=15, help="time to name a symbol, then it is drawn by lot; 0 is no limit")
)
LIMIT = "symbol_seconds"
TURN_SECONDS = 30
"""The sheet's `turn_seconds`.  [W64]"""
SHARED = {LIMIT: 0}


def limited(s: Any) -> bool:
    """Whether a symbol is to be named."""
    return bool(s.phase == Phase.NAME)
