"""Who watches a table through another worker. A hint may be lost, so it is repeated from time to time, and expires."""

from typing import TYPE_CHECKING

import msgspec

from turnwise.house.tables.loaded import LoadedTable
from turnwise.house.tables.table import Table

if TYPE_CHECKING:
    from turnwise.house.house import House

LOOKS = "looks"
"""The topic of its hints."""
LIFE = 25_000
"""Milliseconds for which such a hint is valid."""

encode = msgspec.msgpack.Encoder().encode
decode = msgspec.msgpack.Decoder(tuple[str, str, list[str], int, bool]).decode


class Elsewhere:
    """Tells the other workers who watches here, and hears who watches there."""

    def __init__(self, house: "House") -> None:
        self._house = house

    def looks(self, table: Table, first: bool) -> None:
        """The watchers of a table here have changed; with the first one, ask for those of other workers."""
        if loaded := self._house.loaded.get(table.id):
            self._tell(loaded, asks=first)

    def tell_again(self) -> None:
        """Repeat the hints for all tables here, before they expire."""
        for loaded in list(self._house.loaded.values()):
            if loaded.feed:
                self._tell(loaded, asks=False)

    def _tell(self, loaded: LoadedTable, *, asks: bool) -> None:
        people, watchers = loaded.feed.here_alone()
        told = loaded.table.id, self._house.duties.worker, sorted(people), watchers, asks
        self._house.bus.send(LOOKS, encode(told))

    def hear(self, body: bytes) -> None:
        """Handle a hint from another worker."""
        id, worker, people, watchers, asks = decode(body)
        if loaded := self._house.loaded.get(id):
            loaded.feed.look_elsewhere(loaded.table, worker, people, watchers, self._house.now() + LIFE)
            if asks and loaded.feed:
                self._tell(loaded, asks=False)
