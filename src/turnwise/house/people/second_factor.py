"""The second factor: codes of an authenticator (TOTP, RFC 6238), and recovery codes in case it is lost.

The secret is stored unhashed, because the house computes the same codes; of recovery codes only hashes are stored.
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
"""How many there are, and the letters of each half: 46 bits, which nobody guesses over a network."""
ISSUER = "Turnwise"


class SecondFactor(Struct, frozen=True, omit_defaults=True):
    """The part of a person's document about it."""

    secret: str
    on: bool = False
    """Only once a first code was right, so that a badly set up authenticator locks nobody out."""
    used: int = 0
    """The step of the latest code used; this one and earlier ones are void."""
    recovery: tuple[str, ...] = ()
    """Hashes of the unused recovery codes."""


def begun() -> SecondFactor:
    return SecondFactor(random_base32())


def uri(second: SecondFactor, name: str) -> str:
    """What an authenticator reads from a QR code."""
    return TOTP(second.secret).provisioning_uri(name, ISSUER)


def recovery_codes() -> list[str]:
    return [f"{typed_code(HALF)}-{typed_code(HALF)}" for _ in range(RECOVERY_CODES)]


def with_codes(second: SecondFactor, person: str, codes: list[str]) -> SecondFactor:
    """The second factor with these recovery codes instead of its old ones."""
    return replace(second, recovery=tuple(_hash(person, _plain(code)) for code in codes))


def from_authenticator(code: str) -> bool:
    """Whether a typed code is from an authenticator, and so can be guessed, or else a recovery code."""
    return len(_plain(code)) <= DIGITS


def spent(second: SecondFactor, person: str, code: str, now: int) -> SecondFactor | None:
    """The second factor after a code was used up; None if the code is wrong."""
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
