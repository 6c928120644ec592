"""What is answered over HTTP; what every channel sends about a table is in `house/tables/wire.py`."""

from typing import Literal

from msgspec import Struct

from turnwise.house.tables.clock import Control
from turnwise.house.tables.items import Access
from turnwise.house.tables.table import Status
from turnwise.house.tables.wire import Whole


class Done(Struct):
    """It is done."""

    done: Literal[True] = True


class Stand(Struct, omit_defaults=True):
    """A table after a change: the number of items in its log, and the version of the match."""

    n: int
    version: int
    status: Status
    seat: int | None = None
    """The seat that was taken."""


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
    """Ids of people, `bot:` and a name, or empty for a free seat."""
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
    """A page of a list of tables; `next` is the `before` of the next page, if there is one."""

    tables: list[Listed]
    next: str = ""


class Rating(Struct):
    """The lower bound of a person's or a bot's strength in a game; it tightens with every match."""

    game: str
    rating: float
    unsure: float
    matches: int
    person: str = ""
    name: str = ""
    bot: str = ""


class Challenge(Struct):
    """What to answer with `proof`: a text for which the SHA-256 of "challenge:answer" begins with so many zero bits."""

    challenge: str
    bits: int


class Barred(Struct):
    """A ban of the caller. `until` is 0 for ever; `answer` is `lift` or `keep` once the host has answered the `appeal`,
    and `said` the answer's text; `over` is when it was lifted or expired."""

    id: str
    why: str
    since: int
    until: int
    appeal: str
    appealed: int
    answer: str
    said: str
    over: int


class Refusal(Struct, omit_defaults=True, kw_only=True):
    """Why something was not done. Nothing has changed."""

    error: str
    """A code for programs."""
    message: str
    """A sentence for people."""
    version: int | None = None
    """Of the match, if an action was refused."""
    legal: list[str] | None = None
    """The caller's legal actions now, if an action was refused."""
    again: int | None = None
    """Milliseconds to wait, if it was refused as `locked`."""
    proof: Challenge | None = None
    """What to compute before asking again, if it was refused as `proof_needed`."""
    ban: Barred | None = None
    """Why and until when, if it was refused as `banned`."""
    token: str | None = None
    """If a banned person signs in: good for reading the ban and for an appeal."""
    pending: str | None = None
    """What to send with the code, if signing in was refused as `second_factor_needed`."""


class Refused(Refusal, kw_only=True, tag_field="type", tag="refused"):
    """A refusal as a message over a socket. `key`: of the request."""

    key: str
