"""A queue that nobody can fill for others: addresses take turns, then the people of an address, then a person's tables.

It is start-time fair queueing: every name has a mark on a common scale, the lowest is served next and advances by what
it was given. A newcomer begins at the scale's present mark: nobody saves up time, and nobody loses it by waiting.
"""

from collections import deque
from typing import Generic, Protocol, TypeVar


class Waits(Protocol):
    """Something that waits for its turn, and on whose behalf."""

    @property
    def address(self) -> str: ...

    @property
    def person(self) -> str: ...


Waiting = TypeVar("Waiting", bound=Waits)
MOST_REMEMBERED = 1000
"""Idle names whose mark is remembered; beyond it, the oldest half is forgotten."""


class _Scale:
    """Names that take turns: each has a mark, by how much it was given."""

    def __init__(self) -> None:
        self._now = 0.0
        self._marks: dict[str, float] = {}
        self._active: set[str] = set()

    def enter(self, name: str) -> None:
        if name not in self._active:
            self._active.add(name)
            self._marks[name] = max(self._marks.pop(name, 0.0), self._now)  # last among equals

    def leave(self, name: str) -> None:
        """A name has nothing left that waits. Its mark is remembered until the others have caught up."""
        self._active.discard(name)
        if len(self._marks) > len(self._active) + MOST_REMEMBERED:
            idle = [one for one in self._marks if one not in self._active]
            owing = [one for one in idle if self._marks[one] > self._now][-MOST_REMEMBERED // 2 :]
            for one in set(idle).difference(owing):
                del self._marks[one]

    def next(self) -> str:
        name = min((one for one in self._marks if one in self._active), key=self._marks.__getitem__)
        self._now = max(self._now, self._marks[name])
        return name

    def charge(self, name: str, amount: float) -> None:
        self._marks[name] = max(self._marks.get(name, 0.0), self._now) + amount


class FairQueue(Generic[Waiting]):
    def __init__(self) -> None:
        self._addresses = _Scale()
        self._people: dict[str, _Scale] = {}
        self._lines: dict[str, dict[str, deque[Waiting]]] = {}
        """What waits, by address and person."""
        self._counts: dict[str, int] = {}
        self._length = 0

    def __len__(self) -> int:
        return self._length

    @property
    def addresses(self) -> int:
        """How many addresses wait."""
        return len(self._counts)

    def waiting_of(self, address: str) -> int:
        return self._counts.get(address, 0)

    def put(self, one: Waiting) -> None:
        address, person = one.address, one.person
        self._addresses.enter(address)
        self._people.setdefault(address, _Scale()).enter(person)
        self._lines.setdefault(address, {}).setdefault(person, deque()).append(one)
        self._counts[address] = self._counts.get(address, 0) + 1
        self._length += 1

    def take(self) -> Waiting:
        """The next in turn. The caller reports with `charge` what it was given."""
        address = self._addresses.next()
        person = self._people[address].next()
        one = self._lines[address][person].popleft()
        self._gone(one)
        return one

    def remove(self, one: Waiting) -> None:
        """Take one out of the queue, if it is still in it."""
        line = self._lines.get(one.address, {}).get(one.person)
        if line and one in line:
            line.remove(one)
            self._gone(one)

    def charge(self, one: Waiting, amount: float) -> None:
        self._addresses.charge(one.address, amount)
        if one.address in self._people:
            self._people[one.address].charge(one.person, amount)

    def _gone(self, one: Waiting) -> None:
        address, person = one.address, one.person
        lines = self._lines[address]
        self._length -= 1
        self._counts[address] -= 1
        if not lines[person]:
            del lines[person]
            self._people[address].leave(person)
        if not lines:
            del self._lines[address], self._people[address], self._counts[address]
            self._addresses.leave(address)
