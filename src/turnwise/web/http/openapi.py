"""The OpenAPI document and a plain page that shows it, made from the endpoints' own declarations."""

from collections.abc import Sequence
from html import escape
from importlib.metadata import version
from typing import Any

import msgspec

from turnwise.web.http.answers import Refusal
from turnwise.web.http.endpoint import EVENTS, JSON, Endpoint

REF = "#/components/schemas/{name}"

SAID = {
    200: "Done.",
    201: "Done.",
    400: "The request is malformed.",
    401: "No token, or one that is not good.",
    403: "Not yours to do.",
    404: "There is no such thing, or not for you.",
    409: "Refused as things stand.",
    413: "Too large.",
    415: "Not JSON.",
    429: "Too often; Retry-After says when again.",
    503: "Nothing can be kept right now; try again.",
}


def openapi(endpoints: Sequence[Endpoint]) -> dict[str, Any]:
    shapes = list(dict.fromkeys(shape for one in endpoints for shape in _shapes(one)))
    references, schemas = msgspec.json.schema_components([*shapes, Refusal], ref_template=REF)
    of_shape: dict[Any, Any] = dict(zip([*shapes, "refusal"], references, strict=True))
    paths: dict[str, dict[str, Any]] = {}
    for one in endpoints:
        paths.setdefault(one.path, {})[one.method.lower()] = _operation(one, of_shape, schemas)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Turnwise",
            "version": version("turnwise"),
            "description": "A home for turn-based tabletop games. Every refusal has a code and a sentence.",
        },
        "paths": paths,
        "components": {
            "schemas": schemas,
            "securitySchemes": {
                "token": {"type": "http", "scheme": "bearer"},
                "cookie": {"type": "apiKey", "in": "cookie", "name": "turnwise"},
            },
        },
    }


def _shapes(one: Endpoint) -> list[Any]:
    """What is read and answered; each has a name of its own in the document."""
    taken = [kind for name, kind in one.takes.items() if name in ("body", "query") or name in one.in_path]
    return [*taken, one.answers] if one.media == JSON else taken


def _operation(one: Endpoint, of_shape: dict[Any, Any], schemas: dict[str, Any]) -> dict[str, Any]:
    said: dict[str, Any] = {"operationId": one.name, "tags": [one.group], "summary": one.summary}
    parameters = [
        {"name": name, "in": "path", "required": True, "schema": of_shape[one.takes[name]]} for name in one.in_path
    ]
    if query := one.takes.get("query"):
        fields = schemas[query.__name__]
        needed = fields.get("required", ())
        parameters += [
            {"name": name, "in": "query", "required": name in needed, "schema": schema}
            for name, schema in fields["properties"].items()
        ]
    if parameters:
        said["parameters"] = parameters
    if body := one.takes.get("body"):
        needed = schemas[body.__name__].get("required", ())
        said["requestBody"] = {"required": bool(needed), "content": {JSON: {"schema": of_shape[body]}}}
    if one.who != "anybody":
        said["security"] = [{"token": []}, {"cookie": []}]
    elif "caller" in one.takes:
        said["security"] = [{}, {"token": []}, {"cookie": []}]
    answer = of_shape[one.answers] if one.media == JSON else {"type": "string"} if one.media != EVENTS else {}
    said["responses"] = {str(one.status): {"description": SAID[one.status], "content": {one.media: {"schema": answer}}}}
    for status in _refusals(one):
        content = {JSON: {"schema": of_shape["refusal"]}}
        said["responses"][str(status)] = {"description": SAID[status], "content": content}
        if status in (429, 503):
            header = {"schema": {"type": "integer"}, "description": "Seconds.", "required": True}
            said["responses"][str(status)]["headers"] = {"Retry-After": header}
    return said


def _refusals(one: Endpoint) -> list[int]:
    """The statuses with which it may be refused. A bad token and a banned person are refused everywhere, also where no
    token is needed."""
    found = {401, 403, 503}
    if one.method != "GET":
        found |= {409, 429}
    if one.limit or one.media == EVENTS:
        found |= {429}
    if one.in_path:
        found |= {400, 404, 409}
    if "query" in one.takes:
        found |= {400, 404}
    if "body" in one.takes:
        found |= {400, 404, 413, 415}
    return sorted(found)


# The page. It needs no script.

STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; color: #23272e; background: #f6f2e9 }
h2 { margin: 2.5rem 0 .5rem; text-transform: capitalize }
details { border-top: 1px solid #c8c0b0; padding: .4rem 0 }
summary { cursor: pointer; overflow-wrap: anywhere }
code { font: 14px/1.4 ui-monospace, monospace }
pre { overflow-x: auto; background: #fffdf8; border: 1px solid #c8c0b0; border-radius: 6px; padding: .6rem; font-size: 13px }
b { display: inline-block; min-width: 4.2rem; color: #0067a3 }
th { text-align: left; padding-right: 1rem; font-weight: 600; vertical-align: top }
@media (prefers-color-scheme: dark) {
  body { color: #eceae4; background: #1b1e23 }
  pre { background: #2b3038; border-color: #454b55 }
  details { border-color: #454b55 }
  b { color: #62b8ee }
}
"""


def docs_page(document: dict[str, Any]) -> str:
    groups: dict[str, list[str]] = {}
    for path, methods in document["paths"].items():
        for method, said in methods.items():
            groups.setdefault(said["tags"][0], []).append(_entry(method, path, said))
    listed = "".join(f"<h2>{escape(name)}</h2>{''.join(entries)}" for name, entries in groups.items())
    schemas = "".join(
        f'<details id="{escape(name)}"><summary><code>{escape(name)}</code></summary>{_pre(schema)}</details>'
        for name, schema in document["components"]["schemas"].items()
    )
    info = document["info"]
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Turnwise: the API</title>'
        '<meta name="viewport" content="width=device-width"><link rel="stylesheet" href="/docs.css"></head><body>'
        f"<h1>{escape(info['title'])}: the API</h1><p>{escape(info['description'])}</p>"
        "<p>Get a token with <code>POST /api/guests</code> and send it as <code>Authorization: Bearer TOKEN</code>. "
        'For programs there is <a href="/openapi.json">openapi.json</a>.</p>'
        f"{listed}<h2>Shapes</h2>{schemas}</body></html>\n"
    )


def _entry(method: str, path: str, said: dict[str, Any]) -> str:
    rows = [(f"{one['name']} ({one['in']})", _pre(one["schema"])) for one in said.get("parameters", ())]
    if body := said.get("requestBody"):
        rows.append(("body", _pre(body["content"][JSON]["schema"])))
    for status, told in said["responses"].items():
        if status.startswith("2"):
            ((media, content),) = told["content"].items()
            rows.append((status, _pre(content["schema"]) if media == JSON else escape(media)))
        else:
            rows.append((status, escape(told["description"])))
    table = "".join(f"<tr><th>{escape(name)}</th><td>{cell}</td></tr>" for name, cell in rows)
    token = "" if {} in said.get("security", [{}]) else " <small>(with a token)</small>"
    return (
        f"<details><summary><b>{method.upper()}</b> <code>{escape(path)}</code> {escape(said['summary'])}{token}</summary>"
        f"<table>{table}</table></details>"
    )


def _pre(schema: Any) -> str:
    if list(schema) == ["$ref"]:
        name = escape(schema["$ref"].rpartition("/")[2])
        return f'<a href="#{name}"><code>{name}</code></a>'
    return f"<pre>{escape(msgspec.json.format(msgspec.json.encode(schema), indent=2).decode())}</pre>"
