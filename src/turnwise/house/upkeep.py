"""Upkeep of the house: tables are resumed at its start and leave memory when nobody needs them; expired documents are
deleted."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from turnwise.house.store.interface import Conflict, Doc, Unavailable
from turnwise.house.store.lapsed import clear
from turnwise.house.tables import stills
from turnwise.house.tables.summary import decode

if TYPE_CHECKING:
    from turnwise.house.house import House
    from turnwise.house.tables.loaded import LoadedTable

log = logging.getLogger("turnwise")

Found = TypeVar("Found")

UPKEEP = "upkeep"
"""The lease of the worker that does the upkeep of the records."""
PAGE = 100
IDLE = 5 * 60_000
"""Milliseconds after which a table that nobody watches leaves memory."""
EVERY = 60
"""Seconds between two rounds."""
MOST_NAMES = 20_000
"""Names kept in memory of people who are at no loaded table; beyond it, the least recently used are dropped."""


async def resume(house: "House") -> int:
    """Resume the tables at which something happens by itself, one after the other; returns how many succeeded."""
    taken_up, below = 0, None
    while docs := await _once_readable(partial(_next, house, below)):
        for id in await house.duties.take([doc.id for doc in docs]):
            try:
                await house.find(id, None)
                taken_up += 1
            except Exception as error:  # the other tables must still be resumed
                log.error("a table can't go on", extra={"facts": {"error": type(error).__name__}})
                if getattr(error, "code", "") == "unavailable":
                    house.timers.again(id)
            if (loaded := house.loaded.get(id)) and _is_idle(house, loaded, house.now()):
                del house.loaded[id]
            await asyncio.sleep(0)
        below = decode(docs[-1].body).opened, docs[-1].id
    await _once_readable(house.hours.closed)
    house.hours.resumed = True
    await stay_open(house)
    return taken_up


async def stay_open(house: "House") -> None:
    """Record that the house is open, if the store can be written; one worker's record is enough."""
    with suppress(Conflict, Unavailable):
        if await house.duties.has(UPKEEP):
            await house.hours.keep()


async def _next(house: "House", below: tuple[int, str] | None) -> list[Doc]:
    """The next tables of the list."""
    return await house.store.find("table", "stirs", "now", limit=PAGE, below=below)


async def _once_readable(read: Callable[[], Awaitable[Found]]) -> Found:
    """Read as soon as the store can be read."""
    while True:
        try:
            return await read()
        except Unavailable:
            log.error("running tables can't be resumed before the records can be read")
            await asyncio.sleep(EVERY)


async def sweep(house: "House") -> None:
    """Unload tables that nobody watches or has used for a while and at which no bot thinks. Their clocks run on."""
    long_ago = house.now() - IDLE
    for id, loaded in list(house.loaded.items()):
        if _is_idle(house, loaded, long_ago):
            await stills.keep(house, loaded)
            if house.loaded.get(id) is loaded and _is_idle(house, loaded, long_ago):  # it may have changed
                del house.loaded[id]
                if not loaded.table.stirs:
                    house.duties.let_go(id)
    _forget_names(house)


def _forget_names(house: "House") -> None:
    if len(house.names) > MOST_NAMES:
        shown = {person for loaded in house.loaded.values() for person in loaded.table.people}
        unused = [person for person in house.names if person not in shown]
        for person in unused[: max(0, len(unused) - MOST_NAMES)]:
            del house.names[person]


def _is_idle(house: "House", loaded: "LoadedTable", long_ago: int) -> bool:
    nobody = not loaded.feed and not loaded.lock.locked() and not house.seated_bots.busy(loaded.table.id)
    return nobody and loaded.used <= long_ago


async def keep_in_order(house: "House") -> None:
    """Do a round every minute. If one task fails, the others are done, and all are tried again the next time."""
    while True:
        await asyncio.sleep(EVERY)
        await stay_open(house)
        for work in _work(house):
            try:
                await work()
            except Unavailable:
                pass  # tried again in the next round
            except Exception:
                log.exception("the house could not be put in order")


def _work(house: "House") -> Sequence[Callable[[], Awaitable[object]]]:
    """The tasks of a round; those that delete by age wait until the time is certain."""
    waiting = partial(clear, house.store, "waiting", house.now())
    aged = house.people.sweep, house.mailboxes.sweep, house.once.sweep, house.bans.sweep, waiting
    return partial(sweep, house), *(partial(_if_sure, house, work) for work in aged)


async def _if_sure(house: "House", work: Callable[[], Awaitable[object]]) -> None:
    if await house.duties.has(UPKEEP) and await house.hours.sure():
        await work()
