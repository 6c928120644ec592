"""Stills: how a match last looked to each viewer, stored in case its rules change and it can't be replayed.

One is written when a table leaves memory and when the house closes, never with a move. Each viewer's part is made of
what passed the gate for that viewer, and is shown only there. It has seats and no names, so deleted people are in no
still.
"""

import asyncio
import logging
import time
import zlib
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Struct

from turnwise.draw import picture, written
from turnwise.draw.svg import svg
from turnwise.draw.text import text
from turnwise.draw.theme import AUTO
from turnwise.house.store.interface import Conflict, Put, Unavailable
from turnwise.house.tables.items import BOT
from turnwise.house.tables.table import Table
from turnwise.kit.position import SPECTATOR
from turnwise.kit.words import packed, sentences
from turnwise.play.view import View

if TYPE_CHECKING:
    from turnwise.house.house import House
    from turnwise.house.tables.loaded import LoadedTable

log = logging.getLogger("turnwise")

KIND = "still"
LATEST = 200
"""Sentences of the log in a still."""
MOST = 256 * 1024
"""Bytes of a still; a larger one is stored without pictures."""
TOGETHER, SECONDS = 50, 2.0
"""How many stills are written together when the house closes, and the time limit."""


class Seen(Struct):
    """What one viewer saw: the table as text and as a compressed drawing (empty if the game can't draw), in English and
    with numbered seats; and packed sentences (`kit/words.py`), which are worded when they are read."""

    text: str
    drawn: bytes
    told: list[Any]

    def svg(self) -> str:
        return zlib.decompress(self.drawn).decode()


class Still(Struct):
    """A match at a version, by viewer. If all saw the same there is only a spectator's part."""

    version: int
    seen: dict[int, Seen]

    def of(self, seat: int | None) -> Seen:
        return self.seen.get(SPECTATOR if seat is None else seat) or self.seen[SPECTATOR]


encode = msgspec.msgpack.Encoder().encode
decode = msgspec.msgpack.Decoder(Still).decode


async def still_of(house: "House", id: str) -> Still | None:
    """The still of a match, if there is one."""
    doc = await house.store.get(KIND, id)
    return decode(doc.body) if doc else None


async def keep(house: "House", loaded: "LoadedTable") -> None:
    """Store how a match looks now, unless it is stored already."""
    table = loaded.table
    match = table.match
    if match is None or loaded.still == match.version or loaded.lock.locked():
        return
    loaded.still = version = match.version
    views = {viewer: match.view(None if viewer == SPECTATOR else viewer) for viewer in _viewers(table)}
    try:
        doc = await house.store.get(KIND, table.id)
        if doc and decode(doc.body).version == version:
            return
        body = await asyncio.to_thread(_body, version, views)
        await house.store.commit([Put(KIND, table.id, body, doc.revision if doc else 0)])
    except (Conflict, Unavailable):
        loaded.still = -1  # another time


async def keep_all(house: "House") -> None:
    """Store the matches in memory, as many as the time limit allows: idle ones are stored already."""
    until, waiting = time.monotonic() + SECONDS, list(house.loaded.values())
    while waiting and time.monotonic() < until:
        await asyncio.gather(*(keep(house, loaded) for loaded in waiting[:TOGETHER]))
        del waiting[:TOGETHER]
    if waiting:
        log.warning("there was no time for stills", extra={"facts": {"tables": len(waiting)}})


def _viewers(table: Table) -> list[int]:
    """A spectator, and the people who may know more than one."""
    match = table.match
    if match is None or match.open or match.outcome:
        return [SPECTATOR]
    return [SPECTATOR, *(seat for seat, who in enumerate(table.sitters) if not who.startswith(BOT))]


def _body(version: int, views: Mapping[int, View]) -> bytes:
    seen = {viewer: _seen(view) for viewer, view in views.items()}
    body = encode(Still(version, seen))
    if len(body) > MOST:
        body = encode(Still(version, {viewer: Seen(one.text, b"", one.told) for viewer, one in seen.items()}))
    return body


def _seen(view: View) -> Seen:
    told = [packed(sentences(*line.told)) for line in view.lines[-LATEST:] if line.told]  # a set-up may tell nothing
    try:
        drawn = picture(view)
        return Seen(text(written(view, grows=False)), zlib.compress(svg(drawn, theme=AUTO).encode()), told)
    except Exception as error:  # a failing look must not keep a table in memory; its message may hold secrets
        log.error("a still could not be drawn: %s", type(error).__name__)
        return Seen("", b"", told)
