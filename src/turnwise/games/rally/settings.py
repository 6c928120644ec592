"""What a table of Rally may set beside the options of the game."""

from typing import Any

from turnwise.games.rally.state import Phase
from turnwise.kit.settings import seconds, settings

SETTINGS = settings(
    question_seconds=seconds(10, 120, default=0, help="time for an answer, then it counts as wrong; 0 is no limit")
)
LIMIT = "question_seconds"


def limited(s: Any) -> bool:
    """Whether a question is open."""
    return bool(s.phase == Phase.QUESTION)
