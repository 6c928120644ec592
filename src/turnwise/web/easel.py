"""Pictures for open pages. After each change of a match every viewer's table is drawn once, away from the event loop, for all who look
with the same eyes and in the same language; and told as what is different from the picture before. Nobody looks, nothing is drawn."""

import asyncio
import logging
import traceback
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple, Protocol

import msgspec

from turnwise.bots.names import told_apart
from turnwise.draw import coached, picture
from turnwise.draw.keyed import Sketches, keyed
from turnwise.draw.spoken import Found, spoken
from turnwise.house.feed import Feed
from turnwise.house.house import House, Place
from turnwise.house.items import AnyItem
from turnwise.house.playing import may_undo
from turnwise.house.table import Table
from turnwise.kit.errors import TurnwiseError
from turnwise.kit.position import SPECTATOR
from turnwise.kit.shapes import Picture
from turnwise.play.view import View
from turnwise.web.words import ENGLISH, bot_name
from turnwise.web.words.speech import in_words, speech

log = logging.getLogger("turnwise")
encode = msgspec.json.Encoder().encode


Names = tuple[str, ...]
Shown = tuple[int, Names, bool | None]
"""The version of the match, the names, and whether what the turn opens with is shown."""
GESTURE = -1
"""In the list of moves: no action, but what shows what the turn opens with."""
BLANK = Picture(0, 0, "", ())
THREADS = 2
"""They draw open tables and nothing else: whatever somebody asks for beside, no table waits for it."""


class Eyes(NamedTuple):
    """Who looks, and in which language."""

    viewer: int
    language: str


class Sight(NamedTuple):
    """What is to be drawn: a view, the names at the table, and whether its viewer can take something back."""

    view: View
    names: Names
    undo: bool


class Page(Protocol):
    """Somebody who looks at a drawn table."""

    viewer: int

    def push(self, message: bytes) -> None: ...


