"""What a button carries: the table, the version of the match and a token, never what it does. The token is a seal over that and over
what the button stands for; whoever is pressed compares it with all that could be meant, so nothing is kept for it anywhere, and a button
that was sent before a restart works after it."""

import hmac
from base64 import urlsafe_b64encode
from collections.abc import Iterable, Sequence
from hashlib import blake2b
from typing import NamedTuple

ANYBODY = -1
"""A button that is for everybody who sees it."""
SIZE = 12
LONGEST = 64
"""Bytes that Telegram lets a button carry."""


class Pressed(NamedTuple):
    """What came back with a tap."""

    table: str
    version: int
    seal: str


class Buttons:
    """Makes and knows the buttons of one bot."""

    def __init__(self, token: str) -> None:
        self._key = blake2b(token.encode(), digest_size=32, person=b"turnwise buttons").digest()

    def data(self, table: str, version: int, seat: int, means: Sequence[str]) -> str:
        """For a button of a seat (or for anybody) that means these words, one after the other."""
        made = f"{table}.{version}.{self._seal(table, version, seat, means)}"
        assert len(made) <= LONGEST
        return made

    def means(self, pressed: Pressed, seat: int, every: Iterable[Sequence[str]]) -> tuple[str, ...] | None:
        """Which of all meanings a pressed button has for a seat; None if it has none."""
        return next(
            (
                tuple(one)
                for one in every
                if hmac.compare_digest(pressed.seal, self._seal(pressed.table, pressed.version, seat, one))
            ),
            None,
        )

    def _seal(self, table: str, version: int, seat: int, means: Sequence[str]) -> str:
        text = "\0".join((table, str(version), str(seat), *means))
        return urlsafe_b64encode(blake2b(text.encode(), key=self._key, digest_size=SIZE).digest()).decode()


def read(data: str | None) -> Pressed | None:
    """What a button carries, if it is one of ours."""
    table, _, rest = (data or "").partition(".")
    version, _, seal = rest.partition(".")
    if not (table and seal and version.isdecimal() and len(version) < 10 and seal.isascii()):
        return None
    return Pressed(table, int(version), seal)
