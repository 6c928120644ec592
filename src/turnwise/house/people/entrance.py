"""The entrance: signing in with a password, and what proves that it is the right person.

Strangers can't lock an owner out. A device that was signed in to an account before has attempts of its own there. A
stranger, after a few wrong attempts for the name or from the address, must do a proof of work (`proofs.py`) for each
further one, whose price grows: an owner at a new device waits for seconds, a guesser pays each time. The attempts of
all strangers together are bounded by the queue for Argon2 (`passwords.py`).
"""

from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import NamedTuple

from argon2 import PasswordHasher
from msgspec.structs import replace

from turnwise.house.names import looks, name_key
from turnwise.house.people import second_factor
from turnwise.house.people.devices import device_of, is_token, new_token, only, with_device
from turnwise.house.people.passwords import Passwords
from turnwise.house.people.people import People
from turnwise.house.people.person import Kept, Person, read
from turnwise.house.people.proofs import Proof, Proofs
from turnwise.house.people.second_factor import SecondFactor
from turnwise.house.people.sessions import DAY, typed_code
from turnwise.house.people.tickets import Tickets
from turnwise.house.work.limits import Limits, TooMany, network
from turnwise.kit.errors import TurnwiseError
from turnwise.kit.words import said

RESET_LIFE = 3 * DAY
PENDING_LIFE = 10 * 60 * 1000
"""Milliseconds between a right password and its code."""
CHEAPEST, DEAREST = 16, 21
"""Bits of a proof, a tenth of a second to some seconds: a phone of 2020 computes some hundred thousand hashes a
second."""
FREE_LINE = 8
"""Strangers who may wait for Argon2 before all later ones need a proof, whatever their name and address."""
NAME, ADDRESS = "wrong passwords for a name", "wrong passwords from an address"


class Attempt(NamedTuple):
    """What a sign-in brings along besides a name and a password."""

    address: str
    device: str = ""
    """The token of the device."""
    proof: Proof | None = None
    pending: str = ""
    """A ticket from a sign-in that lacked only its code: nothing else has to be proved again."""
    code: str = ""
    """Of the second factor, or a recovery code."""


class Confirmation(NamedTuple):
    """The credentials that a signed-in person gives again before something that can't be undone."""

    session: str
    password: str
    code: str = ""


NOTHING_SHOWN = Confirmation("", "")
"""Given by a guest, who has no credentials."""


class Reset(NamedTuple):
    """A password that the host may give to its owner, and when it expires."""

    person: Person
    password: str
    until: int


class Wrong(TurnwiseError):
    """The credentials are wrong."""

    code = "wrong_password"


class WrongCode(Wrong):
    code = "wrong_code"

    def __init__(self) -> None:
        super().__init__(said("This code is not right, or it was used before; wait for the next one."))


class CodeNeeded(TurnwiseError):
    """The password was right and a code is missing; `pending` is a ticket for that."""

    code = "second_factor_needed"

    def __init__(self, pending: str = "") -> None:
        super().__init__(said("Type a code of your authenticator too, or a recovery code."))
        self.pending = pending


