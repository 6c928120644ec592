"""What the host may see and do: list tables, people, reports, bans and orders; end or hide a table; reset a password;
ban somebody, and answer an appeal. The audit log has every order, with who gave it."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from typing import Any, Literal

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from turnwise.house.hosting.moderation import Moderation
from turnwise.house.hosting.orders import Note, Orders
from turnwise.house.house import House
from turnwise.house.people.bans import Kind, Verdict
from turnwise.house.people.person import Person
from turnwise.house.store.interface import Change, Conflict, Unavailable
from turnwise.house.tables import items
from turnwise.house.tables.items import BOT, AnyItem
from turnwise.house.tables.loaded import Busy
from turnwise.house.tables.summary import Summary, decode
from turnwise.house.tables.table import Status, Table
from turnwise.kit.errors import Refused, TurnwiseError

MOST = 1000
"""Lines of a list, the latest first."""
PAGE = 100
STATUSES: tuple[Status, ...] = ("running", "beginning", "lobby", "over")


Lines = list[dict[str, Any]]
Settling = Literal["ban", "hide", "end", "nothing"]


class Order(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """An order of the host. No field is for a password, because orders are recorded."""

    do: Literal[
        "tables", "people", "reports", "bans", "appeals", "orders",
        "end", "hide", "password", "add", "ban", "unban", "answer", "settle", "backup", "restore", "repair",
    ]  # fmt: skip
    status: Status | None = None
    """The status of tables to list; None: all."""
    table: str = ""
    person: str = ""
    """The name of an account, or an id."""
    kind: Kind | None = None
    """What kind of thing is banned."""
    what: str = ""
    """The person, the network or the pattern that is banned."""
    why: str = ""
    until: int = 0
    force: bool = False
    id: str = ""
    """The id of a ban or a report."""
    verdict: Verdict | None = None
    act: Settling | None = None
    """What is done about a report."""
    say: str = ""
    since: int = 0
    every: bool = False
    """Include what is over."""
    file: str = ""
    """The file of a backup: the command makes it, restores it or repairs, and only has that recorded here."""
    refused: str = ""
    """Why the command did not do it; empty if it did."""
    second_factor: bool = True
    """Whether a person whose password is reset keeps the second factor."""


class Admin:
    """Carries out the orders of the host, who needs no seat."""

    def __init__(self, house: House) -> None:
        self._house, self._store = house, house.store
        self._orders = Orders(house.store, house.now)
        self._moderation = Moderation(house)
        self._one_by_one = asyncio.Lock()

    async def carry_out(self, order: Order, who: str) -> Lines:
        """Carry out an order, and record its result; `who` is the user name that the system gives."""
        try:
            async with self._one_by_one:
                note = await self._orders.note(who, msgspec.to_builtins(replace(order, refused="")))
                try:
                    lines = await self._do(order, who, note)
                except TurnwiseError as error:
                    await self._store.commit([note(f"refused: {error}")])
                    raise
                if not note.taken:
                    with suppress(Unavailable):  # on a full disk too the host sees what was done
                        await self._store.commit([note()])
                return lines
        except (Unavailable, Conflict) as error:
            raise Busy from error

    async def _do(self, order: Order, who: str, note: Note) -> Lines:
        moderation = self._moderation
        lists: dict[str, Callable[[], Awaitable[Lines]]] = {
            "tables": lambda: self.tables(order.status),
            "people": self.people,
            "reports": self.reports,
            "bans": lambda: moderation.bans(every=order.every),
            "appeals": moderation.appeals,
            "orders": lambda: self.orders(order.since),
        }
        if order.do in lists:
            return await lists[order.do]()
        if order.do == "password":
            return [await self.password(order.person, second_factor=order.second_factor)]
        if order.do == "add":
            return [await self.add(order.person)]
        if order.do == "ban":
            if not order.kind:
                raise TurnwiseError("Say what is banned: a person, an address or a name.", "bad_request")
            what = (await self.somebody(order.what)).id if order.kind == "person" else order.what
            return await moderation.ban(order.kind, what, who, order.why, order.until, note, force=order.force)
        if order.do == "unban":
            return [await moderation.lift(order.id, note)]
        if order.do == "answer":
            return [await moderation.answer(order.id, order.verdict or "keep", order.say, note)]
        if order.do == "settle":
            return await self.settle(order, who, note)
        if order.do in ("end", "hide"):
            await self._at_table(order.do, order.table, note)
        if order.refused:
            await self._store.commit([note(f"refused: {order.refused}")])
        return []

    async def settle(self, order: Order, who: str, note: Note) -> Lines:
        """Settle a report, after which it is not listed any more."""
        report, settled = await self._house.reports.settled(order.id)
        if order.act == "ban":
            if not report.about:
                raise TurnwiseError("This report is about no person, only about a table.", "unknown_person")
            why = order.why
            return await self._moderation.ban("person", report.about, who, why, order.until, note, settled)
        if order.act in ("hide", "end"):
            if not report.table:
                raise TurnwiseError("This report names no table.", "no_such_table")
            await self._at_table(order.act, report.table, note, settled)
        else:
            await self._store.commit([settled, note()])
        return []

    async def _at_table(self, do: str, table: str, note: Note, *also: Change) -> None:
        if not await (self.end if do == "end" else self.hide)(table, note(), *also):
            await self._store.commit([note("it was so already"), *also])

    async def orders(self, since: int) -> Lines:
        return [msgspec.to_builtins(entry) for entry in await self._orders.listed(since, MOST)]

    async def somebody(self, person: str) -> Person:
        people = self._house.people
        found = await people.named(person) or await people.get(person)
        if not found:
            raise TurnwiseError(
                f"There is no account of the name “{person}”. A guest goes by the id that `people` shows.",
                "unknown_person",
            )
        return found

    async def tables(self, status: Status | None = None) -> list[dict[str, Any]]:
        """The tables with a status, or all: those that are not over first. Includes those that are hidden from
        people."""
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
                seen = self._house.whereabouts.of
                found += [{**one.person._asdict(), "made": one.made, "seen": seen(one.person.id)} for one in known]
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

    async def password(self, person: str, *, second_factor: bool = True) -> dict[str, Any]:
        """Reset a forgotten password; the person is signed out everywhere. The second factor stays, unless that is lost
        too."""
        found = await self.somebody(person)
        made = await self._house.entrance.reset_password(found.id, second_factor=second_factor)
        return {"name": made.person.name, "password": made.password, "until": made.until}

    async def add(self, name: str) -> dict[str, Any]:
        """An account made by the host, in a house where only the host makes them."""
        made = await self._house.entrance.add(name)
        return {"name": made.person.name, "password": made.password, "until": made.until}

    async def end(self, id: str, *also: Change) -> bool:
        """End a table without a result."""

        def verb(table: Table) -> Sequence[AnyItem]:
            if table.status == "over":
                raise Refused("This table is closed.", "table_over")
            return [items.Closed(self._house.now(), "", "the house ended it")]

        await self._house.change(id, None, verb, *also)
        return True

    async def hide(self, id: str, *also: Change) -> bool:
        """Show a table only to those who sit there; False if it was so before."""
        hid = False

        def verb(table: Table) -> Sequence[AnyItem]:
            nonlocal hid
            hid = not table.hidden
            return [items.Hid(self._house.now(), "")] if hid else []

        await self._house.change(id, None, verb, *also)
        return hid


def _is_person(who: str) -> bool:
    return bool(who) and not who.startswith(BOT)
