"""The secret of a match: committed to first, the source of all chance, published at the end."""

import hashlib
import json
import os
from collections.abc import Sequence
from typing import Any

from turnwise.kit.errors import BadOption, quoted
from turnwise.kit.words import said


def fresh() -> str:
    """A new secret of 256 bits."""
    return os.urandom(32).hex()


def bad_seed(seed: object) -> BadOption:
    return BadOption(said("A seed is a whole number of up to 18 digits, not {given}.", given=quoted(seed)))


def small(seed: int) -> str:
    """A secret for local play and tests, which is easy to guess and says so."""
    if isinstance(seed, bool) or not isinstance(seed, int) or not -(10**18) < seed < 10**18:
        raise bad_seed(seed)
    return f"seed {seed}"


def listed(nonces: Sequence[str]) -> Sequence[str]:
    """Nonces come as a list, one for each seat that gave one."""
    if not isinstance(nonces, list | tuple):
        raise BadOption(said("Nonces are a list of texts, one for each seat that gave one."))
    return nonces


def checked(text: str) -> str:
    """A secret or a nonce from outside: one line of text, as in a transcript."""
    if not isinstance(text, str) or not text.isprintable() or text != text.strip() or not 1 <= len(text) <= 200:
        raise BadOption(said("A secret or a nonce is one line of 1 to 200 printable characters."))
    return text


def commitment(secret: str, game: str, version: int, seats: int, options: dict[str, Any]) -> str:
    """Published at the start: it fixes the secret and the options without revealing the secret."""
    resolved = json.dumps([secret, game, version, seats, options], sort_keys=True)
    return hashlib.blake2b(resolved.encode(), digest_size=32).hexdigest()


def sealed(text: str) -> str:
    """The seal of a secret or a nonce: its SHA-256, which every browser and shell can compute."""
    return hashlib.sha256(text.encode()).hexdigest()


class Dice:
    """Seeds for every entry of a log, from the secret and the nonces of the seats."""

    def __init__(self, secret: str, nonces: Sequence[str]) -> None:
        text = json.dumps([secret, *nonces])
        self._key = hashlib.blake2b(text.encode(), digest_size=32).digest()

    def seed(self, index: int) -> int:
        """The seed for the entry with this index in the log; 0 is the set-up."""
        digest = hashlib.blake2b(index.to_bytes(8, "big"), key=self._key, digest_size=8).digest()
        return int.from_bytes(digest, "big", signed=True)
