"""Reports: what people tell the host of the house about somebody, or about a table."""

import secrets
from collections.abc import Callable
from contextlib import suppress

import msgspec
from msgspec import Struct

from turnwise.house.limits import Limits
from turnwise.house.once import Once
from turnwise.house.people import People
from turnwise.house.store import Conflict, Put, Store
from turnwise.kit.errors import TurnwiseError

LONGEST = 1000


class Report(Struct, frozen=True):
    id: str
    by: str
    about: str
    table: str
    text: str
    at: int


class Reports:
    """All of them, for the host to read."""

    def __init__(self, store: Store, now: Callable[[], int], limits: Limits, people: People, once: Once) -> None:
        self._store, self._now, self._limits, self._people, self._once = store, now, limits, people, once

    async def add(self, by: str, about: str, table: str, text: str, key: str = "") -> None:
        """Keep a report; the same one with the same key is kept once."""
        if await self._once.made(by, key):
            return
        text = "".join(letter for letter in text if letter.isprintable() or letter == "\n").strip()
        if not 1 <= len(text) <= LONGEST:
            raise TurnwiseError(f"Say what happened, in up to {LONGEST} characters.", "bad_report")
        if about == by or (about or not table) and not await self._people.get(about):
            raise TurnwiseError("There is no such person.", "unknown_person")
        self._limits.allow("reports", by)
        report = Report(secrets.token_urlsafe(9), by, about, table, text, self._now())
        marks = (("status", "open"),)
        kept = Put("report", report.id, msgspec.json.encode(report), 0, marks, report.at)
        with suppress(Conflict):  # it came twice at the same time
            await self._store.commit([kept, *self._once.note(by, key, report.id)])

    async def listed(self, below: tuple[int, str] | None = None) -> list[Report]:
        """The latest; `below`: those after that (at, id)."""
        docs = await self._store.find("report", "status", "open", below=below)
        return [msgspec.json.decode(doc.body, type=Report) for doc in docs]
