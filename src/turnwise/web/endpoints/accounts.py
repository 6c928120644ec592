"""Accounts: creating one, signing in and out, and what asks for the password again."""

from typing import Annotated

from msgspec import Meta, Struct
from starlette.requests import Request
from starlette.responses import Response

from turnwise.house.house import House
from turnwise.house.people.bans import Banned
from turnwise.house.people.entrance import Attempt, Confirmation
from turnwise.house.people.person import Person
from turnwise.house.people.proofs import LONGEST_ANSWER
from turnwise.house.people.proofs import Proof as Shown
from turnwise.house.services.account_deletion import delete_account
from turnwise.house.services.pairing import Pairing
from turnwise.house.services.ratings import Ratings
from turnwise.web.http.answers import Done
from turnwise.web.http.api import answered, refused
from turnwise.web.http.asked import Code, Text
from turnwise.web.http.auth import Caller, address, device_token, drop_cookie, of_this_site, saw, set_cookies, token_of
from turnwise.web.http.endpoint import Group
from turnwise.web.http.language import speaker_for

endpoint = Group("/api")

Ticket = Annotated[str, Meta(max_length=100)]


class Proof(Struct, forbid_unknown_fields=True):
    """The answer to the challenge of a refusal."""

    challenge: Ticket
    answer: Annotated[str, Meta(max_length=LONGEST_ANSWER)]


class Account(Struct, forbid_unknown_fields=True):
    """`cookie`: tokens are set as cookies that no script can read, instead of returned."""

    name: Text
    password: Text
    cookie: bool = False
    device: Code = ""
    """The token of this device, if it was given one before."""
    proof: Proof | None = None
    """After `proof_needed`."""


class Credentials(Account, forbid_unknown_fields=True):
    """After `second_factor_needed` with a `code` and the `pending` of that refusal."""

    pending: Ticket = ""
    code: Code = ""


class Goodbye(Struct, forbid_unknown_fields=True):
    """An account is deleted with its password, and a code if it has a second factor; a guest has neither."""

    password: Text = ""
    code: Code = ""


class Confirming(Struct, forbid_unknown_fields=True):
    """`code`: if there is a second factor."""

    password: Text
    code: Code = ""


class Typed(Struct, forbid_unknown_fields=True):
    code: Code


class Known(Struct):
    """A person, as anybody may know them. A guest has no account."""

    id: str
    name: str
    account: bool


class Signed(Struct, omit_defaults=True):
    """The person signed in. Tokens are returned only once, and not at all if they went into cookies. `device` is to be
    sent with the next sign-in to this account here, which then counts as known."""

    person: Known
    token: str = ""
    device: str = ""


class Enrolment(Struct):
    """For an authenticator: the secret to type, and the URI for a QR code."""

    secret: str
    uri: str


class RecoveryCodes(Struct):
    """Returned only once. Each can be used once, in place of a code of the authenticator."""

    codes: list[str]


def shown(proof: Proof | None) -> Shown | None:
    """The proof in a request."""
    return Shown(proof.challenge, proof.answer) if proof else None


async def signed(
    house: House, request: Request, who: tuple[Person, str], cookie: bool, device: str = "", status: int = 201
) -> Response:
    """Return the person now signed in, and remember the device. A banned person is refused, with a token for reading
    why and for an appeal."""
    if cookie and "origin" in request.headers:
        of_this_site(request)  # no other site may sign anybody in here
    person, token = Known(*who[0]), who[1]
    saw(house, request, person.id)
    ban = await house.bans.of(person.id)
    if ban and not cookie:
        return refused(Banned(ban), speaker_for(request, house), token=token)
    if not cookie and not person.account:
        return answered(Signed(person, token), status)
    device = await house.entrance.remember(who[0], device or device_token(request))
    if not cookie:
        return answered(Signed(person, token, device), status)
    response = refused(Banned(ban), speaker_for(request, house)) if ban else answered(Signed(person), status)
    set_cookies(request, response, token, device)
    return response


@endpoint(
    "POST",
    "/accounts",
    "Keep an account: a new one, or, with a guest's token, the guest's own with all games.",
    who="anybody",
    status=201,
    answers=Signed,
)
async def keep_account(house: House, caller: Caller, request: Request, body: Account) -> Response:
    guest = caller.in_person().person if caller.person else None
    found = await house.entrance.register(
        guest, body.name, body.password, address(request), *site(request), proof=shown(body.proof)
    )
    return await signed(house, request, found, body.cookie or caller.by_cookie, body.device)


@endpoint("POST", "/sessions", "Sign in.", who="anybody", status=201, answers=Signed, banned=True)
async def sign_in(house: House, request: Request, body: Credentials) -> Response:
    device = body.device or device_token(request)
    attempt = Attempt(address(request), device, shown(body.proof), body.pending, body.code)
    return await signed(
        house, request, await house.entrance.sign_in(body.name, body.password, attempt), body.cookie, device
    )


@endpoint("DELETE", "/sessions/current", "Sign out on this device.", answers=Done, banned=True)
async def sign_out(house: House, request: Request) -> Response:
    await house.people.sign_out(token_of(request))
    return goodbye(request)


@endpoint("DELETE", "/sessions", "Sign out everywhere; tokens of programs end too.", who="in person", answers=Done)
async def sign_out_everywhere(house: House, caller: Caller, request: Request) -> Response:
    await house.entrance.sign_out_everywhere(caller.person, caller.device)
    return goodbye(request)


@endpoint(
    "DELETE", "/me", "Forget me: my seats are left, and finished games keep no name.", who="in person", answers=Done
)
async def delete_me(
    house: House, ratings: Ratings, pairing: Pairing, caller: Caller, request: Request, body: Goodbye
) -> Response:
    shown = Confirmation(caller.session, body.password, body.code)
    await delete_account(house, caller.person, shown, ratings, pairing)
    return goodbye(request)


@endpoint(
    "POST",
    "/me/second-factor",
    "A secret for an authenticator; it counts from its first code.",
    who="in person",
    status=201,
)
async def begin_second_factor(house: House, caller: Caller, body: Confirming) -> Enrolment:
    shown = Confirmation(caller.session, body.password, body.code)
    return Enrolment(*await house.entrance.begin_second_factor(caller.person, shown))


@endpoint(
    "POST", "/me/second-factor/on", "Switch the second factor on, with its first code.", who="in person", status=201
)
async def second_factor_on(house: House, caller: Caller, body: Typed) -> RecoveryCodes:
    return RecoveryCodes(await house.entrance.second_factor_on(caller.person, caller.session, body.code))


@endpoint("DELETE", "/me/second-factor", "Switch the second factor off.", who="in person")
async def second_factor_off(house: House, caller: Caller, body: Confirming) -> Done:
    await house.entrance.second_factor_off(caller.person, Confirmation(caller.session, body.password, body.code))
    return Done()


@endpoint(
    "POST", "/me/recovery-codes", "New recovery codes; those before are good no more.", who="in person", status=201
)
async def new_recovery_codes(house: House, caller: Caller, body: Confirming) -> RecoveryCodes:
    shown = Confirmation(caller.session, body.password, body.code)
    return RecoveryCodes(await house.entrance.new_recovery_codes(caller.person, shown))


def goodbye(request: Request) -> Response:
    response = answered(Done())
    drop_cookie(request, response)
    return response


def site(request: Request) -> tuple[str, ...]:
    """Names of this house, which may not be passwords: its host names."""
    return (request.url.hostname or "",)
