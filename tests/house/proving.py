"""A device that computes."""

from itertools import count
from typing import Any

from turnwise.house.people.proofs import Proof, zero_bits


def solved(challenge: str) -> Proof:
    """The first answer to a challenge."""
    bits = int(challenge.partition(".")[0])
    return next(Proof(challenge, str(n)) for n in count() if zero_bits(challenge, str(n)) >= bits)


def proof(refusal: dict[str, Any]) -> dict[str, str]:
    """What to send as `proof` after a refusal that asked for one."""
    return solved(refusal["proof"]["challenge"])._asdict()
