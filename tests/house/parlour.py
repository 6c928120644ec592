"""A house on a store in memory, with people at tables and a clock that the test winds."""

from collections.abc import Sequence
from typing import Any, Protocol, TypeVar

import msgspec

from tests.house.kept_store import KeptStore
from tests.house.town import HOME, Counting
from turnwise.house.house import House
from turnwise.house.tables import dice, items, playing, seating
from turnwise.house.tables.items import Terms
from turnwise.house.tables.loaded import LoadedTable
from turnwise.house.tables.table import Table
from turnwise.play.entry import Special


class Company(Protocol):
    async def close(self) -> None: ...


Closing = TypeVar("Closing", bound=Company)


class Parlour:
    """`elsewhere` is another process on the same store. Bots never think there, unless a test gives them a head."""

    def __init__(self, store: Any = None, *, pace: float = 0) -> None:
        self.at, self.pace = 1_700_000_000_000, pace
        self.store: KeptStore = store or KeptStore()
        self._houses: list[House] = []
        self._company: list[Company] = []
        self.house = self.elsewhere()

    def elsewhere(self) -> House:
        self._houses.append(House(self.store, now=lambda: self.at, hasher=Counting(), pace=self.pace, thinkers=0))
        return self._houses[-1]

    def with_(self, one: Closing) -> Closing:
        """Somebody who is at work in the house, and goes home with it."""
        self._company.append(one)
        return one

    async def __aenter__(self) -> "Parlour":
        return self

    async def __aexit__(self, *error: object) -> None:
        for one in (*self._company, *self._houses):
            await one.close()

    async def guests(self, *names: str) -> list[str]:
        return [(await self.house.people.guest(name, HOME))[0].id for name in names]

    async def table(self, terms: Terms, *sitters: str, waits: bool = False) -> str:
        """A table that has started; the first sitter is its host, and `bot:` in front makes a bot. `waits`: as the house does
        for what people add to the dice."""
        host = next(who for who in sitters if not who.startswith(items.BOT))
        id = await self.house.open(host, terms)
        for who in sitters:
            await self.house.change(id, host, lambda table, who=who: self._sit(table, host, who))  # type: ignore[misc]
        await self.house.change(id, host, lambda table: seating.start(table, host, self.at))
        if not waits:
            await self.house.change(id, None, lambda table: dice.follows(table, self.at, 0))
        return id

    def _sit(self, table: Table, host: str, who: str) -> Sequence[Any]:
        if who.startswith(items.BOT):
            return seating.add_bot(table, host, None, who.removeprefix(items.BOT), self.at)
        return seating.sit(table, who, None, self.at)

    async def act(self, id: str, seat: int, *actions: Any) -> LoadedTable:
        """Let whoever plays a seat act."""

        def verb(table: Table) -> Sequence[Any]:
            who = "" if table.bot_of(seat) else table.sitters[seat]
            return playing.act(table, who, seat, actions, None, "", self.at)

        return await self.house.change(id, None, verb)

    async def resign(self, id: str, seat: int) -> LoadedTable:
        return await self.house.change(
            id, None, lambda table: playing.special(table, table.sitters[seat], seat, Special.LEAVE, self.at)
        )

    async def log(self, id: str) -> list[items.AnyItem]:
        return [items.decode(item) for item in await self.store.read(f"table {id}")]


async def looked(house: House, id: str, person: str) -> dict[str, Any]:
    """Everything that somebody may know of a table, as a program reads it."""
    told: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(await house.look(id, person)))
    return told