class Entrance:
    """Registration, sign-in, and everything else that asks for a password."""

    def __init__(
        self,
        people: People,
        now: Callable[[], int],
        limits: Limits,
        hasher: PasswordHasher | None = None,
        tickets: Tickets | None = None,
    ) -> None:
        self.people, self._now, self._limits = people, now, limits
        self._passwords = Passwords(hasher or PasswordHasher(parallelism=1))
        self._tickets = tickets or Tickets(now)
        self._proofs = Proofs(now, self._tickets)

    @property
    def waiting(self) -> int:
        """How many passwords wait to be checked."""
        return self._passwords.waiting

    def close(self) -> None:
        self._passwords.close()

    async def register(
        self,
        person: str | None,
        name: str,
        password: str,
        address: str,
        *site: str,
        proof: Proof | None = None,
    ) -> tuple[Person, str]:
        """Create an account: a new one, or a guest's, who stays the same person; tokens of the guest end. `site`: names
        of this house, which may not be passwords."""
        people, newcomers = self.people, self.people.newcomers
        name = await newcomers.name(name)
        await newcomers.let_in("accounts from an address", address, proof, known=bool(person), account=True)
        await people.claim(name, person)
        hash = await self._passwords.chosen(password, (name, name_key(name), *site), stranger=network(address))
        if person is None:
            return await people.create(Kept(name, self._now(), password=hash, looks=looks(name)))

        def keep(kept: Kept) -> Kept:
            if kept.password:
                raise TurnwiseError(said("You have an account already."), "has_account")
            return replace(kept, name=name, looks=looks(name), password=hash, epoch=kept.epoch + 1)

        return await people.begin_anew(person, await people.change(person, keep))

    # Signing in.

    async def sign_in(self, name: str, password: str, attempt: Attempt) -> tuple[Person, str]:
        key, where = name_key(name), network(attempt.address)
        known = await self._is_known(key, attempt.device)
        if not known:
            await self.people.newcomers.bans.check_address(where)
            self._let_try(key, where, attempt)
        wrong = False
        try:
            doc = await self.people.owner(key)
            kept = read(doc) if doc else None
            hash = kept.password if kept else ""
            fits = await self._passwords.fits(hash, password, stranger=None if known else where)
            if not (doc and kept and fits):
                raise Wrong(said("The name or the password is not right."))
            if kept.password_until and kept.password_until <= self._now():
                raise Wrong(said("This password was good for a few days only; ask the host of this house for another."))
            if kept.second and kept.second.on:
                kept = await self._second_step(doc.id, key, known, attempt)
        except Wrong:
            wrong = True
            raise
        finally:
            if not known and not wrong:
                self._count(key, where, -1)
        if self._passwords.outdated(kept.password):
            await self._hash_anew(doc.id, kept.password, password)
        return kept.shown(doc.id), await self.people.open(doc.id, kept)

    async def _is_known(self, key: str, token: str) -> bool:
        """Whether a device was signed in to the account of this name and has attempts left; otherwise it is a
        stranger."""
        device = device_of(token)
        doc = await self.people.owner(key) if device else None
        if not doc or device not in read(doc).devices:
            return False
        try:
            self._limits.allow("passwords on a device", f"{device} {key}")
        except TooMany:
            return False
        return True

    def _let_try(self, key: str, where: str, attempt: Attempt) -> None:
        """Count a stranger's attempt, which is taken back if it was right; or ask for a proof."""
        if not self._is_pending(key, attempt.pending):
            over, why = max(
                (self._limits.over(NAME, key), self._limits.why(NAME)),
                (self._limits.over(ADDRESS, where), self._limits.why(ADDRESS)),
                (self._passwords.strangers_waiting - FREE_LINE, said("Many people are signing in at this moment")),
            )
            self._proofs.require(f"sign-in {key}", attempt.proof, price(over), why)
        self._count(key, where, 1)

    def _is_pending(self, key: str, pending: str) -> bool:
        ticket = self._tickets.read(f"pending {key}", pending) if pending else None
        with suppress(TooMany):
            if ticket:
                self._limits.allow("codes of a sign-in", ticket.nonce)
                return True
        return False

    def _count(self, key: str, where: str, by: int) -> None:
        self._limits.count(NAME, key, by)
        self._limits.count(ADDRESS, where, by)

    async def _second_step(self, person: str, key: str, known: bool, attempt: Attempt) -> Kept:
        """After the right password. Limits the guesses of a code without locking out the owner, whose devices have
        attempts of their own and whose recovery codes always work."""
        if not attempt.code:
            raise CodeNeeded(self._tickets.make(f"pending {key}", "", PENDING_LIFE))
        if second_factor.from_authenticator(attempt.code):
            if known:
                self._limits.allow("codes on a device", f"{device_of(attempt.device)} {person}")
            else:
                self._limits.allow("codes by strangers", person)
        return await self._spend(person, attempt.code)

    async def remember(self, person: Person, token: str) -> str:
        """Note that a person is signed in on a device with this token; returns the token, or a new one if it had
        none."""
        token = token if is_token(token) else new_token()
        device = device_of(token)

        def remember(kept: Kept) -> Kept:
            return replace(kept, devices=with_device(kept.devices, device))

        if person.account and (await self.people.known(person.id)).devices[-1:] != (device,):
            await self.people.change(person.id, remember)
        return token

    async def sign_out_everywhere(self, person: str, device: str = "") -> None:
        """End all tokens of a person: sessions, programs, seats and codes for another device. Of the known devices only
        the current one stays known."""
        await self.people.change(
            person, lambda kept: replace(kept, epoch=kept.epoch + 1, devices=only(kept.devices, device))
        )
        await self.people.end_all(person)

    # What asks for the password again.

    async def confirm(self, person: str, shown: Confirmation, *, or_guest: bool = False) -> None:
        """Check the person's password, and a code if there is a second factor; with `or_guest` a guest, who has
        neither, passes."""
        kept = await self.people.known(person)
        if or_guest and not kept.password:
            return
        await self._confirm_password(kept, shown)
        await self._confirm_code(person, shown)

    async def _confirm_password(self, kept: Kept, shown: Confirmation) -> None:
        self._limits.allow("passwords of a session", shown.session)
        if not await self._passwords.fits(kept.password, shown.password):
            raise Wrong(said("That is not your password.") if shown.password else said("Type your password to go on."))
        if kept.second and kept.second.on and not shown.code:
            raise CodeNeeded

    async def _confirm_code(self, person: str, shown: Confirmation) -> None:
        kept = await self.people.known(person)
        if kept.second and kept.second.on:
            await self._spend(person, shown.code)

    async def change_password(
        self, person: str, shown: Confirmation, new: str, device: str = "", *, site: Sequence[str] = ()
    ) -> str:
        """Ends all tokens and returns a new one; only this device stays known."""
        kept = await self.people.known(person)
        await self._confirm_password(kept, shown)
        hash = await self._passwords.chosen(new, (kept.name, name_key(kept.name), *site))
        await self._confirm_code(person, shown)

        def change(found: Kept) -> Kept:
            if found.password != kept.password:
                raise Wrong(said("Your password was changed a moment ago."))
            devices = only(found.devices, device)
            return replace(found, password=hash, password_until=0, epoch=found.epoch + 1, devices=devices)

        return (await self.people.begin_anew(person, await self.people.change(person, change)))[1]

    async def reset_password(self, person: str, *, second_factor: bool = True) -> Reset:
        """A temporary password in place of a forgotten one. All tokens end, and no device stays known. The second
        factor stays, unless its owner has lost that too."""
        password, hash, until = await self._lent_password()

        def reset(kept: Kept) -> Kept:
            if not kept.password:
                raise TurnwiseError(f"{kept.name} is a guest and has no password.", "no_account")
            second = kept.second if second_factor else None
            epoch = kept.epoch + 1
            return replace(kept, password=hash, password_until=until, epoch=epoch, devices=(), second=second)

        kept = await self.people.change(person, reset)
        await self.people.end_all(person)
        return Reset(kept.shown(person), password, until)

    async def add(self, name: str) -> Reset:
        """An account that the host makes for somebody, with a temporary password."""
        name = await self.people.newcomers.name(name)
        await self.people.claim(name)
        password, hash, until = await self._lent_password()
        kept = Kept(name, self._now(), password=hash, password_until=until, looks=looks(name))
        person, token = await self.people.create(kept)
        await self.people.sign_out(token)
        return Reset(person, password, until)

    async def _lent_password(self) -> tuple[str, str, int]:
        """A temporary password that its owner should soon change, its hash, and when it expires."""
        password = "-".join(typed_code(4) for _ in range(4))
        return password, await self._passwords.hashed(password), self._now() + RESET_LIFE

    async def must_choose_a_password(self, person: str) -> bool:
        """Whether the person still has the password that the host gave out."""
        kept = await self.people.recent(person)
        return bool(kept and kept.password_until)

    # The second factor.

    async def begin_second_factor(self, person: str, shown: Confirmation) -> tuple[str, str]:
        """A secret for an authenticator, and the URI for its QR code. It takes effect once a code was right."""
        kept = await self.people.known(person)
        if kept.second and kept.second.on:
            raise TurnwiseError(said("You have a second factor already; switch it off first."), "has_second_factor")
        await self._confirm_password(kept, shown)
        begun = second_factor.begun()
        await self.people.change(person, lambda kept: _unless_on(kept, begun))
        return begun.secret, second_factor.uri(begun, kept.name)

    async def second_factor_on(self, person: str, session: str, code: str) -> list[str]:
        """Switch it on, once a first code is right; returns the recovery codes, which are shown only here."""
        self._limits.allow("passwords of a session", session)
        codes, now = second_factor.recovery_codes(), self._now()

        def switch_on(kept: Kept) -> Kept:
            if not kept.second or kept.second.on:
                raise TurnwiseError(said("Ask for a new secret first."), "no_second_factor")
            spent = second_factor.spent(kept.second, person, code, now)
            if not spent:
                raise WrongCode
            return replace(kept, second=second_factor.with_codes(replace(spent, on=True), person, codes))

        await self.people.change(person, switch_on)
        return codes

    async def second_factor_off(self, person: str, shown: Confirmation) -> None:
        await self._has_second_factor(person)
        await self.confirm(person, shown)
        await self.people.change(person, lambda kept: replace(kept, second=None))

    async def new_recovery_codes(self, person: str, shown: Confirmation) -> list[str]:
        """Replace the recovery codes; the old ones are void."""
        await self._has_second_factor(person)
        await self.confirm(person, shown)
        codes = second_factor.recovery_codes()
        await self.people.change(person, partial(_recoded, person=person, codes=codes))
        return codes

    async def recovery_codes_left(self, person: str) -> int | None:
        """None without a second factor."""
        kept = await self.people.recent(person)
        return len(kept.second.recovery) if kept and kept.second and kept.second.on else None

    async def _has_second_factor(self, person: str) -> None:
        kept = await self.people.known(person)
        if not kept.second or not kept.second.on:
            raise TurnwiseError(said("You have no second factor."), "no_second_factor")

    async def _spend(self, person: str, code: str) -> Kept:
        """Use a code up."""
        now = self._now()

        def spend(kept: Kept) -> Kept:
            if not kept.second:  # it was switched off just now
                return kept
            spent = second_factor.spent(kept.second, person, code, now)
            if not spent:
                raise WrongCode
            return replace(kept, second=spent)

        return await self.people.change(person, spend)

    async def _hash_anew(self, person: str, before: str, password: str) -> None:
        """Hash the password with today's parameters, unless it was changed meanwhile."""
        with suppress(TurnwiseError):  # the old hash still works
            hash = await self._passwords.hashed(password)
            await self.people.change(
                person, lambda kept: replace(kept, password=hash) if kept.password == before else kept
            )


def price(over: int) -> int:
    """Bits of the proof for the attempt that is this many over the limit."""
    return min(CHEAPEST + over.bit_length() - 1, DEAREST) if over > 0 else 0


def _unless_on(kept: Kept, begun: SecondFactor) -> Kept:
    return kept if kept.second and kept.second.on else replace(kept, second=begun)


def _recoded(kept: Kept, person: str, codes: list[str]) -> Kept:
    return replace(kept, second=second_factor.with_codes(kept.second, person, codes)) if kept.second else kept
