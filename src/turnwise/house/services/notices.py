"""Your turn: word for people who are on turn and not looking, once in a turn.

That word is sent is written into the table's log before it is sent. So no turn is told twice, whoever dies meanwhile; at worst it is
not told at all.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from typing import NamedTuple

import msgspec

from turnwise.house.house import House
from turnwise.house.tables import items
from turnwise.house.tables.items import BOT, AnyItem
from turnwise.house.tables.place import Place
from turnwise.house.tables.table import Table
from turnwise.house.work.background import BackgroundTasks
from turnwise.kit.errors import TurnwiseError
from turnwise.kit.game import Game

log = logging.getLogger(__name__)


class Notice(NamedTuple):
    """Which table, and nothing of what lies on it."""

    table: str
    game: Game
    title: str
    link: str
    turn: int

    def message(self) -> bytes:
        """For programs."""
        return msgspec.json.encode(self._asdict() | {"game": self.game.name})


class Way(NamedTuple):
    """How word reaches people."""

    reaches: Callable[[str], Awaitable[str]]
    """Where it reaches somebody; empty if it doesn't."""
    send: Callable[[str, Notice], Awaitable[bool]]
    """Takes that and the notice, and says whether that was all. False: it may be tried again. It never raises."""


DELAY = 30
"""Seconds before word is sent: he may be looking in a moment."""
PATIENCE = (5, 60)
"""Seconds before each further try."""
AT_ONCE, MOST = 16, 1000
"""Messages under way at the same time, and messages that wait; beyond that somebody must look by himself."""


class _Turn(NamedTuple):
    seat: int
    turns: int


class Notices:
    """Sends word of the turns of a house. `address`: where its tables are found; `pace` scales every wait."""

    def __init__(self, house: House, ways: Sequence[Way], *, address: str = "", pace: float = 1.0) -> None:
        self._house, self._ways = house, ways
        self._address, self._pace = address.rstrip("/"), pace
        self._armed: dict[str, tuple[_Turn, asyncio.TimerHandle]] = {}
        self._background, self._slots = BackgroundTasks(), asyncio.Semaphore(AT_ONCE)
        house.after.append(self._after)

    async def settle(self) -> None:
        """Wait until what is due now has been sent or given up."""
        await self._background.settle()

    async def close(self) -> None:
        for _, timer in self._armed.values():
            timer.cancel()
        self._armed.clear()
        await self._background.close()

    def _after(self, place: Place, happened: Sequence[AnyItem]) -> None:
        id = place.table.id
        turn = _due(place) if self._house.duties.mine(id) else None
        armed = self._armed.get(id)
        if armed and armed[0] == turn:
            return
        if armed:
            armed[1].cancel()
            del self._armed[id]
        if turn:
            timer = asyncio.get_running_loop().call_later(self._delay(place.table), self._fire, id, turn)
            self._armed[id] = turn, timer

    def _delay(self, table: Table) -> float:
        """Where a clock runs, there is not always time to wait."""
        due = table.clock.due
        left = DELAY if due is None else (due - self._house.now()) / 4000
        return self._pace * max(0.0, min(DELAY, left))

    def _fire(self, id: str, turn: _Turn) -> None:
        del self._armed[id]
        if len(self._background) < MOST:
            self._background.start(self._tell(id, turn))

    async def _tell(self, id: str, turn: _Turn) -> None:
        try:
            place = await self._house.place(id, None)
        except TurnwiseError:
            return  # it can't be read now: he must look by himself
        who = place.table.sitters[turn.seat]
        found = [(way, where) for way in self._ways if (where := await way.reaches(who))]
        if not found:
            return
        told: list[bool] = []

        def verb(table: Table) -> Sequence[AnyItem]:
            told.clear()
            if _due(self._house.places[id]) != turn or not self._house.duties.mine(id):
                return []  # he has moved or is looking now, or another worker tells him
            told.append(True)
            return [items.Noticed(self._house.now(), "", *turn)]

        try:
            await self._house.change(id, None, verb)
        except TurnwiseError:
            return  # what can't be kept is not sent: nobody would know that it was
        if told:
            notice = self._notice(place.table, turn)
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
    """Try a few times to have something sent, with longer and longer waits between."""
    for wait in (*PATIENCE, None):
        if await send():
            return
        if wait is not None:
            await asyncio.sleep(pace * wait)
    log.info("a notice could not be delivered")


def _due(place: Place) -> _Turn | None:
    """The turn of somebody who has yet to hear of it."""
    table = place.table
    seat = table.turn
    if seat is None or not table.match or table.bot_of(seat):
        return None
    who, turns = table.sitters[seat], table.match.position.turns
    if place.feed.watches(seat, who) or who.startswith(BOT) or table.noticed.get(seat) == turns:
        return None
    return _Turn(seat, turns)
