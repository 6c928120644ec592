"""People who play match after match through whatever comes, as pages do: what is not answered is asked again, with the same key, at
another worker; who is hung up on comes back there, and says what he has seen."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from itertools import count
from random import Random
from typing import Any, NamedTuple

from bench.wire import Wire, connect
from tests.simulator.told import Watching
from tests.workers.calls import PATIENCE, Busy, Calls, Gone, Refused, decode, encode
from tests.workers.history import History

OPEN_GAME, GAME_OF_CHANCE = "connect_four", "kuhn_poker"
QUICK = {"kind": "move", "seconds": 5}
NO_CLOCK = {"kind": "none"}
KINDS: tuple[dict[str, Any], ...] = (
    {"game": OPEN_GAME, "clock": NO_CLOCK},
    {"game": OPEN_GAME, "clock": NO_CLOCK, "bots": ["random"]},
    {"game": OPEN_GAME, "clock": NO_CLOCK},
    {"game": OPEN_GAME, "clock": QUICK, "absence": "forfeit"},
    {"game": OPEN_GAME, "clock": QUICK, "bots": ["random"]},
    {"game": GAME_OF_CHANCE, "clock": QUICK, "absence": "bot", "stand_in": "random"},
)
DOZES, NAP = 0.06, 7.0
"""How often somebody thinks until his time is over, and for how many seconds."""
BY_SOCKET, TWICE, TALKS, TIRES = 0.3, 0.1, 0.1, 0.3
"""How often somebody acts over his socket, does it twice at once, says something, or does not try again where nothing was done."""
STILL = 12.0
"""Seconds after which a player who hears nothing comes in again elsewhere: his worker may stand still."""


class Person(NamedTuple):
    id: str
    token: str


class Town:
    """Everybody, and the workers that they ask. `urls` tells where these are now."""

    def __init__(self, urls: Callable[[], list[str]], history: History, dice: Random, think: float) -> None:
        self.urls, self.history, self.dice, self.think = urls, history, dice, think
        self.calls, self.keys = Calls(), count()
        self.people: list[Person] = []
        self.resting = False
        """Set, nobody begins anything new."""
        self.matches = self.retried = 0

    async def come(self, number: int) -> None:
        for n in range(number):
            made = await self.calls.ask(self.urls()[0], "", "POST", "/api/guests", {"name": f"Guest {n}"})
            self.people.append(Person(made["person"]["id"], made["token"]))

    def somewhere(self, but: int = -1) -> int:
        """Some worker, though not that one."""
        workers = len(self.urls())
        return self.dice.choice([n for n in range(workers) if n != but])

    async def insist(
        self, who: Person, method: str, path: str, body: Any = None, *, at: int = -1, tires: bool = False
    ) -> Any:
        """Ask one worker after the other until one says yes or no. Who `tires` may leave it at the first if that is busy."""
        worker = self.somewhere() if at < 0 else at
        while True:
            try:
                return await self.calls.ask(self.urls()[worker], who.token, method, path, body)
            except Gone as gone:
                if tires and isinstance(gone, Busy) and self.dice.random() < TIRES:
                    raise Refused(503, {"error": "busy"}) from None
                tires = False
                self.retried += 1
                worker = self.somewhere(but=worker)
                await asyncio.sleep(0.2)

    def key(self) -> str:
        return f"k{next(self.keys)}"


class Socket(Watching):
    """Somebody who looks at a table, from worker to worker."""

    def __init__(self, town: Town, id: str, who: Person, worker: int) -> None:
        super().__init__(town.history, id, who.id)
        self._town, self.who, self.worker = town, who, worker
        self.legal: list[str] = []
        self.over = False
        self.news = asyncio.Event()
        self.answers: dict[str, asyncio.Future[dict[str, Any]]] = {}
        """Who waits for what becomes of a key."""
        self.wire: Wire | None = None
        self._follows = asyncio.create_task(self._follow())

    def _heard(self, body: bytes) -> None:
        message = decode(body)
        if "n" in message:
            self.told(message)
            self.legal = message.get("legal", self.legal if "lines" not in message else [])
            self.over = self.over or "outcome" in message or message.get("table", {}).get("status") == "over"
            self.news.set()
        waiting = self.answers.get(message.get("key", ""))
        if waiting and not waiting.done():
            waiting.set_result(message)

    async def _follow(self) -> None:
        while True:
            with suppress(OSError, TimeoutError):
                url = f"{self._town.urls()[self.worker]}/api/tables/{self.id}/socket"
                headers = {"Authorization": f"Bearer {self.who.token}"}
                async with asyncio.timeout(PATIENCE):
                    wire = await connect(f"{url}?since={self.n}" if self.n else url, headers, self._only(url))
                self.wire = wire
                await wire.gone.wait()
            self.wire = None
            self.worker = self._town.somewhere(but=self.worker)
            await asyncio.sleep(0.1)

    def _only(self, url: str) -> Callable[[bytes], None]:
        """What is heard of a connection, until there is another."""
        own = object()
        self._latest = own
        return lambda body: self._heard(body) if self._latest is own else None

    def come_in_again(self) -> None:
        """Leave a worker that may stand still."""
        if self.wire:
            self._latest = object()
            self.wire.close()

    async def close(self) -> None:
        self._latest = object()
        self._follows.cancel()
        await asyncio.wait([self._follows])
        if self.wire:
            self.wire.close()


async def evening(town: Town, number: int, watched: list[Socket]) -> None:
    """Match after match of one kind."""
    kind = KINDS[number % len(KINDS)]
    while not town.resting:
        try:
            await _match(town, kind, watched)
        except Refused as refused:
            town.history.wrong(f"somebody was refused what nobody should be: {refused}")


async def _match(town: Town, kind: dict[str, Any], watched: list[Socket]) -> None:
    """A match at a table of its own, with somebody who looks on from another worker."""
    seats = 2 - len(kind.get("bots", ()))
    host, *others = town.dice.sample(town.people, seats + 1)
    here = town.somewhere()
    terms = {"seats": 2, "sit": True, **kind, "key": town.key()}
    id = (await town.insist(host, "POST", "/api/tables", terms, at=here))["id"]
    players = [host, *others[: seats - 1]]
    town.history.tables.append(id)
    town.history.seated[id] = [one.id for one in players]
    town.matches += 1
    for other in players[1:]:
        await _sit(town, id, other)
    with suppress(Refused):  # it was started by what was not answered
        await town.insist(host, "POST", f"/api/tables/{id}/start", {})
    sockets = [Socket(town, id, who, (here + n) % len(town.urls())) for n, who in enumerate(players)]
    watched += [*sockets, Socket(town, id, others[-1], town.somewhere(but=here))]
    await asyncio.gather(*(_play(town, socket) for socket in sockets))


async def _sit(town: Town, id: str, who: Person) -> None:
    try:
        await town.insist(who, "POST", f"/api/tables/{id}/seats", {})
    except Refused as refused:
        told = await town.insist(who, "GET", f"/api/tables/{id}")
        if told["seat"] is None:
            town.history.wrong(f"{who.id} was refused the only seat of {id}: {refused}")


async def _play(town: Town, socket: Socket) -> None:
    """Until the match is over."""
    dice = town.dice
    while not socket.over and not town.resting:
        socket.news.clear()
        if not socket.legal:
            try:
                async with asyncio.timeout(STILL + dice.random()):
                    await socket.news.wait()
            except TimeoutError:
                socket.come_in_again()
            continue
        await asyncio.sleep(NAP if dice.random() < DOZES else dice.expovariate(1 / town.think))
        if socket.legal and not socket.over:
            word, version, key = dice.choice(socket.legal), socket.version, town.key()
            socket.legal = []
            tries = 1 + (dice.random() < TWICE)
            request = {"actions": [word], "version": version, "key": key}
            await asyncio.gather(*(_keyed(town, socket, "act", request, tires=tries == 1) for _ in range(tries)))
            if socket.version == version:
                await _look(town, socket)
        if dice.random() < TALKS:
            await _talk(town, socket)


async def _look(town: Town, socket: Socket) -> None:
    """Wait until the next is shown, and ask what may be done if it is not."""
    with suppress(TimeoutError):
        async with asyncio.timeout(STILL):
            while not socket.legal and not socket.over:
                socket.news.clear()
                await socket.news.wait()


async def _talk(town: Town, socket: Socket) -> None:
    await _keyed(town, socket, "chat", {"room": "players", "text": "hello", "key": town.key()}, tires=True)


PATHS = {"act": "actions", "chat": "chat"}


async def _keyed(town: Town, socket: Socket, kind: str, request: dict[str, Any], *, tires: bool) -> None:
    """Over the socket, or if there is no answer, by HTTP."""
    history, key = town.history, request["key"]
    answer: dict[str, Any] | None = None
    if socket.wire and town.dice.random() < BY_SOCKET:
        tires = False
        answer = await _by_socket(socket, key, {"type": kind, **request})
        if answer and answer["type"] == "refused" and answer["error"] in ("unavailable", "closing", "busy"):
            answer = None
    if not answer:
        path = f"/api/tables/{socket.id}/{PATHS[kind]}"
        try:
            answer = await town.insist(socket.who, "POST", path, request, at=socket.worker, tires=tires)
        except Refused as refused:
            answer = {"type": "refused", "error": refused.code}
    if answer.get("type") == "refused":
        history.refused(socket.id, socket.person, key, answer["error"])
    else:
        # A delta may tell of more than this request: its version is that of the last thing.
        version = None if answer.get("type") == "delta" else answer["version"] if kind == "act" else -1
        history.acknowledged(socket.id, socket.person, key, version)


async def _by_socket(socket: Socket, key: str, message: Any) -> dict[str, Any] | None:
    assert socket.wire
    waiting = socket.answers.setdefault(key, asyncio.get_running_loop().create_future())
    socket.wire.send(encode(message))
    try:
        async with asyncio.timeout(PATIENCE):
            return await asyncio.shield(waiting)
    except TimeoutError:
        return None


async def race(urls: list[str], crowd: int) -> list[str]:
    """Let many people ask for the one free seat of a table at once, each at some worker: what each was told."""
    calls = Calls(patience=100.0)  # nothing goes wrong here, and the machine may have much to do

    async def ask(n: int, path: str, token: str, body: Any) -> Any:
        return await calls.ask(urls[n % len(urls)], token, "POST", path, body)

    async def sit(n: int, guest: Any) -> str:
        try:
            return str((await ask(n, f"/api/tables/{table['id']}/seats", guest["token"], {}))["seat"])
        except Refused as refused:
            return refused.code

    host = await ask(0, "/api/guests", "", {"name": "Host"})
    table = await ask(0, "/api/tables", host["token"], {"game": OPEN_GAME, "seats": 2, "clock": NO_CLOCK, "sit": True})
    # All come in at once, so that each has a connection when the race begins.
    guests = await asyncio.gather(*(ask(n, "/api/guests", "", {"name": f"Guest {n}"}) for n in range(crowd)))
    told = await asyncio.gather(*(sit(n, guest) for n, guest in enumerate(guests)))
    for url in urls:
        seats = (await calls.ask(url, host["token"], "GET", f"/api/tables/{table['id']}"))["table"]["seats"]
        assert seats[1]["name"] == f"Guest {told.index('1')}"
    await calls.close()
    return told
