"""What the host does about strangers: bans, their effects at the tables, and answers to appeals."""

import asyncio
from typing import Any

import msgspec

from turnwise.house.hosting.orders import Note
from turnwise.house.house import House
from turnwise.house.people.bans import Ban, Kind, Verdict, tidy_network
from turnwise.house.people.patterns import fits, tidy_pattern
from turnwise.house.services.account_deletion import leave_tables, send_away
from turnwise.house.store.interface import Change
from turnwise.kit.errors import TurnwiseError


class Moderation:
    """Carries out the host's orders about people."""

    def __init__(self, house: House) -> None:
        self._house, self._bans = house, house.bans

    async def ban(
        self, kind: Kind, what: str, by: str, why: str, until: int, note: Note, *also: Change, force: bool = False
    ) -> list[dict[str, Any]]:
        """Ban somebody or something, then find others whom the ban affects: guests with such names, whose sessions end,
        and accounts, whose sessions do not."""
        if kind == "address":
            what = tidy_network(what, force=force)
        elif kind == "name":
            what = tidy_pattern(what)
        ban = self._bans.new(kind, what, by, why, until)
        await self._bans.add(ban, note(f"ban {ban.id}"), *also)
        if kind == "person":
            await send_away(self._house, what)
        concerned = await self._guests_out(what) if kind == "name" else []
        return [*await self._told([ban]), *concerned]

    async def lift(self, id: str, note: Note) -> dict[str, Any]:
        return (await self._told([await self._bans.lift(id.upper(), note())]))[0]

    async def answer(self, id: str, verdict: Verdict, said: str, note: Note) -> dict[str, Any]:
        return (await self._told([await self._bans.answer(id.upper(), verdict, said, note())]))[0]

    async def bans(self, *, every: bool = False) -> list[dict[str, Any]]:
        """The bans in force; `every`: also those that are over."""
        found = await self._bans.listed("status", "now")
        now = self._house.now()
        standing = [ban for ban in found if not ban.until or ban.until > now]
        if every:
            standing += [ban for ban in found if ban not in standing] + await self._bans.listed("status", "over")
        return await self._told(standing)

    async def appeals(self) -> list[dict[str, Any]]:
        return await self._told(await self._bans.listed("appeal", "open"))

    async def _told(self, bans: list[Ban]) -> list[dict[str, Any]]:
        names = await self._house.people.names({ban.what for ban in bans if ban.kind == "person"})
        seen = self._house.whereabouts.of
        return [
            msgspec.to_builtins(ban) | {"name": names.get(ban.what, ban.what), "seen": seen(ban.what)} for ban in bans
        ]

    async def _guests_out(self, pattern: str) -> list[dict[str, Any]]:
        """End the sessions of guests whose names are banned now; accounts with such names are only listed."""
        people = self._house.people
        concerned: list[dict[str, Any]] = []
        for status in ("account", "guest"):
            below = None
            while known := await people.listed(status, below):
                for one in known:
                    if fits(pattern, one.person.name):
                        concerned.append(one.person._asdict())
                        if status == "guest":
                            await self._house.entrance.sign_out_everywhere(one.person.id)
                            await leave_tables(self._house, one.person.id)
                below = known[-1].made, known[-1].person.id
                await asyncio.sleep(0)
        return concerned


async def finish(house: House) -> None:
    """Remove banned people from their tables: the house may have stopped before that was done."""
    for ban in await house.bans.listed("status", "now"):
        if ban.kind == "person":
            try:
                await leave_tables(house, ban.what)
            except TurnwiseError:
                continue  # what can't be written now is left to the clocks
            await asyncio.sleep(0)
