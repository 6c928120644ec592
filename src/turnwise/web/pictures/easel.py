"""Pictures for open pages. After each change of a match every view is drawn once, in a thread, for all pages with the
same seat, language and about the same window size; and sent as the difference from the picture before. Without pages
nothing is drawn.

New lines of the log, the legal actions and the coach's words are sent with the picture, so that all of them keep in
step."""

import asyncio
import logging
import traceback
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple, Protocol, TypeVar

import msgspec

from turnwise.draw import coached, meant, table
from turnwise.draw.keyed import Sketches, keyed
from turnwise.draw.layout import laid
from turnwise.draw.plan import WIDE, Stage
from turnwise.house.house import House
from turnwise.house.services.seen import Names, names_at, view_at
from turnwise.house.tables.feed import HINTED, LINES
from turnwise.house.tables.items import AnyItem
from turnwise.house.tables.loaded import LoadedTable
from turnwise.house.tables.playing import may_undo
from turnwise.house.tables.table import Hint
from turnwise.kit.catalogues import speaker
from turnwise.kit.errors import TurnwiseError
from turnwise.kit.pieces import Table
from turnwise.kit.position import SPECTATOR
from turnwise.kit.shapes import Picture
from turnwise.kit.words import ENGLISH, Seat, Speaker
from turnwise.play.match import Match
from turnwise.play.view import Line, View

log = logging.getLogger("turnwise")
encode = msgspec.json.Encoder().encode

Asked = TypeVar("Asked")

Shown = tuple[int, Names, bool | None, int]
"""The version of the match, the names, whether the opening of the turn is shown, and how many hints were given."""
GESTURE = -1
"""In the list of moves: no action, but the gesture that shows the opening of the turn."""
ROLL = -2
"""In the list of moves, minus the first card to be shown: scrolls a hand with more cards than there is room for."""
BLANK = Picture(0, 0, "", ())
UNDRAWN = keyed(BLANK) | {"undrawn": True}
THREADS = 2
"""They draw open tables and nothing else, so that no table waits for other pictures."""


class Eyes(NamedTuple):
    """The viewer, the language, and the window size."""

    viewer: int
    language: str
    stage: Stage


class Sight(NamedTuple):
    """What is to be drawn: a view, the names at the table, whether the viewer can undo, and the hints that were
    given."""

    view: View
    names: Names
    undo: bool
    hints: tuple[Hint, ...] = ()

    @property
    def shown(self) -> Shown:
        return self.view.version, self.names, self.view.opened, len(self.hints)


class Page(Protocol):
    """A page that shows a drawn table."""

    viewer: int

    def push(self, message: bytes) -> None: ...


