"""Checks requests, and answers them with what was asked for, or with a code and a sentence."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from typing import Any

import msgspec
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from turnwise.house.people.bans import Banned
from turnwise.house.store.interface import Conflict, Unavailable
from turnwise.house.tables.loaded import Busy, NoSuchTable
from turnwise.house.work.limits import TooMany
from turnwise.house.work.load import Overloaded
from turnwise.house.work.permits import Asker
from turnwise.kit.errors import Refused, TurnwiseError
from turnwise.kit.words import Speaker, said
from turnwise.web.http.answers import Refusal
from turnwise.web.http.auth import Caller, NotYours, Unknown, address, caller
from turnwise.web.http.endpoint import JSON, Endpoint
from turnwise.web.http.language import speaker_for
from turnwise.web.http.metrics import Metrics
from turnwise.web.http.refusals import refusal, told_as
from turnwise.web.http.services import Services

encode = msgspec.json.Encoder().encode


class BadRequest(TurnwiseError):
    code = "bad_request"


class TooLarge(TurnwiseError):
    code = "too_large"


class NotJson(TurnwiseError):
    code = "not_json"


class HungUp(TurnwiseError):
    """The client has hung up; nobody receives this."""

    code = "hung_up"


STATUS: Mapping[type[Exception], int] = {
    Unknown: 401,
    NotYours: 403,
    Banned: 403,
    NoSuchTable: 404,
    Refused: 409,
    TooLarge: 413,
    NotJson: 415,
    TooMany: 429,
    HungUp: 499,
    Busy: 503,
    Overloaded: 503,
}
STATUS_OF_CODE = {
    **dict.fromkeys(("weak_password", "named_password"), 400),
    **dict.fromkeys(("wrong_password", "wrong_code", "proof_needed", "second_factor_needed"), 403),
    **dict.fromkeys(("address_banned", "sign_ups_closed", "mail_needed"), 403),
    **dict.fromkeys(("forged_launch", "stale_launch"), 403),
    "request_timeout": 408,
    "address_too_long": 414,
    "wrong_host": 421,
    "head_too_large": 431,
    **dict.fromkeys(("busy", "closing", "unavailable"), 503),
}
SECONDS_UNTIL_AGAIN = 2


def status_of(error: TurnwiseError) -> int:
    """By the type of the error, else by the beginning of its code."""
    for kind, status in STATUS.items():
        if isinstance(error, kind):
            return status
    if error.code in STATUS_OF_CODE:
        return STATUS_OF_CODE[error.code]
    if error.code.startswith(("no_such_", "unknown_")):
        return 404
    return 400 if error.code.startswith("bad_") else 409


async def while_here(request: Request, work: Awaitable[Any]) -> Any:
    """Await something while the client stays connected: it is cancelled when the client hangs up."""
    doing, leaving = asyncio.ensure_future(work), asyncio.ensure_future(_hung_up(request))
    try:
        await asyncio.wait((doing, leaving), return_when=asyncio.FIRST_COMPLETED)
        if not doing.done():
            raise HungUp(said("You have hung up."))
        return doing.result()
    finally:
        doing.cancel()
        leaving.cancel()
        await asyncio.gather(doing, leaving, return_exceptions=True)


async def _hung_up(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass


def refused(error: TurnwiseError, say: Speaker, **more: Any) -> Response:
    """The sentence in the language of the page; programs, which name none, get it in English. `more`: further fields of
    the refusal."""
    response = answered(told_as(Refusal, error, say, **more), status_of(error))
    if response.status_code in (429, 503):
        response.headers["Retry-After"] = str(getattr(error, "retry_after", SECONDS_UNTIL_AGAIN))
    if response.status_code == 401:
        response.headers["WWW-Authenticate"] = "Bearer"
    return response


def answered(value: Any, status: int = 200) -> Response:
    return Response(encode(value), status, media_type=JSON)


def wrong_method(method: str, allowed: Iterable[str]) -> Response:
    named = method[:20] if method.isprintable() else "such method"
    response = answered(
        refusal(TurnwiseError(said("There is no {method} here.", method=named), "method_not_allowed")), 405
    )
    response.headers["Allow"] = ", ".join(allowed)
    return response


def routes(endpoints: Sequence[Endpoint], services: Services, metrics: Metrics | None) -> list[Route]:
    """One route for each path, for all methods, so that a wrong method is answered with the right ones."""
    by_path: dict[str, dict[str, Endpoint]] = {}
    for endpoint in endpoints:
        by_path.setdefault(endpoint.path, {})[endpoint.method] = endpoint
    return [Route(path, PathRoute(path, methods, services, metrics)) for path, methods in by_path.items()]


class PathRoute:
    """All endpoints of one path."""

    def __init__(self, path: str, methods: Mapping[str, Endpoint], services: Services, metrics: Metrics | None) -> None:
        self.path, self.methods, self.services, self.house, self.metrics = (
            path,
            methods,
            services,
            services.house,
            metrics,
        )

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        began = time.perf_counter()
        request = Request(scope, receive, send)
        method = "GET" if request.method == "HEAD" else request.method
        endpoint = self.methods.get(method)
        if endpoint:
            response = await self._answer(endpoint, request)
        else:
            response = wrong_method(request.method, self.methods)
        if self.metrics:
            known = method if endpoint else "other"
            self.metrics.requests.labels(self.path, known, response.status_code).inc()
            self.metrics.seconds.labels(self.path).observe(time.perf_counter() - began)
        await response(scope, receive, send)

    async def _answer(self, endpoint: Endpoint, request: Request) -> Response:
        who: Caller | None = None
        try:
            try:
                who = await caller(request, self.house, banned=endpoint.banned)
                given = await self._given(endpoint, request, who)
                work = endpoint.do(**given)
                answer = await (while_here(request, work) if endpoint.cancels else work)
            except (Unavailable, Conflict) as error:
                raise Busy from error
        except TurnwiseError as error:
            if self.metrics:
                self.metrics.refusals.labels(error.code).inc()
            return refused(error, speaker_for(request, self.house), **await self._standing(endpoint, request, who))
        return answer if isinstance(answer, Response) else answered(answer, endpoint.status)

    async def _given(self, endpoint: Endpoint, request: Request, who: Caller) -> dict[str, Any]:
        """The arguments of an endpoint's function, after all checks that need no call."""
        if endpoint.who == "somebody":
            who.known()
        elif endpoint.who == "by hand":
            who.by_hand()
        elif endpoint.who == "in person":
            who.in_person()
        if "id" in request.path_params:
            who.at_table(request.path_params["id"])
        elif who.scope and endpoint.who != "anybody":
            raise NotYours(said("This token is good for a seat at one table, and for nothing else."), "other_table")
        if endpoint.limit:
            self.house.limits.allow(endpoint.limit, who.person or address(request))
        given: dict[str, Any] = {}
        for name, kind in endpoint.takes.items():
            if name == "caller":
                given[name] = who
            elif name == "asker":
                given[name] = Asker(who.person, address(request))
            elif name == "request":
                given[name] = request
            elif name == "body":
                given[name] = await _body(request, kind, endpoint.most)
            elif name == "query":
                given[name] = _converted(dict(request.query_params), kind)
            elif name in request.path_params:
                given[name] = _converted(request.path_params[name], kind)
            else:
                given[name] = getattr(self.services, name)
        return given

    async def _standing(self, endpoint: Endpoint, request: Request, who: Caller | None) -> dict[str, Any]:
        if endpoint.standing and who and who.person:
            with suppress(TurnwiseError, Unavailable):
                version, legal = await self.house.standing(request.path_params["id"], who.person)
                return {"version": version, "legal": legal}
        return {}


