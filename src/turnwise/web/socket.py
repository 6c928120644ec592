"""A table over a WebSocket: a snapshot, then a delta for each change; actions and talk in return. `docs/protocol.md` tells it in full."""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, MutableMapping
from contextlib import ExitStack, suppress
from typing import Any
from urllib.parse import parse_qs

import msgspec
from msgspec import Struct
from starlette.requests import HTTPConnection

from turnwise.house import playing
from turnwise.house.house import House
from turnwise.house.items import Room
from turnwise.house.limits import TooMany
from turnwise.kit.errors import BadAction, TurnwiseError
from turnwise.web.api import status_of
from turnwise.web.auth import Caller, address, caller_of_socket
from turnwise.web.refusals import refusal

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]

MOST_WAITING = 200
"""Messages that may wait for a client that does not read; then it is dropped, and may come back for what it missed."""

REFUSED, SLOW, AGAIN, FLOODING = 4003, 4008, 4012, 4029
"""Codes of closing: may not watch, reads too slowly, must ask anew, sends too much."""


class Act(Struct, tag="act", forbid_unknown_fields=True):
    """Take an action or several."""

    actions: Any
    version: int
    key: str = ""


class Chat(Struct, tag="chat", forbid_unknown_fields=True):
    room: Room
    text: str
    key: str = ""


decode = msgspec.json.Decoder(Act | Chat).decode
encode = msgspec.json.Encoder().encode


class Wire:
    """One socket as the house sees it: a queue that its own task empties."""

    __slots__ = ("_closing", "_queue", "_waker", "person", "viewer")

    def __init__(self, person: str) -> None:
        self.person, self.viewer = person, -1
        self._queue: deque[bytes] = deque()
        self._waker: asyncio.Future[None] | None = None
        self._closing: tuple[int, str] | None = None

    def push(self, message: bytes) -> None:
        if len(self._queue) >= MOST_WAITING:
            self.close(SLOW, "You read too slowly; connect again.")
            return
        self._queue.append(message)
        self._wake()

    def lost(self) -> None:
        self.close(AGAIN, "Connect again.")

    def close(self, code: int, reason: str) -> None:
        if not self._closing:
            self._closing = code, reason
            self._queue.clear()
            self._wake()

    def _wake(self) -> None:
        if self._waker and not self._waker.done():
            self._waker.set_result(None)

    async def run(self, send: Send) -> None:
        """Send what is pushed until the socket is to be closed."""
        queue = self._queue
        while True:
            while queue:
                await send({"type": "websocket.send", "text": queue.popleft().decode()})
            if self._closing:
                await send({"type": "websocket.close", "code": self._closing[0], "reason": self._closing[1]})
                return
            self._waker = asyncio.get_running_loop().create_future()
            await self._waker


async def socket(house: House, id: str, scope: Scope, receive: Receive, send: Send) -> None:
    """Serve one socket from its first to its last message."""
    await receive()  # websocket.connect
    with ExitStack() as held:
        try:
            caller, subprotocol = await caller_of_socket(scope, house)
            caller.at_table(id)
            place = address(HTTPConnection(scope))
            held.enter_context(house.limits.hold("sockets from an address", place))
            if caller.person:
                held.enter_context(house.limits.hold("sockets of a person", caller.person))
            await house.place(id, caller.person)
        except TurnwiseError as error:
            await _refuse(scope, send, error)
            return
        await send({"type": "websocket.accept", "subprotocol": subprotocol})
        await _serve(house, id, caller, caller.person or place, _since(scope), receive, send)


async def _refuse(scope: Scope, send: Send, error: TurnwiseError) -> None:
    """Say no before the socket is open, as an answer to the request for it."""
    if "websocket.http.response" not in scope.get("extensions", {}):
        await send({"type": "websocket.close", "code": REFUSED, "reason": str(error)[:120]})
        return
    headers = [(b"content-type", b"application/json"), (b"cache-control", b"no-store")]
    await send({"type": "websocket.http.response.start", "status": status_of(error), "headers": headers})
    await send({"type": "websocket.http.response.body", "body": encode(refusal(error))})


def _since(scope: Scope) -> int | None:
    """How much the client says it has seen."""
    asked = parse_qs(scope.get("query_string", b"").decode("latin-1")).get("since", [""])[0]
    return int(asked) if asked.isascii() and asked.isdecimal() and len(asked) < 10 else None


async def _serve(
    house: House, id: str, caller: Caller, who: str, since: int | None, receive: Receive, send: Send
) -> None:
    wire = Wire(caller.person)

    def seen_by(viewer: int) -> Wire:
        wire.viewer = viewer
        return wire

    sender = asyncio.create_task(wire.run(send))
    try:
        await house.watch(id, caller.person, seen_by, since)
        await _listen(house, id, caller, who, wire, receive)
    except TurnwiseError as error:
        wire.close(REFUSED, str(error)[:120])
        await sender
    finally:
        house.unwatch(id, wire)
        sender.cancel()


async def _listen(house: House, id: str, caller: Caller, who: str, wire: Wire, receive: Receive) -> None:
    while True:
        message = await receive()
        if message["type"] == "websocket.disconnect":
            return
        key = ""
        try:
            house.limits.allow("actions", who)
            read = _read(message.get("text") or message.get("bytes") or "")
            key = read.key
            if isinstance(read, Act):
                actions = read.actions if isinstance(read.actions, list) else [read.actions]
                answer = await house.act(id, caller.person, actions, read.version, key)
                if answer.repeated:
                    wire.push(encode({"type": "accepted", "key": key, "version": answer.version}))
            else:
                await _talk(house, id, caller.known().person, read)
        except TooMany as error:
            if not key:
                wire.close(FLOODING, str(error)[:120])
                return
            wire.push(encode({"type": "refused", "key": key, **refusal(error)}))
        except TurnwiseError as error:
            told: dict[str, Any] = {"type": "refused", "key": key, **refusal(error)}
            with suppress(TurnwiseError):
                told |= await house.standing(id, caller.person)
            wire.push(encode(told))


async def _talk(house: House, id: str, person: str, read: Chat) -> None:
    house.limits.allow("chat", person)
    await house.change(id, person, lambda table: playing.talk(table, person, read.room, read.text, house.now()))


def _read(data: str | bytes) -> Act | Chat:
    try:
        read: Act | Chat = decode(data)
        return read
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise BadAction(f"This message can't be read: {error}.", "bad_request") from None
