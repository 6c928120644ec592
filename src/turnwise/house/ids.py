"""Ids of tables, boards and people: random, and fit for a link and for a command."""

import secrets

BYTES = 12
"""96 bits: whoever has a table's address was given it."""


def new_id(size: int = BYTES) -> str:
    """It never begins as an option of a command does."""
    while (id := secrets.token_urlsafe(size)).startswith("-"):
        pass
    return id
