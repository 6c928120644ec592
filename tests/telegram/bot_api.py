"""Telegram's Bot API over HTTP, before a world: it reads requests as Telegram does (JSON, forms, uploads), has aiogram's own models
judge them, counts them against the limits, and answers in Telegram's shape."""

import json
import re
from collections.abc import Awaitable, Callable
from functools import cache
from typing import Annotated, Any, get_args, get_origin
from urllib.parse import parse_qsl

from aiogram.methods import TelegramMethod
from pydantic import ValidationError
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Route

from tests.telegram import administration, ephemeral  # noqa: F401 - they register their methods
from tests.telegram.disturbances import Disturbance
from tests.telegram.methods import METHODS, Method
from tests.telegram.refusals import Refusal, Violation
from tests.telegram.things import Call, Json, Upload
from tests.telegram.wire import plain, surplus
from tests.telegram.world import World

PART = re.compile(rb'name="([^"]*)"(?:.*?filename="([^"]*)")?', re.DOTALL)
UNTOLD = {
    "allow_paid_broadcast",
    "business_connection_id",
    "direct_messages_topic_id",
    "inline_message_id",
    "message_effect_id",
    "message_thread_id",
    "rich_message",
    "suggested_post_parameters",
}
"""Fields that Telegram knows and this double would have to ignore: better to say so."""


class BotApi:
    """The one endpoint: /bot<token>/<method>."""

    def __init__(self, world: World, hang_up: Callable[[Request], None]) -> None:
        self.world, self.hang_up = world, hang_up

    async def answer(self, request: Request) -> Response:
        world, name = self.world, request.path_params["method"]
        if request.path_params["token"] != world.token:
            return JSONResponse(Refusal(401, "Unauthorized").answer, 401)
        found = METHODS.get(name.lower())
        if found is None:
            world.faults.append(f"{name}: this double has no such method")
            return JSONResponse(Refusal(404, "Not Found").answer, 404)
        return await self._answered(request, found)

    async def _answered(self, request: Request, found: Method) -> Response:
        world, name = self.world, found.model.__api_method__
        wrong, params, answer = world.disturbances.take(name), Json(), Json()
        try:
            params = await read(request, found)
            if wrong and not wrong.carried_out:
                answer = wrong.error or {}
                self._obey(params, answer)
            else:
                valid = validated(found, params)
                if found.counts:
                    self._count(valid)
                answer = {"ok": True, "result": await found.work(world, valid)}
        except Refusal as refusal:
            answer = refusal.answer
            if isinstance(refusal, Violation):
                world.faults.append(f"{name}: {refusal.description}")
        status = answer.get("error_code", 200 if answer else 0)
        world.note(Call(name, plain(params), status, answer, world.clock()))
        return await self._disturbed(request, wrong) if wrong else JSONResponse(answer, status)

    def _count(self, request: Any) -> None:
        chat = self.world.chats.get(request.chat_id)
        if chat is None:
            return
        if wait := self.world.limits.ask(chat.id, group=not chat.is_private):
            raise Refusal(429, f"Too Many Requests: retry after {wait}", retry_after=wait)

    def _obey(self, params: Json, answer: Json) -> None:
        """From now on it counts whether the bot waits as it is told."""
        seconds, chat = answer.get("parameters", {}).get("retry_after"), params.get("chat_id")
        if seconds and isinstance(chat, int):
            self.world.limits.tell(chat, seconds)

    async def _disturbed(self, request: Request, wrong: Disturbance) -> Response:
        if wrong.kind == "error" and wrong.error:
            status = wrong.error["error_code"]
            if wrong.html:
                return HTMLResponse(f"<html><head><title>{status}</title></head></html>", status)
            return JSONResponse(wrong.error, status)
        if wrong.kind == "cut":
            self.hang_up(request)
        while (await request.receive())["type"] != "http.disconnect":
            pass
        return Response()


def application(world: World, hang_up: Callable[[Request], None]) -> Starlette:
    endpoint: Callable[[Request], Awaitable[Response]] = BotApi(world, hang_up).answer
    return Starlette(routes=[Route("/bot{token}/{method}", endpoint, methods=["GET", "POST"])])


def validated(found: Method, params: Json) -> Any:
    """The request as aiogram's model of its method; Telegram's answer if it is none."""
    if unknown := set(params) - set(found.model.model_fields):
        raise Violation(f"{sorted(unknown)} is no field of {found.model.__api_method__}")
    if untold := set(params) & UNTOLD:
        raise Violation(f"this double knows no {sorted(untold)}")
    try:
        request = found.model.model_validate(params)
    except ValidationError as error:
        first = error.errors()[0]
        raise Violation(f"{'.'.join(map(str, first['loc']))}: {first['msg']}") from error
    if unknown_field := surplus(request):
        raise Violation(f"{found.model.__api_method__} has no field {unknown_field}")
    return request


def decoded(found: Method, name: str, value: Any) -> Any:
    """In forms everything is a string: whatever else a field holds is written as JSON."""
    if not isinstance(value, str) or name not in found.model.model_fields:
        return value
    if name == "chat_id" and re.fullmatch(r"-?\d+", value):
        return int(value)
    if is_text(found.model, name):
        return value
    try:
        return json.loads(value)
    except ValueError:
        raise Violation(f"can't parse {name}: {value!r} is no JSON") from None


@cache
def is_text(model: type[TelegramMethod[Any]], name: str) -> bool:
    return str in leaves(model.model_fields[name].annotation)


def leaves(annotation: Any) -> set[Any]:
    """The types that a union is made of."""
    parts = get_args(annotation)
    if not parts or get_origin(annotation) is list:
        return {annotation}
    return set().union(*map(leaves, parts[:1] if get_origin(annotation) is Annotated else parts))


async def read(request: Request, found: Method) -> Json:
    """The parameters of a request, however they were sent; files in the place that names them."""
    params: Json = dict(request.query_params)
    body, kind = await request.body(), request.headers.get("content-type", "")
    files: dict[str, Upload] = {}
    if kind.startswith("application/json"):
        params |= json.loads(body or b"{}")
    elif kind.startswith("application/x-www-form-urlencoded"):
        params |= dict(parse_qsl(body.decode(), keep_blank_values=True))
    elif kind.startswith("multipart/form-data"):
        for name, file_name, data in parts_of(body, kind):
            if file_name is None:
                params[name] = data.decode()
            else:
                files[name] = Upload(data, file_name)
    return {key: attached(decoded(found, key, value), files) for key, value in params.items()} | files


def parts_of(body: bytes, kind: str) -> list[tuple[str, str | None, bytes]]:
    """Name, file name and content of the parts of a multipart body."""
    boundary = kind.partition("boundary=")[2].partition(";")[0].strip('"').encode()
    found: list[tuple[str, str | None, bytes]] = []
    for part in (b"\r\n" + body).split(b"\r\n--" + boundary)[1:-1]:
        head, _, data = part.partition(b"\r\n\r\n")
        if named := PART.search(head):
            found.append((named[1].decode(), None if named[2] is None else named[2].decode(), data))
    return found


def attached(value: Any, files: dict[str, Upload]) -> Any:
    """A value with the files that it names as attach://…; each is used up by the field that names it."""
    if isinstance(value, str) and value.startswith("attach://"):
        return files.pop(value.removeprefix("attach://"), value)
    if isinstance(value, dict):
        return {key: attached(one, files) for key, one in value.items()}
    if isinstance(value, list):
        return [attached(one, files) for one in value]
    return value
