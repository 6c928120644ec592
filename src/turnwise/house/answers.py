"""What requests with a key were answered, from the log: whoever sends one again gets its first answer."""

from typing import NamedTuple

from turnwise.house.items import Acted, AnyItem, Called, Held, Started, Swapped, Unsealed

KEPT_ANSWERS = 64
KEYED = (Acted, Held, Swapped)
BEGINNING = {Called, Unsealed, Started}


class Answer(NamedTuple):
    """The versions of the match before and after a request, with what followed from it at once."""

    before: int
    after: int


class Answers:
    """Follows a log from its start. `most`: how many of the latest are kept; None: all."""

    __slots__ = ("_kept", "_latest", "_most", "_version")

    def __init__(self, most: int | None = KEPT_ANSWERS) -> None:
        self._most, self._version, self._latest = most, 0, ""
        self._kept: dict[str, Answer] = {}

    def get(self, person: str, key: str) -> Answer | None:
        return self._kept.get(f"{person} {key}") if key else None

    def follow(self, item: AnyItem) -> None:
        kind, before = type(item), self._version
        if kind in BEGINNING and not item.by and not (isinstance(item, Started) and item.waited):
            return  # it followed from a request, and something may follow from it
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
            if self._most is not None and len(self._kept) > self._most:
                del self._kept[next(iter(self._kept))]
