"""What is told of a table over every wire: from these shapes come the feed, the OpenAPI document and the types of the pages' scripts."""

from collections.abc import Sequence
from typing import Any, Literal

from msgspec import UNSET, Struct, UnsetType, field

from turnwise.house.tables.clock import Control
from turnwise.house.tables.items import Absence, Access, Asking, Room, Seating
from turnwise.house.tables.table import Status


class SeatNow(Struct, omit_defaults=True):
    """Somebody in a seat, a bot, or nobody."""

    person: str = ""
    name: str = ""
    bot: str = ""
    away: str = ""
    """What plays for somebody who is away."""
    seal: str = ""
    """The SHA-256 of what somebody adds to the dice, before it is shown."""
    gave: bool = False
    """Whether somebody has added to the dice of the match, after the house had shown its own seal."""
    number: int = 0
    """Tells people apart whose names look the same."""


class ClockNow(Struct):
    """Milliseconds left to each seat, the seat whose clock runs, and when this was."""

    left: list[int | None]
    """Nothing for a seat that has no clock."""
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
    """The SHA-256 of that secret alone, the same from the first moment on: what the own nonce is added to."""
    seats: list[SeatNow]
    opened: int
    dice: Literal["", "seal", "nonce"] = ""
    """What a player may add to the dice of a match to come: a seal; or, once all of them are there, what he has sealed."""
    asking: Asked | None = None
    follows: str = ""
    """The table that this is the rematch of."""
    followed: str = ""
    """The rematch."""
    branches: str = ""
    """The table and the ply of the match whose way this one has gone so far."""
    closed: str = ""
    """Why there is no match here, or why it ended without a result."""
    outdated: str = ""
    """Why the match can't go on: its rules are others now."""
    ratings: RatingsChanged | None = None


class Line(Struct, omit_defaults=True):
    """An entry of the log, as the caller may see it; `joined` to the one before in one request."""

    seat: int
    words: str
    events: Sequence[dict[str, Any]]
    joined: bool = False


class Told(Line, kw_only=True):
    """An entry of the log, also in sentences: with the names at the table, in the language that was asked for."""

    told: list[str]


class Lines(Struct):
    """Some lines of the log, with those about hints between them, and how many are before them."""

    earlier: int
    lines: list[Told]


class Hinted(Struct):
    """That somebody was given a hint, as a line of the log; `at`: its place among the lines, with the hints before it."""

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
    """The seats whose people are looking, the seat that thinks, and how many others look."""

    here: list[int]
    thinking: int | None
    watchers: int


class Standing(Struct, kw_only=True, omit_defaults=True):
    """How a table stands. What is left out has not changed; without a match there is no state, and nothing that follows from it."""

    n: int
    """Items in the log of the table."""
    version: int
    """Of the match."""
    table: About | UnsetType = UNSET
    state: dict[str, Any] | UnsetType = UNSET
    """The match as the caller may see it; what is in it is the game's own."""
    turn: int | UnsetType | None = UNSET
    legal: list[str] | UnsetType = UNSET
    lines: list[Line] | UnsetType = UNSET
    """The latest of the log."""
    earlier: int | UnsetType = UNSET
    """How many lines of the log are before them, with those about hints."""
    hints: list[Hinted] | UnsetType = UNSET
    """What everybody at the table is told of hints, where several people play."""
    clock: ClockNow | UnsetType = UNSET
    turn_opened: bool | UnsetType = UNSET
    """Where a gesture shows what a turn opens with: whether it has been made. Nothing depends on it."""
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
    """The first message over a wire: everything that the listener may know."""

    table: About


class Delta(Standing, kw_only=True, tag_field="type", tag="delta"):
    """What has changed. Of the state, only the fields that have."""

    since: int | UnsetType = UNSET
    """After how many items of the log it follows, where several changes are told at once."""
    key: str | UnsetType = UNSET
    """Of the listener's own request that brought it about."""


class OwnPart(Struct, omit_defaults=True):
    """The part of a delta that only those in one seat are told."""

    legal: list[str]
    key: str | UnsetType = UNSET


class Looking(Presence, tag_field="type", tag="presence"):
    """Who is here, as a message."""


class Accepted(Struct, omit_defaults=True, tag_field="type", tag="accepted"):
    """A request was carried out. `version`: of the match after it."""

    key: str
    version: int | UnsetType = UNSET


class Reason(Struct, tag_field="type", tag="why"):
    """Why nothing comes of touching things; empty if there is no reason."""

    key: str
    version: int
    message: str
