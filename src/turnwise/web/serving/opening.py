"""A house on its store: the only one in a file, or one of several workers in a database."""

import asyncio
from contextlib import suppress
from typing import Any

from turnwise.house.bus.choice import open_bus
from turnwise.house.bus.hints import Hints
from turnwise.house.house import House
from turnwise.house.store.interface import Store
from turnwise.house.store.sharing import LIFE
from turnwise.house.store.sqlite import Sqlite

SOON = 3.0
"""Seconds in which the bus must be reached by a process that sends one message and ends."""


def house_on(store: Store, bus: str = "", lease: float = LIFE, **chosen: Any) -> House:
    """Called in its event loop. `bus`: the address of a Redis server; `lease`: the seconds after which a worker counts
    as dead."""
    hints = open_bus(bus, store)
    if isinstance(store, Sqlite):
        return House(store, bus=hints, **chosen)
    from turnwise.house.store.postgres import Postgres
    from turnwise.house.store.postgres_leases import PostgresLeases

    assert isinstance(store, Postgres)
    return House(store, now=store.clock, leases=PostgresLeases(store, lease), bus=hints, **chosen)


async def within_earshot(house: House) -> None:
    """Wait a moment until the bus is connected, so that the next hint reaches the other workers."""
    if isinstance(house.bus, Hints):
        with suppress(TimeoutError):
            async with asyncio.timeout(SOON):
                await house.bus.connected()
