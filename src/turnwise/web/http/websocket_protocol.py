"""uvicorn's WebSocket protocol with a fast path for single text frames, and with bounds: a client that does not read is
dropped, and one that sends too many frames or bytes is closed.

Actions and deltas are single text frames. All else is left to the parser of `websockets`.
"""

import asyncio
from collections import deque
from typing import Any
from weakref import WeakKeyDictionary

from uvicorn._types import ASGIReceiveEvent, ASGISendEvent
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame, apply_mask  # type: ignore[attr-defined]
from websockets.http11 import Request
from websockets.protocol import State

from turnwise.web.http.backlog import BACKLOG
from turnwise.web.http.connections import BYTE, FRAME, Allowance, Connections, Counted

SIGNED_OUT, REFUSED, BANNED, SLOW, AGAIN, FLOODING = 4001, 4003, 4006, 4008, 4012, 4029
"""Close codes: the token has ended, may not watch, is banned, reads too slowly, must reconnect, sends too much."""

WRITE = "turnwise.write"
"""The extension by which the application may write to the transport directly."""
LAST, TEXT = 0x80, 0x81
"""The first byte of the last frame of a message, and of a text in a single frame."""
MASKED, MASK = 0x80, 4
"""Every client frame is masked, with this many bytes."""
USUAL = 4096
"""Bytes up to which a message may bypass the parser, which enforces the largest size."""
AT_ONCE = 64
"""Frames that are checked in a row for being whole messages; more are left to the parser."""
SLICE = 1024
"""Bytes that the parser gets at a time; after each slice the number of frames is checked."""
LAST_WORD = 5.0
"""Seconds in which a client may still read why its socket was closed."""


class Inbox:
    """Messages for the one task that reads them: the part of a queue that uvicorn uses, at a third of its size and
    time."""

    __slots__ = ("_messages", "_reader")

    def __init__(self) -> None:
        self._messages: deque[ASGIReceiveEvent] = deque()
        self._reader: asyncio.Future[None] | None = None

    def __len__(self) -> int:
        return len(self._messages)

    def empty(self) -> bool:
        return not self._messages

    def put_nowait(self, message: ASGIReceiveEvent) -> None:
        self._messages.append(message)
        if self._reader and not self._reader.done():
            self._reader.set_result(None)

    async def get(self) -> ASGIReceiveEvent:
        while not self._messages:
            self._reader = asyncio.get_running_loop().create_future()
            await self._reader
        return self._messages.popleft()


class Outbox:
    """Writes to the sockets of one event loop, delayed until all requests of this turn are answered.

    Each system call evicts the house's code and data from the processor's caches. So all writes are made in a row,
    after the work of a whole batch: a move takes a sixth less processor time."""

    __slots__ = ("_waiting",)

    def __init__(self) -> None:
        self._waiting: list[tuple[Protocol, bytes]] = []

    def put(self, wire: "Protocol", frame: bytes) -> None:
        if not self._waiting:
            wire.loop.call_soon(self.send)
        self._waiting.append((wire, frame))

    def send(self) -> None:
        waiting, self._waiting = self._waiting, []
        for wire, frame in waiting:
            transport = wire.transport
            if not wire.close_sent and not transport.is_closing():
                transport.write(frame)


OUTBOXES: WeakKeyDictionary[asyncio.AbstractEventLoop, Outbox] = WeakKeyDictionary()


