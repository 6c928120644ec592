"""Decides the commits of a batch before anything is written.

Each is judged as if those before it had been written already: a commit that conflicts fails, and the others share one
transaction. The state before the batch is either known, or assumed to be what the first commit expects; the writer
verifies the assumption.
"""

from collections.abc import Iterable, Sequence, Set
from typing import NamedTuple

from turnwise.house.store.interface import Append, Change, Conflict, Drop, Erase, Put

ONE = b"one "
"""The prefix of marks that only a single document of its kind may have."""
Key = tuple[bytes, bytes]
"""Kind and id of a document."""
Mark = tuple[bytes, bytes, bytes]
"""Kind, name and value of a mark."""
Item = tuple[bytes, int, bytes]
"""A log, the number of an item, and the item."""
HIGHEST = 1 << 63


class Document(NamedTuple):
    """A document after the batch; without a body it is deleted."""

    revision: int
    body: bytes | None = None
    marks: tuple[tuple[bytes, bytes], ...] = ()
    fall: int = 0


class Known(NamedTuple):
    """The state before the batch of everything that it touches."""

    lengths: dict[bytes, int]
    revisions: dict[Key, int]
    owners: dict[Mark, bytes]
    """For marks that only one document may have: the document that has it, or may have it."""


class Decision:
    """The result of each commit, and what is to be written when all have been judged."""

    def __init__(self, commits: Iterable[Sequence[Change]], known: Known | None = None) -> None:
        self.known = known or Known({}, {}, {})
        self.faults: list[Exception | None] = []
        self.docs: dict[Key, Document] = {}
        self.items: list[Item] = []
        self.erased: set[bytes] = set()
        self._lengths: dict[bytes, int] = {}
        self._owners: dict[Mark, bytes] = {}
        for changes in commits:
            self.faults.append(self._judge(changes))

    def _judge(self, changes: Sequence[Change]) -> Exception | None:
        trial = _Trial(self)
        try:
            for change in changes:
                if isinstance(change, Append):
                    trial.append(change)
                elif isinstance(change, Erase):
                    trial.erase(change)
                else:
                    trial.replace(change)
        except (Conflict, ValueError, OverflowError) as error:
            return error
        self.erased |= trial.erased
        self.items += trial.items
        self._lengths |= trial.lengths
        self.docs |= trial.docs
        self._owners |= trial.owners
        return None

    def length(self, log: bytes, said: int) -> int:
        found = self._lengths.get(log)
        return self.known.lengths.setdefault(log, said) if found is None else found

    @property
    def written_logs(self) -> Set[bytes]:
        """The logs that a commit which will be written appends to or erases."""
        return self._lengths.keys()

    def revision(self, key: Key, said: int) -> int:
        found = self.docs.get(key)
        return self.known.revisions.setdefault(key, said) if found is None else found.revision

    def owner(self, mark: Mark, claimer: bytes) -> bytes:
        found = self._owners.get(mark)
        return self.known.owners.setdefault(mark, claimer) if found is None else found


class _Trial:
    """One commit, which may still fail."""

    def __init__(self, before: Decision) -> None:
        self._before = before
        self.items: list[Item] = []
        self.erased: set[bytes] = set()
        self.lengths: dict[bytes, int] = {}
        self.docs: dict[Key, Document] = {}
        self.owners: dict[Mark, bytes] = {}

    def append(self, change: Append) -> None:
        log, at, item = change[0].encode(), change[1], change[2]
        length = self.lengths.get(log)
        if length is None:
            length = self._before.length(log, at)
        if at != length:
            raise Conflict(f"The log {change.log} has {length} items, not {at}.")
        self.lengths[log] = at + 1
        self.items.append((log, at, item))

    def erase(self, change: Erase) -> None:
        log = change.log.encode()
        if (
            log in self.lengths
            or log in self._before.written_logs
            or self._before.length(log, change.seen) != change.seen
        ):
            raise Conflict(f"The log {change.log} has not {change.seen} items, or is being written.")
        self.lengths[log] = 0
        self.erased.add(log)

    def replace(self, change: Put | Drop) -> None:
        kind, id, seen = change.kind.encode(), change.id.encode(), change.seen
        found = self.docs.get((kind, id))
        revision = self._before.revision((kind, id), seen) if found is None else found.revision
        if seen != revision:
            raise Conflict(f"The document {change.kind} {change.id} has revision {revision}, not {seen}.")
        if isinstance(change, Drop):
            self.docs[kind, id] = Document(0)
            return
        if not -HIGHEST < change.rank < HIGHEST:
            raise OverflowError(f"The rank {change.rank} is too large.")
        marks = tuple({(name.encode(), value.encode()): None for name, value in change.marks})
        for name, value in marks:
            if name.startswith(ONE):
                self._take((kind, name, value), id)
        self.docs[kind, id] = Document(seen + 1, change.body, marks, -change.rank)

    def _take(self, mark: Mark, id: bytes) -> None:
        kind, name, value = mark
        owner = self.owners.get(mark)
        if owner is None:
            owner = self._before.owner(mark, id)
        if owner != id:
            written = self.docs.get((kind, owner)) or self._before.docs.get((kind, owner))
            if written is None or (name, value) in written.marks:
                raise Conflict(f"Another {kind.decode()} has the mark {name.decode()!r} already.")
        self.owners[mark] = id
