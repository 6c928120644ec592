"""A real browser in front of a real house. Tests here are coroutines; they run on one loop of their own, on a thread, because the
browser's strings stay tied to it from the first test to the last."""

import asyncio
import inspect
import shutil
import threading
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from concurrent.futures import Future
from contextlib import asynccontextmanager
from typing import Any

import pytest
from playwright.async_api import Browser, BrowserContext, ConsoleMessage, Page, async_playwright, expect

from tests.web.post_office import CERTIFICATE, PostOffice, post_office
from tests.web.server import Server

SECONDS = 240
"""A test that takes longer hangs."""
STEP = 20_000
"""Milliseconds that a page has for what a test waits for."""
BROWSER = shutil.which("chromium-headless-shell") or shutil.which("chromium")
"""The same Chromium; without the windows that nobody sees it takes a third less time."""
ARGUMENTS = [
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--no-sandbox",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
MAIL_PASSWORD = "open sesame"
LAPTOP, PHONE = {"width": 1280, "height": 800}, {"width": 360, "height": 740}
WINDOW = {"width": 900, "height": 600}
"""A small one, for what takes many moves: the browser spends most of its time on painting."""
HURRIED = """{
  // Milliseconds that a page waits for people: until it draws for a window whose size changes, between two moves of a
  // replay, before a result or a curtain, and until it asks again whether somebody has come to be met.
  // They stay pauses, and what comes after each stays in its order.
  const pauses = { 200: 20, 1200: 60, 1500: 30, 2000: 100 };
  for (const name of ["setTimeout", "setInterval"]) {
    const begin = window[name];
    window[name] = (deed, wait, ...given) => begin(deed, pauses[wait] ?? wait, ...given);
  }
}"""


class Stage:
    """The loop, and the browser on it."""

    def __init__(self) -> None:
        self.loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self.loop.run_forever, daemon=True)
        self._thread.start()
        self.browser: Browser = self.run(self._open())

    def run(self, deed: Coroutine[Any, Any, Any]) -> Any:
        future: Future[Any] = asyncio.run_coroutine_threadsafe(deed, self.loop)
        return future.result(SECONDS)

    async def _open(self) -> Browser:
        expect.set_options(timeout=STEP)
        self._playwright = await async_playwright().start()
        return await self._playwright.chromium.launch(executable_path=BROWSER, args=ARGUMENTS)

    async def _close(self) -> None:
        await self.browser.close()
        await self._playwright.stop()

    def close(self) -> None:
        self.run(self._close())
        self.loop.call_soon_threadsafe(self.loop.stop)
        self._thread.join()
        self.loop.close()


@pytest.fixture(scope="session")
def stage() -> Iterator[Stage]:
    stage = Stage()
    yield stage
    stage.close()


@pytest.fixture(scope="session")
def letterbox() -> Iterator[PostOffice]:
    """Where the mails of the house end up."""
    with post_office() as office:
        yield office


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory, letterbox: PostOffice) -> Iterator[Server]:
    """A house for all tests of a worker that don't close it; bots and messages don't wait in it."""
    folder = tmp_path_factory.mktemp("house")
    (folder / "password").write_text(f"{MAIL_PASSWORD}\n")
    mail = ["--smtp", f"localhost:{letterbox.port}", "--smtp-user", "games", "--mail-from", "games@example.org"]
    mail += ["--smtp-password-file", str(folder / "password")]
    trusted = {"SSL_CERT_FILE": str(CERTIFICATE)}
    with Server(folder / "data", "--no-limits", *mail, compiled=True, environment=trusted) as server:
        yield server


class Visitor:
    """Somebody with a browser of his own: cookies, a page, and everything that went wrong in it."""

    def __init__(self, context: BrowserContext, page: Page, url: str) -> None:
        self.context, self.page, self.url = context, page, url
        self.faults: list[str] = []
        page.on("console", self._said)
        page.on("pageerror", lambda error: self.faults.append(str(error)))

    def _said(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.faults.append(f"{message.text} ({message.location.get('url', '')})")

    async def open(self, path: str) -> None:
        await self.page.goto(self.url + path)

    async def be(self, name: str) -> str:
        """Become a guest of that name without a click; the person's id."""
        made = await self.context.request.post(
            self.url + "/api/guests", data={"name": name, "cookie": True}, headers={"Origin": self.url}
        )
        assert made.ok, await made.text()
        person: str = (await made.json())["person"]["id"]
        return person

    async def ask(self, method: str, path: str, body: Any = None) -> Any:
        """Ask the house as this person, past the page."""
        answer = await self.context.request.fetch(
            self.url + path, method=method, data=body, headers={"Origin": self.url}
        )
        assert answer.ok, await answer.text()
        return await answer.json()


Visit = Callable[..., Any]


@pytest.fixture
def visitors(stage: Stage) -> Iterator[Visit]:
    """`async with visitors(house) as ann:` a new browser window; nothing may have gone wrong in it when it is left."""

    @asynccontextmanager
    async def visit(house: Server, *, forgiving: bool = False, **context: Any) -> AsyncIterator[Visitor]:
        settings = {"viewport": LAPTOP, "reduced_motion": "reduce", "locale": "en-GB"} | context
        opened = await stage.browser.new_context(**settings)
        opened.set_default_timeout(STEP)
        await opened.add_init_script(HURRIED)
        try:
            visitor = Visitor(opened, await opened.new_page(), house.url)
            yield visitor
            assert forgiving or not visitor.faults, visitor.faults
        finally:
            await opened.close()

    yield visit


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """Run a coroutine test on the stage's loop."""
    if not inspect.iscoroutinefunction(pyfuncitem.obj):
        return None
    stage = pyfuncitem._request.getfixturevalue("stage")
    assert isinstance(stage, Stage)
    given = {name: pyfuncitem.funcargs[name] for name in pyfuncitem._fixtureinfo.argnames}
    stage.run(pyfuncitem.obj(**given))
    return True