async def read(request: Request, most: int) -> bytearray:
    """A body, read in pieces and never beyond the limit."""
    too_large = TooLarge(said("A request may have {size} kB here.", size=most // 1024))
    length = request.headers.get("content-length", "")
    if length.isdecimal() and int(length[:20]) > most:
        raise too_large
    body = bytearray()
    try:
        async for piece in request.stream():
            if len(body) + len(piece) > most:
                raise too_large
            body += piece
    except ClientDisconnect:
        raise BadRequest(said("The request ended too early.")) from None
    return body


async def _body(request: Request, kind: Any, most: int) -> Any:
    """A JSON body, decoded."""
    body = await read(request, most)
    media = request.headers.get("content-type", "")
    if not body and not media:
        body += b"{}"  # an empty body will do where nothing is required
    elif not _is_json(media):
        raise NotJson(said("Send JSON, and say so: Content-Type: application/json."))
    try:
        return msgspec.json.decode(body, type=kind)
    except msgspec.ValidationError as error:
        raise BadRequest(said("The request is not as it should be: {why}.", why=_lowered(error))) from None
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise BadRequest(said("This is no JSON: {why}.", why=_lowered(error))) from None
    except RecursionError:
        raise BadRequest(said("This JSON is nested too deeply.")) from None


def _is_json(media: str) -> bool:
    kind, _, rest = media.partition(";")
    return kind.strip().lower() == JSON and rest.strip().lower().replace('"', "") in ("", "charset=utf-8")


def _converted(value: Any, kind: Any) -> Any:
    """A value from the address, where everything is text."""
    try:
        return msgspec.convert(value, kind, strict=False)
    except msgspec.ValidationError as error:
        raise BadRequest(said("The address is not as it should be: {why}.", why=_lowered(error))) from None


def _lowered(error: Exception) -> str:
    """msgspec's message as the end of a sentence; it names the field and never quotes much."""
    text = str(error)[:300].rstrip(".")
    return text if text[:2].isupper() else text[:1].lower() + text[1:]


class Page:
    """A plain page outside the API."""

    def __init__(self, show: Callable[[], Awaitable[Response]]) -> None:
        self.show = show

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        looks = scope["method"] in ("GET", "HEAD")
        response = await self.show() if looks else wrong_method(scope["method"], ["GET"])
        await response(scope, receive, send)
