"""A table as server-sent events, for networks that block sockets: a snapshot, then a delta for each change."""

import asyncio
from contextlib import ExitStack

import msgspec
from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from turnwise.house.house import House
from turnwise.kit.position import SPECTATOR
from turnwise.kit.words import said
from turnwise.web.http.asked import Id
from turnwise.web.http.auth import Caller, Unknown, address
from turnwise.web.http.auth import caller as caller_of
from turnwise.web.http.backlog import Waiting
from turnwise.web.http.endpoint import EVENTS, Group
from turnwise.web.live.admission import Admission

endpoint = Group("/api/tables/{id}")

QUIET = 20.0
"""Seconds after which an empty comment is sent, so that no proxy takes the connection for dead."""


class _Head(Struct):
    type: str
    n: int = -1


_head = msgspec.json.Decoder(_Head).decode


class Stream(Waiting):
    """One watcher: a queue that its own response empties."""

    def __init__(self, person: str) -> None:
        super().__init__()
        self.person, self.viewer = person, SPECTATOR
        self.ended = False
        self._news = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    def seen_by(self, viewer: int) -> "Stream":
        self.viewer = viewer
        return self

    def push(self, message: bytes) -> None:
        if not self.ended:
            self.wait(message)
            self._news.set()

    def lost(self, banned: bool = False) -> None:
        """The browser reconnects by itself, and says what it saw last; a banned person is refused then."""
        self.ended = True
        self._news.set()

    def too_slow(self) -> None:
        self.forget()
        self.lost()
        if self._task:
            self._task.cancel()  # it waits for a client that does not read

    async def run(self, receive: Receive, send: Send) -> None:
        """Send what is pushed until either side closes."""
        self._task = asyncio.create_task(self._send_all(send))
        leaving = asyncio.create_task(_left(receive))
        try:
            await asyncio.wait((self._task, leaving), return_when=asyncio.FIRST_COMPLETED)
        finally:
            self._task.cancel()
            leaving.cancel()
            await asyncio.gather(self._task, leaving, return_exceptions=True)

    async def _send_all(self, send: Send) -> None:
        while True:
            while self._waiting:
                body = _event(self.next())
                await send({"type": "http.response.body", "body": body, "more_body": True})
            if self.ended:
                await send({"type": "http.response.body", "body": b""})
                return
            self._news.clear()
            try:
                await asyncio.wait_for(self._news.wait(), QUIET)
            except TimeoutError:
                await send({"type": "http.response.body", "body": b": still here\n\n", "more_body": True})


def _event(message: bytes) -> bytes:
    head = _head(message)
    id = b"id: %d\n" % head.n if head.n >= 0 else b""
    return b"event: %s\n%sdata: %s\n\n" % (head.type.encode(), id, message)


async def _left(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


class Streaming(Response):
    """The response that lasts as long as its watcher stays."""

    def __init__(self, house: House, id: str, stream: Stream, holding: ExitStack) -> None:
        super().__init__(media_type=EVENTS, headers={"X-Accel-Buffering": "no"})
        del self.headers["content-length"]
        self._house, self._id, self._stream, self._holding = house, id, stream, holding

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        with self._holding:
            try:
                await send({"type": "http.response.start", "status": 200, "headers": self.raw_headers})
                if scope["method"] != "HEAD":
                    await self._stream.run(receive, send)
            finally:
                self._house.unwatch(self._id, self._stream)
                self._stream.forget()


@endpoint(
    "GET",
    "/events",
    "Watch a table: server-sent events `snapshot`, `delta` and `presence`; Last-Event-ID catches up.",
    who="anybody",
    media=EVENTS,
)
async def events(house: House, caller: Caller, request: Request, id: Id) -> Response:
    last = request.headers.get("last-event-id", "")
    since = int(last) if last.isascii() and last.isdecimal() and len(last) < 10 else None
    with ExitStack() as holding:
        stream = Stream(caller.person)
        admission = Admission(house, address(request), caller, stream.lost)
        admission.open()
        holding.callback(admission.close)
        if caller.person and await caller_of(request, house) != caller:
            raise Unknown(said("This token is not good, or not any more."))
        await house.watch(id, caller.person, stream.seen_by, since)
        return Streaming(house, id, stream, holding.pop_all())
