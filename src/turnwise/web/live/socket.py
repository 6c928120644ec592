"""A table over a WebSocket: a snapshot, then a delta for each change; actions and talk in return. See
`docs/protocol.md`."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, MutableMapping
from contextlib import suppress
from typing import Any
from urllib.parse import parse_qs

import msgspec
from msgspec import Struct
from starlette.requests import HTTPConnection

from turnwise.draw.plan import WIDE, Stage, stage
from turnwise.house.house import House
from turnwise.house.services.seen import speaker_at
from turnwise.house.store.interface import Unavailable
from turnwise.house.tables import playing
from turnwise.house.tables.items import AnyItem
from turnwise.house.tables.loaded import Busy
from turnwise.house.tables.table import Table
from turnwise.house.tables.wire import Accepted, Reason
from turnwise.house.work.limits import TooMany
from turnwise.kit.catalogues import speaker
from turnwise.kit.errors import BadAction, TurnwiseError
from turnwise.kit.words import ENGLISH, said
from turnwise.web.http import asked
from turnwise.web.http.answers import Refused
from turnwise.web.http.api import refused
from turnwise.web.http.auth import Caller, address, caller_of_socket
from turnwise.web.http.backlog import Waiting
from turnwise.web.http.endpoint import READS
from turnwise.web.http.language import language_of
from turnwise.web.http.refusals import told_as
from turnwise.web.http.websocket_protocol import AGAIN, BANNED, FLOODING, REFUSED, SIGNED_OUT, SLOW, WRITE
from turnwise.web.live.admission import Admission
from turnwise.web.pictures.easel import Easel

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]


class Act(asked.Acting, tag="act"):
    """Take an action or several."""


class Chat(asked.Saying, tag="chat"):
    """Say something."""


class Gesture(asked.Gesturing, tag="gesture"):
    """Open one's turn."""


class Look(asked.Looking, tag="look"):
    """Draw the table for another window size, or with another part of one's hand."""


class Why(asked.Wondering, tag="why"):
    """Ask why touching something does nothing."""


class _Keyed(Struct):
    key: asked.Key = ""


decode = msgspec.json.Decoder(Act | Chat | Gesture | Look | Why).decode
decode_key = msgspec.json.Decoder(_Keyed).decode
encode = msgspec.json.Encoder().encode


class Wire(Waiting):
    """One socket as the house sees it. Messages are sent at once if possible; else they are queued, and a task sends
    them."""

    __slots__ = ("_closing", "_over", "_send", "_sender", "_stuck", "_write", "answering", "person", "viewer")

    def __init__(self, person: str, write: Callable[[bytes], bool] | None = None) -> None:
        """`write` sends without waiting; False if it would have to wait."""
        super().__init__()
        self.person, self.viewer = person, -1
        self._write = write
        self.answering = False
        """Whether a request of this socket is being answered."""
        self._send: Send | None = None
        self._sender: asyncio.Task[None] | None = None
        self._closing: tuple[int, str] | None = None
        self._over = self._stuck = False

    def open(self, send: Send) -> None:
        """The socket has been accepted: messages can be sent from now on."""
        self._send = send
        if self._over:
            self._wake()

    def push(self, message: bytes) -> None:
        if self._over or (self._sender is None and self._write and self._write(message)):
            return
        self.wait(message)
        self._wake()

    def too_slow(self) -> None:
        self.close(SLOW, "You read too slowly; connect again.")

    def lost(self) -> None:
        if self.answering:  # this socket's own request could not be stored: first its answer
            self._closing = AGAIN, "Connect again."
        else:
            self.close(AGAIN, "Connect again.")

    def answered(self) -> None:
        self.answering = False
        if self._closing:
            self._over = True
            self._wake()

    def signed_out(self, banned: bool = False) -> None:
        if banned:
            self.close(BANNED, "The host of this house has banned you; ask again to hear why.")
        else:
            self.close(SIGNED_OUT, "You have signed out, or your token was ended.")

    def close(self, code: int, reason: str) -> None:
        """Close the socket, even if it waits for a client that does not read."""
        self._closing = self._closing or (code, reason)
        self._stop()
        self._wake()

    async def hang_up(self) -> None:
        """Stop sending, but finish a close that is under way."""
        self._stop()
        if self._sender:
            await self._sender

    def _stop(self) -> None:
        """Drop what waits."""
        self._over = True
        self.forget()
        if self._sender and self._stuck:
            self._sender.cancel()

    def _wake(self) -> None:
        """Start a task that sends what waits, and closes the socket if that is due."""
        if self._sender is None and self._send:
            self._sender = asyncio.create_task(self._run(self._send))

    async def _run(self, send: Send) -> None:
        with suppress(asyncio.CancelledError, OSError):  # it is being closed, or the client is gone
            while self._waiting:
                self._stuck = True
                await send({"type": "websocket.send", "text": self.next().decode()})
        self._stuck = False
        if self._over and self._closing:
            with suppress(OSError):
                await send({"type": "websocket.close", "code": self._closing[0], "reason": self._closing[1]})
        elif not self._over:
            self._sender = None


