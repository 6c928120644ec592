"""`turnwise serve`: the house in one process, with its records in one file beside it or in a database."""

import asyncio
import logging
import resource
import signal
import socket as sockets
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import segno
import uvicorn
import uvloop

from turnwise.bots.names import offer
from turnwise.bots.ready import is_ready, warm_up
from turnwise.games import all_games, left_out, offer_only
from turnwise.house.house import House
from turnwise.house.people.entrance import NOTHING_SHOWN
from turnwise.house.people.newcomers import SignUps
from turnwise.house.services.account_deletion import farewell
from turnwise.house.services.notices import Notices, Way
from turnwise.house.services.retention import Keeping, Retention
from turnwise.house.store.choice import open_store
from turnwise.house.store.migrations import BadFile
from turnwise.house.tables.stills import keep_all
from turnwise.house.work.limits import RATES, UNLIMITED, Limits
from turnwise.kit.errors import TurnwiseError
from turnwise.web.chats.front_end import ChatFront, Forgets
from turnwise.web.chats.mini_app import MiniApp
from turnwise.web.http.api import answered, status_of
from turnwise.web.http.backlog import UNDERWAY
from turnwise.web.http.connections import KEPT_BACK, Connections
from turnwise.web.http.hosts import Hosts, WrongHost, name_in, own_name
from turnwise.web.http.http_protocol import HttpProtocol
from turnwise.web.http.metrics import Metrics, set_up_logs, settle_garbage
from turnwise.web.http.refusals import refusal
from turnwise.web.http.staff import Staff
from turnwise.web.http.websocket_protocol import Protocol
from turnwise.web.live.socket import Receive, Scope, Send, refuse, socket
from turnwise.web.outgoing.letters import Letters
from turnwise.web.outgoing.mailer import Mailer, Smtp
from turnwise.web.outgoing.webhook import Webhook
from turnwise.web.pictures.easel import Easel
from turnwise.web.serving.admin import StaffDoor
from turnwise.web.serving.app import app
from turnwise.web.serving.rehearsal import load_compiled, rehearse

if TYPE_CHECKING:
    from turnwise.house.store.postgres_address import Address

LOOPBACK, EVERYWHERE = "127.0.0.1", "0.0.0.0"
LARGEST_FRAME = 64 * 1024
DRAIN = 3
"""Seconds that connections have to finish when the house closes."""
SILENCE = 60_000
"""Milliseconds after which a connection is broken off whose other end takes nothing of what was sent."""
MOST_FILES = 65_536
"""File descriptors that the house asks the system for."""
TURN = 0.001
"""Seconds after which a thread lets another have the interpreter: who writes to the disk, or waits to answer, has little to do."""

log = logging.getLogger("turnwise")


class NoPort(TurnwiseError):
    code = "no_port"


class NoNetwork(TurnwiseError):
    code = "no_network"


class Settings(NamedTuple):
    """What whoever opens the house may choose."""

    port: int
    lan: bool
    limited: bool
    pace: float
    workers: int
    address: str
    """Where people find it, if something stands before it; notices name it."""
    hosts: tuple[str, ...]
    """Further names by which it may be asked for."""
    hooks_nearby: bool
    """Whether notices may go to addresses in the local network."""
    keeping: Keeping
    """For how long old records are kept."""
    smtp: Smtp | None
    """The mail server that takes notices by e-mail; without one there are none."""
    sign_ups: SignUps
    """How strangers become somebody here."""
    store: "Address | None" = None
    """The database in which its records are; without one they are in its folder."""
    games: tuple[str, ...] = ()
    """The games of others that it offers beside ours."""
    chat: Callable[[House, Forgets], ChatFront] | None = None
    """A front end in a chat service that plays at the same tables, made for the house when it opens."""
    bots: tuple[str, ...] = ()
    """The host's own agents that it offers beside our bots."""


