"""Pictures for open pages. After each change of a match every viewer's table is drawn once, away from the event loop, for all who look
with the same eyes; and told as what is different from the picture before. Nobody looks, nothing is drawn."""

import asyncio
import logging
import traceback
from collections.abc import Sequence
from typing import Any, Protocol

import msgspec

from turnwise.bots.names import called, told_apart
from turnwise.draw import coached, picture
from turnwise.draw.keyed import Sketches
from turnwise.house.feed import Feed
from turnwise.house.house import House, Place
from turnwise.house.items import AnyItem
from turnwise.house.table import Table
from turnwise.kit.errors import TurnwiseError
from turnwise.kit.position import SPECTATOR
from turnwise.kit.shapes import Picture
from turnwise.play.view import View

log = logging.getLogger("turnwise")
encode = msgspec.json.Encoder().encode


class Page(Protocol):
    """Somebody who looks at a drawn table."""

    viewer: int

    def push(self, message: bytes) -> None: ...


class Easel:
    """The pictures of all tables that somebody has open."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._canvases: dict[str, Canvas] = {}
        house.after.append(self._changed)

    def add(self, id: str, page: Page) -> None:
        """Draw for a page from now on; the first picture is whole."""
        canvas = self._canvases.setdefault(id, Canvas(id))
        canvas.pages[page] = None
        self._stir(canvas)

    def remove(self, id: str, page: Page) -> None:
        if canvas := self._canvases.get(id):
            canvas.pages.pop(page, None)
            if not canvas.pages:
                del self._canvases[id]

    def _changed(self, place: Place, happened: Sequence[AnyItem]) -> None:
        if canvas := self._canvases.get(place.table.id):
            self._stir(canvas)

    def _stir(self, canvas: "Canvas") -> None:
        canvas.stale = True
        if canvas.painting is None or canvas.painting.done():
            canvas.painting = asyncio.create_task(self._paint(canvas))

    async def _paint(self, canvas: "Canvas") -> None:
        """Draw until the pictures are as the match stands. Whatever happens meanwhile is in the next ones, however much it is."""
        while canvas.stale and canvas.pages:
            canvas.stale = False
            try:
                views, names = await self._views(canvas)
                for viewer, view in views.items():
                    message = await asyncio.to_thread(canvas.draw, viewer, view, names)
                    canvas.hang(viewer, message)
            except (
                TurnwiseError
            ):  # the table is gone, or can't be read just now: whoever looks hears that from the feed
                return
            except Exception as error:
                # The frames, but no message: it may hold what only this viewer may know.
                frames = "".join(traceback.format_tb(error.__traceback__))
                log.error("a table could not be drawn: %s\n%s", type(error).__name__, frames)
                return

    async def _views(self, canvas: "Canvas") -> tuple[dict[int, View], tuple[str, ...]]:
        """What those may see now who have not been shown it, and the names at the table."""
        place = await self._house.held(canvas.id, None)
        try:
            match, names = place.table.match, names_at(place.table, place.feed)
            if match is None:
                return {}, names
            viewers = {page.viewer for page in canvas.pages if not canvas.is_shown(page, match.version, names)}
            return {viewer: match.view(None if viewer == SPECTATOR else viewer) for viewer in viewers}, names
        finally:
            place.lock.release()


class Canvas:
    """One table, the pages that show it, and what each of them has."""

    def __init__(self, id: str) -> None:
        self.id = id
        self.pages: dict[Page, int | None] = {}
        """Pages, and whose picture each of them has."""
        self.stale = False
        self.painting: asyncio.Task[None] | None = None
        self._sketches: dict[int, Sketches] = {}
        self._shown: dict[int, tuple[int, tuple[str, ...]]] = {}
        """The version of the match and the names that the picture of each viewer shows."""

    def is_shown(self, page: Page, version: int, names: tuple[str, ...]) -> bool:
        viewer = page.viewer
        return self.pages[page] == viewer and self._shown.get(viewer) == (version, names)

    def draw(self, viewer: int, view: View, names: tuple[str, ...]) -> bytes:
        """What is new in a viewer's picture."""
        if viewer not in self.pages.values():
            self._sketches.pop(viewer, None)
        drawn = picture(view, names)
        told = self._sketches.setdefault(viewer, Sketches()).next(drawn)
        self._shown[viewer] = view.version, names
        self._beside = {"type": "picture", "version": view.version, **beside(view, drawn, names)}
        return encode(self._beside | told)

    def hang(self, viewer: int, message: bytes) -> None:
        """Give every page of a viewer what is new; to one that has no picture yet, all of it."""
        whole = b""
        for page, had in list(self.pages.items()):
            if page.viewer != viewer:
                continue
            if had != viewer and not whole:
                whole = encode(self._beside | self._sketches[viewer].whole())
            page.push(message if had == viewer else whole)
            self.pages[page] = viewer


def beside(view: View, drawn: Picture, names: Sequence[str]) -> dict[str, Any]:
    """What is told with each picture: what its viewer may do and the things to be touched for it, and what somebody who plays for
    the first time should know now."""
    moves = [[action.id, action.words, drawn.touch.get(action.id, ())] for action in view.legal]
    return {"moves": moves, "coach": [[one.template, one.given] for one in coached(view, names)]}


def names_at(table: Table, feed: Feed) -> tuple[str, ...]:
    """Those who sit at a table, as pictures name them."""
    names = []
    for told in feed.about(table)["seats"]:
        names.append(told.get("name") or (called(table.game, told["bot"]) if "bot" in told else ""))
    return tuple(told_apart(names))
