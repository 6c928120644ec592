"""What is told of a table over HTTP, for the OpenAPI page: the house makes the data, and these are its shapes."""

from typing import Any, Literal

from msgspec import Struct, field

from turnwise.house.tables.clock import Control
from turnwise.house.tables.items import Absence, Access, Asking, Room, Seating
from turnwise.house.tables.table import Status


class Done(Struct):
    """It is done."""

    done: Literal[True] = True


class Stand(Struct, omit_defaults=True):
    """How a table stands after a change: the number of items in its log, and the version of the match."""

    n: int
    version: int
    status: Status
    seat: int | None = None
    """The seat that was taken."""


class SeatNow(Struct):
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


class RatingsChanged(Struct):
    """What each seat had before the match, and has now. `uncounted`: why nothing has changed."""

    before: list[float]
    after: list[float]
    uncounted: Literal["", "short", "alike", "often"] = ""


class About(Struct):
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
    branches: str = ""
    """The table and the ply of the match whose way this one has gone so far."""
    followed: str = ""
    closed: str = ""
    ratings: RatingsChanged | None = None


class Line(Struct):
    """An entry of the log, as the caller may see it; `joined` to the one before in one request."""

    seat: int
    words: str
    events: list[dict[str, Any]]
    joined: bool = False


class Told(Line):
    """An entry of the log, also in sentences: with the names at the table, in the language that was asked for."""

    told: list[str] = []


class Hinted(Struct):
    """That somebody was given a hint, as a line of the log; `at`: its place among the lines, with the hints before it."""

    at: int
    seat: int
    words: Literal["hint"]
    events: list[dict[str, Any]]


class Lines(Struct):
    """Some lines of the log, with those about hints between them, and how many are before them."""

    earlier: int
    lines: list[Told]


class Talk(Struct):
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


class Whole(Struct):
    """Everything that the caller may know of a table now. Without a match there is no state, and nothing that follows from it."""

    n: int
    version: int
    table: About
    seat: int | None
    """Where the caller sits."""
    presence: Presence
    state: dict[str, Any] = {}
    """The match as the caller may see it; what is in it is the game's own."""
    turn: int | None = None
    legal: list[str] = []
    lines: list[Line] = []
    """The latest of the log."""
    earlier: int = 0
    """How many lines of the log are before them, with those about hints."""
    hints: list[Hinted] = []
    """What everybody at the table is told of hints, where several people play."""
    clock: ClockNow | None = None
    turn_opened: bool | None = None
    """Where a gesture shows what a turn opens with: whether it has been made. Nothing depends on it."""
    draw_offer: int | None = None
    left: list[int] = []
    outcome: Ended | None = None
    talk: list[Talk] = []


class Begun(Whole, kw_only=True):
    """A new table."""

    id: str


class Listed(Struct):
    """A table in a list."""

    id: str
    game: str
    status: Status
    access: Access
    sitters: list[str]
    """Ids of people, `bot:` and a name, or nothing for a free seat."""
    host: str
    opened: int
    clock: Control
    names: dict[str, str]
    """Of the people who sit there."""
    title: str = ""
    rated: bool = False
    hidden: bool = False
    winners: list[int] | None = None
    reason: str = ""


class Tables(Struct):
    """A page of a list of tables; `next` is where the next page begins (`before`), if there is one."""

    tables: list[Listed]
    next: str = ""


class Rating(Struct):
    """What somebody, or a bot, is at least worth in a game; the more matches, the surer."""

    game: str
    rating: float
    unsure: float
    matches: int
    person: str = ""
    name: str = ""
    bot: str = ""


class Challenge(Struct):
    """What to answer with `proof`: a text, such that the SHA-256 of "challenge:answer" begins with so many zero bits."""

    challenge: str
    bits: int


class Barred(Struct):
    """A ban of oneself. `until` is 0 for good; `answer` is `lift` or `keep` once the host has answered the `appeal`, and `said` what
    he says; `over` is when it was lifted, or its time was over."""

    id: str
    why: str
    since: int
    until: int
    appeal: str
    appealed: int
    answer: str
    said: str
    over: int


class Refusal(Struct):
    """Why something was not done. Nothing has changed."""

    error: str
    """A code for programs."""
    message: str
    """A sentence for people."""
    version: int | None = None
    """Of the match, where an action was refused."""
    legal: list[str] | None = None
    """What the caller may do now, where an action was refused."""
    again: int | None = None
    """Milliseconds after which it may be done, where it was refused as `locked`."""
    proof: Challenge | None = None
    """What to compute before it is asked again, where it was refused as `proof_needed`."""
    ban: Barred | None = None
    """Why and until when, where it was refused as `banned`."""
    token: str | None = None
    """Where a banned person signs in: good for reading the ban and for an appeal."""
    pending: str | None = None
    """What to send with the code, where signing in was refused as `second_factor_needed`."""
