"""Who looks at a table through another worker. A hint of it may be lost: it is told again from time to time, and lapses."""

from typing import TYPE_CHECKING

import msgspec

from turnwise.house.tables.place import Place
from turnwise.house.tables.table import Table

if TYPE_CHECKING:
    from turnwise.house.house import House

LOOKS = "looks"
"""The topic of its hints."""
LIFE = 25_000
"""Milliseconds for which it is believed that somebody looks elsewhere."""

encode = msgspec.msgpack.Encoder().encode
decode = msgspec.msgpack.Decoder(tuple[str, str, list[str], int, bool]).decode


class Elsewhere:
    """Tells the other workers who looks here, and hears who looks there."""

    def __init__(self, house: "House") -> None:
        self._house = house

    def looks(self, table: Table, first: bool) -> None:
        """Others look at a table here than before; whoever is the first here asks who looks elsewhere."""
        if place := self._house.places.get(table.id):
            self._tell(place, asks=first)

    def tell_again(self) -> None:
        """Tell who looks at all tables here, before it lapses."""
        for place in list(self._house.places.values()):
            if place.feed:
                self._tell(place, asks=False)

    def _tell(self, place: Place, *, asks: bool) -> None:
        people, watchers = place.feed.here_alone()
        told = place.table.id, self._house.duties.worker, sorted(people), watchers, asks
        self._house.bus.send(LOOKS, encode(told))

    def hear(self, body: bytes) -> None:
        """Take a hint of another worker."""
        id, worker, people, watchers, asks = decode(body)
        if place := self._house.places.get(id):
            place.feed.look_elsewhere(place.table, worker, people, watchers, self._house.now() + LIFE)
            if asks and place.feed:
                self._tell(place, asks=False)
