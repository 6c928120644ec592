"""Nobody peeks: two real houses whose matches differ only in what one seat may not know send that seat the same bytes.

Each is one process, or two workers that are asked in turn. Everything counts: the socket, server-sent events, REST answers, refusals,
pictures, exports, chat, metrics and the house's log. Only what differs by chance alone is masked: ids, tokens, times and the commitment.
"""

import json
import re
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from http.client import HTTPConnection
from pathlib import Path
from random import Random
from typing import Any

import pytest
from websockets.sync.client import ClientConnection, connect

from tests.games.rally.samples import OPTIONS as RALLY
from tests.stores import Kind
from tests.twins import Models, Twin
from tests.web.pair import EitherClient, Pair
from tests.web.server import started

pytestmark = pytest.mark.two_workers

SEAT = 1
"""Who is not to know."""
STEPS, QUESTIONS = 16, 4
WITH_QUESTIONS = next(options for options in RALLY if options.get("board", {}).get("packs"))
CASES: dict[str, tuple[int, dict[str, Any], int, int]] = {
    "whot": (3, {}, 0, 8),
    "caesar": (2, {}, 18, 8),
    "rally": (2, WITH_QUESTIONS, 0, 6),
}
"""Seats, options, after how many entries the worlds differ, and how many actions at least are seen before they must part."""

MASKS = [
    (re.compile(r'"(at|now|opened|left)": ?(\d{10,}|\[[^\]]*\])'), r'"\1":0'),
    (re.compile(r'(commitment"?: ?"?)[0-9a-f]{64}\b'), r"\1COMMITMENT"),
    (re.compile(r'"time": ?"[^"]*"'), '"time":0'),
    (re.compile(r'"(ms|pid|port)": ?[\d.]+'), r'"\1":0'),
    (re.compile(r"127\.0\.0\.1:\d+"), "HERE"),
]


class World:
    """A house, its players, and everything that was sent to the one who is watched."""

    def __init__(self, house: Pair, game: str, seats: int, options: dict[str, Any]) -> None:
        self.players = [house.guest(f"Player {seat}") for seat in range(seats)]
        self.id = started([*self.players], game=game, options=options)
        self.heard: list[str] = []
        self.page: ClientConnection
        """The watched player's open page, which is told pictures."""
        self.things: set[str] = set()
        """The keys of what is in them."""

    @property
    def watched(self) -> EitherClient:
        return self.players[SEAT]

    def masked(self, text: str) -> str:
        text = text.replace(self.id, "TABLE")
        for seat, player in enumerate(self.players):
            text = text.replace(player.person, f"PERSON {seat}").replace(player.token, f"TOKEN {seat}")
        for pattern, word in MASKS:
            text = pattern.sub(word, text)
        return text

    def hear(self, text: str) -> None:
        self.heard.append(self.masked(text))

    def ask(self, method: str, path: str, body: Any = None) -> None:
        """The watched player asks for something, whatever the answer is."""
        status, answer = self.watched.call(method, f"/api/tables/{self.id}{path}", body)
        self.hear(f"{method} {path} {status} {answer.decode()}")

    def act(self, seat: int, words: str, version: int) -> None:
        self.players[seat].post(
            f"/api/tables/{self.id}/actions", {"actions": [words], "version": version, "key": f"{seat} {version}"}
        )
        self.look(version + 1)
        for client in self.players[seat].clients:  # at the other worker, it is heard of a moment later
            while client.get(f"/api/tables/{self.id}")["version"] <= version:
                pass

    def look(self, version: int) -> None:
        """Wait until the watched player's page has the picture of a version. Which versions are drawn while nobody waits is a
        matter of time, so every one of them is waited for."""
        while not ((told := self.told())["type"] == "picture" and told["version"] >= version):
            pass
        self.hear(json.dumps(told))

    def wonder(self, version: int, chance: Random) -> None:
        """The watched player touches something in vain, and asks why."""
        keys = chance.sample(sorted(self.things), chance.randint(1, 2))
        self.page.send(json.dumps({"type": "why", "keys": keys, "version": version, "key": "why"}))
        while (told := self.told())["type"] != "why":
            pass
        self.hear(json.dumps([keys, told]))

    def told(self) -> Any:
        """The next message to the page."""
        told = json.loads(self.page.recv(60))
        if told["type"] == "picture":
            kept = set() if "whole" in told else self.things - {*told.get("lost", ())}
            self.things = kept | {*told["things"]}
        return told


