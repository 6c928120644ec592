"""A person, as the store keeps them, and what others may know of it."""

from typing import NamedTuple

import msgspec
from msgspec import Struct

from turnwise.house.names import looks, name_key
from turnwise.house.people.second_factor import SecondFactor
from turnwise.house.people.sessions import ACCOUNT_LIFE, GUEST_LIFE
from turnwise.house.store.interface import Doc, Put


class Person(NamedTuple):
    """Somebody, as anybody may know them."""

    id: str
    name: str
    account: bool


class Kept(Struct, frozen=True, omit_defaults=True):
    """The document of a person. Hashes, the second factor and the address of notices leave the house only for their purpose."""

    name: str
    made: int
    epoch: int = 0
    password: str = ""
    """Its hash; a guest has none."""
    password_until: int = 0
    """When a password that the host gave out lapses; one's own is good for ever."""
    devices: tuple[str, ...] = ()
    """Hashes of the tokens of devices that were signed in, the latest last."""
    second: SecondFactor | None = None
    blocks: tuple[str, ...] = ()
    notify: str = ""
    looks: tuple[str, ...] = ()
    """What no other account may look like. One that is older than this rule may lack some, which another had first."""

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
