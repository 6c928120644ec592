"""What keeps the house in order by itself: tables are taken up again at its start, and leave memory when nobody needs them; what has
lapsed is forgotten."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

from turnwise.house.store.interface import Conflict, Doc, Unavailable
from turnwise.house.store.lapsed import clear
from turnwise.house.tables import stills
from turnwise.house.tables.summary import decode

if TYPE_CHECKING:
    from turnwise.house.house import House
    from turnwise.house.tables.place import Place

log = logging.getLogger("turnwise")

UPKEEP = "upkeep"
"""The lease of whichever worker puts the records in order."""
PAGE = 100
IDLE = 5 * 60_000
"""Milliseconds after which a table that nobody watches leaves memory."""
EVERY = 60
"""Seconds between two looks around."""
MOST_NAMES = 20_000
"""Names of people who are at no table in memory that are kept at hand; beyond it, those that were looked up longest ago are not."""


async def resume(house: "House") -> int:
    """Take up the tables at which something happens by itself, one after the other; how many could be."""
    taken_up, below = 0, None
    while docs := await _next(house, below):
        for id in await house.duties.take([doc.id for doc in docs]):
            try:
                await house.place(id, None)
                taken_up += 1
            except Exception as error:  # the others go on all the same
                log.error("a table can't go on", extra={"facts": {"error": type(error).__name__}})
                if getattr(error, "code", "") == "unavailable":
                    house.timers.again(id)
            if (place := house.places.get(id)) and _is_idle(house, place, house.now()):
                del house.places[id]
            await asyncio.sleep(0)
        below = decode(docs[-1].body).opened, docs[-1].id
    await house.hours.closed()
    house.hours.resumed = True
    await stay_open(house)
    return taken_up


async def stay_open(house: "House") -> None:
    """Have it known that the house is open, if that can be kept; one worker's word is enough."""
    with suppress(Conflict, Unavailable):
        if await house.duties.has(UPKEEP):
            await house.hours.keep()


async def _next(house: "House", below: tuple[int, str] | None) -> list[Doc]:
    """The next tables of the list, as soon as it can be read."""
    while True:
        try:
            return await house.store.find("table", "stirs", "now", limit=PAGE, below=below)
        except Unavailable:
            log.error("the list of running tables can't be read")
            await asyncio.sleep(EVERY)


async def sweep(house: "House") -> None:
    """Let tables go that nobody watches or has used for a while and at which no bot thinks. Their clocks run on."""
    long_ago = house.now() - IDLE
    for id, place in list(house.places.items()):
        if _is_idle(house, place, long_ago):
            await stills.keep(house, place)
            if house.places.get(id) is place and _is_idle(house, place, long_ago):  # nobody came meanwhile
                del house.places[id]
                if not place.table.stirs:
                    house.duties.let_go(id)
    _forget_names(house)


def _forget_names(house: "House") -> None:
    if len(house.names) > MOST_NAMES:
        shown = {person for place in house.places.values() for person in place.table.people}
        unused = [person for person in house.names if person not in shown]
        for person in unused[: max(0, len(unused) - MOST_NAMES)]:
            del house.names[person]


def _is_idle(house: "House", place: "Place", long_ago: int) -> bool:
    nobody = not place.feed and not place.lock.locked() and not house.sitters.busy(place.table.id)
    return nobody and place.used <= long_ago


async def keep_in_order(house: "House") -> None:
    """Look around every minute. Whatever fails, the rest is done, and everything is tried again the next time."""
    while True:
        await asyncio.sleep(EVERY)
        await stay_open(house)
        for work in _work(house):
            try:
                await work()
            except Unavailable:
                pass  # there is a next time
            except Exception:
                log.exception("the house could not be put in order")


def _work(house: "House") -> Sequence[Callable[[], Awaitable[object]]]:
    """What there is to be put in order; what forgets something for its age waits until the time is sure."""
    waiting = partial(clear, house.store, "waiting", house.now())
    aged = house.people.sweep, house.mailboxes.sweep, house.once.sweep, house.bans.sweep, waiting
    return partial(sweep, house), *(partial(_if_sure, house, work) for work in aged)


async def _if_sure(house: "House", work: Callable[[], Awaitable[object]]) -> None:
    if await house.duties.has(UPKEEP) and await house.hours.sure():
        await work()
