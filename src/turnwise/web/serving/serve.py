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
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

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
from turnwise.house.store.sharing import LIFE
from turnwise.house.tables.stills import keep_all
from turnwise.house.work.limits import RATES, UNLIMITED, Limits
from turnwise.kit.errors import TurnwiseError
from turnwise.web.chats.front_end import ChatFront, Forgets
from turnwise.web.chats.mini_app import MiniApp
from turnwise.web.http.api import answered, status_of
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
from turnwise.web.serving.figures import Figures
from turnwise.web.serving.listening import EVERYWHERE, LOOPBACK, address_of, greet, listener_on
from turnwise.web.serving.opening import house_on
from turnwise.web.serving.rehearsal import load_compiled, rehearse
from turnwise.web.serving.workers import Post

if TYPE_CHECKING:
    from turnwise.house.store.postgres_address import Address

LARGEST_FRAME = 64 * 1024
DRAIN = 3
"""Seconds that connections have to finish when the house closes."""
MOST_FILES = 65_536
"""File descriptors that the house asks the system for."""
TURN = 0.001
"""Seconds after which a thread lets another have the interpreter: who writes to the disk, or waits to answer, has little to do."""

log = logging.getLogger("turnwise")


class Settings(NamedTuple):
    """What whoever opens the house may choose."""

    port: int
    lan: bool
    limited: bool
    pace: float
    thinkers: int
    """Processes in which bots think."""
    address: str
    """Where people find it, if something stands before it; notices name it."""
    hosts: tuple[str, ...]
    """Further names by which it may be asked for."""
    proxies: tuple[str, ...]
    """Addresses of other machines on which a proxy stands before it, and says who calls."""
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
    bus: str = ""
    """The Redis server by which its workers tell each other news; without one it is the database."""
    lease: float = LIFE
    """Seconds after which the others take over what a dead worker looked after."""
    games: tuple[str, ...] = ()
    """The games of others that it offers beside ours."""
    chat: Callable[[House, Forgets], ChatFront] | None = None
    """A front end in a chat service that plays at the same tables, made for the house when it opens."""
    bots: tuple[str, ...] = ()
    """The host's own agents that it offers beside our bots."""


def serve(folder: Path, chosen: Settings, post: Post | None = None) -> None:
    """Keep the house open until somebody asks it to close; `post`: as one of several workers on one port."""
    if chosen.sign_ups == "mail" and not chosen.smtp:
        raise TurnwiseError("People can't confirm an address without a mail server: name one with --smtp.", "bad_smtp")
    offer(chosen.bots)
    set_up_logs()
    sys.setswitchinterval(TURN)
    for words in [*offer_only(chosen.games), *left_out()]:
        log.warning(str(words))  # it opens with the others
    for way in (signal.SIGTERM, signal.SIGINT):
        signal.signal(way, lambda *_: sys.exit(0))  # uvicorn raises it once more when everything is closed
    listener = post.listener if post else listener_on(EVERYWHERE if chosen.lan else LOOPBACK, chosen.port)
    limits = Limits(lambda: time.monotonic_ns() // 1_000_000, RATES if chosen.limited else UNLIMITED)
    proxies = (LOOPBACK, *chosen.proxies)
    connections = Connections(limits, most=_files() - KEPT_BACK, proxies=proxies, limited=chosen.limited)
    door = _Door(folder, address_of(listener, chosen.lan), chosen, connections, post)
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
        forwarded_allow_ips=list(proxies),
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


def _files() -> int:
    """How many files and connections this process may have open, after it has asked for many."""
    least, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_FILES if most == resource.RLIM_INFINITY else min(most, MOST_FILES)
    if least != resource.RLIM_INFINITY and least < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))
    return wanted


class _Door:
    """The one application that uvicorn calls: pages and REST go to Starlette, sockets straight to their table."""

    def __init__(
        self, folder: Path, address: str, chosen: Settings, connections: Connections, post: Post | None = None
    ) -> None:
        self._folder, self._address, self._chosen, self._connections = folder, address, chosen, connections
        self._post, self._leaving = post, False
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
        if not self._post:
            print("Turnwise is closed.", flush=True)

    def send_home(self) -> None:
        """Let nobody stay who only looks on: whoever comes back is let in by another worker, or when the house opens again."""
        self._leaving = True
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
        house = self._house = house_on(
            store,
            chosen.bus,
            chosen.lease,
            rates=rates,
            pace=chosen.pace,
            thinkers=chosen.thinkers,
            sign_ups=chosen.sign_ups,
        )
        await house.colleagues.meet()
        self._easel = Easel(house)
        address = chosen.address or self._address
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
        figures = Figures(self._metrics, self._folder, self._post.number if self._post else 0)
        self._rest = app(house, self._metrics, staff, chat, figures=figures.all, leaving=lambda: self._leaving)
        door = StaffDoor(house, self._folder, figures.own)
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
        if self._post:
            self._post.is_open()
        else:
            greet(self._address, self._chosen.lan, self._chosen.store or self._folder)


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
