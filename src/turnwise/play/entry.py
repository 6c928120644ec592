"""One line of a match's log."""

from enum import IntEnum
from typing import NamedTuple


class Special(IntEnum):
    """What a seat may do in any game, besides the game's own actions."""

    LEAVE = -1
    OFFER_DRAW = -2
    ACCEPT_DRAW = -3
    REFUSE_DRAW = -4
    UNDO = -5
    SET_UP = -6  # the first line shown to people; never in a log


class Entry(NamedTuple):
    """Who did what. `joined`: in the same request as the entry before."""

    seat: int
    action: int
    joined: bool = False
