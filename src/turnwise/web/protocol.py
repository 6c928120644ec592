"""The wire of a WebSocket: uvicorn's own, but nobody keeps it open or makes it grow by not reading."""

from uvicorn._types import ASGISendEvent
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.http11 import Request

WRITE = "turnwise.write"
"""The extension by which an application may write to the wire itself."""
TEXT = 0x81
"""How the only frame of a text begins."""
LAST_WORD = 5.0
"""Seconds in which somebody may still read why his socket was closed."""


class Protocol(WebSocketsSansIOProtocol):
    """A connection whose last bytes are not taken is broken off; otherwise it would wait for its reader for ever."""

    async def send(self, message: ASGISendEvent) -> None:
        if self.close_sent:  # also by itself, because of a bad frame
            raise ClientDisconnected
        if message["type"] == "websocket.close":
            self.writable.set()  # it may be closed because it is not
            self._break_off_soon()
        await super().send(message)
        if message["type"] == "websocket.http.response.body":
            self.handshake_complete = True  # else uvicorn writes everybody down as a fault whom we refuse

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if self.response.status_code == 101:
            self.scope["extensions"][WRITE] = {"write": self.write}

    def write(self, text: bytes) -> bool:
        """Send a text at once, without the ways that a message takes which may have to wait; False if this one has to."""
        if not self.writable.is_set() or self.close_sent or self.transport.is_closing():
            return False
        size = len(text)
        if size < 126:
            head = bytes((TEXT, size))
        elif size < 1 << 16:
            head = bytes((TEXT, 126, size >> 8, size & 255))
        else:
            head = bytes((TEXT, 127)) + size.to_bytes(8)
        self.transport.write(head + text)
        return True

    def keepalive_timeout(self) -> None:
        super().keepalive_timeout()
        self._break_off_soon()

    def shutdown(self) -> None:
        super().shutdown()
        self._break_off_soon()

    def handle_parser_exception(self) -> None:
        super().handle_parser_exception()
        self._break_off_soon()

    def _break_off_soon(self) -> None:
        self.loop.call_later(LAST_WORD, self.transport.abort)

    def handle_ping(self) -> None:
        """Answer, unless the answers before have not been read."""
        answer = b"".join(self.conn.data_to_send())
        if self.writable.is_set():
            self.transport.write(answer)

    def handle_cont(self, event: Frame) -> None:
        """Empty pieces of a message count for nothing in its size, so they are not kept."""
        if event.data or event.fin:
            super().handle_cont(event)