class Easel:
    """The pictures of all tables with open pages."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._canvases: dict[str, Canvas] = {}
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="easel")
        house.after.append(self._changed)

    def close(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)

    def add(self, id: str, page: Page, language: str = ENGLISH.language, on: Stage = WIDE) -> None:
        """Draw for a page from now on; its first picture is complete."""
        canvas = self._canvases.setdefault(id, Canvas(id))
        canvas.pages[page], canvas.languages[page], canvas.stages[page] = None, language, on._replace(first=None)
        canvas.firsts[page.viewer] = on.first or 0
        self._stir(canvas)

    def resize(self, id: str, page: Page, on: Stage) -> None:
        """The page's window has another size now, or, if a first card is named, shows another part of a hand."""
        canvas = self._canvases.get(id)
        if canvas and page in canvas.pages and canvas.look(page, on):
            self._stir(canvas)

    async def why(self, id: str, page: Page, keys: Sequence[str], version: int) -> str:
        """Why touching things of a page's picture one after the other does nothing, as the rules refuse it to the
        viewer.

        Empty if there is nothing to refuse: a spectator, a match that has moved on or is over, or a touch without a
        meaning."""
        canvas, seat = self._canvases.get(id), page.viewer
        told = canvas.told(page) if canvas else None
        if told is None or seat == SPECTATOR or not all(map(told.shows, keys)):
            return ""
        refused, view = None, await self._at(id, version, lambda loaded: view_at(loaded, seat))
        if view and (action := await self._meant(view, keys)) is not None:
            refused = await self._at(id, version, lambda loaded: _match(loaded).refusal(action, seat))
        return told.speaker(refused.sentence) if refused else ""

    async def _meant(self, view: View, keys: Sequence[str]) -> int | None:
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, meant, view, keys)
        except Exception as error:
            _report("nobody could tell what a touch means", error)
            return None

    async def _at(self, id: str, version: int, ask: Callable[[LoadedTable], Asked | None]) -> Asked | None:
        """Query a running match that is still at this version."""
        async with self._house.at(id, None) as loaded:
            match = loaded.table.match
            running = loaded.table.status == "running" and match and match.version == version
            return ask(loaded) if running else None

    def remove(self, id: str, page: Page) -> None:
        if canvas := self._canvases.get(id):
            canvas.pages.pop(page, None)
            canvas.languages.pop(page, None)
            canvas.stages.pop(page, None)
            if not canvas.pages:
                del self._canvases[id]

    def _changed(self, loaded: LoadedTable, happened: Sequence[AnyItem]) -> None:
        if canvas := self._canvases.get(loaded.table.id):
            self._stir(canvas)

    def _stir(self, canvas: "Canvas") -> None:
        canvas.stale = True
        if canvas.painting is None or canvas.painting.done():
            canvas.painting = asyncio.create_task(self._paint(canvas))

    async def _paint(self, canvas: "Canvas") -> None:
        """Draw until the pictures are up to date. Everything that happens meanwhile is in the next ones."""
        while canvas.stale and canvas.pages:
            canvas.stale = False
            try:
                for eyes, sight in (await self._sights(canvas)).items():
                    await self._show(canvas, eyes, sight)
            except TurnwiseError:  # the table is gone, or can't be read now: the feed tells the watchers
                return

    async def _show(self, canvas: "Canvas", eyes: Eyes, sight: Sight) -> None:
        """Draw for all pages with the same view."""
        try:
            message = await asyncio.get_running_loop().run_in_executor(self._threads, canvas.draw, eyes, sight)
        except Exception as error:
            _report("a table could not be told", error)
        else:
            canvas.hang(eyes, message)

    async def _sights(self, canvas: "Canvas") -> dict[Eyes, Sight]:
        """The present views that have not been shown yet."""
        async with self._house.at(canvas.id, None) as loaded:
            match = loaded.table.match
            if match is None:
                return {}
            await self._house.know_all(loaded.table)  # somebody may have been renamed
            names = {one: names_at(loaded.table, loaded.feed, one) for one in set(canvas.languages.values())}
            opened, hints = loaded.feed.opened(loaded.table), tuple(loaded.table.hinted)
            new = {
                eyes
                for page in canvas.pages
                if not canvas.is_shown(
                    page, (match.version, names[(eyes := canvas.eyes(page)).language], opened, len(hints))
                )
            }
            views = {viewer: view_at(loaded, None if viewer == SPECTATOR else viewer) for viewer, *_ in new}
            undoes = {viewer: viewer != SPECTATOR and may_undo(loaded.table, viewer) for viewer in views}
            return {eyes: Sight(views[eyes.viewer], names[eyes.language], undoes[eyes.viewer], hints) for eyes in new}


