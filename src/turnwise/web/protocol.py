"""The wire of a WebSocket: uvicorn's own, but nobody keeps it open or makes it grow by not reading."""

from uvicorn._types import ASGISendEvent
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame

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
