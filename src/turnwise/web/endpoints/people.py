"""People: guests, names, devices, tokens for programs, and whom one blocks. Accounts: `accounts.py`."""

from typing import Any

from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response

from turnwise.house.house import House
from turnwise.house.people.entrance import Confirmation
from turnwise.house.people.person import Person
from turnwise.house.people.sessions import hashed
from turnwise.house.services.ratings import Ratings
from turnwise.kit.errors import TurnwiseError
from turnwise.kit.words import said
from turnwise.web.endpoints.accounts import Known, Proof, Signed, shown, signed, site
from turnwise.web.http import asked
from turnwise.web.http.answers import Done, Rating
from turnwise.web.http.api import BadRequest, answered
from turnwise.web.http.asked import Code, Text
from turnwise.web.http.auth import Caller, address
from turnwise.web.http.endpoint import Group
from turnwise.web.http.language import language_of, preferred
from turnwise.web.outgoing.letters import Letters

endpoint = Group("/api")


class Guest(Struct, forbid_unknown_fields=True):
    """`cookie`: the token is set as a cookie that no script can read, instead of returned."""

    name: Text
    cookie: bool = False
    proof: Proof | None = None


class Taking(Struct, forbid_unknown_fields=True):
    code: Code
    """The code or the link that another device was given."""
    cookie: bool = False


class Changes(Struct, forbid_unknown_fields=True):
    """What to change. A new password needs the old one, and a code if there is a second factor; it ends all other
    tokens."""

    name: Text | None = None
    password: Text | None = None
    old: Text | None = None
    code: Code = ""
    notify: Text | None = None
    """Where "your turn" is sent: an http(s) address; empty to send none."""


class Mail(Struct, forbid_unknown_fields=True):
    """Where notices go by e-mail, and in which language; by default that of the request."""

    address: Text
    language: Code = ""


class Label(Struct, forbid_unknown_fields=True):
    label: Text


class Complaint(Struct, forbid_unknown_fields=True):
    """About somebody, a table, or both."""

    text: asked.Complaint
    about: Code = ""
    table: Code = ""
    key: asked.Key = ""


class Public(Known):
    ratings: list[Rating]


class Me(Known):
    """The caller. `blocks`: ids of people. `mail`: the confirmed address; `mail_asked`: one that is not confirmed yet.
    `recovery_codes`: how many are left, with a second factor."""

    notify: str
    blocks: list[str]
    mail: str
    mail_asked: str
    second_factor: bool
    recovery_codes: int


class Handed(Struct):
    """A code to type, or a longer one for a link; one of them can be used, once, until it expires."""

    code: str
    link: str
    until: int


class Program(Struct, omit_defaults=True):
    """A token for a program. The token itself is returned only once, when it is made."""

    label: str
    id: str
    made: int
    token: str = ""


@endpoint("POST", "/guests", "Be someone at once, with a name.", who="anybody", status=201, answers=Signed)
async def become_guest(house: House, request: Request, body: Guest) -> Response:
    return await signed(
        house, request, await house.people.guest(body.name, address(request), shown(body.proof)), body.cookie
    )


@endpoint("GET", "/me", "Who I am.")
async def me(house: House, caller: Caller) -> Me:
    person, people = await _known(house, caller.person), house.people
    blocks, mail = list(await people.blocks(person.id)), await house.mailboxes.of(person.id)
    addresses = (mail.address, mail.asked) if mail else ("", "")
    left = await house.entrance.recovery_codes_left(person.id)
    return Me(*person, await people.notified_at(person.id), blocks, *addresses, left is not None, left or 0)


