"""What a table of Caesar and Cleopatra may set beside the options of the game."""

from collections.abc import Mapping
from typing import Any

from turnwise.games.caesar.board import Phase
from turnwise.kit.settings import seconds, settings

SETTINGS = settings(
    veto_seconds=seconds(5, 60, default=0, help='time for "Veto?", then the answer is no; 0 is no limit')
)
LIMIT = "veto_seconds"
VETO_PAUSE = 3.0


def limited(s: Any) -> bool:
    """Whether somebody is asked "Veto?", which everybody is, with a Veto or without."""
    return bool(s.phase == Phase.VETO)


def pauses(s: Any, settings: Mapping[str, Any]) -> tuple[float, float] | None:
    """A computer player takes the same time for its answer, whatever it holds.  [C33]"""
    return (0, VETO_PAUSE) if limited(s) else None
