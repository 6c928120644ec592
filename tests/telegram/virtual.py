"""Virtual time for tests with real HTTP, real threads and a real store: when nothing can happen any more, it is as late as the next
timer. Five minutes with thousands of calls take seconds.

    def test_something() -> None:
        virtually(story())

    async def story() -> None:
        loop = virtual_loop()
        world = World(clock=loop.wall)
        house = House(Watched(path), now=loop.milliseconds)
        async with serving(world) as url: …

Time never jumps while something is under way outside the loop's own queue:
- a connection between two ends in this loop on which bytes, or the news of its end, have not arrived yet. Loopback mostly delivers
  at once, but the kernel may put it off; so bytes are counted at both ends instead of trusting it;
- work in executors (`run_in_executor`, `asyncio.to_thread`), commits of a `Watched` store, bots that think and jobs, all of which
  answer from another thread or process: while they are under way, time stands still;
- whatever a test holds by hand: `with loop.holding("a child process"): …`
"""

import asyncio
import socket
from collections import Counter
from collections.abc import Callable, Coroutine, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from functools import wraps
from selectors import EVENT_READ, EVENT_WRITE
from typing import Any, TypeVar

from tests.house.warp import Warp
from turnwise.house.store.interface import Change, Writing
from turnwise.house.store.sqlite import Sqlite
from turnwise.house.work.jobs import Jobs
from turnwise.house.work.thinkers import Thinkers

Result = TypeVar("Result")

BEGINNING = 1_800_000_000
"""Seconds since 1970 when virtual time begins."""
PATIENCE = 60.0
"""Real seconds without any event after which a test has come to a standstill."""


class Standstill(RuntimeError):
    """Nothing happens, and nothing is going to."""


class Counted(socket.socket):
    """A socket that knows how many bytes went through it, and whether it has heard the end."""

    sent = received = 0
    ended = heard_end = False
    address: tuple[Any, Any] = None, None
    number = -1
    """Of its file."""

    def send(self, data: Any, *more: Any) -> int:
        sent = super().send(data, *more)
        self.sent += sent
        return sent

    def sendmsg(self, *given: Any) -> int:
        sent = super().sendmsg(*given)
        self.sent += sent
        return sent

    def recv(self, *given: Any) -> bytes:
        return self._receive(super().recv, given, len)

    def recv_into(self, *given: Any) -> int:
        return self._receive(super().recv_into, given, int)

    def _receive(self, work: Callable[..., Result], given: Any, size: Callable[[Any], int]) -> Result:
        try:
            found = work(*given)
        except (BlockingIOError, InterruptedError):
            raise
        except OSError:
            self.heard_end = True
            raise
        self.received += size(found)
        self.heard_end = self.heard_end or not size(found)
        return found

    def shutdown(self, how: int) -> None:
        self.ended = self.ended or how != socket.SHUT_RD
        super().shutdown(how)

    def close(self) -> None:
        self.ended = self.heard_end = True
        super().close()


