"""Reports that people make to the host about a person or a table."""

from collections.abc import Callable
from contextlib import suppress

import msgspec
from msgspec import Struct

from turnwise.house.people.once import Once
from turnwise.house.people.people import People
from turnwise.house.people.sessions import typed_code
from turnwise.house.store.interface import Conflict, Put, Store
from turnwise.house.work.limits import Limits
from turnwise.kit.errors import TurnwiseError, quoted
from turnwise.kit.words import said

LONGEST = 1000
ID_LENGTH = 8


class Report(Struct, frozen=True):
    id: str
    by: str
    about: str
    table: str
    text: str
    at: int


class Reports:
    """All reports, for the host."""

    def __init__(self, store: Store, now: Callable[[], int], limits: Limits, people: People, once: Once) -> None:
        self._store, self._now, self._limits, self._people, self._once = store, now, limits, people, once

    async def add(self, by: str, about: str, table: str, text: str, key: str = "") -> None:
        """Store a report; the same key stores it once."""
        if await self._once.made(by, key):
            return
        text = "".join(letter for letter in text if letter.isprintable() or letter == "\n").strip()
        if not 1 <= len(text) <= LONGEST:
            raise TurnwiseError(said("Say what happened, in up to {most} characters.", most=LONGEST), "bad_report")
        if about == by or (about or not table) and not await self._people.get(about):
            raise TurnwiseError(said("There is no such person."), "unknown_person")
        self._limits.allow("reports", by)
        report = Report(typed_code(ID_LENGTH), by, about, table, text, self._now())
        with suppress(Conflict):  # it arrived twice at the same time
            await self._store.commit([_put(report, "open", 0), *self._once.note(by, key, report.id)])

    async def settled(self, id: str) -> tuple[Report, Put]:
        """A report, and the change after which it is not listed any more."""
        doc = await self._store.get("report", id.upper()) or await self._store.get("report", id)
        if not doc:
            raise TurnwiseError(f"There is no report {quoted(id)}; `reports` lists them.", "no_such_report")
        report = msgspec.json.decode(doc.body, type=Report)
        return report, _put(report, "settled", doc.revision)

    async def listed(self, below: tuple[int, str] | None = None) -> list[Report]:
        """The latest; `below`: those after that (at, id)."""
        docs = await self._store.find("report", "status", "open", below=below)
        return [msgspec.json.decode(doc.body, type=Report) for doc in docs]


def _put(report: Report, status: str, seen: int) -> Put:
    return Put("report", report.id, msgspec.json.encode(report), seen, (("status", status),), report.at)
