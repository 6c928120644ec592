"""Options for the contract tests: large hands empty the pile soon, so that random games come to Sudden Death early."""

from typing import Any

OPTIONS: list[dict[str, Any]] = [{}, {"cards_each": 6, "tender": False, "match": "single"}]
MEETS: dict[str, dict[str, Any]] = {"match_target": {"match": "points"}, "match_rounds": {"match": "points"}}
"""What must be set for an option to play a part."""