class Virtual(Warp):
    """A loop whose time passes only when nothing is under way."""

    def __init__(self) -> None:
        super().__init__()
        self._held: Counter[str] = Counter()
        self._ends: dict[tuple[Any, Any], Counted] = {}
        self._listening: set[Any] = set()

    def wall(self) -> float:
        """Seconds since 1970."""
        return BEGINNING + self.time()

    def milliseconds(self) -> int:
        """The clock of a house."""
        return round(1000 * self.wall())

    # What is under way

    @contextmanager
    def holding(self, why: str) -> Iterator[None]:
        """Let time stand still meanwhile."""
        self._held[why] += 1
        try:
            yield
        finally:
            self._held[why] -= 1

    def hold_until(self, done: "asyncio.Future[Any]", why: str) -> None:
        """Let time stand still until then."""
        self._held[why] += 1
        done.add_done_callback(lambda _: self._held.subtract([why]))

    def under_way(self) -> str:
        """What may still bring something about by itself; nothing if only time can."""
        for why, number in self._held.items():
            if number:
                return why
        files = self._selector.get_map()  # type: ignore[attr-defined]
        if any(key.events & EVENT_WRITE for key in files.values()):
            return "a connection is being made, or has much to write"
        for (here, there), end in list(self._ends.items()):
            other = self._ends.get((there, here))
            if end.ended and (other is None or other.ended):
                self._ends.pop((here, there), None)
                self._ends.pop((there, here), None)
            elif other is None:
                if end.sent and there in self._listening:
                    return f"{there} has yet to take a connection"
            elif end.sent > other.received or end.ended:
                reads = other.number in files and files[other.number].events & EVENT_READ
                if reads and not other.heard_end:
                    return f"bytes are on their way to {there}"
        return ""

    def _run_once(self) -> None:
        selector = self._selector  # type: ignore[attr-defined]
        while not self._ready and not self._stopping:  # type: ignore[attr-defined]
            events = selector.select(0)
            if not events:
                why = self.under_way()
                if not why and any(not timer.cancelled() for timer in self._scheduled):  # type: ignore[attr-defined]
                    break
                if not (events := selector.select(PATIENCE)):
                    raise Standstill(f"nothing has happened for {PATIENCE:g} seconds: {why or 'there is no timer'}")
            self._process_events(events)  # type: ignore[attr-defined]
        super()._run_once()

    # Where it comes from

    def _make_socket_transport(self, sock: socket.socket, *given: Any, **more: Any) -> asyncio.Transport:
        counted = Counted(sock.family, sock.type, sock.proto, fileno=sock.detach())
        counted.setblocking(False)
        if counted.family in (socket.AF_INET, socket.AF_INET6):
            counted.address, counted.number = (counted.getsockname(), counted.getpeername()), counted.fileno()
            self._ends[counted.address] = counted
        made: asyncio.Transport = super()._make_socket_transport(counted, *given, **more)  # type: ignore[misc]
        return made

    async def create_server(self, *given: Any, **more: Any) -> asyncio.Server:
        server: asyncio.Server = await super().create_server(*given, **more)
        self._listening |= {socket.getsockname() for socket in server.sockets}
        return server

    def run_in_executor(  # type: ignore[override]
        self, executor: Any, func: Any, *args: Any
    ) -> "asyncio.Future[Any]":
        future = super().run_in_executor(executor, func, *args)
        self.hold_until(future, "work in a thread")
        return future

    async def shutdown_default_executor(self, *given: Any, **more: Any) -> None:
        with self.holding("the executor's end"):
            await super().shutdown_default_executor(*given, **more)


class Watched(Sqlite):
    """A store that lets time stand still while something is on its way to the disk."""

    def commit(self, changes: Sequence[Change]) -> Writing:
        writing = super().commit(changes)
        virtual_loop().hold_until(writing, "a commit")
        return writing

    async def close(self) -> None:
        with virtual_loop().holding("the last commits"):
            await super().close()


def virtual_loop() -> Virtual:
    """The loop that runs now."""
    loop = asyncio.get_running_loop()
    assert isinstance(loop, Virtual)
    return loop


def virtually(work: Coroutine[Any, Any, Result]) -> Result:
    """What comes of some work in virtual time."""
    with ExitStack() as stack, asyncio.Runner(loop_factory=Virtual) as runner:
        for kind, names in ((Thinkers, ("start", "think", "close")), (Jobs, ("do", "close"))):
            for name in names:
                stack.enter_context(_held_by(kind, name))
        return runner.run(work)


@contextmanager
def _held_by(kind: type[Any], name: str) -> Iterator[None]:
    """Let time stand still while another process works for the house."""
    before = getattr(kind, name)

    @wraps(before)
    async def held(*given: Any, **more: Any) -> Any:
        with virtual_loop().holding(f"{kind.__name__}.{name}"):
            return await before(*given, **more)

    setattr(kind, name, held)
    try:
        yield
    finally:
        setattr(kind, name, before)
