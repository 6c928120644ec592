"""What may be touched at a full-screen table: for each move the things to touch one after the other."""

from collections.abc import Mapping
from typing import NamedTuple

Touched = tuple[str, ...]


class Ways(NamedTuple):
    """The ways of all moves, by action."""

    every: Mapping[int, Touched]

    def after(self, touched: Touched) -> dict[int, Touched]:
        """What may still follow when this has been touched."""
        return {action: way for action, way in self.every.items() if way[: len(touched)] == touched}

    def next(self, touched: Touched) -> list[str]:
        ways = self.after(touched).values()
        return list(dict.fromkeys(way[len(touched)] for way in ways if len(way) > len(touched)))

    def open(self, touched: Touched) -> list[str]:
        """What may be touched next; if only one thing can begin, what follows it may be touched at once."""
        keys = self.next(touched)
        return keys if touched or len(keys) != 1 else [*keys, *self.next((keys[0],))]

    def with_one_more(self, touched: Touched, key: str) -> Touched:
        """All touches with one more; what alone can begin need not be touched."""
        at_once = (*self.next(()), key)
        return at_once if not touched and self.after(at_once) else (*touched, key)
