"""A person, as stored, and what others may know of it."""

from typing import NamedTuple

import msgspec
from msgspec import Struct

from turnwise.house.names import looks, name_key
from turnwise.house.people.second_factor import SecondFactor
from turnwise.house.people.sessions import ACCOUNT_LIFE, GUEST_LIFE
from turnwise.house.store.interface import Doc, Put


class Person(NamedTuple):
    """What anybody may know of a person."""

    id: str
    name: str
    account: bool


class Kept(Struct, frozen=True, omit_defaults=True):
    """The document of a person. Hashes, the second factor and the notice address leave the house only for their
    purpose."""

    name: str
    made: int
    epoch: int = 0
    password: str = ""
    """The hash; a guest has none."""
    password_until: int = 0
    """When a password given out by the host expires; 0: never."""
    devices: tuple[str, ...] = ()
    """Hashes of the tokens of known devices, the latest last."""
    second: SecondFactor | None = None
    blocks: tuple[str, ...] = ()
    notify: str = ""
    looks: tuple[str, ...] = ()
    """The looks that no other account may have. An account older than this rule may lack some that another had
    first."""

    @property
    def life(self) -> int:
        return ACCOUNT_LIFE if self.password else GUEST_LIFE

    def shown(self, id: str) -> Person:
        return Person(id, self.name, bool(self.password))

    def put(self, id: str, seen: int) -> Put:
        if self.password:
            marks = [
                ("status", "account"),
                ("one name", name_key(self.name)),
                *(("one look", look) for look in self.looks),
            ]
        else:
            marks = [("status", "guest"), *(("guest look", look) for look in looks(self.name))]
        return Put("person", id, msgspec.json.encode(self), seen, tuple(marks), self.made)


def read(doc: Doc) -> Kept:
    return msgspec.json.decode(doc.body, type=Kept)
