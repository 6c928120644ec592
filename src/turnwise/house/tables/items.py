"""What can happen at a table: the items of its log, as they are stored."""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from turnwise.house.tables.clock import NO_CLOCK, Control

Access = Literal["open", "link", "private"]
"""Open: listed, and anybody may join. Link: anybody who knows its address may. Private: only invited people."""

Seating = Literal["joined", "chosen", "shuffled"]
Absence = Literal["move", "bot", "forfeit"]
"""When time runs out or a player walks away: the rule sheet's own move, a bot takes the seat, or the seat resigns."""

Begins = Literal["host", "full", "early"]
"""When the match begins: when the host says so, when every seat is taken, or then with the first held request."""

Room = Literal["players", "watchers"]
Asking = Literal["undo", "rematch"]
BOT = "bot:"
"""A sitter is the id of a person, or this and the name of a bot; empty for a free seat."""


class Terms(Struct, frozen=True, omit_defaults=True):
    """The terms on which the table was opened."""

    game: str
    seats: int
    options: dict[str, Any] = {}
    title: Annotated[str, Meta(max_length=60)] = ""
    access: Access = "open"
    seating: Seating = "joined"
    clock: Control = NO_CLOCK
    absence: Absence = "move"
    stand_in: str = "search:2"
    """The bot that takes the seat of a player who is away."""
    rated: bool = False
    settings: dict[str, Any] = {}
    """The table's settings: how long it waits and what it shows. The record of the match does not contain them."""
    hints: bool = False
    """Whether hints are allowed where several people play; everybody is told of each. A person among bots may always
    ask."""

    @property
    def for_strangers(self) -> bool:
        """Whether strangers may meet there."""
        return self.access == "open" or self.rated


class Item(Struct, frozen=True, omit_defaults=True, tag=str.lower, tag_field="what"):
    """Something that happened. `at`: milliseconds since 1970. `by`: a person; empty if the house did it by itself."""

    at: int
    by: str


class Opened(Item, frozen=True):
    terms: Terms
    secret: str
    """The secret of the match to come, so that the commitment is fixed before anybody gives a nonce."""
    follows: str = ""
    """The table that this is the rematch of."""
    begins: Begins = "host"
    branches: str = ""
    """The match that this one continues: the id of its table, and the ply."""


class Invited(Item, frozen=True):
    person: str


class Sat(Item, frozen=True):
    seat: int
    who: str
    nonce: str = ""
    """Of a match that continues another. Earlier versions stored the nonce that a person sent when sitting down."""
    silent: bool = False
    """Came through a game's own contract or a chat, which can't seal: the match does not wait for this seal."""


class Sealed(Item, frozen=True):
    """A player has fixed a nonce for the dice, and publishes its seal."""

    seat: int
    seal: str


class Gave(Item, frozen=True):
    """A player has added to the dice, after seeing the seal of the house."""

    seat: int
    nonce: str


class Rose(Item, frozen=True):
    """A seat is free again before the start; the host's doing if `by` did not sit there. `barred`: may not come
    back."""

    seat: int
    barred: bool = False


class Swapped(Item, frozen=True):
    """Two seats have exchanged their people before the start; one of them may be free."""

    seat: int
    other: int
    key: str = ""


class Narrowed(Item, frozen=True):
    """Free seats were removed before the start, so that the match begins without waiting for more people."""


class Closed(Item, frozen=True):
    """There will be no match here, or it ends without a result."""

    why: str = ""


class Called(Item, frozen=True):
    """The match is about to begin: the seating is fixed, and seals are awaited. `order`: as of `Started`."""

    order: list[int]


class Unsealed(Item, frozen=True):
    """Nonces are published from now on, and no more seals are taken."""


class Started(Item, frozen=True):
    """`order`: which seat of the lobby each seat of the match was."""

    order: list[int]
    version: int
    """Of the game's rules."""
    waited: bool = False
    """The start waited for what people add to the dice: held requests then follow from nobody's request."""


class Acted(Item, frozen=True):
    """One request: game actions, or one of `Special`. `by` is empty if time ran out."""

    seat: int
    actions: list[int]
    version: int
    """Of the match after it."""
    key: str = ""
    held: bool = False
    """It had been sent before it was due, and followed at once from the item before."""


class Held(Item, frozen=True):
    """A request that is not due yet, secret to others. Without actions: it could not be played, and is dropped."""

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
    """A player is away, and the table's policy acts. `bot`: the bot that plays; without one, time-out moves do."""

    seat: int
    bot: str = ""


class Back(Item, frozen=True):
    seat: int


class Resumed(Item, frozen=True):
    """No clock ran for a while: the house was closed, or hands were still on their way to a chat."""

    closed: int = 0
    """For how many milliseconds, if a clock in days goes on from there; else the turn begins anew."""


class Said(Item, frozen=True):
    room: Room
    text: str
    key: str = ""


class Muted(Item, frozen=True):
    person: str
    muted: bool = True


class Hid(Item, frozen=True):
    """The table is no longer listed; only those who sit here see it."""

    hidden: bool = True


class Followed(Item, frozen=True):
    """The rematch."""

    table: str


class Hinted(Item, frozen=True):
    """A player was given a hint at a table of several people."""

    seat: int


class Valued(Item, frozen=True):
    """The ratings after a finished match: what each seat had, and has. `why`: why it did not count."""

    before: list[float]
    after: list[float]
    why: str = ""


class Noticed(Item, frozen=True):
    """A player who is not looking is about to get a notice: once a turn, however often the house tries."""

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
