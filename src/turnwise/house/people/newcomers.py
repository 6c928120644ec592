"""Who may sign up, by which name, and what it takes to meet strangers: limits, bans, and the host's sign-up mode.

- `open`: anybody becomes a guest at once.
- `proof`: a newcomer does a proof of work first, a longer one while many come.
- `mail`: meeting strangers or talking needs a confirmed e-mail address; playing with friends by link does not.
- `closed`: only the host makes accounts.
"""

from collections.abc import Callable
from math import log2
from typing import Literal

from turnwise.house.names import tidy_name
from turnwise.house.people.bans import Bans
from turnwise.house.people.mailboxes import Mailboxes
from turnwise.house.people.proofs import Proof, Proofs
from turnwise.house.people.tickets import Tickets
from turnwise.house.work.limits import Limits, network
from turnwise.kit.errors import TurnwiseError
from turnwise.kit.words import said

SignUps = Literal["open", "proof", "mail", "closed"]
BITS, MORE = 18, 4
"""The price of signing up: a page computes for half a second, and each further bit doubles it."""
USUAL = 60
"""Newcomers within some minutes at the lowest price; every doubling of their number adds a bit."""
SPAN = 120_000
"""Milliseconds after which a newcomer counts half."""


class Newcomers:
    """Asked before a newcomer is let in, a name is given, or a person meets strangers."""

    def __init__(
        self,
        limits: Limits,
        bans: Bans,
        mailboxes: Mailboxes,
        now: Callable[[], int],
        sign_ups: SignUps = "open",
        tickets: Tickets | None = None,
    ) -> None:
        self._limits, self.bans, self._mailboxes, self._now = limits, bans, mailboxes, now
        self.sign_ups = sign_ups
        self._proofs = Proofs(now, tickets)
        self._newcomers, self._counted = 0.0, now()

    async def admit(self, limit: str, address: str) -> None:
        """Let a person in from an address who is already known on another device or front end."""
        self._limits.allow(limit, network(address))
        await self.bans.check_address(network(address))

    async def let_in(
        self, limit: str, address: str, proof: Proof | None, *, known: bool = False, account: bool = False
    ) -> None:
        """Let somebody become a guest or get an account. `known`: already a guest, or brought along by a known
        person."""
        if self.sign_ups == "closed" and (account or not known):
            raise TurnwiseError(
                said("In this house only the host makes accounts; ask there for one."), "sign_ups_closed"
            )
        if not known:
            await self.bans.check_address(network(address))
        if self.sign_ups == "proof" and not known:
            why = said("This house asks newcomers for a moment of computing")
            self._proofs.require(f"sign-up {network(address)}", proof, self.price, why)
        self._limits.allow(limit, network(address))
        self._newcomers, self._counted = self._lately + 1, self._now()

    async def name(self, typed: str) -> str:
        """A name as it is shown, unless it is banned."""
        name = tidy_name(typed)
        await self.bans.check_name(name)
        return name

    async def among_strangers(self, person: str) -> None:
        """Refuse to meet strangers, or to talk, without the confirmed address that this house requires for it."""
        if self.sign_ups != "mail":
            return
        mailbox = await self._mailboxes.of(person)
        if not mailbox or not mailbox.address:
            raise TurnwiseError(
                said("In this house who meets strangers or talks has a confirmed e-mail address; give yours at /me."),
                "mail_needed",
            )

    @property
    def price(self) -> int:
        """Bits of a newcomer's proof now."""
        return BITS + min(MORE, int(log2(max(1.0, self._lately / USUAL))))

    @property
    def _lately(self) -> float:
        return float(self._newcomers * 0.5 ** ((self._now() - self._counted) / SPAN))
