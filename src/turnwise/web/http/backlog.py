"""Bytes that wait for clients that don't read: bounded for each of them, and for all together."""

from asyncio import Transport
from typing import Protocol

UNDERWAY = 128 * 1024
"""Bytes of a socket's send and receive buffers; by default the system would buffer megabytes for each client that does
not read, and for each that we don't read."""
MOST_WAITING = 200
"""Messages that may wait for a client; beyond it the client is dropped, and may reconnect for what it missed."""
MOST_BYTES = 1 << 20
"""Bytes of them, unless it is a single message."""
MOST_IN_ALL = 64 << 20
"""Bytes that may wait in this process; beyond it the client that has not read for the longest time is dropped."""


class Slow(Protocol):
    """A client for which something waits."""

    def too_slow(self) -> None:
        """Drop what waits, at once."""


class Backlog:
    """The clients with waiting messages, in the order in which they stopped reading."""

    def __init__(self, most: int = MOST_IN_ALL) -> None:
        self._most = most
        self._held: dict[Slow, int] = {}
        self.size = 0

    def hold(self, who: Slow, size: int) -> None:
        """So many bytes wait for a client now."""
        self.size += size - self._held.get(who, 0)
        self._held[who] = size
        while self.size > self._most:
            slowest = next(iter(self._held))
            self.release(slowest)
            slowest.too_slow()

    def hold_transport(self, who: Slow, transport: Transport) -> None:
        """A connection accepts nothing now. A message partly in the system's buffer (twice the size asked for) is still
        in our memory as a whole, so that buffer counts too."""
        self.hold(who, transport.get_write_buffer_size() + 2 * UNDERWAY)

    def release(self, who: Slow) -> None:
        self.size -= self._held.pop(who, 0)


BACKLOG = Backlog()
"""The one of this process."""


class Waiting:
    """A client that is sent messages: what can't be sent at once waits here, and a client with too much waiting is
    dropped."""

    __slots__ = ("_size", "_waiting")

    def __init__(self) -> None:
        self._waiting: list[bytes] = []
        self._size = 0

    def wait(self, message: bytes) -> None:
        """Queue one more message, or drop the client."""
        size = self._size + len(message)
        if self._waiting and (len(self._waiting) >= MOST_WAITING or size > MOST_BYTES):
            self.too_slow()
            return
        self._waiting.append(message)
        self._size = size
        BACKLOG.hold(self, size)

    def next(self) -> bytes:
        """Take the oldest message, to be sent now."""
        message = self._waiting.pop(0)
        self._size -= len(message)
        if self._waiting:
            BACKLOG.hold(self, self._size)
        else:
            BACKLOG.release(self)
        return message

    def forget(self) -> None:
        """Drop what waits."""
        self._waiting.clear()
        self._size = 0
        BACKLOG.release(self)

    def too_slow(self) -> None:
        raise NotImplementedError