def serve(folder: Path, chosen: Settings) -> None:
    """Keep the house open until somebody asks it to close."""
    if chosen.sign_ups == "mail" and not chosen.smtp:
        raise TurnwiseError("People can't confirm an address without a mail server: name one with --smtp.", "bad_smtp")
    offer(chosen.bots)
    set_up_logs()
    sys.setswitchinterval(TURN)
    for words in [*offer_only(chosen.games), *left_out()]:
        log.warning(str(words))  # it opens with the others
    for way in (signal.SIGTERM, signal.SIGINT):
        signal.signal(way, lambda *_: sys.exit(0))  # uvicorn raises it once more when everything is closed
    host = _lan_address() if chosen.lan else LOOPBACK
    listener = listener_on(EVERYWHERE if chosen.lan else LOOPBACK, chosen.port)
    limits = Limits(lambda: time.monotonic_ns() // 1_000_000, RATES if chosen.limited else UNLIMITED)
    connections = Connections(limits, most=_files() - KEPT_BACK, proxies=(LOOPBACK,), limited=chosen.limited)
    door = _Door(folder, f"http://{host}:{listener.getsockname()[1]}/", chosen, connections)
    config = uvicorn.Config(
        door,
        loop="uvloop",
        http=partial(HttpProtocol, connections),  # type: ignore[arg-type]  # it is only called
        ws=partial(Protocol, connections),  # type: ignore[arg-type]
        ws_max_size=LARGEST_FRAME,
        ws_per_message_deflate=False,  # it costs more memory and time than the small messages are worth
        lifespan="off",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=True,
        forwarded_allow_ips=LOOPBACK,
        timeout_keep_alive=65,
        timeout_graceful_shutdown=DRAIN,
        h11_max_incomplete_event_size=LARGEST_FRAME,
    )
    _Server(config, door).run([listener])


def keep_open(folder: Path, chosen: Settings) -> None:
    """The same without a page or a wire of its own: the house is met in a chat service only."""
    set_up_logs()
    for words in [*offer_only(chosen.games), *left_out()]:
        log.warning(str(words))
    limits = Limits(lambda: time.monotonic_ns() // 1_000_000, RATES if chosen.limited else UNLIMITED)
    uvloop.run(_keep_open(_Door(folder, "", chosen, Connections(limits, most=0, proxies=(), limited=chosen.limited))))


async def _keep_open(door: "_Door") -> None:
    asked_to_close = asyncio.Event()
    for way in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(way, asked_to_close.set)
    await door.open()
    try:
        await asked_to_close.wait()
    finally:
        await door.close()


def listener_on(host: str, port: int) -> sockets.socket:
    listener = sockets.socket(sockets.AF_INET, sockets.SOCK_STREAM)
    listener.setsockopt(sockets.SOL_SOCKET, sockets.SO_REUSEADDR, 1)
    for buffer in (sockets.SO_SNDBUF, sockets.SO_RCVBUF):
        listener.setsockopt(sockets.SOL_SOCKET, buffer, UNDERWAY)
    if sys.platform == "linux":
        listener.setsockopt(sockets.IPPROTO_TCP, sockets.TCP_USER_TIMEOUT, SILENCE)
    try:
        listener.bind((host, port))
    except OSError as error:
        raise NoPort(
            f"Port {port} can't be used: {(error.strerror or 'it is taken').lower()}. Try another: --port."
        ) from None
    listener.listen(1024)
    return listener


def _files() -> int:
    """How many files and connections this process may have open, after it has asked for many."""
    least, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_FILES if most == resource.RLIM_INFINITY else min(most, MOST_FILES)
    if least != resource.RLIM_INFINITY and least < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))
    return wanted