class Easel:
    """The pictures of all tables that somebody has open."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._canvases: dict[str, Canvas] = {}
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="easel")
        house.after.append(self._changed)

    def close(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)

    def add(self, id: str, page: Page, language: str = ENGLISH) -> None:
        """Draw for a page from now on; the first picture is whole."""
        canvas = self._canvases.setdefault(id, Canvas(id))
        canvas.pages[page], canvas.languages[page] = None, language
        self._stir(canvas)

    def remove(self, id: str, page: Page) -> None:
        if canvas := self._canvases.get(id):
            canvas.pages.pop(page, None)
            canvas.languages.pop(page, None)
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
                for eyes, sight in (await self._sights(canvas)).items():
                    await self._show(canvas, eyes, sight)
            except (
                TurnwiseError
            ):  # the table is gone, or can't be read just now: whoever looks hears that from the feed
                return

    async def _show(self, canvas: "Canvas", eyes: Eyes, sight: Sight) -> None:
        """Draw for everybody with the same eyes. If that goes wrong, the match goes on without a picture."""
        try:
            message = await asyncio.get_running_loop().run_in_executor(self._threads, canvas.draw, eyes, sight)
        except Exception as error:
            # The frames, but no message: it may hold what only this viewer may know.
            frames = "".join(traceback.format_tb(error.__traceback__))
            log.error("a table could not be drawn: %s\n%s", type(error).__name__, frames)
            canvas.leave_blank(eyes, sight)
        else:
            canvas.hang(eyes, message)

    async def _sights(self, canvas: "Canvas") -> dict[Eyes, Sight]:
        """What those may see now who have not been shown it."""
        place = await self._house.held(canvas.id, None)
        try:
            match = place.table.match
            if match is None:
                return {}
            names = {one: names_at(place.table, place.feed, one) for one in set(canvas.languages.values())}
            opened = place.feed.opened(place.table)
            new = {
                eyes
                for page in canvas.pages
                if not canvas.is_shown(page, (match.version, names[(eyes := canvas.eyes(page)).language], opened))
            }
            views = {viewer: view_at(place, None if viewer == SPECTATOR else viewer) for viewer, _ in new}
            undoes = {viewer: viewer != SPECTATOR and may_undo(place.table, viewer) for viewer in views}
            return {eyes: Sight(views[eyes.viewer], names[eyes.language], undoes[eyes.viewer]) for eyes in new}
        finally:
            place.lock.release()


class Canvas:
    """One table, the pages that show it, and what each of them has."""

    def __init__(self, id: str) -> None:
        self.id = id
        self.pages: dict[Page, Eyes | None] = {}
        """Pages, and whose picture each of them has."""
        self.languages: dict[Page, str] = {}
        self.stale = False
        self.painting: asyncio.Task[None] | None = None
        self._sketches: dict[Eyes, Sketches] = {}
        self._shown: dict[Eyes, Shown] = {}
        """What the picture for each pair of eyes shows."""
        self._heard: dict[Eyes, tuple[str, ...]] = {}
        """What its version has sounded like."""

    def eyes(self, page: Page) -> Eyes:
        return Eyes(page.viewer, self.languages[page])

    def is_shown(self, page: Page, now: "Shown") -> bool:
        eyes = self.eyes(page)
        return self.pages[page] == eyes and self._shown.get(eyes) == now

    def draw(self, eyes: Eyes, sight: Sight) -> bytes:
        """What is new in a picture."""
        view, names, undo = sight
        if eyes not in self.pages.values():
            self._sketches.pop(eyes, None)
        drawn, found = picture(view, names), speech(view.game, eyes.language, names)
        told = self._sketches.setdefault(eyes, Sketches()).next(drawn, found)
        if eyes in self._shown and self._shown[eyes][0] == view.version:  # what was heard and has flown is over
            before = self._heard.get(eyes, ())
            told |= {"sounds": [sound for sound in drawn.sounds if sound not in before], "gone": {}}
        self._shown[eyes], self._heard[eyes] = (view.version, names, view.opened), drawn.sounds
        self._beside = {
            "type": "picture",
            "version": view.version,
            "undo": undo,
            **beside(view, drawn, names, eyes.language),
        }
        return encode(self._beside | told)

    def hang(self, eyes: Eyes, message: bytes) -> None:
        """Give every page with these eyes what is new; to one that has no picture yet, all of it."""
        whole = b""
        for page, had in list(self.pages.items()):
            if self.eyes(page) != eyes:
                continue
            if had != eyes and not whole:
                whole = encode(self._beside | self._sketches[eyes].whole())
            page.push(message if had == eyes else whole)
            self.pages[page] = eyes

    def leave_blank(self, eyes: Eyes, sight: Sight) -> None:
        """Give every page with these eyes what its viewer may do, on an empty picture. The next that can be drawn is whole."""
        view, names, undo = sight
        self._sketches.pop(eyes, None)
        self._shown[eyes] = view.version, names, view.opened
        moves = possible(view, BLANK, speech(view.game, eyes.language, names))
        facts = {"type": "picture", "version": view.version, "undo": undo, "moves": moves, "coach": [], "undrawn": True}
        message = encode(facts | keyed(BLANK))
        for page in self.pages:
            if self.eyes(page) == eyes:
                page.push(message)
                self.pages[page] = eyes


def view_at(place: Place, seat: int | None) -> View:
    """The match at a table as a seat sees it now, also what its front has yet to show."""
    assert place.table.match
    view = place.table.match.view(seat)
    view.opened = place.feed.opened(place.table)
    return view


def painted(view: View, names: Names, language: str) -> Picture:
    """The table as a view shows it, in a language."""
    drawn, found = picture(view, names), speech(view.game, language, names)
    return spoken(drawn, found) if found else drawn


def beside(view: View, drawn: Picture, names: Names, language: str) -> dict[str, Any]:
    """What is told with each picture: what its viewer may do and the things to be touched for it, and what somebody who plays for
    the first time should know now."""
    moves = possible(view, drawn, speech(view.game, language, names))
    return {"moves": moves, "coach": [[one.template, one.given] for one in coached(view, names)]}


def possible(view: View, drawn: Picture, found: Found | None) -> list[list[Any]]:
    """What a viewer may do: each action, its words, and the things of the picture to be touched for it."""
    if view.opened is False and drawn.gesture:
        own = view.seat is not None and view.seat == view.turn
        return [[GESTURE, in_words(view.game.gesture, found), (drawn.gesture,)]] if own else []
    return [[action.id, in_words(action.words, found), drawn.touch.get(action.id, ())] for action in view.legal]


def names_at(table: Table, feed: Feed, language: str) -> Names:
    """Those who sit at a table, as its pictures and its page name them."""
    names = []
    for told in feed.about(table)["seats"]:
        name = told.get("name") or (bot_name(table.game, told["bot"], language) if "bot" in told else "")
        names.append(f"{name} {told['number']}" if "number" in told else name)
    return tuple(told_apart(names))
