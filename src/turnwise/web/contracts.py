"""The HTTP contracts that games bring along (`rest.py`), mounted over the house's tables. No game is known here.

A contract says what is asked, answered and refused. Here is what is the same for all of them: tokens, parameters, JSON, and that
nothing is cached. A `Desk` stands between a contract and the tables.
"""

import dataclasses
from collections.abc import Awaitable, Callable
from importlib.util import find_spec
from typing import Any, NamedTuple, Protocol, cast

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from turnwise.games import games
from turnwise.kit.errors import BadAction, Refused, TurnwiseError
from turnwise.kit.game import Game
from turnwise.kit.routes import Act, Contract, Sight, Sit
from turnwise.kit.routes import Route as Call

LONGEST_BODY = 16_384
LONGEST_TOKEN = 256


class Chair(NamedTuple):
    """What a token is good for: one player's part in one table."""

    table: str
    player: int


class Played(NamedTuple):
    """What became of a request: the versions before and after it, and what its sender sees now."""

    before: int
    after: int
    sight: Sight


class Desk(Protocol):
    """The tables of one game, as a contract needs them. All errors are TurnwiseErrors, and change nothing."""

    async def open(self, options: dict[str, Any]) -> tuple[Sight, str]:
        """Open a table and give its first seat to the caller, with a new token. BadOption for anything but options of the game."""

    async def join(self, table: str) -> tuple[Sight, str]:
        """Give a free seat to the caller, with a new token. Codes: `no_such_table`, `table_full`."""

    async def chair_of(self, token: str) -> Chair | None:
        """Whose token this is, if it is one for a table of this game."""

    async def look(self, table: str, player: int | None) -> Sight:
        """What a player, or a spectator, sees. Code: `no_such_table`, also for a table that he may not see."""

    async def play(self, chair: Chair, choose: Callable[[Sight], Act | Sit], rev: int | None, key: str) -> Played:
        """Let a request happen, in one go: nobody else's comes between its checks and its effect, and it is kept on return.

        In this order: a key that this chair has used gets its first result again; another `rev` than the match's is Stale; then
        `choose` is asked with what the chair sees now.
        Act: played for the chair's seat. The first one that is `early` begins the match once all seats are taken. An early one that
        is not due is held (a second: code `held`) and played as soon as it is. Anything else before the match: `not_begun`.
        Sit: the players change seats; `seats_fixed` once the match has begun or something is held."""


def contracts() -> list[tuple[Game, Contract]]:
    """The games that have a contract of their own."""
    return [
        (game, cast(Contract, game.module("rest"))) for game in games() if find_spec(f"{game.package}.rest") is not None
    ]


def routes(contract: Contract, desk: Desk) -> list[Route]:
    mounted = []
    for call in contract.ROUTES:
        route = Route(call.path, _endpoint(contract, call, desk), methods=[call.method])
        if call.does == "act" and route.methods:
            route.methods.discard("HEAD")  # it comes with every GET, and nobody expects it to change anything
        mounted.append(route)
    return mounted


def _endpoint(contract: Contract, call: Call, desk: Desk) -> Callable[[Request], Awaitable[Response]]:
    async def endpoint(request: Request) -> Response:
        asked = None
        try:
            chair = await _caller(request, call, desk)
            asked = await _parameters(request, call)
            status, body = await _done(request, contract, call, desk, chair, asked)
        except TurnwiseError as error:
            found = contract.refused(error, call, asked)
            if found is None:
                raise
            status, body = found
        headers = {"Cache-Control": "no-store"} | ({"WWW-Authenticate": "Bearer"} if status == 401 else {})
        return Response(msgspec.json.encode(body), status, headers, "application/json")

    return endpoint


async def _done(
    request: Request, contract: Contract, call: Call, desk: Desk, chair: Chair | None, asked: Any
) -> tuple[int, dict[str, Any]]:
    """Status and body of a request that nothing stands against."""
    match call.does:
        case "open":
            return 201, contract.welcome(*await desk.open(asked))
        case "join":
            return 201, contract.welcome(*await desk.join(asked.game))
        case "read":
            table = chair.table if chair else asked.game
            if table is None or asked.game not in (None, table):
                raise TurnwiseError("There is no such game, or it is not the one of your token.", "no_such_table")
            return 200, contract.state(await desk.look(table, chair.player if chair else None))
    assert chair and call.choose
    choose = call.choose
    contract.check_player(asked, chair.player)
    key = request.headers.get("idempotency-key", "")
    if len(key) > LONGEST_TOKEN:
        raise BadAction(f"An Idempotency-Key has at most {LONGEST_TOKEN} characters.")
    played = await desk.play(chair, lambda sight: choose(asked, sight), asked.rev, key)
    return 200, contract.answer(call, played.sight, played.before, played.after)


