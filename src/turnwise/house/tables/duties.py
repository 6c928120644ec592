"""What this worker looks after: the tables whose leases it holds, with their clocks, bots, notices and ratings.

A lease is taken before the item that makes a table need one is written, so no such table is without a worker; and what
a dead worker held is found by the others. Acting on an old lease does no harm: every action is an append at an expected
number.
"""

import asyncio
import logging
from collections.abc import Collection
from contextlib import suppress
from math import inf
from typing import TYPE_CHECKING

from turnwise.house.store.interface import Unavailable
from turnwise.house.store.sharing import Alone, Leases
from turnwise.house.tables import rematch
from turnwise.house.tables.loaded import LoadedTable, log_of
from turnwise.house.tables.roles import Role
from turnwise.house.tables.table import Table
from turnwise.house.work.background import BackgroundTasks
from turnwise.kit.errors import TurnwiseError

if TYPE_CHECKING:
    from turnwise.house.house import House

log = logging.getLogger("turnwise")

BEATS = 4
"""How often a worker renews its leases within their life."""
MOST = 200
"""Leases taken over from dead workers in one beat."""
TABLE = log_of("")


class Duties:
    """`mine` says whether a table is this worker's; a single worker has all."""

    def __init__(self, house: "House", leases: Leases) -> None:
        self._house, self._leases = house, leases
        self.alone, self.worker = isinstance(leases, Alone), leases.worker
        self._held: dict[str, int] = {}
        """The tables it holds, and how many items each had when it was last looked after."""
        self.until = inf if self.alone else -inf
        """When its time is over, by the loop's clock, unless it is renewed."""
        self._lapses = 0
        """How often its time was over."""
        self._roles: list[Role] = []
        self._one_by_one = asyncio.Lock()
        """Keeps requests in order, so that no lease is released after it was taken again."""
        self._lapsed: set[str] = set()
        """What it held when its leases expired, in case nobody else takes it; and what could not be resumed."""
        self._stirred = asyncio.Event()
        self._background = BackgroundTasks()

    def mine(self, id: str) -> bool:
        return self.alone or id in self._held and self.in_time

    @property
    def in_time(self) -> bool:
        """Whether what it holds is its own in this moment."""
        return self.alone or asyncio.get_running_loop().time() < self.until

    def known(self) -> dict[str, int]:
        """The tables that it holds, with their numbers of items."""
        return dict(self._held)

    async def has(self, name: str) -> bool:
        """Whether a task of the whole house is this worker's now."""
        return self.alone or name in await self._leases.take([name])

    def role(self, name: str) -> Role:
        """Something of the whole house that this worker does from now on whenever nobody else does."""
        self._roles.append(role := Role(self, name))
        return role

    async def take_roles(self) -> None:
        """Take those that nobody has."""
        wanted = {role.name: role for role in self._roles if role.wanted and not role.taken}
        if not wanted:
            return
        if not self.in_time:
            await self._renew()
        async with self._one_by_one:
            lapses = self._lapses
            taken = await self._leases.take(list(wanted))
            for name, role in wanted.items():
                if name in taken and role.wanted and lapses == self._lapses:
                    role.change(True)

    async def release_role(self, name: str) -> None:
        with suppress(Unavailable):  # then it lapses
            async with self._one_by_one:
                await self._leases.release([name])
            self._house.colleagues.leave()

    def begin(self) -> None:
        """Start renewing the leases, and taking over what nobody else looks after."""
        if not self.alone:
            self._background.start(self._beats())

    async def close(self) -> None:
        """Release the leases. That of an active table is left to expire, so that another worker finds it."""
        await self._background.close()
        for role in self._roles:
            await role.give_up()
        house, held, self._held = self._house, self._held, {}
        quiet = [id for id in held if (loaded := house.loaded.get(id)) and not loaded.table.stirs]
        if quiet:
            with suppress(Unavailable):  # then they expire
                await self._leases.release([log_of(id) for id in quiet])

    # Tables.

    async def seek(self, table: Table) -> None:
        """Take a table's lease, if it is free, before an item is written that makes the table active."""
        if not self.alone and needs_care(table) and not self.mine(table.id):
            await self.take([table.id])

    async def take(self, ids: Collection[str]) -> list[str]:
        """Those of these tables that are this worker's now."""
        if self.alone:
            return list(ids)
        try:
            if not self.in_time:
                await self._renew()
            async with self._one_by_one:
                taken = await self._leases.take([log_of(id) for id in ids])
                found = [id for id in ids if log_of(id) in taken]
                for id in found:
                    self._held.setdefault(id, 0)
        except Unavailable:
            return []
        return found

    def looked_after(self, loaded: LoadedTable) -> None:
        """Note how many items a table has, and release it when there is nothing more to do."""
        id = loaded.table.id
        if id not in self._held:
            return
        self._held[id] = loaded.table.n
        if not needs_care(loaded.table):
            self.let_go(id)

    def let_go(self, id: str) -> None:
        """Release a table: nothing is to be done there any more."""
        if self._held.pop(id, None) is not None:
            self._background.start(self._release(id))

    async def _release(self, id: str) -> None:
        with suppress(Unavailable):  # the worker that takes it over finds nothing to do
            async with self._one_by_one:
                if id not in self._held:  # else it was taken again meanwhile
                    await self._leases.release([log_of(id)])

    # Beats.

    async def _beats(self) -> None:
        while True:
            more = False
            try:
                more = await self.beat()
            except Unavailable:
                pass  # tried again at the next beat
            except Exception:
                log.exception("what is to be looked after could not be")
            if not more:
                with suppress(TimeoutError):
                    async with asyncio.timeout(self._leases.life / BEATS):
                        await self._stirred.wait()
                self._stirred.clear()

    def hurry(self) -> None:
        """There may be something to take over."""
        self._stirred.set()

    async def beat(self) -> bool:
        """Renew the leases, and take over what others have left behind or missed; whether more is left."""
        await self._renew()
        await self.take_roles()
        self._house.timers.set_alarm()  # the clock has been compared with the database's
        orphans = await self._leases.orphans(MOST)
        left = dict.fromkeys(name.removeprefix(TABLE) for name in orphans if name.startswith(TABLE))
        left |= dict.fromkeys(id for id, loaded in self._house.loaded.items() if needs_care(loaded.table))
        left |= dict.fromkeys(sorted(self._lapsed))
        taken = await self.take([id for id in left if id not in self._held]) if left else []
        self._lapsed.clear()
        for id in taken:
            await self._take_up(id)
        await self._house.reading.compare()
        return len(orphans) == MOST and bool(taken)

    async def _renew(self) -> None:
        loop = asyncio.get_running_loop()
        asked, alive = loop.time(), True
        try:
            alive = await self._leases.renew()
        finally:
            if not alive or loop.time() >= self.until:  # something may have been left undone meanwhile
                self._drop()
        self.until = asked + self._leases.life

    def _drop(self) -> None:
        """The leases have expired, and others may have taken them."""
        if self._held:
            log.warning("leases have lapsed", extra={"facts": {"tables": len(self._held)}})
        held, self._held = self._held, {}
        self._lapses += 1
        for role in self._roles:
            role.change(False)
        self._lapsed |= held.keys()
        for id in held:
            self._house.timers.drop(id)
            self._house.seated_bots.drop(id)

    async def _take_up(self, id: str) -> None:
        """Resume a table where another worker has stopped."""
        house = self._house
        try:
            loaded = house.loaded.get(id) or await house.reading.load(id)
            async with loaded.lock:
                if house.loaded.get(id) is loaded:
                    await house.reading.behind(loaded)
                    await house.resume_clock(loaded)
                    house.take_care(loaded)
        except TurnwiseError as error:
            if error.code == "unavailable":
                self._held.pop(id, None)
                self._lapsed.add(id)  # to be tried again
            else:
                self.let_go(id)


def needs_care(table: Table) -> bool:
    """Whether clocks, bots, notices, ratings or the rematch may have something to do at a table."""
    runs = table.status in ("beginning", "running") and not table.outdated
    return runs or table.to_be_rated or rematch.pending(table)
