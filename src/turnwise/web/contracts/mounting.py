"""The HTTP contracts that games bring along (`rest.py`), mounted over the house's tables. No game is known here.

A contract says what is asked, answered and refused. Here is what they share: tokens, parameters, JSON, and that nothing
is cached. A `ContractTables` connects a contract to the tables.
"""

import logging
import time
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, NamedTuple, Protocol, cast

import msgspec
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from turnwise.games import all_games
from turnwise.house.people.proofs import Proof
from turnwise.house.store.interface import Conflict, Unavailable
from turnwise.house.tables.loaded import Busy
from turnwise.kit.errors import BadAction, Refused, TurnwiseError
from turnwise.kit.game import Game
from turnwise.kit.routes import Act, Contract, Sight, Sit
from turnwise.kit.routes import Route as Call
from turnwise.kit.words import ENGLISH
from turnwise.web.http.api import refused, wrong_method
from turnwise.web.http.asked import LONGEST_KEY, Named
from turnwise.web.http.auth import address
from turnwise.web.http.endpoint import JSON
from turnwise.web.http.metrics import Metrics

log = logging.getLogger("turnwise")

LONGEST_BODY = 16_384
LONGEST_TOKEN = 256


class Chair(NamedTuple):
    """What a token is good for: one player's part in one table."""

    table: str
    player: int
    who: str = ""
    """The person; before the match begins a person may get up, and another take the same seat and number."""


class Played(NamedTuple):
    """The result of a request: the versions before and after it, and what its sender sees now."""

    before: int
    after: int
    sight: Sight


class ContractTables(Protocol):
    """The tables of one game, as a contract needs them. All errors are TurnwiseErrors, and change nothing."""

    async def open(self, given: dict[str, Any], address: str, proof: Proof | None) -> tuple[Sight, str]:
        """Open a table and give its first seat to the caller, with a new token. BadOption for anything but the
        contract's `terms`. `address`: of the caller, for limits; `proof`: the proof of work that a newcomer may
        need."""

    async def join(
        self, table: str, choose: Callable[[Sight], Act | Sit], address: str, proof: Proof | None
    ) -> tuple[Sight, str]:
        """Give a seat to the caller, with a new token: the one that `choose` names, whose sitter then takes the free
        one.

        `choose` is called with a spectator's view, as the player who would have the free seat.
        Codes: `no_such_table`, `table_full`, `over`, `seats_fixed`."""

    async def chair_of(self, token: str, table: str | None, address: str) -> Chair | None:
        """The owner of a token: one for a table of this game, or a token of a person who sits at the named table. Code:
        `no_such_table`. `address`: of the caller."""

    async def look(self, table: str, chair: Chair | None) -> Sight:
        """What a player, or a spectator, sees. Code: `no_such_table`, also for a table that the caller may not see."""

    async def play(self, chair: Chair, choose: Callable[[Sight], Act | Sit], rev: int | None, key: str) -> Played:
        """Carry out a request atomically: no other comes between its checks and its effect, and it is stored on return.

        In this order: a key that this chair has used gets its first result again; another `rev` than the match's is
        Stale; then `choose` is called with what the chair sees now. Act: played for the chair's seat. The first one
        that is `early` begins the match once all seats are taken. An early one that is not due is held (a second: code
        `held`) and played as soon as it is. Anything else before the match: `not_begun`. Sit: the players change seats;
        `seats_fixed` once the match has begun or something is held."""


def contracts() -> list[tuple[Game, Contract]]:
    """The games that have a contract of their own."""
    found = []
    for game in all_games():
        try:
            found += [(game, cast(Contract, game.module("rest")))] if game.has("rest") else []
        except Exception:  # a game from outside; it can be played nevertheless
            log.exception("the contract of a game could not be loaded")
    return found


def routes(contract: Contract, tables: ContractTables, metrics: Metrics | None = None) -> list[Route]:
    """One route for each path, for all methods, like the house's own."""
    by_path: dict[str, dict[str, Call]] = {}
    for call in contract.ROUTES:
        methods = by_path.setdefault(call.path, {})
        methods[call.method] = call
        if call.does == "read":
            methods["HEAD"] = call  # HEAD may change nothing
    return [Route(path, _Route(path, calls, contract, tables, metrics)) for path, calls in by_path.items()]


