"""Hints on their way to the other workers: gathered while the previous ones are sent, and lost while the bus is down.

A worker gets its own hints back as well. So a connection on which nothing arrives any more is known to be dead, however
it died, and is replaced.
"""

import asyncio
import logging
from collections.abc import Callable, Iterator, Sequence

import msgspec

from turnwise.house.store.sharing import unheard

log = logging.getLogger("turnwise")

BEAT = 3.0
"""Seconds after which a message is sent even if there are no hints."""
PATIENCE = 10.0
"""Seconds without receiving anything after which a connection is replaced."""
PAUSES = (0.05, 0.1, 0.2, 0.5, 1.0)
"""Seconds before the next attempt to connect; the last is repeated."""
MOST = 5_900
"""Bytes of hints in one message: encoded as text they stay below the 8000 that NOTIFY takes."""

Hint = tuple[str, bytes]
Message = tuple[str, list[Hint]]
"""The worker that sends hints, and the hints."""
decoder = msgspec.msgpack.Decoder(Message)


class Hints:
    """A bus; subclasses say how to connect, to send a message, and to disconnect."""

    def __init__(self, worker: str) -> None:
        """Begins to connect in the running event loop."""
        self.hear: Callable[[str, bytes], None] = unheard
        self.fault = "not connected yet"
        """Why hints are lost at present; empty if they are not."""
        self._worker = worker
        self._waiting: list[Hint] = []
        self._stirred, self._connected = asyncio.Event(), asyncio.Event()
        self._broken: Exception | None = None
        self._heard = 0.0
        self._task = asyncio.create_task(self._work())

    async def _connect(self) -> None:
        raise NotImplementedError

    async def _publish(self, message: bytes) -> None:
        raise NotImplementedError

    async def _disconnect(self) -> None:
        raise NotImplementedError

    def send(self, topic: str, body: bytes) -> None:
        if not self.fault and len(body) < MOST:
            self._waiting.append((topic, body))
            self._stirred.set()

    async def connected(self) -> None:
        """Wait until hints can be sent."""
        await self._connected.wait()

    async def close(self) -> None:
        """Send what waits, if it can be sent at once, and disconnect."""
        if not self._task.done() and not self.fault and self._waiting:
            self._stirred.set()
            while self._waiting and not self.fault and not self._task.done():
                await asyncio.sleep(0.001)
        self._task.cancel()
        await asyncio.wait([self._task])

    def _received(self, message: bytes) -> None:
        """Called with every message, from any worker."""
        self._heard = asyncio.get_running_loop().time()
        try:
            worker, hints = decoder.decode(message)
        except msgspec.MsgspecError:
            log.warning("somebody else speaks on the bus of this house")
            return
        if worker != self._worker:
            for topic, body in hints:
                try:
                    self.hear(topic, body)
                except Exception:
                    log.exception("a hint was not understood")

    def _lost(self, error: Exception) -> None:
        """Called when the connection turns out to be dead."""
        self._broken = error
        self._stirred.set()

    async def _work(self) -> None:
        tries = 0
        while True:
            try:
                self._broken = None
                await self._connect()
                tries = 0
                self._tell("")
                await self._carry()
            except Exception as error:  # whatever the error, the next attempt may succeed
                self._tell(str(error) or type(error).__name__)
            finally:
                self._waiting.clear()
                await self._disconnect()
            await asyncio.sleep(PAUSES[min(tries, len(PAUSES) - 1)])
            tries += 1

    async def _carry(self) -> None:
        """Send what waits, and an empty message now and then, until the connection is dead."""
        loop = asyncio.get_running_loop()
        self._heard = loop.time()
        while True:
            if not self._waiting:
                self._stirred.clear()
                try:
                    async with asyncio.timeout(BEAT):
                        await self._stirred.wait()
                except TimeoutError:
                    if loop.time() - self._heard > PATIENCE:
                        raise ConnectionError("nothing is heard any more") from None
            if self._broken:
                raise ConnectionError(str(self._broken))
            hints, self._waiting = self._waiting, []
            for part in parts(hints):
                async with asyncio.timeout(PATIENCE):
                    await self._publish(msgspec.msgpack.encode((self._worker, part)))

    def _tell(self, fault: str) -> None:
        if bool(fault) != bool(self.fault):
            log.warning("hints to other workers are lost: %s", fault) if fault else log.info(
                "hints reach other workers"
            )
        self.fault = fault
        self._connected.clear() if fault else self._connected.set()


def parts(hints: Sequence[Hint]) -> Iterator[Sequence[Hint]]:
    """Split hints into messages: at least one."""
    part: list[Hint] = []
    size = 0
    for hint in hints:
        size += len(hint[0].encode()) + len(hint[1]) + 16
        if part and size > MOST:
            yield part
            part, size = [], 0
        part.append(hint)
    yield part
