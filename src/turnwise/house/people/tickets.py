"""Signed short texts that the house issues and verifies without storing them: each has a purpose and an expiry.

A house of one worker makes its key at every start and stores it nowhere: after a restart clients get a new ticket.
Several workers share one key, so that each can verify what another issued."""

import secrets
from base64 import urlsafe_b64encode
from collections.abc import Callable
from hashlib import blake2b
from typing import NamedTuple

KEY, NONCE, MAC = 32, 9, 12
"""Bytes; the last two are in base64."""
LONGEST = 80


class Ticket(NamedTuple):
    """The content of a valid ticket."""

    body: str
    nonce: str
    until: int


class Tickets:
    """Makes and reads them. The purpose is not part of the text: the reader must name it."""

    def __init__(self, now: Callable[[], int]) -> None:
        self._now, self.key = now, secrets.token_bytes(KEY)

    def make(self, purpose: str, body: str, life: int) -> str:
        """`body` may contain no full stop; `life` is in milliseconds."""
        until = (self._now() + life) // 1000
        text = f"{body}.{until:x}.{_written(secrets.token_bytes(NONCE))}"
        return f"{text}.{self._mac(purpose, text)}"

    def read(self, purpose: str, shown: str) -> Ticket | None:
        """The content of a ticket, if it was issued for this purpose and has not expired."""
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