class _Route:
    """All calls at one path."""

    def __init__(
        self, path: str, calls: Mapping[str, Call], contract: Contract, tables: ContractTables, metrics: Metrics | None
    ) -> None:
        self._path, self._calls, self._contract, self._tables, self._metrics = path, calls, contract, tables, metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        began, request = time.perf_counter(), Request(scope, receive, send)
        call = self._calls.get(request.method)
        response = await self._answer(call, request) if call else wrong_method(request.method, self._calls)
        if self._metrics:
            self._metrics.requests.labels(self._path, call.method if call else "other", response.status_code).inc()
            self._metrics.seconds.labels(self._path).observe(time.perf_counter() - began)
        await response(scope, receive, send)

    async def _answer(self, call: Call, request: Request) -> Response:
        asked = None
        try:
            try:
                chair = await _caller(request, call, self._tables)
                asked = await _parameters(request, call)
                status, body = await _done(request, self._contract, call, self._tables, chair, asked)
            except (Unavailable, Conflict) as error:
                raise Busy from error
        except TurnwiseError as error:
            if self._metrics:
                self._metrics.refusals.labels(error.code).inc()
            found = self._contract.refused(error, call, asked)
            if found is None:
                return refused(error, ENGLISH)  # the contract does not define this refusal
            status, body = found
        headers = {"Cache-Control": "no-store"} | ({"WWW-Authenticate": "Bearer"} if status == 401 else {})
        return Response(msgspec.json.encode(body), status, headers, JSON)


async def _done(
    request: Request, contract: Contract, call: Call, tables: ContractTables, chair: Chair | None, asked: Any
) -> tuple[int, dict[str, Any]]:
    """Status and body of a request that passed all checks."""
    match call.does:
        case "open":
            return 201, contract.welcome(*await tables.open(asked, address(request), _proof(request)))
        case "join":
            assert call.choose
            wish = partial(call.choose, asked)
            return 201, contract.welcome(*await tables.join(asked.game, wish, address(request), _proof(request)))
        case "read":
            table = chair.table if chair else asked.game
            if table is None:
                raise TurnwiseError(
                    "Name a table in the address, ?game=…, or send the token of a seat.", "no_such_table"
                )
            return 200, contract.state(await tables.look(table, chair))
    assert chair and call.choose
    contract.check_player(asked, chair.player)
    key = request.headers.get("idempotency-key", "")
    if len(key) > LONGEST_KEY:
        raise BadAction(f"An Idempotency-Key has at most {LONGEST_KEY} characters.")
    played = await tables.play(chair, partial(call.choose, asked), asked.rev, key)
    return 200, contract.answer(call, played.sight, played.before, played.after)


async def _caller(request: Request, call: Call, tables: ContractTables) -> Chair | None:
    """The caller, by the header alone: never by a cookie. Looking, opening and joining need no token."""
    if call.does in ("open", "join"):
        return None
    headers = request.headers.getlist("authorization")
    if not headers and call.does == "read":
        return None
    scheme, _, token = headers[0].partition(" ") if len(headers) == 1 else ("", "", "")
    token = token.strip()
    if scheme.lower() != "bearer" or not 0 < len(token) <= LONGEST_TOKEN:
        raise bad_token()
    named = request.query_params.get("game")
    chair = await tables.chair_of(token, named, address(request))
    if chair is None:
        raise bad_token()
    if named not in (None, chair.table):
        raise TurnwiseError("Your token is good for another table.", "no_such_table")
    return chair


def _proof(request: Request) -> Proof | None:
    """The bodies belong to the contract, so a proof comes in a header: `Proof: CHALLENGE ANSWER`."""
    challenge, _, answer = request.headers.get("proof", "").partition(" ")
    return Proof(challenge, answer) if answer else None


def bad_token() -> Refused:
    return Refused("The token of a seat at this table is needed, as in 'Authorization: Bearer …'.", "bad_token")


async def _parameters(request: Request, call: Call) -> Any:
    if call.method == "GET":
        given: Any = dict(request.query_params)
        if len(given) < len(request.query_params.multi_items()):
            raise BadAction("A parameter was given twice.")
    else:
        given = await _json(request)
    try:
        return msgspec.convert(given, call.reads or Named, strict=call.method != "GET")
    except (ValueError, RecursionError) as error:
        raise BadAction(f"The parameters can't be read: {str(error)[:160]}.") from None


async def _json(request: Request) -> Any:
    body = b""
    try:
        async for piece in request.stream():
            body += piece
            if len(body) > LONGEST_BODY:
                raise BadAction(f"A request has at most {LONGEST_BODY} bytes.")
    except ClientDisconnect:
        raise BadAction("The request ended too early.") from None
    try:
        return msgspec.json.decode(body or b"{}")
    except (ValueError, RecursionError):
        raise BadAction("The body of a request is a JSON object.") from None
