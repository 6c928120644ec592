"""What can happen at a table: the items of its log, in the words in which they are kept."""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from turnwise.house.tables.clock import NO_CLOCK, Control

Access = Literal["open", "link", "private"]
"""Open: listed, and anybody may join. Link: whoever knows its address may. Private: whoever was invited."""

Seating = Literal["joined", "chosen", "shuffled"]
Absence = Literal["move", "bot", "forfeit"]
"""When time runs out or somebody walks away: the rule sheet's own move, a bot takes the seat, or the seat is given up."""

Begins = Literal["host", "full", "early"]
"""When the match begins: as the host says, when every seat is taken, or then with the first thing that is held."""

Room = Literal["players", "watchers"]
Asking = Literal["undo", "rematch"]
BOT = "bot:"
"""A sitter is the id of a person, or this and the name of a bot; nobody is an empty text."""


class Terms(Struct, frozen=True, omit_defaults=True):
    """What was agreed on when the table was opened."""

    game: str
    seats: int
    options: dict[str, Any] = {}
    title: Annotated[str, Meta(max_length=60)] = ""
    access: Access = "open"
    seating: Seating = "joined"
    clock: Control = NO_CLOCK
    absence: Absence = "move"
    stand_in: str = "search:2"
    """The bot that takes the seat of somebody who is away."""
    rated: bool = False
    settings: dict[str, Any] = {}
    """The table's own: how long it waits and what it shows. The record of the match knows nothing of them."""
    hints: bool = False
    """Whether somebody may ask for a hint where several people play; everybody is told then. A person among bots always may."""

    @property
    def for_strangers(self) -> bool:
        """Whether people meet there who need not know each other."""
        return self.access == "open" or self.rated


class Item(Struct, frozen=True, omit_defaults=True, tag=str.lower, tag_field="what"):
    """Something that happened. `at`: milliseconds since 1970. `by`: a person, or nobody if the house did it by itself."""

    at: int
    by: str


class Opened(Item, frozen=True):
    terms: Terms
    secret: str
    """Of the match to come, so that what is committed to stands before anybody gives a nonce."""
    follows: str = ""
    """The table that this is the rematch of."""
    begins: Begins = "host"
    branches: str = ""
    """The match whose way this one has gone so far, and its ply: the id of its table and the number."""


class Invited(Item, frozen=True):
    person: str


class Sat(Item, frozen=True):
    seat: int
    who: str
    nonce: str = ""
    """Of a match that goes on from another's moment. Earlier houses took what somebody sent when he sat down."""
    silent: bool = False
    """He came through a game's own contract or a chat, which have no word for seals: the match does not wait for his."""


class Sealed(Item, frozen=True):
    """Somebody has fixed what he will add to the dice, and shows its seal."""

    seat: int
    seal: str


class Gave(Item, frozen=True):
    """Somebody has added to the dice, after he had seen the seal of the house."""

    seat: int
    nonce: str


class Rose(Item, frozen=True):
    """A seat is free again before the start; somebody else's doing if `by` is not who sat there. `barred`: he may not come back."""

    seat: int
    barred: bool = False


class Swapped(Item, frozen=True):
    """Two seats have changed their people, or a free one and one that was taken, before the start."""

    seat: int
    other: int
    key: str = ""


class Narrowed(Item, frozen=True):
    """Free seats were taken away before the start: those who are here begin without waiting for more."""


class Closed(Item, frozen=True):
    """There will be no match here, or it ends without a result."""

    why: str = ""


class Called(Item, frozen=True):
    """The match is about to begin: who sits where is settled, and seals are waited for. `order`: as of `Started`."""

    order: list[int]


class Unsealed(Item, frozen=True):
    """What was sealed is shown from now on, and nobody may seal any more."""


class Started(Item, frozen=True):
    """`order`: which seat of the lobby each seat of the match was."""

    order: list[int]
    version: int
    """Of the game's rules."""
    waited: bool = False
    """What people add to the dice was waited for: what was held follows from nobody's request."""


class Acted(Item, frozen=True):
    """One request: game actions, or one of `Special`. Nobody's doing if time ran out."""

    seat: int
    actions: list[int]
    version: int
    """Of the match after it."""
    key: str = ""
    held: bool = False
    """It had been sent before it was due, and followed at once from the item before."""


class Held(Item, frozen=True):
    """A request that is not due yet. Nobody else is told what it is. Without actions: it could not be played, and is forgotten."""

    seat: int
    actions: list[dict[str, Any]]
    key: str = ""


class Asked(Item, frozen=True):
    seat: int
    for_: Asking = msgspec.field(name="for")


class Answered(Item, frozen=True):
    seat: int
    for_: Asking = msgspec.field(name="for")
    yes: bool = False


class Away(Item, frozen=True):
    """Somebody is away, and the table's policy acts for him. `bot`: it plays, else time-out moves do."""

    seat: int
    bot: str = ""


class Back(Item, frozen=True):
    seat: int


class Resumed(Item, frozen=True):
    """Nobody's clock ran for a while: the house was closed, or hands were still on their way to a chat."""

    closed: int = 0
    """For how many milliseconds, if a clock that counts in days goes on from there; else the turn begins anew."""


class Said(Item, frozen=True):
    room: Room
    text: str
    key: str = ""


class Muted(Item, frozen=True):
    person: str
    muted: bool = True


class Hid(Item, frozen=True):
    """The table is no longer listed; only who sits here sees it."""

    hidden: bool = True


class Followed(Item, frozen=True):
    """The rematch."""

    table: str


class Hinted(Item, frozen=True):
    """Somebody was given a hint at a table of several people."""

    seat: int


class Valued(Item, frozen=True):
    """The ratings of a finished match have been counted: what each seat had, and has. `why`: it did not count, and why not."""

    before: list[float]
    after: list[float]
    why: str = ""


class Noticed(Item, frozen=True):
    """Somebody who was not looking is about to be sent word that it is his turn: once in a turn, however often the house tries."""

    seat: int
    turns: int
    """The turn of the rule book."""


AnyItem = (
    Opened
    | Invited
    | Sat
    | Sealed
    | Gave
    | Rose
    | Swapped
    | Narrowed
    | Closed
    | Called
    | Unsealed
    | Started
    | Acted
    | Held
    | Asked
    | Answered
    | Away
    | Back
    | Resumed
    | Said
    | Muted
    | Hid
    | Followed
    | Hinted
    | Valued
    | Noticed
)

encode = msgspec.json.Encoder().encode
decode = msgspec.json.Decoder(AnyItem).decode
