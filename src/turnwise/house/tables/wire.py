"""What is sent about a table on every channel: the feed, the OpenAPI document and the types of the pages' scripts use
these."""

from collections.abc import Sequence
from typing import Any, Literal

from msgspec import UNSET, Struct, UnsetType, field

from turnwise.house.tables.clock import Control
from turnwise.house.tables.items import Absence, Access, Asking, Room, Seating
from turnwise.house.tables.table import Status


class SeatNow(Struct, omit_defaults=True):
    """A person in a seat, a bot, or nobody."""

    person: str = ""
    name: str = ""
    bot: str = ""
    away: str = ""
    """What plays for a person who is away."""
    seal: str = ""
    """The SHA-256 of what the player adds to the dice, before it is published."""
    gave: bool = False
    """Whether the player has added to the dice of the match, after the house had published its own seal."""
    number: int = 0
    """Distinguishes people whose names look the same."""


class ClockNow(Struct):
    """Milliseconds left to each seat, the seat whose clock runs, and the time of this reading."""

    left: list[int | None]
    """null for a seat that has no clock."""
    running: int | None
    now: int


class Asked(Struct):
    """What the others are asked to agree to."""

    seat: int
    agreed: list[int]
    for_: Asking = field(name="for")


class RatingsChanged(Struct, omit_defaults=True):
    """What each seat had before the match, and has now. `uncounted`: why nothing has changed."""

    before: list[float]
    after: list[float]
    uncounted: str = ""


class About(Struct, omit_defaults=True):
    """A table itself, the same for all who may see it."""

    id: str
    game: str
    title: str
    status: Status
    host: str
    access: Access
    seating: Seating
    clock: Control
    absence: Absence
    rated: bool
    hints: bool
    """Whether a player may ask for a hint."""
    options: dict[str, Any]
    settings: dict[str, Any]
    """How long this table waits and what it shows."""
    commitment: str
    """A hash of the secret that the dice come from, published before the match; the secret follows when it is over."""
    seal: str
    """The SHA-256 of that secret alone, the same from the first moment on: the player's nonce is combined with it."""
    seats: list[SeatNow]
    opened: int
    dice: Literal["", "seal", "nonce"] = ""
    """What a player may add to the dice of a match to come: a seal; or, once all are sealed, the sealed nonce."""
    asking: Asked | None = None
    follows: str = ""
    """The table that this is the rematch of."""
    followed: str = ""
    """The rematch."""
    branches: str = ""
    """The table and the ply of the match that this one continues."""
    closed: str = ""
    """Why there is no match here, or why it ended without a result."""
    outdated: str = ""
    """Why the match can't go on: its rules have changed."""
    ratings: RatingsChanged | None = None


class Line(Struct, omit_defaults=True):
    """An entry of the log, as the caller may see it; `joined` to the one before in one request."""

    seat: int
    words: str
    events: Sequence[dict[str, Any]]
    joined: bool = False


class Told(Line, kw_only=True):
    """An entry of the log, also in sentences: with the names at the table, in the requested language."""

    told: list[str]


class Lines(Struct):
    """Some lines of the log, with those about hints between them, and how many are before them."""

    earlier: int
    lines: list[Told]


class Hinted(Struct):
    """A hint that was given, as a line of the log; `at`: its place among the lines, counting the hints before it."""

    at: int
    seat: int
    words: Literal["hint"]
    events: list[dict[str, Any]]


class Talk(Struct):
    """Something that was said."""

    n: int
    at: int
    room: Room
    person: str
    name: str
    text: str


class Ended(Struct):
    """Places (1 is best), points and winners by seat, and why it ended."""

    places: list[int]
    scores: list[float]
    winners: list[int]
    reason: str
    words: str


class Presence(Struct):
    """The seats whose people are watching, the seat that thinks, and the number of other watchers."""

    here: list[int]
    thinking: int | None
    watchers: int


class Standing(Struct, kw_only=True, omit_defaults=True):
    """The state of a table. Fields left out have not changed; without a match there is no state, and nothing that
    follows from it."""

    n: int
    """Items in the log of the table."""
    version: int
    """Of the match."""
    table: About | UnsetType = UNSET
    state: dict[str, Any] | UnsetType = UNSET
    """The match as the caller may see it; its content is the game's own."""
    turn: int | UnsetType | None = UNSET
    legal: list[str] | UnsetType = UNSET
    lines: list[Line] | UnsetType = UNSET
    """The latest of the log."""
    earlier: int | UnsetType = UNSET
    """How many lines of the log are before them, counting those about hints."""
    hints: list[Hinted] | UnsetType = UNSET
    """Hints that everybody at the table is told of, where several people play."""
    clock: ClockNow | UnsetType = UNSET
    turn_opened: bool | UnsetType = UNSET
    """Whether the gesture that shows the opening of a turn was made, in games that have one. Nothing depends on it."""
    draw_offer: int | UnsetType = UNSET
    left: list[int] | UnsetType = UNSET
    outcome: Ended | UnsetType = UNSET
    talk: list[Talk] | UnsetType = UNSET


class Whole(Standing, kw_only=True):
    """Everything that the caller may know of a table now."""

    table: About
    seat: int | None
    """Where the caller sits."""
    presence: Presence


class Snapshot(Standing, kw_only=True, tag_field="type", tag="snapshot"):
    """The first message on a connection: everything that the listener may know."""

    table: About


class Delta(Standing, kw_only=True, tag_field="type", tag="delta"):
    """What has changed; of the state, only the changed fields."""

    since: int | UnsetType = UNSET
    """The number of items of the log that it follows, where several changes are sent at once."""
    key: str | UnsetType = UNSET
    """The key of the listener's own request that caused it."""


class OwnPart(Struct, omit_defaults=True):
    """The part of a delta that only one seat is sent."""

    legal: list[str]
    key: str | UnsetType = UNSET


class Looking(Presence, tag_field="type", tag="presence"):
    """Who is here, as a message."""


class Accepted(Struct, omit_defaults=True, tag_field="type", tag="accepted"):
    """A request was carried out. `version`: of the match after it."""

    key: str
    version: int | UnsetType = UNSET


class Reason(Struct, tag_field="type", tag="why"):
    """Why touching things does nothing; empty if there is no reason."""

    key: str
    version: int
    message: str