async def _caller(request: Request, call: Call, desk: Desk) -> Chair | None:
    """Who asks, by the header alone: never by the address or a cookie. Without a token one may look, open and join."""
    if call.does in ("open", "join"):
        return None
    headers = request.headers.getlist("authorization")
    if not headers and call.does == "read":
        return None
    scheme, _, token = headers[0].partition(" ") if len(headers) == 1 else ("", "", "")
    token = token.strip()
    chair = await desk.chair_of(token) if scheme.lower() == "bearer" and 0 < len(token) <= LONGEST_TOKEN else None
    if chair is None:
        raise Refused("A valid token is needed, as in 'Authorization: Bearer …'.", "bad_token")
    return chair


async def _parameters(request: Request, call: Call) -> Any:
    if call.method == "GET":
        given: Any = dict(request.query_params)
        if len(given) < len(request.query_params.multi_items()):
            raise BadAction("A parameter was given twice.")
    else:
        given = await _json(request)
    try:
        return msgspec.convert(given, call.reads or dict[str, Any], strict=call.method != "GET")
    except (ValueError, RecursionError) as error:
        raise BadAction(f"The parameters can't be read: {str(error)[:160]}.") from None


async def _json(request: Request) -> Any:
    body = b""
    async for piece in request.stream():
        body += piece
        if len(body) > LONGEST_BODY:
            raise BadAction(f"A request has at most {LONGEST_BODY} bytes.")
    try:
        return msgspec.json.decode(body or b"{}")
    except (ValueError, RecursionError):
        raise BadAction("The body of a request is a JSON object.") from None


# What OpenAPI says of it.


def described(game: Game, contract: Contract) -> dict[str, Any]:
    """The `paths` and `components` of an OpenAPI document."""
    shapes = [call.reads for call in contract.ROUTES if call.reads]
    references, schemas = msgspec.json.schema_components(shapes, ref_template="#/components/schemas/{name}")
    of_shape = dict(zip(shapes, references, strict=True))
    paths: dict[str, Any] = {}
    for call in contract.ROUTES:
        said: dict[str, Any] = {"summary": call.summary, "tags": [game.title], "responses": _responses(call)}
        if call.does in ("read", "act"):
            said["security"] = [{"token": []}] + ([{}] if call.does == "read" else [])
        if call.method == "GET" and call.reads:
            properties = schemas[call.reads.__name__]["properties"]
            needed = {f.name for f in dataclasses.fields(call.reads) if f.default is dataclasses.MISSING}
            said["parameters"] = [
                {"name": name, "in": "query", "required": name in needed, "schema": schema}
                for name, schema in properties.items()
            ]
        else:
            schema = of_shape[call.reads] if call.reads else _options(game)
            content = {"application/json": {"schema": schema}}
            said["requestBody"] = {"required": call.reads is not None, "content": content}
        paths.setdefault(call.path, {})[call.method.lower()] = said
    schemes = {"token": {"type": "http", "scheme": "bearer"}}
    return {"paths": paths, "components": {"schemas": schemas, "securitySchemes": schemes}}


def _options(game: Game) -> dict[str, Any]:
    properties = {}
    for name in game.options:
        facts = game.options[name].facts()
        kinds: dict[str, dict[str, Any]] = {
            "switch": {"type": "boolean"},
            "choice": {"enum": facts.get("choices")},
            "whole": {"type": "integer", "minimum": facts.get("low"), "maximum": facts.get("high")},
        }
        properties[name] = kinds.get(facts["type"], {}) | {"description": game.options[name].help}
    return {"type": "object", "properties": properties}


def _responses(call: Call) -> dict[str, Any]:
    said = {"400": "bad request"}
    match call.does:
        case "open":
            said |= {"201": "opened"}
        case "join":
            said |= {"201": "joined", "404": "no such game", "409": "refused"}
        case "read":
            said |= {"200": "the full state", "401": "bad token", "404": "no such game"}
        case "act":
            said |= {"200": "done", "401": "bad token", "403": "not your seat", "409": "refused"}
    return {status: {"description": words} for status, words in sorted(said.items())}