class Canvas:
    """One table, the pages that show it, and what each of them has."""

    def __init__(self, id: str) -> None:
        self.id = id
        self.pages: dict[Page, Eyes | None] = {}
        """Pages, and which picture each of them has."""
        self.languages: dict[Page, str] = {}
        self.stages: dict[Page, Stage] = {}
        self.firsts: dict[int, int] = {}
        """By viewer: the first card to be shown of a large hand, also after reconnecting."""
        self.stale = False
        self.painting: asyncio.Task[None] | None = None
        self._told: dict[Eyes, Told] = {}
        """What the pages with the same view have been sent."""

    def eyes(self, page: Page) -> Eyes:
        return Eyes(page.viewer, self.languages[page], self.stages[page])

    def look(self, page: Page, on: Stage) -> bool:
        """Give a page another window, or scroll the hand for all pages with the same view; whether anything changes."""
        before, self.stages[page] = self.stages[page], on._replace(first=None)
        if (told := self._told.get(self.eyes(page))) and on.first is not None:
            told.hand.first = on.first
            return True
        return before != self.stages[page]

    def told(self, page: Page) -> "Told | None":
        """What a page has been sent, if anything."""
        return self._told.get(self.eyes(page)) if self.pages.get(page) else None

    def is_shown(self, page: Page, now: Shown) -> bool:
        told = self._told.get(self.eyes(page))
        return told is not None and self.pages[page] == self.eyes(page) and told.shown == now and not told.hand.rolled

    def draw(self, eyes: Eyes, sight: Sight) -> bytes:
        """The difference to the last picture, and everything sent with it."""
        told = self._told.get(eyes)
        if told is None or told.speaker.names != sight.names or eyes not in self.pages.values():
            self._told = {known: one for known, one in self._told.items() if known in self.pages.values()}
            before, told = told, Told(speaker(sight.view.game, eyes.language, sight.names), eyes.stage)
            same = (one.hand for known, one in self._told.items() if known.viewer == eyes.viewer)
            told.hand = next((Held(hand.first, hand.cards) for hand in same), Held(self.firsts.get(eyes.viewer, 0)))
            if before and before.shown and before.shown[0] == sight.view.version:
                told.heard, told.shown = before.heard, before.shown
            self._told[eyes] = told
        return encode(told.next(sight))

    def hang(self, eyes: Eyes, message: bytes) -> None:
        """Send the difference to every page with this view; to one that has no picture yet, all of it."""
        whole = b""
        for page, had in list(self.pages.items()):
            if self.eyes(page) != eyes:
                continue
            if had != eyes and not whole:
                whole = encode(self._told[eyes].whole())
            page.push(message if had == eyes else whole)
            self.pages[page] = eyes


class Held:
    """A hand with more cards than there is room for, as a page shows it."""

    def __init__(self, first: int, cards: frozenset[str] | None = None) -> None:
        self.first, self._shown = first, -1
        """The first card that is to be shown, and the one that was."""
        self.cards = cards
        """The cards of the hand; None before it has been drawn."""

    @property
    def rolled(self) -> bool:
        """Whether another part of it is to be shown than before."""
        return self.first != self._shown

    def drawn(self, table: Table, on: Stage) -> Picture:
        """The picture of a table with the wanted part of the hand; if a card is new, with that one in view."""
        hand = [card.key for card in table.hand.cards] if table.hand else []
        known, wanted = self.cards, self.first
        picture = laid(table, on._replace(first=wanted))
        there = _places(hand, picture)
        hidden = [at for at, key in enumerate(hand) if known is not None and key not in known and at not in there]
        if picture.rolls and hidden:
            first = hidden[0] if hidden[0] < there[0] else hidden[-1] - len(there) + 1
            picture = laid(table, on._replace(first=first))
            there = _places(hand, picture)
        self._shown, self.cards = there[0] if there else 0, frozenset(hand)
        if self.first == wanted:  # it was not scrolled meanwhile
            self.first = self._shown
        return picture


def _places(hand: Sequence[str], picture: Picture) -> list[int]:
    """Which cards of a hand a picture shows."""
    keys = {thing.key for thing in picture.things}
    return [at for at, key in enumerate(hand) if key in keys]