def _lan_address() -> str:
    """This machine's address in the local network; no packet is sent to find it."""
    with sockets.socket(sockets.AF_INET, sockets.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            raise NoNetwork(
                "This machine is in no network, so phones can't find it. Join one, or leave --lan out."
            ) from None
        return str(probe.getsockname()[0])


class _Door:
    """The one application that uvicorn calls: pages and REST go to Starlette, sockets straight to their table."""

    def __init__(self, folder: Path, address: str, chosen: Settings, connections: Connections) -> None:
        self._folder, self._address, self._chosen, self._connections = folder, address, chosen, connections
        names = [name_in(one) for one in (address, chosen.address) if one] + [own_name(one) for one in chosen.hosts]
        self._hosts = Hosts(names)
        self._rest: Callable[[Scope, Receive, Send], Awaitable[None]]
        self._house: House
        self._easel: Easel
        self._metrics: Metrics
        self._opened = AsyncExitStack()

    async def open(self) -> None:
        await self._opened.enter_async_context(self._open())

    async def close(self) -> None:
        await self._opened.aclose()
        print("Turnwise is closed.", flush=True)

    def send_home(self) -> None:
        """Let nobody stay who only looks on."""
        for place in list(self._house.places.values()):
            for watcher in place.feed.all():
                watcher.lost()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            self._hosts.check(scope)
        except WrongHost as error:
            self._connections.refused(error.code)
            await _misdirected(error, scope, receive, send)
            return
        if scope["type"] == "websocket":
            await self._socket(scope, receive, send)
        else:
            await self._rest(scope, receive, send)

    async def _socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        match scope["path"].split("/"):
            case ["", "api", "tables", id, "socket"]:
                with self._metrics.sockets.track_inprogress():
                    await socket(self._house, id, scope, receive, send, self._easel)
            case _:
                await receive()
                await send({"type": "websocket.close", "code": 4004})

    @asynccontextmanager
    async def _open(self) -> AsyncIterator[None]:
        _make(self._folder)
        store = open_store(self._folder, self._chosen.store)
        rehearse()
        chosen = self._chosen
        rates = RATES if chosen.limited else UNLIMITED
        house = self._house = House(
            store, rates=rates, pace=chosen.pace, thinkers=chosen.workers, sign_ups=chosen.sign_ups
        )
        self._easel = Easel(house)
        address, door = chosen.address or self._address, StaffDoor(house, self._folder)
        mailer = Mailer(chosen.smtp) if chosen.smtp else None
        letters = Letters(house, mailer, address=address, pace=chosen.pace)

        async def forget(person: str) -> None:
            await farewell(house, person, NOTHING_SHOWN, staff.ratings, staff.pairing)

        chat = chosen.chat(house, forget) if chosen.chat else None
        mini_app = MiniApp(chat.arrive) if chat else None
        staff = Staff(house, pace=chosen.pace, letters=letters, mini_app=mini_app)
        hook = Way(house.people.notified_at, Webhook(nearby=chosen.hooks_nearby).tell)
        mail = Way(house.mailboxes.reaches, letters.tell)
        ways = [hook, *([mail] if mailer else []), *([chat.way] if chat else [])]
        notices = Notices(house, ways, address=address, pace=chosen.pace)
        self._metrics = Metrics(house, self._connections)
        self._rest = app(house, self._metrics, staff, chat)
        house.resume()
        retention = Retention(house, chosen.keeping, forget)
        behind = [asyncio.create_task(work) for work in (_warm_up(), staff.resume(), retention.run())]
        try:
            await door.open()
            if chat:
                await chat.open()
            log.info("open")
            self._greet()
            yield
        finally:
            for task in behind:
                task.cancel()
            await door.close()
            if chat:
                await chat.close()
            for one in (notices, staff):
                await one.close()
            self._easel.close()
            await keep_all(house)
            await house.close()
            log.info("closed")

    def _greet(self) -> None:
        print(f"Turnwise is open: {self._address or 'in the chat alone'}", flush=True)
        if self._chosen.lan:
            print("Phones in the same network can scan this:")
            print(_scannable(self._address))
        print(f"Its records are in {self._chosen.store or self._folder}. Ctrl-C closes it.", flush=True)


def _scannable(address: str) -> str:
    """A QR code in letters; on a terminal in black and white, since phones don't read one in the colours of a light screen."""
    drawn = StringIO()
    segno.make(address, error="m").terminal(drawn, compact=True)
    colours, back = ("\033[97;40m", "\033[0m") if sys.stdout.isatty() else ("", "")
    return "\n".join(f"{colours}{line}{back}" for line in drawn.getvalue().splitlines())


def _make(folder: Path) -> None:
    """Make the folder of the records, which only its owner may look into."""
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    except OSError as error:
        why = "it is no folder" if folder.exists() else (error.strerror or "it can't be made").lower()
        raise BadFile(f"The records can't be kept in {folder}: {why}. Choose another folder: --data.") from None


async def _misdirected(error: WrongHost, scope: Scope, receive: Receive, send: Send) -> None:
    if scope["type"] == "websocket":
        await receive()
        await refuse(scope, send, error)
    else:
        await answered(refusal(error), status_of(error))(scope, receive, send)


class _Server(uvicorn.Server):
    """Opens the house before anybody is let in, so that what stands against it is told in its own words. Before it closes it waits
    for requests to be answered, but not for those who look on: an event stream never ends by itself."""

    def __init__(self, config: uvicorn.Config, door: _Door) -> None:
        super().__init__(config)
        self._door = door

    async def startup(self, sockets: list[sockets.socket] | None = None) -> None:
        await self._door.open()
        await super().startup(sockets)

    async def shutdown(self, sockets: list[sockets.socket] | None = None) -> None:
        self._door.send_home()
        await asyncio.sleep(0)  # they hear it from us before uvicorn hangs up
        await super().shutdown(sockets)
        await self._door.close()


async def _warm_up() -> None:
    """Get every game's compiled rules ready without standing in anybody's way; until then rules are interpreted."""
    settle_garbage()
    for one in all_games():
        child = warm_up(one)
        try:
            while child and child.poll() is None:
                await asyncio.sleep(0.5)
        finally:
            if child and child.poll() is None:
                child.kill()
                child.wait()
        if is_ready(one):
            await asyncio.to_thread(load_compiled, one)
