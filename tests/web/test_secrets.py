"""Nobody peeks: two real houses whose matches differ only in what one seat may not know send that seat the same bytes.

Everything counts: the socket, server-sent events, REST answers, refusals, pictures, exports, chat, metrics and the house's log. Only
what differs by chance alone is masked: ids, tokens, times and the commitment.
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
from websockets.sync.client import connect

from tests.games.rally.samples import OPTIONS as RALLY
from tests.web.server import Client, Server, started
from tests.web.twin_house import SECRET, Twin

SEAT = 1
"""Who is not to know."""
STEPS, TRIES = 16, 8
WITH_QUESTIONS = next(options for options in RALLY if options.get("board", {}).get("packs"))
CASES: dict[str, tuple[int, dict[str, Any], int]] = {
    "whot": (3, {}, 8),
    "caesar": (2, {}, 16),
    "rally": (2, WITH_QUESTIONS, 6),
}
"""Seats, options, and how many actions at least are seen before the worlds must part."""

MASKS = [
    (re.compile(r'"(at|now|opened|left)": ?(\d{10,}|\[[^\]]*\])'), r'"\1":0'),
    (re.compile(r"[0-9a-f]{64}"), "COMMITMENT"),
    (re.compile(r'"time": ?"[^"]*"'), '"time":0'),
    (re.compile(r'"(ms|pid|port)": ?[\d.]+'), r'"\1":0'),
    (re.compile(r"127\.0\.0\.1:\d+"), "HERE"),
]


class World:
    """A house, its players, and everything that was sent to the one who is watched."""

    def __init__(self, server: Server, game: str, seats: int, options: dict[str, Any]) -> None:
        self.server = server
        self.players = [server.guest(f"Player {seat}") for seat in range(seats)]
        self.id = started(self.players, game=game, options=options)
        self.heard: list[str] = []

    @property
    def watched(self) -> Client:
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


@contextmanager
def listening(world: World) -> Iterator[None]:
    """The watched player's socket and event stream, read until told to stop."""
    url = world.server.url.replace("http", "ws") + f"/api/tables/{world.id}/socket"
    headers = {"Authorization": f"Bearer {world.watched.token}"}
    streams: dict[str, list[str]] = {"socket": [], "events": []}
    connection = HTTPConnection(world.server.url.removeprefix("http://"), timeout=60)
    connection.request("GET", f"/api/tables/{world.id}/events", headers=headers)
    answer = connection.getresponse()

    def read_events() -> None:
        for line in answer:
            streams["events"].append(line.decode())
            if '"text":"the end"' in line.decode():
                return

    with connect(url, additional_headers=headers, compression=None) as socket:
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


def visible(match: Twin, before: int) -> str:
    """What the watched seat sees of a match and of its latest entries."""
    glimpse = match.glimpse(SEAT, before)
    lines = [(line.seat, line.words, line.events) for line in glimpse.lines]
    return json.dumps([glimpse.state, glimpse.turn, [a.words for a in glimpse.legal], lines, str(glimpse.outcome)])


Step = tuple[int, str]


class Models:
    """The same two matches in this process, to know which actions look alike to the watched seat."""

    def __init__(self, game: str, seats: int, options: dict[str, Any]) -> None:
        self._made = game, seats, options
        self._steps: list[list[Step]] = [[], []]
        self.now = [self._played(world, []) for world in (0, 1)]

    def _played(self, world: int, more: list[Step]) -> Twin:
        game, seats, options = self._made
        Twin.apart = SEAT if world else -1
        match = Twin(game, seats=seats, secret=SECRET, compiled=False, **options)
        Twin.apart = -1
        for seat, words in [*self._steps[world], *more]:
            match.play(words, seat=seat)
        return match

    def step(self, chance: Random) -> tuple[Step, Step] | None:
        """Go on in both worlds by actions that look the same, which need not be the same; None if there are none."""
        before, seat = self.now[0].version, self.now[0].turn
        if seat is None or self.now[1].turn != seat:
            return None
        legal = [[str(action) for action in match.legal_for(seat)] for match in self.now]
        for words in chance.sample(legal[0], min(TRIES, len(legal[0]))):
            others = sorted(legal[1], key=lambda other: (other != words, chance.random()))[:TRIES]
            real = self._played(0, [(seat, words)])
            for other in others if seat != SEAT else [words]:
                twin = self._played(1, [(seat, other)])
                if real.turn is not None and visible(real, before) == visible(twin, before):
                    self.now = [real, twin]
                    for steps, taken in zip(self._steps, (words, other), strict=True):
                        steps.append((seat, taken))
                    return (seat, words), (seat, other)
        return None


@pytest.mark.parametrize("game", CASES)
def test_two_worlds_that_a_seat_cannot_tell_apart_send_it_the_same_bytes(game: str, tmp_path: Path) -> None:
    seats, options, least = CASES[game]
    with ExitStack() as stack:
        worlds = []
        for name, apart in (("real", "-1"), ("twin", str(SEAT))):
            program = ("tests.web.twin_house", apart)
            server = stack.enter_context(Server(tmp_path / name, "--no-limits", program=program))
            worlds.append(World(server, game, seats, options))
        models = Models(game, seats, options)
        assert models.now[0].position.pack() != models.now[1].position.pack(), "the twin is no other world"
        for world in worlds:
            stack.enter_context(listening(world))
        steps = run(worlds, models, Random(game))
        stack_of_listeners = stack.pop_all()
    stack_of_listeners.close()
    assert steps >= least
    first, second = (world.heard for world in worlds)
    assert len(first) == len(second) > 5 * steps
    for one, two in zip(first, second, strict=True):
        assert one == two
    assert log_of(worlds[0]) == log_of(worlds[1])


def run(worlds: list[World], models: Models, chance: Random) -> int:
    for steps in range(STEPS):
        version = models.now[0].version
        for world in worlds:
            for path in ("", "/legal", "/transcript", f"/view?ply={version}", "/picture.svg", "/hint"):
                if path != "/hint" or steps == 0 and models.now[0].turn != SEAT:
                    world.ask("GET", path)
            for words in ("nonsense", "draw", "pass", str(chance_free(models.now[0], steps))):
                request = {"actions": [words], "version": version - 1, "key": f"bad {steps} {words}"}
                world.ask("POST", "/actions", request)
            world.ask("POST", "/answers", {"for": "undo", "yes": True})
        step = models.step(chance)
        if step is None:
            return steps
        for world, (seat, words) in zip(worlds, step, strict=True):
            world.act(seat, words, version)
    return STEPS


def chance_free(match: Twin, steps: int) -> int:
    """The number of an action, which the watched seat may or may not take."""
    return steps * 7 % match.game.actions


def log_of(world: World) -> list[str]:
    return [world.masked(line) for line in world.server.log]
