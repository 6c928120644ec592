"""Passwords: hashed with Argon2, on threads of their own, so that nobody's move waits for somebody's sign-in."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar
from unicodedata import normalize

from argon2 import PasswordHasher
from argon2.exceptions import VerificationError

from turnwise.kit.errors import TurnwiseError

SHORTEST, LONGEST = 8, 256
AT_ONCE = 2
"""Each hash takes 64 MiB while it is made."""
LONGEST_LINE = 64
"""Whoever comes when so many wait is sent away instead of waiting for seconds."""

T = TypeVar("T")


class Passwords:
    """Makes and compares hashes. The hasher carries the parameters."""

    def __init__(self, hasher: PasswordHasher) -> None:
        self._hasher = hasher
        self._threads = ThreadPoolExecutor(AT_ONCE, thread_name_prefix="password")
        self._line = 0

    async def hashed(self, password: str) -> str:
        if not SHORTEST <= len(password) <= LONGEST:
            raise TurnwiseError(f"A password has {SHORTEST} to {LONGEST} characters.", "bad_password")
        return await self._on_a_thread(self._hasher.hash, _bytes(password))

    async def fits(self, kept: str, password: str) -> bool:
        """Whether it is the password of a hash. Where there is none, it says no after the same work: the time tells nobody
        whether there is such a name."""
        if len(password) > LONGEST:
            return False
        if kept:
            return await self._on_a_thread(self._verify, kept, _bytes(password))
        await self._on_a_thread(self._hasher.hash, _bytes(password))
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

    async def _on_a_thread(self, work: Callable[..., T], *given: str | bytes) -> T:
        if self._line >= LONGEST_LINE:
            raise TurnwiseError("Many people are signing in at this moment; try again in a few seconds.", "busy")
        self._line += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, work, *given)
        finally:
            self._line -= 1


def _bytes(password: str) -> bytes:
    """The same whichever keyboard it was typed on; half a surrogate pair is no error."""
    return normalize("NFKC", password).encode("utf-8", "surrogatepass")