async def socket(house: House, id: str, scope: Scope, receive: Receive, send: Send, easel: Easel | None = None) -> None:
    """Serve one socket from its first to its last message; with pictures, if it asks for them and there is an easel."""
    await receive()  # websocket.connect
    admission: Admission | None = None
    try:
        try:
            asker = address(HTTPConnection(scope))
            house.limits.allow("requests from an address", asker)  # no Guard stands before a socket
            caller, subprotocol = await caller_of_socket(scope, house)
            caller.at_table(id)
            wire = Wire(caller.person, scope["extensions"].get(WRITE, {}).get("write"))
            admission = Admission(house, asker, caller, wire.signed_out)
            admission.open()
            await house.find(id, caller.person)
            if await caller_of_socket(scope, house) != (caller, subprotocol):
                wire.signed_out()  # the session ended before the socket was registered
        except TurnwiseError as error:
            await refuse(scope, send, error)
            return
        except Unavailable:
            await refuse(scope, send, Busy())
            return
        await send({"type": "websocket.accept", "subprotocol": subprotocol})
        asked = parse_qs(scope.get("query_string", b"").decode("latin-1"))
        easel = easel if "drawn" in asked else None
        language = language_of(HTTPConnection(scope)) if easel else ENGLISH.language
        on, since = _stage(asked), _since(asked)
        await _serve(house, id, caller, wire, caller.person or asker, since, receive, send, easel, language, on)
    finally:
        if admission:
            admission.close()


async def refuse(scope: Scope, send: Send, error: TurnwiseError) -> None:
    """Refuse the socket before it is open, as an answer to its request."""
    if "websocket.http.response" not in scope.get("extensions", {}):
        await send({"type": "websocket.close", "code": REFUSED, "reason": str(error)[:120]})
        return
    answer = refused(error, speaker(None, language_of(HTTPConnection(scope))))
    headers = [*answer.raw_headers, (b"cache-control", b"no-store")]
    await send({"type": "websocket.http.response.start", "status": answer.status_code, "headers": headers})
    await send({"type": "websocket.http.response.body", "body": answer.body})


def _since(asked: Mapping[str, list[str]]) -> int | None:
    """The number of items that the client has seen."""
    return _number(asked, "since")


def _number(asked: Mapping[str, list[str]], name: str) -> int | None:
    given = asked.get(name, [""])[0]
    return int(given) if given.isascii() and given.isdecimal() and len(given) < 10 else None


