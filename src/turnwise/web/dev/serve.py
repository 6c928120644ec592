"""The author's page over loopback: one page, one socket, and the scripts that draw and touch a table in the house."""

import asyncio
import logging
import mimetypes
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import msgspec
import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect

from turnwise.draw.sounds import TONES
from turnwise.games import code_of
from turnwise.kit.errors import TurnwiseError
from turnwise.kit.words import said
from turnwise.web.dev.workbench import Bench, Terms
from turnwise.web.http.auth import of_this_site
from turnwise.web.http.hosts import Hosts, WrongHost
from turnwise.web.pages.site import POLICY, files
from turnwise.web.serving.listening import LOOPBACK, listener_on

PAGE = Path(__file__).parent / "page"


class NoFolder(TurnwiseError):
    code = "no_folder"


class Eyes(msgspec.Struct):
    """How a page looks at the table: as which seat (below 0: the one on turn), in how large a window, and of which
    shape."""

    seat: int | None = -1
    width: float = 960
    height: float = 640
    shape: str = ""


class Wish(msgspec.Struct):
    """A request of a page."""

    do: str
    key: str = ""
    eyes: Eyes = msgspec.field(default_factory=Eyes)
    action: int = 0
    keys: list[str] = []
    at: int = 0
    on: bool = False
    terms: Terms = msgspec.field(default_factory=Terms)


class Workshop:
    """The bench and the pages that show it."""

    def __init__(self, name: str, sitters: Sequence[str]) -> None:
        self.bench = Bench(name, code_of(name), folder_of(name), tuple(sitters), self._changed)
        self._pages: dict[WebSocket, Eyes] = {}

    async def _changed(self) -> None:
        """Send every page the present table."""
        for page in [*self._pages]:
            await self._show(page)

    async def _show(self, page: WebSocket) -> None:
        eyes = self._pages[page]
        answer = await self.bench.look(seat=eyes.seat, width=eyes.width, height=eyes.height, shape=eyes.shape)
        with suppress(RuntimeError, WebSocketDisconnect):  # the page is gone
            await _send(page, {"type": "table", **answer})

    async def page(self, request: Request) -> Response:
        html = (PAGE / "dev.html").read_text("utf-8")
        tones = msgspec.json.encode(TONES).decode()
        html = html.replace("{{ name }}", self.bench.name).replace("{{ tones }}", tones)
        return HTMLResponse(html, headers={"Content-Security-Policy": POLICY})

    async def socket(self, page: WebSocket) -> None:
        try:
            of_this_site(page)  # a browser lets any page open a socket to anywhere
        except TurnwiseError:
            await page.close(4003)
            return
        await page.accept()
        self._pages[page] = Eyes()
        try:
            while True:
                await self._do(page, msgspec.json.decode(await page.receive_text(), type=Wish))
        except (WebSocketDisconnect, RuntimeError):
            pass
        finally:
            del self._pages[page]

    async def _do(self, page: WebSocket, wish: Wish) -> None:
        bench, eyes = self.bench, self._pages[page]
        answer: dict[str, Any] = {}
        if wish.do == "look":
            self._pages[page] = wish.eyes
            await self._show(page)
        elif wish.do == "act":
            answer = await bench.act(seat=eyes.seat, action=wish.action)
        elif wish.do == "why":
            answer = await bench.why(seat=eyes.seat, keys=wish.keys)
        elif wish.do == "random":
            answer = await bench.any_action()
        elif wish.do == "go":
            await bench.go(wish.at)
        elif wish.do == "restart":
            await bench.restart()
        elif wish.do == "play_on":
            await bench.play_on(wish.on)
        elif wish.do == "begin":
            answer = await bench.begin(wish.terms)
        told = {name: answer[name] for name in ("refused", "said", "faults", "played") if answer.get(name)}
        await _send(page, {"type": "answer", "key": wish.key, **told})


async def _send(page: WebSocket, message: dict[str, Any]) -> None:
    await page.send_text(msgspec.json.encode(message).decode())


def folder_of(name: str) -> Path:
    """The folder of a game, found without loading it."""
    spec = find_spec(code_of(name))
    if not spec or not spec.origin:
        raise NoFolder(said("The files of the game '{name}' are not found: install its package anew.", name=name))
    return Path(spec.origin).parent.resolve()


def app(workshop: Workshop) -> ASGIApp:
    @asynccontextmanager
    async def opened(_: Starlette) -> AsyncIterator[None]:
        await workshop.bench.open()
        yield
        await workshop.bench.close()

    own = [Route(f"/dev/page/{file.name}", _file(file)) for file in PAGE.iterdir() if file.suffix in (".js", ".css")]
    routes = [Route("/", workshop.page), WebSocketRoute("/socket", workshop.socket), *own, *files()]
    return _OnLoopback(Starlette(routes=routes, lifespan=opened))


def _file(file: Path) -> Any:
    async def answer(request: Request) -> Response:
        media = "text/javascript" if file.suffix == ".js" else mimetypes.guess_type(file.name)[0]
        return Response(file.read_bytes(), media_type=media, headers={"Cache-Control": "no-cache"})

    return answer


class _OnLoopback:
    """Refuses requests whose Host is not a name of loopback."""

    def __init__(self, inner: ASGIApp) -> None:
        self._inner, self._hosts = inner, Hosts([])

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            if scope["type"] != "lifespan":
                self._hosts.check(scope)
        except WrongHost as error:
            if scope["type"] == "http":
                await Response(str(error), 421)(scope, receive, send)
            return
        await self._inner(scope, receive, send)


def serve(name: str, sitters: Sequence[str], port: int) -> None:
    """Serve the author's page until it is interrupted."""
    workshop = Workshop(name, sitters)
    listening = listener_on(LOOPBACK, port)
    logging.getLogger("uvicorn.error").setLevel(logging.WARNING)
    config = uvicorn.Config(
        app(workshop), log_config=None, access_log=False, ws="websockets-sansio", timeout_graceful_shutdown=1
    )
    print(f"{name} is on the table: http://{LOOPBACK}:{listening.getsockname()[1]}/", flush=True)
    print(f"Its files are in {workshop.bench.folder}; the page reloads when one is saved. Ctrl-C ends it.", flush=True)
    with suppress(KeyboardInterrupt):
        asyncio.run(uvicorn.Server(config).serve([listening]))
