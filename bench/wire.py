"""A WebSocket client that costs little, so that on one core it can load a server that has another to itself."""

import asyncio
import base64
import os
from collections.abc import Callable
from typing import cast
from urllib.parse import urlsplit

SMALL, MEDIUM = 126, 1 << 16


class Wire(asyncio.Protocol):
    """One connection; `heard` is called with the text of every message."""

    def __init__(self, path: str, host: str, headers: dict[str, str], heard: Callable[[bytes], None]) -> None:
        self._heard = heard
        self._buffer = bytearray()
        self.ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.lost = False
        self.gone = asyncio.Event()
        """Set when it is lost."""
        key = base64.b64encode(os.urandom(16)).decode()
        lines = [
            f"GET {path} HTTP/1.1",
            f"Host: {host}",
            "Upgrade: websocket",
            "Connection: Upgrade",
            f"Sec-WebSocket-Key: {key}",
            "Sec-WebSocket-Version: 13",
            *(f"{name}: {value}" for name, value in headers.items()),
            "\r\n",
        ]
        self._hello = "\r\n".join(lines).encode()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)
        self._transport.write(self._hello)

    def connection_lost(self, error: Exception | None) -> None:
        self.lost = True
        self.gone.set()
        if not self.ready.done():
            self.ready.set_exception(ConnectionError("the server closed the connection"))

    def data_received(self, data: bytes) -> None:
        buffer = self._buffer
        buffer += data
        if not self.ready.done():
            end = buffer.find(b"\r\n\r\n")
            if end < 0:
                return
            status = bytes(buffer[:40])
            del buffer[: end + 4]
            if b" 101 " not in status:
                self.ready.set_exception(ConnectionError(status.decode()))
                return
            self.ready.set_result(None)
        while len(buffer) >= 2:
            size, start = buffer[1], 2
            if size == 126:
                size, start = int.from_bytes(buffer[2:4]), 4
            elif size == 127:
                size, start = int.from_bytes(buffer[2:10]), 10
            if len(buffer) < start + size:
                return
            kind, body = buffer[0] & 15, bytes(buffer[start : start + size])
            del buffer[: start + size]
            if kind == 1:
                self._heard(body)
            elif kind == 9:
                self._frame(10, body)

    def send(self, text: bytes) -> None:
        self._frame(1, text)

    def _frame(self, kind: int, body: bytes) -> None:
        """A frame of one piece; its mask is zero, which leaves the body as it is."""
        size = len(body)
        if size < SMALL:
            head = bytes((0x80 | kind, 0x80 | size))
        else:
            assert size < MEDIUM
            head = bytes((0x80 | kind, 0x80 | 126)) + size.to_bytes(2)
        self._transport.write(head + b"\0\0\0\0" + body)

    def close(self) -> None:
        self._transport.close()


async def connect(url: str, headers: dict[str, str], heard: Callable[[bytes], None], address: str = "") -> Wire:
    """A connection that has been accepted. `address`: which of this machine's own addresses it comes from."""
    parts = urlsplit(url)
    path = parts.path + (f"?{parts.query}" if parts.query else "")
    loop = asyncio.get_running_loop()
    _, wire = await loop.create_connection(
        lambda: Wire(path, parts.netloc, headers, heard),
        parts.hostname or "",
        parts.port or 80,
        local_addr=(address, 0) if address else None,
    )
    try:
        await wire.ready
    except BaseException:
        wire.close()
        raise
    return wire
