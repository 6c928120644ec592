"""Passwords: hashed with Argon2 in threads of their own, so that no move waits for a sign-in.

There are two queues. Known people go before strangers, who never get all threads; strangers take turns by address.
"""

import asyncio
import os
import sys
import threading
from collections import deque
from collections.abc import AsyncIterator, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from typing import TypeVar
from unicodedata import normalize

from argon2 import PasswordHasher
from argon2.exceptions import VerificationError

from turnwise.house.people.weak_passwords import refuse_weak
from turnwise.kit.errors import TurnwiseError
from turnwise.kit.words import said

SHORTEST, LONGEST = 8, 256
AT_ONCE = 2
"""Hashes at a time; each takes 64 MiB and one core."""
FOR_STRANGERS = AT_ONCE - 1
NICE = 10
"""The niceness of these threads."""
LONGEST_LINE = 64
"""The longest of each queue: a sign-in beyond it is refused at once instead of waiting for seconds."""

T = TypeVar("T")


class Lines:
    """Decides who may use a thread now."""

    def __init__(self) -> None:
        self._busy = self._busy_for_strangers = 0
        self._known: deque[asyncio.Future[None]] = deque()
        self._strangers: dict[str, deque[asyncio.Future[None]]] = {}
        """By address, in the order of their turns."""

    @asynccontextmanager
    async def turn(self, stranger: str | None) -> AsyncIterator[None]:
        """Wait for a thread. `stranger`: the address of an unknown device, None for a known one."""
        await self._wait(stranger)
        try:
            yield
        finally:
            self._end(stranger)

    @property
    def waiting(self) -> int:
        return len(self._known) + self.strangers

    @property
    def strangers(self) -> int:
        """How many strangers wait."""
        return sum(map(len, self._strangers.values()))

    async def _wait(self, stranger: str | None) -> None:
        if stranger is None:
            if len(self._known) >= LONGEST_LINE:
                raise _busy()
            line = self._known
        else:
            self._make_room(stranger)
            line = self._strangers.setdefault(stranger, deque())
        place = asyncio.get_running_loop().create_future()
        line.append(place)
        self._call()
        try:
            await place
        except asyncio.CancelledError:
            if place in line:
                line.remove(place)
                self._forget_empty()
            elif not place.cancelled():  # its turn came in the same moment
                self._end(stranger)
            raise

    def _make_room(self, stranger: str) -> None:
        """In a full queue the address with the most entries loses its latest, unless the new one would have as many."""
        if self.strangers < LONGEST_LINE:
            return
        crowd = max(self._strangers.values(), key=len)
        if len(crowd) <= len(self._strangers.get(stranger, ())) + 1:
            raise _busy()
        crowd.pop().set_exception(_busy())

    def _call(self) -> None:
        """Give free threads to those next in turn."""
        while self._busy < AT_ONCE and self._known:
            self._busy += 1
            self._known.popleft().set_result(None)
        while self._busy < AT_ONCE and self._busy_for_strangers < FOR_STRANGERS and self._strangers:
            self._busy += 1
            self._busy_for_strangers += 1
            where = next(iter(self._strangers))
            line = self._strangers.pop(where)
            line.popleft().set_result(None)
            if line:
                self._strangers[where] = line

    def _end(self, stranger: str | None) -> None:
        self._busy -= 1
        self._busy_for_strangers -= stranger is not None
        self._call()

    def _forget_empty(self) -> None:
        self._strangers = {where: line for where, line in self._strangers.items() if line}


class Passwords:
    """Makes and compares hashes, with the hasher's parameters. `stranger`: the address of an unknown device."""

    def __init__(self, hasher: PasswordHasher) -> None:
        self._hasher = hasher
        self._threads = ThreadPoolExecutor(AT_ONCE, thread_name_prefix="password", initializer=_step_back)
        self._lines = Lines()

    @property
    def waiting(self) -> int:
        return self._lines.waiting

    @property
    def strangers_waiting(self) -> int:
        return self._lines.strangers

    async def chosen(self, password: str, names: Sequence[str], *, stranger: str | None = None) -> str:
        """The hash of a new password, unless it is easy to guess for somebody who knows these names."""
        if not SHORTEST <= len(password) <= LONGEST:
            raise TurnwiseError(
                said("A password has {least} to {most} characters.", least=SHORTEST, most=LONGEST), "bad_password"
            )
        async with self._lines.turn(stranger):
            # Plain Python holds the interpreter's lock, so it may not run in the low-priority threads that make hashes.
            await asyncio.to_thread(refuse_weak, normalize("NFKC", password), names)
            return await asyncio.get_running_loop().run_in_executor(self._threads, self._hasher.hash, _bytes(password))

    async def hashed(self, password: str) -> str:
        """The hash of a password that needs no check."""
        return await self._on_a_thread(lambda: self._hasher.hash(_bytes(password)), None)

    async def fits(self, kept: str, password: str, *, stranger: str | None = None) -> bool:
        """Whether a password matches a hash. Without a hash it says no after the same work, so that the time does not
        tell whether the name exists."""
        if len(password) > LONGEST:
            return False
        if kept:
            return await self._on_a_thread(lambda: self._verify(kept, _bytes(password)), stranger)
        await self._on_a_thread(lambda: self._hasher.hash(_bytes(password)), stranger)
        return False

    def outdated(self, kept: str) -> bool:
        """Whether a hash was made with other parameters than today's."""
        return self._hasher.check_needs_rehash(kept)

    def close(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)

    def _verify(self, kept: str, password: bytes) -> bool:
        try:
            return self._hasher.verify(kept, password)
        except VerificationError:
            return False

    async def _on_a_thread(self, work: Callable[[], T], stranger: str | None) -> T:
        async with self._lines.turn(stranger):
            return await asyncio.get_running_loop().run_in_executor(self._threads, work)


def _step_back() -> None:
    """Give way to the event loop, where a thread can lower its priority (Linux); Argon2's own threads inherit it."""
    if sys.platform == "linux":
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICE)


def _busy() -> TurnwiseError:
    return TurnwiseError(said("Many people are signing in at this moment; try again in a few seconds."), "busy")


def _bytes(password: str) -> bytes:
    """Normalized, so that it is the same from every keyboard; half a surrogate pair is no error."""
    return normalize("NFKC", password).encode("utf-8", "surrogatepass")
