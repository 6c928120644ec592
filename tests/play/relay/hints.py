"""Relay's computer player."""

from typing import Any


def classic(moves: Any) -> int:
    return int(moves[0])
