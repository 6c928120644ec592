"""Schemathesis drives every endpoint with what the OpenAPI document allows, and with what it does not."""

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis import Case, checks
from schemathesis.core.parameters import ParameterLocation
from starlette.types import Message, Receive, Scope, Send

from scripts import wire
from tests.web.hall import Hall
from turnwise.games.rally.workshop import blank
from turnwise.house.work.limits import UNLIMITED

EXAMPLES = 12
PATIENCE = 120.0
"""Seconds for an answer: whoever asks for a hint on a busy machine may wait until a process that thinks has started."""
ANN = b"Bearer ann"
STATES = ("lobby", "running", "over")


class Stage:
    """The application with somebody in it: Ann has a table in each state, and whoever names one of them or her is led there.

    Where an endpoint ends her token or her tables, everything is set up anew."""

    def __init__(self) -> None:
        self.hall = Hall(UNLIMITED)
        self.loop: asyncio.AbstractEventLoop
        self.token, self.ids, self.turn = "", dict[str, str](), 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self.loop = asyncio.get_running_loop()
        if scope["type"] == "http":
            if not await self._stands():
                await self._set()
            headers = dict(scope["headers"])
            if headers.get(b"authorization") == ANN:
                headers[b"authorization"] = f"Bearer {self.token}".encode()
            parts = scope["path"].split("/")
            if len(parts) > 3 and parts[:2] == ["", "api"] and parts[3] == "HERE":
                self.turn += 1
                parts[3] = self.ids[{"people": "ben", "boards": "board"}.get(parts[2], STATES[self.turn % 3])]
            scope = {**scope, "headers": list(headers.items()), "path": "/".join(parts)}
        if scope.get("path", "").endswith("/events"):
            await self._glance(scope, send)
        else:
            await self.hall.app(scope, receive, send)

    async def _glance(self, scope: Scope, send: Send) -> None:
        """Watch for two events: a stream has no end by itself."""
        bodies, gone = 0, asyncio.Event()

        async def hand_on(message: Message) -> None:
            nonlocal bodies
            bodies += message["type"] == "http.response.body"
            if bodies == 2:
                gone.set()
            await send(message)

        async def leave() -> Message:
            await gone.wait()
            return {"type": "http.disconnect"}

        await self.hall.app(scope, leave, hand_on)
        if gone.is_set():
            await send({"type": "http.response.body", "body": b""})

    async def _stands(self) -> bool:
        if not await self.hall.house.people.by_token(self.token):
            return False
        places = [(await self.hall.house.find(self.ids[status], None), status) for status in STATES]
        return all(loaded.table.status == status for loaded, status in places)

    async def _set(self) -> None:
        ann, ben, running = await self.hall.match()
        lobby, over = await ann.opened(), await ann.opened()
        await ben.did(f"{over}/seats")
        await ann.did(f"{over}/start")
        await ben.did(f"{over}/resign")
        self.token = ann.token
        tables = {"lobby": lobby, "running": running, "over": over}
        self.ids = {name: path.rpartition("/")[2] for name, path in tables.items()} | {"ben": ben.id}
        board = await ann.did("/api/boards", {"game": "rally", "document": blank() | {"connections": [["A", "Z"]]}})
        self.ids["board"] = board["id"]


STAGE = Stage()
SCHEMA = schemathesis.openapi.from_asgi("/openapi.json", STAGE)
LOOKED_AT = [
    checks.not_a_server_error,
    checks.status_code_conformance,
    checks.content_type_conformance,
    checks.response_headers_conformance,
    checks.response_schema_conformance,
    checks.unsupported_method,
    checks.negative_data_rejection,
]


def spoiled_parts(case: Case) -> set[ParameterLocation]:
    """The parts of a request that are not as the document wants them. Headers are ours in any case."""
    components = case.meta.components if case.meta else {}
    return {part for part, made in components.items() if made.mode.is_negative}


@pytest.fixture(scope="session", autouse=True)
def cleared_away() -> Iterator[None]:
    """At the very end: a worker may be given more of these tests after it has gone on to others."""
    yield
    asyncio.run_coroutine_threadsafe(STAGE.hall.close(), STAGE.loop).result(60)


@SCHEMA.parametrize()
@settings(max_examples=EXAMPLES, suppress_health_check=list(HealthCheck))
def test_whatever_is_sent_is_answered_as_the_document_says(case: Case) -> None:
    path, spoiled = case.path_parameters or {}, spoiled_parts(case)
    name = next((name for name in ("id", "board", "person") if name in path), "person")
    if name in path and ParameterLocation.PATH not in spoiled and len(str(path[name])) % 4:
        path[name] = "HERE"  # else what was made up
    response = case.call(headers={"Authorization": ANN.decode()}, timeout=PATIENCE)
    looked_at = LOOKED_AT if spoiled - {ParameterLocation.HEADER} else LOOKED_AT[:-1]
    case.validate_response(response, checks=looked_at)
    if response.status_code >= 400:
        told: dict[str, Any] = response.json()
        assert told["error"] and told["message"].endswith((".", "?")), told


def test_the_scripts_of_a_page_are_checked_against_what_the_house_tells() -> None:
    assert wire.FILE.read_text() == wire.written(), "python -m scripts.wire"
