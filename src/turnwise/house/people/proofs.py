"""Proof of work: for requests that strangers make too often, the device must compute for a while first.

A challenge is a ticket (`tickets.py`) that names its price in bits. An answer is a text of up to twelve letters for
which the SHA-256 of "challenge:answer" begins with that many zero bits. Each bit doubles the work. The house checks an
answer with one hash, and keeps only which challenges have been answered. `static/proof.js` finds answers in a browser.
"""

from collections import OrderedDict
from collections.abc import Callable
from hashlib import sha256
from typing import NamedTuple

from turnwise.house.people.tickets import Tickets
from turnwise.kit.errors import TurnwiseError
from turnwise.kit.words import Words, said

LIFE = 3 * 60 * 1000
"""Milliseconds for which a challenge is valid."""
MOST_SPENT = 50_000
"""Answered challenges that are remembered. Beyond it, those that expire first expire at once, so none is used twice."""
LONGEST_ANSWER = 12
"""With it challenge and answer fit one block of SHA-256, up to 99 bits."""
SLACK = 2
"""Bits by which the price may rise while a device computes."""


class Proof(NamedTuple):
    """An answer to a challenge."""

    challenge: str
    answer: str


class ProofNeeded(TurnwiseError):
    """The request must be repeated with an answer to this challenge."""

    code = "proof_needed"

    def __init__(self, why: Words, challenge: str, bits: int) -> None:
        super().__init__(said("{why}; prove that your device has computed for it, then ask again.", why=why))
        self.challenge, self.bits = challenge, bits


class Proofs:
    """Asks for proofs and checks them."""

    def __init__(self, now: Callable[[], int], tickets: Tickets | None = None) -> None:
        self._tickets = tickets or Tickets(now)
        self._now = now
        self._spent: OrderedDict[str, int] = OrderedDict()
        self._lapsed = 0

    def issue(self, purpose: str, bits: int) -> str:
        """A new challenge for a purpose; the answer must be checked for the same one."""
        return self._tickets.make(purpose, str(bits), LIFE)

    def check(self, purpose: str, proof: Proof, bits: int) -> bool:
        """Whether an answer is right and worth enough bits. It can be used once."""
        ticket = self._tickets.read(purpose, proof.challenge)
        if (
            not ticket
            or ticket.until <= self._lapsed
            or ticket.nonce in self._spent
            or len(proof.answer) > LONGEST_ANSWER
        ):
            return False
        if int(ticket.body) < bits - SLACK or zero_bits(*proof) < int(ticket.body):
            return False
        self._spent[ticket.nonce] = ticket.until
        while self._spent and (self._oldest() <= self._now() or len(self._spent) > MOST_SPENT):
            self._lapsed = max(self._lapsed, self._spent.popitem(last=False)[1])
        return True

    def require(self, purpose: str, proof: Proof | None, bits: int, why: Words) -> None:
        """Accept a good proof, else raise ProofNeeded. `why`: the beginning of the sentence that says why."""
        if bits > 0 and not (proof and self.check(purpose, proof, bits)):
            raise ProofNeeded(why, self.issue(purpose, bits), bits)

    def _oldest(self) -> int:
        return next(iter(self._spent.values()))


def zero_bits(challenge: str, answer: str) -> int:
    """The number of leading zero bits in the hash of an answer."""
    digest = sha256(f"{challenge}:{answer}".encode("utf-8", "surrogatepass")).digest()
    return 256 - int.from_bytes(digest).bit_length()