@endpoint("PATCH", "/me", "Change my name, my password, or where notices go.", who="in person", answers=Signed)
async def change_me(house: House, caller: Caller, request: Request, body: Changes) -> Response:
    if (body.password is None) != (body.old is None):
        raise BadRequest(said("A new password needs the old one: send both `password` and `old`."))
    if body.name is not None:
        await house.people.rename(caller.person, body.name)
    if body.notify is not None:
        await house.people.notify(caller.person, body.notify)
    token = ""
    if body.password is not None and body.old is not None:
        shown, names = Confirmation(caller.session, body.old, body.code), site(request)
        token = await house.entrance.change_password(caller.person, shown, body.password, caller.device, site=names)
    person = await _known(house, caller.person)
    if not token:
        return answered(Signed(Known(*person)))
    return await signed(house, request, (person, token), caller.by_cookie, status=200)


@endpoint(
    "POST", "/me/mail", "Have notices sent by e-mail, once the address is confirmed.", who="in person", status=201
)
async def ask_for_mail(letters: Letters, caller: Caller, request: Request, body: Mail) -> Done:
    language = preferred(body.language, "") if body.language else language_of(request)
    await letters.ask(caller.person, body.address, language, address(request))
    return Done()


@endpoint("DELETE", "/me/mail", "No more notices by e-mail; the address is forgotten.", who="in person")
async def no_mail(house: House, caller: Caller) -> Done:
    await house.mailboxes.forget(caller.person)
    return Done()


@endpoint("POST", "/mail/{code}/confirm", "Yes, notices may go to this address.", who="anybody")
async def confirm_mail(house: House, code: Code) -> Done:
    await house.mailboxes.confirm(code)
    return Done()


@endpoint("POST", "/mail/{code}/stop", "No more mails to this address; mail programs call it too.", who="anybody")
async def stop_mail(house: House, code: Code) -> Done:
    await house.mailboxes.stop(code)
    return Done()


@endpoint("POST", "/me/handover", "A code with which I am myself on another device.", who="in person", status=201)
async def hand_over(house: House, caller: Caller) -> Handed:
    made = await house.people.hand_over(caller.person)
    return Handed(made.code, made.link, made.until)


@endpoint(
    "POST", "/handover", "Be here who made the code elsewhere.", who="anybody", status=201, answers=Signed, banned=True
)
async def take_over(house: House, request: Request, body: Taking) -> Response:
    return await signed(house, request, await house.people.take_over(body.code, address(request)), body.cookie)


@endpoint("GET", "/me/programs", "My tokens for programs.", who="in person")
async def programs(house: House, caller: Caller) -> list[Program]:
    return [Program(known.label, known.id, known.made) for known in await house.people.programs(caller.person)]


@endpoint("POST", "/me/programs", "A token with which a program plays for me.", who="in person", status=201)
async def add_program(house: House, caller: Caller, body: Label) -> Program:
    token = await house.people.token_for_program(caller.person, body.label)
    return Program(body.label, hashed(token), house.now(), token)


@endpoint("DELETE", "/me/programs/{program}", "Revoke a program's token.", who="in person")
async def revoke_program(house: House, caller: Caller, program: Code) -> Done:
    await house.people.revoke(caller.person, program)
    return Done()


@endpoint("GET", "/people/{person}", "Somebody's name and ratings.", who="anybody", answers=Public)
async def somebody(house: House, ratings: Ratings, person: Code) -> dict[str, Any]:
    found = await _known(house, person)
    return {**found._asdict(), "ratings": await ratings.of(person)}


@endpoint("POST", "/people/{person}/block", "Never sit at a table with somebody.", who="in person")
async def block(house: House, caller: Caller, person: Code) -> Done:
    await house.people.block(caller.person, person)
    return Done()


@endpoint("DELETE", "/people/{person}/block", "Take a block back.", who="in person")
async def unblock(house: House, caller: Caller, person: Code) -> Done:
    await house.people.unblock(caller.person, person)
    return Done()


@endpoint("POST", "/reports", "Tell the host of this house about somebody or a table.", who="in person", status=201)
async def report(house: House, caller: Caller, body: Complaint) -> Done:
    await house.reports.add(caller.person, body.about, body.table, body.text, body.key)
    return Done()


async def _known(house: House, id: str) -> Person:
    person = await house.people.get(id)
    if not person:
        raise TurnwiseError(said("There is no such person."), "unknown_person")
    return person
