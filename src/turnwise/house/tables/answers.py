"""The answers to requests with a key, from the log: a repeated request gets its first answer, however old."""

from array import array
from typing import NamedTuple

from turnwise.house.tables.items import Acted, AnyItem, Called, Held, Said, Started, Swapped, Unsealed

KEPT_ANSWERS = 64
KEYED = (Acted, Held, Swapped, Said)
BEGINNING = {Called, Unsealed, Started}
HASH = 8
"""Bytes of Python's hash of a text, which is salted differently in every process."""


class Answer(NamedTuple):
    """The versions of the match before a request and after it, including what followed from it at once."""

    before: int
    after: int


class Answers:
    """Follows a log from its start. The latest answers are in a dictionary; older ones take a few bytes each."""

    __slots__ = ("_kept", "_latest", "_old", "_old_keys", "_version")

    def __init__(self) -> None:
        self._version, self._latest = 0, ""
        self._kept: dict[str, Answer] = {}
        self._old_keys = bytearray()
        """Hashes of person and key."""
        self._old = array("I")
        """For each of them the versions before and after."""

    def get(self, person: str, key: str) -> Answer | None:
        """The answer to one of the latest requests."""
        return self._kept.get(f"{person} {key}") if key else None

    def ever(self, person: str, key: str) -> Answer | None:
        """The answer to any request."""
        return self.get(person, key) or (self._long_ago(f"{person} {key}") if key else None)

    def follow(self, item: AnyItem) -> None:
        kind, before = type(item), self._version
        if kind in BEGINNING and not item.by and not (isinstance(item, Started) and item.waited):
            return  # it followed from a request, and more may follow from it
        if isinstance(item, Acted):
            self._version = item.version
            if item.held:
                if first := self._kept.get(self._latest):
                    self._kept[self._latest] = Answer(first.before, item.version)
                return
        self._latest = ""
        if isinstance(item, KEYED) and item.key:
            self._latest = f"{item.by} {item.key}"
            self._kept[self._latest] = Answer(before, self._version)
            if len(self._kept) > KEPT_ANSWERS:
                oldest = next(iter(self._kept))
                self._old_keys += _hash(oldest)
                self._old.extend(self._kept.pop(oldest))

    def _long_ago(self, asked: str) -> Answer | None:
        wanted, at = _hash(asked), -1
        while (at := self._old_keys.find(wanted, at + 1)) >= 0:
            if at % HASH == 0:
                return Answer(self._old[at // HASH * 2], self._old[at // HASH * 2 + 1])
        return None


def _hash(asked: str) -> bytes:
    return hash(asked).to_bytes(HASH, "little", signed=True)