class Protocol(WebSocketsSansIOProtocol):
    """A connection whose last bytes are not accepted is aborted; otherwise it would wait for its reader for ever."""

    counted: Counted | None = None
    """Counts this connection since its first byte."""

    def __init__(self, connections: Connections, **named: Any) -> None:
        super().__init__(**named)
        self.queue: Inbox = Inbox()  # type: ignore[assignment]
        self._connections = connections
        self._own = connections.allowance()
        self._shared: Allowance | None = None
        """What its address may send. Behind a proxy the address is known only after the application was called."""
        self._flooded = False
        self._outbox = OUTBOXES.setdefault(self.loop, Outbox())
        self._whole = False
        """Whether the parser has seen only whole frames and whole messages so far, so that it can be bypassed."""

    def connection_lost(self, exc: Exception | None) -> None:
        if self.counted:
            self.counted.close()
        BACKLOG.release(self)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """A text in one frame is read here. After half a frame or half a message the connection is left to the
        parser."""
        if not self._may_send(FRAME + len(data) * BYTE):
            self._flood()
        elif self._whole and self.conn.state is State.OPEN and (text := sole_text(data)) is not None:
            self.queue.put_nowait({"type": "websocket.receive", "text": text, "bytes": None})
            if len(self.queue) > 1 and not self.read_paused:
                self.read_paused = True
                self.transport.pause_reading()
        else:
            self._whole = self._whole and whole_messages(data)
            for at in range(0, len(data), SLICE):
                super().data_received(data[at : at + SLICE])
                if self._flooded or self.transport.is_closing():
                    return

    def handle_events(self) -> None:
        if (more := len(self.conn.events) - 1) > 0 and not self._may_send(more * FRAME):
            self._flood()
        else:
            super().handle_events()

    def _may_send(self, cost: float) -> bool:
        now = self.loop.time()
        own, shared = self._own.spend(cost, now), self._shared is None or self._shared.spend(cost, now)
        return own and shared

    def _flood(self) -> None:
        """Close the socket and stop reading, so that what it still sends costs nothing."""
        if self._flooded:
            return
        self._flooded = True
        self._connections.refused("flooding")
        if self.conn.state is not State.OPEN or self.close_sent:
            self.transport.abort()
            return
        self._outbox.send()
        self.conn.send_close(FLOODING, "You send too much; wait before you connect again.")
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        self.queue.put_nowait({"type": "websocket.disconnect", "code": FLOODING})
        if not self.read_paused:
            self.transport.pause_reading()
        self.read_paused = False  # so that nothing resumes reading
        self.close_timer = self.loop.call_later(LAST_WORD, self.transport.abort)

    async def send(self, message: ASGISendEvent) -> None:
        if self.close_sent:  # also by the parser, because of a bad frame
            raise ClientDisconnected
        if message["type"] == "websocket.close":
            self.writable.set()  # it may be closed because it is not
            self._break_off_soon()
        elif message["type"] == "websocket.accept" and (client := self.scope["client"]):
            self._shared = self._connections.allowance_of(client[0])
        await super().send(message)
        if message["type"] == "websocket.http.response.body":
            self.handshake_complete = True  # else uvicorn logs every refusal as an error

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if self.response.status_code == 101:
            self._whole = True
            self.scope["extensions"][WRITE] = {"write": self.write}

    def write(self, text: bytes) -> bool:
        """Send a text without awaiting; False if it would have to wait. If the connection closes before it is sent, it
        is lost."""
        if not self.writable.is_set():
            return False
        size = len(text)
        if size < 126:
            head = bytes((TEXT, size))
        elif size < 1 << 16:
            head = bytes((TEXT, 126, size >> 8, size & 255))
        else:
            head = bytes((TEXT, 127)) + size.to_bytes(8)
        self._outbox.put(self, head + text)
        return True

    # Clients that do not read.

    def pause_writing(self) -> None:
        super().pause_writing()
        BACKLOG.hold_transport(self, self.transport)

    def resume_writing(self) -> None:
        BACKLOG.release(self)
        super().resume_writing()

    def too_slow(self) -> None:
        self.transport.abort()

    # Earlier answers are sent before the close frame.

    def keepalive_timeout(self) -> None:
        self._outbox.send()
        super().keepalive_timeout()
        self._break_off_soon()

    def shutdown(self) -> None:
        self._outbox.send()
        super().shutdown()
        self._break_off_soon()

    def handle_parser_exception(self) -> None:
        self._outbox.send()
        super().handle_parser_exception()
        self._break_off_soon()

    def _break_off_soon(self) -> None:
        self.loop.call_later(LAST_WORD, self.transport.abort)

    def handle_ping(self) -> None:
        """Answer, unless earlier answers have not been read."""
        answer = b"".join(self.conn.data_to_send())
        if self.writable.is_set():
            self.transport.write(answer)

    def handle_cont(self, event: Frame) -> None:
        """Drop empty continuation frames, which do not count in a message's size."""
        if event.data or event.fin:
            super().handle_cont(event)


def sole_text(data: bytes) -> str | None:
    """The text, if these bytes are exactly one text frame."""
    if not 2 < len(data) <= USUAL or data[0] != TEXT or not data[1] & MASKED:
        return None
    start, end = frame(data, 0)
    if end != len(data):
        return None
    try:
        return str(apply_mask(data[start:], data[start - MASK : start]), "utf-8")
    except UnicodeDecodeError:
        return None


def whole_messages(data: bytes) -> bool:
    """Whether these bytes are whole frames, each a whole message, and not very many."""
    at = 0
    for _ in range(AT_ONCE):
        if len(data) - at < 2 or not data[at] & LAST:
            break
        _, at = frame(data, at)
    return at == len(data)


def frame(data: bytes, at: int) -> tuple[int, int]:
    """Where the content of a masked frame begins and ends."""
    size, start = data[at + 1] & ~MASKED, at + 2
    if size == 126:
        size, start = int.from_bytes(data[start : start + 2]), start + 2
    elif size == 127:
        size, start = int.from_bytes(data[start : start + 8]), start + 8
    return start + MASK, start + MASK + size
