"""What this worker looks after: the tables whose leases it holds. Their clocks, bots, notices and ratings are its own to try.

A lease is taken before what makes a table stir is written, so no table stirs that nobody looks after; and when a worker dies, what it
held is found by the others. Whoever acts on an old lease does no harm: whatever it does is an append at an expected place.
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
from turnwise.house.tables.place import Place, log_of
from turnwise.house.tables.table import Table
from turnwise.house.work.background import BackgroundTasks
from turnwise.kit.errors import TurnwiseError

if TYPE_CHECKING:
    from turnwise.house.house import House

log = logging.getLogger("turnwise")

BEATS = 4
"""How often a worker says that it is alive while its leases last."""
MOST = 200
"""What is taken over of dead workers in one beat."""
TABLE = log_of("")


class Duties:
    """`mine` says whether a table is this worker's; alone, every one is."""

    def __init__(self, house: "House", leases: Leases) -> None:
        self._house, self._leases = house, leases
        self.alone, self.worker = isinstance(leases, Alone), leases.worker
        self._held: dict[str, int] = {}
        """The tables it holds, and how many items each had when it was last looked after."""
        self._until = inf if self.alone else -inf
        """When its time is over, by the loop's clock, unless it is renewed."""
        self._one_by_one = asyncio.Lock()
        """What is asked later might arrive earlier: nothing is released after it was taken again."""
        self._lapsed: set[str] = set()
        """What it held when its time was over, and nobody else may have noticed; and what could not be taken up."""
        self._stirred = asyncio.Event()
        self._background = BackgroundTasks()

    def mine(self, id: str) -> bool:
        return self.alone or id in self._held and asyncio.get_running_loop().time() < self._until

    def known(self) -> dict[str, int]:
        """How many items each table that it holds had."""
        return dict(self._held)

    async def has(self, name: str) -> bool:
        """Whether something of the whole house is this worker's to do now."""
        return self.alone or name in await self._leases.take([name])

    def begin(self) -> None:
        """From now on say that it is alive, and look after what nobody else does."""
        if not self.alone:
            self._background.start(self._beats())

    async def close(self) -> None:
        """Let go. A table that stirs is kept until somebody else finds that its worker is gone: else nobody would look there."""
        await self._background.close()
        house, held, self._held = self._house, self._held, {}
        quiet = [id for id in held if (place := house.places.get(id)) and not place.table.stirs]
        if quiet:
            with suppress(Unavailable):  # then they lapse
                await self._leases.release([log_of(id) for id in quiet])

    # Tables.

    async def seek(self, table: Table) -> None:
        """Take a table's lease, if nobody has it, before something is written that makes it stir."""
        if not self.alone and needs_care(table) and not self.mine(table.id):
            await self.take([table.id])

    async def take(self, ids: Collection[str]) -> list[str]:
        """Those of these tables that are this worker's now."""
        if self.alone:
            return list(ids)
        try:
            if asyncio.get_running_loop().time() >= self._until:
                await self._renew()
            async with self._one_by_one:
                taken = await self._leases.take([log_of(id) for id in ids])
                found = [id for id in ids if log_of(id) in taken]
                for id in found:
                    self._held.setdefault(id, 0)
        except Unavailable:
            return []
        return found

    def looked_after(self, place: Place) -> None:
        """Note how far a table is that it holds, and let go of it when there is nothing more to do."""
        id = place.table.id
        if id not in self._held:
            return
        self._held[id] = place.table.n
        if not needs_care(place.table):
            self.let_go(id)

    def let_go(self, id: str) -> None:
        """Nothing is to be done at a table any more."""
        if self._held.pop(id, None) is not None:
            self._background.start(self._release(id))

    async def _release(self, id: str) -> None:
        with suppress(Unavailable):  # whoever finds it has nothing to do there
            async with self._one_by_one:
                if id not in self._held:  # else it was taken again meanwhile
                    await self._leases.release([log_of(id)])

    # From beat to beat.

    async def _beats(self) -> None:
        while True:
            more = False
            try:
                more = await self.beat()
            except Unavailable:
                pass  # there is a next time
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
        """Say that this worker is alive, look for what others have left behind and for what was missed. Whether more is left."""
        await self._renew()
        self._house.timers.set_alarm()  # the clock has been compared with the database's
        orphans = await self._leases.orphans(MOST)
        left = dict.fromkeys(name.removeprefix(TABLE) for name in orphans if name.startswith(TABLE))
        left |= dict.fromkeys(id for id, place in self._house.places.items() if needs_care(place.table))
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
            if not alive or loop.time() >= self._until:  # something may have been left undone meanwhile
                self._drop()
        self._until = asked + self._leases.life

    def _drop(self) -> None:
        """Its time was over, and others may have taken what it held."""
        if self._held:
            log.warning("leases have lapsed", extra={"facts": {"tables": len(self._held)}})
        held, self._held = self._held, {}
        self._lapsed |= held.keys()
        for id in held:
            self._house.timers.drop(id)
            self._house.sitters.drop(id)

    async def _take_up(self, id: str) -> None:
        """Go on where another worker has stopped."""
        house = self._house
        try:
            place = house.places.get(id) or await house.reading.load(id)
            async with place.lock:
                if house.places.get(id) is place:
                    await house.reading.behind(place)
                    await house.resume_clock(place)
                    house.take_care(place)
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
