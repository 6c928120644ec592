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
from turnwise.house.services.account_deletion import delete_account
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
from turnwise.web.http.services import Services
from turnwise.web.http.websocket_protocol import Protocol
from turnwise.web.live.socket import Receive, Scope, Send, refuse, socket
from turnwise.web.outgoing.letters import Letters
from turnwise.web.outgoing.mailer import Mailer, Smtp
from turnwise.web.outgoing.webhook import Webhook
from turnwise.web.pictures.easel import Easel
from turnwise.web.serving.admin import AdminSocket
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
"""Seconds after which a thread yields the interpreter: threads that write to the disk or send answers need little of
it."""

log = logging.getLogger("turnwise")


class Settings(NamedTuple):
    """The settings of a house that opens."""

    port: int
    lan: bool
    limited: bool
    pace: float
    thinkers: int
    """Processes in which bots think."""
    address: str
    """Its public address, if a proxy is in front of it; used in notices."""
    hosts: tuple[str, ...]
    """Further names under which it may be requested."""
    proxies: tuple[str, ...]
    """Addresses of proxies on other machines, whose forwarded client addresses are trusted."""
    hooks_nearby: bool
    """Whether notices may go to addresses in the local network."""
    keeping: Keeping
    """How long old records are kept."""
    smtp: Smtp | None
    """The mail server for notices by e-mail; None: no mails."""
    sign_ups: SignUps
    """How strangers may sign up."""
    store: "Address | None" = None
    """The database with its records; None: they are in its folder."""
    bus: str = ""
    """The Redis server that carries its workers' hints; empty: the database does."""
    lease: float = LIFE
    """Seconds after which other workers take over from a dead one."""
    games: tuple[str, ...] = ()
    """The games from outside that it offers besides ours."""
    chat: Callable[[House, Forgets], ChatFront] | None = None
    """Makes a front end in a chat service that plays at the same tables."""
    bots: tuple[str, ...] = ()
    """The host's own agents that it offers besides our bots."""


def serve(folder: Path, chosen: Settings, post: Post | None = None) -> None:
    """Keep the house open until it is told to close; `post`: as one of several workers on one port."""
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
    application = _Application(folder, address_of(listener, chosen.lan), chosen, connections, post)
    config = uvicorn.Config(
        application,
        loop="uvloop",
        http=partial(HttpProtocol, connections),  # type: ignore[arg-type]  # it is only called
        ws=partial(Protocol, connections),  # type: ignore[arg-type]
        ws_max_size=LARGEST_FRAME,
        ws_per_message_deflate=False,  # costs more memory and time than it saves on small messages
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
    _Server(config, application).run([listener])


def keep_open(folder: Path, chosen: Settings) -> None:
    """The same without pages or a port: people meet the house only in a chat service."""
    set_up_logs()
    for words in [*offer_only(chosen.games), *left_out()]:
        log.warning(str(words))
    limits = Limits(lambda: time.monotonic_ns() // 1_000_000, RATES if chosen.limited else UNLIMITED)
    uvloop.run(
        _keep_open(_Application(folder, "", chosen, Connections(limits, most=0, proxies=(), limited=chosen.limited)))
    )


async def _keep_open(application: "_Application") -> None:
    asked_to_close = asyncio.Event()
    for way in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(way, asked_to_close.set)
    await application.open()
    try:
        await asked_to_close.wait()
    finally:
        await application.close()


def _files() -> int:
    """How many files and connections this process may have open, after raising its limit."""
    least, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_FILES if most == resource.RLIM_INFINITY else min(most, MOST_FILES)
    if least != resource.RLIM_INFINITY and least < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))
    return wanted


class _Application:
    """The one application that uvicorn calls: pages and REST go to Starlette, sockets directly to their table."""

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
        """Close all watchers: they reconnect to another worker, or when the house opens again."""
        self._leaving = True
        for loaded in list(self._house.loaded.values()):
            for watcher in loaded.feed.all():
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
            await delete_account(house, person, NOTHING_SHOWN, services.ratings, services.pairing)

        chat = chosen.chat(house, forget) if chosen.chat else None
        mini_app = MiniApp(chat.arrive) if chat else None
        services = Services(house, pace=chosen.pace, letters=letters, mini_app=mini_app)
        hook = Way(house.people.notified_at, Webhook(nearby=chosen.hooks_nearby).tell)
        mail = Way(house.mailboxes.reaches, letters.tell)
        ways = [hook, *([mail] if mailer else []), *([chat.way] if chat else [])]
        notices = Notices(house, ways, address=address, pace=chosen.pace)
        self._metrics = Metrics(house, self._connections)
        figures = Figures(self._metrics, self._folder, self._post.number if self._post else 0)
        self._rest = app(house, self._metrics, services, chat, figures=figures.all, leaving=lambda: self._leaving)
        socket = AdminSocket(house, self._folder, figures.own)
        house.resume()
        retention = Retention(house, chosen.keeping, forget)
        behind = [asyncio.create_task(work) for work in (_warm_up(), services.resume(), retention.run())]
        try:
            await socket.open()
            if chat:
                await chat.open()
            log.info("open")
            self._greet()
            yield
        finally:
            for task in behind:
                task.cancel()
            await socket.close()
            if chat:
                await chat.close()
            for one in (notices, services):
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
    """Create the folder of the records, which only its owner may read."""
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
    """Opens the house before the port accepts anybody, so that an error is reported in a sentence. Before it closes it
    waits for requests to be answered, but not for watchers: an event stream never ends by itself."""

    def __init__(self, config: uvicorn.Config, application: _Application) -> None:
        super().__init__(config)
        self._application = application

    async def startup(self, sockets: list[sockets.socket] | None = None) -> None:
        await self._application.open()
        await super().startup(sockets)

    async def shutdown(self, sockets: list[sockets.socket] | None = None) -> None:
        self._application.send_home()
        await asyncio.sleep(0)  # our close frames go out before uvicorn closes the connections
        await super().shutdown(sockets)
        await self._application.close()


async def _warm_up() -> None:
    """Load every game's compiled rules in the background; until then rules are interpreted."""
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
