"""What happened, told while it happens: rows in a buffer that `play` is handed.

    Event = events(played="seat card", drew="seat !card")

A row is the kind of event and its arguments. An argument with a `!` is for the seat named first alone. A search hands
a buffer without rows, and nothing is written.
"""

from enum import IntEnum
from typing import Any

import numpy as np

from turnwise.kit.plain import rule

ARGUMENTS = 6
ROWS = 400


def events(**kinds: str) -> Any:
    """An enumeration of the events of a game; `.arguments` has the names of each kind's arguments, `.private` those for one seat."""
    make: Any = IntEnum
    enumeration = make("Event", [name.upper() for name in kinds])
    names = {enumeration[kind.upper()]: text.split() for kind, text in kinds.items()}
    for event, words in names.items():
        if len(words) > ARGUMENTS or any(w.startswith("!") for w in words) and words[0] != "seat":
            raise ValueError(f"event {event.name}: at most {ARGUMENTS} arguments, and 'seat' first if one is private")
    enumeration.arguments = {event: tuple(w.lstrip("!") for w in words) for event, words in names.items()}
    enumeration.private = {
        event: frozenset(w[1:] for w in words if w.startswith("!")) for event, words in names.items()
    }
    return enumeration


def buffer(rows: int = ROWS) -> Any:
    """Room for events; row 0 holds how many there are."""
    return np.zeros((rows, 1 + ARGUMENTS), np.int64)


@rule
def say(tell, kind, a=0, b=0, c=0, d=0, e=0, f=0):
    """Write an event down, if anybody listens."""
    if tell.shape[0] == 0:
        return
    n = tell[0, 0] + 1
    tell[0, 0] = n
    if n < tell.shape[0]:
        tell[n, 0] = kind
        tell[n, 1] = a
        tell[n, 2] = b
        tell[n, 3] = c
        tell[n, 4] = d
        tell[n, 5] = e
        tell[n, 6] = f
