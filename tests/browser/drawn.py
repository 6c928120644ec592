"""A page with nothing but the drawn table, told pictures of real matches. It needs no house: its files are handed over on the way."""

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from types import SimpleNamespace
from typing import Any

import msgspec
from playwright.async_api import Page, Route

import turnwise as tw
from tests.browser.conftest import Visit
from turnwise.draw import picture
from turnwise.draw.keyed import Sketches
from turnwise.draw.sounds import TONES
from turnwise.kit.shapes import Picture
from turnwise.web.pages.site import HERE, POLICY, theme_css

SCREEN = {"width": 900, "height": 760}
HOUSE = SimpleNamespace(url="http://table.test")
PAGE = """<!doctype html><html lang="en"><title>A table</title><meta name="viewport" content="width=device-width">
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/static/theme.css"><link rel="stylesheet" href="/static/page.css">
<link rel="stylesheet" href="/static/board.css"><script type="module" src="/static/stage.js"></script>
<script type="application/json" id="sounds">SOUNDS</script>
<button id="before">before</button><svg id="board" class="board" role="group"></svg><button id="after">after</button></html>"""
STAGE = """
import { drawnIn } from "./picture.js";
import { touching } from "./touch.js";
import * as music from "./music.js";
import * as sound from "./sound.js";
const svg = document.getElementById("board");
Object.assign(window, { heard: [], acts: [], told: [], asked: [], reason: "", shown: [], accepts: true, music, sound });
window.picture = drawnIn(svg, { motion: () => !window.still, sound: (name) => window.heard.push(name) });
window.hooks = {
  act: async (action, led) => { window.acts.push([action, led]); return window.accepts; },
  tell: (sentence) => window.told.push(sentence),
  why: async (keys) => { window.asked.push(keys); return window.reason; },
  lists: true,
};
window.touch = touching(window.picture, svg, window.hooks);
window.picture.addEventListener("shown", () => {
  window.shown.push(window.picture.version);
  window.touch.open(window.picture.moves);
});
window.ready = true;
"""
TYPES = {"js": "text/javascript", "css": "text/css"}


async def _serve(route: Route) -> None:
    name = route.request.url.rpartition("/")[2]
    if not name:
        page = PAGE.replace("SOUNDS", json.dumps(dict(TONES)))
        await route.fulfill(body=page, content_type="text/html", headers={"Content-Security-Policy": POLICY})
        return
    made = {"theme.css": theme_css(), "stage.js": STAGE}
    body = made.get(name) or (HERE / "static" / name).read_text()
    await route.fulfill(body=body, content_type=TYPES[name.rpartition(".")[2]])


def told(sketches: Sketches, shown: Picture, version: int) -> dict[str, Any]:
    """A picture as the house tells it."""
    moves = [[action, f"action {action}", way] for action in shown.touch for way in shown.ways(action)]
    return {"type": "picture", "version": version, "moves": moves, "coach": [], "log": [], **sketches.next(shown)}


class Drawn:
    """The page, and what it has been told."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self._sketches = Sketches()
        self._version = 0

    async def show(self, shown: Picture | tw.Match) -> None:
        """Show a picture, or a match as whoever is to act sees it; done when it stands."""
        await self.send(shown)
        await self.stands()

    async def send(self, *pictures: Picture | tw.Match, asked: str = "null") -> Any:
        """Show pictures one after the other; what is asked of the page before any of them could move."""
        messages = []
        for shown in pictures:
            if isinstance(shown, tw.Match):
                shown = picture(shown.view(shown.turn))
            self._version += 1
            messages.append(told(self._sketches, shown, self._version))
        return await self.apply(messages, asked)

    async def apply(self, messages: list[dict[str, Any]], asked: str = "null") -> Any:
        script = f"""text => {{ for (const one of JSON.parse(text)) window.standing = picture.apply(one);
          return {asked}; }}"""
        return await self.page.evaluate(script, msgspec.json.encode(messages).decode())

    async def stands(self) -> None:
        """Until the latest picture stands."""
        await self.page.evaluate("window.standing")

    async def get(self, name: str) -> Any:
        """What the page has collected: `acts`, `told`, `heard`, `shown`; or anything else of it."""
        return await self.page.evaluate(name)

    async def marked(self, name: str) -> set[str]:
        """The keys of all things of a class."""
        script = "name => [...document.querySelectorAll(`.thing.${name}`)].map(g => g.dataset.key)"
        return set(await self.page.evaluate(script, name))

    async def where(self, key: str) -> tuple[float, float]:
        """The middle of a thing on the screen."""
        script = "key => { const b = picture.element(key).getBoundingClientRect(); return [b.x + b.width / 2, b.y + b.height / 2]; }"
        x, y = await self.page.evaluate(script, key)
        return x, y

    async def click(self, key: str) -> None:
        await self.page.mouse.click(*await self.where(key))

    async def drag(self, key: str, *to: str) -> None:
        """Press a thing and lead it over others, without letting go."""
        await self.page.mouse.move(*await self.where(key))
        await self.page.mouse.down()
        for one in to:
            await self.page.mouse.move(*await self.where(one), steps=3)


@asynccontextmanager
async def drawn(visitors: Visit, **context: Any) -> AsyncIterator[Drawn]:
    """A page that is ready to be told pictures."""
    async with visitors(HOUSE, **{"viewport": SCREEN} | context) as ann:
        await ann.context.route("**/*", _serve)
        await ann.open("/")
        await ann.page.wait_for_function("() => window.ready")
        yield Drawn(ann.page)