def _stage(asked: Mapping[str, list[str]]) -> Stage:
    """The client's window, as in `drawn=960x600`; and the first card shown of a large hand."""
    width, _, height = asked.get("drawn", [""])[0].partition("x")
    sizes = [int(one) for one in (width, height) if one.isascii() and one.isdecimal() and len(one) < 6]
    return (stage(*sizes) if len(sizes) == 2 else WIDE)._replace(first=_number(asked, "first"))


async def _serve(
    house: House,
    id: str,
    caller: Caller,
    wire: Wire,
    who: str,
    since: int | None,
    receive: Receive,
    send: Send,
    easel: Easel | None,
    language: str,
    on: Stage,
) -> None:
    def seen_by(viewer: int) -> Wire:
        wire.viewer = viewer
        return wire

    wire.open(send)
    try:
        await house.watch(id, caller.person, seen_by, since)
        if easel:
            easel.add(id, wire, language, on)
        # A task of its own: else every message would pass twice through all the frames from uvicorn on.
        await asyncio.create_task(_listen(house, id, caller, who, wire, receive, language, easel))
    except TurnwiseError as error:
        wire.close(REFUSED, str(error)[:120])
    finally:
        if easel:
            easel.remove(id, wire)
        house.unwatch(id, wire)
        await wire.hang_up()


async def _listen(
    house: House,
    id: str,
    caller: Caller,
    who: str,
    wire: Wire,
    receive: Receive,
    language: str,
    easel: Easel | None,
) -> None:
    while True:
        received = await receive()
        if received["type"] == "websocket.disconnect":
            return
        key, wire.answering = "", True
        try:
            house.limits.allow("actions", who)
            sent = received.get("text") or received.get("bytes") or ""
            try:
                read: Act | Chat | Gesture | Look | Why = decode(sent)
            except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
                key = _key(sent)
                raise BadAction(
                    said("This message can't be read: {why}.", why=str(error)[:300]), "bad_request"
                ) from None
            key = read.key
            if isinstance(read, Act):
                answer = await house.act(id, caller.person, read.listed, read.version, key)
                if answer.repeated:
                    wire.push(encode(Accepted(key, answer.version)))
            elif isinstance(read, Look):
                if easel:
                    easel.resize(id, wire, stage(read.width, read.height)._replace(first=read.first))
            elif isinstance(read, Why):
                house.limits.allow(READS, who)
                house.load.allow("reads")
                message = await easel.why(id, wire, read.keys, read.version) if easel else ""
                wire.push(encode(Reason(key, read.version, message)))
            elif isinstance(read, Gesture):
                version = await house.gesture(id, caller.person, read.version)
                wire.push(encode(Accepted(key, version)))
            elif not await _talk(house, id, caller.known().person, read):
                wire.push(encode(Accepted(key)))
        except TooMany as error:
            if not key:
                wire.close(FLOODING, str(error)[:120])
                return
            wire.push(encode(told_as(Refused, error, speaker(None, language), key=key)))
        except (TurnwiseError, Unavailable) as error:
            fault = Busy() if isinstance(error, Unavailable) else error
            loaded = house.loaded.get(id)
            say = speaker_at(loaded, language) if loaded else speaker(None, language)
            told = told_as(Refused, fault, say, key=key)
            with suppress(TurnwiseError, Unavailable):
                told.version, told.legal = await house.standing(id, caller.person)
            wire.push(encode(told))
        wire.answered()


async def _talk(house: House, id: str, person: str, read: Chat) -> bool:
    """Say something; False if that was said already, by its key."""
    house.limits.allow("chat", person)
    await house.newcomers.among_strangers(person)
    happened: list[AnyItem] = []

    def verb(table: Table) -> list[AnyItem]:
        happened[:] = playing.talk(table, person, read.room, read.text, house.now(), read.key)
        return happened

    await house.change(id, person, verb)
    return bool(happened)


def _key(sent: str | bytes) -> str:
    """The key of a message that can't be decoded, if it can be found: its sender should know what was refused."""
    with suppress(msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return decode_key(sent).key
    return ""
