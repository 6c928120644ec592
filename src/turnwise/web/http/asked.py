"""What people and programs may send, each kind of field with its bound. REST, sockets, forms and games' own contracts
use these, so that all of them refuse the same, before anything is read or stored."""

from typing import Annotated, Any

from msgspec import Meta, Struct

from turnwise.games import ours
from turnwise.house.tables import playing
from turnwise.house.tables.items import Room

LONGEST_KEY = 64
LARGEST = 2**53
"""The largest whole number: JavaScript's largest safe one."""

Id = Annotated[str, Meta(max_length=64)]
Key = Annotated[str, Meta(max_length=LONGEST_KEY)]
"""Chosen by the sender for each request: a repetition with the same key gets the first answer, and does nothing
more."""
Count = Annotated[int, Meta(ge=0, le=LARGEST)]
"""A version, a ply, a number of items."""
Seat = Annotated[int, Meta(ge=0, le=63)]
GameName = Annotated[str, Meta(max_length=60, examples=list(ours()))]
BotName = Annotated[str, Meta(max_length=300)]  # an agent of the host's own is named by its file
Nonce = Annotated[str, Meta(max_length=200)]
"""A random text of the player's own that is mixed into the dice."""
Seal = Annotated[str, Meta(pattern="^[0-9a-f]{64}$", max_length=64)]
"""The SHA-256 of a secret or a nonce."""
Code = Annotated[str, Meta(max_length=64)]
Text = Annotated[str, Meta(max_length=1000)]
"""A name, a password, an address: each is checked further by its own module."""
Complaint = Annotated[str, Meta(max_length=5000)]
Page = Annotated[str, Meta(max_length=100)]
"""The beginning of a page of a list."""
Word = Annotated[str, Meta(max_length=100)]
Named = Annotated[dict[Word, Any], Meta(max_length=100)]
"""Options, settings or a document by name. The game reads the content; the size of the request is bounded."""
Things = Annotated[list[Word], Meta(min_length=1, max_length=32)]
"""Keys of things in a picture, in the order in which they were touched."""
Pixels = Annotated[int, Meta(ge=1, le=20_000)]
"""Of a window."""
Fields = Annotated[dict[Word, str], Meta(max_length=200)]
"""What a form of a page sends."""

# An action of any game as JSON: an object, in it lists and objects, in them plain values.
Plain = Word | Annotated[int, Meta(ge=-LARGEST, le=LARGEST)] | float | bool | None
Inner = Plain | Annotated[list[Plain], Meta(max_length=500)]
Parts = Inner | Annotated[dict[Word, Inner], Meta(max_length=32)]
One = (
    Annotated[str, Meta(max_length=1000)]
    | Annotated[int, Meta(ge=-LARGEST, le=LARGEST)]
    | Annotated[dict[Word, Parts], Meta(max_length=32)]
)
"""An action in words, by its number, or as JSON."""


class Looking(Struct, forbid_unknown_fields=True):
    """The size of the picture in CSS pixels; and the first card to show of a hand with more cards than there is room
    for."""

    width: Pixels
    height: Pixels
    first: Count | None = None
    key: Key = ""


class Acting(Struct, forbid_unknown_fields=True):
    """One action or several, all or none; the version that the sender has seen; and a key chosen by the sender: a
    repetition with the same key gets the first answer, and does nothing more."""

    actions: One | Annotated[list[One], Meta(min_length=1, max_length=playing.LONGEST_RUN)]
    version: Count
    key: Key = ""

    @property
    def listed(self) -> list[One]:
        return self.actions if isinstance(self.actions, list) else [self.actions]


class Saying(Struct, forbid_unknown_fields=True):
    """A line of talk. A repetition with the same key is said once."""

    text: Annotated[str, Meta(max_length=4 * playing.LONGEST_TEXT)]
    room: Room = "players"
    key: Key = ""


class Gesturing(Struct, forbid_unknown_fields=True):
    """Show everybody what one's turn opens with. It is no action."""

    version: Count
    key: Key = ""


class Wondering(Struct, forbid_unknown_fields=True):
    """Ask why touching things one after the other does nothing. It is no action."""

    keys: Things
    version: Count
    key: Key = ""
