"""The computer player of Doors."""

from typing import Any

from turnwise.kit import rule


@rule
def classic(moves: Any) -> Any:
    return moves[0]
