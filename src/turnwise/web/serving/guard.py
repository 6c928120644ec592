"""Wraps every HTTP request: refuses first what there is no time for, adds the headers, and hides unexpected errors from
strangers."""

import logging
import traceback
from contextlib import suppress

from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from turnwise.house.work.load import Queue
from turnwise.kit.catalogues import speaker
from turnwise.kit.errors import TurnwiseError
from turnwise.kit.words import said
from turnwise.web.http.api import answered, refused
from turnwise.web.http.auth import SAFE, Caller, address
from turnwise.web.http.language import language_of
from turnwise.web.http.metrics import Metrics
from turnwise.web.http.reading import Reading
from turnwise.web.http.refusals import refusal
from turnwise.web.http.services import Services
from turnwise.web.pages.site import Visit, for_people, sorry

LOG = logging.getLogger("turnwise.web")

HEADERS = {
    b"cache-control": b"no-store",
    b"content-security-policy": b"default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
    b"referrer-policy": b"no-referrer",
    b"x-content-type-options": b"nosniff",
}
"""Unless an answer sets its own."""

WATCHING = ("/healthz", "/metrics")
"""What monitoring asks for, most of all when the house is overloaded."""

CLOSED = "the handler is closed"
"""uvloop's message for a closed connection."""


class _HungUp(Exception):
    """The client is gone and can't be answered."""


class Guard:
    """The outermost layer around the application."""

    def __init__(self, app: ASGIApp, services: Services, metrics: Metrics | None, files: frozenset[str]) -> None:
        """`files`: paths that are always served: they are in memory, and a page that was shown needs them."""
        self._app, self._services, self._house, self._metrics = app, services, services.house, metrics
        self._reading = Reading()
        self._files = files
        services.house.load.queues["reads"] = Queue(self._reading.__len__, long=200)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        started = False

        async def guarded(message: Message) -> None:
            nonlocal started
            if message["type"] == "http.response.start":
                started = True
                present = {name.lower() for name, _ in message["headers"]}
                added = [(name, value) for name, value in HEADERS.items() if name not in present]
                message["headers"] = [*message["headers"], *added]
            try:
                await send(message)
            except RuntimeError as error:
                if CLOSED in str(error):
                    raise _HungUp from None
                raise

        with suppress(_HungUp):
            try:
                await self._answer(scope, receive, guarded)
            except _HungUp:
                raise
            except Exception as error:
                # The frames, but no message and no address: those may hold what was sent, or a secret.
                frames = "".join(traceback.format_tb(error.__traceback__))
                LOG.error("Unexpected %s at %s\n%s", type(error).__name__, scope["method"], frames)
                if not started:
                    failure = TurnwiseError(said("Something went wrong here. It has been written down."), "internal")
                    await answered(refusal(failure, speaker(None, language_of(Request(scope)))), 500)(
                        scope, receive, guarded
                    )

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        request = Request(scope, receive)
        try:
            await self._let_in(request)
        except TurnwiseError as error:
            await self._turned_away(request, error)(scope, receive, send)
        else:
            await self._app(scope, receive, send)

    async def _let_in(self, request: Request) -> None:
        """Refuse a caller over the limits, and what can wait while the house is overloaded."""
        path = request.scope["path"]
        self._house.limits.allow("requests from an address", asker := address(request))
        if request.method in SAFE and path not in self._files:
            if path not in WATCHING:
                self._house.load.allow("reads")
            await self._reading.turn(asker)

    def _turned_away(self, request: Request, error: TurnwiseError) -> Response:
        """A page to a browser, made without reading the records; a refusal to a program."""
        if self._metrics:
            self._metrics.refusals.labels(error.code).inc()
        language = language_of(request)
        answer = refused(error, speaker(None, language))
        answer.headers["Connection"] = "close"  # a client with a thousand requests must reconnect each time
        if for_people(request):
            page = sorry(Visit(request, self._services, Caller(), "", language), error)
            page.headers["Retry-After"] = answer.headers["Retry-After"]
            return page
        return answer
