"""The second factor: codes of an authenticator (TOTP, RFC 6238), and recovery codes for whoever has lost it.

The secret has to be kept as it is, for the house computes the same codes; of recovery codes only hashes are kept.
"""

from hmac import compare_digest

from msgspec import Struct
from msgspec.structs import replace
from pyotp import TOTP, random_base32

from turnwise.house.people.sessions import hashed, typed_code

STEP = 30 * 1000
"""Milliseconds for which an authenticator shows a code."""
WINDOW = 1
"""Steps by which its clock may be wrong, either way."""
DIGITS = 6
RECOVERY_CODES, HALF = 10, 5
"""How many there are, and the letters of each half: 46 bits, which nobody guesses over a wire."""
ISSUER = "Turnwise"


class SecondFactor(Struct, frozen=True, omit_defaults=True):
    """What is kept of it in the document of a person."""

    secret: str
    on: bool = False
    """Only once a first code was right: nobody is locked out by an authenticator that was set up wrongly."""
    used: int = 0
    """The step of the latest code that was taken; neither that nor one before is good any more."""
    recovery: tuple[str, ...] = ()
    """Hashes of the recovery codes that are left."""


def begun() -> SecondFactor:
    return SecondFactor(random_base32())


def uri(second: SecondFactor, name: str) -> str:
    """What an authenticator reads from a QR code."""
    return TOTP(second.secret).provisioning_uri(name, ISSUER)


def recovery_codes() -> list[str]:
    return [f"{typed_code(HALF)}-{typed_code(HALF)}" for _ in range(RECOVERY_CODES)]


def with_codes(second: SecondFactor, person: str, codes: list[str]) -> SecondFactor:
    """With these recovery codes in place of those before."""
    return replace(second, recovery=tuple(_hash(person, _plain(code)) for code in codes))


def from_authenticator(code: str) -> bool:
    """Whether something typed is of an authenticator's kind, which can be guessed, or else a recovery code."""
    return len(_plain(code)) <= DIGITS


def spent(second: SecondFactor, person: str, code: str, now: int) -> SecondFactor | None:
    """The second factor after a code was used, which is good no more; None if it was not good."""
    typed = _plain(code)
    if not from_authenticator(code):
        left = tuple(one for one in second.recovery if not compare_digest(one, _hash(person, typed)))
        return replace(second, recovery=left) if len(left) < len(second.recovery) else None
    for step in range(now // STEP - WINDOW, now // STEP + WINDOW + 1):
        if step > second.used and compare_digest(TOTP(second.secret).generate_otp(step).encode(), typed.encode()):
            return replace(second, used=step)
    return None


def _plain(code: str) -> str:
    return "".join(code.split()).replace("-", "").upper()[: 4 * HALF].encode("ascii", "replace").decode()


def _hash(person: str, code: str) -> str:
    return hashed(f"{person} {code}")
