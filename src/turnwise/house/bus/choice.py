"""Which bus the workers of a house use: their database's, or a Redis server that the host names."""

from urllib.parse import urlsplit

from turnwise.house.store.interface import Store
from turnwise.house.store.sharing import Bus, Silence
from turnwise.house.store.sqlite import Sqlite
from turnwise.kit.errors import TurnwiseError

SCHEMES = ("redis", "rediss", "unix")
FORM = "redis://HOST:PORT"


def check_bus(address: str, *, everybody_reads: bool = False) -> None:
    """Refuse what is no address of a Redis server; `everybody_reads`: where it was given, it may hold no password."""
    try:
        parts = urlsplit(address)
        fits = parts.scheme in SCHEMES and bool(parts.path if parts.scheme == "unix" else parts.hostname)
        if parts.port == 0:
            fits = False
    except ValueError:
        fits = False
    if not fits:
        raise TurnwiseError(f"The address of the bus can't be read. It is written {FORM}.", "bad_bus")
    if everybody_reads and parts.password:
        raise TurnwiseError(
            "Everybody on this machine can read a command line, so it may hold no password: write the whole address into "
            "TURNWISE_BUS.",
            "bad_bus",
        )


def open_bus(address: str, store: Store) -> Bus:
    """The bus of the workers that share this store; called in their event loop. A house in a file has one worker."""
    if address:
        check_bus(address)
    if isinstance(store, Sqlite):
        return Silence()
    from turnwise.house.store.postgres import Postgres

    assert isinstance(store, Postgres)
    if address:
        from turnwise.house.bus.redis_bus import RedisBus

        return RedisBus(address, store.house, store.worker)
    from turnwise.house.bus.postgres_bus import PostgresBus

    return PostgresBus(store.address, store.worker)
