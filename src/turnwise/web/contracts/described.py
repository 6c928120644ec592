"""The part of the OpenAPI document about a game's own contract."""

import dataclasses
from typing import Any

import msgspec

from turnwise.kit.game import Game
from turnwise.kit.routes import Contract, Route
from turnwise.web.http.endpoint import JSON
from turnwise.web.http.openapi import SAID

ANSWERED = {
    "read": (200, 400, 401, 404, 409, 503),
    "open": (201, 400, 429, 503),
    "join": (201, 400, 404, 409, 429, 503),
}
ACTED = (200, 400, 401, 403, 404, 409, 429, 503)
REFUSAL = {"$ref": "#/components/schemas/Refusal"}
TABLE = {
    "name": "game",
    "in": "query",
    "required": False,
    "schema": {"type": "string"},
    "description": "The table, for whoever sits there with a token that is good for more than one seat.",
}


def described(game: Game, contract: Contract) -> dict[str, Any]:
    """The `paths` and `components` of a contract. Its shapes are prefixed with the game's name, to avoid clashes."""
    shapes = [call.reads for call in contract.ROUTES if call.reads]
    names = f"#/components/schemas/{game.name}.{{name}}"
    references, schemas = msgspec.json.schema_components(shapes, ref_template=names)
    of_shape = dict(zip(shapes, references, strict=True))
    paths: dict[str, Any] = {}
    for call in contract.ROUTES:
        said: dict[str, Any] = {
            "operationId": f"{game.name}_{call.method}_{call.path.strip('/').replace('/', '_')}",
            "summary": call.summary,
            "tags": [game.title],
            "responses": _responses(call),
        }
        if call.does in ("read", "act"):
            said["security"] = [{"token": []}] + ([{}] if call.does == "read" else [])
        parameters = []
        if call.method == "GET" and call.reads:
            needed = {field.name for field in dataclasses.fields(call.reads) if field.default is dataclasses.MISSING}
            parameters = [
                {"name": name, "in": "query", "required": name in needed, "schema": schema}
                for name, schema in schemas[call.reads.__name__]["properties"].items()
            ]
        else:
            schema = of_shape[call.reads] if call.reads else _options(game, contract)
            said["requestBody"] = {"required": call.reads is not None, "content": {JSON: {"schema": schema}}}
        if call.does == "act":
            parameters.append(TABLE)
        if parameters:
            said["parameters"] = parameters
        paths.setdefault(call.path, {})[call.method.lower()] = said
    return {"paths": paths, "components": {"schemas": {f"{game.name}.{name}": schemas[name] for name in schemas}}}


def _options(game: Game, contract: Contract) -> dict[str, Any]:
    properties = {}
    for name, option in {**game.options, **game.settings}.items():
        facts = option.facts()
        span = {"minimum": facts.get("low"), "maximum": facts.get("high")}
        kinds: dict[str, dict[str, Any]] = {
            "switch": {"type": "boolean"},
            "choice": {"enum": facts.get("choices")},
            "whole": {"type": "integer", **span},
            "seconds": {"anyOf": [{"const": 0}, {"type": "number", **span}]},
        }
        properties[name] = kinds.get(facts["type"], {}) | {"description": str(option.help)}
    return {"type": "object", "properties": properties | contract.FURTHER_OPTIONS, "additionalProperties": False}


def _responses(call: Route) -> dict[str, Any]:
    said: dict[str, Any] = {}
    for status in ANSWERED.get(call.does, ACTED):
        schema = {"type": "object"} if status < 300 else REFUSAL
        said[str(status)] = {"description": SAID[status], "content": {JSON: {"schema": schema}}}
        if status in (429, 503):
            seconds = {"schema": {"type": "integer"}, "description": "Seconds.", "required": True}
            said[str(status)]["headers"] = {"Retry-After": seconds}
    return said
