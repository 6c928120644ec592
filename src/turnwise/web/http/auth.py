"""Who is calling: a bearer token, or the cookie of a browser on this very site."""

from collections.abc import MutableMapping
from typing import Any
from urllib.parse import urlsplit

from msgspec import Struct
from starlette.requests import HTTPConnection
from starlette.responses import Response

from turnwise.house.house import House
from turnwise.house.people import people
from turnwise.house.people.devices import device_of
from turnwise.house.people.sessions import Kind, Scope
from turnwise.house.work.limits import network
from turnwise.kit.errors import TurnwiseError
from turnwise.kit.words import said
from turnwise.web.http.language import LANGUAGE

COOKIE, DEVICE_COOKIE = "turnwise", "turnwise-device"
DAY = 24 * 60 * 60
COOKIE_LIFE, DEVICE_LIFE = 90 * DAY, 400 * DAY
"""In seconds; no browser keeps a cookie longer than the latter."""
SAFE = ("GET", "HEAD", "OPTIONS")
PROTOCOL, BEARER = "turnwise", "bearer."
"""A page can't send a header with a socket, and addresses are logged: so its token may come as a second subprotocol."""


class Unknown(TurnwiseError):
    """No token, or one that is not valid any more."""

    code = "bad_token"


class NotYours(TurnwiseError):
    """The caller may not do this."""

    code = "forbidden"


class Caller(Struct, frozen=True):
    """The sender of a request; anonymous if `person` is empty."""

    person: str = ""
    session: str = ""
    """The id of the session: a hash of the token."""
    by_cookie: bool = False
    kind: Kind = "device"
    scope: Scope | None = None
    """The one seat that the token is limited to, if it is."""
    device: str = ""
    """A hash of the device's own token, independent of who is signed in; empty if none is sent. Only an indication: a
    person who wants to seem another deletes it."""

    def known(self) -> "Caller":
        """The caller, unless anonymous."""
        if not self.person:
            raise Unknown(said("Sign in first, or send a token: Authorization: Bearer TOKEN."), "no_token")
        return self

    def at_table(self, id: str) -> "Caller":
        """The caller, if the token is good for this table."""
        if self.scope and self.scope.table != id:
            raise NotYours(said("This token is good for a seat at another table."), "other_table")
        return self

    def by_hand(self) -> "Caller":
        """The caller, if it is a person at a page: neither a program nor a token for a seat."""
        if self.known().kind not in ("device", "app"):
            raise NotYours(said("A program may play for you, but this only you can do."), "not_in_person")
        return self

    def in_person(self) -> "Caller":
        """The caller, if it is a person at a device, who may do everything."""
        if self.known().kind != "device":
            raise NotYours(said("A token of this kind may play, but not change who you are."), "not_in_person")
        return self


NOBODY = Caller()


async def caller(request: HTTPConnection, house: House, *, banned: bool = False) -> Caller:
    """The sender of a request, or NOBODY without a token. An invalid bearer token is refused; an expired cookie is
    ignored. A banned person is refused, unless `banned`."""
    if "authorization" in request.headers:
        return await _by_token(house, request, token_of(request), banned=banned)
    return await _by_cookie(house, request, safe=request.scope["method"] in SAFE, banned=banned)


async def caller_of_app(request: HTTPConnection, house: House, token: str) -> Caller:
    """The reader of a page inside another program, by the token that it was given; also a banned person."""
    found = await _by_token(house, request, token, banned=True)
    if found.kind != "app":
        raise _bad_token()
    return found


def token_of(request: HTTPConnection) -> str:
    given = request.headers.get("authorization")
    if given is None:
        return request.cookies.get(COOKIE, "")
    kind, _, token = given.partition(" ")
    return token.strip() if kind.lower() == "bearer" else ""


async def caller_of_socket(scope: MutableMapping[str, Any], house: House) -> tuple[Caller, str | None]:
    """Who opens a socket, and the subprotocol to agree on."""
    connection = HTTPConnection(scope)
    if "origin" in connection.headers:
        of_this_site(connection)  # a browser lets any page open a socket to anywhere
    offered = scope.get("subprotocols", [])
    agreed = PROTOCOL if PROTOCOL in offered else None
    tokens = [text.removeprefix(BEARER) for text in offered if text.startswith(BEARER)]
    if tokens:
        return await _by_token(house, connection, tokens[0]), agreed
    if "authorization" in connection.headers:
        return await _by_token(house, connection, token_of(connection)), agreed
    return await _by_cookie(house, connection, safe=False), agreed


async def _by_token(house: House, connection: HTTPConnection, token: str, *, banned: bool = False) -> Caller:
    found = await house.people.by_token(token, banned=banned)
    if found is None:
        raise _bad_token()
    return _seen(house, connection, found, by_cookie=False)


async def _by_cookie(house: House, connection: HTTPConnection, *, safe: bool, banned: bool = False) -> Caller:
    token = token_of(connection)
    found = await house.people.by_token(token, banned=banned) if token else None
    if found is None:
        return NOBODY
    if not safe:
        of_this_site(connection)
    return _seen(house, connection, found, by_cookie=True)


def _bad_token() -> Unknown:
    return Unknown(said("This token is not good, or not any more."))


def _seen(house: House, connection: HTTPConnection, found: people.Caller, *, by_cookie: bool) -> Caller:
    device = saw(house, connection, found.person.id)
    connection.scope[LANGUAGE] = found.language
    return Caller(found.person.id, found.session, by_cookie, found.kind, found.scope, device)


def saw(house: House, connection: HTTPConnection, person: str) -> str:
    """Remember a person's address and device; returns the device."""
    device = device_of(device_token(connection))
    house.whereabouts.saw(person, address(connection), device)
    return device


def of_this_site(connection: HTTPConnection) -> None:
    """Refuse what a page of another site sent with the cookie of this one."""
    origin = connection.headers.get("origin")
    if origin is None:
        own = connection.headers.get("sec-fetch-site") == "same-origin"
    else:
        own = _host(origin) == _host(f"{connection.url.scheme}://{connection.headers.get('host', '')}") is not None
    if not own:
        raise NotYours(said("This request came from a page of another site."), "cross_site")


def _host(url: str) -> tuple[str, int | None] | None:
    """Host and port. The scheme is ignored, because a proxy may end TLS; so the default port of either counts as
    none."""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        return None
    if not parts.hostname:
        return None
    return parts.hostname, None if port in (80, 443) else port


def address(connection: HTTPConnection) -> str:
    """The caller's address, for limits."""
    return network(connection.client.host) if connection.client else ""


def device_token(connection: HTTPConnection) -> str:
    """The token that a browser keeps for ever, independent of who is signed in."""
    return connection.cookies.get(DEVICE_COOKIE, "")


def set_cookies(connection: HTTPConnection, response: Response, token: str, device: str) -> None:
    """Let a browser keep the tokens of the person and of the device where no script can read them."""
    secure = connection.url.scheme in ("https", "wss")
    for name, kept, life in ((COOKIE, token, COOKIE_LIFE), (DEVICE_COOKIE, device, DEVICE_LIFE)):
        response.set_cookie(name, kept, max_age=life, secure=secure, httponly=True, samesite="lax", path="/")


def drop_cookie(connection: HTTPConnection, response: Response) -> None:
    """Sign out in a browser; the device stays known."""
    secure = connection.url.scheme in ("https", "wss")
    response.delete_cookie(COOKIE, secure=secure, httponly=True, samesite="lax", path="/")
