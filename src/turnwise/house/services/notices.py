"""Your turn: notices to people who are on turn and not looking, one a turn.

A notice is recorded in the table's log before it is sent. So no turn is announced twice, even after a crash; at worst
it is not announced at all.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from typing import NamedTuple

import msgspec

from turnwise.house.house import House
from turnwise.house.tables import items
from turnwise.house.tables.items import BOT, AnyItem
from turnwise.house.tables.loaded import LoadedTable
from turnwise.house.tables.table import Table
from turnwise.house.work.background import BackgroundTasks
from turnwise.kit.errors import TurnwiseError
from turnwise.kit.game import Game

log = logging.getLogger(__name__)


class Notice(NamedTuple):
    """Names the table, and tells nothing of the match."""

    table: str
    game: Game
    title: str
    link: str
    turn: int

    def message(self) -> bytes:
        """As JSON, for programs."""
        return msgspec.json.encode(self._asdict() | {"game": self.game.name})


class Way(NamedTuple):
    """A channel by which notices reach people."""

    reaches: Callable[[str], Awaitable[str]]
    """The address of a person; empty if there is none."""
    send: Callable[[str, Notice], Awaitable[bool]]
    """Sends a notice to that address; False: it may be tried again. Never raises."""


DELAY = 30
"""Seconds before a notice is sent: the person may look in the meantime."""
PATIENCE = (5, 60)
"""Seconds before each further attempt."""
AT_ONCE, MOST = 16, 1000
"""Messages under way at a time, and messages that wait; any beyond that are dropped."""


class _Turn(NamedTuple):
    seat: int
    turns: int


class Notices:
    """Sends the notices of a house. `address`: the base of links to its tables; `pace` scales every wait."""

    def __init__(self, house: House, ways: Sequence[Way], *, address: str = "", pace: float = 1.0) -> None:
        self._house, self._ways = house, ways
        self._address, self._pace = address.rstrip("/"), pace
        self._armed: dict[str, tuple[_Turn, asyncio.TimerHandle]] = {}
        self._background, self._slots = BackgroundTasks(), asyncio.Semaphore(AT_ONCE)
        house.after.append(self._after)

    async def settle(self) -> None:
        """Wait until all due notices have been sent or given up."""
        await self._background.settle()

    async def close(self) -> None:
        for _, timer in self._armed.values():
            timer.cancel()
        self._armed.clear()
        await self._background.close()

    def _after(self, loaded: LoadedTable, happened: Sequence[AnyItem]) -> None:
        id = loaded.table.id
        turn = _due(loaded) if self._house.duties.mine(id) else None
        armed = self._armed.get(id)
        if armed and armed[0] == turn:
            return
        if armed:
            armed[1].cancel()
            del self._armed[id]
        if turn:
            timer = asyncio.get_running_loop().call_later(self._delay(loaded.table), self._fire, id, turn)
            self._armed[id] = turn, timer

    def _delay(self, table: Table) -> float:
        """Shorter where a clock leaves no time to wait."""
        due = table.clock.due
        left = DELAY if due is None else (due - self._house.now()) / 4000
        return self._pace * max(0.0, min(DELAY, left))

    def _fire(self, id: str, turn: _Turn) -> None:
        del self._armed[id]
        if len(self._background) < MOST:
            self._background.start(self._tell(id, turn))

    async def _tell(self, id: str, turn: _Turn) -> None:
        try:
            loaded = await self._house.find(id, None)
        except TurnwiseError:
            return  # it can't be read now: no notice
        who = loaded.table.sitters[turn.seat]
        found = [(way, where) for way in self._ways if (where := await way.reaches(who))]
        if not found:
            return
        told: list[bool] = []

        def verb(table: Table) -> Sequence[AnyItem]:
            told.clear()
            if _due(self._house.loaded[id]) != turn or not self._house.duties.mine(id):
                return []  # moved or looking by now, or announced by another worker
            told.append(True)
            return [items.Noticed(self._house.now(), "", *turn)]

        try:
            await self._house.change(id, None, verb)
        except TurnwiseError:
            return  # what can't be recorded is not sent: it might be sent twice
        if told:
            notice = self._notice(loaded.table, turn)
            await asyncio.gather(*(self._deliver(way, where, notice) for way, where in found))

    def _notice(self, table: Table, turn: _Turn) -> Notice:
        link = f"{self._address}/tables/{table.id}"
        return Notice(table.id, table.game, table.terms.title or table.game.title, link, turn.turns)

    async def _deliver(self, way: Way, where: str, notice: Notice) -> None:
        async def send() -> bool:
            async with self._slots:
                return await way.send(where, notice)

        await patiently(send, self._pace)


async def patiently(send: Callable[[], Awaitable[bool]], pace: float) -> None:
    """Try to send a few times, with growing waits."""
    for wait in (*PATIENCE, None):
        if await send():
            return
        if wait is not None:
            await asyncio.sleep(pace * wait)
    log.info("a notice could not be delivered")


def _due(loaded: LoadedTable) -> _Turn | None:
    """The turn of a player who has had no notice of it."""
    table = loaded.table
    seat = table.turn
    if seat is None or not table.match or table.bot_of(seat):
        return None
    who, turns = table.sitters[seat], table.match.position.turns
    if loaded.feed.watches(seat, who) or who.startswith(BOT) or table.noticed.get(seat) == turns:
        return None
    return _Turn(seat, turns)
