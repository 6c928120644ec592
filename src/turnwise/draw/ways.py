"""What may be touched at a table: for each move the things to touch one after the other. All ways are the leaves of one
tree."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

Touched = tuple[str, ...]


class Ways(NamedTuple):
    """The ways of all moves, by action: several, if some of the touched things are equal."""

    every: Mapping[int, Sequence[Touched]]

    def after(self, touched: Touched) -> dict[int, list[Touched]]:
        """What may still follow after these touches."""
        begun = {action: [way for way in ways if way[: len(touched)] == touched] for action, ways in self.every.items()}
        return {action: ways for action, ways in begun.items() if ways}

    def next(self, touched: Touched) -> list[str]:
        ways = (way for ways in self.after(touched).values() for way in ways)
        return list(dict.fromkeys(way[len(touched)] for way in ways if len(way) > len(touched)))

    def branches(self, touched: Touched) -> dict[str, dict[int, list[Touched]]]:
        """What may follow each thing that may be touched next, computed at once."""
        found: dict[str, dict[int, list[Touched]]] = {}
        for action, ways in self.after(touched).items():
            for way in ways:
                if len(way) > len(touched):
                    found.setdefault(way[len(touched)], {}).setdefault(action, []).append(way)
        return found

    def open(self, touched: Touched) -> list[str]:
        """What may be touched next; if only one thing can begin, what follows it may be touched at once."""
        keys = self.next(touched)
        return keys if touched or len(keys) != 1 else [*keys, *self.next((keys[0],))]

    def with_one_more(self, touched: Touched, key: str) -> Touched:
        """All touches with one more; the only possible beginning need not be touched."""
        at_once = (*self.next(()), key)
        return at_once if not touched and self.after(at_once) else (*touched, key)
