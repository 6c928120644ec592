"""How people talk to workers: plain HTTP on connections that are kept, with an end to patience."""

import asyncio
from contextlib import suppress
from typing import Any
from urllib.parse import urlsplit

import msgspec

PATIENCE = 8.0
"""Seconds after which somebody who was not answered asks another worker."""

encode, decode = msgspec.json.encode, msgspec.json.decode


class Gone(Exception):
    """There was no answer: nobody knows what has become of the request."""


class Busy(Gone):
    """A worker said that it can do nothing now: nothing was done."""


class Refused(Exception):
    """An answer that was not a yes."""

    def __init__(self, status: int, told: Any) -> None:
        super().__init__(f"{status} {told}")
        self.status, self.code = status, str(told["error"])


class Calls:
    """Connections to one worker after the other, as they are needed."""

    def __init__(self, patience: float = PATIENCE) -> None:
        self._patience = patience
        self._idle: dict[str, list[tuple[asyncio.StreamReader, asyncio.StreamWriter]]] = {}

    async def ask(self, url: str, token: str, method: str, path: str, body: Any = None) -> Any:
        """What a worker answers. Raises Refused, Busy or Gone."""
        try:
            async with asyncio.timeout(self._patience):
                status, told = await self._ask(url, token, method, path, body)
        except (OSError, EOFError, TimeoutError, ValueError):
            raise Gone from None
        if status == 503:
            raise Busy
        if status >= 300:
            raise Refused(status, told)
        return told

    async def _ask(self, url: str, token: str, method: str, path: str, body: Any) -> tuple[int, Any]:
        idle, parts = self._idle.setdefault(url, []), urlsplit(url)
        reader, writer = idle.pop() if idle else await asyncio.open_connection(parts.hostname, parts.port)
        try:
            sent = b"" if body is None else encode(body)
            head = f"{method} {path} HTTP/1.1\r\nHost: {parts.netloc}\r\nContent-Length: {len(sent)}\r\n"
            head += "Content-Type: application/json\r\n" + (f"Authorization: Bearer {token}\r\n" if token else "")
            writer.write(head.encode() + b"\r\n" + sent)
            first, *lines = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
            headers = dict(line.lower().split(": ", 1) for line in lines if line)
            told = await reader.readexactly(int(headers.get("content-length", "0")))
        except BaseException:
            writer.close()
            raise
        if headers.get("connection") == "close":
            writer.close()
        else:
            idle.append((reader, writer))
        return int(first.split()[1]), decode(told) if told else None

    async def close(self) -> None:
        for _, writer in [wire for idle in self._idle.values() for wire in idle]:
            writer.close()
            with suppress(OSError):
                await writer.wait_closed()
