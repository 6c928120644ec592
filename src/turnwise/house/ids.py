"""Ids of tables, boards and people: random, and fit for a link and for a command."""

import secrets

BYTES = 12
"""96 bits, so that a table's address can't be guessed."""


def new_id(size: int = BYTES) -> str:
    """A new id; it never begins with a dash, which a command would take for an option."""
    while (id := secrets.token_urlsafe(size)).startswith("-"):
        pass
    return id
