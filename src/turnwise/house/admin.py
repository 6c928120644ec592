"""What the host of the house may see and do: lists of tables, people and reports; end a table, or hide it; reset a password."""

from collections.abc import Sequence
from typing import Any, Literal

import msgspec
from msgspec import Struct

from turnwise.house import items
from turnwise.house.house import House
from turnwise.house.items import BOT, AnyItem
from turnwise.house.summary import Summary, decode
from turnwise.house.table import Status, Table
from turnwise.kit.errors import Refused, TurnwiseError

MOST = 1000
"""Lines of a list; the latest come first."""
PAGE = 100
STATUSES: tuple[Status, ...] = ("running", "beginning", "lobby", "over")


class Order(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What is asked for."""

    do: Literal["tables", "people", "reports", "end", "hide", "password"]
    status: Status | None = None
    """Of tables; all of them if none is named."""
    table: str = ""
    person: str = ""
    """A name of an account, or an id."""


class Admin:
    """Acts for the host of the house, who needs no seat."""

    def __init__(self, house: House) -> None:
        self._house, self._store = house, house.store

    async def carry_out(self, order: Order) -> list[dict[str, Any]]:
        if order.do == "tables":
            return await self.tables(order.status)
        if order.do == "people":
            return await self.people()
        if order.do == "reports":
            return await self.reports()
        if order.do == "password":
            return [await self.password(order.person)]
        await (self.end if order.do == "end" else self.hide)(order.table)
        return []

    async def tables(self, status: Status | None = None) -> list[dict[str, Any]]:
        """The tables with a status, or all: those that go on first. Also those that are not listed for people."""
        found: list[Summary] = []
        for one in [status] if status else STATUSES:
            below = None
            while len(found) < MOST and (
                docs := await self._store.find("table", "status", one, limit=PAGE, below=below)
            ):
                found += [decode(doc.body) for doc in docs]
                below = found[-1].opened, found[-1].id
        names = await self._house.people.names({who for one in found for who in one.sitters if _is_person(who)})
        return [
            msgspec.to_builtins(one) | {"names": [names.get(who, who) for who in one.sitters]} for one in found[:MOST]
        ]

    async def people(self) -> list[dict[str, Any]]:
        """Accounts and guests."""
        found: list[dict[str, Any]] = []
        for status in ("account", "guest"):
            below = None
            while len(found) < MOST and (known := await self._house.people.listed(status, below)):
                found += [{**one.person._asdict(), "made": one.made} for one in known]
                below = known[-1].made, known[-1].person.id
        return found[:MOST]

    async def reports(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = []
        below = None
        while len(found) < MOST and (reports := await self._house.reports.listed(below)):
            names = await self._house.people.names({who for one in reports for who in (one.by, one.about)})
            found += [
                msgspec.to_builtins(one) | {"by_name": names[one.by], "about_name": names[one.about]} for one in reports
            ]
            below = reports[-1].at, reports[-1].id
        return found

    async def password(self, person: str) -> dict[str, Any]:
        """A password for somebody who has forgotten his own; he is signed out everywhere."""
        people = self._house.people
        found = await people.named(person) or await people.get(person)
        if not found:
            raise TurnwiseError(f"There is no account of the name “{person}”.", "unknown_person")
        made = await people.reset_password(found.id)
        return {"name": made.person.name, "password": made.password, "until": made.until}

    async def end(self, id: str) -> None:
        """End a table without a result."""

        def verb(table: Table) -> Sequence[AnyItem]:
            if table.status == "over":
                raise Refused("This table is closed.", "table_over")
            return [items.Closed(self._house.now(), "", "the house ended it")]

        await self._house.change(id, None, verb)

    async def hide(self, id: str) -> None:
        """Show a table to nobody but those who sit there."""

        def verb(table: Table) -> Sequence[AnyItem]:
            return [] if table.hidden else [items.Hid(self._house.now(), "")]

        await self._house.change(id, None, verb)


def _is_person(who: str) -> bool:
    return bool(who) and not who.startswith(BOT)
