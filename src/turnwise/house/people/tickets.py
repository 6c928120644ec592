"""Short texts that the house gives out and knows again, without keeping them: each says what it is for and until when it is good.

The key of a house of one worker is made when it starts and is kept nowhere: whoever comes back after a restart is given another
text. Several workers have one key, so that each knows what another gave out."""

import secrets
from base64 import urlsafe_b64encode
from collections.abc import Callable
from hashlib import blake2b
from typing import NamedTuple

KEY, NONCE, MAC = 32, 9, 12
"""Bytes; the last two are written with four letters for each three."""
LONGEST = 80


class Ticket(NamedTuple):
    """What an honest text says."""

    body: str
    nonce: str
    until: int


class Tickets:
    """Makes them and reads them. A purpose is no part of the text: whoever reads names it again."""

    def __init__(self, now: Callable[[], int]) -> None:
        self._now, self.key = now, secrets.token_bytes(KEY)

    def make(self, purpose: str, body: str, life: int) -> str:
        """`body` has no full stop in it; `life` is in milliseconds."""
        until = (self._now() + life) // 1000
        text = f"{body}.{until:x}.{_written(secrets.token_bytes(NONCE))}"
        return f"{text}.{self._mac(purpose, text)}"

    def read(self, purpose: str, shown: str) -> Ticket | None:
        """What a text says, if it was made here for this purpose and has not lapsed."""
        text, _, mac = shown.rpartition(".")
        if len(shown) > LONGEST or not shown.isascii() or not secrets.compare_digest(mac, self._mac(purpose, text)):
            return None
        body, until, nonce = text.split(".")
        ticket = Ticket(body, nonce, int(until, 16) * 1000)
        return ticket if self._now() < ticket.until else None

    def _mac(self, purpose: str, text: str) -> str:
        whole = f"{text} {purpose}".encode("utf-8", "surrogatepass")
        return _written(blake2b(whole, key=self.key, digest_size=MAC).digest())


def _written(some: bytes) -> str:
    return urlsafe_b64encode(some).decode()
