"""Events: rows in a buffer that `play` is given, written while things happen.

    Event = events(played="seat card", drew=event("seat !card", "{seat} draws {card}.", "{seat} draws a card."))

A row is the kind of event and its arguments. An argument with a `!` is only for the seat named first. A search passes a
silent buffer, to which nothing is written.
"""

from enum import IntEnum
from typing import Any

import numpy as np

from turnwise.kit.declared import Happening
from turnwise.kit.plain import rule
from turnwise.kit.record import Plains, beside, large

ARGUMENTS = 6
ROWS = 400
SILENT = -1


def events(**kinds: str | Happening) -> Any:
    """An enumeration of the events of a game; `.arguments` has the names of each kind's arguments, `.private` those for
    one seat, `.sentences` the sentences of those declared with one."""
    make: Any = IntEnum
    enumeration = make("Event", [name.upper() for name in kinds])
    texts = {name: one if isinstance(one, str) else one.arguments for name, one in kinds.items()}
    names = {enumeration[kind.upper()]: text.split() for kind, text in texts.items()}
    for event, words in names.items():
        if len(words) > ARGUMENTS or any(w.startswith("!") for w in words) and words[0] != "seat":
            raise ValueError(f"event {event.name}: at most {ARGUMENTS} arguments, and 'seat' first if one is private")
    enumeration.arguments = {event: tuple(w.lstrip("!") for w in words) for event, words in names.items()}
    enumeration.private = {
        event: frozenset(w[1:] for w in words if w.startswith("!")) for event, words in names.items()
    }
    enumeration.sentences = {
        enumeration[name.upper()]: (one.sentence, one.veiled) for name, one in kinds.items() if not isinstance(one, str)
    }
    return enumeration


Tell = beside(told=large(), rows=large(ROWS, 1 + ARGUMENTS))
"""The buffer: the number of events (negative: silent), and a row for each. A record, because passing a record between
compiled rules is free, while passing an array counts references."""


def buffer(listening: bool = True, *, compiled: bool = True) -> Any:
    """A buffer for events, as an array of one."""
    rows: Any = np.zeros(1, Tell.dtype) if compiled else Tell.room()
    clear(rows, listening)
    return rows


def clear(buffer: Any, listening: bool = True) -> None:
    """Empty the buffer."""
    if isinstance(buffer, Plains):
        buffer[0].told = 0 if listening else SILENT
    else:
        buffer["told"] = 0 if listening else SILENT


def told(buffer: Any) -> list[tuple[int, ...]]:
    """The events written so far: kind and arguments."""
    if isinstance(buffer, Plains):
        n, rows = buffer[0].told, np.array(buffer[0].rows.cells).reshape(ROWS, 1 + ARGUMENTS)
    else:
        n, rows = int(buffer["told"][0]), buffer["rows"][0]
    if n > ROWS:
        raise RuntimeError(f"{n} events in one action are more than the buffer holds")
    return [tuple(row) for row in rows[:n].tolist()]


@rule
def say(tell, kind, a=0, b=0, c=0, d=0, e=0, f=0):
    """Write an event, unless the buffer is silent."""
    n = tell.told
    if n < 0:
        return
    tell.told = n + 1
    if n < ROWS:
        tell.rows[n, 0] = kind
        tell.rows[n, 1] = a
        tell.rows[n, 2] = b
        tell.rows[n, 3] = c
        tell.rows[n, 4] = d
        tell.rows[n, 5] = e
        tell.rows[n, 6] = f