@contextmanager
def listening(world: World) -> Iterator[None]:
    """The watched player's socket and event stream, read until told to stop."""
    path = f"/api/tables/{world.id}/socket"
    urls = [world.watched.url.replace("http", "ws") + path for _ in range(2)]
    headers = {"Authorization": f"Bearer {world.watched.token}"}
    streams: dict[str, list[str]] = {"socket": [], "events": []}
    connection = HTTPConnection(world.watched.url.removeprefix("http://"), timeout=60)
    connection.request("GET", f"/api/tables/{world.id}/events", headers=headers)
    answer = connection.getresponse()

    def read_events() -> None:
        for line in answer:
            streams["events"].append(line.decode())
            if '"text":"the end"' in line.decode():
                return

    with (
        connect(urls[0], additional_headers=headers, compression=None) as socket,
        connect(f"{urls[1]}?drawn=640x640", additional_headers=headers, compression=None) as world.page,
    ):
        world.look(0)
        reader = threading.Thread(target=read_events)
        reader.start()
        yield
        world.watched.post(f"/api/tables/{world.id}/chat", {"room": "players", "text": "the end"})
        while '"text":"the end"' not in (told := str(socket.recv(60))):
            streams["socket"].append(told)
        reader.join(60)
    connection.close()
    for name, lines in streams.items():
        assert lines
        world.hear(name + "".join(line for line in lines if "presence" not in line))


class Houses:
    """The real one and its twin, and the worlds that were in them."""

    def __init__(self, folder: Path) -> None:
        after = json.dumps({game: after for game, (_, _, after, _) in CASES.items()})
        self.both = [
            Pair(folder / name, "--no-limits", program=("tests.web.twin_house", apart, after), compiled=True)
            for name, apart in (("real", "none"), ("twin", str(SEAT)))
        ]
        self.worlds: list[tuple[World, ...]] = []

    def logs(self) -> list[list[str]]:
        """What each of them wrote down, without what differs by chance."""
        logs = [house.log for house in self.both]
        for worlds in self.worlds:
            logs = [[world.masked(line) for line in log] for world, log in zip(worlds, logs, strict=True)]
        return logs


@pytest.fixture(scope="module")
def houses(tmp_path_factory: pytest.TempPathFactory, store_kind: Kind) -> Iterator[Houses]:
    found = Houses(tmp_path_factory.mktemp("houses"))
    try:
        yield found
    finally:
        ended = [house.stop() for house in found.both]
    assert ended == [0, 0]
    real, twin = map(sorted, found.logs())  # which of two workers says something first is a matter of time
    assert real == twin


@pytest.mark.parametrize("game", CASES)
def test_two_worlds_that_a_seat_cannot_tell_apart_send_it_the_same_bytes(game: str, houses: Houses) -> None:
    seats, options, after, least = CASES[game]
    worlds = [World(house, game, seats, options) for house in houses.both]
    houses.worlds.append(tuple(worlds))
    models = Models(game, seats, options, after, SEAT)
    with ExitStack() as listeners:
        for world in worlds:
            listeners.enter_context(listening(world))
        steps = run(worlds, models, after, Random(game))
    assert steps >= least
    first, second = (world.heard for world in worlds)
    assert len(first) == len(second) > 5 * steps
    for one, two in zip(first, second, strict=True):
        assert one == two


def run(worlds: list[World], models: Models, after: int, chance: Random) -> int:
    """Play in both worlds as long as it can look the same; how many actions that were after they became different."""
    for steps in range(-after, STEPS):
        version = models.now[0].version
        if steps == 0:
            assert models.differ, "the twin is no other world"
        for world in worlds if steps >= 0 else ():
            probe(world, models, version, steps)
        step = models.step(chance)
        if step is None:
            return steps
        for world, (seat, words) in zip(worlds, step, strict=True):
            world.act(seat, words, version)
    return STEPS


def probe(world: World, models: Models, version: int, steps: int) -> None:
    """Everything that the watched player can ask for, and things that he may not do."""
    for path in ("", "/legal", "/transcript", f"/view?ply={version}", "/picture.svg", "/picture.txt", "/position"):
        world.ask("GET", path)
    if models.now[0].turn != SEAT:
        world.ask("POST", "/hint")
    for words in ("nonsense", "draw", "pass", str(chance_free(models.now[0], steps))):
        request = {"actions": [words], "version": version - 1, "key": f"bad {steps} {words}"}
        world.ask("POST", "/actions", request)
    world.ask("POST", "/answers", {"for": "undo", "yes": True})
    for question in range(QUESTIONS):
        world.wonder(version, Random(f"{steps} {question}"))


def chance_free(match: Twin, steps: int) -> int:
    """The number of an action, which the watched seat may or may not take."""
    return steps * 7 % match.game.actions
