"""Relay's computer player."""

from typing import Any

from turnwise.kit import rule


@rule
def classic(moves: Any) -> int:
    return int(moves[0])
