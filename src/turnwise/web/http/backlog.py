"""What waits for those who don't read, in bytes: for one of them, and for all together."""

from asyncio import Transport
from typing import Protocol

UNDERWAY = 128 * 1024
"""Bytes that the system keeps of what was sent to somebody, or by him; by itself it would keep megabytes for each who does not read,
and for each whom we don't."""
MOST_WAITING = 200
"""Messages that may wait for a client that does not read; then it is dropped, and may come back for what it missed."""
MOST_BYTES = 1 << 20
"""Bytes of them, unless it is a single message."""
MOST_IN_ALL = 64 << 20
"""Bytes that may wait in this process. Beyond it, whoever has not read for the longest time is dropped."""


class Slow(Protocol):
    """Somebody for whom something waits."""

    def too_slow(self) -> None:
        """Let go of what waits, at once."""


class Backlog:
    """Who has something waiting, in the order in which they stopped reading."""

    def __init__(self, most: int = MOST_IN_ALL) -> None:
        self._most = most
        self._held: dict[Slow, int] = {}
        self.size = 0

    def hold(self, who: Slow, size: int) -> None:
        """So many bytes wait for somebody now."""
        self.size += size - self._held.get(who, 0)
        self._held[who] = size
        while self.size > self._most:
            slowest = next(iter(self._held))
            self.release(slowest)
            slowest.too_slow()

    def hold_transport(self, who: Slow, transport: Transport) -> None:
        """A connection takes nothing now. What the system (which doubles what it was told) has of a message is still in our memory:
        a message is let go as a whole."""
        self.hold(who, transport.get_write_buffer_size() + 2 * UNDERWAY)

    def release(self, who: Slow) -> None:
        self.size -= self._held.pop(who, 0)


BACKLOG = Backlog()
"""This process's own."""


class Waiting:
    """Somebody who is told things: what can't be sent at once waits here, and who lets too much wait is dropped."""

    __slots__ = ("_size", "_waiting")

    def __init__(self) -> None:
        self._waiting: list[bytes] = []
        self._size = 0

    def wait(self, message: bytes) -> None:
        """Let one more message wait, or drop whom it is for."""
        size = self._size + len(message)
        if self._waiting and (len(self._waiting) >= MOST_WAITING or size > MOST_BYTES):
            self.too_slow()
            return
        self._waiting.append(message)
        self._size = size
        BACKLOG.hold(self, size)

    def next(self) -> bytes:
        """The message that has waited longest, which is sent now."""
        message = self._waiting.pop(0)
        self._size -= len(message)
        if self._waiting:
            BACKLOG.hold(self, self._size)
        else:
            BACKLOG.release(self)
        return message

    def forget(self) -> None:
        """Nothing of what waits will be sent."""
        self._waiting.clear()
        self._size = 0
        BACKLOG.release(self)

    def too_slow(self) -> None:
        raise NotImplementedError
