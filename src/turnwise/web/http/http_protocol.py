"""uvicorn's HTTP protocol with bounds: heads, bodies and their pieces are limited in size, and have deadlines."""

from asyncio import TimerHandle, Transport
from http import HTTPStatus
from typing import Any

from uvicorn._types import ASGI3Application
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from turnwise.kit.errors import TurnwiseError
from turnwise.web.http.api import SECONDS_UNTIL_AGAIN, BadRequest, TooLarge, encode, status_of
from turnwise.web.http.backlog import BACKLOG
from turnwise.web.http.connections import Connections, Counted
from turnwise.web.http.endpoint import LARGE
from turnwise.web.http.refusals import refusal
from turnwise.web.http.websocket_protocol import Protocol

LARGEST_HEAD = 32 * 1024
"""Bytes of the first line and the headers of a request."""
MOST_HEADERS = 100
LARGEST_BODY = 2 * LARGE
"""Bytes that may come after a head, including chunk framing. Each endpoint has its own limit."""
MOST_PIECES = 2000
"""Pieces that a body may come in: enough for a bad network, too few for chunks of one letter."""
MOST_IN_A_ROW = 8
"""Requests that may be sent before the first is answered."""
HEAD_SECONDS, BODY_SECONDS = 10.0, 30.0
"""Seconds in which a head, and then its body, must arrive. A silent new connection has the time of a head."""


class HeadTooLarge(TurnwiseError):
    code = "head_too_large"


class AddressTooLong(TurnwiseError):
    code = "address_too_long"


class TooLate(TurnwiseError):
    code = "request_timeout"


class HttpProtocol(HttpToolsProtocol):
    """One connection, from its first byte until it is closed or becomes a socket."""

    def __init__(self, connections: Connections, **named: Any) -> None:
        super().__init__(**named)
        self._connections = connections
        self._counted: Counted | None = None
        self._in_head = True
        """Whether the next byte belongs to a head, or precedes one."""
        self._head = self._body = self._pieces = 0
        """Bytes of the head, bytes after it, and the pieces of the body."""
        self._deadline: TimerHandle | None = None
        self._fault: TurnwiseError | None = None
        self._became_socket = False
        self._held_back: tuple[RequestResponseCycle, ASGI3Application] | None = None
        """A request that is answered when the answers before it have been read."""

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._counted = self._connections.one_more(self.client[0] if self.client else "")
        try:
            self._counted.open()
        except TurnwiseError as error:
            self._refuse(error)
            return
        self._expect(HEAD_SECONDS)

    def connection_lost(self, exc: Exception | None) -> None:
        self._expect_nothing()
        BACKLOG.release(self)
        if self._counted:
            self._counted.close()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """A head is fed to the parser only up to its largest size; only the parser knows where it ends."""
        while data and not self._became_socket and not self.transport.is_closing():
            room = LARGEST_HEAD - self._head if self._in_head else LARGEST_BODY - self._body
            if not room:
                self._refuse(self._too_large())
                return
            piece, data = data[:room], data[room:]
            if self._in_head:
                self._head += len(piece)
            else:
                self._body += len(piece)
            super().data_received(piece)
        begun = self._head or not self._in_head
        if begun and self._deadline is None and not self._became_socket and not self.transport.is_closing():
            self._expect(HEAD_SECONDS if self._in_head else BODY_SECONDS)

    def _too_large(self) -> TurnwiseError:
        if not self._in_head:
            return TooLarge(f"A request may have {LARGEST_BODY >> 20} MB, with all that stands between its parts.")
        if self.headers:
            return HeadTooLarge(f"The headers of a request may have {LARGEST_HEAD >> 10} kB in all.")
        return AddressTooLong(f"The address of a request and its headers may have {LARGEST_HEAD >> 10} kB in all.")

    # Callbacks of the parser.

    def on_header(self, name: bytes, value: bytes) -> None:
        if len(self.headers) >= MOST_HEADERS:  # trailers count too
            self._fail(HeadTooLarge(f"A request may have {MOST_HEADERS} headers."))
        super().on_header(name, value)

    def on_headers_complete(self) -> None:
        if len(self.pipeline) >= MOST_IN_A_ROW:
            self._fail(BadRequest("Wait for an answer before you send more requests."))
        self._in_head = False
        self._expect_nothing()
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        self._pieces += 1
        if self._pieces > MOST_PIECES:
            self._fail(TooLarge(f"A body may come in {MOST_PIECES:,} pieces."))
        super().on_body(body)

    def on_message_complete(self) -> None:
        super().on_message_complete()
        self._in_head, self._head, self._body, self._pieces = True, 0, 0, 0
        self._expect_nothing()

    def _fail(self, error: TurnwiseError) -> None:
        """Stop the parser, which then answers with a bad request."""
        self._fault = error
        raise error

    def send_400_response(self, msg: str) -> None:
        self._refuse(self._fault or BadRequest("This is no HTTP request that can be read."))

    def handle_websocket_upgrade(self) -> None:
        """The socket keeps the count of the connection that it was."""
        self._became_socket = True
        self._expect_nothing()
        super().handle_websocket_upgrade()
        socket = self.transport.get_protocol()
        assert isinstance(socket, Protocol)
        socket.counted = self._counted

    # Deadlines, and the last answer.

    def _expect(self, seconds: float) -> None:
        self._deadline = self.loop.call_later(seconds, self._too_late)

    def _expect_nothing(self) -> None:
        if self._deadline:
            self._deadline.cancel()
            self._deadline = None

    def _too_late(self) -> None:
        self._deadline = None
        if self._head or not self._in_head:
            what, seconds = ("head", HEAD_SECONDS) if self._in_head else ("body", BODY_SECONDS)
            self._refuse(TooLate(f"The {what} of a request has to be there within {seconds:.0f} seconds."))
        else:
            self.transport.close()

    def _refuse(self, error: TurnwiseError) -> None:
        """Answer, unless another answer is under way, and close."""
        self._expect_nothing()
        self._connections.refused(error.code)
        answering = self.cycle is not None and (
            self.cycle.response_started if not self._in_head else not self.cycle.response_complete
        )
        if answering or self.pipeline or self.transport.get_write_buffer_size():
            self.transport.abort()
            return
        status, body = HTTPStatus(status_of(error)), encode(refusal(error))
        again = getattr(error, "retry_after", SECONDS_UNTIL_AGAIN)
        lines = [
            f"HTTP/1.1 {status.value} {status.phrase}",
            "content-type: application/json",
            f"content-length: {len(body)}",
            "connection: close",
            *([f"retry-after: {again}"] if status in (429, 503) else []),
            "\r\n",
        ]
        self.transport.write("\r\n".join(lines).encode() + body)
        self.transport.close()

    # Clients that do not read.

    def pause_writing(self) -> None:
        super().pause_writing()
        BACKLOG.hold_transport(self, self.transport)

    def resume_writing(self) -> None:
        BACKLOG.release(self)
        super().resume_writing()
        if self._held_back and not self.transport.is_closing():
            held_back, self._held_back = self._held_back, None
            super()._start_asgi_task(*held_back)

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: ASGI3Application) -> None:
        if self.flow.write_paused:
            self._held_back = cycle, app
            self.flow.pause_reading()
        else:
            super()._start_asgi_task(cycle, app)

    def too_slow(self) -> None:
        self.transport.abort()