class Told:
    """What the pages with the same view have been sent, so that only differences are sent."""

    def __init__(self, say: Speaker, on: Stage) -> None:
        self.speaker, self._stage = say, on
        self.shown: Shown | None = None
        self.heard: tuple[str, ...] = ()
        """The sounds of the version that is shown."""
        self.hand = Held(0)
        self._sketches: Sketches | None = Sketches()
        """None while the table can't be drawn."""
        self._beside: dict[str, Any] = {}
        self._lines = 0
        """How many lines of the log have been sent, with those about hints."""
        self._log: deque[dict[str, Any]] = deque(maxlen=LINES)
        """The latest of them."""

    def shows(self, key: str) -> bool:
        """Whether their picture has such a thing."""
        return self._sketches is not None and key in self._sketches

    def next(self, sight: Sight) -> dict[str, Any]:
        """The difference. If the table can't be drawn, the match goes on without a picture."""
        view, first = sight.view, not self._beside
        new = [told(line, self.speaker, view) for line in self._new_lines(sight)]
        self._log.extend(new)
        sketches = self._sketches or Sketches()
        try:
            known = self.hand.cards
            drawn = self.hand.drawn(table(view), self._stage)
            picture, self._sketches = sketches.next(drawn, self.speaker), sketches
            for key in picture["things"].keys() & (known or ()):  # a card that comes into view was in the hand before
                picture["things"][key].pop("comes", None)
        except Exception as error:
            _report("a table could not be drawn", error)
            drawn, picture, self._sketches = BLANK, UNDRAWN, None
        if self.shown and self.shown[0] == view.version:  # sounds and flights of this version are over
            new_sounds = [sound for sound in drawn.sounds if sound not in self.heard]
            picture = picture | {"sounds": new_sounds, "gone": {}}
        self.shown, self.heard = sight.shown, drawn.sounds
        about = {"type": "picture", "version": view.version, "undo": sight.undo}
        if drawn.rolls:
            about["first"] = self.hand.first
        self._beside = about | beside(view, drawn, self.speaker)
        log = self._whole_log() if first else {"log": new}
        return self._beside | log | picture

    def whole(self) -> dict[str, Any]:
        """The same for a page that has nothing yet."""
        return self._beside | self._whole_log() | (self._sketches.whole() if self._sketches else UNDRAWN)

    def _whole_log(self) -> dict[str, Any]:
        return {"log": list(self._log), "earlier": self._lines - len(self._log)}

    def _new_lines(self, sight: Sight) -> Iterator[Line | Hint]:
        """The new lines of the log; hints are between the lines of the match."""
        hints = {hint.version + 1 + before: hint for before, hint in enumerate(sight.hints)}
        end = sight.view.version + 1 + len(hints)
        first, self._lines = max(self._lines, end - LINES), end
        lines = iter(sight.view.lines[first - sum(place < first for place in hints) :])
        return (hints[place] if place in hints else next(lines) for place in range(first, end))


def _report(what: str, error: Exception) -> None:
    """Log the frames without the message: it may hold what only this viewer may know."""
    frames = "".join(traceback.format_tb(error.__traceback__))
    log.error("%s: %s\n%s", what, type(error).__name__, frames)


def told(line: Line | Hint, say: Speaker, view: View) -> dict[str, Any]:
    """A line of the log for a page: each sentence with its seat and event, and whether the game lists it."""
    if isinstance(line, Hint):
        return {"said": [[say(HINTED.given_also(seat=Seat(line.seat))), line.seat, ""]]}
    events = line.events or ({},) * len(line.told)
    sentences = [
        [say(words), line.seat if event.get("seat") is None else event["seat"], event.get("event", "")]
        for words, event in zip(line.told, events, strict=True)
    ]
    _, listed = getattr(view.game.notation, "LISTED", ("", ""))
    is_listed = bool(listed) and any(event["event"] == listed for event in line.events)
    return {"said": sentences, "listed": True} if is_listed else {"said": sentences}


def _match(loaded: LoadedTable) -> Match:
    assert loaded.table.match
    return loaded.table.match


def beside(view: View, drawn: Picture, say: Speaker) -> dict[str, Any]:
    """What is sent with each picture: the viewer's legal actions and the things to touch for them, and the coach's
    words for a newcomer."""
    try:
        coach = [say(one) for one in coached(view)]
    except Exception as error:
        _report("nobody could be told what to do", error)
        coach = []
    return {"moves": possible(view, drawn, say), "coach": coach}


def possible(view: View, drawn: Picture, say: Speaker) -> list[list[Any]]:
    """The viewer's legal actions: each with its words and the things to touch for it; once for each way, where equal
    things can be touched."""
    words = {thing.key: thing.words for thing in drawn.things if thing.key in drawn.rolls}
    rolls: list[list[Any]] = [[ROLL - first, say(words[key]), (key,)] for key, first in drawn.rolls.items()]
    if view.opened is False and drawn.gesture:
        own = view.seat is not None and view.seat == view.turn
        return [[GESTURE, say(view.game.gesture), (drawn.gesture,)], *rolls] if own else rolls
    ways = ((action, way) for action in view.legal for way in drawn.ways(action.id))
    return [*([action.id, say(action.said), way] for action, way in ways), *rolls]
